"""What somebody may have meant by a word that is not known."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches


def nearest(word: str, known: Iterable[str], like: float = 0.65) -> str | None:
    """The known word that is most like a given one; case and `_` for `-` do not matter. None if none is.

    like: how much it must be so, as `difflib` counts: 0.65 takes `tow` for `two`, 0.8 a letter in eight.
    """
    plain = {_plain(one): one for one in known}
    if (same := plain.get(_plain(word))) is not None:
        return same
    found = get_close_matches(_plain(word), plain, n=1, cutoff=like)
    return plain[found[0]] if found else None


def _plain(word: str) -> str:
    return word.casefold().replace("_", "-").replace(" ", "-")
