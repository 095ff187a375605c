"""`memgit search`: whole commands on a home in Chinese and English."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterator
from io import BytesIO, TextIOWrapper
from pathlib import Path
from typing import Any

import pytest
from inline_snapshot import snapshot
from support import homes
from support.cli import Result, environment, run, run_process
from support.index_file import another_version, damage, index_file

from memgit.cli.main import main
from memgit.cli.output import Streams
from memgit.cli.render import width
from memgit.watch.instance import held

SKILL = "---\nname: {name}\ndescription: {about}\n---\n\n# {name}\n\n{body}\n"
FILES = {
    "memories/MEMORY.md": "\n§\n".join(
        (
            "部署前先清理缓存索引，否则旧数据会留下",
            "Deploys to staging go through the branch release",
            "CI runs on arm64 runners; the cache is indexed every night",
            "git commit --no-verify is never used here",
            "the café in Zürich closes at 17:00",
        )
    ),
    "memories/USER.md": "答复用中文；不要长篇大论",
    "skills/ops/deploy-check/SKILL.md": SKILL.format(
        name="deploy-check",
        about="What to look at after a deployment",
        body="## Watching\n\nWatch the error rate.\n\n## Rolling back\n\nRun `deploy --rollback get_user_name`.",
    ),
    "skills/ops/cache/SKILL.md": SKILL.format(
        name="cache",
        about="缓存出问题时看什么",
        body="## 清理\n\n先停服务，再清理緩存目錄，最后重建索引。" + "这一段很长，" * 40,
    ),
    "skills/old-deploy/SKILL.md": SKILL.format(name="old-deploy", about="How it was deployed", body="By hand."),
}


@pytest.fixture(autouse=True)
def _utc(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setenv("TZ", "UTC")
    time.tzset()
    yield
    monkeypatch.undo()
    time.tzset()


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A mixed home, one of its skills archived. Tests only read it."""
    return mixed_home(tmp_path_factory.mktemp("search") / "home")


def mixed_home(folder: Path) -> Path:
    for path, text in FILES.items():
        file = folder / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")
    assert run("init", str(folder), "--layout", "hermes", env={"MEMGIT_NOW": "2026-10-01T12:00:00Z"}).code == 0
    assert run("archive", "old-deploy", home=folder, env={"MEMGIT_NOW": "2026-10-03T12:00:00Z"}).code == 0
    return folder


def found(home: Path, *words: str) -> list[dict[str, Any]]:
    done = run("search", "--json", *words, home=home, env={"MEMGIT_NOW": "2026-10-05T12:00:00Z"})
    assert done.code == 0, done.stderr
    items: list[dict[str, Any]] = done.json["items"]
    return items


def texts(home: Path, *words: str) -> list[str]:
    """What was found: the text of an entry, else the name."""
    return [item["entry"] or item["name"] for item in found(home, *words)]


class Terminal(TextIOWrapper):
    def __init__(self) -> None:
        super().__init__(BytesIO(), encoding="utf-8", newline="")

    def isatty(self) -> bool:
        return True

    @property
    def text(self) -> str:
        self.flush()
        return str(self.buffer.getvalue().decode())  # type: ignore[attr-defined]


def on_terminal(home: Path, columns: int, *words: str) -> tuple[str, str]:
    """What a person sees on a terminal of a width, on stdout and on stderr."""
    streams = Streams(TextIOWrapper(BytesIO()), Terminal(), Terminal())
    env = environment({"COLUMNS": str(columns), "PAGER": ""})
    assert main(["--home", str(home), "search", *words], streams, env) == 0
    return streams.stdout.text, streams.stderr.text  # type: ignore[attr-defined]


