"""Start-up is a feature: which modules a command may load, each looked at in a process of its own."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest
from support.cli import environment
from support.homes import sample_home

_LIST = """
import json, sys
from memgit.cli.main import main
before = set(sys.modules)
code = main(sys.argv[1:])
sys.stdout.flush()
print(json.dumps({"code": code, "modules": sorted(sys.modules)}), file=sys.stderr)
"""

STATIC = {
    "contextlib",
    "memgit",
    "memgit.cli",
    "memgit.cli.commands",
    "memgit.cli.failure",
    "memgit.cli.flags",
    "memgit.cli.main",
    "memgit.cli.manual",
    "memgit.cli.output",
    "memgit.cli.overview",
    "memgit.cli.render",
    "memgit.errors",
}
"""What help from the table may load of ours."""

NEVER = {
    "asyncio", "http", "http.client", "urllib.request", "email", "sqlite3", "multiprocessing", "concurrent.futures",
    "unittest", "pydoc", "ruamel", "ruamel.yaml", "rich", "pygments", "markdown_it", "watchdog", "apsw", "cryptography",
    "hypothesis", "pytest", "click", "pkg_resources", "importlib.metadata",
}  # fmt: skip
"""What no everyday command may load."""

HEAVY = {
    "typer",
    "pygit2",
    "dataclasses",
    "inspect",
    "json",
    "subprocess",
    "shutil",
    "tempfile",
    "ssl",
    "pathlib",
    "datetime",
}
"""What help from the table does without, besides."""

READING = {"memgit.repo.change", "memgit.repo.landing", "memgit.repo.merging", "memgit.rules.findings", "memgit.skills"}
"""What belongs to writing: a plain log does without."""


def loaded(*words: str) -> tuple[int, set[str]]:
    """The exit code of a command line, and what is loaded when it ends."""
    done = subprocess.run(
        [sys.executable, "-c", _LIST, *words], capture_output=True, text=True, env=environment(), check=True
    )
    document = json.loads(done.stderr.splitlines()[-1])
    return document["code"], set(document["modules"])


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return sample_home("hermes", tmp_path_factory.mktemp("imports") / "hermes")


@pytest.fixture(scope="module")
def bare() -> set[str]:
    """What the interpreter and the test itself load."""
    code = "import json, sys; print(json.dumps(sorted(sys.modules)))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    return set(json.loads(done.stdout)) - {"json"}


@pytest.mark.parametrize(
    "words",
    [["--help"], [], ["help"], ["memory"], ["skill", "--help"], ["help", "exit-codes"], ["lgo"], ["skill", "lsit"]],
)
def test_help_comes_from_the_table(words: list[str], bare: set[str]) -> None:
    code, modules = loaded(*words)
    new = modules - bare
    assert code in (0, 2)
    assert {name for name in new if name.startswith("memgit")} <= STATIC
    # the list itself is printed with json, which this process loads before
    assert new & (HEAVY - {"json"}) == set()
    assert new & NEVER == set()


OTHERS = {"blame", "config", "demo", "doctor", "init", "restore", "undo", "archive", "completion", "help", "version"}
"""Commands of which no other loads the module: one command is one module of ours."""


@pytest.mark.parametrize("command", ["log", "memory list", "skill list", "show HEAD", "diff"])
def test_everyday_commands_load_nothing_they_do_not_need(command: str, home: Path) -> None:
    code, modules = loaded("--home", str(home), *command.split())
    assert code == 0
    assert modules & NEVER == set()
    assert modules & {f"memgit.cli.{name}" for name in OTHERS} == set()


@pytest.mark.parametrize("command", ["status", "search uv", "index", "index --check", "index --rebuild"])
def test_what_asks_the_index_loads_the_library_of_it_and_no_other(command: str, home: Path) -> None:
    assert loaded("--home", str(home), "index")[0] == 0
    code, modules = loaded("--home", str(home), *command.split())
    assert code == 0
    assert modules & NEVER == {"apsw"}
    assert modules & {f"memgit.cli.{name}" for name in OTHERS} == set()
    assert ("pygit2" in modules) == (command == "status")


def test_watchdog_is_loaded_by_the_watcher_only(home: Path) -> None:
    code, modules = loaded("--home", str(home), "doctor")
    assert code == 0
    assert "watchdog" not in modules


def test_a_plain_log_loads_nothing_of_writing(home: Path) -> None:
    code, modules = loaded("--home", str(home), "log", "-n", "20")
    assert code == 0
    assert modules & READING == set()
    assert "tempfile" not in modules


def test_simple_settings_need_no_parser(home: Path) -> None:
    (home / "memgit.yaml").write_text("# ours\nbudgets:\n  memory: 4000\nskills:\n  disabled: [a, b]\n")
    try:
        code, modules = loaded("--home", str(home), "status")
    finally:
        (home / "memgit.yaml").unlink()
    assert code == 0
    assert "ruamel.yaml" not in modules
