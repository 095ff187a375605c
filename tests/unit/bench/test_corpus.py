"""The corpus of the search benches: the same bytes each time, and golds that nothing else answers."""

from __future__ import annotations

import importlib
from pathlib import Path
from types import ModuleType

import pytest

BENCH = Path(__file__).resolve().parents[3] / "bench"


@pytest.fixture
def modules(monkeypatch: pytest.MonkeyPatch) -> tuple[ModuleType, ModuleType]:
    monkeypatch.syspath_prepend(str(BENCH))
    return importlib.import_module("corpus"), importlib.import_module("queries")


def files(home: Path) -> dict[str, bytes]:
    return {str(path.relative_to(home)): path.read_bytes() for path in home.rglob("*") if path.is_file()}


def test_the_same_seed_gives_the_same_home(tmp_path: Path, modules: tuple[ModuleType, ModuleType]) -> None:
    corpus, _ = modules
    first, again, other = (corpus.build(tmp_path / str(n), 12, 40, seed) for n, seed in enumerate((1, 1, 2)))
    assert files(first.home) == files(again.home) != files(other.home)
    assert first.items == again.items


def test_items_are_what_the_files_hold(tmp_path: Path, modules: tuple[ModuleType, ModuleType]) -> None:
    corpus, _ = modules
    built = corpus.build(tmp_path, 12, 40)
    entries = [item for item in built.items if item.kind == "entry"]
    held = "\n§\n".join((tmp_path / "memories" / name).read_text("utf-8") for name in ("MEMORY.md", "USER.md"))
    assert sorted(held.split("\n§\n")) == sorted(item.key for item in entries)
    assert len({item.key for item in built.items}) == 52
    for item in built.items:
        assert item.kind == "entry" or (tmp_path / item.path / "SKILL.md").read_text("utf-8") in item.text


def test_a_fragment_is_held_by_its_gold_alone(tmp_path: Path, modules: tuple[ModuleType, ModuleType]) -> None:
    corpus, queries = modules
    built = corpus.build(tmp_path, 40, 120)
    asked = queries.queries(built, each=8)
    assert {query.kind for query in asked} == set(queries.KINDS)
    for query in asked:
        parts = {"english": query.text.split(), "mixed": query.text.split()}.get(query.kind, [query.text])
        holding = {item.key for item in built.items if all(queries.fold(p) in queries.fold(item.text) for p in parts)}
        if "noise" not in query.kind and query.kind != "crossed":
            assert holding == query.gold
    assert asked == queries.queries(built, each=8)


def test_folding_makes_scripts_width_case_and_accents_one(modules: tuple[ModuleType, ModuleType]) -> None:
    _, queries = modules
    assert queries.fold("緩存 Ｃafé Ａ") == "缓存 cafe a"
