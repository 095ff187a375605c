"""Makes a folder a store: recognises its layout, creates what is missing, records what is there."""

from __future__ import annotations

import shutil
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from memgit import layouts
from memgit.clock import Clock
from memgit.errors import NotFound, Refused, SystemRefused, UsageError
from memgit.home.walk import Note
from memgit.model.change import Action, Message, Origin, Recorded
from memgit.model.layout import Layout
from memgit.repo import creating, describe, outside, state
from memgit.repo.creating import GitPlace
from memgit.repo.files import FileState
from memgit.repo.outside import Scan
from memgit.repo.refused import system_errors
from memgit.repo.state import StoreFile
from memgit.repo.store import Options, Store, open_repository, problem_of, sane

AUTO = "auto"


@dataclass(frozen=True, slots=True)
class Finding:
    """What a rule found in a file at init. line: 1-based."""

    path: str
    line: int
    code: str
    message: str


@dataclass(frozen=True, slots=True)
class Initialised:
    """What init did. recorded: None when the store was there already and nothing had to be recorded.

    mended: what was missing and is back. withheld: files left out because of a secret. notes: files left alone.
    """

    home: Path
    layout: str
    recorded: Recorded | None
    mended: tuple[str, ...]
    withheld: tuple[Finding, ...]
    findings: tuple[Finding, ...]
    notes: tuple[Note, ...]
    warnings: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Request:
    """What the person asked for. fallback: the layout of a home that is empty or not there yet."""

    layout: str = AUTO
    fallback: str | None = None
    git: GitPlace = field(default_factory=GitPlace)
    allow_secrets: bool = False


def init(home: Path, request: Request, clock: Clock, options: Options) -> Initialised:
    """Make `home` a store, or repair it if it is one; a failure leaves nothing of ours behind."""
    sane(clock())
    with system_errors():
        home = _folder(home, request, options.dry_run)
        if state.paths_of(home).store_file.exists():
            return _repair(home, request, clock, options)
        layout = _layout(home, request)
        creating.check(home, layout, request.git)
        if request.git.adopt and (home / ".git").exists() and (problem := problem_of(open_repository(home))):
            raise problem
        if options.dry_run:
            return _rehearse(home, layout, request, clock, options)
        return _create(home, layout, request, clock, options)


def _folder(home: Path, request: Request, dry_run: bool) -> Path:
    if not home.exists():
        if request.layout == AUTO and request.fallback is None:
            raise NotFound(f"'{home}' does not exist", f"make an empty home: memgit init {home} --layout memgit")
        if not dry_run:
            home.mkdir(parents=True)
    elif not home.is_dir():
        raise UsageError(f"'{home}' is not a folder", "memgit init DIR")
    return home.resolve()


def _layout(home: Path, request: Request) -> Layout:
    if request.layout != AUTO:
        return layouts.get(request.layout)
    found = layouts.recognise(home)
    if len(found) > 1:
        names = ", ".join(layout.name for layout in found)
        raise UsageError(
            f"'{home}' looks like more than one kind of home: {names}", f"memgit init {home} --layout NAME"
        )
    if found:
        return found[0]
    if request.fallback is not None and (not home.exists() or not any(home.iterdir())):
        return layouts.get(request.fallback)
    raise Refused(
        f"'{home}' is no kind of home that memgit knows",
        f"say which it is: memgit init {home} --layout {'|'.join(layouts.LAYOUTS)}",
    )


def _create(home: Path, layout: Layout, request: Request, clock: Clock, options: Options) -> Initialised:
    ours = (home / ".memgit" / "store.json", home / ".memgit", home / ".git")
    fresh = [path for path in ours if not path.exists() and not path.is_symlink()]
    separate = request.git.separate
    if separate is not None and not separate.exists():
        fresh.append(separate)
    try:
        file = creating.make(home, StoreFile(layout.name), request.git)
        repo = open_repository(home, file.git_dir)
        creating.repair_info(repo, layouts.exclude_lines(layout))
        scan = outside.scan(repo, layout, options.max_file_size)
        taken, withheld, findings = _sift(scan, request.allow_secrets)
        state.write(home, replace(file, withheld=_codes(withheld)))
        store = Store.open(home, layouts.get, clock, options)
        with store.change() as change:
            recorded = change.record(_message(layout, len(taken.edits)), taken)
        creating.leave_alone(repo, {*(note.path for note in scan.notes), *(item.path for item in withheld)})
    except BaseException:
        for path in fresh:
            _remove(path)
        raise
    return Initialised(home, layout.name, recorded, (), withheld, findings, scan.notes, _surroundings(home))


def _rehearse(home: Path, layout: Layout, request: Request, clock: Clock, options: Options) -> Initialised:
    scan = outside.first_scan(home, layout, options.max_file_size) if home.exists() else Scan({}, ())
    taken, withheld, findings = _sift(scan, request.allow_secrets)
    text = _message(layout, len(taken.edits))
    recorded = Recorded(None, clock(), text.origin, text.action, text.subject, tuple(sorted(taken.edits)), dry_run=True)
    return Initialised(home, layout.name, recorded, (), withheld, findings, scan.notes, _surroundings(home))


