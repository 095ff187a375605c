"""The answers, a module for each group of methods."""
