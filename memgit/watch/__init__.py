"""Notices changes in a home as they happen; the only importer of watchdog."""
