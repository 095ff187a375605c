"""What a command says: results to stdout, everything else to stderr, as text for people or as one JSON document."""

from __future__ import annotations

import os
import time
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING, Any, NamedTuple, TextIO

from memgit.cli.flags import Globals
from memgit.cli.render import printable, short, styled

if TYPE_CHECKING:
    from memgit.model.change import Recorded

_PATIENCE = 0.5
_TICK = 0.1


class Streams(NamedTuple):
    """Where a run reads and writes."""

    stdin: TextIO
    stdout: TextIO
    stderr: TextIO


class Output:
    """The two streams of a run, and how things are shown on them."""

    def __init__(self, streams: Streams, flags: Globals, environ: Mapping[str, str]) -> None:
        self._out = streams.stdout
        self._err = streams.stderr
        self._environ = environ
        self.json = flags.json
        self._terminal = _is_terminal(self._out) and not flags.json
        self._paged = self._terminal and flags.pager and environ.get("TERM") != "dumb"
        self._colored = not flags.json and _wants_color(self._out, flags.color, environ)
        self._err_terminal = _is_terminal(self._err)
        self._err_colored = not flags.json and _wants_color(self._err, flags.color, environ)

    @property
    def terminal(self) -> bool:
        """Whether a person reads stdout on a terminal."""
        return self._terminal

    @property
    def columns(self) -> int | None:
        """How many cells wide the terminal is on which a person reads stdout, at least 20; None without one."""
        if not self._terminal:
            return None
        named = self._environ.get("COLUMNS", "")
        if named.isdecimal() and int(named):
            return max(int(named), 20)
        try:
            return max(os.get_terminal_size(self._out.fileno()).columns, 20)
        except (OSError, ValueError):
            return 80

    def event(self, document: Mapping[str, Any], line: str) -> None:
        """Say at once that something happened: with `--json` the document on one line, else a line."""
        if self.json:
            self._dump(self._out, document, one_line=True)
        else:
            self._out.write(self._line(line))
        self._out.flush()

    def show(self, document: Mapping[str, Any], text: str | Iterable[str]) -> None:
        """Print the result: the document with `--json`, else the text; an iterable of lines is read as needed."""
        if self.json:
            self._dump(self._out, document)
            return
        given = [text] if isinstance(text, str) and text else text
        lines = (self._line(line) for line in given)
        if not self._paged:
            self._out.writelines(lines)
            return
        from memgit.cli.pager import write_paged

        write_paged((part for line in lines for part in line.splitlines(keepends=True)), self._out, self._environ)

    def raw(self, data: bytes) -> None:
        """Write bytes to stdout as they are: the content of a file."""
        if self._terminal:
            self.show({}, data.decode("utf-8", "backslashreplace"))
            return
        self._out.flush()
        self._out.buffer.write(data)
        self._out.buffer.flush()

    def recorded(self, recorded: Recorded, extra: Mapping[str, Any] | None = None) -> None:
        """Say what a write recorded and how to take it back; what the person should see besides goes to stderr."""
        for line in recorded.warnings:
            self.warn(line)
        document = {**recorded_document(recorded), **(extra or {})}
        self.show(document, self.recorded_text(recorded))

    def recorded_text(self, recorded: Recorded) -> str:
        """What a write recorded and how to take it back, for people."""
        if recorded.dry_run and recorded.paths:
            return "\n".join((f"would record: {recorded.subject}", *(f"  {path}" for path in recorded.paths)))
        if recorded.id is None:
            return f"nothing to do: {recorded.subject}"
        undo = self.style(f"undo: memgit restore {short(recorded.id)}", "dim")
        said = f"{recorded.subject}  [{self.style(short(recorded.id), 'yellow')}]  {undo}"
        if recorded.external is None:
            return said
        return f"outside edits recorded first  [{self.style(short(recorded.external), 'yellow')}]\n{said}"

    def warn(self, line: str) -> None:
        """Say what may be wrong, on stderr."""
        label = styled("warning:", "yellow") if self._err_colored else "warning:"
        self._say(f"memgit: {label} ", line)

    def note(self, line: str) -> None:
        """Say what is good to know, on stderr."""
        self._say("memgit: ", line)

    def error(self, message: str, hints: Iterable[str]) -> None:
        """Say what went wrong and what to do, on stderr."""
        error = styled("error:", "red") if self._err_colored else "error:"
        hint = styled("hint:", "cyan") if self._err_colored else "hint:"
        self._say(f"memgit: {error} ", message)
        for line in hints:
            self._say(f"memgit: {hint} ", line)

    def error_document(self, document: Mapping[str, Any]) -> None:
        """Print an error as one JSON object on stderr."""
        self._dump(self._err, document)

    def style(self, text: str, style: str) -> str:
        """Text in a style of `render.STYLES`; as it is when there is no colour."""
        return styled(text, style) if self._colored else text

    @contextmanager
    def progress(self, label: str, total: int) -> Iterator[Progress]:
        """Show how far a long task is, on a terminal's stderr, once it has taken half a second."""
        progress = Progress(self._err if self._err_terminal else None, label, total)
        try:
            yield progress
        finally:
            progress.clear()

    def flush(self) -> None:
        """Write out what is buffered."""
        self._out.flush()
        self._err.flush()

    def _line(self, text: str) -> str:
        line = text if text.endswith("\n") else f"{text}\n"
        return printable(line, styles=self._colored) if self._terminal else line

    def _say(self, label: str, line: str) -> None:
        with suppress(OSError):  # what stdout cannot take is said by the error that is on its way
            self._out.flush()
        line = line.replace("\r", "\\r").replace("\n", "\\n")  # a name of several lines stays on one
        self._err.write(f"{label}{printable(line) if self._err_terminal else line}\n")

    def _dump(self, stream: TextIO, document: Mapping[str, Any], one_line: bool = False) -> None:
        import json

        indent = 2 if _is_terminal(stream) and not one_line else None
        stream.write(json.dumps(document, ensure_ascii=False, indent=indent, default=_plain) + "\n")


