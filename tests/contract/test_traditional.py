"""The shipped table of traditional characters is what OpenCC says.

Made again by:
`PYTHONPATH=tests/contract python -c "import test_traditional as t; t.TABLE.write_text(t.table(), 'utf-8')"`
"""

from __future__ import annotations

import unicodedata
from pathlib import Path
from typing import Any

import pytest

TABLE = Path(__file__).parents[2] / "memgit" / "text" / "traditional.txt"
HEAD = (
    "# Traditional characters, below them the simplified ones: one by one from OpenCC's t2s, tw2s and hk2s\n"
    "# (https://github.com/BYVoid/OpenCC, copyright its authors, Apache License 2.0)\n"
)
HAN = ((0x3400, 0x4DBF), (0x4E00, 0x9FFF), (0xF900, 0xFAFF), (0x20000, 0x323AF))


def changes(config: str) -> dict[str, str]:
    """What a configuration makes of single characters, where that is one other character that NFKC leaves alone."""
    opencc: Any = pytest.importorskip("opencc")
    convert = opencc.OpenCC(config).convert
    made = {char: convert(char) for first, last in HAN for char in map(chr, range(first, last + 1))}
    return {
        char: plain
        for char, plain in made.items()
        if plain != char and len(plain) == 1 and unicodedata.is_normalized("NFKC", char)
    }


def table() -> str:
    """The file: t2s, then what tw2s and hk2s add, but for what t2s makes itself (么, not 幺)."""
    pairs = changes("t2s")
    simplified = set(pairs.values())
    for config in ("tw2s", "hk2s"):
        pairs |= {a: b for a, b in changes(config).items() if a not in pairs and a not in simplified}
    pairs = {a: pairs.get(b, b) for a, b in sorted(pairs.items())}
    return f"{HEAD}{''.join(pairs)}\n{''.join(pairs.values())}\n"


def test_the_table_is_what_opencc_says() -> None:
    assert TABLE.read_text("utf-8") == table()
