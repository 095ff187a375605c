"""`python -m memgit_lsp`."""

from memgit_lsp.main import run

run()
