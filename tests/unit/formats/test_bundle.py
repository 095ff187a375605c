import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from memgit.errors import Refused, SystemRefused
from memgit.formats import bundle
from memgit.formats.bundle import Bundle

WORDS = st.text(st.characters(exclude_categories=["Cs"]), max_size=20).map(str.strip)
PROSE = st.one_of(WORDS, st.lists(st.sampled_from(["a: b", "", "- x", "  in", "#c", "end"])).map("\n".join)).map(
    str.strip
)


def test_a_bundle_is_written_in_block_style_in_the_order_of_the_agent():
    data = bundle.compose(Bundle("Release day", ("release-notes", "ci: green"), "Ship it", "First notes.\nThen tag."))
    assert data.decode() == (
        'name: Release day\nskills:\n- release-notes\n- "ci: green"\ndescription: Ship it\n'
        "instruction: |-\n  First notes.\n  Then tag.\n"
    )


def test_what_a_bundle_lacks_is_not_written():
    assert bundle.compose(Bundle("a", ("b",))) == b"name: a\nskills:\n- b\n"


@given(WORDS.filter(bool), st.lists(WORDS.filter(bool), min_size=1, max_size=3, unique=True), WORDS, PROSE)
@settings(max_examples=60, deadline=None)
def test_what_is_written_reads_back(name, skills, description, instruction):
    given_bundle = Bundle(name, tuple(skills), description, instruction)
    assert bundle.parse(bundle.compose(given_bundle), "stem") == given_bundle


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("skills: [a, b, a, '']\n", Bundle("stem", ("a", "b"))),
        ("\ufeffname: X\r\nskills:\r\n  - a\r\nother: 1\r\n", Bundle("X", ("a",))),
        ("skills: solo\n", Bundle("stem", ("solo",))),
        ("name: 7\nskills: [1]\ndescription: null\n", Bundle("7", ("1",))),
        ('{"name": "j", "skills": ["a"]}', Bundle("j", ("a",))),
    ],
)
def test_reading_is_lenient(text, expected):
    assert bundle.parse(text.encode(), "stem") == expected


@pytest.mark.parametrize(
    "data", [b"", b"- a\n", b"name: x\n", b"skills: []\n", b"skills: {a: 1}\n", b"skills: [a\n", b"skills: \xff\n"]
)
def test_what_is_no_bundle_is_refused(data):
    with pytest.raises(SystemRefused, match="the bundle cannot be read"):
        bundle.parse(data, "stem")


@pytest.mark.parametrize(
    ("name", "slug"),
    [("Release Day", "release-day"), ("a__b--c", "a-b-c"), ("-x-", "x"), ("Über Tag!", "ber-tag"), ("发布", "")],
)
def test_slugs(name, slug):
    assert bundle.slug(name) == slug


def test_a_new_bundle_needs_a_name_and_a_skill():
    assert bundle.new(" Day ", [" a ", "a", ""]) == Bundle("Day", ("a",))
    with pytest.raises(Refused):
        bundle.new("发布", ["a"])
    with pytest.raises(Refused):
        bundle.new("day", [" "])
    with pytest.raises(Refused):
        bundle.compose(Bundle("day", ()))
