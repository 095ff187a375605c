-- memgit: findings, mends and history of SKILL.md and memory files. Neovim 0.7 and later.
local names = { "SKILL.md", "MEMORY.md", "USER.md", "STANDING.md", "failures.md", "DESCRIPTION.md", "memgit.yaml" }

local function wanted(path)
  return vim.tbl_contains(names, vim.fn.fnamemodify(path, ":t"))
    or path:match("/skills/.*%.md$") ~= nil
    or path:match("/memory/[^/]*%.md$") ~= nil
    or path:match("/memories/[^/]*%.md$") ~= nil
    or path:match("/skill%-bundles/[^/]*%.ya?ml$") ~= nil
end

local function home(path)
  local folder = vim.fn.fnamemodify(path, ":h")
  local found = vim.fn.finddir(".memgit", vim.fn.escape(folder, " ") .. ";")
  return found ~= "" and vim.fn.fnamemodify(found, ":p:h:h") or folder
end

local clients = {}

local function start(buffer)
  local path = vim.api.nvim_buf_get_name(buffer)
  if path == "" or not wanted(path) then
    return
  end
  local root = home(path)
  local config = { name = "memgit", cmd = { "@COMMAND@" }, root_dir = root }
  if vim.lsp.start then
    vim.lsp.start(config, { bufnr = buffer })
    return
  end
  if not (clients[root] and vim.lsp.get_client_by_id(clients[root])) then
    clients[root] = vim.lsp.start_client(config)
  end
  vim.lsp.buf_attach_client(buffer, clients[root])
end

vim.api.nvim_create_autocmd({ "BufReadPost", "BufNewFile" }, {
  group = vim.api.nvim_create_augroup("memgit", { clear = true }),
  callback = function(event)
    start(event.buf)
  end,
})
