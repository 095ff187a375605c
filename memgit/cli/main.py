"""The entry point: takes the global flags off, finds the command, runs it, and turns every error into an exit code."""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping, Sequence
from contextlib import suppress

from memgit.cli import failure, overview
from memgit.cli.commands import ROWS, Row, children, did_you_mean, is_group
from memgit.cli.flags import HELP, Globals, glance, hoist
from memgit.cli.output import Output, Streams
from memgit.errors import UsageError


def run() -> None:
    """The console script `memgit`."""
    for name in ("stdout", "stderr"):
        if getattr(sys, name) is None:  # closed by whoever started us
            setattr(sys, name, open(os.devnull, "w", encoding="utf-8"))  # noqa: SIM115
    for stream in (sys.stdout, sys.stderr):
        # names of files may hold bytes that are no text; in JSON the escape is the right one
        with suppress(AttributeError):
            stream.reconfigure(encoding="utf-8", errors="backslashreplace")  # type: ignore[union-attr]
    sys.exit(main(sys.argv[1:]))


def main(argv: Sequence[str], streams: Streams | None = None, environ: Mapping[str, str] | None = None) -> int:
    """Run one command line; answers its exit code."""
    edge = _Run(list(argv), streams or Streams(sys.stdin, sys.stdout, sys.stderr), environ)
    try:
        return edge.run()
    except KeyboardInterrupt:
        return failure.INTERRUPTED
    except BrokenPipeError:
        return edge.abandoned()
    except Exception as error:
        try:
            return edge.failed(error)
        except BrokenPipeError:
            return edge.abandoned()


class _Run:
    """One command line on its way."""

    def __init__(self, argv: list[str], streams: Streams, environ: Mapping[str, str] | None) -> None:
        self.argv = argv
        self.streams = streams
        self.environ = dict(os.environ) if environ is None else environ
        self.flags = glance(argv)
        self.out = Output(streams, self.flags, self.environ)
        self.words = ""

    def run(self) -> int:
        """Parse and run; answers the exit code of the command."""
        self.flags, words = hoist(self.argv)
        self.out = Output(self.streams, self.flags, self.environ)
        code = self._dispatch(words, self.flags)
        self.out.flush()
        return code

    def failed(self, error: Exception) -> int:
        """Say what went wrong; answers its exit code."""
        debug = self.flags.debug or bool(self.environ.get("MEMGIT_DEBUG"))
        problem = failure.as_problem(error, self.words)
        if problem is None:
            code = failure.crashed(error, self.argv, self.out, self.environ, debug)
        else:
            code = failure.report(problem, self.out)
        try:
            self.out.flush()
        except OSError:
            self.abandoned()
        return code

    def abandoned(self) -> int:
        """Nobody reads on: keep Python from complaining when it flushes at the end."""
        with suppress(OSError, ValueError):
            null = os.open(os.devnull, os.O_WRONLY)
            os.dup2(null, self.streams.stdout.fileno())
            os.close(null)
        return 0

    def _dispatch(self, words: list[str], flags: Globals) -> int:
        if not words or words[0] in HELP:
            return overview.show(self.out)
        if words[0] in ("--version", "-V"):
            words = ["version", *words[1:]]
        row, rest = find(words)
        if is_group(row.words):
            return overview.show_group(row, self.out)
        self.words = row.words
        if row.words == "help" and not set(rest) & set(HELP) and overview.can_show(rest):
            return overview.show_page(rest, self.out)
        from memgit.cli.context import App
        from memgit.cli.invoke import invoke

        return invoke(row, rest, App(flags, self.streams, self.out, self.environ))


def find(words: Sequence[str]) -> tuple[Row, list[str]]:
    """The command that words name, and the words left for it. Raises UsageError for none, with the nearest."""
    first, rest = words[0], list(words[1:])
    if first not in ROWS or " " in first:
        raise _unknown(first, "")
    if not is_group(first) or not rest or rest[0] in HELP:
        return ROWS[first], rest
    both = f"{first} {rest[0]}"
    if both not in ROWS:
        raise _unknown(rest[0], first)
    return ROWS[both], rest[1:]


def _unknown(word: str, group: str) -> UsageError:
    place = f"memgit {group}".rstrip()
    if word.startswith("-"):
        return UsageError(f"there is no option '{word}'", f"{place} --help")
    known = [row.words.rpartition(" ")[2] for row in children(group)]
    near = [f"did you mean: {place} {match}" for match in did_you_mean(word, known)]
    return UsageError(f"there is no command '{f'{group} {word}'.strip()}'", *near, f"{place} --help")
