"""Notices changes in a home as they happen; the only importer of watchdog.

`watch` is in `engine`; what it says is in `event`, its waits in `timing`, the lock that keeps it alone in `instance`.
"""