class Progress:
    """A line on a terminal that says how far a task is."""

    def __init__(self, stream: TextIO | None, label: str, total: int) -> None:
        self._stream = stream
        self._label = label
        self._total = total
        self._done = 0
        self._next = time.monotonic() + _PATIENCE
        self._shown = False

    def advance(self, n: int = 1) -> None:
        """Count `n` more as done."""
        self._done += n
        if self._stream is None or (now := time.monotonic()) < self._next:
            return
        self._next = now + _TICK
        self._shown = True
        share = f" {min(100, self._done * 100 // self._total)}%" if self._total else ""
        self._stream.write(f"\r{self._label}:{share} ({self._done:,}{f'/{self._total:,}' if self._total else ''})")
        self._stream.flush()

    def clear(self) -> None:
        """Take the line off the screen."""
        if self._shown and self._stream is not None:
            self._stream.write("\r\x1b[K")
            self._stream.flush()


def recorded_document(recorded: Recorded) -> dict[str, Any]:
    """What every write answers as JSON."""
    from memgit.clock import rfc3339

    document: dict[str, Any] = {
        "id": recorded.id,
        "time": rfc3339(recorded.time),
        "origin": str(recorded.origin),
        "action": str(recorded.action),
        "subject": recorded.subject,
        "paths": list(recorded.paths),
        "undo": None if recorded.id is None else f"memgit restore {recorded.id}",
    }
    if recorded.external is not None:
        document["external"] = recorded.external
    if recorded.warnings:
        document["warnings"] = list(recorded.warnings)
    if recorded.dry_run:
        document["dry_run"] = True
    return document


def _plain(value: object) -> object:
    """What `json` cannot write itself: tuples of our own, sets, paths, enumerations."""
    if isinstance(value, (set, frozenset)):
        return sorted(value)
    if isinstance(value, Mapping):
        return dict(value)
    return str(value)


def _is_terminal(stream: TextIO) -> bool:
    try:
        return stream.isatty()
    except ValueError:
        return False


def _wants_color(stream: TextIO, when: str, environ: Mapping[str, str]) -> bool:
    """Whether to colour: as told; else on a terminal that is not dumb, unless NO_COLOR is set (no-color.org)."""
    if when != "auto":
        return when == "always"
    return _is_terminal(stream) and not environ.get("NO_COLOR") and environ.get("TERM") != "dumb"
