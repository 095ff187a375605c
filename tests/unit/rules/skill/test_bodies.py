"""What is below the frontmatter: sections, links, scripts, length."""

from __future__ import annotations

import pytest

from memgit.model.diagnostic import Diagnostic
from memgit.rules.document import Around, Document, Kind, Profile
from memgit.rules.linting import lint

FILES = {"references/guide.md": False, "scripts/run.sh": False, "scripts/ok.sh": True}
MENTIONS = "See references/ and scripts/.\n"


def skill(body: str, *lines: str, files: dict[str, bool] | None = None) -> Document:
    head = "\n".join(("---", "name: one", "description: Does it", *lines, "---", ""))
    return Document(head + body, Kind.SKILL, Profile.HERMES, Around("SKILL.md", "one", files=files))


def found(document: Document) -> list[tuple[str, str]]:
    return [(one.code, document.text[one.span.start : one.span.end]) for one in lint(document)]


def mended(document: Document, one: Diagnostic) -> str:
    fix = one.fixes[0]
    return document.text[: fix.span.start] + fix.text + document.text[fix.span.end :]


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ("", [("skill/body-empty", "---")]),
        ("\n \n", [("skill/body-empty", "---")]),
        ("[guide](references/guide.md) [it](scripts/ok.sh)\n", []),
        ("[guide](references/guid.md)", [("skill/link-broken", "references/guid.md")]),
        ("[guide](<references/no such.md>)", [("skill/link-broken", "references/no such.md")]),
        ("[指南](references/指南.md#a)", [("skill/link-broken", "references/指南.md")]),
        ("![image](assets/a%20b.png)", [("skill/link-broken", "assets/a%20b.png")]),
        ("[ref]: references/gone.md\n", [("skill/link-broken", "references/gone.md")]),
        ("`[code](gone.md)` <!-- [comment](gone.md) -->\n\n```\n[fence](gone.md)\n```\n", []),
        ("[web](https://a.b/c.md) [mail](mailto:a@b) [top](#top) [dir](references/) [var](${DIR}/a.md)\n", []),
        ("[out](../other/SKILL.md)\n", [("skill/file-outside", "../other/SKILL.md")]),
        ("Run `./scripts/run.sh` now.\n", [("skill/script-not-executable", "./scripts/run.sh")]),
        ("```\nscripts/run.sh --all\n```\n", [("skill/script-not-executable", "scripts/run.sh")]),
        ("Run `./scripts/ok.sh` or `bash scripts/run.sh`.\n", []),
    ],
)
def test_found(body: str, expected: list[tuple[str, str]]) -> None:
    document = skill(body + (f"\n\n{MENTIONS}" if body.strip() else ""), files=FILES)
    assert found(document) == expected


def test_a_link_that_is_nearly_right_is_mended() -> None:
    document = skill("[guide](references/gide.md)\n" + MENTIONS, files=FILES)
    (one,) = lint(document)
    assert "did you mean 'references/guide.md'?" in one.message
    assert found(skill_of(mended(document, one), document)) == []


def skill_of(text: str, like: Document) -> Document:
    return Document(text, like.kind, like.profile, like.around)


def test_files_that_nothing_mentions() -> None:
    (one,) = lint(skill("Do it with scripts/ok.sh or run.sh.\n", files=FILES))
    assert one.code == "skill/file-orphan"
    assert one.message == "nothing here tells of references/guide.md"


def test_sections_of_hermes_own_skills() -> None:
    document = skill("# One\n\nAbout.\n\n## Procedure\n\nDo it.\n", "author: Hermes")
    missing = [one for one in lint(document) if one.code == "skill/section-missing"]
    names = ["When to Use", "Prerequisites", "How to Run", "Quick Reference", "Pitfalls", "Verification"]
    assert [one.message for one in missing] == [f"there is no section '{name}'" for name in names]
    text = document.text
    for one in missing:
        assert f"## {one.message.split(chr(39))[1]}" in mended(document, one)
    before = mended(document, missing[0])
    assert before.index("## When to Use") < before.index("## Procedure")
    assert found(skill("About.\n", "author: Someone")) == []
    assert text == document.text


def test_tools_of_the_shell_in_hermes_own_skills() -> None:
    sections = "\n".join(f"## {name}\n" for name in ("When to Use", "Prerequisites", "How to Run"))
    sections += "\n".join(f"## {name}\n" for name in ("Quick Reference", "Procedure", "Pitfalls", "Verification"))
    document = skill(f"# One\n\n{sections}\nLook with `grep`, not `grep -r`.\n\n```\n`cat`\n```\n", "author: Hermes")
    assert found(document) == [("skill/tool-name-shell", "grep")]
    (one,) = lint(document)
    assert "`search_files`" in mended(document, one)


def test_a_long_body() -> None:
    document = skill("".join(f"line {n}\n" for n in range(600)))
    assert found(document) == [("skill/body-too-long", "line 496")]


def test_a_body_that_is_too_big() -> None:
    document = skill("x" * 100_000)
    ((code, over),) = found(document)
    assert (code, set(over)) == ("skill/too-big", {"x"})
    assert len(document.text) - len(over) == 100_000
