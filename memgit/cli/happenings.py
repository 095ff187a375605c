"""What a watcher says: a line for what a person wants to know, with `--json` one object for everything."""

from __future__ import annotations

import os
from dataclasses import asdict
from typing import Any

from memgit.cli.freshness import MADE_ANEW
from memgit.cli.output import Output, recorded_document
from memgit.ops.index import Refreshed, Where
from memgit.ops.watch import Happening, Indexed, LeftAlone, Recording
from memgit.watch.event import Failed, HomeBack, HomeGone, Lost, Passed, Polling, Started, Watching


class Teller:
    """Tells on the output of a run. off: why nothing is recorded, None if it is."""

    def __init__(self, out: Output, place: Where, quiet: float, off: str | None) -> None:
        self._out = out
        self._place = place
        self._quiet = quiet
        self._off = off

    def tell(self, happening: Happening) -> None:
        """Say it at once."""
        if self._out.json:
            document = self._document(happening)
            if document is not None:
                self._out.event(document, "")
            return
        match happening:
            case Started():
                self._start()
            case Recording(committed):
                for line in committed.recorded.warnings:
                    self._out.warn(line)
                self._out.event({}, self._out.recorded_text(committed.recorded))
            case Indexed(refreshed):
                self._index(refreshed)
            case _:
                self._trouble(happening)
        self._out.flush()

    def _start(self) -> None:
        layout = self._place.source.layout.name
        rest = self._off or f"edits are recorded after {self._quiet:g} s without another"
        self._out.event({}, f"watching {self._place.home} ({layout}): {rest}; Ctrl-C stops it")

    def _index(self, refreshed: Refreshed) -> None:
        if refreshed.rebuilt in MADE_ANEW:
            self._out.note(MADE_ANEW[refreshed.rebuilt])
        if refreshed.stale:
            self._out.warn(f"the index is not up to date: {refreshed.stale}")
        elif refreshed.rebuilt is None:
            self._out.note("the index is up to date again")

    def _trouble(self, happening: Happening) -> None:
        match happening:
            case LeftAlone(note):
                self._out.warn(f"{note.path} cannot be recorded: {note.reason}")
            case Failed(error, retry):
                self._out.warn(f"{error}; tried again in {retry:.0f} s")
            case HomeGone():
                self._out.warn(f"{self._place.home} is gone; waiting for it to come back")
            case HomeBack():
                self._out.note(f"{self._place.home} is back")
            case Polling(reason):
                self._out.warn(f"changes cannot be watched ({reason}); the home is looked through every few seconds")
            case Watching():
                self._out.note("changes are watched again")
            case _:
                pass

    def _document(self, happening: Happening) -> dict[str, Any] | None:
        told: dict[str, Any]
        match happening:
            case Started():
                name = "started"
                told = {"home": str(self._place.home), "layout": self._place.source.layout.name}
                told |= {"pid": os.getpid(), "quiet_seconds": self._quiet, "recording": self._off is None}
            case Recording(committed):
                name, told = "recorded", recorded_document(committed.recorded)
            case LeftAlone(note):
                name, told = "left-alone", {"path": note.path, "reason": note.reason}
            case Indexed(done):
                name, told = "indexed", {"documents": done.documents, "files": done.files}
                told |= {"rebuilt": done.rebuilt, "stale": done.stale}
            case Passed(full, paths, seconds, _):
                name, told = "passed", {"full": full, "paths": paths, "seconds": round(seconds, 3)}
            case Failed() | Lost() | HomeGone() | HomeBack() | Polling() | Watching():
                name, told = _TROUBLE[type(happening)], asdict(happening)
            case _:
                return None
        return {"event": name, **told}


_TROUBLE: dict[type, str] = {
    Failed: "failed",
    Lost: "lost",
    HomeGone: "home-gone",
    HomeBack: "home-back",
    Polling: "polling",
    Watching: "watching",
}
