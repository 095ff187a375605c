"""Sets editors up to start the language server: whole files of memgit's own, or a marked block in a person's file."""

from __future__ import annotations

import json
import os
import re
import tempfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path

from memgit.errors import NotFound, Refused, SystemRefused, UsageError

_COMMAND = "@COMMAND@"
_BEGIN, _END = "memgit: begin", "memgit: end"


@dataclass(frozen=True, slots=True)
class Places:
    """Where a person's files are. home: of the person; config, data: XDG folders. command: path of memgit-lsp."""

    home: Path
    config: Path
    data: Path
    command: str


@dataclass(frozen=True, slots=True)
class Put:
    """A file to be written. before: as it is, None where there is none."""

    path: Path
    before: bytes | None
    after: bytes


@dataclass(frozen=True, slots=True)
class Plan:
    """What sets an editor up. then: what is left to the person, a line each."""

    editor: str
    puts: tuple[Put, ...]
    then: tuple[str, ...]

    @property
    def changed(self) -> tuple[Put, ...]:
        """The files that are not so already."""
        return tuple(put for put in self.puts if put.before != put.after)


def plan(editor: str, places: Places) -> Plan:
    """What would be written for an editor. Raises UsageError for one that is not known."""
    if editor not in EDITORS:
        raise UsageError(f"there is no set-up for '{editor}'", *(f"memgit editor install {name}" for name in EDITORS))
    return EDITORS[editor](places)


def write(found: Plan) -> None:
    """Write what was planned. SystemRefused for a file that somebody changed since; the files before it are written."""
    for put in found.changed:
        real = Path(os.path.realpath(put.path))
        if _read(real) != put.before:
            raise SystemRefused(f"'{put.path}' changed meanwhile", "look at it, then try again")
        real.parent.mkdir(parents=True, exist_ok=True)
        handle, fresh = tempfile.mkstemp(prefix=f".{real.name}.", dir=real.parent)
        try:
            with os.fdopen(handle, "wb") as file:
                file.write(put.after)
            os.chmod(fresh, real.stat().st_mode & 0o7777 if put.before is not None else 0o644)
            os.replace(fresh, real)
        except BaseException:
            os.unlink(fresh)
            raise


def _neovim(places: Places) -> Plan:
    put = _own(places.config / "nvim/plugin/memgit.lua", "neovim.lua", places)
    return Plan(
        "neovim", (put,), ("open a SKILL.md; what is running: :checkhealth lsp (0.11), :LspInfo (nvim-lspconfig)",)
    )


def _vim(places: Places) -> Plan:
    put = _own(places.home / ".vim/plugin/memgit.vim", "vim.vim", places)
    return Plan("vim", (put,), ("needs ALE; what is running: :ALEInfo",))


def _emacs(places: Places) -> Plan:
    old, new = places.home / ".emacs.d", places.config / "emacs"
    folder = new if new.is_dir() and not old.is_dir() else old
    load = '(load (expand-file-name "memgit-lsp" user-emacs-directory))'
    init = _block(folder / "init.el", load, ";; ")
    return Plan("emacs", (_own(folder / "memgit-lsp.el", "emacs.el", places), init), ("restart Emacs; needs eglot",))


def _helix(places: Places) -> Plan:
    path = places.config / "helix/languages.toml"
    text = (_read(path) or b"").decode("utf-8", "replace")
    outside = _without_block(text, "# ")
    if re.search(r'(?m)^\s*name\s*=\s*["\']markdown["\']', outside) or "language-server.memgit" in outside:
        raise Refused(
            f"'{path}' sets markdown up already",
            'add "memgit" to its language-servers',
            f'and: [language-server.memgit] with command = "{places.command}"',
        )
    put = _block(path, _template("helix.toml", places).strip(), "# ")
    return Plan("helix", (put,), ("what is running: hx --health markdown",))