def _repair(home: Path, request: Request, clock: Clock, options: Options) -> Initialised:
    if request.layout != AUTO:
        layouts.get(request.layout)
    known = _store_file(home)
    file = known or StoreFile(_layout(home, request).name, {}, creating.git_dir_of(home))
    if request.layout not in (AUTO, file.layout):
        raise Refused(
            f"'{home}' is a store of layout {file.layout} already",
            "a home keeps its layout; use another home for another",
        )
    layout = layouts.get(file.layout)
    if options.dry_run:
        return Initialised(home, layout.name, None, (), (), (), (), ())
    mended = [] if known else [".memgit/store.json"]
    file = creating.make(home, file, request.git)
    try:
        repo = open_repository(home, file.git_dir)
    except NotFound:
        raise SystemRefused(f"the git repository of '{home}' is damaged", f"look at it: git -C {home} fsck") from None
    mended += creating.repair_info(repo, layouts.exclude_lines(layout))
    mended += [path.relative_to(home).as_posix() for path in creating.loose_permissions(home)]
    creating.tighten(home)
    if file != known:
        state.write(home, file)
    store = Store.open(home, layouts.get, clock, options)
    if known is None:
        file = replace(file, withheld=_withheld_anew(store))
        state.write(home, file)
    recorded, withheld = _late_record(store, layout, file, request)
    creating.leave_alone(repo, [note.path for note in store.scan().notes])
    if recorded is not None and store.repo.head_is_unborn:
        mended.append("first commit")
    return Initialised(home, layout.name, recorded, tuple(mended), withheld, (), (), ())


def _store_file(home: Path) -> StoreFile | None:
    """`store.json`; None when it cannot be read or names no layout of ours."""
    try:
        file = state.read(home)
    except SystemRefused:
        return None
    return file if file.layout in layouts.LAYOUTS else None


def _withheld_anew(store: Store) -> dict[str, tuple[str, ...]]:
    """The files that hold a secret and are not in history: an init left them out."""
    fresh = {path: sides for path, sides in store.scan().edits.items() if sides[0] is None}
    return _codes(_sift(Scan(fresh, ()), allow_secrets=False)[1])


def _late_record(
    store: Store, layout: Layout, file: StoreFile, request: Request
) -> tuple[Recorded | None, tuple[Finding, ...]]:
    """Record what an interrupted init did not, and with `allow_secrets` what was left out."""
    if store.interrupted:  # what was cut short may be the first commit itself
        with store.change():
            pass
    if store.repo.head_is_unborn:
        with store.change() as change:
            scan = outside.scan(store.repo, layout, store.options.max_file_size)
            taken, withheld, _ = _sift(scan, request.allow_secrets)
            state.write(store.home, replace(file, withheld=_codes(withheld)))
            return change.record(_message(layout, len(taken.edits)), taken), withheld
    if request.allow_secrets and file.withheld:
        with store.change() as change:
            scan = outside.compare(store.repo, layout, sorted(file.withheld), store.options.max_file_size)
            text = Message("init: record files that were left out", Origin.IMPORT, Action.INIT)
            recorded = change.record(text, scan)
            state.write(store.home, replace(file, withheld={}))
            return recorded, ()
    return None, ()


def _sift(scan: Scan, allow_secrets: bool) -> tuple[Scan, tuple[Finding, ...], tuple[Finding, ...]]:
    """What to record, what to leave out for a secret, and what else the rules found."""
    withheld: list[Finding] = []
    findings: list[Finding] = []
    for path, (_, after) in scan.edits.items():
        found = _findings(path, after)
        secret = [item for item in found if item.code.startswith("secret/")]
        withheld += secret if not allow_secrets else []
        findings += [item for item in found if allow_secrets or item not in secret]
    left_out = {item.path for item in withheld}
    taken = {path: sides for path, sides in scan.edits.items() if path not in left_out}
    return Scan(taken, scan.notes), tuple(withheld), tuple(findings)


def _findings(path: str, after: FileState | None) -> list[Finding]:
    if after is None:
        return []
    text, found = describe.errors_in(after.data)
    return [Finding(path, text.count("\n", 0, item.span.start) + 1, item.code, item.message) for item in found]


def _codes(withheld: Sequence[Finding]) -> dict[str, tuple[str, ...]]:
    codes: dict[str, set[str]] = {}
    for item in withheld:
        codes.setdefault(item.path, set()).add(item.code)
    return {path: tuple(sorted(found)) for path, found in codes.items()}


def _message(layout: Layout, count: int) -> Message:
    files = "1 file" if count == 1 else f"{count:,} files"
    return Message(f"init: {layout.name} home, {files}", Origin.IMPORT, Action.INIT)


def _surroundings(home: Path) -> tuple[str, ...]:
    around = creating.surrounding(home)
    if around is None:
        return ()
    return (f"'{home}' lies in the git work tree '{around}': keep it out of there, e.g. with a line in its .gitignore",)


def _remove(path: Path) -> None:
    if path.is_dir():
        shutil.rmtree(path, ignore_errors=True)
    else:
        path.unlink(missing_ok=True)
