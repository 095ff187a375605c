"""The resolver, on each kind of home."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memgit import layouts
from memgit.errors import NotFound, UsageError
from memgit.ops import names
from memgit.ops.names import Kind, Named

HERMES = {
    "memories/MEMORY.md": "",
    "memories/USER.md": "",
    "skills/.usage.json": "{}",
    "skills/release-notes/SKILL.md": "---\nname: notes-of-release\n---\nbody",
    "skills/release-notes/references/api.md": "",
    "skills/release-notes/references/inner/SKILL.md": "---\nname: inner\n---\nbody",
    "skills/devops/DESCRIPTION.md": "",
    "skills/devops/deploy/SKILL.md": "---\nname: deploy\n---\nbody",
    "skills/devops/deploy/scripts/run.sh": "",
    "skills/web/deploy/SKILL.md": "---\nname: deploy-web\n---\nbody",
    "skills/web/[a]*/SKILL.md": "---\nname: 'x?'\n---\nbody",
    "skills/linked": "../elsewhere",
    "skills/flat.md": "---\nname: flat\n---\nbody",
    "skills/.archive/old-one/SKILL.md": "---\nname: the-old-one\n---\nbody",
    "skills/.archive/twice/SKILL.md": "",
    "skills/.archive/twice-20260102030405/SKILL.md": "",
    "skills/.archive/twice-20260302030405/SKILL.md": "",
    "skills/.archive/release-notes/SKILL.md": "",
    "skill-bundles/ship.yaml": "",
}
OWN = {
    "memory/MEMORY.md": "",
    "projects/shop/MEMORY.md": "",
    "projects/shop/topics/deploys.md": "",
    "projects/talk/topics/MEMORY.md": "",
    "topics/deploys.md": "",
    "topics/cache.md": "",
    "skills/shop/SKILL.md": "",
    "skills/memory/SKILL.md": "",
    "skills/user/SKILL.md": "",
    "bundles/ship.yaml": "",
}
CLAUDE = {
    "projects/-home-dev-shop/memory/MEMORY.md": "",
    "projects/-home-dev-shop/memory/deploys.md": "",
    "agent-memory/reviewer/style.md": "",
    "skills/pdf/SKILL.md": "",
}
PI = {
    "pi-hermes-memory/MEMORY.md": "",
    "pi-hermes-memory/skills/deploy/SKILL.md": "",
    "projects-memory/shop/MEMORY.md": "",
    "projects-memory/shop/skills/deploy/SKILL.md": "",
}
HOMES = {"hermes": HERMES, "memgit": OWN, "claude": CLAUDE, "pi-hermes": PI}


def resolve(home: str, name: str) -> Named:
    files = HOMES[home]
    return names.resolve(layouts.get(home), name, files, lambda path: files[path].encode() if path in files else None)


@pytest.mark.parametrize(
    ("home", "name", "kind", "path"),
    [
        ("hermes", "memory", Kind.MEMORY, "memories/MEMORY.md"),
        ("hermes", "user", Kind.USER, "memories/USER.md"),
        ("memgit", "failures", Kind.FAILURES, "memory/failures.md"),
        ("memgit", "failure", Kind.FAILURES, "memory/failures.md"),
        ("memgit", "standing", Kind.STANDING, "memory/STANDING.md"),
        ("hermes", "memories/MEMORY.md", Kind.MEMORY, "memories/MEMORY.md"),
        ("hermes", "./memories/MEMORY.md", Kind.MEMORY, "memories/MEMORY.md"),
        ("hermes", "skills/.usage.json", Kind.FILE, "skills/.usage.json"),
        ("hermes", "skills/devops/deploy/scripts/run.sh", Kind.FILE, "skills/devops/deploy/scripts/run.sh"),
        ("hermes", "skills/devops/deploy/SKILL.md", Kind.FILE, "skills/devops/deploy/SKILL.md"),
        ("hermes", "skills/linked", Kind.FILE, "skills/linked"),
        ("hermes", "linked", Kind.SKILL, "skills/linked"),
        ("hermes", "flat", Kind.SKILL, "skills/flat.md"),
        ("hermes", "bundle:ship", Kind.BUNDLE, "skill-bundles/ship.yaml"),
        ("hermes", "skill-bundles/ship.yaml", Kind.BUNDLE, "skill-bundles/ship.yaml"),
        ("memgit", "project:shop", Kind.PROJECT, "projects/shop/MEMORY.md"),
        ("memgit", "topic:cache", Kind.TOPIC, "topics/cache.md"),
        ("memgit", "topic:cache.md", Kind.TOPIC, "topics/cache.md"),
        ("memgit", "topic:shop/deploys", Kind.TOPIC, "projects/shop/topics/deploys.md"),
        ("claude", "topic:deploys", Kind.TOPIC, "projects/-home-dev-shop/memory/deploys.md"),
        ("claude", "topic:-home-dev-shop/deploys", Kind.TOPIC, "projects/-home-dev-shop/memory/deploys.md"),
        ("claude", "topic:reviewer/style", Kind.TOPIC, "agent-memory/reviewer/style.md"),
        ("pi-hermes", "shop", Kind.PROJECT, "projects-memory/shop/MEMORY.md"),
    ],
)
def test_a_name_means_a_file(home: str, name: str, kind: Kind, path: str) -> None:
    named = resolve(home, name)
    assert (named.kind, named.path, named.prefix) == (kind, path, False)


@pytest.mark.parametrize(
    ("home", "name", "kind", "path"),
    [
        ("hermes", "release-notes", Kind.SKILL, "skills/release-notes"),
        ("hermes", "skills/release-notes", Kind.SKILL, "skills/release-notes"),
        ("hermes", "skills/release-notes/", Kind.SKILL, "skills/release-notes"),
        ("hermes", "notes-of-release", Kind.SKILL, "skills/release-notes"),
        ("hermes", "skill:release-notes", Kind.SKILL, "skills/release-notes"),
        ("hermes", "devops/deploy", Kind.SKILL, "skills/devops/deploy"),
        ("hermes", "deploy-web", Kind.SKILL, "skills/web/deploy"),
        ("hermes", "[a]*", Kind.SKILL, "skills/web/[a]*"),
        ("hermes", "x?", Kind.SKILL, "skills/web/[a]*"),
        ("hermes", "old-one", Kind.ARCHIVED, "skills/.archive/old-one"),
        ("hermes", "the-old-one", Kind.ARCHIVED, "skills/.archive/old-one"),
        ("hermes", "skill:old-one", Kind.ARCHIVED, "skills/.archive/old-one"),
        ("hermes", "twice-20260102030405", Kind.ARCHIVED, "skills/.archive/twice-20260102030405"),
        ("hermes", "skills/.archive/twice", Kind.ARCHIVED, "skills/.archive/twice"),
        ("hermes", "skills", Kind.FILE, "skills"),
        ("hermes", "skills/devops", Kind.FILE, "skills/devops"),
        ("memgit", "topics", Kind.FILE, "topics"),
        ("memgit", "skill:memory", Kind.SKILL, "skills/memory"),
        ("memgit", "project:talk", Kind.PROJECT, "projects/talk/topics"),
        ("claude", "project:-home-dev-shop", Kind.PROJECT, "projects/-home-dev-shop/memory"),
        ("pi-hermes", "projects-memory/shop/skills/deploy", Kind.SKILL, "projects-memory/shop/skills/deploy"),
    ],
)
def test_a_name_means_a_folder(home: str, name: str, kind: Kind, path: str) -> None:
    named = resolve(home, name)
    assert (named.kind, named.path, named.prefix) == (kind, path, True)


@pytest.mark.parametrize(
    ("home", "name", "paths"),
    [
        ("hermes", "deploy", ["skills/devops/deploy", "skills/web/deploy"]),
        (
            "hermes",
            "twice",
            [
                "skills/.archive/twice-20260302030405",
                "skills/.archive/twice-20260102030405",
                "skills/.archive/twice",
            ],
        ),
        ("memgit", "shop", ["projects/shop/MEMORY.md", "skills/shop"]),
        ("memgit", "memory", ["memory/MEMORY.md", "skills/memory"]),
        ("memgit", "topic:deploys", ["projects/shop/topics/deploys.md", "topics/deploys.md"]),
        ("pi-hermes", "deploy", ["pi-hermes-memory/skills/deploy", "projects-memory/shop/skills/deploy"]),
    ],
)
def test_several_meanings_are_listed(home: str, name: str, paths: list[str]) -> None:
    with pytest.raises(UsageError) as caught:
        resolve(home, name)
    assert caught.value.message == f"'{name}' can mean {len(paths)} things: {', '.join(paths)}"
    assert caught.value.hints == (f"say which one by its path, such as '{paths[0]}'",)
    assert caught.value.details == {"candidates": paths}
    assert [resolve(home, path).path for path in paths] == paths


def test_a_store_is_meant_before_the_folder_of_its_name() -> None:
    assert names.resolve(layouts.get("memgit"), "memory", ["memory/MEMORY.md", "memory/USER.md"]).prefix is False


def test_a_file_that_is_not_written_yet_gives_way_to_a_skill_of_its_name() -> None:
    assert resolve("memgit", "user").path == "skills/user"
    assert names.resolve(layouts.get("memgit"), "user", []).path == "memory/USER.md"


@pytest.mark.parametrize(
    ("home", "name", "near"),
    [
        ("hermes", "release-note", "'release-notes'"),
        ("hermes", "memroy", "'memory'"),
        ("hermes", "deplyo", "'deploy' or 'deploy-web'"),
        ("hermes", "bundle:shp", "'bundle:ship'"),
        ("memgit", "cache", "'topic:cache'"),
        ("memgit", "project:shpo", "'project:shop' or 'project:talk' or 'shop'"),
        ("claude", "project:shop", "'project:-home-dev-shop'"),
        ("hermes", "skills/release-nots", "'release-notes'"),
    ],
)
def test_no_meaning_names_the_nearest(home: str, name: str, near: str) -> None:
    with pytest.raises(NotFound) as caught:
        resolve(home, name)
    assert caught.value.message == f"there is no '{name}' here"
    assert caught.value.hints[0] == f"did you mean {near}?"


@pytest.mark.parametrize("name", ["inner", "skills/rel*", "rel*", "deplo?", "project:shop", "api.md", "qqqqqq", ".env"])
def test_what_is_no_name(name: str) -> None:
    with pytest.raises(NotFound):
        resolve("hermes", name)


def test_a_home_without_that_store_says_where_there_is_one() -> None:
    with pytest.raises(NotFound) as caught:
        resolve("hermes", "failures")
    assert caught.value.message == "a hermes home has no failures"
    assert caught.value.hints[-1] == "memgit's own home has it: memgit --home ~/.memgit log failures"


@pytest.mark.parametrize(
    "name",
    [
        *("", " ", ".", "./", "/", "/etc/passwd", "../x", "skills/../../x", "..", "..\\x", "C:\\x", "C:/x", "c:x"),
        *("\\\\host\\x", "~/x", "project:../x", "topic:a/../../b", "a\0b"),
    ],
)
def test_a_path_out_of_the_home_is_refused(name: str) -> None:
    with pytest.raises(UsageError):
        resolve("hermes", name)


def test_without_a_reader_frontmatter_gives_no_names() -> None:
    layout = layouts.get("hermes")
    assert names.resolve(layout, "release-notes", HERMES).path == "skills/release-notes"
    with pytest.raises(NotFound):
        names.resolve(layout, "notes-of-release", HERMES)


@pytest.mark.parametrize(
    ("head", "name"),
    [
        ("---\nname: plain\n---\n", "plain"),
        ("\ufeff---\r\nname: 'it''s'\r\n---\r\n", "it's"),
        ('---\nname: "caf\\u00e9"\n---\n', "café"),
        ("---\nname: >\n  two\n  words\n---\n", "two words"),
        ("---\nname: 技能\n---\n", "技能"),
    ],
)
def test_a_name_is_found_however_the_frontmatter_writes_it(head: str, name: str) -> None:
    path = "skills/folder/SKILL.md"
    found = names.resolve(layouts.get("hermes"), name, [path], lambda _: f"{head}body plain".encode())
    assert found == Named(Kind.SKILL, "skills/folder", "folder", prefix=True)


def test_a_part_of_a_path_is_no_name() -> None:
    paths = ["skills/a/b/deploy/SKILL.md"]
    assert names.resolve(layouts.get("hermes"), "a/b/deploy", paths).path == "skills/a/b/deploy"
    assert names.candidates(layouts.get("hermes"), "b/deploy", paths) == []


def test_paths_may_be_read_once() -> None:
    assert names.resolve(layouts.get("hermes"), "devops/deploy", iter(HERMES)).path == "skills/devops/deploy"


def test_archived_skills_are_found_whatever_else_has_their_name() -> None:
    layout = layouts.get("hermes")
    assert [named.path for named in names.archived(layout, "release-notes", HERMES)] == [
        "skills/.archive/release-notes"
    ]
    assert names.archived(layout, "twice", HERMES)[0].path == "skills/.archive/twice-20260302030405"
    assert names.archived(layout, "deploy", HERMES) == []


def test_candidates_are_every_meaning() -> None:
    found = names.candidates(layouts.get("hermes"), "deploy", HERMES)
    assert [named.path for named in found] == ["skills/devops/deploy", "skills/web/deploy"]
    assert names.candidates(layouts.get("hermes"), "qqqqqq", HERMES) == []


@given(st.sampled_from(sorted(HOMES)), st.text(st.sampled_from("aesm/.:*?[]-\\ 文skils"), max_size=12))
def test_any_text_means_something_known_or_is_refused(home: str, name: str) -> None:
    try:
        named = resolve(home, name)
    except (UsageError, NotFound):
        return
    assert named.path in HOMES[home] or any(path.startswith(f"{named.path}/") for path in HOMES[home])


@pytest.mark.parametrize("home", HOMES)
def test_every_path_means_itself(home: str) -> None:
    for path in HOMES[home]:
        assert resolve(home, path).path == path
