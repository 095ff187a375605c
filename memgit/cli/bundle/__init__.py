"""The commands on bundles, one module each."""
