"""The commands on skills, one module each."""
