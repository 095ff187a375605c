"""Rules about entry files: one module per code."""
