"""What is in a home: which tracked files, as they are on disk."""
