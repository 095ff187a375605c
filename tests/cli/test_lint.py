"""`memgit lint`: what it tells in each form, what it mends, how it is told to be quiet."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from inline_snapshot import snapshot
from jsonschema import Draft202012Validator
from support.cli import run
from support.homes import shared_data
from support.odd_skills import ODD
from support.snapshot import assert_clean, git

BROKEN = "---\nname: deploy\ndescription: Deploys: check 🦊 first\n---\nSee [it](gone.md).\n"


@pytest.fixture
def skill(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A broken skill outside every home, in the current folder."""
    monkeypatch.chdir(tmp_path)
    file = tmp_path / "skills" / "deploy" / "SKILL.md"
    file.parent.mkdir(parents=True)
    file.write_text(BROKEN, encoding="utf-8")
    return file


def items(*words: str, home: Path | None = None, code: int | None = None) -> list[dict[str, Any]]:
    done = run("lint", *words, "--json", home=home)
    assert code is None or done.code == code, done.stderr
    found: list[dict[str, Any]] = done.json["items"]
    return found


def test_lines(skill: Path) -> None:
    done = run("lint", "skills")
    assert (done.code, done.stderr) == (1, "")
    assert done.stdout == snapshot("""\
skills/deploy/SKILL.md:3:21: error skill/frontmatter-yaml: not YAML: a colon with a space behind it, inside a value
    mend: put the value in quotes
skills/deploy/SKILL.md:5:10: warning skill/link-broken: there is no file 'gone.md' in the skill
1 error, 1 warning in 1 file; to mend 1: memgit lint --fix
""")


def test_json(skill: Path) -> None:
    first, second = items("skills/deploy/SKILL.md", code=1)
    assert first == snapshot(
        {
            "path": "skills/deploy/SKILL.md",
            "code": "skill/frontmatter-yaml",
            "severity": "error",
            "message": "not YAML: a colon with a space behind it, inside a value",
            "line": 3,
            "column": 21,
            "end_line": 3,
            "end_column": 22,
            "start": 37,
            "end": 38,
            "fixes": [
                {
                    "title": "put the value in quotes",
                    "safe": True,
                    "line": 3,
                    "column": 14,
                    "end_line": 3,
                    "end_column": 37,
                    "start": 30,
                    "end": 55,
                    "text": '"Deploys: check 🦊 first"',
                }
            ],
        }
    )
    data = skill.read_bytes()
    assert data[second["start"] : second["end"]] == b"gone.md"


def test_sarif(skill: Path) -> None:
    done = run("lint", "skills", "--format", "sarif")
    assert done.code == 1
    require_sarif(done.json)
    (result, _) = done.json["runs"][0]["results"]
    assert result["ruleId"] == done.json["runs"][0]["tool"]["driver"]["rules"][result["ruleIndex"]]["id"]
    assert result["locations"][0]["physicalLocation"]["region"]["startColumn"] == 21
    assert result["fixes"][0]["artifactChanges"][0]["replacements"][0]["insertedContent"]["text"].startswith('"')


def test_sarif_of_nothing_and_of_what_is_odd(skill: Path) -> None:
    require_sarif(run("lint", "skills", "--format", "sarif", "--select", "secret").json)
    odd = skill.with_name("notes 缓存 #1.md")
    odd.write_bytes(b"caf\xe9 \xe2\x80\x8b\r\n<<<<<<< a\n=======\n>>>>>>> b\n")
    skill.write_bytes(b"\xef\xbb\xbf---\r\nname: \xff\r\n")
    document = run("lint", "skills", "--format", "sarif").json
    require_sarif(document)
    assert len(document["runs"][0]["results"]) > 3


@pytest.mark.parametrize("name", ["skills", "homes"])
def test_sarif_of_real_files(name: str) -> None:
    document = run("lint", str(shared_data(name)), "--format", "sarif").json
    require_sarif(document)
    assert document["runs"][0]["results"]


def require_sarif(document: object) -> None:
    """By the schema of the standard, as Microsoft's validator carries it."""
    schema = json.loads((Path(__file__).parents[1] / "vectors/sarif-2.1.0.json").read_text("utf-8"))
    Draft202012Validator(schema, format_checker=Draft202012Validator.FORMAT_CHECKER).validate(document)


def test_github(skill: Path) -> None:
    assert run("lint", "skills", "--format", "github").stdout == snapshot("""\
::error file=skills/deploy/SKILL.md,line=3,endLine=3,col=21,endColumn=22,title=skill/frontmatter-yaml::not YAML: a colon with a space behind it, inside a value
::warning file=skills/deploy/SKILL.md,line=5,endLine=5,col=10,endColumn=17,title=skill/link-broken::there is no file 'gone.md' in the skill
""")  # noqa: E501


