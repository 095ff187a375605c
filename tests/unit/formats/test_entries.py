"""Entry files: what is read, and that an edit changes only its own bytes."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from memgit.errors import Refused, SystemRefused
from memgit.formats import dated, entries
from memgit.formats.entries import DELIMITER, EntryFile, compose, contains_delimiter
from memgit.model.layout import Dialect

DIALECTS = st.sampled_from([Dialect.PLAIN, Dialect.DATED])
ROUGH = st.text(st.sampled_from("ab §\n\r\ufeff\x85\u3000"), max_size=24)
PARTS = st.sampled_from(["a", "b", "c d", "\n§\n", "\r\n§\r\n", "\r§\r", "§", "\n", "\r", " ", "\n§\n§", "x\ny"])
BUILT = st.lists(PARTS, max_size=12).map("".join)
TEXTS = ROUGH | BUILT
NEW = st.sampled_from(["new", "two\nlines", "a", "§", "ends\n§", "§\nstarts", "b"])
SHARED = Path(__file__).parents[4] / "shared" / "data" / "homes"

fast = settings(max_examples=100, deadline=None)


def parse(text: str, dialect: Dialect = Dialect.PLAIN) -> EntryFile:
    return EntryFile.parse(text.encode(), dialect)


def lf(text: str) -> str:
    return text.replace("\r\n", "\n").replace("\r", "\n")


def as_hermes_reads(text: str) -> list[str]:
    """The reference's description of the reader, in its own words: universal newlines, split, strip, first wins."""
    text = text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")
    if not text.strip():
        return []
    return list(dict.fromkeys(piece.strip() for piece in text.split("\n§\n") if piece.strip()))


@fast
@given(TEXTS, DIALECTS)
def test_any_text_round_trips(text: str, dialect: Dialect) -> None:
    assert parse(text, dialect).data == text.encode()


@fast
@given(TEXTS)
def test_plain_files_read_as_hermes_reads_them(text: str) -> None:
    assert [entry.text for entry in parse(text).entries] == as_hermes_reads(text)


@fast
@given(TEXTS, DIALECTS, NEW, st.integers(-1, 5))
def test_insert_adds_one_entry_and_leaves_the_others(text: str, dialect: Dialect, new: str, after: int) -> None:
    file = parse(text, dialect)
    raws = file.raws
    at = min(after, len(raws) - 1)
    result = file.insert(None if at < 0 else at, new)
    assert result.raws == (raws if new in map(lf, raws) else [*raws[: at + 1], new, *raws[at + 1 :]])
    assert EntryFile.parse(result.data, dialect) == result


@fast
@given(TEXTS, DIALECTS, NEW, st.integers(0, 5))
def test_replace_and_remove_leave_the_others(text: str, dialect: Dialect, new: str, n: int) -> None:
    file = parse(text, dialect)
    raws = file.raws
    if not raws:
        return
    n %= len(raws)
    replaced, removed = file.replace(n, new), file.remove(n)
    same = file.index(new)
    if same is not None and same > n:
        assert replaced.raws == [*raws[:n], new, *raws[n + 1 : same], *raws[same + 1 :]]
    elif same is not None and same < n:
        assert replaced.raws == raws[:n] + raws[n + 1 :]
    else:
        assert replaced.raws == [*raws[:n], new, *raws[n + 1 :]]
    assert removed.raws == raws[:n] + raws[n + 1 :]
    assert EntryFile.parse(replaced.data, dialect) == replaced
    assert EntryFile.parse(removed.data, dialect) == removed


@fast
@given(
    st.lists(st.sampled_from(["a", "b\nc", "d §", "e"]), min_size=1, max_size=4, unique=True),
    st.sampled_from(["\n", "\r\n", "\r"]),
    st.sampled_from(["", "\n", "  \n"]),
    st.sampled_from(["", "\ufeff"]),
    DIALECTS,
    st.data(),
)
def test_an_edit_changes_only_its_own_bytes(
    raws: list[str], newline: str, end: str, bom: str, dialect: Dialect, data: st.DataObject
) -> None:
    gaps = [
        data.draw(st.sampled_from(["", " ", newline, newline * 2])) + f"{newline}§{newline}" for _ in range(len(raws))
    ]
    raws = [raw.replace("\n", newline) for raw in raws]
    pieces = [raw + gap for raw, gap in zip(raws, gaps, strict=True)]
    pieces[-1] = raws[-1] + end
    text = bom + "".join(pieces)
    file = parse(text, dialect)
    n = data.draw(st.integers(0, len(raws) - 1))

    before, after = bom + "".join(pieces[:n]), pieces[n][len(raws[n]) :] + "".join(pieces[n + 1 :])
    assert file.replace(n, "new").data == (before + "new" + after).encode()
    parting = f"{newline}§{newline}"
    known = parting if newline in text else "\n§\n"
    assert file.insert(n, "new").data == (before + raws[n] + known + "new" + after).encode()
    if len(raws) == 1:
        assert file.remove(n).data == b""
    elif n < len(raws) - 1:
        assert file.remove(n).data == (before + "".join(pieces[n + 1 :])).encode()
    else:
        assert file.remove(n).data == (before.removesuffix(parting) + end).encode()


@fast
@given(TEXTS, DIALECTS, st.lists(NEW, max_size=4))
def test_rewrite_gives_these_entries(text: str, dialect: Dialect, raws: list[str]) -> None:
    result = parse(text, dialect).rewrite(raws)
    assert result.raws == list(dict.fromkeys(raws))
    assert EntryFile.parse(result.data, dialect) == result


