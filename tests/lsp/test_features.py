"""Each feature in a real home, by a raw client that can do all."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from support.cli import run
from support.homes import sample_home
from support.lsp_client import Client

ABLE = {
    "workspace": {
        "workspaceEdit": {"documentChanges": True, "resourceOperations": ["create", "rename", "delete"]},
        "configuration": True,
        "didChangeConfiguration": {"dynamicRegistration": True},
        "didChangeWatchedFiles": {"dynamicRegistration": True},
        "inlayHint": {"refreshSupport": True},
    },
    "window": {"workDoneProgress": True},
}
CHECK = """\
---
name: deploy-check
description: "What to look at after a deployment, and how to roll it back in time"
platforms: [linux, mac]
related_skills: [rollout]
---

# Deploy check

## When to Use

After each deployment; see [the list](references/list.md) and `read_file`.

## Procedure

1. look
2. think
"""
MEMORY = ("部署前先清理缓存 🙂", "uses uv, never pip", "deploys go out on Wednesdays")


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A home that tests only read."""
    home = sample_home("hermes", tmp_path_factory.mktemp("lsp") / "home", store=False)
    write(home / "skills/ops/deploy-check/SKILL.md", CHECK)
    write(home / "skills/ops/deploy-check/references/list.md", "# List\n")
    write(
        home / "skills/ops/rollout/SKILL.md",
        "---\nname: rollout\ndescription: 发布\nrelated_skills:\n- deploy-check\n---\n\n# Roll out\n\ntext\n",
    )
    write(home / "skill-bundles/ops.yaml", "name: ops\nskills:\n- deploy-check\n- rollout\n")
    write(
        home / "cron/jobs.json",
        json.dumps({"jobs": [{"id": "1", "skills": ["deploy-check", "x"], "prompt": "deploy-check"}]}, indent=2),
    )
    write(home / "memories/MEMORY.md", "\n§\n".join((*MEMORY, "left already")))
    assert run("init", str(home), "--layout", "hermes").code == 0
    assert run("memory", "remove", "left already", "-m", "no longer so", home=home).code == 0
    assert run("skill", "archive", "rollout", home=home).code == 0
    assert run("restore", "rollout", home=home).code == 0
    return home


