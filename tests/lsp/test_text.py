"""Positions in texts, in all three encodings."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st
from lsprotocol.types import Position, PositionEncodingKind, Range
from memgit_lsp.buffers import Buffer, path_of
from memgit_lsp.text import UTF8, UTF16, UTF32, Text, size

from memgit.model.diagnostic import Span
from memgit.rules.document import Document, Kind, Profile
from memgit.rules.linting import lint

ENCODINGS = (UTF8, UTF16, UTF32)
CODECS = {UTF8: ("utf-8", 1), UTF16: ("utf-16-le", 2), UTF32: ("utf-32-le", 4)}
ODD = st.lists(
    st.sampled_from(
        ["a", "é", "e\u0301", "缓存", "🙂", "👩‍💻", "\n", "\r\n", "\r", "\u2028", "\x85", "\x0b", " ", "𠀋", "\ufeff"]
    ),
    max_size=25,
).map("".join)
PIECES = st.lists(
    st.sampled_from(
        [
            "platforms: [linux, mac🙂]",
            "platforms: [é]",
            "name: Ünï缓存",
            "name: 🙂",
            "description: 缓存：👩‍💻",
            "related_skills: [缓存]",
            "alowed-tools: 🙂",
            "🙂: 缓",
            "- a\u200bb",
            "[链接 🙂](references/缓存🙂.md)",
            "sk-ant-api03-" + "aB3" * 30,
            "昨天 yesterday",
            "---",
            "# 标题 e\u0301",
            "",
        ]
    ),
    max_size=10,
)


def selected(text: str, place: Range, encoding: PositionEncodingKind) -> str:
    """The text in a range, by bytes alone."""
    codec, unit = CODECS[encoding]
    lines = re.split(r"(?<=\n)|(?<=\r)(?!\n)", text)

    def split(line: str, column: int) -> tuple[str, str]:
        data = line.encode(codec)
        return data[: column * unit].decode(codec), data[column * unit :].decode(codec)

    if place.start.line == place.end.line:
        before, _ = split(lines[place.start.line], place.end.character)
        return split(before, place.start.character)[1]
    first = split(lines[place.start.line], place.start.character)[1]
    last = split(lines[place.end.line], place.end.character)[0]
    return first + "".join(lines[place.start.line + 1 : place.end.line]) + last


@given(ODD, st.integers(0, 60), st.integers(0, 60), st.sampled_from(ENCODINGS))
def test_a_range_selects_the_span(text: str, one: int, other: int, encoding: PositionEncodingKind) -> None:
    start, end = sorted((min(one, len(text)), min(other, len(text))))
    shown = Text(text, encoding)
    if any(0 < at < len(text) and text[at - 1 : at + 1] == "\r\n" for at in (start, end)):
        return  # no place within a line end
    place = shown.range(Span(start, end))
    assert selected(text, place, encoding) == text[start:end]
    assert shown.span(place) == Span(start, end)
    assert shown.span(Range(place.end, place.start)) == Span(start, end)


@given(ODD, st.integers(0, 30), st.integers(0, 2**31 - 1), st.sampled_from(ENCODINGS))
def test_any_position_is_some_place(text: str, line: int, column: int, encoding: PositionEncodingKind) -> None:
    shown = Text(text, encoding)
    offset = shown.offset(Position(line, column))
    assert 0 <= offset <= len(text)
    if line < len(shown.starts):
        assert shown.starts[line] <= offset <= shown.line_end(line)
    else:
        assert offset == len(text)


@given(ODD, st.lists(st.tuples(st.integers(0, 40), st.integers(0, 40), ODD), max_size=5), st.sampled_from(ENCODINGS))
def test_edits_are_those_of_the_client(
    text: str, edits: list[tuple[int, int, str]], encoding: PositionEncodingKind
) -> None:
    buffer = Buffer("file:///a", path_of("file:///a"), 1, Text(text, encoding))
    for one, other, put in edits:
        start, end = sorted((min(one, len(text)), min(other, len(text))))
        buffer.change(buffer.text.span(buffer.text.range(Span(start, end))), put)
        meant = Text(text, encoding)
        span = meant.span(meant.range(Span(start, end)))
        text = text[: span.start] + put + text[span.end :]
        assert buffer.text.text == text


@pytest.mark.parametrize(("encoding", "columns"), [(UTF8, 7), (UTF16, 4), (UTF32, 3)])
def test_columns(encoding: PositionEncodingKind, columns: int) -> None:
    text = Text("aé🙂\r\nb", encoding)
    assert text.position(3) == Position(0, columns)
    assert text.offset(Position(0, columns - 1)) == 2
    assert text.offset(Position(0, 99)) == 3
    assert text.position(5) == Position(1, 0)
    assert text.offset(Position(9, 0)) == 6
    assert size("aé🙂", encoding) == columns


@given(PIECES, st.sampled_from(["\n", "\r\n"]), st.sampled_from([Profile.HERMES, Profile.AGENTSKILLS]))
def test_each_finding_selects_what_it_speaks_of(pieces: list[str], end: str, profile: Profile) -> None:
    text = end.join(["---", *pieces, "---", "", "# 缓存 🙂", "", "text", ""])
    for found in lint(Document(text, Kind.SKILL, profile)):
        exact = text[found.span.start : found.span.end]
        for encoding in ENCODINGS:
            shown = Text(text, encoding)
            place = shown.range(found.span)
            assert selected(text, place, encoding) == exact
            assert shown.span(place) == found.span
            for fix in found.fixes:
                assert shown.span(shown.range(fix.span)) == fix.span
        if found.code == "skill/platform-unknown":
            assert exact.strip("\"'") in found.message
        if found.code.startswith("secret/"):
            assert exact.startswith("sk-ant-")
