"""`memgit-lsp`: the server on stdin and stdout, or for debugging on a port of this machine."""

from __future__ import annotations

import argparse
import asyncio
import logging
import os
import socket
import sys
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, BinaryIO

from memgit import __version__
from memgit_lsp.stdio import Raw, Writer, read_messages, take_streams

if TYPE_CHECKING:
    from memgit_lsp.server import Server

SWITCH = 0.001
"""Seconds that a thread keeps the interpreter while another waits (5 ms as it comes): a key stroke is to go first."""

_ALIVE = 5.0
"""Seconds between two looks at whether the process that started the server lives."""


def run() -> None:
    """The entry point."""
    sys.exit(main(sys.argv[1:]))


def main(arguments: Sequence[str]) -> int:
    """Serve one client; answers the exit code: 0 after `shutdown` and `exit`, else 1."""
    parser = argparse.ArgumentParser(
        prog="memgit-lsp",
        description="The language server for SKILL.md files and the memory of AI agents, on stdin and stdout.",
        epilog="Set an editor up: memgit editor install NAME",
    )
    parser.add_argument("--stdio", action="store_true", help="use stdin and stdout, which it does anyway")
    parser.add_argument("--tcp", type=int, metavar="PORT", help="wait for one client on a port of this machine instead")
    parser.add_argument(
        "--log", choices=["debug", "info", "warning", "error"], default="warning", help="what to log to stderr"
    )
    parser.add_argument("--clientProcessId", type=int, help=argparse.SUPPRESS)
    parser.add_argument("--version", action="version", version=f"memgit-lsp {__version__}")
    flags = parser.parse_args(arguments)
    logging.basicConfig(stream=sys.stderr, level=flags.log.upper(), format="memgit-lsp: %(levelname)s %(message)s")
    for name in ("pygls", "asyncio"):
        logging.getLogger(name).setLevel(logging.CRITICAL)  # what they would say, the protocol answers or logs
    sys.setswitchinterval(SWITCH)
    if flags.tcp is None:
        code = asyncio.run(serve(*take_streams()))
    else:
        with socket.create_server(("127.0.0.1", flags.tcp)) as listening:
            sys.stderr.write(f"memgit-lsp waits on 127.0.0.1:{listening.getsockname()[1]}\n")
            sys.stderr.flush()
            client, _ = listening.accept()
        with client:
            code = asyncio.run(serve(client.makefile("rb"), client.makefile("wb", buffering=0)))
    sys.stderr.flush()
    os._exit(code)  # what still works in a thread works for nobody


async def serve(reader: BinaryIO, writer: Raw) -> int:
    """Serve the client at the other end of two streams until it is gone; answers the exit code."""
    from memgit_lsp.server import make

    loop = asyncio.get_running_loop()
    over: asyncio.Future[int] = loop.create_future()

    def end(code: int) -> None:
        if not over.done():
            over.set_result(code)

    def lost() -> None:
        loop.call_soon_threadsafe(end, 1)

    server = make()
    out = Writer(writer, lost)
    server.protocol.set_writer(out)
    server.protocol.ended = end

    def take(message: object) -> None:
        if isinstance(message, dict) and message.get("method") == "$/cancelRequest":
            _note_cancelled(server.protocol.gone, message)
        loop.call_soon_threadsafe(server.protocol.receive, message)

    read_messages(reader, take, lost)
    watch = loop.create_task(_outlive(server, end))
    code = await over
    watch.cancel()
    out.close()
    return code


def _note_cancelled(gone: set[object], message: dict[str, object]) -> None:
    """A request that still waits in the loop is not begun when it is cancelled."""
    params = message.get("params")
    number = params.get("id") if isinstance(params, dict) else None
    if isinstance(number, int | str):
        gone.add(number)


async def _outlive(server: Server, end: Callable[[int], None]) -> None:
    """End with the process that started the server, where it does not even close the stream."""
    while True:
        await asyncio.sleep(_ALIVE)
        if server.process_id is not None and not _lives(server.process_id):
            end(1)


def _lives(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except (OSError, OverflowError):
        return True
    return True
