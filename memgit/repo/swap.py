"""Replacing a file without losing another writer's version: exchange two names, then look at what came out.

Linux has `renameat2`: EXCHANGE swaps two names in one step, NOREPLACE renames only onto a free name. Elsewhere a hard
link keeps hold of the old file before the rename; a writer between those two steps is then not seen.
"""

from __future__ import annotations

import ctypes
import errno
import os
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Any

_AT_FDCWD = -100
_NOREPLACE = 1
_EXCHANGE = 2
_UNSUPPORTED = {errno.ENOSYS, errno.EINVAL}


def exchange(one: Path, other: Path) -> None:
    """Swap the two names; FileNotFoundError when one of them does not exist."""
    if _rename(one, other, _EXCHANGE):
        return
    aside = one.with_name(one.name + ".aside")
    os.link(other, aside, follow_symlinks=False)
    os.replace(one, other)
    os.replace(aside, one)


def move_to_free_name(source: Path, target: Path) -> None:
    """Rename a file or folder onto a name that must be free: FileExistsError when it is taken."""
    if _rename(source, target, _NOREPLACE):
        return
    if source.is_dir() and not source.is_symlink():
        os.mkdir(target)
        try:
            os.rename(source, target)
        except OSError:
            with suppress(OSError):
                os.rmdir(target)
            raise
    else:
        os.link(source, target, follow_symlinks=False)
        os.unlink(source)


def _rename(source: Path, target: Path, flags: int) -> bool:
    """One `renameat2`; False where the system or the file system has no such call."""
    call = _renameat2()
    if call is None:
        return False
    if call(_AT_FDCWD, os.fsencode(source), _AT_FDCWD, os.fsencode(target), flags) == 0:
        return True
    code = ctypes.get_errno()
    if code in _UNSUPPORTED:
        return False
    raise OSError(code, os.strerror(code), str(source), None, str(target))


@cache
def _renameat2() -> Any:
    call = getattr(ctypes.CDLL(None, use_errno=True), "renameat2", None)
    if call is not None:
        call.argtypes = [ctypes.c_int, ctypes.c_char_p, ctypes.c_int, ctypes.c_char_p, ctypes.c_uint]
        call.restype = ctypes.c_int
    return call
