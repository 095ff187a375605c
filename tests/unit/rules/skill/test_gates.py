"""What a write refuses and what lint calls an error are the same."""

from __future__ import annotations

import pytest
from support.odd_skills import ODD

from memgit.formats.skill import validate_for_write
from memgit.model.diagnostic import Severity
from memgit.rules.document import Around, Document, Kind, Profile
from memgit.rules.linting import lint


@pytest.mark.parametrize("name", ODD)
def test_a_write_refuses_what_lint_calls_an_error(name: str) -> None:
    text = ODD[name].data.decode("utf-8", "surrogateescape")
    found = lint(Document(text, Kind.SKILL, Profile.HERMES, Around("SKILL.md", "deploy")))
    errors = [one.code for one in found if one.severity is Severity.ERROR and one.code.startswith("skill/")]
    problems = validate_for_write(ODD[name].data, creating=False)
    named = [problem for problem in problems if "has no name" not in problem]  # agents take the folder's then
    assert bool(named) == bool(errors), (problems, errors)
