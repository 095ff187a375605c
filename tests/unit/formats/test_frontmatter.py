import subprocess
import sys
import time

import pytest
from hypothesis import assume, example, given, settings
from hypothesis import strategies as st

from memgit.errors import Refused
from memgit.formats import frontmatter, scalar
from memgit.formats.scalar import SLOW, NotText

VALUES = st.text(st.characters(exclude_categories=["Cs"]), max_size=30)
NEWLINES = st.sampled_from(["\n", "\r\n", "\r"])
PIECES = [
    "name: a\n",
    "name: 'it''s' # why\n",
    'description: "x: y"\n',
    "description: >-\n  one\n  two\n\n  three\n",
    "description: plain\n  goes on\n",
    "tags:\n- a\n- b\n",
    "tags: [a,\n  b]\n",
    "tags:\n  - a: 1\n    b: 2\n",
    "metadata:\n  name: inner\n  hermes:\n    tags: [x]\n",
    "# comment\n",
    "\n",
    "  \n",
    "other: 1.10\n",
    '"quoted": "a\n\n  b"\n',
    "empty:\n",
    "block: |\n  # no comment\n   deeper\n\n",
]
HEADS = st.lists(st.sampled_from(PIECES), max_size=6, unique_by=lambda piece: piece.partition(":")[0])


def test_the_block_is_found_with_bom_crlf_and_blanks_behind_the_fences():
    text = "\ufeff--- \r\nname: a\r\n---  \r\n# Body\r\n"
    block = frontmatter.split(text)
    assert (text[block.start : block.end], text[block.body :]) == ("name: a\r\n", "# Body\r\n")
    assert (block.opened, block.closed, block.newline) == (True, True, "\r\n")


def test_an_empty_block_is_closed():
    assert frontmatter.split("---\n---\nbody").closed
    assert frontmatter.load("---\n---\nbody") == {}


@pytest.mark.parametrize(
    "text",
    ["---\nname: a\n---", "---\nname: a\n", "---\nname: a\n --- \n", "name: a\n---\n", " ---\na: b\n---\n", "", "---"],
)
def test_what_is_not_closed_is_no_frontmatter(text):
    assert not frontmatter.split(text).closed
    assert frontmatter.field(text, "name") is None
    assert frontmatter.load(text) == {}
    assert frontmatter.problem(text)


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        ("plain text # comment", "plain text"),
        ("a#b c", "a#b c"),
        ("'it''s'", "it's"),
        ('"a \\"b\\" \\u00e9 c" # why', 'a "b" é c'),
        ("1.10", "1.10"),
        ("2026-01-01", "2026-01-01"),
        ("yes", "yes"),
        ("", None),
        ("~", None),
        (">-\n  one\n  two\n\n  three", "one two\n\nthree".replace("\n\n", "\n")),
        ("|\n  one\n   two", "one\n two\n"),
        ("one\n  two", "one two"),
        ("\n  one\n  two", "one two"),
        ('"one\n  two"', "one two"),
        ("[a, b]", None),
        ("&x a", "a"),
    ],
)
def test_fields_are_text(value, expected):
    assert frontmatter.field(f"---\nfirst: 1\nkey: {value}\nlast: 2\n---\n", "key") == expected


def test_other_scalars_say_that_they_are_not_text():
    found = frontmatter.fields("---\na: 1\nb: '1'\nc: no\nd: 1.2.3\n---\n", "abcd")
    assert [isinstance(found[key], NotText) for key in "abcd"] == [True, False, True, False]


def test_an_unquoted_colon_makes_the_block_prose_read_line_by_line():
    text = '---\nname: "a"\ndescription: Use this: always\nmeta:\n  name: inner\n---\n'
    assert frontmatter.fields(text, ("name", "description")) == {"name": "a", "description": "Use this: always"}
    assert frontmatter.load(text)["name"] == "a"
    assert "line 3" in (frontmatter.problem(text) or "")


def test_of_repeated_keys_the_last_counts():
    text = "---\nname: a\nname: b\nmeta: {x: 1}\n---\n"
    assert frontmatter.field(text, "name") == "b"
    assert frontmatter.load(text)["name"] == "b"
    assert frontmatter.set_field(text, "name", "c") == text.replace("name: b", "name: c")


def test_nested_keys_are_not_fields():
    assert frontmatter.field("---\nmetadata:\n  type: user\n---\n", "type") is None
    assert frontmatter.load("---\nmetadata:\n  type: user\n---\n") == {"metadata": {"type": "user"}}


@pytest.mark.parametrize(
    "block", ["- a\n", "text\n", "a: [\n", "a: &x [*x]\n", "? [a]\n: b\n", "a: !!python/name:os x\n"]
)
def test_odd_yaml_never_fails_the_reader(block):
    assert frontmatter.field(f"---\n{block}---\n", "name") is None
    assert isinstance(frontmatter.load(f"---\n{block}---\n"), dict)


@given(HEADS, st.sampled_from(["name", "description", "tags", "other", "quoted", "block", "empty", "metadata"]))
@settings(max_examples=100, deadline=None)
def test_the_fast_reader_reads_what_the_parser_reads(pieces, key):
    text = "---\n" + "".join(pieces) + "---\n"
    fast, full = frontmatter.fields(text, (key,))[key], frontmatter.load(text).get(key)
    assert fast == full or isinstance(fast, NotText)


