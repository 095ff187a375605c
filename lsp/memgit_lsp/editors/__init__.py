"""Set-up files for editors, as `memgit editor install` writes them; `editors.json` tells where each goes."""
