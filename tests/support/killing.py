"""A process that dies at a named step of the unit of work, and another program that acts at one."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from memgit.repo import failpoint


def killed_at(step: str, work: Callable[[], object]) -> bool:
    """Do the work in a forked process that is killed at a step; whether it got there."""
    child = os.fork()
    if child == 0:
        failpoint.hook = lambda reached: os.kill(os.getpid(), signal.SIGKILL) if reached == step else None
        try:
            work()
        finally:
            os._exit(0)
    return os.WIFSIGNALED(os.waitpid(child, 0)[1])


@contextmanager
def acting_at(**acts: Callable[[], object]) -> Iterator[None]:
    """Have each act happen once, when its step (`files_placed`) is first reached."""
    left = {step.replace("_", "-"): act for step, act in acts.items()}

    def hook(reached: str) -> None:
        act = left.pop(reached, None)
        if act is not None:
            act()

    failpoint.hook = hook
    try:
        yield
    finally:
        failpoint.hook = None
    assert not left, f"never reached: {left}"