SCRAPS = st.lists(
    st.sampled_from(
        [
            " ",
            "a",
            "b c",
            ":",
            ": ",
            "#",
            " #",
            "'",
            '"',
            "\\",
            "-",
            "- ",
            "[",
            "]",
            ",",
            "1",
            "\n  ",
            "\n\n  ",
            "|",
            ">-",
            "é",
        ]
    ),
    max_size=8,
).map("".join)


@given(SCRAPS)
@example(">-\n  a\n\n\n  b")
@example("|\n  a\n b")
@example("a\n\n  # b")
@settings(max_examples=100, deadline=None)
def test_what_is_read_without_a_parser_is_what_the_parser_reads(raw):
    value = scalar.read(raw)
    items = value if isinstance(value, list) else [value]
    assume(value is not SLOW and not any(isinstance(item, NotText) for item in items))
    assert frontmatter.parse_yaml(f"key: {raw}\n")["key"] == value


@given(VALUES)
@example("yes")
@example("1:30")
@example("- x")
@example("a: b")
@example("---")
@settings(max_examples=100, deadline=None)
def test_a_written_value_reads_back_on_every_path(value):
    text = frontmatter.set_field("---\nname: a\n---\nbody", "key", value)
    assert frontmatter.field(text, "key") == value
    assert frontmatter.load(text) == {"name": "a", "key": value}


@given(HEADS, st.sampled_from(["name", "description", "tags", "block", "new"]), VALUES, NEWLINES, st.booleans())
@settings(max_examples=100, deadline=None)
def test_an_edit_changes_only_the_lines_of_its_key(pieces, key, value, newline, bom):
    body = f"---{newline}# Body{newline}name: no"
    text = ("\ufeff" if bom else "") + f"---\n{''.join(pieces)}".replace("\n", newline) + body
    edited = frontmatter.set_field(text, key, value)
    assert frontmatter.field(edited, key) == value
    assert edited.endswith(body)
    others = {name: read for name, read in frontmatter.load(text).items() if name != key}
    assert {name: read for name, read in frontmatter.load(edited).items() if name != key} == others
    removed = frontmatter.remove_field(edited, key)
    assert frontmatter.load(removed) == others
    rest = [piece.replace("\n", newline) for piece in pieces if not piece.startswith(f"{key}:")]
    for piece in rest:
        assert piece.rstrip() in removed


def test_setting_keeps_a_comment_and_the_place():
    text = "---\nname:   a   # why\r\nother: b\n---\n"
    assert frontmatter.set_field(text, "name", "c") == "---\nname:   c   # why\r\nother: b\n---\n"
    assert frontmatter.set_field("---\nname: 'a # b' # c\n---\n", "name", "d") == "---\nname: d # c\n---\n"


def test_a_missing_key_goes_last_and_a_missing_block_first():
    assert frontmatter.set_field("---\r\na: b\r\n---\r\nx", "c", "d") == "---\r\na: b\r\nc: d\r\n---\r\nx"
    assert frontmatter.set_field("\ufeffx\r\n", "c", "d") == "\ufeff---\r\nc: d\r\n---\r\nx\r\n"
    assert frontmatter.remove_field("---\na: b\n---\n", "c") == "---\na: b\n---\n"


def test_an_open_block_is_not_edited():
    with pytest.raises(Refused):
        frontmatter.set_field("---\na: b\n", "a", "c")


def test_a_value_goes_plain_where_it_can():
    plain = ["a", "a b", "v1.2.3", "a#b", "a:b", "C++", "it's", "发布", "-x"]
    assert [scalar.write(text) for text in plain] == plain
    assert scalar.write("1.2") == '"1.2"'
    assert scalar.write("\u2028\x85") == '"\\u2028\\u0085"'


@pytest.mark.parametrize(
    ("text", "part"),
    [
        ("name: a\n", "must start"),
        ("---\nname: a\n---", "not closed"),
        ("---\nname: [\n---\n", "not valid YAML"),
        ("---\n- a\n---\n", "not a mapping"),
        ("---\n---\n", "not a mapping"),
    ],
)
def test_what_a_writer_must_not_write(text, part):
    assert part in (frontmatter.problem(text) or "")
    assert frontmatter.problem("---\nname: a\nname: b\n---\n") is None


def test_simple_heads_need_no_parser():
    code = (
        "import sys; from memgit.formats import frontmatter as f;"
        "t='---\\nname: a\\ndescription: >-\\n  b\\n  c\\nplatforms: [linux]\\nmeta:\\n  x:\\n    - {a: 1}\\n---\\n';"
        "assert f.field(t, 'description') == 'b c'; assert f.fields(t, ('platforms',));"
        "p='---\\ndescription: a: b\\n---\\n'; assert f.field(p, 'description') == 'a: b';"
        "assert not any('ruamel' in m for m in sys.modules)"
    )
    subprocess.run([sys.executable, "-c", code], check=True)


@pytest.mark.parametrize("filler", [" ", ": ", ":", "a:", " #", "'", '"', "[", "- ", "\n", " \n", "\\"])
@pytest.mark.parametrize("start", ["a", "a: ", "a: b", 'a: "', "a: '", "a: [", "a: >\n  ", "a:\n  "])
def test_no_head_takes_long(start, filler):
    text = f"---\n{start}{filler * 20_000}x\n---\n"
    before = time.process_time()
    frontmatter.split(text)
    scalar.read(text[7:-5])
    frontmatter.remove_field(text, "missing")
    assert time.process_time() - before < 0.5
