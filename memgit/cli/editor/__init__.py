"""Commands on editors, one module each."""
