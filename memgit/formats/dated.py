"""The date comment that ends an entry of the dated dialect.

`TEXT <!-- created=2026-08-01, last=2026-08-09, project64=c2hvcA -->`: dates are UTC calendar days, project64 is the
project's name in UTF-8 as base64url without padding and only there for entries of a project. Format of
pi-hermes-memory 0.9.6, which DSH shares. Decoding is lenient: a value that is no date is kept as it is.
"""

from __future__ import annotations

import re
from binascii import a2b_base64, b2a_base64
from typing import NamedTuple

SPACE = (
    "\t\n\v\f\r \u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a"
    "\u2028\u2029\u202f\u205f\u3000\ufeff"
)
"""What `trim` of ECMAScript strips: U+FEFF too, but not U+0085 and U+001C to U+001F as Python's `strip` does."""

_OPENS, _CLOSES = "<!--", "-->"
_FIELDS = re.compile(r"\s*created\s*=([^,]*),\s*last\s*=([^,>]*)(?:,\s*project64\s*=([^,>]*))?(?:,[^>]*)?")
_BASE64URL = re.compile(r"[A-Za-z0-9_-]+")


class Decoded(NamedTuple):
    """An entry taken apart; None for what the comment does not say."""

    text: str
    created: str | None
    last: str | None
    project: str | None


def decode(raw: str) -> Decoded:
    """Take a trimmed entry apart; without a comment at its very end all of it is text."""
    opens = raw.rfind(_OPENS)
    if opens < 0 or not raw.endswith(_CLOSES):
        return Decoded(raw, None, None, None)
    found = _FIELDS.fullmatch(raw, opens + len(_OPENS), len(raw) - len(_CLOSES))
    if found is None:
        return Decoded(raw, None, None, None)
    created, last, project = found.groups()
    return Decoded(
        raw[:opens].strip(SPACE), created.strip(), last.strip(), project and _decode_project(project.strip())
    )


def encode(text: str, created: str, last: str, project: str | None) -> str:
    """The entry as it is written: the text, a space, the comment."""
    name = f", project64={_encode_project(project)}" if project else ""
    return f"{text} {_OPENS} created={created}, last={last}{name} {_CLOSES}"


def _encode_project(project: str) -> str:
    encoded = b2a_base64(project.encode(), newline=False).rstrip(b"=")
    return encoded.translate(bytes.maketrans(b"+/", b"-_")).decode("ascii")


def _decode_project(encoded: str) -> str | None:
    if not _BASE64URL.fullmatch(encoded):
        return None
    padded = encoded.replace("-", "+").replace("_", "/") + "=" * (-len(encoded) % 4)
    try:
        return a2b_base64(padded).decode()
    except ValueError:
        return None
