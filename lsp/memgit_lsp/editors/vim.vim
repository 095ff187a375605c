" memgit: findings and mends of SKILL.md and memory files, through ALE.
function! MemgitRoot(buffer) abort
  let l:folder = fnamemodify(bufname(a:buffer), ':p:h')
  let l:found = finddir('.memgit', escape(l:folder, ' ') . ';')
  return l:found ==# '' ? l:folder : fnamemodify(l:found, ':p:h:h')
endfunction

function! s:Define() abort
  if empty(globpath(&runtimepath, 'autoload/ale/linter.vim'))
    return
  endif
  for l:kind in ['markdown', 'yaml']
    call ale#linter#Define(l:kind, {
    \   'name': 'memgit',
    \   'lsp': 'stdio',
    \   'executable': '@COMMAND@',
    \   'command': '%e',
    \   'project_root': function('MemgitRoot'),
    \})
  endfor
endfunction

augroup memgit
  autocmd!
  autocmd VimEnter * call s:Define()
augroup END
