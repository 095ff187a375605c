"""Help that is made of the table of commands and the pages of the manual, without loading a command."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from memgit.cli import manual
from memgit.cli.commands import ROWS, SECTIONS, Row, children, did_you_mean, is_group
from memgit.cli.flags import GLOBAL_OPTIONS
from memgit.cli.output import Output
from memgit.errors import NotFound


def show(out: Output) -> int:
    """Print the overview of all commands."""
    out.show({"items": [_document(row) for row in children("")]}, "\n".join(_overview(out)))
    return 0


def show_group(row: Row, out: Output) -> int:
    """Print the overview of a group."""
    out.show({"items": [_document(child) for child in children(row.words)]}, "\n".join(_group(row, out)))
    return 0


def can_show(words: Sequence[str]) -> bool:
    """Whether `memgit help WORDS` needs no command to be loaded."""
    return " ".join(words) not in ROWS or is_group(" ".join(words))


def show_page(words: Sequence[str], out: Output) -> int:
    """Print what `memgit help` shows for a group, a topic or no words. Raises NotFound, with the nearest."""
    name = " ".join(word for word in words if not word.startswith("-"))
    if not name:
        return show(out)
    if is_group(name):
        return show_group(ROWS[name], out)
    page = rule(name) if name.split()[0] == "rule" else manual.read(name)
    if page is None:
        near = did_you_mean(name, [*ROWS, *manual.topics()])
        hints = [f"did you mean: memgit help {match}" for match in near]
        raise NotFound(f"there is no command and no topic '{name}'", *hints, "memgit help topics")
    out.show({"topic": name, "text": page}, page)
    return 0


def rule(words: str) -> str:
    """What `memgit help rule CODE` shows: one rule, or all of them without a code. Raises NotFound for none."""
    from memgit.rules import RULES, linting

    code = words.removeprefix("rule").strip()
    if not code:
        room = max(len(name) for name in RULES)
        return "\n".join(f"{found.code.ljust(room)}  {found.severity:<7}  {found.doc}" for found in RULES.values())
    if code not in RULES:
        near = [f"did you mean: memgit help rule {match}" for match in did_you_mean(code, list(RULES))]
        raise NotFound(f"there is no rule '{code}'", *near, "memgit help rule")
    found = RULES[code]
    if (page := linting.page(code)) is not None:
        return f"{code} ({found.severity})\n\n{page}"
    what = "A write is refused for it." if found.severity == "error" else "A write is not refused for it."
    return f"{code} ({found.severity})\n\nFinds {found.doc}.\n{what}\n\nmemgit help secrets says more"


def _document(row: Row) -> dict[str, str]:
    return {"command": row.words, "section": row.section, "summary": row.summary}


def _overview(out: Output) -> Iterator[str]:
    yield "memgit keeps the memory and skills of AI agents under history, where the agents keep them"
    yield ""
    yield out.style("Usage", "bold") + "\n  memgit [--home DIR] COMMAND …"
    for section, title in SECTIONS.items():
        rows = [row for row in children("") if row.section == section and not row.hidden]
        if rows:
            yield f"\n{out.style(title, 'bold')}"
            yield from _lines([(row.words, row.summary) for row in rows], out)
    yield f"\n{out.style('Everywhere', 'bold')}"
    yield from _lines(GLOBAL_OPTIONS, out)
    yield "\nmemgit help COMMAND explains a command, memgit help topics lists the pages of the manual"


def _group(group: Row, out: Output) -> Iterator[str]:
    yield group.summary
    yield f"\n{out.style('Usage', 'bold')}\n  memgit {group.words} COMMAND …"
    yield f"\n{out.style('Commands', 'bold')}"
    yield from _lines([(row.words, row.summary) for row in children(group.words) if not row.hidden], out)
    yield f"\nmemgit help {group.words} COMMAND explains one of them"


def _lines(rows: Sequence[tuple[str, str]], out: Output) -> Iterator[str]:
    room = max(len(first) for first, _ in rows)
    for first, second in rows:
        yield f"  {out.style(first.ljust(room), 'cyan')}  {second}"
