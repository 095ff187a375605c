"""The help of `memgit` itself and of its groups: from the table alone, without loading a command."""

from __future__ import annotations

from memgit.cli.commands import SECTIONS, TABLE, Row, children
from memgit.cli.flags import GLOBAL_OPTIONS

_INTRO = """\
Version control, search and private sync for what an AI agent knows.

usage: memgit [--home DIR] COMMAND ...

Examples
  memgit demo                              a sample home and a two-minute tour
  memgit init ~/.hermes                    put an agent's home under history, in place
  memgit memory add "Deploys on Tuesdays"  add an entry; one commit
  memgit log memory                        what changed, when, by whom
  memgit undo                              revert the newest automatic change
"""


def overview() -> str:
    """Every command, by section."""
    text = _INTRO
    width = max(len(row.words) for row in TABLE if " " not in row.words)
    for section, title in SECTIONS.items():
        rows = [row for row in children("") if row.section == section and not row.hidden]
        if rows:
            text += f"\n{title}\n" + "".join(f"  {row.words:<{width}}  {row.summary}\n" for row in rows)
    return text + _options() + "\nRead on: memgit COMMAND --help, memgit help TOPIC\n"


def group(row: Row) -> str:
    """The commands of a group."""
    rows = children(row.words)
    width = max(len(child.words) for child in rows)
    lines = "".join(f"  memgit {child.words:<{width}}  {child.summary}\n" for child in rows)
    return f"{row.summary}.\n\nusage: memgit {row.words} COMMAND ...\n\nCommands\n{lines}{_options()}"


def _options() -> str:
    width = max(len(flag) for flag, _ in GLOBAL_OPTIONS)
    return "\nEverywhere\n" + "".join(f"  {flag:<{width}}  {what}\n" for flag, what in GLOBAL_OPTIONS)
