"""Gives memory back to the system: a watcher is at rest nearly always, and a big pass leaves much behind."""

from __future__ import annotations

import ctypes
import gc
from contextlib import suppress


def give_back() -> None:
    """Collect what is garbage, and return free memory where the C library can (glibc's `malloc_trim`)."""
    gc.collect()
    with suppress(AttributeError, OSError):
        ctypes.CDLL(None).malloc_trim(0)
