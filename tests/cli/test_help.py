"""Help: from the table, from the commands, from the manual."""

from __future__ import annotations

import subprocess

import pytest
from support.cli import run

from memgit.cli import manual
from memgit.cli.command import spec_of
from memgit.cli.commands import ROWS, SECTIONS, TABLE, is_group

COMMANDS = [row for row in TABLE if not is_group(row.words)]
GROUPS = [row for row in TABLE if is_group(row.words)]


@pytest.mark.parametrize("words", [[], ["--help"], ["-h"], ["help"]])
def test_the_overview_lists_every_first_word(words: list[str]) -> None:
    done = run(*words)
    assert (done.code, done.stderr) == (0, "")
    listed = {line.split()[0] for line in done.stdout.splitlines() if line.startswith("  ") and line.split()}
    assert {row.words for row in TABLE if " " not in row.words and not row.hidden} <= listed
    assert all(title in done.stdout for title in ("Start", "Look", "Change", "Maintain"))


@pytest.mark.parametrize("row", GROUPS, ids=lambda row: row.words)
def test_a_group_lists_its_commands(row: object) -> None:
    words = row.words  # type: ignore[attr-defined]
    shown = [run(words), run(words, "--help"), run("help", words)]
    assert {done.stdout for done in shown} == {shown[0].stdout}
    assert shown[0].code == 0
    for child in TABLE:
        if child.words.startswith(f"{words} ") and not child.hidden:
            assert f"{child.words} " in shown[0].stdout
            assert child.summary in shown[0].stdout


@pytest.mark.parametrize("row", COMMANDS, ids=lambda row: row.words)
def test_a_command_has_every_part_of_its_help(row: object) -> None:
    words = row.words.split()  # type: ignore[attr-defined]
    done = run(*words, "--help")
    assert done.code == 0, done.stderr
    assert done.stdout == run("help", *words).stdout == run(*words, "something", "-h").stdout
    parts = [done.stdout.index(part) for part in ("Usage:", "Examples:", "Options:", "Everywhere:", "Exit codes:")]
    assert parts == sorted(parts)


@pytest.mark.parametrize("row", COMMANDS, ids=lambda row: row.words)
def test_a_command_declares_what_its_help_needs(row: object) -> None:
    spec = spec_of(row)  # type: ignore[arg-type]
    doc = (spec.function.__doc__ or "").strip()
    assert doc
    assert 1 <= len(spec.examples) <= 4
    for line, meaning in spec.examples:
        assert "memgit" in line
        assert meaning
        assert not meaning.endswith(".")
    assert set(spec.exits) <= {1, 3, 4, 5, 6, 7, 8}
    assert set(spec.topics) <= {*manual.topics(), "topics"}


@pytest.mark.parametrize("row", TABLE, ids=lambda row: row.words)
def test_a_summary_is_one_imperative_line(row: object) -> None:
    summary = row.summary  # type: ignore[attr-defined]
    assert summary[0].isupper()
    assert summary[-1] not in ".!"
    assert len(summary) <= 70
    assert row.section in SECTIONS  # type: ignore[attr-defined]


@pytest.mark.parametrize("topic", manual.topics())
def test_a_topic_is_printed(topic: str) -> None:
    done = run("help", topic)
    assert done.code == 0
    assert done.stdout.startswith("# ")
    assert max(map(len, done.stdout.splitlines())) <= 120
    assert run("help", topic, "--json").json == {"topic": topic, "text": done.stdout}
    assert topic not in ROWS


def test_topics_are_listed() -> None:
    listed = run("help", "topics").stdout
    assert [line.split()[0] for line in listed.splitlines()] == manual.topics()


def test_what_topics_tell_to_read_exists() -> None:
    import re

    for topic in manual.topics():
        for name in re.findall(r"`memgit help ([a-z-]+)`", manual.read(topic) or ""):
            assert name in [*manual.topics(), "topics", "rule"], topic


def test_an_unknown_topic_is_told_the_nearest() -> None:
    done = run("help", "exit-code")
    assert done.code == 3
    assert done.stderr.splitlines() == [
        "memgit: error: there is no command and no topic 'exit-code'",
        "memgit: hint: did you mean: memgit help exit-codes",
        "memgit: hint: memgit help topics",
    ]


def test_a_rule_is_explained() -> None:
    done = run("help", "rule", "secret/openai-key")
    assert done.code == 0
    assert done.stdout.startswith("secret/openai-key (error)\n")
    assert "secret/openai-key " in run("help", "rule").stdout
    assert "did you mean: memgit help rule secret/openai-key" in run("help", "rule", "secret/open-key").stderr


def test_versions() -> None:
    import memgit

    assert run("--version").stdout == run("version").stdout == f"memgit {memgit.__version__}\n"
    document = run("version", "--json").json
    assert document["memgit"] == memgit.__version__
    assert {"python", "pygit2", "libgit2", "typer", "platform"} <= set(document)


@pytest.mark.parametrize(
    ("line", "wanted"),
    [
        ("memgit sta", {"status", "standing"}),
        ("memgit memory re", {"remove", "replace", "rewrite"}),
        ("memgit --home /x --json memory ad", {"add"}),
        ("memgit log --ori", {"--origin"}),
        ("memgit log memory --origin us", {"user"}),
        ("memgit memory add --js", {"--json"}),
        ("memgit memory add --ca", {"--category"}),
        ("memgit log mem", set()),
    ],
)
def test_bash_completes(line: str, wanted: set[str], tmp_path: object) -> None:
    script = f"{tmp_path}/memgit.bash"
    with open(script, "w", encoding="utf-8") as file:
        file.write(run("completion", "bash").stdout)
    asked = f"COMP_WORDS=({line}); COMP_CWORD=$((${{#COMP_WORDS[@]}}-1))"
    code = f'source {script}; {asked}; _memgit; echo "${{COMPREPLY[@]}}"'
    done = subprocess.run(["bash", "-c", code], capture_output=True, text=True, check=True)
    assert set(done.stdout.split()) == wanted


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_completion_knows_every_command(shell: str) -> None:
    script = run("completion", shell).stdout
    assert all(row.words.rpartition(" ")[2] in script for row in TABLE)
    assert "dry-run" in script


def test_completion_of_an_unknown_shell() -> None:
    done = run("completion", "bahs")
    assert done.code == 2
    assert done.stderr.splitlines()[1] == "memgit: hint: memgit completion bash"
