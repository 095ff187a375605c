"""Frozen values that the whole of memgit speaks in; no I/O."""
