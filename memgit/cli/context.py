"""What a command gets: the global flags, the output, the clock, the settings and the store, each made when asked for."""

from __future__ import annotations

import os
from datetime import datetime
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

import typer

from memgit.cli.flags import Globals
from memgit.cli.homes import find_home
from memgit.cli.output import Output
from memgit.clock import Clock, parse_when, system_clock
from memgit.errors import UsageError

if TYPE_CHECKING:
    from memgit.repo.store import Store


class App:
    """One run of the program. `environ` is the only environment that commands may look at."""

    def __init__(self, flags: Globals, out: Output, environ: dict[str, str] | None = None) -> None:
        self.flags = flags
        self.out = out
        self.environ = dict(os.environ) if environ is None else environ

    @cached_property
    def clock(self) -> Clock:
        """The system's clock; with MEMGIT_NOW a clock that stands still, for tests."""
        fixed = self.environ.get("MEMGIT_NOW")
        if not fixed:
            return system_clock
        moment = parse_when(fixed, system_clock())
        if moment is None:
            raise UsageError(f"MEMGIT_NOW is '{fixed}', which is not a date")
        return lambda: moment

    def now(self) -> datetime:
        """The time now, UTC."""
        return self.clock()

    @cached_property
    def home(self) -> Path:
        """The home to work on. Raises NotFound (3) when there is none."""
        return find_home(self.flags.home, self.environ)

    def store(self) -> Store:
        """Open the store of the home. Raises NotFound (3) when there is none."""
        return self._store

    @cached_property
    def _store(self) -> Store:
        from memgit.repo.store import Store

        return Store.open(self.home, clock=self.clock)


class Context(typer.Context):
    """The first argument of every command: `ctx.obj` is the `App`."""

    obj: App
