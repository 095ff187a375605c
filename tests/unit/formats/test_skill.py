import pytest

from memgit.formats import skill
from memgit.formats.skill import SkillHead

GOOD = b"---\nname: pr-triage\ndescription: Sort new pull requests\n---\n# PR triage\n\nRead them.\n"


def head(block: str) -> SkillHead:
    return SkillHead.parse(f"---\n{block}\n---\nbody\n".encode())


def test_a_head_says_what_it_says():
    text = "name: a\ndescription: ' does b '\nplatforms: [macos, linux]\nenvironments: docker\nmetadata: {x: [1]}"
    assert head(text) == SkillHead("a", "does b", ("macos", "linux"), ("docker",))


@pytest.mark.parametrize("data", [b"", b"# no head\n", b"---\nname: a\n---", b"\xff\xfe\x00", b"---\n- a\n---\n"])
def test_a_file_without_a_head_has_an_empty_one(data):
    assert SkillHead.parse(data) == SkillHead()


def test_a_head_of_bad_bytes_is_still_read():
    assert SkillHead.parse(b"---\nname: a\ndescription: caf\xe9\n---\n").description == "caf\ufffd"


def test_values_that_are_no_text_are_named():
    assert head("name: 123\ndescription: [a]").odd == ("name", "description")
    assert head("name: 123\ndescription: [a]").name == "123"
    assert head("name: '123'\ndescription:").odd == ()


@pytest.mark.parametrize(
    ("platforms", "platform", "runs"),
    [
        ("", "linux", True),
        ("[]", "linux", True),
        ("[macos]", "linux", False),
        ("[macos]", "darwin", True),
        ("[MacOS, windows]", "win32", True),
        ("windows", "linux", False),
        ("linux", "linux2", True),
        ("darwin", "darwin", True),
    ],
)
def test_platforms_are_any_of(platforms, platform, runs):
    assert head(f"name: a\nplatforms: {platforms}").runs_on(platform) is runs


def test_a_head_is_complete_at_its_closing_line():
    assert skill.complete(GOOD)
    assert skill.complete(b"# no head")
    assert not skill.complete(b"---\nname: a\n---")
    assert not skill.complete(b"\xef\xbb\xbf---\nname: a\n")
    assert not skill.complete(b"--")


@pytest.mark.parametrize(
    ("description", "shown"),
    [("a" * 60, "a" * 60), ("a" * 61, "a" * 57 + "..."), ('"quoted"', "quoted"), ("", "")],
)
def test_a_description_shows_in_sixty_characters(description, shown):
    assert skill.shown(description) == shown


def test_the_first_line_of_the_body_stands_in():
    assert skill.first_line(b"---\nname: a\n---\n\n# Title\n\n Does b. \nmore\n") == "Does b."
    assert skill.first_line(b"# Only\n") == ""


@pytest.mark.parametrize("name", ["a", "0", "a.b_c-d", "a" * 64])
def test_good_names(name):
    assert skill.valid_name(name)
    assert skill.name_problem(name) is None


@pytest.mark.parametrize("name", ["", "A", "-a", ".a", "a/b", "a b", "é", "a" * 65, "a\n", "../a"])
def test_bad_names(name):
    assert not skill.valid_name(name)
    assert skill.name_problem(name)


@pytest.mark.parametrize("path", ["SKILL.md", "references/a.md", "scripts/x/y.py", "templates/.keep", "assets/图.png"])
def test_good_support_paths(path):
    assert skill.support_problem(path) is None


@pytest.mark.parametrize(
    "path",
    [
        "",
        "a.md",
        "references",
        "references/",
        "references//a",
        "references/../../x",
        "references/./a",
        "../x",
        "/etc/passwd",
        "C:/x",
        "c:x",
        "\\x",
        "references\\..\\x",
        "references/a\\b",
        "~/x",
        "references/.git/hooks/x",
        "references/.GIT",
        "references/a\0b",
        "references/a\nb",
        "references/a\udcffb",
        "docs/a.md",
        "References/a.md",
        "references/a ",
        "./SKILL.md",
    ],
)
def test_bad_support_paths(path):
    assert skill.support_problem(path)


def test_support_files_have_a_size():
    assert skill.support_content_problem(b"x" * 100_000) is None
    assert "characters" in (skill.support_content_problem(b"x" * 100_001) or "")
    assert "bytes" in (skill.support_content_problem(b"x" * 1_048_577) or "")


def test_a_good_skill_may_be_written():
    assert skill.validate_for_write(GOOD, creating=True) == []
    assert skill.validate_for_write(b"\xef\xbb\xbf" + GOOD.replace(b"\n", b"\r\n"), creating=True) == []


@pytest.mark.parametrize(
    ("data", "part"),
    [
        (b"# no head\n", "must start"),
        (b"---\nname: a\n---", "not closed"),
        (b"---\nname: a: b\n---\nx", "not valid YAML"),
        (b"---\ndescription: b\n---\nx", "no name"),
        (b"---\nname: 1\ndescription: b\n---\nx", "not text"),
        (b"---\nname: a\n---\nx", "no description"),
        (b"---\nname: a\ndescription: 1\n---\nx", "not text"),
        (b"---\nname: a\ndescription: \"''\"\n---\nx", "blank"),
        (b"---\nname: a\ndescription: b\n---\n \n", "nothing below"),
        (b"---\nname: a\ndescription: " + b"b" * 1025 + b"\n---\nx", "1,025"),
        (GOOD + b"x" * 100_000, "100,000 are allowed"),
        (b"\xff" + GOOD, "not UTF-8"),
    ],
)
def test_what_may_not_be_written(data, part):
    problems = skill.validate_for_write(data, creating=False)
    assert len(problems) == 1
    assert part in problems[0]


def test_only_a_new_skill_has_to_be_short():
    data = GOOD.replace(b"Sort", b"S" * 60)
    assert skill.validate_for_write(data, creating=False) == []
    assert "60 are allowed" in skill.validate_for_write(data, creating=True)[0]


def test_every_problem_is_told():
    assert len(skill.validate_for_write(b"---\nx: 1\n---\n", creating=True)) == 3


def test_lookups_stay_inside():
    assert skill.lookup_problem("a/b") is None
    assert all(
        skill.lookup_problem(name) for name in ("", " ", "/a", "C:\\a", "../a", "a/..", "a\\..\\b", "~/a", "a\0")
    )
