"""A SKILL.md starts with a block between two lines `---` that holds its name and description.

Without it the agents do not know what the skill is called or what it is for: Claude Code and the open specification's
readers skip the skill, Hermes Agent shows its folder's name and the first line of text. The opening line must be the
very first: a blank line, a heading or a code fence before it hides the block.

    ---
    name: deploy-check
    description: Check a deploy before it goes out.
    ---
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from memgit.formats import scalar
from memgit.formats.skill import MAX_NEW_DESCRIPTION, first_line
from memgit.model.diagnostic import Diagnostic, Fix, Severity, Span
from memgit.rules.document import Document, Kind, Profile
from memgit.rules.rule import Rule

RULE = Rule("skill/frontmatter-missing", Severity.ERROR, "a SKILL.md without frontmatter at its very start")
KINDS = frozenset({Kind.SKILL})

_LATER = re.compile(r"\A\ufeff?(?:[^\S\n\r]*(?:\r\n|\n|\r))*[^\S\n\r]*(?=---[^\S\r\n]*(?:\r\n|\n|\r))")
_LINK = re.compile(r"\S*/\S*\.md\n?\Z|\S*\.\./\S*\n?\Z")
_FENCED = re.compile(r"\s*```\w*\s*---")


def check(document: Document) -> Iterator[Diagnostic]:
    """Find a text that does not begin with a block."""
    block, text = document.front.block, document.text
    if block.opened:
        if document.profile is Profile.PI and block.closed and (text[0] == "\ufeff" or block.newline != "\n"):
            yield _unseen_by_pi(document)
        return
    place = document.first_line()
    later = _LATER.match(text)
    if later is not None:
        fix = Fix("put the frontmatter at the very start", Span(0, later.end()), "", safe=True)
        yield RULE.at(place, "agents see no frontmatter: it does not begin at the very start", fix)
    elif _LINK.match(text):
        yield RULE.at(place, f"this is the text of a symbolic link, not a skill: it points to {text.strip()}")
    elif _FENCED.match(text):
        yield RULE.at(place, "agents see no frontmatter: it is inside a code block")
    else:
        yield RULE.at(place, "agents see no frontmatter: the file does not start with a line '---'", _written(document))


def _written(document: Document) -> Fix:
    """A block with the name of the folder and the first line of text, cut at a word."""
    name = document.around.folder or "my-skill"
    line = first_line(document.text.lstrip("\ufeff").encode("utf-8", "replace")) or name
    if len(line) > MAX_NEW_DESCRIPTION:
        line = line[: MAX_NEW_DESCRIPTION + 1].rpartition(" ")[0] or line[:MAX_NEW_DESCRIPTION]
    end = document.front.block.newline
    lines = ("---", f"name: {scalar.write(name)}", f"description: {scalar.write(line)}", "---", "")
    start = document.front.block.start
    return Fix("write a frontmatter", Span(start, start), end.join(lines))


def _unseen_by_pi(document: Document) -> Diagnostic:
    """pi-hermes-memory's reader takes a block only with LF line ends and without a BOM."""
    if document.text[0] == "\ufeff":
        fix = Fix("take the byte order mark out", Span(0, 1), "", safe=True)
        return RULE.at(document.first_line(), "pi sees no frontmatter: the file starts with a byte order mark", fix)
    return RULE.at(document.first_line(), "pi sees no frontmatter: its lines do not end with a plain line feed")
