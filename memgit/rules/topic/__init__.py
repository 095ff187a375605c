"""Rules about topic files and their index: one module per code."""
