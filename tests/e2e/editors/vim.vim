" Drives Vim with ALE: prints what is found, takes a code action.
set nocompatible
execute 'set runtimepath^=' . $HOME . '/.vim'
set runtimepath+=/usr/share/vim-ale
filetype plugin on
let g:ale_linters = {'markdown': ['memgit'], 'yaml': ['memgit']}
let g:ale_lint_delay = 50
runtime plugin/ale.vim
source $HOME/.vim/plugin/memgit.vim
doautocmd memgit VimEnter
execute 'edit ' . $MEMGIT_TEST_HOME . '/skills/ops/deploy-check/SKILL.md'
set filetype=markdown
ALELint
let s:tries = 0
while s:tries < 400 && empty(ale#engine#GetLoclist(bufnr('')))
  sleep 50m
  let s:tries += 1
endwhile
let s:found = ale#engine#GetLoclist(bufnr(''))
call writefile(map(copy(s:found), 'v:val.text'), $MEMGIT_TEST_OUT)
call cursor(s:found[0].lnum, s:found[0].col)
ALECodeAction
let s:tries = 0
while s:tries < 200 && !&modified
  sleep 50m
  let s:tries += 1
endwhile
call writefile(getline(1, '$'), $MEMGIT_TEST_OUT . '.text')
qall!
