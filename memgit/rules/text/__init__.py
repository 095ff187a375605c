"""Rules about any text: one module per code."""
