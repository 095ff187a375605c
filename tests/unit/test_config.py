"""Settings: what files say, what counts, and files edited by span."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from ruamel.yaml import YAML

from memgit.config import Settings, load
from memgit.config.editing import set_value, written
from memgit.config.keys import KEYS, Key, nearest, parse, require_key, shown
from memgit.config.reading import NotPlainError, read, read_plain
from memgit.config.settings import History, resolve
from memgit.errors import SystemRefused, UsageError


@pytest.fixture
def home(tmp_path: Path) -> Path:
    (tmp_path / "home").mkdir()
    return tmp_path / "home"


@pytest.fixture
def own(tmp_path: Path) -> Path:
    (tmp_path / "memgit").mkdir()
    return tmp_path / "memgit" / "config.yaml"


def loaded(home: Path | None, tmp_path: Path) -> Settings:
    return load(home, {"XDG_CONFIG_HOME": str(tmp_path), "HOME": "/home/me"})


def test_without_files_the_defaults_count(home: Path, tmp_path: Path) -> None:
    assert loaded(home, tmp_path) == Settings()
    assert loaded(None, tmp_path) == Settings()


def test_defaults_are_said_once(tmp_path: Path) -> None:
    assert History().max_file_size == KEYS["history.max_file_size"].default
    assert History().quiet_seconds == KEYS["history.quiet_seconds"].default
    assert History().author_name == KEYS["history.author_name"].default
    assert Settings().standing_lines == KEYS["budgets.standing_lines"].default


def test_the_home_wins_over_the_person(home: Path, own: Path, tmp_path: Path) -> None:
    own.write_text("budgets:\n  memory: 1\n  user: 2\n")
    (home / "memgit.yaml").write_text("budgets: {memory: 3}\nskills:\n  disabled: [a, b]\n")
    found = loaded(home, tmp_path)
    assert found.budgets == {"memory": 3, "user": 2}
    assert found.skills.disabled == ("a", "b")
    assert resolve(home, {"XDG_CONFIG_HOME": str(tmp_path)}).sources["budgets.memory"] == "home"


@pytest.mark.parametrize("key", [key.name for key in KEYS.values() if key.own])
def test_a_tracked_file_cannot_set_what_is_the_persons(key: str, home: Path, tmp_path: Path) -> None:
    (home / "memgit.yaml").write_bytes(set_value(b"", key, parse(KEYS[key], KEYS[key].example), "x"))
    found = loaded(home, tmp_path)
    assert (found.history, found.skills, found.device) == (Settings().history, Settings().skills, None)
    assert f"'{key}' counts only in your own config" in found.warnings[0]


def test_a_home_cannot_switch_on_what_the_person_switched_off(home: Path, own: Path, tmp_path: Path) -> None:
    own.write_text("enabled: false\n")
    (home / "memgit.yaml").write_text("enabled: true\n")
    assert not loaded(home, tmp_path).enabled
    own.write_text("enabled: true\n")
    (home / "memgit.yaml").write_text("enabled: false\n")
    assert not loaded(home, tmp_path).enabled


def test_external_folders_may_begin_with_a_tilde(own: Path, tmp_path: Path) -> None:
    own.write_text("skills:\n  external_dirs:\n    - ~/team\n    - /srv/skills\n")
    assert loaded(None, tmp_path).skills.external_dirs == ("/home/me/team", "/srv/skills")


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("budgets:\n  memory: lots\n", "'budgets.memory' is a whole number above 0; its default counts"),
        ("budgets:\n  memory: true\n", "'budgets.memory' is a whole number above 0; its default counts"),
        ("budgets:\n  memory: -4\n", "'budgets.memory' is a whole number above 0; its default counts"),
        ("budgets: 4\n", "'budgets' is a group of settings, not one value"),
        ("bugdets:\n  memory: 4\n", "there is no setting 'bugdets'"),
        ("memory: 4\n", "there is no setting 'memory'; did you mean 'budgets.memory'?"),
        ("budgets: [\n", "it is not YAML in line 2; the defaults count"),
        ("- a\n", "it is not a mapping of keys to values; the defaults count"),
        (
            "history:\n  quiet_seconds: soon\n",
            "'history.quiet_seconds' is a number of seconds from 0 to 86400; its default counts",
        ),
        (
            "history:\n  quiet_seconds: .nan\n",
            "'history.quiet_seconds' is a number of seconds from 0 to 86400; its default counts",
        ),
        ("enabled: 'no'\n", "'enabled' is true or false; its default counts"),
    ],
)
def test_what_is_wrong_is_a_warning(text: str, says: str, home: Path, tmp_path: Path) -> None:
    (home / "memgit.yaml").write_text(f"{text}")
    found = loaded(home, tmp_path)
    assert len(found.warnings) == 1
    assert found.warnings[0].startswith(f"{home / 'memgit.yaml'}: {says}")
    assert (found.enabled, found.budgets, found.history) == (True, {}, History())


@pytest.mark.parametrize(("text", "seconds"), [("0", 0.0), ("7", 7.0), ("0.5", 0.5), ("1e1", 10.0)])
def test_seconds_may_be_parts(text: str, seconds: float, home: Path, tmp_path: Path) -> None:
    (home / "memgit.yaml").write_text(f"history:\n  quiet_seconds: {text}\n")
    found = loaded(home, tmp_path)
    assert (found.history.quiet_seconds, found.warnings) == (seconds, ())


def test_each_field_falls_back_on_its_own(home: Path, tmp_path: Path) -> None:
    (home / "memgit.yaml").write_text("budgets:\n  memory: lots\n  user: 7\n")
    assert loaded(home, tmp_path).budgets == {"user": 7}


def test_a_file_that_is_not_text_is_a_warning(home: Path, tmp_path: Path) -> None:
    (home / "memgit.yaml").write_bytes(b"\xff\xfe")
    assert "not UTF-8" in loaded(home, tmp_path).warnings[0]


@pytest.mark.parametrize(
    ("name", "near"),
    [
        ("bugdets.memory", "budgets.memory"),
        ("max_file_size", "history.max_file_size"),
        ("Budgets.Memory", "budgets.memory"),
        ("history.max-file-size", "history.max_file_size"),
        ("skills.disable", "skills.disabled"),
    ],
)
def test_a_wrong_key_is_told_the_right_one(name: str, near: str) -> None:
    assert nearest(name)[0] == near
    with pytest.raises(UsageError) as caught:
        require_key(name)
    assert caught.value.hints[0] == f"did you mean: memgit config {near}"


@pytest.mark.parametrize(
    ("key", "text", "value"),
    [
        ("enabled", "off", False),
        ("enabled", "True", True),
        ("budgets.memory", "4_000", 4000),
        ("budgets.memory", "4,000", 4000),
        ("history.max_file_size", "20MiB", 20 * 1024 * 1024),
        ("history.max_file_size", "5mb", 5_000_000),
        ("skills.disabled", "a, b", ("a", "b")),
        ("skills.disabled", "", ()),
        ("history.author_name", "Ann Lee", "Ann Lee"),
        ("history.quiet_seconds", "0", 0.0),
        ("history.quiet_seconds", "2.5", 2.5),
        ("history.quiet_seconds", "30s", 30.0),
        ("device", "", ""),
    ],
)
def test_values_of_the_command_line(key: str, text: str, value: object) -> None:
    assert parse(KEYS[key], text) == value


@pytest.mark.parametrize(
    ("key", "text"),
    [
        ("enabled", "maybe"),
        ("budgets.memory", "0"),
        ("budgets.memory", "-1"),
        ("budgets.memory", "1.5"),
        ("budgets.memory", "9" * 4400),
        ("history.quiet_seconds", "-1"),
        ("history.quiet_seconds", "nan"),
        ("history.quiet_seconds", "inf"),
        ("history.quiet_seconds", "86401"),
        ("history.author_name", ""),
        ("history.author_name", "a\nb"),
    ],
)
def test_a_wrong_value_is_refused(key: str, text: str) -> None:
    with pytest.raises(UsageError, match=re.escape(f"{key} is {KEYS[key].wants}")):
        parse(KEYS[key], text)


PLACES = {
    "comments stay": ("# mine\nenabled: true # yes\n", "enabled", False, "# mine\nenabled: false # yes\n"),
    "added to a group": (
        "budgets:\n    memory: 1  # small\n\n# rest\nenabled: true\n",
        "budgets.user",
        2,
        "budgets:\n    memory: 1  # small\n    user: 2\n\n# rest\nenabled: true\n",
    ),
    "a new group": ("enabled: true", "budgets.user", 2, "enabled: true\nbudgets:\n  user: 2\n"),
    "an empty group": ("budgets:\nenabled: true\n", "budgets.user", 2, "budgets:\n  user: 2\nenabled: true\n"),
    "CRLF stays": ("budgets:\r\n  memory: 1\r\n", "budgets.user", 2, "budgets:\r\n  memory: 1\r\n  user: 2\r\n"),
    "a list down the page": (
        "skills:\n  disabled:\n    - a\n    - b # why\n  # end\nenabled: true\n",
        "skills.disabled",
        ("c",),
        "skills:\n  disabled: [c] # why\n  # end\nenabled: true\n",
    ),
    "a list on a line": (
        "skills: {disabled: [a]}\n",
        "skills.disabled",
        ("b", "c d"),
        "skills: {disabled: [b, 'c d']}\n",
    ),
    "quotes of others stay": ('device: "x"\nenabled: true\n', "enabled", False, 'device: "x"\nenabled: false\n'),
    "no value yet": ("enabled:\n", "enabled", False, "enabled: false\n"),
    "an empty file": ("", "enabled", False, "enabled: false\n"),
    "a file of comments": ("# a\n", "enabled", False, "# a\nenabled: false\n"),
    "a byte order mark": ("\ufeffenabled: true\n", "enabled", False, "\ufeffenabled: false\n"),
}


@pytest.mark.parametrize("case", PLACES)
def test_only_the_value_changes(case: str) -> None:
    before, key, value, after = PLACES[case]
    assert set_value(before.encode(), key, value, "memgit.yaml").decode() == after  # type: ignore[arg-type]


def test_a_shape_that_spans_cannot_edit_is_written_anew() -> None:
    after = set_value(b"budgets: {}  # none\n", "budgets.user", 2, "memgit.yaml")
    assert read(after.decode()) == {"budgets": {"user": 2}}
    assert b"# none" in after


@pytest.mark.parametrize("data", [b"\xff", b"- a\n", b"a: [\n", b"budgets: 4\n"])
def test_a_file_that_cannot_be_edited_is_left_alone(data: bytes) -> None:
    with pytest.raises(SystemRefused):
        set_value(data, "budgets.user", 2, "memgit.yaml")


texts = st.text(st.characters(codec="utf-8", exclude_categories=["Cc", "Cs"]), max_size=12)
values = {
    bool: st.booleans(),
    int: st.integers(1, 10**12),
    float: st.floats(0, 86_400),
    str: texts.filter(lambda text: text.isprintable() and text != ""),
    tuple: st.lists(texts.filter(str.isprintable), max_size=3).map(tuple),
}
assignments = st.sampled_from(list(KEYS.values())).flatmap(
    lambda key: st.tuples(st.just(key), values[key.kind].filter(key.accepts))
)


@settings(max_examples=100, deadline=None)
@given(st.lists(assignments, max_size=6))
def test_what_was_set_is_read_and_nothing_else_changes(steps: list[tuple[Key, Any]]) -> None:
    data = b"# kept\n"
    expected: dict[str, Any] = {}
    for key, value in steps:
        data = set_value(data, key.name, value, "memgit.yaml")
        expected[key.name] = list(value) if isinstance(value, tuple) else value
        group, _, last = key.name.rpartition(".")
        document = read(data.decode())
        assert (document[group][last] if group else document[last]) == expected[key.name]
    flat: dict[str, Any] = {}
    for name, value in read(data.decode()).items():
        flat |= {f"{name}.{last}": inner for last, inner in value.items()} if isinstance(value, dict) else {name: value}
    assert flat == expected
    assert data.startswith(b"# kept\n")


lines = st.lists(
    st.one_of(
        st.sampled_from(
            [
                "a:",
                "b:",
                "  c: 1",
                "  d: [x, y]",
                "# note",
                "",
                "e: 'q'",
                "f: no",
                "g: 1.5",
                "k: 1.",
                "l: 00.5",
                "m: 1e3",
                "  h: two words",
            ]
        ),
        st.builds("{}: {}".format, st.sampled_from("xyz"), st.text("ab1 :#'\"[]{},&*!|>%@`-~", max_size=8)),
    ),
    max_size=5,
).map("\n".join)


@settings(max_examples=100, deadline=None)
@given(lines)
def test_the_line_reader_agrees_with_a_parser(text: str) -> None:
    try:
        found = read_plain(text)
    except NotPlainError:
        return
    assert found == (YAML(typ="safe", pure=True).load(text) or {})


@settings(max_examples=100, deadline=None)
@given(assignments)
def test_a_value_is_shown_as_it_is_given(assignment: tuple[Key, Any]) -> None:
    key, value = assignment
    if key.kind is not tuple:
        assert parse(key, shown(value)) == value
    assert YAML(typ="safe", pure=True).load(f"k: {written(value)}")["k"] == (
        list(value) if isinstance(value, tuple) else value
    )
