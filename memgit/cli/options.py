"""The options that writing commands share."""

from __future__ import annotations

import os
from typing import Annotated

import typer

from memgit.model.change import Actor, Origin

OriginOption = Annotated[
    Origin, typer.Option("--origin", metavar="O", help=f"who causes this: {', '.join(Origin)}", show_default=True)
]
"""`--origin`; the default is `Origin.USER`."""

SessionOption = Annotated[str | None, typer.Option("--session", metavar="ID", help="the session it belongs to")]
"""`--session`; the default is None."""

ReasonOption = Annotated[str, typer.Option("-m", "--reason", metavar="REASON", help="why; kept in history")]
"""`-m`; the default is the empty string."""


def actor(origin: Origin, session: str | None, reason: str) -> Actor:
    """Who asks for a write. Raises for a session or reason that history may not hold: no UTF-8, or a secret in it."""
    for what, text in (("the session", session), ("the reason", reason)):
        if text:
            _require_fit(text, what)
    return Actor(origin, session or None, reason)


def _require_fit(text: str, what: str) -> None:
    from memgit.cli.inputs import require_text
    from memgit.rules.refusal import require_clean

    require_clean(None, require_text(os.fsencode(text), what), what)