def test_lines(home: Path) -> None:
    assert run("search", "staging", home=home) == snapshot(
        Result(
            stdout="""\
memory  memories/MEMORY.md:3  2026-10-01 12:00
    Deploys to staging go through the branch release
""",
            stderr="",
            code=0,
        )
    )
    assert run("search", "缓存索引", "-n", "1", home=home) == snapshot(
        Result(
            stdout="""\
memory  memories/MEMORY.md:1  2026-10-01 12:00
    部署前先清理缓存索引，否则旧数据会留下
""",
            stderr="",
            code=0,
        )
    )
    assert run("search", "deploy", "--archived", home=home) == snapshot(
        Result(
            stdout="""\
skill  old-deploy  skills/.archive/old-deploy/SKILL.md:2  archived  2026-10-03 12:00
    name: old-deploy description: How it was deployed

skill  deploy-check  skills/ops/deploy-check/SKILL.md:2  2026-10-01 12:00
    name: deploy-check description: What to look at after a deployment

memory  memories/MEMORY.md:3  2026-10-01 12:00
    Deploys to staging go through the branch release
""",
            stderr="",
            code=0,
        )
    )


def test_matches_are_marked_with_colour_only(home: Path) -> None:
    assert run("search", "staging", "--color", home=home).stdout == snapshot("""\
\x1b[36mmemory\x1b[0m  memories/MEMORY.md:3  \x1b[2m2026-10-01 12:00\x1b[0m
    Deploys to \x1b[1;31mstaging\x1b[0m go through the branch release
""")


def test_lines_of_a_terminal(home: Path) -> None:
    said, err = on_terminal(home, 50, "--no-color", "清理", "缓存")
    assert err == ""
    assert said == snapshot("""\
skill  cache  skills/ops/cache/SKILL.md:8  2026-10-01 12:00
    # cache ## 清理 先停服务，再清理緩存目錄，最
    后重建索引。这一段很长，这一段很长，这一段很
    长，这一段很长，这一段很长，这一段很长，这一…

memory  memories/MEMORY.md:1  2026-10-01 12:00
    部署前先清理缓存索引，否则旧数据会留下
""")
    assert max(width(line) for line in said.splitlines() if line.startswith("    ")) <= 50


def test_a_terminal_is_told_that_there_is_more(home: Path) -> None:
    assert on_terminal(home, 80, "-n", "1", "deploy")[1] == snapshot(
        "memgit: 1 of 2 shown; all of them: memgit search -n 0\n"
    )


def test_a_terminal_does_not_obey_what_is_found(hermes: Path) -> None:
    (hermes / "memories" / "USER.md").write_text("likes \x1b[31m red \x1b[0m and \x1b]0;x\x07 \u202egnorw")
    said, _ = on_terminal(hermes, 80, "likes red")
    assert "\\x1b[31m \x1b[1;31mred\x1b[0m \\x1b[0m and \\x1b]0;x\\x07 \\u202egnorw" in said
    assert "likes \x1b[31m red" in run("search", "--json", "likes red", home=hermes).json["items"][0]["snippet"]


def test_only_of_a_project(sample_home: Callable[[str], Path]) -> None:
    home = sample_home("pi-hermes")
    assert [item["project"] for item in found(home, "cents", "--project", "shop")] == ["shop"]
    assert run("search", "uv", "--project", "shop", "--since", "2026-09-01", home=home).stderr == snapshot(
        "memgit: nothing found for 'uv' in the project 'shop', since 2026-09-01 00:00\n"
    )


def test_json(home: Path) -> None:
    assert [{**item, "score": None} for item in found(home, "staging")] == snapshot(
        [
            {
                "kind": "memory",
                "name": "memory",
                "path": "memories/MEMORY.md",
                "entry": "Deploys to staging go through the branch release",
                "n": 1,
                "section": "",
                "line": 3,
                "score": None,
                "snippet": "Deploys to staging go through the branch release",
                "marks": [[11, 18]],
                "time": "2026-10-01T12:00:00Z",
                "project": None,
                "archived": False,
                "session": None,
                "message": None,
            }
        ]
    )
    (item, *_) = found(home, "rollback")
    wanted = {"kind": "skill", "name": "deploy-check", "path": "skills/ops/deploy-check/SKILL.md", "line": 14}
    assert item.items() >= {**wanted, "entry": None, "n": None, "section": "deploy-check"}.items()
    ((start, end),) = item["marks"]
    assert item["snippet"][start:end] == "rollback"


