from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

import pytest
from support.commits import History

from memgit.repo import lineage
from memgit.repo.path_cache import PathCache, open_cache


@pytest.fixture
def history(tmp_path: Path) -> History:
    return History(tmp_path)


@pytest.fixture
def archived_and_back(history: History) -> list[str]:
    return [
        history.commit({"s/cat/x/SKILL.md": "1\n2\n3\n", "other": "1"}, "new"),
        history.commit({"s/cat/x/SKILL.md": "1\n2\n3\n4\n"}, "patch"),
        history.move("s/cat/x", "s/.archive/x", subject="archive"),
        history.commit({"other": "2"}, "elsewhere"),
        history.move("s/.archive/x", "s/cat/x", told=False, subject="restore"),
        history.commit({"s/cat/x/SKILL.md": "1\n2\n3\n5\n"}, "patch again"),
        history.move("s/cat/x", "s/dog/y", told=False, subject="rename"),
    ]


@pytest.fixture
def cache(history: History) -> Iterator[PathCache]:
    with open_cache(Path(":memory:"), history.repo) as opened:
        yield opened


def commits(cache: PathCache, path: str, present: bool = True) -> list[str]:
    return list(dict.fromkeys(touch.commit for touch in lineage.touches(cache, path, present)))


def test_through_archive_restore_and_rename(archived_and_back: list[str], cache: PathCache) -> None:
    life = [commit for n, commit in enumerate(reversed(archived_and_back)) if n != 3]
    assert commits(cache, "s/dog/y") == life
    assert commits(cache, "s/dog/y/SKILL.md") == life


def test_an_old_name_leads_to_the_new_one(archived_and_back: list[str], cache: PathCache) -> None:
    assert commits(cache, "s/cat/x", present=False) == commits(cache, "s/dog/y")


def test_bytes_before_a_move_are_those_of_where_it_came_from(archived_and_back: list[str], cache: PathCache) -> None:
    touches = lineage.touches(cache, "s/dog/y/SKILL.md", True)
    for newer, older in pairwise(touches):
        assert newer.before == older.after
    assert touches[-1].before is None


def test_where_it_was_then(archived_and_back: list[str], cache: PathCache) -> None:
    places = [lineage.path_at(cache, "s/dog/y", True, n) for n in range(1, 8)]
    assert places == ["s/cat/x", "s/cat/x", "s/.archive/x", "s/.archive/x", "s/cat/x", "s/cat/x", "s/dog/y"]


def test_deleted_and_made_again_is_one_life(history: History) -> None:
    ids = [history.commit({"s/x/SKILL.md": text, "k": "1"}) for text in ("1", None, "2")]
    with open_cache(Path(":memory:"), history.repo) as cache:
        assert commits(cache, "s/x") == ids[::-1]


def test_a_new_thing_at_an_old_place_keeps_its_own_name(history: History) -> None:
    history.commit({"s/x/SKILL.md": "the first one\n"})
    history.move("s/x", "s/.archive/x")
    newer = history.commit({"s/x/SKILL.md": "quite another\n"})
    with open_cache(Path(":memory:"), history.repo) as cache:
        assert newer in commits(cache, "s/x")
        assert newer not in commits(cache, "s/.archive/x")
