"""Rules about failures.md: one module per code."""