def test_nothing_found(home: Path) -> None:
    assert run("search", "nothing", "likeit", home=home) == snapshot(
        Result(stdout="", stderr="memgit: nothing found for 'nothing likeit'\n", code=0)
    )
    assert run("search", "xyzzy", "--json", home=home) == Result('{"items": []}\n', "", 0)


@pytest.mark.parametrize(
    ("words", "first"),
    [
        (["staging"], "Deploys to staging go through the branch release"),
        (["STAGING", "ＤＥＰＬＯＹＳ"], "Deploys to staging go through the branch release"),
        (["indexing"], "CI runs on arm64 runners; the cache is indexed every night"),
        (["cafe", "zurich"], "the café in Zürich closes at 17:00"),
        (["缓存索引"], "部署前先清理缓存索引，否则旧数据会留下"),
        (["緩存索引"], "部署前先清理缓存索引，否则旧数据会留下"),
        (["缓存目录"], "cache"),
        (["答复", "中文"], "答复用中文；不要长篇大论"),
        (["锁", "旧"], "部署前先清理缓存索引，否则旧数据会留下"),
        (["get_user_name"], "deploy-check"),
        (["--no-verify"], "git commit --no-verify is never used here"),
        (["--rollback"], "deploy-check"),
        (["--", "--no-verify"], "git commit --no-verify is never used here"),
        (["arm64 runners"], "CI runs on arm64 runners; the cache is indexed every night"),
        (['"branch release"'], "Deploys to staging go through the branch release"),
        (["“缓存索引”"], "部署前先清理缓存索引，否则旧数据会留下"),
        (["Zür*"], "the café in Zürich closes at 17:00"),
        (["commit", "AND", "git"], "git commit --no-verify is never used here"),
    ],
)
def test_what_is_found_first(words: list[str], first: str, home: Path) -> None:
    assert texts(home, *words)[0] == first


@pytest.mark.parametrize(
    ("words", "names"),
    [
        (["deploy", "-staging"], {"deploy-check"}),
        (["deploy", "NOT", "staging"], {"deploy-check"}),
        (['"error rate"'], {"deploy-check"}),
        (['"rate error"'], set()),
        (["staging", "AND", "arm64"], set()),
        (["缓存", "-清理"], set()),
        (["deploy", "--in", "memory"], {"memory"}),
        (["deploy", "--in", "skills"], {"deploy-check"}),
        (["deploy", "--in=skills", "--archived"], {"deploy-check", "old-deploy"}),
        (["deploy", "--project", "shop"], set()),
        (["deploy", "--since", "2026-10-02"], set()),
        (["deploy", "--since", "2026-10-01"], {"memory", "deploy-check"}),
    ],
)
def test_what_is_found_at_all(words: list[str], names: set[str], home: Path) -> None:
    assert {item["name"] for item in found(home, *words)} == names


def test_the_flag_for_a_rehearsal_is_text_here(tmp_path: Path) -> None:
    home = homes.sample_home("hermes", tmp_path / "home")
    (home / "memories" / "USER.md").write_text("always tries --dry-run first")
    done = run("search", "--dry-run", home=home)
    assert "always tries --dry-run first" in done.stdout
    assert done.stderr == ""


def test_marks_are_where_the_words_are(home: Path) -> None:
    for words in (["staging"], ["清理"], ["get_user_name"], ["zurich"]):
        for item in found(home, *words):
            assert item["marks"]
            for start, end in item["marks"]:
                assert 0 <= start < end <= len(item["snippet"])
    (item,) = found(home, "zurich")
    assert [item["snippet"][start:end] for start, end in item["marks"]] == ["Zürich"]


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--limt", "3"], "memgit: '--limt' is searched for; did you mean the option --limit?"),
        (["deploy", "--in", "sessions"], "memgit: sessions are not searched by this version"),
    ],
)
def test_notes(words: list[str], said: str, home: Path) -> None:
    done = run("search", *words, home=home)
    assert done.code == 0
    assert done.stderr.splitlines()[0] == said


