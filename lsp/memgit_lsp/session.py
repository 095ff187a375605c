"""What the server knows: the client, the settings, the open documents, the homes; and what is still to be looked at."""

from __future__ import annotations

import asyncio
import os
import threading
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import cached_property, partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from lsprotocol import types

from memgit_lsp.buffers import Buffer, apply, path_of, uri_of
from memgit_lsp.text import UTF8, UTF16, UTF32, Text

if TYPE_CHECKING:
    from memgit.rules.document import Document
    from memgit_lsp.homes import Homes
    from memgit_lsp.server import Server

Answer = TypeVar("Answer")

QUIET = 0.15
"""Seconds without a key stroke after which whole bodies are read: a Markdown parse of 40 KB takes 70 ms."""

_ENCODINGS = {"utf-8": UTF8, "utf-16": UTF16, "utf-32": UTF32}


@dataclass(frozen=True)
class Wishes:
    """What the client set. profile: whose rules count, "" for what the home or the path says."""

    profile: str = ""
    select: tuple[str, ...] = ()
    ignore: tuple[str, ...] = ()
    inlay_hints: bool = True
    code_lens: bool = True
    whole_home: bool = False
    """Whether all files of a home are told of, not only open ones; for a client that does not ask for that itself."""


class Session:
    """One client. server: what messages go through."""

    def __init__(self, server: Server) -> None:
        self.server = server
        self.buffers: dict[str, Buffer] = {}
        self._by_path: dict[Path, Buffer] = {}
        self.wishes = Wishes()
        self.encoding = UTF16
        self.environ: Mapping[str, str] = dict(os.environ)
        self.folders: dict[str, Path] = {}
        self.generation = 0
        self.stamp = 0
        self.polled, self.polls = -1, 0
        self.pushes = 0
        self.pushed: set[str] = set()
        self._worker = ThreadPoolExecutor(1, thread_name_prefix="memgit-lsp worker")
        self._background = ThreadPoolExecutor(1, thread_name_prefix="memgit-lsp background")
        self._timers: dict[str, asyncio.TimerHandle] = {}
        self._changed: set[str] = set()
        self._homes: Homes | None = None
        self._tasks: set[asyncio.Task[Any]] = set()

    @cached_property
    def loop(self) -> asyncio.AbstractEventLoop:
        """The loop that all messages are handled in; known from the hand-shake on, to every thread."""
        return asyncio.get_running_loop()

    @property
    def homes(self) -> Homes:
        """What is known of homes; loads the rules, which a start does without."""
        if self._homes is None:
            from memgit_lsp.homes import Homes

            self._homes = Homes(self)
        return self._homes

    @property
    def client(self) -> types.ClientCapabilities:
        """What the client can do."""
        return self.server.client_capabilities

    @property
    def pulls(self) -> bool:
        """Whether the client asks for diagnostics by itself: then none are pushed."""
        documents = self.client.text_document
        return documents is not None and documents.diagnostic is not None

    def can(self, operation: types.ResourceOperationKind) -> bool:
        """Whether an edit may create, rename or delete files. Neovim says so without `documentChanges`, and can."""
        edit = self.client.workspace.workspace_edit if self.client.workspace else None
        return operation in ((edit.resource_operations if edit else None) or ())

    @property
    def versions(self) -> bool:
        """Whether an edit may tell the version of the document that it is for."""
        edit = self.client.workspace.workspace_edit if self.client.workspace else None
        return edit is not None and bool(edit.document_changes or edit.resource_operations)

    def begin(self, params: types.InitializeParams) -> None:
        """Take what the client says of itself."""
        assert self.loop.is_running()
        self.encoding = _ENCODINGS[str(getattr(self.encoding_agreed(params), "value", "utf-16"))]
        roots = [folder.uri for folder in params.workspace_folders or ()]
        roots += [params.root_uri] if params.root_uri and not roots else []
        self.folders = {uri: path_of(uri) for uri in roots if uri.startswith("file:")}
        self.wish(params.initialization_options)

    @staticmethod
    def encoding_agreed(params: types.InitializeParams) -> types.PositionEncodingKind | None:
        """The first that the client names and the server knows, which is how pygls chooses, too."""
        general = params.capabilities.general
        for wanted in (general.position_encodings if general else None) or ():
            if str(getattr(wanted, "value", wanted)) in _ENCODINGS:
                return types.PositionEncodingKind(wanted)
        return None

    def wish(self, given: Any) -> bool:
        """Take settings from wherever a client puts them; whether anything is another now."""
        if not isinstance(given, dict):
            return False
        given = given.get("memgit", given)
        before = self.wishes
        if isinstance(given, dict):
            self.wishes = Wishes(
                profile=_text(given.get("profile")),
                select=_texts(given.get("select")),
                ignore=_texts(given.get("ignore")),
                inlay_hints=given.get("inlayHints") is not False,
                code_lens=given.get("codeLens") is not False,
                whole_home=given.get("wholeHome") is True,
            )
        return self.wishes != before

    # Documents.

    def open(self, item: types.TextDocumentItem) -> None:
        """A document is the client's from now on."""
        self.homes.look_again(path_of(item.uri))
        buffer = Buffer(item.uri, path_of(item.uri), item.version, Text(item.text, self.encoding))
        self.buffers[item.uri] = self._by_path[buffer.path] = buffer
        self.touch(item.uri)

    def change(self, params: types.DidChangeTextDocumentParams) -> None:
        """A document changed; one that was never opened is let be."""
        buffer = self.buffers.get(params.text_document.uri)
        if buffer is None:
            return
        for change in params.content_changes:
            apply(buffer, change)
        buffer.version = params.text_document.version
        self.touch(buffer.uri)

    def close(self, uri: str) -> None:
        """A document is what is on disk again."""
        if (buffer := self.buffers.pop(uri, None)) is not None:
            self._by_path.pop(buffer.path, None)
            self._stop(uri)
            self.server.diagnose(uri, None)

    def document(self, buffer: Buffer) -> Document | None:
        """What the rules look at; None for a file that no rule knows."""
        if not buffer.made:
            buffer.document = self.homes.document(buffer.path, buffer.text.text)
            buffer.made = True
        return buffer.document

    def buffer_at(self, path: Path) -> Buffer | None:
        """The open document of a file, whichever way the client spells its URI."""
        return self._by_path.get(path)

    def uri_of(self, path: Path) -> str:
        """The URI of a file, as the client spells it if it has the file open."""
        buffer = self._by_path.get(path)
        return uri_of(path) if buffer is None else buffer.uri

    def text(self, path: Path) -> Text | None:
        """The text of a file, open or on disk; None for one that cannot be read."""
        buffer = self._by_path.get(path)
        if buffer is not None:
            return buffer.text
        data = self.homes.read(path)
        return None if data is None else Text(data.decode("utf-8", "surrogateescape"), self.encoding)

    # Looking at them.

    def touch(self, uri: str) -> None:
        """Look at a document as soon as all that came in with the change has been taken."""
        self.stamp += 1
        if not self._changed:
            self.loop.call_soon(self._look)
        self._changed.add(uri)
        self._stop(uri)

    def touch_all(self) -> None:
        """Look at every open document anew: what they stand among, or the settings, changed."""
        self.generation += 1
        self.stamp += 1
        for buffer in self.buffers.values():
            buffer.stale()
            buffer.late_of = None
            self.touch(buffer.uri)
        self.server.refresh()

    async def work(self, task: Callable[..., Answer], *args: Any) -> Answer:
        """Do something slow that somebody waits for, beside the loop."""
        return await self.loop.run_in_executor(self._worker, partial(task, *args))

    async def later(self, task: Callable[..., Answer], *args: Any) -> Answer:
        """Do something slow that nobody waits for, beside the loop."""
        return await self.loop.run_in_executor(self._background, partial(task, *args))

    def soon(self, task: Callable[..., None], *args: Any) -> None:
        """Have the loop do something, whatever thread asks for it."""
        if threading.current_thread() is threading.main_thread():
            task(*args)
        else:
            self.loop.call_soon_threadsafe(task, *args)

    def spawn(self, work: Any) -> None:
        """Start something that ends by itself."""
        task = self.loop.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    def _look(self) -> None:
        changed, self._changed = self._changed, set()
        for uri in changed:
            if (buffer := self.buffers.get(uri)) is None:
                continue
            if self.pulls:
                continue
            if not buffer.big:
                self.server.diagnose(uri, buffer)
            delay = QUIET if buffer.late_of is not None else 0.0
            self._timers[uri] = self.loop.call_later(delay, self._read_whole, uri, buffer.version)

    def _read_whole(self, uri: str, version: int) -> None:
        self._timers.pop(uri, None)
        self.spawn(self._publish_late(uri, version))

    async def _publish_late(self, uri: str, version: int) -> None:
        buffer = self.buffers.get(uri)
        if buffer is not None and buffer.version == version and await self.read_late(buffer):
            self.server.diagnose(uri, buffer)

    async def read_late(self, buffer: Buffer) -> bool:
        """Have the rules that read a whole body look at a document; False if it changed meanwhile."""
        from memgit_lsp.findings import at_once, late

        version, generation, document = buffer.version, self.generation, self.document(buffer)
        if buffer.late_of == version:
            return True
        found = () if document is None else await self.work(late, self, document, buffer.path)
        first = await self.work(at_once, self, document, buffer.path) if document is not None and buffer.big else ()
        if self.buffers.get(buffer.uri) is not buffer or (buffer.version, self.generation) != (version, generation):
            return False
        buffer.late, buffer.late_of = found, version
        if buffer.big:
            buffer.early, buffer.early_of = first, version
        return True

    def _stop(self, uri: str) -> None:
        if timer := self._timers.pop(uri, None):
            timer.cancel()


def _text(value: Any) -> str:
    return value if isinstance(value, str) else ""


def _texts(value: Any) -> tuple[str, ...]:
    return tuple(one for one in value if isinstance(one, str)) if isinstance(value, list) else ()
