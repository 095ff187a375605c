-- Drives Neovim as a person would: prints a line `name=value` for each thing seen.
local home = vim.env.MEMGIT_TEST_HOME

local function say(name, value)
  io.stdout:write(name .. "=" .. vim.json.encode(value) .. "\n")
end

local function wait(what, condition)
  if not vim.wait(20000, condition, 20) then
    say("timeout", what)
    vim.cmd("cquit 1")
  end
end

local function client_of(buffer)
  local found
  wait("client", function()
    local get = vim.lsp.get_clients or vim.lsp.get_active_clients
    for _, client in ipairs(get({ name = "memgit" })) do
      if vim.lsp.buf_is_attached(buffer, client.id) and client.initialized ~= false then
        found = client
      end
    end
    return found ~= nil
  end)
  return found
end

local function ask(buffer, method, params)
  local answers = vim.lsp.buf_request_sync(buffer, method, params, 20000) or {}
  for _, answer in pairs(answers) do
    if answer.err then
      say("error", answer.err)
    end
    return answer.result
  end
end

local function codes(buffer)
  local found = {}
  for _, one in ipairs(vim.diagnostic.get(buffer)) do
    table.insert(found, one.code)
  end
  table.sort(found)
  return found
end

local function actions(buffer, line, character, only)
  local place = { line = line, character = character }
  return ask(buffer, "textDocument/codeAction", {
    textDocument = vim.lsp.util.make_text_document_params(buffer),
    range = { start = place, ["end"] = place },
    context = { diagnostics = {}, only = only },
  }) or {}
end

local function apply(buffer, client, wanted, found)
  for _, action in ipairs(found) do
    if action.title:find(wanted, 1, true) then
      vim.lsp.util.apply_workspace_edit(action.edit, client.offset_encoding)
      return action.title
    end
  end
end

local function rename(skill, client)
  local name = vim.fn.search("^name:") - 1
  vim.api.nvim_win_set_cursor(0, { name + 1, 8 })
  local edit = ask(skill, "textDocument/rename", {
    textDocument = vim.lsp.util.make_text_document_params(skill),
    position = { line = name, character = 8 },
    newName = "deploy-watch",
  })
  vim.lsp.util.apply_workspace_edit(edit, client.offset_encoding)
  vim.cmd("silent! wall")
  say("folder", vim.fn.isdirectory(home .. "/skills/ops/deploy-watch"))
  say("old folder", vim.fn.isdirectory(home .. "/skills/ops/deploy-check"))
end

local function run()
  -- A real skill: findings, a mend.
  vim.cmd("edit " .. home .. "/skills/ops/deploy-check/SKILL.md")
  local skill = vim.api.nvim_get_current_buf()
  local client = client_of(skill)
  say("encoding", client.offset_encoding)
  wait("findings", function() return #vim.diagnostic.get(skill) > 0 end)
  vim.wait(500)
  say("codes", codes(skill))
  local platforms = vim.fn.search("platforms") - 1
  say("mended", apply(skill, client, "write macos", actions(skill, platforms, vim.diagnostic.get(skill)[1].col, { "quickfix" })))
  say("line", vim.api.nvim_buf_get_lines(skill, platforms, platforms + 1, false)[1])
  wait("mend seen", function() return not vim.tbl_contains(codes(skill), "skill/platform-unknown") end)
  say("codes after", codes(skill))
  vim.cmd("silent write")

  -- The skill gets another name, in all files that name it. Neovim 0.7 cannot move folders.
  if vim.fn.has("nvim-0.11") == 1 then
    rename(skill, client)
  end

  -- A real memory file: an entry that left comes back from history.
  vim.cmd("edit " .. home .. "/memories/MEMORY.md")
  local memory = vim.api.nvim_get_current_buf()
  client = client_of(memory)
  say("memory before", vim.api.nvim_buf_get_lines(memory, 0, -1, false))
  say("restored", apply(memory, client, "restore", actions(memory, 0, 0)))
  say("memory after", vim.api.nvim_buf_get_lines(memory, 0, -1, false))
  vim.cmd("silent write")
end

local fine, problem = pcall(run)
if not fine then
  say("problem", tostring(problem))
end
for _, client in ipairs((vim.lsp.get_clients or vim.lsp.get_active_clients)()) do
  client.stop(client)
end
vim.cmd("qall!")
