"""The table of commands: what there is, where it lives, one line of help; read without importing any of them.

A row `("memory add", …)` lives in `memgit/cli/memory/add.py`, a row `("log", …)` in `memgit/cli/log.py`: the words of
the command are the path of its module, with `_` for `-`. A row whose words begin other rows (`memory`) is a group and
has no module of its own.
"""

from __future__ import annotations

from typing import NamedTuple


class Row(NamedTuple):
    """One command: its words, its section in the overview, and one imperative line without a full stop.

    A `hidden` row works but is not listed.
    """

    words: str
    section: str
    summary: str
    hidden: bool = False

    @property
    def module(self) -> str:
        """The module that holds the command."""
        return "memgit.cli." + self.words.replace("-", "_").replace(" ", ".")

    @property
    def writes(self) -> bool:
        """Whether the command changes a home, so that it rests while memgit is switched off."""
        return self.section == "change" or self.words == "init"


SECTIONS = {
    "start": "Start",
    "look": "Look",
    "change": "Change",
    "share": "Share",
    "maintain": "Maintain",
}
"""Section to title, in the order in which the overview prints them."""

TABLE = (
    Row("demo", "start", "Make a small sample home and play a two-minute tour"),
    Row("init", "start", "Put a folder of agent memory and skills under history"),
    Row("status", "start", "Show pending outside edits, budgets and the state of the store"),
    Row("search", "look", "Find memory entries and places in skills by words"),
    Row("log", "look", "List changes, newest first"),
    Row("show", "look", "Show one change, or a file as it was"),
    Row("diff", "look", "Compare revisions: memory by entries, the rest by lines"),
    Row("blame", "look", "Tell for each entry or line where it came from"),
    Row("lint", "look", "Find what is wrong with skills and memory files"),
    Row("memory", "change", "List and edit memory entries"),
    Row("memory list", "look", "List the entries of a target"),
    Row("memory add", "change", "Add an entry"),
    Row("memory replace", "change", "Replace one entry"),
    Row("memory remove", "change", "Remove one entry"),
    Row("memory apply", "change", "Do a list of edits, all or nothing"),
    Row("memory rewrite", "change", "Replace the whole list of entries"),
    Row("memory usage", "look", "Show how much of each budget is used"),
    Row("standing", "change", "List and edit standing rules"),
    Row("standing list", "look", "List the standing rules"),
    Row("standing add", "change", "Add a standing rule"),
    Row("standing remove", "change", "Remove a standing rule by its number"),
    Row("standing clear", "change", "Remove every standing rule"),
    Row("topic", "change", "List and edit topic files"),
    Row("topic list", "look", "List the topic files"),
    Row("topic show", "look", "Print a topic file"),
    Row("topic write", "change", "Write a topic file and its line in the index"),
    Row("topic remove", "change", "Remove a topic file and its line in the index"),
    Row("skill", "change", "List, view and edit skills"),
    Row("skill list", "look", "List the skills"),
    Row("skill view", "look", "Print a skill or one of its files"),
    Row("skill new", "change", "Make a skill"),
    Row("skill edit", "change", "Replace the whole text of a skill"),
    Row("skill patch", "change", "Replace a piece of text in a skill"),
    Row("skill write-file", "change", "Write a file that belongs to a skill"),
    Row("skill remove-file", "change", "Remove a file that belongs to a skill"),
    Row("skill delete", "change", "Delete a skill; history keeps it"),
    Row("skill archive", "change", "Move a skill into the archive"),
    Row("skill pin", "change", "Protect a skill from automatic changes"),
    Row("skill unpin", "change", "Lift the protection of a skill"),
    Row("skill usage", "look", "Show how often skills were used"),
    Row("bundle", "change", "List and make bundles of skills"),
    Row("bundle list", "look", "List the bundles"),
    Row("bundle show", "look", "Show a bundle and its skills"),
    Row("bundle new", "change", "Make a bundle of skills"),
    Row("commit", "change", "Record outside edits now"),
    Row("restore", "change", "Bring back a skill, an entry or a state, or revert a change"),
    Row("undo", "change", "Revert the newest automatic change"),
    Row("archive", "change", "Move skills into the archive, or list it"),
    Row("config", "maintain", "Show, read or set settings"),
    Row("index", "maintain", "Bring the search index up to date, check it, or make it anew"),
    Row("watch", "maintain", "Keep the index up to date and record outside edits as they come"),
    Row("doctor", "maintain", "Check the store and mend what is wrong"),
    Row("lsp", "maintain", "Start the language server, for an editor"),
    Row("editor", "maintain", "Set editors up to use the language server"),
    Row("editor install", "maintain", "Set an editor up: show what is written, and write it"),
    Row("completion", "maintain", "Print the completion script of a shell"),
    Row("help", "maintain", "Explain a command or a topic of the manual"),
    Row("version", "maintain", "Print versions, for bug reports"),
)

ROWS = {row.words: row for row in TABLE}


def children(group: str) -> tuple[Row, ...]:
    """The rows of a group, or the first words when `group` is empty."""
    prefix = f"{group} " if group else ""
    return tuple(row for row in TABLE if row.words.startswith(prefix) and " " not in row.words[len(prefix) :])


def is_group(words: str) -> bool:
    """Whether the words begin other commands."""
    return words in ROWS and bool(children(words))


def did_you_mean(word: str, known: list[str], likeness: float = 0.6) -> list[str]:
    """The known words nearest to `word`, best first; likeness: 1 for the same word only."""
    from difflib import get_close_matches

    return get_close_matches(word, known, n=3, cutoff=likeness)
