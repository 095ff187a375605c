"""The protocol as LSP 3.17 has it, where pygls (2.1) is more lenient or says nothing.

What cannot be decoded is answered, requests out of turn are refused, a cancelled request that waits is never begun, and
an error is told to who asked, not to the person at the screen.
"""

from __future__ import annotations

import json
import logging
from collections.abc import Callable, Generator
from concurrent.futures import Future
from typing import Any

from lsprotocol import types
from pygls.exceptions import JsonRpcException, JsonRpcMethodNotFound
from pygls.protocol import LanguageServerProtocol, lsp_method

from memgit_lsp.stdio import PARSE_ERROR

log = logging.getLogger("memgit.lsp")

NOT_INITIALIZED = -32002
CANCELLED = -32800
FAILED = -32803
INVALID_REQUEST, METHOD_NOT_FOUND, INVALID_PARAMS, INTERNAL = -32600, -32601, -32602, -32603


class Refusal(JsonRpcException):
    """An answer that says why there is none."""

    def __init__(self, code: int, message: str, data: Any = None) -> None:
        super().__init__(message=message, code=code, data=data)


class Protocol(LanguageServerProtocol):
    """One conversation with a client. ended: called with the exit code when it is over."""

    def __init__(self, *args: Any) -> None:
        super().__init__(*args)
        self.ended: Callable[[int], None] = lambda code: None
        self._begun = False
        self.gone: set[Any] = set()
        """Requests that were cancelled; the reader adds to it before they are looked at."""

    def receive(self, message: Any) -> None:
        """Take a decoded message; whatever it is, it is answered as the specification says, or let go."""
        if message is PARSE_ERROR:
            self._refuse(None, -32700, "this is no JSON")
            return
        if not isinstance(message, dict) or message.get("jsonrpc") != "2.0":
            self._refuse(None, INVALID_REQUEST, "this is no JSON-RPC 2.0 message")
            return
        asked, method = "id" in message, message.get("method")
        if method is None:
            self._answered(message)
        elif not isinstance(method, str) or (asked and not isinstance(message["id"], int | str)):
            self._refuse(None, INVALID_REQUEST, "a method is a text, an id a text or a whole number")
        elif asked:
            self._asked(message, message["id"], method)
        else:
            self._told(message, method)

    def _asked(self, message: dict[str, Any], number: int | str, method: str) -> None:
        if number in self.gone:
            self.gone.discard(number)
            self._refuse(number, CANCELLED, "cancelled")
        elif self._shutdown:
            self._refuse(number, INVALID_REQUEST, "the server has been shut down")
        elif method == types.INITIALIZE and self._begun:
            self._refuse(number, INVALID_REQUEST, "the server is initialized already")
        elif method != types.INITIALIZE and not self._begun:
            self._refuse(number, NOT_INITIALIZED, "initialize comes first")
        elif method not in self.fm.features and method not in self.fm.builtin_features:
            self._refuse(number, METHOD_NOT_FOUND, f"there is no '{method}' here")
        elif (request := self._decoded(message)) is None:
            self._refuse(number, INVALID_PARAMS, f"the parameters of {method} cannot be read")
        else:
            self._begun = True
            self.handle_message(request)

    def _told(self, message: dict[str, Any], method: str) -> None:
        if method == types.CANCEL_REQUEST and isinstance(message.get("params"), dict):
            self.gone.discard(message["params"].get("id"))
        if method == types.EXIT:
            self.ended(0 if self._shutdown else 1)
        elif self._begun and not self._shutdown and (known := self._decoded(message)) is not None:
            self.handle_message(known)

    def _answered(self, message: dict[str, Any]) -> None:
        """A response to a request of ours."""
        if not isinstance(message.get("id"), int | str):
            return
        try:
            self.handle_message(self.structure_message(message))
        except JsonRpcException:
            future = self._request_futures.pop(message["id"], None)
            if future is not None and not future.done():
                future.set_exception(Refusal(INTERNAL, "the client's answer cannot be read"))

    def _decoded(self, message: dict[str, Any]) -> Any:
        try:
            return self.structure_message(message)
        except (JsonRpcException, RecursionError):
            log.info("cannot read the parameters of %s", message.get("method"))
            return None

    def _refuse(self, number: int | str | None, code: int, message: str) -> None:
        self._send_data({"jsonrpc": "2.0", "id": number, "error": {"code": code, "message": message}})

    def _send_data(self, data: Any) -> None:
        if data and self.writer is not None:
            self.writer.write(json.dumps(data, default=self._serialize_message, separators=(",", ":")).encode())

    def _send_handler_result(self, future: Future[Any], *, msg_id: Any) -> None:
        self._request_futures.pop(msg_id, None)
        self.gone.discard(msg_id)
        if future.cancelled():
            self._refuse(msg_id, CANCELLED, "cancelled")
        elif (error := future.exception()) is not None:
            self._send_response(msg_id, error=_told_as(error))
        else:
            self._send_response(msg_id, result=future.result())

    def _check_handler_result(self, future: Future[Any]) -> None:
        if not future.cancelled() and (error := future.exception()) is not None:
            log.error("a notification failed", exc_info=error)

    def _handle_cancel_notification(self, msg_id: Any) -> None:
        future = self._request_futures.get(msg_id)
        if future is not None:
            future.cancel()

    @lsp_method(types.EXIT)
    def lsp_exit(self, *args: Any) -> Generator[Any, Any, None]:
        """Never called: see `_told`."""
        yield from ()

    @lsp_method(types.TEXT_DOCUMENT_DID_OPEN)
    def lsp_text_document__did_open(self, params: Any) -> Generator[Any, Any, None]:
        """The documents are ours, see `session`."""
        yield self.fm.features[types.TEXT_DOCUMENT_DID_OPEN], (params,), None

    @lsp_method(types.TEXT_DOCUMENT_DID_CHANGE)
    def lsp_text_document__did_change(self, params: Any) -> Generator[Any, Any, None]:
        """The documents are ours, see `session`."""
        yield self.fm.features[types.TEXT_DOCUMENT_DID_CHANGE], (params,), None

    @lsp_method(types.TEXT_DOCUMENT_DID_CLOSE)
    def lsp_text_document__did_close(self, params: Any) -> Generator[Any, Any, None]:
        """The documents are ours, see `session`."""
        yield self.fm.features[types.TEXT_DOCUMENT_DID_CLOSE], (params,), None


def _told_as(error: BaseException) -> types.ResponseError:
    """What a client is told of an error: one line and what to do; a bug is logged whole."""
    if isinstance(error, JsonRpcMethodNotFound):
        return types.ResponseError(METHOD_NOT_FOUND, error.message)
    if isinstance(error, JsonRpcException):
        return types.ResponseError(error.code, error.message, error.data)
    from memgit.errors import MemgitError

    if isinstance(error, MemgitError):
        hint = f" ({error.hints[0]})" if error.hints else ""
        return types.ResponseError(FAILED, f"{error.message}{hint}")
    log.error("a request failed", exc_info=error)
    return types.ResponseError(INTERNAL, f"memgit has a bug: {type(error).__name__}")
