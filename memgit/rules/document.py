"""What a rule looks at: a text, what kind of file it is and who reads it, and what it stands among."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from functools import cached_property

from memgit.formats import standing, topics
from memgit.model.diagnostic import Span
from memgit.model.layout import Dialect, Unit
from memgit.rules import front, markdown
from memgit.rules.front import Front
from memgit.rules.placed import Placed, placed


class Kind(StrEnum):
    """What a file is. SUPPORT: a file beside SKILL.md; TEXT: anything else that is text."""

    SKILL = "skill"
    SUPPORT = "support"
    CATEGORY = "category"
    ENTRIES = "entries"
    FAILURES = "failures"
    STANDING = "standing"
    TOPIC = "topic"
    TOPIC_INDEX = "topic-index"
    BUNDLE = "bundle"
    SETTINGS = "settings"
    TEXT = "text"


class Profile(StrEnum):
    """Who reads the file. AGENTSKILLS is the open specification, STRICT its reference validator."""

    HERMES = "hermes"
    PI = "pi"
    CLAUDE = "claude"
    AGENTSKILLS = "agentskills"
    STRICT = "agentskills-strict"


@dataclass(frozen=True, slots=True)
class Around:
    """What a file stands among, as far as it is known; None: not known, and what needs it finds nothing.

    name: its own. folder: the name of the folder it is in. path: its own path, as `skills` has it. skills: names to
    the paths of the SKILL.md files that answer to them. files: of the skill, POSIX paths below its folder, to whether
    each may be executed. topics: stems of the topic files beside it, and `linked` those that their index links to.
    logins: names of people that mean nothing outside this machine.
    """

    name: str | None = None
    folder: str | None = None
    path: str | None = None
    skills: Mapping[str, Collection[str]] | None = None
    files: Mapping[str, bool] | None = None
    topics: Collection[str] | None = None
    linked: Collection[str] | None = None
    logins: Collection[str] = ()


@dataclass(frozen=True)
class Document:
    """A text with all that rules ask about it.

    limit: its budget in `unit`, None for none; lines: how many standing rules fit; shown: characters of a description
    that an index of skills shows; authored: how long one may be by the authoring rules.
    """

    text: str
    kind: Kind
    profile: Profile = Profile.AGENTSKILLS
    around: Around = field(default=Around())
    dialect: Dialect = Dialect.PLAIN
    unit: Unit = Unit.CODE_POINTS
    limit: int | None = None
    lines: int = 20
    shown: int = 60
    authored: int = 60

    @cached_property
    def front(self) -> Front:
        """Its frontmatter."""
        return front.read(self.text)

    @cached_property
    def entries(self) -> tuple[Placed, ...]:
        """The entries of an entry file, copies too."""
        return placed(self.text, self.dialect)

    @cached_property
    def standing(self) -> tuple[standing.Rule, ...]:
        """The rules of a STANDING.md."""
        return standing.rules_of(self.text)

    @cached_property
    def links(self) -> tuple[topics.Link, ...]:
        """The links of an index of topics."""
        return topics.links_of(self.text)

    @cached_property
    def prose(self) -> str:
        """Its text with frontmatter, code and comments blank."""
        return markdown.prose(self.text, self.front.block.body)

    @property
    def body(self) -> str:
        """What is below the frontmatter."""
        return self.text[self.front.block.body :]

    def first_line(self) -> Span:
        """The first line that is not blank, or the start of the text."""
        start = len(self.text) - len(self.text.lstrip("\ufeff \t\r\n"))
        ends = [end for end in (self.text.find("\n", start), self.text.find("\r", start)) if end >= 0]
        return Span(start, min(ends, default=len(self.text)))
