"""`memgit doctor`: each kind of damage is found, told, and mended."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest
from support.cli import run


def stale_lock(home: Path) -> None:
    (home / ".git" / "index.lock").touch()


def index_out_of_step(home: Path) -> None:
    subprocess.run(["git", "-C", str(home), "rm", "-q", "--cached", "memories/USER.md"], check=True)


def no_whitelist(home: Path) -> None:
    (home / ".git" / "info" / "exclude").unlink()


def hidden_file(home: Path) -> None:
    (home / "skills" / "pr-triage" / ".gitignore").write_text("*.tmpl\n")
    (home / "skills" / "pr-triage" / "templates").mkdir()
    (home / "skills" / "pr-triage" / "templates" / "a.tmpl").write_text("hello")


def open_to_others(home: Path) -> None:
    (home / ".memgit").chmod(0o755)


def corrupt_usage(home: Path) -> None:
    assert run("skill", "pin", "pr-triage", home=home).code == 0
    (home / "skills" / ".usage.json").write_text("{broken")


def broken_bundle(home: Path) -> None:
    (home / "skill-bundles" / "review.yaml").write_text(
        "# mine\nname: review\nskills:\n- pr-triage\n- gone\n- release\n", encoding="utf-8"
    )


def archived_and_back(home: Path) -> None:
    assert run("skill", "pin", "pr-triage", home=home).code == 0
    path = home / "skills" / ".usage.json"
    records = json.loads(path.read_text())
    records["pr-triage"]["state"] = "archived"
    path.write_text(json.dumps(records))


DAMAGE: dict[str, Callable[[Path], None]] = {
    "git-lock": stale_lock,
    "index": index_out_of_step,
    "whitelist": no_whitelist,
    "ignored": hidden_file,
    "permissions": open_to_others,
    "usage": corrupt_usage,
    "bundles": broken_bundle,
    "archive": archived_and_back,
}


def checks(home: Path, *flags: str) -> tuple[int, dict[str, dict[str, object]]]:
    done = run("doctor", *flags, "--json", home=home)
    return done.code, {item["check"]: item for item in done.json["items"]}


def test_a_healthy_store(hermes: Path) -> None:
    code, found = checks(hermes)
    assert code == 0
    assert {item["result"] for item in found.values()} == {"ok"}
    assert set(DAMAGE) <= set(found)


@pytest.mark.parametrize("check", DAMAGE)
def test_damage_is_found_and_mended(check: str, hermes: Path) -> None:
    DAMAGE[check](hermes)
    code, found = checks(hermes)
    assert code == 1
    assert found[check]["result"] in ("warning", "error")
    assert found[check]["fix"]
    code, found = checks(hermes, "--fix")
    assert found[check]["mended"] is True
    assert code == 0
    code, found = checks(hermes)
    assert found[check]["result"] == "ok"
    assert code == 0


def test_a_bundle_loses_only_the_line_of_what_is_gone(hermes: Path) -> None:
    broken_bundle(hermes)
    run("doctor", "--fix", home=hermes)
    text = (hermes / "skill-bundles" / "review.yaml").read_text(encoding="utf-8")
    assert text == "# mine\nname: review\nskills:\n- pr-triage\n- release\n"


def test_corrupt_usage_is_kept_beside(hermes: Path) -> None:
    corrupt_usage(hermes)
    run("doctor", "--fix", home=hermes)
    records = json.loads((hermes / "skills" / ".usage.json").read_text())
    assert records["pr-triage"]["pinned"] is True
    aside = list((hermes / "skills").glob(".usage.json.corrupt-*"))
    assert [path.read_text() for path in aside] == ["{broken"]


def test_damaged_objects_are_an_error(hermes: Path) -> None:
    objects = [path for path in (hermes / ".git" / "objects").glob("??/*") if path.is_file()]
    objects[0].chmod(0o644)
    objects[0].write_bytes(b"junk")
    code, found = checks(hermes)
    assert code == 1
    assert found["objects"]["result"] == "error"


def test_a_dry_run_mends_nothing_and_says_so(hermes: Path) -> None:
    corrupt_usage(hermes)
    before = (hermes / "skills/.usage.json").read_bytes()
    done = run("doctor", "--fix", "--dry-run", "--json", home=hermes)
    assert (done.code, done.json["dry_run"]) == (1, True)
    assert not any(item["mended"] for item in done.json["items"])
    assert (hermes / "skills/.usage.json").read_bytes() == before
