from __future__ import annotations

import threading
import time

from memgit.watch.inbox import Batch, Inbox


def test_what_came_is_taken_once() -> None:
    inbox = Inbox(lambda: 7.0)
    inbox.touched("skills/a", fresh=True)
    inbox.touched("skills/a/x")
    assert (inbox.stirred, inbox.due(1, 9)) == (7.0, 8.0)
    assert inbox.take() == Batch(frozenset({"skills/a"}), frozenset({"skills/a"}), None, None)
    assert inbox.take() == Batch(frozenset(), frozenset(), None, None)
    inbox.again(frozenset({"skills/a"}))
    assert inbox.take() == Batch(frozenset({"skills/a"}), frozenset(), None, None)


def test_lost_and_broken_are_everything_with_the_first_reason() -> None:
    inbox = Inbox()
    inbox.lost("overflow")
    inbox.lost("again")
    inbox.broken("no space")
    assert inbox.take() == Batch(None, frozenset(), "overflow", "no space")


def test_going_is_known_until_cleared() -> None:
    inbox = Inbox()
    inbox.gone()
    inbox.touched("a")
    inbox.take()
    assert inbox.is_gone
    inbox.clear()
    assert not inbox.is_gone
    assert inbox.due(0, 0) is None


def test_the_first_path_of_a_burst_ends_a_wait_and_the_others_do_not() -> None:
    inbox = Inbox()
    inbox.touched("a")
    started = time.monotonic()
    inbox.wait(9)
    assert time.monotonic() - started < 1
    inbox.touched("b")
    started = time.monotonic()
    inbox.wait(0.02)
    assert time.monotonic() - started >= 0.02


def test_a_wait_ends_from_another_thread() -> None:
    inbox = Inbox()
    threading.Timer(0.02, inbox.wake).start()
    started = time.monotonic()
    inbox.wait(9)
    assert time.monotonic() - started < 1