def test_rules_are_chosen_by_code_family_and_pattern(skill: Path) -> None:
    assert [one["code"] for one in items("skills", "--select", "skill/link-broken", code=0)] == ["skill/link-broken"]
    assert [one["code"] for one in items("skills", "--ignore", "skill/front*,safety")] == ["skill/link-broken"]
    assert items("skills", "--select", "secret", code=0) == []
    done = run("lint", "skills", "--select", "skill/link-brokn")
    assert done.code == 2
    assert "did you mean skill/link-broken?" in done.stderr


def test_who_reads_the_file_decides(skill: Path) -> None:
    skill.write_text("---\nname: a.b\ndescription: Does it\n---\nDo it.\n")
    assert {one["code"] for one in items("skills")} == {"skill/name-invalid", "skill/name-mismatch"}
    assert {one["code"] for one in items("skills", "--profile", "hermes")} == {"skill/name-mismatch"}
    strict = items("skills", "--profile", "agentskills-strict", code=1)
    assert {one["severity"] for one in strict} == {"error"}


def test_comments_with_a_reason_silence(skill: Path) -> None:
    text = BROKEN.replace("See", "<!-- memgit-ignore skill/link-broken: made by the build -->\nSee")
    skill.write_text(text, encoding="utf-8")
    assert [one["code"] for one in items("skills")] == ["skill/frontmatter-yaml"]
    skill.write_text(text.replace(": made by the build", ":"), encoding="utf-8")
    assert [one["code"] for one in items("skills")] == ["skill/frontmatter-yaml", "skill/link-broken"]
    whole = "---\nname: deploy\ndescription: Does it\n---\n<!-- memgit-ignore-file skill: a draft -->\n[it](gone.md)\n"
    skill.write_text(whole, encoding="utf-8")
    assert items("skills") == []


def test_secrets_are_silenced_by_allow_alone(skill: Path) -> None:
    token = "ghp_" + "".join(chr(97 + n % 26) + str(n % 10) for n in range(0, 36, 2))
    line = f"Use {token}  <!-- memgit-%s secret/github-token: a revoked one, as an example -->\n"
    head = "---\nname: deploy\ndescription: Does it\n---\n"
    skill.write_text(head + line % "ignore")
    assert [one["code"] for one in items("skills", code=1)] == ["secret/github-token"]
    skill.write_text(head + line % "allow")
    assert items("skills", code=0) == []


def test_settings_of_a_home_silence(hermes: Path) -> None:
    file = hermes / "skills" / "deploy" / "SKILL.md"
    file.parent.mkdir(parents=True)
    file.write_text(BROKEN.replace("Deploys: check", "Deploys check"), encoding="utf-8")
    assert [one["code"] for one in items("--select", "skill/link-*", home=hermes)] == ["skill/link-broken"]
    (hermes / "memgit.yaml").write_text('lint:\n  ignore: ["skill/link-broken skills/deploy/*: made by the build"]\n')
    assert items("--select", "skill/link-*", home=hermes) == []
    (hermes / "memgit.yaml").write_text("lint:\n  select: [skill/link-broken]\n")
    assert [one["code"] for one in items(home=hermes)] == ["skill/link-broken"]


def test_a_home_is_mended_in_one_change(hermes: Path) -> None:
    for name in ("one", "two"):
        file = hermes / "skills" / name / "SKILL.md"
        file.parent.mkdir(parents=True)
        file.write_bytes(f"---\r\nname: {name}\r\ndescription: Do: it\r\n---\r\nDo it.\r\n".encode())
    before = len(run("log", "--json", home=hermes).json["items"])
    rehearsed = run("lint", "--fix", "--dry-run", home=hermes)
    assert "2 findings would be mended" in rehearsed.stderr
    assert b"Do: it" in file.read_bytes()
    done = run("lint", "--fix", home=hermes)
    assert (done.code, "skill/frontmatter-yaml" in done.stdout) == (0, False)
    assert file.read_bytes() == b'---\r\nname: two\r\ndescription: "Do: it"\r\n---\r\nDo it.\r\n'
    log = run("log", "--json", home=hermes).json["items"]
    assert (len(log) - before, log[0]["subject"], log[0]["action"]) == (2, "lint: mend 2 findings", "patch")
    assert_clean(hermes)


def test_a_file_outside_is_mended_in_place(skill: Path) -> None:
    os.chmod(skill, 0o640)
    link = skill.with_name("link.md")
    link.symlink_to(skill)
    done = run("lint", str(skill), "--fix")
    assert "1 finding mended" in done.stderr
    assert skill.read_text("utf-8") == BROKEN.replace("Deploys: check 🦊 first", '"Deploys: check 🦊 first"')
    assert skill.stat().st_mode & 0o777 == 0o640
    assert [path.name for path in sorted(skill.parent.iterdir())] == ["SKILL.md", "link.md"]


