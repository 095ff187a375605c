"""Bundles of a home."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from support.skill_home import FILES, SkillHome, skill_text

from memgit.errors import NotFound, Refused, UsageError
from memgit.formats.bundle import Bundle
from memgit.skills import bundles, edits
from memgit.skills.archive import archive
from memgit.skills.find import find, skills_of
from memgit.skills.writer import DiskTree

Make = Callable[..., SkillHome]


def test_new_writes_the_file_the_agent_writes(make: Make) -> None:
    home = make()
    recorded = home.do(bundles.new, Bundle("Deep Work", ("alpha", "dev/beta"), "Both", "First alpha.\nThen beta."))
    assert recorded.paths == ("skill-bundles/deep-work.yaml",)
    assert home.read("skill-bundles/deep-work.yaml") == (
        b"name: Deep Work\nskills:\n- alpha\n- dev/beta\ndescription: Both\n"
        b"instruction: |-\n  First alpha.\n  Then beta.\n"
    )
    kept = bundles.find_bundle(DiskTree(home.store), "deep-work")
    assert kept.skills == ("alpha", "dev/beta")
    assert bundles.missing_of(kept, skills_of(DiskTree(home.store))) == []


def test_new_refuses_what_is_not_there_or_there_already(make: Make) -> None:
    home = make({**FILES, "skill-bundles/mine.yml": "name: Deep  Work\nskills: [alpha]\n"})
    for wanted, error in (
        (Bundle("x", ("gamma",)), NotFound),
        (Bundle("deep_work", ("alpha",)), Refused),
        (Bundle("。。。", ("alpha",)), Refused),
        (Bundle("x", ()), Refused),
        (Bundle("x", ("al*",)), UsageError),
    ):
        with pytest.raises(error):
            home.do(bundles.new, wanted)


def test_a_home_without_bundles(make: Make) -> None:
    home = make(layout="claude")
    assert bundles.bundles_of(DiskTree(home.store)) == []
    with pytest.raises(NotFound):
        home.do(bundles.new, Bundle("x", ("alpha",)))


def test_the_first_of_a_slug_wins_and_a_broken_one_says_why(make: Make) -> None:
    home = make(
        {
            **FILES,
            "skill-bundles/a.yml": "skills: [alpha]\n",
            "skill-bundles/z.yaml": "name: A\nskills: [beta]\n",
            "skill-bundles/broken.yaml": "skills: [\n",
        }
    )
    broken, first, second = bundles.bundles_of(DiskTree(home.store))
    assert broken.problem is not None
    assert (first.path, first.shadowed) == ("skill-bundles/z.yaml", False)
    assert (second.path, second.shadowed) == ("skill-bundles/a.yml", True)
    assert bundles.find_bundle(DiskTree(home.store), "a") == first
    assert bundles.find_bundle(DiskTree(home.store), "skill-bundles/a.yml") == second


def test_taking_a_skill_away_warns_of_bundles_that_name_it(make: Make) -> None:
    home = make({**FILES, "skill-bundles/both.yaml": "skills: [alpha, dev/beta]\n"})
    with home.writer() as writer:
        edited = archive(writer, [find(writer, "beta")])
    assert edited.warnings == ("the bundle 'both' names 'dev/beta': take it out of skill-bundles/both.yaml",)
    with home.writer() as writer:
        edited = edits.delete(writer, find(writer, "alpha"), None)
    assert len(edited.warnings) == 1
    home.do(edits.new, "gamma", None, skill_text("alpha").encode())
    with home.writer() as writer:
        edited = edits.delete(writer, find(writer, "skills/alpha"), None)
    assert edited.warnings == ()