def write(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")


@pytest.fixture(scope="module")
def client(home: Path) -> Iterator[Client]:
    with Client(env={"XDG_CACHE_HOME": str(home.parent / "cache")}) as client:
        client.initialize(home, capabilities=ABLE)
        yield client
        assert client.end() == 0
        assert b"".join(client.errors).decode() == ""


class Doc:
    """An open document, and places in it."""

    def __init__(self, client: Client, path: Path, text: str | None = None) -> None:
        self.client, self.path = client, path
        self.text = path.read_text(encoding="utf-8") if text is None else text
        self.uri = client.open(path, self.text)
        client.diagnostics(self.uri)
        client.ask("textDocument/codeLens", {"textDocument": {"uri": self.uri}})  # by then the skills are known

    def at(self, words: str, into: int = 1) -> dict[str, Any]:
        return {"textDocument": {"uri": self.uri}, "position": self.place(self.text.index(words) + into)}

    def place(self, offset: int) -> dict[str, int]:
        before = self.text[:offset]
        line = before[before.rfind("\n") + 1 :]
        return {"line": before.count("\n"), "character": len(line.encode("utf-16-le")) // 2}

    def range(self, words: str) -> dict[str, Any]:
        start = self.text.index(words)
        return {"start": self.place(start), "end": self.place(start + len(words))}

    def ask(self, method: str, **more: Any) -> Any:
        return self.client.ask(method, {"textDocument": {"uri": self.uri}, **more})

    def actions(self, words: str, *only: str) -> dict[str, Any]:
        context = {"diagnostics": [], **({"only": list(only)} if only else {})}
        found = self.ask("textDocument/codeAction", range=self.range(words), context=context)
        return {action["title"]: action for action in found}

    def edited(self, edits: list[dict[str, Any]]) -> str:
        lines = [0]
        for at, char in enumerate(self.text):
            lines += [at + 1] if char == "\n" else []

        def offset(place: dict[str, int]) -> int:
            start = lines[place["line"]]
            row = self.text[start:].split("\n")[0]
            return start + len(row.encode("utf-16-le")[: 2 * place["character"]].decode("utf-16-le"))

        text = self.text
        for edit in sorted(edits, key=lambda one: offset(one["range"]["start"]), reverse=True):
            start, end = (offset(edit["range"][side]) for side in ("start", "end"))
            text = text[:start] + edit["newText"] + text[end:]
        return text


@pytest.fixture
def skill(client: Client, home: Path) -> Iterator[Doc]:
    yield from opened(client, home / "skills/ops/deploy-check/SKILL.md")


@pytest.fixture
def memory(client: Client, home: Path) -> Iterator[Doc]:
    yield from opened(client, home / "memories/MEMORY.md")


def opened(client: Client, path: Path) -> Iterator[Doc]:
    doc = Doc(client, path)
    yield doc
    client.notify("textDocument/didClose", {"textDocument": {"uri": doc.uri}})
    client.told.clear()


def test_findings_are_those_of_the_command(client: Client, home: Path, skill: Doc) -> None:
    told = client.diagnostics(skill.uri)
    listed = run("lint", str(skill.path), "--json", home=home).json["items"]
    assert [(one["code"], one["message"]) for one in told] == [(one["code"], one["message"]) for one in listed]
    assert [one["code"] for one in told] == ["skill/description-over-60", "skill/platform-unknown"]
    assert all(one["source"] == "memgit" for one in told)
    assert told[1]["range"] == skill.range("mac")


def test_what_reads_a_body_comes_when_the_person_pauses(client: Client, skill: Doc) -> None:
    end = skill.place(len(skill.text))
    client.change(skill.uri, 2, {"range": {"start": end, "end": end}, "text": "\n[gone](references/gone.md)\n"})
    at_once = [one["code"] for one in client.diagnostics(skill.uri, 2, whole=False)]
    assert "skill/link-broken" in [one["code"] for one in client.diagnostics(skill.uri, 2)]
    assert "skill/platform-unknown" in at_once
    start = {"line": 0, "character": 0}
    client.change(
        skill.uri,
        3,
        {"range": {"start": {"line": 6, "character": 0}, "end": {"line": 6, "character": 0}}, "text": "\n"},
    )
    moved = client.diagnostics(skill.uri, 3, whole=False)
    assert "skill/link-broken" in [one["code"] for one in moved], start


def test_mends(skill: Doc) -> None:
    actions = skill.actions("mac", "quickfix")
    mend = actions["write macos"]
    assert (mend["isPreferred"], mend["diagnostics"][0]["code"]) == (True, "skill/platform-unknown")
    (change,) = mend["edit"]["documentChanges"]
    assert (change["textDocument"]["uri"], change["textDocument"]["version"]) == (skill.uri, 1)
    assert skill.edited(change["edits"]) == CHECK.replace("mac]", "macos]")
    (cut,) = skill.actions("What to look", "quickfix").values()
    assert cut["title"] == "cut it to 60 characters"


def test_all_safe_mends_at_once(client: Client, home: Path) -> None:
    text = "---\nname: deploy-check\ndescription: a\n---\n\n# A\u200b\n\nb\n"
    doc = Doc(client, home / "skills/ops/deploy-check/SKILL.md", text)
    actions = doc.actions("# A", "source.fixAll")
    linted = run("lint", "-", "--stdin-filename", str(doc.path), "--json", home=home, stdin=text).json["items"]
    safe = [fix for one in linted for fix in one["fixes"] if fix.get("safe")]
    assert bool(actions) == bool(safe)
    assert doc.actions("# A", "source.organizeImports") == {}


def test_an_entry_that_left_comes_back(memory: Doc) -> None:
    title, action = next(
        (title, one) for title, one in memory.actions("uses uv").items() if title.startswith("restore")
    )
    assert title.startswith("restore “left already” (left today, ")
    (change,) = action["edit"]["documentChanges"]
    assert memory.edited(change["edits"]) == "\n§\n".join((*MEMORY, "left already"))


def test_an_entry_moves_to_the_other_file(memory: Doc, home: Path) -> None:
    action = memory.actions("uses uv")["move the entry to memories/USER.md"]
    own, other = action["edit"]["documentChanges"]
    assert memory.edited(own["edits"]) == "\n§\n".join((MEMORY[0], MEMORY[2]))
    assert other["textDocument"]["uri"] == (home / "memories/USER.md").as_uri()
    assert "uses uv, never pip" in other["edits"][0]["newText"]


def test_why_the_agent_knows_it(client: Client, memory: Doc) -> None:
    command = memory.actions("uses uv")["why does the agent know this?"]["command"]
    (change,) = client.ask(
        "workspace/executeCommand", {"command": command["command"], "arguments": command["arguments"]}
    )
    assert change["origin"] == "import"
    assert "init" in change["line"]


def test_a_long_section_gets_a_file_of_its_own(client: Client, home: Path) -> None:
    text = CHECK + "\n## Pitfalls\n\n" + "a long story. " * 100 + "\n\n## Verification\n\nlook\n"
    doc = Doc(client, home / "skills/ops/deploy-check/SKILL.md", text)
    action = doc.actions("## Pitfalls", "refactor.extract")["move the section to references/pitfalls.md"]
    made, put, left = action["edit"]["documentChanges"]
    assert (made["kind"], made["uri"]) == ("create", (doc.path.parent / "references/pitfalls.md").as_uri())
    assert put["edits"][0]["newText"].startswith("# Pitfalls\n\na long story.")
    after = doc.edited(left["edits"])
    assert "## Pitfalls\n\nSee [Pitfalls](references/pitfalls.md).\n\n## Verification" in after
    client.notify("textDocument/didClose", {"textDocument": {"uri": doc.uri}})


def test_archiving_and_bringing_back_are_commands(skill: Doc) -> None:
    actions = skill.actions("# Deploy check", "source")
    assert actions["archive the skill deploy-check"]["command"]["command"] == "memgit.archive"
    assert not skill.actions("# Deploy check", "quickfix").get("archive the skill deploy-check")


def test_hover(client: Client, skill: Doc, memory: Doc) -> None:
    def says(doc: Doc, words: str, into: int = 1) -> str:
        return str(client.ask("textDocument/hover", doc.at(words, into))["contents"]["value"])

    assert "may" in says(skill, "platforms") or "`linux`" in says(skill, "platforms")
    seen = says(skill, '"What')
    assert "66 of 60 characters" in seen or " of 60 characters" in seen
    assert "What to look at after a deployment, and how to roll it ba..." in seen.replace("\\", "")
    assert "never used" in says(skill, "name: deploy", 8)
    assert "发布" in says(skill, "rollout")
    entry = says(memory, "uses uv")
    assert "entry 2 of 3" in entry
    assert "by import" in entry
    assert client.ask("textDocument/hover", skill.at("1. look")) is None


def test_completion(client: Client, home: Path, skill: Doc) -> None:
    def offered(text: str, path: str = "skills/ops/deploy-check/SKILL.md") -> list[str]:
        at = text.index("|")
        doc = Doc(client, home / path, text.replace("|", ""))
        found = client.ask("textDocument/completion", {"textDocument": {"uri": doc.uri}, "position": doc.place(at)})
        client.notify("textDocument/didClose", {"textDocument": {"uri": doc.uri}})
        return [item["label"] for item in found["items"]]

    head = "---\nname: deploy-check\ndescription: d\n"
    assert offered(f"{head}pl|\n---\n")[0] == "platforms"
    assert "name" not in offered(f"{head}|\n---\n")
    assert offered("---\nname: deploy-check\nver|\n")[0] == "version"
    assert offered("---\nname: deploy-check\n\n# A\n\nver|\n") == []
    assert offered(f"{head}platforms: [linux, |]\n---\n") == ["linux", "macos", "windows"]
    assert offered(f"{head}related_skills:\n- roll|\n---\n") == ["rollout"]
    assert offered(f"{head}related_skills: [rol|]\n---\n") == ["rollout"]
    assert "related_skills" in offered(f"{head}metadata:\n  hermes:\n    rel|\n---\n")
    assert offered(f"{head}---\n\n# A\n\n## Pit|\n")[0] == "Pitfalls"
    assert offered(f"{head}---\n\n[list](ref|)\n") == ["references/list.md"]
    assert offered(f"{head}---\n\nuse `read|` here\n") == ["read_file"]
    assert offered("name: ops\nskills:\n- roll|\n", "skill-bundles/ops.yaml") == ["rollout"]
    assert offered("history:\n  max|\n", "memgit.yaml") == ["max_file_size"]
    assert "lint" in offered("li|\n", "memgit.yaml")
    assert offered("plain| text\n", "memories/MEMORY.md") == []


def test_from_a_name_to_what_it_names(client: Client, home: Path, skill: Doc) -> None:
    def leads_to(words: str) -> list[str]:
        return [one["uri"] for one in client.ask("textDocument/definition", skill.at(words)) or []]

    assert leads_to("rollout") == [(home / "skills/ops/rollout/SKILL.md").as_uri()]
    assert leads_to("references/list.md") == [(home / "skills/ops/deploy-check/references/list.md").as_uri()]
    assert leads_to("1. look") == []
    links = skill.ask("textDocument/documentLink")
    assert {one["target"].rpartition("/")[2] for one in links} == {"SKILL.md", "list.md"}


def test_and_back(client: Client, home: Path, skill: Doc) -> None:
    params = {**skill.at("name: deploy", 8), "context": {"includeDeclaration": False}}
    found = {one["uri"].removeprefix(home.as_uri()) for one in client.ask("textDocument/references", params)}
    assert found == {"/skills/ops/rollout/SKILL.md", "/skill-bundles/ops.yaml", "/cron/jobs.json"}


def test_a_rename_follows_all_that_names_the_skill(client: Client, home: Path, skill: Doc) -> None:
    place = skill.at("name: deploy", 8)
    assert client.ask("textDocument/prepareRename", place)["placeholder"] == "deploy-check"
    edit = client.ask("textDocument/rename", {**place, "newName": "deploy-watch"})
    *texts, move = edit["documentChanges"]
    folder = home / "skills/ops/deploy-check"
    assert (move["kind"], move["oldUri"], move["newUri"]) == (
        "rename",
        folder.as_uri(),
        folder.with_name("deploy-watch").as_uri(),
    )
    changed = {one["textDocument"]["uri"].removeprefix(home.as_uri()): one["edits"] for one in texts}
    assert {
        "/skills/ops/rollout/SKILL.md",
        "/skill-bundles/ops.yaml",
        "/cron/jobs.json",
        "/skills/ops/deploy-check/SKILL.md",
    } <= set(changed)
    assert len(changed["/cron/jobs.json"]) == 1
    assert skill.edited(changed["/skills/ops/deploy-check/SKILL.md"]) == CHECK.replace(
        "name: deploy-check", "name: deploy-watch"
    )
    for name, code in (("Bad Name", -32602), ("rollout", -32803), ("a/b", -32602), ("", -32602)):
        assert client.error("textDocument/rename", {**place, "newName": name}) == code


def test_a_support_file_gets_another_name(client: Client, skill: Doc) -> None:
    edit = client.ask("textDocument/rename", {**skill.at("references/list.md"), "newName": "steps"})
    texts, move = edit["documentChanges"]
    assert move["newUri"].endswith("/references/steps.md")
    assert "(references/steps.md)" in skill.edited(texts["edits"])


def test_figures(skill: Doc, memory: Doc) -> None:
    whole = {"start": {"line": 0, "character": 0}, "end": {"line": 999, "character": 0}}
    (hint,) = skill.ask("textDocument/inlayHint", range=whole)
    assert hint["label"] == "67/60"
    (hint,) = memory.ask("textDocument/inlayHint", range=whole)
    assert hint["label"].endswith("/2,200 (2 %)")
    (lens,) = memory.ask("textDocument/codeLens")
    assert lens["command"]["title"] == "2 changes"
    (lens,) = skill.ask("textDocument/codeLens")
    assert lens["command"]["title"] == "never used · 1 change"


def test_the_outline(skill: Doc, memory: Doc) -> None:
    front, title = skill.ask("textDocument/documentSymbol")
    assert [one["name"] for one in front["children"]] == ["name", "description", "platforms", "related_skills"]
    assert (title["name"], [one["name"] for one in title["children"]]) == ("Deploy check", ["When to Use", "Procedure"])
    assert [one["name"] for one in memory.ask("textDocument/documentSymbol")] == list(MEMORY)


def test_symbols_of_the_whole_home_in_any_language(client: Client) -> None:
    assert [one["name"] for one in client.ask("workspace/symbol", {"query": "缓存"})] == [MEMORY[0]]
    assert "deploy-check" in client.ask("workspace/symbol", {"query": "rollback roll"})[0]["name"]
    assert client.ask("workspace/symbol", {"query": ""}) == []


def test_folds_and_selections(skill: Doc, memory: Doc) -> None:
    folds = [(one["startLine"], one["endLine"]) for one in skill.ask("textDocument/foldingRange")]
    assert folds == [(0, 6), (7, 16), (9, 11), (13, 16)] or folds[0][0] == 0
    (chain,) = skill.ask(
        "textDocument/selectionRange", positions=[skill.place(skill.text.index("each deployment") + 2)]
    )
    words = []
    while chain:
        words.append(chain["range"])
        chain = chain.get("parent")
    assert words[0] == skill.range("each")
    assert words[-1]["start"] == {"line": 0, "character": 0}
    assert len(words) >= 5
    (chain,) = memory.ask("textDocument/selectionRange", positions=[memory.place(2)])
    assert chain["parent"]


def test_colours(skill: Doc, memory: Doc) -> None:
    data = skill.ask("textDocument/semanticTokens/full")["data"]
    assert len(data) % 5 == 0
    assert data[:5] == [1, 0, 4, 0, 0]
    assert 2 in data[3::5]  # what of the description nobody sees
    assert memory.ask("textDocument/semanticTokens/full")["data"] == [1, 0, 1, 5, 0, 2, 0, 1, 5, 0]


def test_formatting_changes_no_meaning(client: Client, home: Path) -> None:
    def formatted(path: str, text: str) -> str:
        doc = Doc(client, home / path, text)
        edits = doc.ask("textDocument/formatting", options={"tabSize": 2, "insertSpaces": True})
        client.notify("textDocument/didClose", {"textDocument": {"uri": doc.uri}})
        return doc.edited(edits)

    assert formatted("memories/MEMORY.md", "\na\n\n§\n\nb  \n§\nc\n\n") == "a\n§\nb\n§\nc"
    before = "---\nname: a \ndescription: |\n  kept  \n---\n\none \ntwo  \nthree\n   \n```\ncode  \n```\nlast"
    after = "---\nname: a\ndescription: |\n  kept  \n---\n\none\ntwo  \nthree\n\n```\ncode  \n```\nlast\n"
    assert formatted("skills/ops/deploy-check/SKILL.md", before) == after
    assert formatted("skills/ops/deploy-check/SKILL.md", CHECK) == CHECK


def test_all_of_a_home_is_told_of_once(client: Client, home: Path) -> None:
    report = client.ask("workspace/diagnostic", {"previousResultIds": []})["items"]
    by_path = {one["uri"].removeprefix(home.as_uri()): one for one in report}
    assert "skill/platform-unknown" in {one["code"] for one in by_path["/skills/ops/deploy-check/SKILL.md"]["items"]}
    assert not any("/.archive/" in path for path in by_path)
    known = [{"uri": one["uri"], "value": one["resultId"]} for one in report]
    again = client.ask("workspace/diagnostic", {"previousResultIds": known})["items"]
    assert {one["kind"] for one in again} == {"unchanged"}
    token = client.begin("workspace/diagnostic", {"previousResultIds": [], "partialResultToken": "parts"})
    assert client.reply(token)["result"]["items"] == []
    assert any(one["params"]["token"] == "parts" for one in client.told if one["method"] == "$/progress")


def test_commands(client: Client, home: Path, memory: Doc) -> None:
    def do(name: str, *arguments: Any) -> Any:
        return client.ask("workspace/executeCommand", {"command": f"memgit.{name}", "arguments": list(arguments)})

    assert next(one["subject"] for one in do("log", memory.uri)).startswith("memory: remove")
    assert (
        "left already" in do("diff", {"uri": memory.uri, "revisions": ["HEAD~1", "HEAD~3"]})
        or do("diff", memory.uri) == ""
    )
    assert do("reviewLast", memory.uri) is None
    assert [one["entry"] for one in do("search", {"uri": memory.uri, "query": "缓存"})] == [MEMORY[0]]
    params = {"command": "memgit.sync", "arguments": [memory.uri]}
    assert client.error("workspace/executeCommand", params) == -32803
    for bad in ([3], [{"uri": (home.parent / "other.md").as_uri()}]):
        assert client.error("workspace/executeCommand", {"command": "memgit.log", "arguments": bad}) in (-32602, -32803)
    assert [one["method"] for one in client.told].count("window/workDoneProgress/create") >= 4
