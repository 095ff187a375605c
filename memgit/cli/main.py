"""The entry point: takes the global flags off, finds the command, runs it, and turns every error into an exit code."""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping

from memgit.cli import overview
from memgit.cli.commands import ROWS, TABLE, Row, children, did_you_mean, is_group
from memgit.cli.failure import INTERRUPTED, as_problem, crashed, report
from memgit.cli.flags import Globals, glance, hoist
from memgit.cli.output import Output, Streams
from memgit.errors import MemgitError, UsageError


def run() -> None:
    """The console script `memgit`."""
    sys.exit(main(sys.argv[1:]))


def main(argv: list[str], streams: Streams | None = None, environ: Mapping[str, str] | None = None) -> int:
    """Run one command line; answers its exit code."""
    streams = streams or Streams(sys.stdin, sys.stdout, sys.stderr)
    environ = dict(os.environ) if environ is None else environ
    flags = glance(argv)
    out = Output(streams, flags, environ)
    try:
        flags, words = hoist(argv)
        out = Output(streams, flags, environ)
        code = _dispatch(flags, words, (streams, out, environ))
        out.flush()
    except KeyboardInterrupt:
        return INTERRUPTED
    except BrokenPipeError:
        # Nobody reads on: what is still buffered has nowhere to go.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except Exception as error:
        debug = flags.debug or bool(environ.get("MEMGIT_DEBUG"))
        problem = as_problem(error, "")
        if problem is None:
            return crashed(error, argv, out, environ, debug)
        return report(problem, out)
    return code


def _dispatch(flags: Globals, words: list[str], edge: tuple[Streams, Output, Mapping[str, str]]) -> int:
    streams, out, environ = edge
    if not words or words[0] in ("--help", "-h"):
        out.show({}, overview.overview())
        return 0
    if words[0] in ("--version", "-V"):
        words = ["version", *words[1:]]
    row, rest = _command(words)
    if is_group(row.words):
        _require_help(row, rest)
        out.show({}, overview.group(row))
        return 0
    from memgit.cli.context import App
    from memgit.cli.invoke import invoke

    return invoke(row, rest, App(flags, streams, out, environ))


def _command(words: list[str]) -> tuple[Row, list[str]]:
    """The row that the first words name, the longest wins, and what follows them."""
    for length in (2, 1):
        row = ROWS.get(" ".join(words[:length]))
        if row is not None and len(words) >= length:
            return row, words[length:]
    raise _unknown(words[0], "", [row.words for row in TABLE if " " not in row.words])


def _require_help(row: Row, rest: list[str]) -> None:
    """Raise UsageError unless a group stands alone or is asked for help."""
    if rest and rest[0] not in ("--help", "-h"):
        raise _unknown(rest[0], f"{row.words} ", [child.words.rpartition(" ")[2] for child in children(row.words)])


def _unknown(word: str, prefix: str, known: list[str]) -> MemgitError:
    if word.startswith("-"):
        return UsageError(f"there is no option {word}", f"memgit {prefix}--help")
    near = did_you_mean(word, known)
    hints = [f"did you mean: memgit {prefix}{one}" for one in near] or [f"memgit {prefix}--help"]
    return UsageError(f"there is no command '{prefix}{word}'", *hints)
