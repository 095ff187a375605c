"""The messages of a stream: read in a thread of their own, written in another one, decoded and handed to the loop.

Reading never waits for a handler, and a client that stops reading holds up nobody.
"""

from __future__ import annotations

import json
import os
import sys
import threading
from collections.abc import Callable
from contextlib import suppress
from queue import SimpleQueue
from typing import Any, BinaryIO, Protocol


class Raw(Protocol):
    """What is written to, unbuffered."""

    def write(self, data: memoryview, /) -> int | None:
        """Write some of it; how much."""


LARGEST = 256 * 1024 * 1024
"""Bytes of one message: a client that announces more has lost its way."""

PARSE_ERROR = object()
"""In place of a message that is no JSON."""


def take_streams() -> tuple[BinaryIO, Raw]:
    """The process's stdin and stdout for the protocol alone: what anybody prints from here on goes to stderr."""
    reader, writer = os.dup(0), os.dup(1)
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    os.close(nothing)
    os.dup2(2, 1)
    sys.stdout = sys.stderr
    return os.fdopen(reader, "rb"), os.fdopen(writer, "wb", buffering=0)


def read_messages(stream: BinaryIO, take: Callable[[Any], None], ended: Callable[[], None]) -> threading.Thread:
    """Hand each message of a stream to `take`, from a thread; then call `ended`."""

    def run() -> None:
        with suppress(OSError, ValueError):
            while (body := _frame(stream)) is not None:
                try:
                    message = _decoded(body)
                except (ValueError, RecursionError):  # also bytes that are no UTF-8
                    message = PARSE_ERROR
                take(message)
        ended()

    thread = threading.Thread(target=run, name="memgit-lsp reader", daemon=True)
    thread.start()
    return thread


class Writer:
    """Writes messages in the order in which they come, in a thread. lost: called when nobody reads them any more."""

    def __init__(self, stream: Raw, lost: Callable[[], None]) -> None:
        self._stream = stream
        self._lost = lost
        self._queue: SimpleQueue[bytes | None] = SimpleQueue()
        self._thread = threading.Thread(target=self._run, name="memgit-lsp writer", daemon=True)
        self._thread.start()

    def write(self, body: bytes) -> None:
        """Send the body of a message."""
        self._queue.put(b"Content-Length: %d\r\n\r\n%b" % (len(body), body))

    def close(self, patience: float = 1.0) -> None:
        """Send what is left, for so many seconds at most."""
        self._queue.put(None)
        self._thread.join(patience)

    def _run(self) -> None:
        while (data := self._queue.get()) is not None:
            try:
                view = memoryview(data)
                while view:
                    view = view[self._stream.write(view) or 0 :]
            except (OSError, ValueError):
                self._lost()
                return


def _decoded(body: bytes) -> Any:
    """The message in a body; half a character, a lone surrogate, is U+FFFD: nothing could write it to a file."""
    message = json.loads(body)
    if b"\\ud" in body.lower():
        text = json.dumps(message, ensure_ascii=False)
        message = json.loads(text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace"))
    return message


def _frame(stream: BinaryIO) -> bytes | None:
    """The next body; None at the end, or where nothing can be made of what comes."""
    length = -1
    while line := stream.readline(65_536):
        if line in (b"\r\n", b"\n"):
            if length >= 0:
                body = stream.read(length)
                return body if len(body) == length else None
            continue
        name, _, value = line.partition(b":")
        if name.strip().lower() == b"content-length" and value.strip().isdigit():
            length = int(value)
            if length > LARGEST:
                return None
    return None
