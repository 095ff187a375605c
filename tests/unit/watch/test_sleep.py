from __future__ import annotations

from memgit.watch.sleep import Sleep, drift


def test_a_drift_that_grows_is_sleep_once() -> None:
    ahead = iter([100.0, 100.001, 500.0, 500.0, 500.2])
    sleep = Sleep(lambda: next(ahead))
    assert [sleep.slept() for _ in range(4)] == [False, True, False, False]


def test_awake_the_clocks_go_alike() -> None:
    assert abs(drift() - drift()) < 0.5
    assert not Sleep().slept()
