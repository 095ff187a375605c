"""Rules about STANDING.md: one module per code."""
