"""`memgit doctor`: each kind of damage is found, told, and mended."""

from __future__ import annotations

import json
import os
import subprocess
import threading
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from inline_snapshot import snapshot
from support.cli import run
from support.index_file import another_version, damage, execute

from memgit.watch.instance import held


def stale_lock(home: Path) -> None:
    lock = home / ".git" / "index.lock"
    lock.touch()
    os.utime(lock, (time.time() - 60,) * 2)


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


def damaged_index(home: Path) -> None:
    assert run("index", home=home).code == 0
    damage(home)


DAMAGE: dict[str, Callable[[Path], None]] = {
    "git-lock": stale_lock,
    "index": index_out_of_step,
    "whitelist": no_whitelist,
    "ignored": hidden_file,
    "permissions": open_to_others,
    "usage": corrupt_usage,
    "bundles": broken_bundle,
    "archive": archived_and_back,
    "search-index": damaged_index,
}


def checks(home: Path, *flags: str) -> tuple[int, dict[str, dict[str, object]]]:
    done = run("doctor", *flags, "--json", home=home)
    return done.code, {item["check"]: item for item in done.json["items"]}


def test_a_healthy_store(hermes: Path) -> None:
    assert run("index", home=hermes).code == 0
    code, found = checks(hermes)
    assert code == 0
    assert {item["result"] for name, item in found.items() if name != "watcher"} == {"ok"}
    assert set(DAMAGE) <= set(found)


def test_an_index_that_is_missing_or_behind_is_no_fault(hermes: Path) -> None:
    code, found = checks(hermes, "--fix")
    assert (code, found["search-index"]["result"], found["search-index"]["mended"]) == (0, "info", False)
    run("index", home=hermes)
    (hermes / "memories" / "USER.md").write_text("likes long answers")
    code, found = checks(hermes)
    assert code == 0
    assert found["search-index"] == snapshot(
        {
            "check": "search-index",
            "result": "info",
            "message": "the search index is behind in 'memories/USER.md'; the next search reads it",
            "fix": "memgit index",
            "mended": False,
        }
    )


def test_an_index_that_tells_what_is_not_so_is_made_anew(hermes: Path) -> None:
    time.sleep(0.1)  # what was written at the very moment it is read is read again
    run("index", home=hermes)
    execute(hermes, "UPDATE file SET blob = zeroblob(20) WHERE path = 'memories/USER.md'")
    code, found = checks(hermes)
    assert (code, found["search-index"]["message"]) == snapshot(
        (1, "the search index does not tell of 'memories/USER.md' as it is")
    )
    assert run("index", "--check", home=hermes).stdout == "changed  memories/USER.md\n"
    assert checks(hermes, "--fix")[0] == 0
    assert run("index", "--check", home=hermes).code == 0


def test_no_watcher_is_no_fault(hermes: Path) -> None:
    assert checks(hermes)[1]["watcher"]["result"] == "info"
    with held(hermes / ".memgit" / "watch.lock"):
        assert checks(hermes)[1]["watcher"]["result"] == "ok"


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


def test_an_index_of_another_version_is_made_anew(hermes: Path) -> None:
    run("index", home=hermes)
    another_version(hermes)
    assert checks(hermes)[1]["search-index"]["result"] == "warning"
    assert checks(hermes, "--fix")[0] == 0
    assert checks(hermes)[1]["search-index"]["result"] == "ok"


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


def test_the_lock_of_a_git_command_at_work_is_left(hermes: Path) -> None:
    stale_lock(hermes)
    git = subprocess.Popen(["git", "cat-file", "--batch"], stdin=subprocess.PIPE, cwd=hermes)
    try:
        code, found = checks(hermes, "--fix")
    finally:
        assert git.stdin
        git.stdin.close()
        git.wait(10)
    assert (code, found["git-lock"]["result"]) == (0, "info")
    assert str(git.pid) in str(found["git-lock"]["message"])
    assert (hermes / ".git" / "index.lock").exists()


def test_a_lock_that_is_held_for_a_moment_is_left(hermes: Path) -> None:
    lock = hermes / ".git" / "index.lock"
    lock.touch()
    gone = threading.Timer(0.5, lock.unlink)
    gone.start()
    code, found = checks(hermes, "--fix")
    gone.join()
    assert (code, found["git-lock"]["result"]) == (0, "ok")


def test_a_merge_in_progress_is_left_as_it_is(hermes: Path) -> None:
    def git(*words: str) -> subprocess.CompletedProcess[str]:
        who = ("-c", "user.name=a", "-c", "user.email=a@b")
        return subprocess.run(["git", "-C", str(hermes), *who, *words], capture_output=True, text=True, check=False)

    branch = git("branch", "--show-current").stdout.strip()
    for name, text in (("theirs", "theirs\n"), (branch, "ours\n")):
        git("switch", "-q", *([] if name == branch else ["-c"]), name)
        (hermes / "memories/USER.md").write_text(text)
        (hermes / "memories/MEMORY.md").write_text(text)
        git("commit", "-qam", name)
    assert git("merge", "theirs").returncode == 1
    (hermes / "memories/USER.md").write_text("settled\n")
    git("add", "memories/USER.md")
    before = git("ls-files", "--stage").stdout
    code, found = checks(hermes, "--fix")
    assert (code, found["branch"]["result"], found["index"]["result"]) == (1, "error", "skipped")
    assert git("ls-files", "--stage").stdout == before
    assert git("merge", "--abort").returncode == 0