def test_edits_of_a_long_file_do_not_read_it_again(monkeypatch: pytest.MonkeyPatch) -> None:
    file = parse("\n§\n".join(f"fact {n}." for n in range(100)) + "\n")
    read: list[int] = []
    monkeypatch.setattr(entries, "pieces_of", lambda text, dialect: read.append(len(text)))
    for n in range(100):
        file = file.append(f"more §{n}.").replace(n, f"new {n}.")
    for _ in range(100):
        file = file.remove(len(file.entries) - 1).remove(0)
        file = file.append("last")
    assert read == []
    monkeypatch.undo()
    assert parse(file.text) == file


def test_an_entry_that_starts_with_the_mark_of_a_file_keeps_it_when_it_becomes_the_first() -> None:
    file = parse("a\n§\n\ufeffb\n§\nc")
    for edited in (file.remove(0), file.remove(0).replace(1, "\ufeffd"), parse("").append("\ufeffb")):
        assert parse(edited.data.decode()) == edited
        assert edited.raws[0] == "\ufeffb"


def test_copies_are_one_entry() -> None:
    file = parse("a\n§\nb\n§\na\n§\nc")
    assert file.raws == ["a", "b", "c"]
    assert file.replace(0, "z").data == "z\n§\nb\n§\nc".encode()
    assert file.remove(0).data == "b\n§\nc".encode()
    assert file.insert(2, "d").data == "a\n§\nb\n§\na\n§\nc\n§\nd".encode()


def test_empty_store_is_no_bytes() -> None:
    assert parse("").append("first").data == b"first"
    assert parse("\ufeffonly\n").remove(0).data == b""
    assert parse(" \n").entries == ()


def test_joined_counts_comments_and_delimiters() -> None:
    assert parse("a\r\nb \r\n§\r\n\r\nc\r\n").joined == "a\nb" + DELIMITER + "c"


def test_not_utf8_is_refused() -> None:
    with pytest.raises(SystemRefused, match="byte 3"):
        EntryFile.parse(b"abc\xff", Dialect.PLAIN)


@pytest.mark.parametrize("raw", ["", "  ", "a\n§\nb"])
def test_what_would_not_read_back_is_refused(raw: str) -> None:
    with pytest.raises(Refused):
        parse("x").append(raw)


@pytest.mark.parametrize(
    ("text", "answer"),
    [("a\n§\nb", True), ("a\r\n§ ", True), ("§\nb", True), ("§", True), ("a § b", False), ("§ a\nb §", False)],
)
def test_contains_delimiter(text: str, answer: bool) -> None:
    assert contains_delimiter(text) is answer


def test_dated_entries_are_taken_apart() -> None:
    file = parse(
        "two\nlines <!-- created=2026-08-01, last=2026-08-09 -->\n§\n"
        "none\n§\n"
        "odd <!--created = 2026-13-45 ,last=soon,project64=csOpc3Vtw6kg6aG555uu, x=1-->\n§\n"
        "bad <!-- created=2026-08-01, last=2026-08-09, project64=!! --> after",
        Dialect.DATED,
    )
    assert [(entry.text, entry.created, entry.last, entry.project) for entry in file.entries] == [
        ("two\nlines", "2026-08-01", "2026-08-09", None),
        ("none", None, None, None),
        ("odd", "2026-13-45", "soon", "résumé 项目"),
        ("bad <!-- created=2026-08-01, last=2026-08-09, project64=!! --> after", None, None, None),
    ]


def test_compose_writes_the_dialect() -> None:
    assert compose(" t ", Dialect.PLAIN, "2026-08-01", "2026-08-02") == "t"
    assert compose("t", Dialect.DATED) == "t"
    assert compose("t", Dialect.DATED, "2026-08-01", "2026-08-02") == "t <!-- created=2026-08-01, last=2026-08-02 -->"
    assert (
        compose("t", Dialect.DATED, "2026-08-10", "2026-08-10", "shop")
        == "t <!-- created=2026-08-10, last=2026-08-10, project64=c2hvcA -->"
    )


@fast
@given(st.text().map(str.strip).filter(bool), st.none() | st.text(min_size=1))
def test_composed_entries_decode(text: str, project: str | None) -> None:
    raw = compose(text, Dialect.DATED, "2026-08-01", "2026-08-02", project)
    assume(not contains_delimiter(text) and text.strip("\ufeff"))
    (entry,) = parse("", Dialect.DATED).append(raw).entries
    assert entry.text == lf(text.strip(dated.SPACE))
    assert (entry.created, entry.last, entry.project) == ("2026-08-01", "2026-08-02", project)


def test_dated_trims_as_ecmascript_does() -> None:
    assert parse("\ufeff\u3000a\x85 ", Dialect.DATED).raws == ["a\x85"]
    assert parse("\u3000a\x85 ", Dialect.PLAIN).raws == ["a"]


@pytest.mark.parametrize(
    ("path", "dialect", "count"),
    [
        ("hermes/memories/MEMORY.md", Dialect.PLAIN, 4),
        ("hermes/memories/USER.md", Dialect.PLAIN, 2),
        ("pi-hermes/pi-hermes-memory/MEMORY.md", Dialect.DATED, 6),
        ("pi-hermes/pi-hermes-memory/failures.md", Dialect.DATED, 2),
        ("pi-hermes/projects-memory/shop/MEMORY.md", Dialect.DATED, 1),
    ],
)
def test_files_of_the_agents_round_trip(path: str, dialect: Dialect, count: int) -> None:
    if not SHARED.is_dir():
        pytest.skip("no ../shared beside the checkout")
    data = (SHARED / path).read_bytes()
    file = EntryFile.parse(data, dialect)
    assert file.data == data
    assert len(file.entries) == count
    again = [compose(entry.text, dialect, entry.created, entry.last, entry.project) for entry in file.entries]
    assert again == file.raws
