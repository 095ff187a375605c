"""The YAML of settings: a line reader for the plain shape that nearly every file has, a real parser for the rest."""

from __future__ import annotations

import re
from typing import Any

_LINE = re.compile(r"(?P<indent> *)(?P<key>[A-Za-z_][\w-]*):(?: +(?P<value>[^\s#].*?))? *(?: #.*)?")
_IGNORED = re.compile(r"\s*(?:#.*)?")
_INT = re.compile(r"0|[1-9][0-9]{0,17}")
_FLOAT = re.compile(r"(?:0|[1-9][0-9]{0,8})\.[0-9]{1,9}")
_WORD = re.compile(r"[A-Za-z/][\w./@+-]*(?: [\w./@+-]+)*")
_QUOTED = re.compile(r"'[^'\n]*'|\"[^\"\\\n]*\"")
_SPECIAL = {"null", "true", "false", "yes", "no", "on", "off", "y", "n"}


class NotPlainError(Exception):
    """The text needs a real parser."""


def read(text: str) -> dict[str, Any]:
    """The mapping a settings file holds; empty for an empty one. Raises ValueError, one line, for what is none."""
    try:
        return read_plain(text)
    except NotPlainError:
        return read_any(text)


def read_plain(text: str) -> dict[str, Any]:
    """Keys with scalars or one-line lists, at most two deep. Raises NotPlainError for anything else."""
    document: dict[str, Any] = {}
    inner: dict[str, Any] | None = None
    open_key = ""
    indent = 0
    for line in text.removeprefix("\ufeff").splitlines():
        if _IGNORED.fullmatch(line):
            continue
        match = _LINE.fullmatch(line)
        if match is None:
            raise NotPlainError
        depth, key, value = len(match["indent"]), match["key"], match["value"]
        if depth == 0:
            _close(document, open_key, inner)
            open_key, inner, indent = (key, {}, 0) if value is None else ("", None, 0)
            if key in document:
                raise NotPlainError
            document[key] = inner if value is None else _scalar_or_list(value)
        elif inner is None or value is None or key in inner or (indent and depth != indent):
            raise NotPlainError
        else:
            inner[key] = _scalar_or_list(value)
            indent = depth
    _close(document, open_key, inner)
    return document


def read_any(text: str) -> dict[str, Any]:
    """Any YAML mapping. Raises ValueError, one line, for what is none."""
    from ruamel.yaml import YAML
    from ruamel.yaml.error import YAMLError

    try:
        document = YAML(typ="safe", pure=True).load(text)
    except YAMLError as error:
        mark = getattr(error, "problem_mark", None)
        place = f" in line {mark.line + 1}" if mark is not None else ""
        raise ValueError(f"it is not YAML{place}") from None
    if document is None:
        return {}
    if not isinstance(document, dict):
        raise ValueError("it is not a mapping of keys to values")
    return document


def _close(document: dict[str, Any], key: str, inner: dict[str, Any] | None) -> None:
    if inner is not None and not inner:
        document[key] = None


def _scalar_or_list(text: str) -> Any:
    if not (text.startswith("[") and text.endswith("]")):
        return _scalar(text)
    inside = text[1:-1].strip()
    return [_scalar(part.strip()) for part in inside.split(",")] if inside else []


def _scalar(text: str) -> bool | int | float | str:
    if text in ("true", "false"):
        return text == "true"
    if _INT.fullmatch(text):
        return int(text)
    if _FLOAT.fullmatch(text):
        return float(text)
    if _QUOTED.fullmatch(text):
        return text[1:-1]
    if _WORD.fullmatch(text) and text.lower() not in _SPECIAL:
        return text
    raise NotPlainError