def test_stdin(skill: Path) -> None:
    done = run("lint", "-", "--json", stdin=BROKEN)
    assert [one["path"] for one in done.json["items"]] == ["-"]
    named = run("lint", "-", "--stdin-filename", "skills/deploy/SKILL.md", "--json", stdin=BROKEN)
    assert [one["code"] for one in named.json["items"]] == ["skill/frontmatter-yaml", "skill/link-broken"]
    assert named.json["items"][0]["path"] == "skills/deploy/SKILL.md"
    assert run("lint", "-", "--fix", stdin=BROKEN).code == 2


def test_what_is_staged(hermes: Path) -> None:
    file = hermes / "skills" / "deploy" / "SKILL.md"
    file.parent.mkdir(parents=True)
    file.write_text(BROKEN, encoding="utf-8")
    assert items("--staged", home=hermes) == []
    git(hermes, "add", "skills/deploy/SKILL.md")
    file.write_text("mended since")
    assert [one["code"] for one in items("--staged", home=hermes, code=1)] == [
        "skill/frontmatter-yaml",
        "skill/link-broken",
    ]
    git(hermes, "rm", "-q", "--cached", "memories/USER.md")
    assert len(items("--staged", home=hermes)) == 2


def test_no_such_file_and_no_store(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert run("lint", "gone.md").code == 3
    assert run("lint").code == 3


def test_odd_skills_on_disk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for name, odd in ODD.items():
        folder = tmp_path / name
        folder.mkdir()
        (folder / "SKILL.md").write_bytes(odd.data)
    found = items(".", code=1)
    for name, odd in ODD.items():
        grave = sorted(
            one["code"]
            for one in found
            if one["path"] == f"{name}/SKILL.md" and one["severity"] in ("error", "warning")
        )
        assert grave == sorted(odd.found), name


def test_real_skills_are_no_errors() -> None:
    found = [one for one in items(str(shared_data("skills"))) if one["severity"] == "error"]
    assert [(one["path"].split("/")[-2], one["code"]) for one in found] == [
        ("address-feedback", "skill/frontmatter-missing")
    ]


@pytest.mark.parametrize("layout", ["hermes", "pi-hermes", "claude"])
def test_real_homes_are_no_errors(layout: str, sample_home: Callable[[str], Path]) -> None:
    found = items(home=sample_home(layout))
    assert [one for one in found if one["severity"] == "error"] == []
    assert json.dumps(found)


@pytest.mark.parametrize("layout", ["hermes", "pi-hermes", "claude"])
def test_homes_of_real_agents_are_no_errors(layout: str, tmp_path: Path) -> None:
    home = tmp_path / layout
    shutil.copytree(shared_data(f"homes/{layout}"), home)
    assert run("init", str(home), "--layout", layout).code == 0
    assert [one for one in items(home=home) if one["severity"] == "error"] == []


def test_an_author_who_is_the_login_of_this_machine(hermes: Path) -> None:
    path = hermes / "skills/pr-triage/SKILL.md"
    path.write_text("---\nname: pr-triage\ndescription: Sort them\nauthor: mkuhn\n---\n\n# Sort\n\ntext\n")
    for login, codes in (("mkuhn", ["skill/author-from-host"]), ("other", [])):
        done = run("lint", str(path), "--json", home=hermes, env={"USER": login})
        assert [one["code"] for one in done.json["items"] if "author" in one["code"]] == codes


def test_a_hook_of_git_refuses_what_is_an_error(hermes: Path) -> None:
    hook = hermes / ".git/hooks/pre-commit"
    hook.parent.mkdir(exist_ok=True)
    program = f"{sys.executable} -c 'from memgit.cli.main import run; run()'"
    hook.write_text(f"#!/bin/sh\nexec {program} --home . lint --staged\n")
    hook.chmod(0o755)
    path = hermes / "skills/pr-triage/SKILL.md"
    good = path.read_text()

    def commit(text: str) -> subprocess.CompletedProcess[str]:
        path.write_text(text)
        who = ["-c", "user.name=a", "-c", "user.email=a@b"]
        return subprocess.run(
            ["git", "-C", str(hermes), *who, "commit", "-qam", "x"], capture_output=True, text=True, check=False
        )

    refused = commit("no frontmatter\n")
    assert refused.returncode == 1
    assert "skill/frontmatter-missing" in refused.stdout + refused.stderr
    assert commit(good + "\nmore\n").returncode == 0
