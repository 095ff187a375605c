"""What changes while a server runs: settings, folders, files on disk; several homes, and files in none."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from support.cli import run
from support.homes import sample_home, shared_data
from support.lsp_client import Client

WATCHING = {
    "workspace": {
        "configuration": True,
        "didChangeConfiguration": {"dynamicRegistration": True},
        "didChangeWatchedFiles": {"dynamicRegistration": True},
        "diagnostics": {"refreshSupport": True},
        "codeLens": {"refreshSupport": True},
    },
}
SKILL = "---\nname: {name}\ndescription: {about}\n---\n\n# Title\n\ntext\n"
LONG = "a description that goes on and on until it is longer than sixty characters"


def codes(client: Client, uri: str, version: int = 1) -> list[str]:
    return [one["code"] for one in client.diagnostics(uri, version)]


def settled(client: Client, uri: str, wanted: str, there: bool, version: int | None = 1) -> None:
    """Wait until a finding is told of, or no longer."""

    def seen() -> bool:
        told = [one["params"] for one in client.told if one.get("method") == "textDocument/publishDiagnostics"]
        mine = [one for one in told if one["uri"] == uri and one.get("version") == version]
        return bool(mine) and (wanted in [one["code"] for one in mine[-1]["diagnostics"]]) is there

    client._await(seen, 20)


@pytest.fixture
def client(tmp_path: Path) -> Iterator[Client]:
    with Client(env={"XDG_CACHE_HOME": str(tmp_path / "cache")}) as client:
        yield client
        assert b"".join(client.errors).decode() == ""


def home(folder: Path, layout: str = "hermes") -> Path:
    return sample_home(layout, folder)


def write(path: Path, text: str) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
    return path


def test_it_asks_for_its_settings_and_follows_them(client: Client, tmp_path: Path) -> None:
    settings: dict[str, Any] = {"ignore": ["skill/body-empty"]}
    client.answers["workspace/configuration"] = lambda params: [settings for _ in params["items"]]
    client.initialize(capabilities=WATCHING)
    registered = client.wait_for("client/registerCapability")["params"]["registrations"]
    assert {one["method"] for one in registered} == {
        "workspace/didChangeWatchedFiles",
        "workspace/didChangeConfiguration",
    }
    uri = client.open(tmp_path / "one/SKILL.md", f"---\nname: one\ndescription: {LONG}\n---\n")
    settled(client, uri, "skill/body-empty", there=False)
    settings["profile"] = "hermes"
    settings["ignore"] = []
    client.notify("workspace/didChangeConfiguration", {"settings": None})
    settled(client, uri, "skill/body-empty", there=True)
    (over,) = [one for one in client.diagnostics(uri) if one["code"] == "skill/description-over-60"]
    assert over["severity"] == 2
    client.notify("workspace/didChangeConfiguration", {"settings": {"memgit": {"select": ["skill/body-empty"]}}})
    settled(client, uri, "skill/description-over-60", there=False)
    client.notify(
        "workspace/didChangeConfiguration", {"settings": {"memgit": {"profile": 3, "select": "x", "ignore": {}}}}
    )
    settled(client, uri, "skill/description-over-60", there=True)


def test_settings_at_the_start(client: Client, tmp_path: Path) -> None:
    client.initialize(initializationOptions={"memgit": {"profile": "hermes", "inlayHints": False}})
    uri = client.open(tmp_path / "one/SKILL.md", SKILL.format(name="one", about=LONG))
    assert [one["severity"] for one in client.diagnostics(uri)] == [2]
    whole = {"start": {"line": 0, "character": 0}, "end": {"line": 9, "character": 0}}
    assert client.ask("textDocument/inlayHint", {"textDocument": {"uri": uri}, "range": whole}) is None


def test_a_homes_own_settings_and_silences_count(client: Client, tmp_path: Path) -> None:
    folder = home(tmp_path / "home")
    path = write(folder / "skills/one/SKILL.md", SKILL.format(name="one", about=LONG))
    client.initialize(folder, capabilities=WATCHING)
    uri = client.open(path)
    assert codes(client, uri) == ["skill/description-over-60"]
    settings = write(folder / "memgit.yaml", "lint:\n  ignore:\n  - 'skill/description-over-60: we like it so'\n")
    client.notify("workspace/didChangeWatchedFiles", {"changes": [{"uri": settings.as_uri(), "type": 1}]})
    settled(client, uri, "skill/description-over-60", there=False)


def test_other_files_change_what_is_told(client: Client, tmp_path: Path) -> None:
    folder = home(tmp_path / "home")
    one = write(folder / "skills/one/SKILL.md", SKILL.format(name="one", about="x\nrelated_skills: [two]"))
    client.initialize(folder, capabilities=WATCHING)
    uri = client.open(one)
    settled(client, uri, "skill/reference-unknown", there=True)
    two = write(folder / "skills/two/SKILL.md", SKILL.format(name="two", about="x"))
    client.notify("workspace/didChangeWatchedFiles", {"changes": [{"uri": two.as_uri(), "type": 1}]})
    settled(client, uri, "skill/reference-unknown", there=False)
    assert client.wait_for("workspace/diagnostic/refresh")
    assert client.wait_for("workspace/codeLens/refresh")
    shutil.rmtree(two.parent)
    client.notify("workspace/didChangeWatchedFiles", {"changes": [{"uri": two.as_uri(), "type": 3}]})
    settled(client, uri, "skill/reference-unknown", there=True)


def test_a_client_that_watches_nothing_tells_by_saving(client: Client, tmp_path: Path) -> None:
    folder = home(tmp_path / "home")
    one = write(folder / "skills/one/SKILL.md", SKILL.format(name="one", about="x\nrelated_skills: [two]"))
    client.initialize(folder)
    uri = client.open(one)
    settled(client, uri, "skill/reference-unknown", there=True)
    two = write(folder / "skills/two/SKILL.md", SKILL.format(name="two", about="x"))
    other = client.open(two)
    client.notify("textDocument/didSave", {"textDocument": {"uri": other}})
    settled(client, uri, "skill/reference-unknown", there=False)


def test_a_skill_under_the_hands_keeps_its_name_free(client: Client, tmp_path: Path) -> None:
    folder = home(tmp_path / "home")
    one = write(folder / "skills/a/one/SKILL.md", SKILL.format(name="one", about="x"))
    write(folder / "skills/b/two/SKILL.md", SKILL.format(name="two", about="x"))
    client.initialize(folder, capabilities=WATCHING)
    uri = client.open(one)
    settled(client, uri, "skill/name-collision", there=False)
    client.change(uri, 2, {"text": SKILL.format(name="two", about="x")})
    settled(client, uri, "skill/name-collision", there=True, version=2)


def test_several_homes_and_files_in_none(client: Client, tmp_path: Path) -> None:
    hermes, pi = home(tmp_path / "a"), home(tmp_path / "b", "pi-hermes")
    free = write(tmp_path / "free/one/SKILL.md", SKILL.format(name="one", about=LONG))
    first = write(hermes / "skills/one/SKILL.md", SKILL.format(name="one", about=LONG))
    second = write(pi / "skills/one/SKILL.md", SKILL.format(name="one", about=LONG))
    client.initialize(
        workspaceFolders=[{"uri": folder.as_uri(), "name": folder.name} for folder in (hermes, pi)],
        capabilities=WATCHING,
    )
    severities = []
    for path in (first, second, free):
        found = client.diagnostics(client.open(path))
        severities.append([one["severity"] for one in found if one["code"] == "skill/description-over-60"])
    assert severities[0] == [2]
    assert severities[2] == [4]
    report = client.ask("workspace/diagnostic", {"previousResultIds": []})["items"]
    assert {first.as_uri(), second.as_uri()} <= {one["uri"] for one in report}
    event = {"added": [], "removed": [{"uri": pi.as_uri(), "name": "b"}]}
    client.notify("textDocument/didClose", {"textDocument": {"uri": second.as_uri()}})
    client.notify("workspace/didChangeWorkspaceFolders", {"event": event})
    report = client.ask("workspace/diagnostic", {"previousResultIds": []})["items"]
    assert second.as_uri() not in {one["uri"] for one in report}
    client.notify("workspace/didChangeWorkspaceFolders", {"event": {"added": event["removed"], "removed": []}})
    report = client.ask("workspace/diagnostic", {"previousResultIds": []})["items"]
    assert second.as_uri() in {one["uri"] for one in report}


def test_a_folder_that_becomes_a_home(client: Client, tmp_path: Path) -> None:
    folder = sample_home("hermes", tmp_path / "home", store=False)
    path = write(folder / "skills/one/SKILL.md", SKILL.format(name="one", about=LONG))
    client.initialize(folder)
    uri = client.open(path)
    assert [one["severity"] for one in client.diagnostics(uri)] == [4]
    client.notify("textDocument/didClose", {"textDocument": {"uri": uri}})
    assert run("init", str(folder), "--layout", "hermes").code == 0
    client.told.clear()
    client.open(path)
    assert [one["severity"] for one in client.diagnostics(uri)] == [2]


def test_who_asks_for_findings_is_not_told(client: Client, tmp_path: Path) -> None:
    client.initialize(capabilities={"textDocument": {"diagnostic": {"dynamicRegistration": False}}})
    uri = client.open(tmp_path / "one/SKILL.md", SKILL.format(name="Two", about="x"))
    report = client.ask("textDocument/diagnostic", {"textDocument": {"uri": uri}})
    assert {"skill/name-invalid", "skill/name-mismatch"} & {one["code"] for one in report["items"]}
    params = {"textDocument": {"uri": uri}, "previousResultId": report["resultId"]}
    assert client.ask("textDocument/diagnostic", params)["kind"] == "unchanged"
    client.change(uri, 2, {"text": SKILL.format(name="one", about="x")})
    assert client.ask("textDocument/diagnostic", params)["items"] == []
    assert not [one for one in client.told if one["method"] == "textDocument/publishDiagnostics"]


def test_a_look_at_a_whole_home_tells_how_far_it_is_and_can_be_stopped(client: Client, tmp_path: Path) -> None:
    folder = home(tmp_path / "home")
    for n in range(1_000):
        write(folder / f"skills/s{n}/SKILL.md", SKILL.format(name=f"s{n}", about="x"))
    client.initialize(folder, capabilities=WATCHING)
    params = {"previousResultIds": [], "partialResultToken": "part", "workDoneToken": "done"}
    number = client.begin("workspace/diagnostic", params)
    client._await(
        lambda: any(one["params"]["token"] == "part" for one in client.told if one["method"] == "$/progress"), 20
    )
    client.notify("$/cancelRequest", {"id": number})
    assert client.reply(number)["error"]["code"] == -32800
    told = [one["params"] for one in client.told if one["method"] == "$/progress"]
    parts = [one for one in told if one["token"] == "part"]
    assert sum(len(one["value"]["items"]) for one in parts) < 1_000
    kinds = [one["value"]["kind"] for one in told if one["token"] == "done"]
    assert (kinds[0], kinds[-1]) == ("begin", "end")
    assert client.ask("textDocument/documentSymbol", {"textDocument": {"uri": (folder / "gone.md").as_uri()}}) is None


def test_who_asks_again_and_again_waits_for_news(client: Client, tmp_path: Path) -> None:
    folder = home(tmp_path / "home")
    path = write(folder / "skills/one/SKILL.md", SKILL.format(name="one", about="x"))
    client.initialize(folder)
    client.open(path)
    known: list[dict[str, str]] = []
    for _ in range(3):
        report = client.ask("workspace/diagnostic", {"previousResultIds": known})["items"]
        known = [{"uri": one["uri"], "value": one["resultId"]} for one in report]
    number = client.begin("workspace/diagnostic", {"previousResultIds": known})
    with pytest.raises(AssertionError):
        client.reply(number, 1.0)
    client.change(path.as_uri(), 2, {"text": SKILL.format(name="one", about=LONG)})
    changed = [one for one in client.reply(number)["result"]["items"] if one["kind"] == "full"]
    assert [(one["uri"], one["version"], len(one["items"])) for one in changed] == [(path.as_uri(), 2, 1)]


def test_an_open_file_is_one_however_its_uri_is_spelt(client: Client, tmp_path: Path) -> None:
    folder = home(tmp_path / "home")
    one = write(folder / "skills/缓存 (1)/one/SKILL.md", SKILL.format(name="one", about="x"))
    two = write(folder / "skills/two/SKILL.md", SKILL.format(name="two", about="x\nrelated_skills: [one]"))
    client.initialize(folder, capabilities={"workspace": {"workspaceEdit": {"resourceOperations": ["rename"]}}})
    spelt = f"file://{one}"
    item = {"uri": spelt, "languageId": "markdown", "version": 7, "text": SKILL.format(name="one", about="\n  unsaved")}
    client.notify("textDocument/didOpen", {"textDocument": item})
    uri = client.open(two)
    place = {"textDocument": {"uri": uri}, "position": {"line": 3, "character": 18}}
    (found,) = client.ask("textDocument/definition", place)
    assert found["uri"] == spelt
    edit = client.ask("textDocument/rename", {**place, "newName": "three"})
    texts = {change["textDocument"]["uri"]: change for change in edit["documentChanges"][:-1]}
    assert texts[spelt]["textDocument"]["version"] == 7
    assert set(texts) == {spelt, uri}


def test_a_big_document_holds_up_nobody(client: Client, tmp_path: Path) -> None:
    client.initialize()
    text = SKILL.format(name="two", about=LONG) + "Look at `this` and [that](gone.md).\n" * 30_000
    uri = client.open(tmp_path / "one/SKILL.md", text)
    assert "skill/too-big" in codes_of_big(client, uri, 1)
    client.change(uri, 2, {"text": text.replace("name: two", "name: one")})
    assert "skill/name-mismatch" not in codes_of_big(client, uri, 2)


def codes_of_big(client: Client, uri: str, version: int) -> set[str]:
    return {one["code"] for one in client.diagnostics(uri, version, whole=False)}


def test_a_client_that_only_listens_is_told_of_a_whole_home_if_it_wants(client: Client, tmp_path: Path) -> None:
    folder = home(tmp_path / "home")
    paths = [write(folder / f"skills/{name}/SKILL.md", SKILL.format(name=name, about=LONG)) for name in ("one", "two")]
    client.initialize(folder, initializationOptions={"wholeHome": True})
    for path in paths:
        settled(client, path.as_uri(), "skill/description-over-60", there=True, version=None)
    write(paths[0], SKILL.format(name="one", about="short"))
    client.notify("workspace/didChangeWatchedFiles", {"changes": [{"uri": paths[0].as_uri(), "type": 2}]})
    settled(client, paths[0].as_uri(), "skill/description-over-60", there=False, version=None)


@pytest.mark.parametrize("name", ["hermes", "pi-hermes", "claude"])
def test_real_homes_are_told_of_as_the_command_does(client: Client, name: str, tmp_path: Path) -> None:
    """Every file, in the same words at the same places; nothing crashes."""
    source = shared_data("homes")
    found = next((one for one in sorted(source.iterdir()) if one.name.startswith(name)), None)
    if found is None:
        pytest.skip("no such home")
    folder = tmp_path / "home"
    shutil.copytree(found, folder, symlinks=True)
    for path in folder.rglob("*"):
        if not path.is_symlink():
            path.chmod(path.stat().st_mode | 0o600)
    if run("init", str(folder), "--allow-secrets").code != 0:
        pytest.skip("it wants to be told its layout")
    client.initialize(folder)
    report = client.ask("workspace/diagnostic", {"previousResultIds": []})["items"]
    if not report:
        client.open(next(folder.rglob("*.md")))
        report = client.ask("workspace/diagnostic", {"previousResultIds": []})["items"]
    told = sorted(
        (one["uri"].removeprefix(folder.as_uri() + "/"), each["code"], each["range"]["start"]["line"] + 1)
        for one in report
        for each in one["items"]
    )
    listed = run("lint", "--json", home=folder).json["items"]
    from urllib.parse import quote

    assert told == sorted((quote(one["path"]), one["code"], one["line"]) for one in listed)
