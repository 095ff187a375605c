"""The error edge: what was raised becomes text or JSON on stderr, and an exit code."""

from __future__ import annotations

import errno
import os
import sys
from collections.abc import Mapping, Sequence

from memgit.cli.output import Output
from memgit.errors import MemgitError, SystemRefused, UsageError

INTERRUPTED = 130
BUG = 70

_SYSTEM = {
    errno.ENOSPC: ("the disk is full", "make room, then try again"),
    errno.EDQUOT: ("the disk quota is used up", "make room, then try again"),
    errno.EROFS: ("the file system is read-only", "remount it writable, then try again"),
    errno.EACCES: ("no permission", "let it be read and written: see its owner and mode with ls -ld"),
    errno.EPERM: ("the system does not permit it", "see its owner with ls -ld, its attributes with lsattr -d"),
    errno.EIO: ("the disk cannot be read or written", "check the disk"),
    errno.EMFILE: ("too many files are open", "raise the limit: ulimit -n 4096"),
    errno.ENAMETOOLONG: ("a name is too long", "use a shorter one"),
    errno.ELOOP: ("a link leads back to itself", "mend the link"),
}
"""What the system may refuse for a reason that a person can mend, and how."""


def report(problem: MemgitError, out: Output) -> int:
    """Say what went wrong; answers the exit code."""
    if out.json:
        document = {"kind": problem.kind, "code": problem.exit_code, "message": problem.message}
        out.error_document({**problem.details, **document, "hints": list(problem.hints)})
    else:
        out.error(problem.message, problem.hints)
    return problem.exit_code


def crashed(error: BaseException, argv: Sequence[str], out: Output, environ: Mapping[str, str], debug: bool) -> int:
    """Say that memgit has a bug and where the report is, or print the traceback; answers 70."""
    from memgit.cli.crash import write_report

    if debug:
        import traceback

        out.flush()
        traceback.print_exception(error, file=sys.stderr)
    try:
        hint = f"report it with {write_report(error, argv, environ)}"
    except OSError:
        hint = "no report could be written; see what happened: memgit --debug COMMAND"
    message = f"memgit has a bug: {type(error).__name__}"
    if out.json:
        out.error_document({"kind": "bug", "code": BUG, "message": message, "hints": [hint]})
    else:
        out.error(message, [hint])
    return BUG


def as_problem(error: BaseException, command: str) -> MemgitError | None:
    """An error that the person can act on, with a hint at least to the command's help; None for a bug."""
    if isinstance(error, MemgitError):
        error.hints = error.hints or (f"memgit help {command}" if command else "memgit --help",)
        return error
    if isinstance(error, OSError):
        return _refused_by_system(error)
    if type(error).__module__ == "_pygit2":
        return SystemRefused(f"git's objects or references are damaged: {error}", "see what: memgit doctor")
    if "typer" in sys.modules:
        return _wrong_usage(error, command)
    return None


def _refused_by_system(error: OSError) -> MemgitError | None:
    if error.errno not in _SYSTEM:
        return None
    reason, hint = _SYSTEM[error.errno]
    place = os.fsdecode(error.filename) if error.filename and not isinstance(error.filename, int) else ""
    return SystemRefused(f"{reason}: '{place}'" if place else reason, hint)


def _wrong_usage(error: BaseException, command: str) -> MemgitError | None:
    from typer import Abort
    from typer._click.exceptions import ClickException

    if isinstance(error, Abort):
        return UsageError("nothing was answered", "answer yes to every question: --yes")
    if not isinstance(error, ClickException):
        return None
    message = error.format_message().strip().replace("\n", " ").replace("(s)", "")
    message = message.replace("is not a valid int range", "is no whole number")
    message, _, advice = message.partition(" Did you mean ")
    message = message.removesuffix(".")
    hints = [f"did you mean {advice}"] if advice else []
    return UsageError(message[:1].lower() + message[1:], *hints, f"memgit help {command}".rstrip())
