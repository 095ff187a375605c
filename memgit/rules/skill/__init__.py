"""Rules about SKILL.md and the files beside it: one module per code."""