@pytest.mark.parametrize(
    ("words", "lines"),
    [
        (
            [],
            snapshot(
                [
                    "memgit: error: there is nothing to search for",
                    "memgit: hint: memgit search WORD…",
                    "memgit: hint: memgit help searching",
                ]
            ),
        ),
        (
            ["  ", ""],
            snapshot(
                [
                    "memgit: error: there is nothing to search for",
                    "memgit: hint: memgit search WORD…",
                    "memgit: hint: memgit help searching",
                ]
            ),
        ),
        (
            ["x", "--sort", "t"],
            snapshot(
                [
                    "memgit: error: invalid value for '--sort': 't' is not one of 'relevance', 'newest', 'oldest'",
                    "memgit: hint: memgit help search",
                ]
            ),
        ),
        (
            ["x", "--since", "soon"],
            snapshot(
                [
                    "memgit: error: 'soon' is not a date",
                    "memgit: hint: write 2026-10-01, 2026-10-01T09:30:00Z, yesterday or '3 days ago'",
                ]
            ),
        ),
        (
            ["x", "-n", "-1"],
            snapshot(
                [
                    "memgit: error: invalid value for '-n' / '--limit': -1 is not in the range x>=0",
                    "memgit: hint: memgit help search",
                ]
            ),
        ),
        (
            ["x", "--limit", "few"],
            snapshot(
                [
                    "memgit: error: invalid value for '-n' / '--limit': 'few' is no whole number",
                    "memgit: hint: memgit help search",
                ]
            ),
        ),
        (
            ["x", "--sort"],
            snapshot(
                [
                    "memgit: error: the option --sort needs a value",
                    "memgit: hint: to search for it: memgit search -- --sort",
                ]
            ),
        ),
    ],
)
def test_wrong_usage(words: list[str], lines: list[str], home: Path) -> None:
    done = run("search", *words, home=home)
    assert (done.code, done.stdout) == (2, "")
    assert done.stderr.splitlines() == lines


@pytest.mark.parametrize(
    "query", ['"', "(", ")", "AND", "NOT", "a AND", '"" OR', "*", "-", "((a", "a\x1b[2J", "' OR 1=1", "…", "🎉"]
)
def test_nothing_typed_is_an_error(query: str, home: Path) -> None:
    done = run("search", query, home=home)
    assert done.code == 0
    assert "error" not in done.stderr


def test_order_and_limit(home: Path) -> None:
    assert len(found(home, "deploy", "-n", "1")) == 1
    everything = found(home, "deploy", "-n", "0", "--archived")
    assert len(everything) == len(found(home, "deploy", "--archived"))
    times = [item["time"] for item in found(home, "deploy", "--archived", "--sort", "oldest")]
    assert times == sorted(times)
    assert [item["time"] for item in found(home, "deploy", "--archived", "--sort", "newest")] == times[::-1]


def test_without_a_store(tmp_path: Path) -> None:
    for words in (["x"], ["x", "--in", "sessions"]):
        done = run("search", *words, home=tmp_path)
        assert (done.code, done.stdout) == (3, "")


def test_it_answers_from_the_files_as_they_are(hermes: Path) -> None:
    assert texts(hermes, "uv") == ["uses uv, never pip"]
    (hermes / "memories" / "MEMORY.md").write_text("uses poetry")
    assert texts(hermes, "uv") == []
    assert texts(hermes, "poetry") == ["uses poetry"]
    index_file(hermes).unlink()
    assert texts(hermes, "poetry") == ["uses poetry"]


