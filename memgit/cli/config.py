"""`memgit config`: shows, reads or sets settings."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer

from memgit.cli.command import WRITES, command
from memgit.cli.context import App, Context
from memgit.cli.options import OriginOption, ReasonOption, SessionOption, actor
from memgit.cli.render import columns
from memgit.clock import rfc3339
from memgit.config.keys import KEYS, Key, Value, parse, require_key, shown
from memgit.config.settings import Resolved, resolve, user_file
from memgit.errors import NotFound
from memgit.model.change import Action, Origin


@command(
    examples=[
        ("memgit config", "show every setting, its value and who set it"),
        ("memgit config budgets.memory", "print one value"),
        ("memgit config budgets.memory 4000", "set it for this home, as a change in its history"),
        ("memgit config --user skills.disabled one,two", "set it for yourself, in every home"),
    ],
    exits=WRITES,
    topics=["settings"],
)
def config(
    ctx: Context,
    key: Annotated[str | None, typer.Argument(metavar="KEY", help="the setting", show_default=False)] = None,
    value: Annotated[str | None, typer.Argument(metavar="VALUE", help="its new value", show_default=False)] = None,
    *,
    user: Annotated[bool, typer.Option("--user", help="set it in your own config, not in the home")] = False,
    origin: OriginOption = Origin.USER,
    session: SessionOption = None,
    reason: ReasonOption = "",
) -> None:
    """Show, read or set settings.

    A value in the home's memgit.yaml wins over one in your own config. Settings that move a folder, name a machine or
    loosen a gate count only in your own config and are written there.
    """
    app = ctx.obj
    if key is None:
        _show_all(app)
        return
    setting = require_key(key)
    if value is None:
        _show_one(app, setting)
        return
    wanted = parse(setting, value)
    if user or setting.own:
        _set_for_person(app, setting, wanted)
        return
    from memgit.ops.config import set_in_home

    recorded = set_in_home(app.store_for_settings(), key, wanted, actor(origin, session, reason))
    app.out.recorded(recorded, {"key": key, "value": wanted})


def _resolved(app: App) -> Resolved:
    home: Path | None = None
    try:
        home = app.home
    except NotFound:
        # without a home the person's own settings are still there to see; a home that was named must exist
        if app.flags.home or app.environ.get("MEMGIT_HOME"):
            raise
    found = resolve(home, app.environ)
    for line in found.warnings:
        app.out.warn(line)
    return found


def _item(found: Resolved, key: Key) -> dict[str, Any]:
    return {
        "key": key.name,
        "value": found.value(key.name),
        "default": key.default,
        "source": found.sources.get(key.name, "default"),
        "about": key.about,
    }


def _show_all(app: App) -> None:
    found = _resolved(app)
    rows = [_row(app, key, found) for key in KEYS.values()]
    app.out.show({"items": [_item(found, key) for key in KEYS.values()]}, columns(rows))


def _row(app: App, key: Key, found: Resolved) -> tuple[str, str, str]:
    value = found.value(key.name)
    source = found.sources.get(key.name, "default")
    text = "(of the layout)" if value is None else shown(value) or "(none)"
    return (
        key.name,
        text if source == "default" else app.out.style(text, "bold"),
        app.out.style(key.about if source == "default" else f"{key.about}; set by {source}", "dim"),
    )


def _show_one(app: App, key: Key) -> None:
    found = _resolved(app)
    app.out.show(_item(found, key), shown(found.value(key.name)) + "\n")


def _set_for_person(app: App, key: Key, value: Value) -> None:
    from memgit.ops.config import set_for_person

    path = user_file(app.environ)
    old = resolve(None, app.environ).value(key.name)
    changed = set_for_person(path, key.name, value, app.flags.dry_run)
    words = ["memgit", "config", *([] if key.own else ["--user"]), key.name, _quoted(shown(old))]
    undo = " ".join(words) if changed and old is not None else None
    document = {
        "id": None,
        "time": rfc3339(app.now()),
        "origin": "user",
        "action": Action.CONFIG.value,
        "paths": [str(path)] if changed else [],
        "undo": undo,
        "key": key.name,
        "value": value,
        **({"dry_run": True} if app.flags.dry_run else {}),
    }
    app.out.show(document, _said(app, key, value, changed, undo))


def _said(app: App, key: Key, value: Value, changed: bool, undo: str | None) -> str:
    what = f"config: set {key.name} = {shown(value)}"
    path = user_file(app.environ)
    if not changed:
        return f"nothing to do: {what}"
    if app.flags.dry_run:
        return f"would write: {what} in {path}"
    return f"{what} in {path}" + (f"  {app.out.style(f'undo: {undo}', 'dim')}" if undo else "")


def _quoted(word: str) -> str:
    from shlex import quote

    return quote(word)
