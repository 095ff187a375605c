"""Which commit HEAD points to, read from git's files: quick enough to ask at every look at a store."""

from __future__ import annotations

import re
from pathlib import Path

_ID = re.compile(rb"[0-9a-f]{40}")
_REF = b"ref: "


def head_id(git_dir: Path) -> str | None:
    """The full id of the commit that HEAD points to; needs no git library.

    None before the first commit, and where refs are kept in a way that only the library reads (gitrepository-layout(5):
    a linked work tree, reftable, a name that stands for another name).
    """
    folder = str(git_dir)
    try:
        found = _read(f"{folder}/HEAD").strip()
        if found.startswith(_REF):
            found = _ref(folder, found.removeprefix(_REF))
    except (OSError, ValueError):
        return None
    return found.decode("ascii") if _ID.fullmatch(found) else None


def _ref(folder: str, name: bytes) -> bytes:
    try:
        return _read(f"{folder}/{name.decode()}").strip()
    except FileNotFoundError:
        return _packed(_read(f"{folder}/packed-refs"), name)


def _packed(refs: bytes, name: bytes) -> bytes:
    """The id in a line `ID NAME` of `packed-refs`; empty when there is none."""
    at = (refs + b"\n").find(b" " + name + b"\n")
    return refs[max(at - 40, 0) : at] if at > 0 else b""


def _read(path: str) -> bytes:
    with open(path, "rb", buffering=0) as file:
        return file.readall()
