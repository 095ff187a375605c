from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from memgit.watch.dirt import MOST_PATHS, Dirt, covering

paths = st.lists(st.sampled_from("abc"), min_size=1, max_size=4).map("/".join)


@given(st.sets(paths))
def test_a_covering_stands_for_all_and_nothing_twice(found: set[str]) -> None:
    covers = covering(found)
    assert covers <= found
    for path in found:
        above = [cover for cover in covers if path == cover or path.startswith(f"{cover}/")]
        assert len(above) == 1


def test_names_that_only_begin_alike_are_apart() -> None:
    assert covering(["skills/a", "skills/ab", "skills/a/x"]) == {"skills/a", "skills/ab"}


def test_a_pass_waits_for_events_to_end_but_not_forever() -> None:
    dirt = Dirt()
    assert dirt.due(0.05, 0.25) is None
    dirt.add("a", 10.0)
    assert dirt.due(0.05, 0.25) == 10.05
    dirt.add("b", 10.04)
    assert dirt.due(0.05, 0.25) == 10.04 + 0.05
    for n in range(100):
        dirt.add("c", 10.05 + n / 100)
    assert dirt.due(0.05, 0.25) == 10.25
    assert dirt.take() == {"a", "b", "c"}
    assert dirt.due(0.05, 0.25) is None


def test_too_many_paths_are_everything() -> None:
    dirt = Dirt()
    for n in range(MOST_PATHS + 1):
        dirt.add(f"skills/{n}", 0.0)
    dirt.add("more", 0.0)
    assert dirt.take() is None
    assert dirt.take() == frozenset()


def test_many_paths_in_one_folder_are_the_folder() -> None:
    dirt = Dirt()
    dirt.add("skills/a", 0.0)
    for n in range(10 * MOST_PATHS):
        dirt.add(f"skills/a/{n}", 0.0)
    assert dirt.take() == {"skills/a"}


def test_everything_swallows_paths() -> None:
    dirt = Dirt()
    dirt.add("a", 1.0)
    dirt.add_all(2.0)
    assert dirt.due(1, 9) == 3.0
    assert dirt.take() is None