def _kate(places: Places) -> Plan:
    path = places.config / "kate/lspclient/settings.json"
    before, own = _read(path), _template("kate.json", places)
    text = "" if before is None else before.decode("utf-8", "replace")
    if not text.strip() or text == own:
        after = own
    else:
        found = re.search(r'"servers"\s*:\s*\{', text)
        known = _loaded(text)
        servers = known.get("servers") if known is not None else None
        if found is None or not isinstance(servers, dict) or "markdown" in servers:
            raise Refused(
                f"'{path}' has a server for Markdown, or is not plain JSON",
                f"put this into it: {json.dumps(json.loads(own))}",
            )
        entry = json.dumps(json.loads(own)["servers"]["markdown"])
        after = f'{text[: found.end()]}\n    "markdown": {entry}{"," if servers else ""}{text[found.end() :]}'
    return Plan("kate", (Put(path, before, after.encode()),), ("switch the plugin on: Settings, Plugins, LSP Client",))


def _zed(places: Places) -> Plan:
    folder = places.data / "memgit/editors/zed"
    return Plan("zed", tuple(_tree("zed", folder, places)), (f"in Zed: zed: install dev extension, then {folder}",))


def _vscode(places: Places) -> Plan:
    folder = places.data / "memgit/editors/vscode"
    then = f"cd {folder} && npm install && npm run package && code --install-extension memgit.vsix"
    return Plan("vscode", tuple(_tree("vscode", folder, places)), (then,))


EDITORS: dict[str, Callable[[Places], Plan]] = {
    "neovim": _neovim,
    "vim": _vim,
    "emacs": _emacs,
    "helix": _helix,
    "kate": _kate,
    "vscode": _vscode,
    "zed": _zed,
}
"""Editor to its set-up."""


def _folder() -> Traversable:
    try:
        return files("memgit_lsp") / "editors"
    except ModuleNotFoundError:
        raise NotFound("the language server is not installed", "pip install 'memgit-files[lsp]'") from None


def _template(name: str, places: Places) -> str:
    return (_folder() / name).read_text("utf-8").replace(_COMMAND, places.command)


def _own(path: Path, name: str, places: Places) -> Put:
    """A file that is memgit's from the first line to the last."""
    return Put(path, _read(path), _template(name, places).encode())


def _tree(name: str, to: Path, places: Places) -> Iterator[Put]:
    todo = [(_folder() / name, to)]
    while todo:
        source, target = todo.pop()
        for one in sorted(source.iterdir(), key=lambda item: item.name):
            if one.is_dir():
                todo.append((one, target / one.name))
            else:
                path = target / one.name
                yield Put(path, _read(path), one.read_text("utf-8").replace(_COMMAND, places.command).encode())


def _block(path: Path, text: str, comment: str) -> Put:
    """A block between two comments, in place of the one that is there or at the end; nothing else is touched."""
    before = _read(path)
    given = (before or b"").decode("utf-8", "surrogateescape")
    block = f"{comment}{_BEGIN}\n{text}\n{comment}{_END}\n"
    found = _span(given, comment)
    if found is not None:
        after = given[: found[0]] + block + given[found[1] :]
    else:
        gap = "" if not given else "\n" if given.endswith("\n") else "\n\n"
        after = given + gap + block
    return Put(path, before, after.encode("utf-8", "surrogateescape"))


def _span(text: str, comment: str) -> tuple[int, int] | None:
    start = text.find(f"{comment}{_BEGIN}\n")
    end = text.find(f"{comment}{_END}\n", start)
    return None if min(start, end) < 0 else (start, end + len(f"{comment}{_END}\n"))


def _without_block(text: str, comment: str) -> str:
    found = _span(text, comment)
    return text if found is None else text[: found[0]] + text[found[1] :]


def _loaded(text: str) -> dict[str, object] | None:
    try:
        loaded = json.loads(text)
    except ValueError:
        return None
    return loaded if isinstance(loaded, dict) else None


def _read(path: Path) -> bytes | None:
    try:
        return path.read_bytes()
    except (FileNotFoundError, NotADirectoryError):
        return None
