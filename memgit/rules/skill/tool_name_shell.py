"""By Hermes Agent's authoring rules a skill speaks of the agent's tools, not of programs in a shell: `read_file` for
`cat`, `search_files` for `grep`, `patch` for `sed`. The tools work on every machine and are watched over.
"""

from __future__ import annotations

from collections.abc import Iterator

from memgit.model.diagnostic import Diagnostic, Fix, Severity
from memgit.rules import markdown
from memgit.rules.document import Document, Kind, Profile
from memgit.rules.rule import Rule
from memgit.rules.skill.section_missing import OWN

RULE = Rule("skill/tool-name-shell", Severity.HINT, "a program of the shell named where the agent has a tool")
KINDS = frozenset({Kind.SKILL})

_TOOLS = {
    "cat": "read_file",
    "head": "read_file",
    "tail": "read_file",
    "less": "read_file",
    "grep": "search_files",
    "rg": "search_files",
    "find": "search_files",
    "ls": "search_files",
    "sed": "patch",
    "awk": "patch",
    "tee": "write_file",
}


def check(document: Document) -> Iterator[Diagnostic]:
    """Find such names in backticks, alone, in skills of Hermes' own."""
    author = document.front.field("author")
    if document.profile is not Profile.HERMES or author is None or author.node.value.strip().lower() != OWN:
        return
    for code, span in markdown.code_spans(document.text, document.front.block.body):
        tool = _TOOLS.get(code.strip())
        if tool:
            yield RULE.at(span, f"the agent's own tool for this is {tool}", Fix(f"name {tool}", span, tool))
