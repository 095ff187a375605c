"""What a command gets: the global flags, the output, the clock, the settings and the store, each when asked for."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

import typer

from memgit import config
from memgit.cli.flags import Globals
from memgit.cli.homes import find_home
from memgit.cli.output import Output, Streams
from memgit.clock import Clock, parse_when, system_clock
from memgit.config import Settings
from memgit.errors import NotFound, UsageError

if TYPE_CHECKING:
    from memgit.repo.store import Options, Store


class App:
    """One run of the program. `environ` is the only environment that commands may look at."""

    def __init__(self, flags: Globals, streams: Streams, out: Output, environ: Mapping[str, str]) -> None:
        self.flags = flags
        self.stdin = streams.stdin
        self.out = out
        self.environ = environ

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

    @cached_property
    def settings(self) -> Settings:
        """The settings of the home and the person; what is wrong in them is said once."""
        return self.settings_of(self.home)

    def settings_of(self, home: Path | None) -> Settings:
        """The settings that count in a home."""
        found = config.load(home, self.environ)
        for line in found.warnings:
            self.out.warn(line)
        return found

    def options(self, settings: Settings) -> Options:
        """What settings and flags say about a store."""
        from memgit.repo.store import Options

        return Options(
            wait=self.flags.wait,
            dry_run=self.flags.dry_run,
            max_file_size=settings.value("history.max_file_size"),
            author=(settings.value("history.author_name"), settings.value("history.author_email")),
            device=settings.value("device"),
            fsync=settings.value("history.fsync"),
        )

    @property
    def enabled(self) -> bool:
        """Whether memgit may write in this home."""
        return bool(self.settings_of(self.home_if_any()).value("enabled"))

    def home_if_any(self) -> Path | None:
        """The home, None when there is none."""
        try:
            return self.home
        except NotFound:
            return None

    def store(self) -> Store:
        """Open the store of the home. Raises NotFound (3) when there is none."""
        return self._store

    @cached_property
    def _store(self) -> Store:
        from memgit import layouts
        from memgit.repo.store import Store

        return Store.open(self.home, layouts.get, self.clock, self.options(self.settings))


class Context(typer.Context):
    """The first argument of every command: `ctx.obj` is the `App`."""

    obj: App
