"""Keys of the frontmatter: what is found, where, and what not."""

from __future__ import annotations

import pytest

from memgit.model.diagnostic import Diagnostic, Severity
from memgit.rules.document import Around, Document, Kind, Profile
from memgit.rules.linting import lint

HERMES, OPEN = Profile.HERMES, Profile.AGENTSKILLS
HERE = Around(
    "SKILL.md", "one", "skills/one/SKILL.md", {"one": ("skills/one/SKILL.md",), "two": ("skills/two/SKILL.md",)}
)


def skill(*lines: str, profile: Profile = HERMES, around: Around = HERE) -> Document:
    head = "\n".join(("---", "name: one", "description: Does it", *lines, "---", "Do it.\n"))
    return Document(head, Kind.SKILL, profile, around)


def found(document: Document, code: str) -> list[Diagnostic]:
    return [one for one in lint(document) if one.code == code]


def selected(document: Document, one: Diagnostic) -> str:
    return document.text[one.span.start : one.span.end]


def mended(document: Document, one: Diagnostic) -> str:
    fix = one.fixes[0]
    return document.text[: fix.span.start] + fix.text + document.text[fix.span.end :]


@pytest.mark.parametrize(
    ("lines", "profile", "code", "severity", "at", "after"),
    [
        (["allowed_tools: Read"], OPEN, "skill/key-unknown", "warning", "allowed_tools", "allowed-tools: Read"),
        (["License: MIT"], OPEN, "skill/key-unknown", "warning", "License", "license: MIT"),
        (["version: '1'"], OPEN, "skill/key-unknown", "hint", "version", None),
        (["risk: low"], HERMES, "skill/key-unknown", "hint", "risk", None),
        (["risk: low"], Profile.STRICT, "skill/key-unknown", "error", "risk", None),
        (["version: 1.10"], HERMES, "skill/key-type", "hint", "1.10", 'version: "1.10"'),
        (["metadata: words"], HERMES, "skill/key-type", "warning", "words", None),
        (["license: 3"], HERMES, "skill/key-type", "warning", "3", 'license: "3"'),
        (["metadata:", "  hermes:", "    tags: {a: b}"], HERMES, "skill/key-type", "warning", "{a: b}", None),
        (
            ["metadata:", "  hermes:", "    config:", "      - key: a"],
            HERMES,
            "skill/key-type",
            "warning",
            "key: a",
            None,
        ),
        (["metadata:", "  hermes: {a: b}"], OPEN, "skill/key-type", "hint", "hermes", None),
        ([f"compatibility: {'x' * 501}"], OPEN, "skill/key-type", "warning", "x" * 501, None),
        (["platforms: [linux, mac]"], HERMES, "skill/platform-unknown", "warning", "mac", "[linux, macos]"),
        (["platforms: windws"], HERMES, "skill/platform-unknown", "warning", "windws", "windows"),
        (
            ["required_environment_variables:", "  - my-key"],
            HERMES,
            "skill/env-name",
            "warning",
            "my-key",
            "- MY_KEY",
        ),
        (
            ["required_environment_variables:", "  - name: 9LIVES"],
            HERMES,
            "skill/env-name",
            "warning",
            "9LIVES",
            None,
        ),
        (
            ["allowed-tools: Read, Bash(git:*)"],
            OPEN,
            "skill/allowed-tools-format",
            "hint",
            "Read, Bash(git:*)",
            "Read Bash(git:*)",
        ),
        (
            ["allowed-tools: [Read, Grep]"],
            OPEN,
            "skill/allowed-tools-format",
            "hint",
            "[Read, Grep]",
            "allowed-tools: Read Grep",
        ),
        (
            ["allowed-tools:", "  - Read", "  - Grep"],
            OPEN,
            "skill/allowed-tools-format",
            "hint",
            "- Read\n  - Grep",
            "allowed-tools: Read Grep",
        ),
        (["related_skills: [two, tow]"], HERMES, "skill/reference-unknown", "hint", "tow", "[two, two]"),
        (["author: root"], HERMES, "skill/author-from-host", "hint", "root", "author: Hermes"),
        (["author: kim@thinkpad"], HERMES, "skill/author-from-host", "hint", "kim@thinkpad", "author: Hermes"),
    ],
)
def test_found(lines: list[str], profile: Profile, code: str, severity: str, at: str, after: str | None) -> None:
    document = skill(*lines, profile=profile)
    (one,) = found(document, code)
    assert (one.severity, selected(document, one)) == (severity, at)
    if after is None:
        assert not one.fixes
    else:
        assert after in mended(document, one)
        assert not [again for again in found(skill_of(mended(document, one), document), code) if again.span == one.span]


def skill_of(text: str, like: Document) -> Document:
    return Document(text, like.kind, like.profile, like.around)


@pytest.mark.parametrize(
    "lines",
    [
        ["license: MIT", "compatibility: Python 3", "metadata:", "  author: someone", '  version: "1.0"'],
        ["allowed-tools: Read Bash(git add:*)"],
    ],
)
def test_the_specification_s_own_keys_are_fine(lines: list[str]) -> None:
    assert lint(skill(*lines, profile=OPEN)) == ()


def test_what_hermes_reads_is_fine() -> None:
    lines = [
        "version: 1.0.0",
        "author: Someone",
        "platforms: [macos, linux, windows]",
        "environments: docker",
        "tags: one",
        "required_environment_variables:",
        "  - KEY",
        "  - {name: OTHER_KEY, prompt: Give it}",
        "metadata:",
        "  hermes:",
        "    tags: [a]",
        "    related_skills: [two]",
        "    config:",
        "      - {key: a, description: b}",
    ]
    assert lint(skill(*lines)) == ()


def test_claude_takes_its_own_keys_and_commas() -> None:
    lines = ["allowed-tools: Read, Grep", "user-invocable: true", "argument-hint: '[file]'"]
    assert lint(skill(*lines, profile=Profile.CLAUDE)) == ()


def test_a_name_of_two_skills() -> None:
    around = Around("SKILL.md", "one", "skills/one/SKILL.md", {"one": ("skills/one/SKILL.md", "skills/x/one/SKILL.md")})
    (one,) = lint(skill(around=around))
    assert (one.code, one.severity) == ("skill/name-collision", Severity.WARNING)
    assert "skills/x/one/SKILL.md" in one.message


def test_the_members_of_a_bundle() -> None:
    text = "name: both\nskills:\n  - two\n  - one\n  - gone\n"
    (one,) = lint(Document(text, Kind.BUNDLE, HERMES, HERE))
    assert (one.code, text[one.span.start : one.span.end]) == ("skill/reference-unknown", "gone")


def test_a_name_in_another_case() -> None:
    (one,) = lint(skill(around=Around("skill.md", "one")))
    assert one.code == "skill/file-name"
