"""What a command gets: the global flags, the output, the clock, the settings and the store, each when asked for."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, TextIO

import typer

from memgit.cli.flags import Globals
from memgit.cli.homes import find_home
from memgit.cli.output import Output, Streams
from memgit.clock import Clock, parse_when, system_clock
from memgit.config import Settings, load
from memgit.errors import NotFound, UsageError

if TYPE_CHECKING:
    from memgit.ops.index import Where
    from memgit.repo.store import Options, Store


class App:
    """One run of the program. `environ` is the only environment that commands may look at."""

    def __init__(self, flags: Globals, streams: Streams, out: Output, environ: Mapping[str, str]) -> None:
        self.flags = flags
        self.out = out
        self.environ = environ
        self.stdin: TextIO | None = streams.stdin

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

    def name(self, word: str) -> str:
        """What a word names in the home: a path from the current folder, or an absolute one, becomes one from there."""
        from memgit.cli.paths import from_home

        return from_home(self.home, word)

    @cached_property
    def settings(self) -> Settings:
        """The settings of the home, or the person's own when there is no home; what is wrong in them is said once."""
        try:
            home = self.home
        except NotFound:
            home = None
        return self.settings_of(home)

    def settings_of(self, home: Path | None) -> Settings:
        """The settings that count in a home, which need not be a store yet."""
        settings = load(home, self.environ)
        for line in settings.warnings:
            self.out.warn(line)
        return settings

    @property
    def enabled(self) -> bool:
        """Whether memgit is switched on here."""
        return self.settings.enabled

    def options(self, settings: Settings | None = None) -> Options:
        """What flags and settings say about a store."""
        from memgit.repo.store import Options

        chosen = self.settings if settings is None else settings
        return Options(
            wait=self.flags.wait,
            dry_run=self.flags.dry_run,
            max_file_size=chosen.history.max_file_size,
            author=(chosen.history.author_name, chosen.history.author_email),
            device=chosen.device,
            fsync=chosen.history.fsync,
        )

    def store(self) -> Store:
        """The store of the home; while memgit is switched off nothing can be written to it. NotFound when none."""
        return self._store

    @cached_property
    def _store(self) -> Store:
        from dataclasses import replace

        options = self.options()
        return self._open(options if self.enabled else replace(options, dry_run=True))

    def indexed(self) -> Where:
        """Where the search index of the home is, and what it is made of. NotFound when there is no home."""
        from memgit.ops.index import where
        from memgit.paths import cache_folder

        return where(self.home, self.settings, cache_folder(self.environ))

    def reopened(self) -> Store:
        """The store opened anew, with the settings as they are by then; for what runs long."""
        from dataclasses import replace

        settings = load(self.home, self.environ)
        options = self.options(settings)
        return self._open(options if settings.enabled else replace(options, dry_run=True))

    def store_at(self, home: Path) -> Store:
        """The store of another home, with its own settings."""
        from dataclasses import replace

        from memgit import layouts
        from memgit.repo.store import Store

        settings = self.settings_of(home)
        options = self.options(settings)
        options = options if settings.enabled else replace(options, dry_run=True)
        return Store.open(home, layouts.get, self.clock, options)

    def store_for_settings(self) -> Store:
        """The store, opened so that its settings can be written while memgit is switched off."""
        return self._open(self.options())

    def _open(self, options: Options) -> Store:
        from memgit import layouts
        from memgit.repo.store import Store

        return Store.open(self.home, layouts.get, self.clock, options)


class Context(typer.Context):
    """The first argument of every command: `ctx.obj` is the `App`."""

    obj: App
