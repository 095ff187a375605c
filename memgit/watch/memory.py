"""Gives memory back to the system: a watcher is at rest nearly always, and a big pass leaves much behind."""

from __future__ import annotations

import ctypes
import gc
from contextlib import suppress

from memgit.text import tokens


def give_back() -> None:
    """Forget words, collect garbage, and return free memory where the C library can (glibc's `malloc_trim`)."""
    tokens.forget()
    gc.collect()
    with suppress(AttributeError, OSError):
        ctypes.CDLL(None).malloc_trim(0)
