"""Skills of every odd kind: what is found, that places are exact, that mends mend."""

from __future__ import annotations

import pytest
from support.odd_skills import ODD, Odd

from memgit.model.diagnostic import Diagnostic, Severity
from memgit.rules.document import Around, Document, Kind, Profile
from memgit.rules.linting import lint

GRAVE = (Severity.ERROR, Severity.WARNING)


def document(name: str, text: str | None = None, profile: Profile = Profile.AGENTSKILLS) -> Document:
    given = ODD[name].data.decode("utf-8", "surrogateescape") if text is None else text
    return Document(given, Kind.SKILL, profile, Around(folder=name))


def found(name: str) -> list[Diagnostic]:
    return [one for one in lint(document(name)) if one.severity in GRAVE]


@pytest.mark.parametrize(("name", "odd"), ODD.items(), ids=ODD)
def test_what_is_found(name: str, odd: Odd) -> None:
    assert tuple(sorted(one.code for one in found(name))) == odd.found


@pytest.mark.parametrize("profile", Profile)
@pytest.mark.parametrize("name", ODD)
def test_every_mend_mends_and_changes_nothing_else(name: str, profile: Profile) -> None:
    before = document(name, profile=profile)
    known = {one.code for one in lint(before) if one.severity is Severity.ERROR}
    for one in lint(before):
        for fix in one.fixes:
            text = before.text[: fix.span.start] + fix.text + before.text[fix.span.end :]
            assert text != before.text
            after = lint(document(name, text, profile))
            places = [other.span.start for other in after if other.code == one.code]
            same = [other for other in lint(before) if other.code == one.code]
            assert len(places) < len(same), (one, text)
            new = {other.code for other in after if other.severity is Severity.ERROR} - known
            assert not new, (one, fix, text)


@pytest.mark.parametrize(
    ("name", "code", "selected"),
    [
        ("colon", "skill/frontmatter-yaml", ":"),
        ("emoji", "skill/frontmatter-yaml", ":"),
        ("at", "skill/frontmatter-yaml", "@"),
        ("tab", "skill/frontmatter-yaml", "\t"),
        ("crlf-colon", "skill/frontmatter-yaml", ":"),
        ("heading", "skill/frontmatter-missing", "# Heading"),
        ("blank-first", "skill/frontmatter-missing", "---"),
        ("last-line", "skill/frontmatter-unclosed", "---"),
        ("unclosed", "skill/frontmatter-unclosed", "---"),
        ("duplicate", "skill/frontmatter-duplicate-key", "description"),
        ("no-name", "skill/name-missing", "---"),
        ("no-description", "skill/description-missing", "---"),
        ("empty-description", "skill/description-empty", "description"),
        ("list-description", "skill/description-not-text", "[a, b]"),
        ("61", "skill/description-over-60", "d" * 61),
        ("yes", "skill/name-not-text", "yes"),
        ("Upper", "skill/name-invalid", "Upper"),
        ("中文", "skill/name-invalid", "中文"),
        ("other-folder", "skill/name-mismatch", "some-name"),
        ("list", "skill/frontmatter-not-a-mapping", "- a"),
    ],
)
def test_what_a_finding_selects(name: str, code: str, selected: str) -> None:
    given = document(name)
    (one,) = [one for one in lint(given) if one.code == code]
    assert given.text[one.span.start : one.span.end] == selected


def test_the_first_line_of_a_description_is_shown_as_the_agent_sees_it() -> None:
    text = f"---\nname: long\ndescription: {'字' * 100}\n---\nDo it.\n"
    (one,) = lint(document("long", text, Profile.HERMES))
    assert one.severity is Severity.WARNING
    assert f"shows only: {'字' * 57}..." in one.message


def test_pi_reads_neither_crlf_nor_blocks() -> None:
    crlf = "---\r\nname: one\r\ndescription: Does it\r\n---\r\nDo it.\r\n"
    assert [one.code for one in lint(document("one", crlf, Profile.PI))] == ["skill/frontmatter-missing"]
    block = "---\nname: one\ndescription: >\n  Does it\n---\nDo it.\n"
    (one,) = lint(document("one", block, Profile.PI))
    assert (one.code, one.message) == ("skill/description-not-text", "pi reads '>' as the description")
