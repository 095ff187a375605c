"""The README's tour, run as written, by a shell: each command prints what the README says it prints.

Ids and times differ from run to run; each stands for itself: the same id in two places must be the same in the run.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

README = Path(__file__).parents[2] / "README.md"
HOME = "/home/you"
_ID = re.compile(r"\b[0-9a-f]{7}\b")
_TIME = re.compile(r"\b\d{4}-\d\d-\d\d \d\d:\d\d\b")


class Example(NamedTuple):
    """A command of the README, with the number of its line, and what it prints."""

    line: int
    command: str
    output: list[str]


def examples(text: str) -> Iterator[Example]:
    """The commands of the `console` blocks: `$ ` begins one, `> ` goes on with it, the rest is output."""
    inside = False
    found: Example | None = None
    for number, line in enumerate(text.splitlines(), 1):
        if line.startswith("```"):
            if found:
                yield found
            inside, found = line == "```console", None
        elif inside and line.startswith("$ "):
            if found:
                yield found
            found = Example(number, line[2:], [])
        elif inside and found and line.startswith(">") and not found.output and "<<" in found.command:
            found = found._replace(command=f"{found.command}\n{line[2:]}")
        elif inside:
            assert found, f"line {number} of the README is output of no command"
            found.output.append(line)


class Names:
    """Ids as words of their own order: the first one seen is ID1."""

    def __init__(self) -> None:
        self._known: dict[str, str] = {}

    def plain(self, lines: list[str]) -> list[str]:
        """The lines without what differs from run to run."""
        named = [_ID.sub(lambda found: self._known.setdefault(found[0], f"ID{len(self._known)}"), x) for x in lines]
        return [_TIME.sub("TIME", line) for line in named]


class Shell:
    """Runs one command after the other, each where the one before left off."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._home = folder
        self._code = 0
        bin_folder = folder / "bin"
        bin_folder.mkdir()
        memgit = bin_folder / "memgit"
        memgit.write_text(f'#!/bin/sh\nexec "{sys.executable}" -c "from memgit.cli.main import run; run()" "$@"\n')
        memgit.chmod(0o755)
        self._environ = {
            "PATH": f"{bin_folder}:{os.environ['PATH']}",
            "HOME": str(folder),
            "LC_ALL": "C.UTF-8",
            "GIT_CONFIG_GLOBAL": "/dev/null",
            "GIT_CONFIG_SYSTEM": "/dev/null",
        }

    def run(self, command: str) -> list[str]:
        """What a command prints, on both streams."""
        where = self._home / "where"
        script = f"(exit {self._code})\n{command}\ncode=$?\npwd > '{where}'\nexit $code\n"
        done = subprocess.run(
            ["sh", "-c", script],
            cwd=self.folder,
            env=self._environ,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            check=False,
            timeout=60,
        )
        self._code = done.returncode
        self.folder = Path(where.read_text().strip())
        return done.stdout.decode().replace(str(self._home), HOME).splitlines()


@pytest.fixture(scope="module")
def text() -> str:
    return README.read_text("utf-8")


def test_the_tour_runs_as_written(text: str, tmp_path: Path) -> None:
    shell = Shell(tmp_path.resolve())
    said, seen = Names(), Names()
    for example in examples(text):
        printed = shell.run(example.command)
        assert seen.plain(printed) == said.plain(example.output), f"README.md:{example.line}: {example.command}"


def test_the_tour_goes_through_the_main_job(text: str) -> None:
    words = {example.command.split()[1] for example in examples(text) if example.command.startswith("memgit ")}
    assert words >= {"init", "status", "commit", "memory", "log", "blame", "diff", "undo", "archive", "restore"}


def test_the_commands_it_names_exist(text: str) -> None:
    from memgit.cli.commands import ROWS

    named = re.findall(r"(?:^|^\$ |`|&& )memgit ([a-z]+)\b", text, re.MULTILINE)
    assert named
    assert {word for word in named if word not in ROWS} == set()


def test_the_pages_it_names_exist(text: str, tmp_path: Path) -> None:
    shell = Shell(tmp_path.resolve())
    for topic in sorted(set(re.findall(r"`memgit help ([a-z-]+)`", text))):
        printed = shell.run(f"memgit help {topic}; echo $?")
        assert printed[-1] == "0", topic


def test_its_test_command_is_the_one_that_ci_runs(text: str) -> None:
    assert "\npytest -n 2\n" in text
    assert "pytest -n 2" in (README.parent / ".ci" / "run").read_text()


def test_the_tour_is_read_whole() -> None:
    document = "```console\n$ a <<E\n> b\n> E\nout\n\nmore\n$ c\n```\n$ d\n```sh\n$ e\n```\n"
    assert [tuple(example) for example in examples(document)] == [
        (2, "a <<E\nb\nE", ["out", "", "more"]),
        (8, "c", []),
    ]