def test_an_index_that_cannot_be_used_is_made_anew_and_told(hermes: Path) -> None:
    assert run("search", "uv", home=hermes).stderr == ""
    damage(hermes)
    done = run("search", "uv", home=hermes)
    assert (done.code, done.stderr) == (0, "memgit: the index was made anew: its file was damaged\n")
    assert "uses uv, never pip" in done.stdout
    another_version(hermes)
    assert run("search", "uv", home=hermes).stderr == snapshot(
        "memgit: the index was made anew: another version of memgit had written it\n"
    )


def test_a_real_process(home: Path) -> None:
    assert run_process("search", "缓存", home=home) == run("search", "缓存", home=home)


def test_beside_a_watcher_that_has_much_to_do(tmp_path: Path) -> None:
    """A search does not wait for it, says what it cannot know yet, and reads all when all is asked for."""
    home = mixed_home(tmp_path / "home")
    for n in range(250):
        path = home / f"skills/many/s{n}/SKILL.md"
        path.parent.mkdir(parents=True)
        path.write_text(SKILL.format(name=f"s{n}", about="one of many", body="plain"))
    assert run("index", home=home).code == 0
    for n in range(250):
        path = home / f"skills/many/s{n}/SKILL.md"
        path.write_text(path.read_text() + ("kappa word\n" if n < 230 else "other\n"))
    with held(home / ".memgit" / "watch.lock"):
        few = run("search", "kappa", home=home)
        assert few.stderr == snapshot(
            """\
memgit: warning: 30 changed files with these words are still to be read by the watcher; search again in a moment
"""
        )
        assert len(run("search", "kappa", "--json", home=home).json["items"]) == 10
        every = run("search", "kappa", "-n", "0", "--json", home=home)
        assert (len(every.json["items"]), every.stderr) == (230, "")


def test_files_that_were_only_touched_are_found_beside_a_watcher(tmp_path: Path) -> None:
    home = mixed_home(tmp_path / "home")
    for n in range(250):
        path = home / f"skills/many/s{n}/SKILL.md"
        path.parent.mkdir(parents=True)
        path.write_text(SKILL.format(name=f"s{n}", about="one of many", body="kappa"))
    assert run("index", home=home).code == 0
    for path in home.glob("skills/many/*/SKILL.md"):
        path.touch()
    with held(home / ".memgit" / "watch.lock"):
        found = run("search", "kappa", "-n", "240", "--json", home=home)
    assert (len(found.json["items"]), found.stderr) == (240, "")


def test_another_limit_of_size_lets_files_in_and_out(tmp_path: Path) -> None:
    home, env = mixed_home(tmp_path / "home"), {"XDG_CONFIG_HOME": str(tmp_path / "config")}
    (home / "memories/USER.md").write_text("kappa " + "x" * 70_000)
    for limit, hits in (("64KiB", 0), ("1MiB", 1), ("64KiB", 0), ("1MiB", 1)):
        assert run("config", "history.max_file_size", limit, home=home, env=env).code == 0
        assert len(run("search", "kappa", "--json", home=home, env=env).json["items"]) == hits
        assert run("index", "--check", home=home, env=env).code == 0


def test_an_index_that_cannot_be_kept(tmp_path: Path) -> None:
    home = mixed_home(tmp_path / "home")
    for path in (home / ".memgit").glob("index.db*"):
        path.unlink()
    (home / ".memgit/index.db-wal").mkdir()
    found = run("search", "staging", home=home)
    assert (found.code, "cannot be kept" in found.stderr, "staging" in found.stdout) == (0, True, True)
    done = run("index", home=home)
    assert (done.code, done.stdout) == (8, "")
    assert "the index cannot be kept: " in done.stderr


def test_a_pipe_in_the_place_of_the_index(tmp_path: Path) -> None:
    home = mixed_home(tmp_path / "home")
    for path in (home / ".memgit").glob("index.db*"):
        path.unlink()
    os.mkfifo(home / ".memgit/index.db")
    assert run_process("search", "staging", home=home).code == 0
    assert (home / ".memgit/index.db").is_file()
