from __future__ import annotations

import pytest

from memgit.watch.agenda import Agenda, Task, Wait
from memgit.watch.timing import Timing

TIMING = Timing(quiet=5, full=600, polling=2)


@pytest.fixture
def agenda() -> Agenda:
    """One that had its first pass at 0, which found nothing."""
    agenda = Agenda(TIMING)
    agenda.passed(0, full=True, changed=False)
    return agenda


def test_a_full_pass_comes_first() -> None:
    assert Agenda(TIMING).next(0, None, 0) is Task.FULL


def test_idle_it_waits_for_the_next_full_pass(agenda: Agenda) -> None:
    assert agenda.next(1, None, 0) == Wait(599)
    assert agenda.next(600, None, 0) is Task.FULL


def test_a_pass_when_it_is_due(agenda: Agenda) -> None:
    assert agenda.next(10, 10.5, 10) == Wait(0.5)
    assert agenda.next(10.5, 10.5, 10) is Task.PASS


def test_changes_are_recorded_when_it_was_quiet(agenda: Agenda) -> None:
    agenda.passed(10, full=False, changed=True)
    assert agenda.next(11, None, 9) == Wait(4)
    assert agenda.next(15, None, 12) == Wait(2)
    assert agenda.next(17, None, 12) is Task.RECORD
    agenda.recorded()
    assert agenda.next(18, None, 12) == Wait(582)


def test_passes_that_find_nothing_neither_cause_nor_put_off_a_recording(agenda: Agenda) -> None:
    agenda.passed(10, full=False, changed=False)
    assert agenda.next(100, None, 10) == Wait(500)
    agenda.passed(100, full=True, changed=True)
    agenda.passed(103, full=True, changed=False)
    assert agenda.next(105, None, 10) is Task.RECORD


def test_failed_passes_are_tried_again_in_full_less_and_less_often(agenda: Agenda) -> None:
    now, waits = 10.0, []
    for _ in range(8):
        waits.append(agenda.failed(now, Task.PASS))
        assert agenda.next(now, now, now) == Wait(waits[-1])
        now += waits[-1]
        assert agenda.next(now, now, now) is Task.FULL
    assert waits == [1, 2, 4, 8, 16, 32, 60, 60]
    agenda.passed(now, full=True, changed=False)
    assert agenda.failed(now, Task.FULL) == 1


def test_a_pass_that_succeeds_does_not_hasten_a_recording_that_fails(agenda: Agenda) -> None:
    agenda.passed(0, full=False, changed=True)
    now, waits = 5.0, []
    for _ in range(3):
        assert agenda.next(now, None, 0) is Task.RECORD
        waits.append(agenda.failed(now, Task.RECORD))
        now += waits[-1]
        assert agenda.next(now, None, 0) is Task.FULL
        agenda.passed(now, full=True, changed=False)
    assert waits == [1, 2, 4]
    agenda.recorded()
    assert agenda.failed(now, Task.RECORD) == 1


def test_polling_is_full_passes_at_short_intervals(agenda: Agenda) -> None:
    agenda.poll(True)
    agenda.passed(10, full=True, changed=False)
    assert agenda.next(10, None, 0) == Wait(2)
    assert agenda.next(12, None, 0) is Task.FULL
    agenda.poll(False)
    agenda.passed(12, full=True, changed=False)
    assert agenda.next(12, None, 0) == Wait(600)


def test_a_demand_is_met_at_once_but_for_a_failure(agenda: Agenda) -> None:
    agenda.demand()
    assert agenda.next(1, None, 0) is Task.FULL
    agenda.failed(1, Task.FULL)
    agenda.demand()
    assert agenda.next(1.5, None, 0) == Wait(0.5)
