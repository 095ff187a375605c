"""Exchanging two names, and moving to a name that must be free."""

from __future__ import annotations

from pathlib import Path

import pytest

from memgit.repo import swap


def test_exchange(tmp_path: Path) -> None:
    (tmp_path / "a").write_text("A")
    (tmp_path / "b").write_text("B")
    swap.exchange(tmp_path / "a", tmp_path / "b")
    assert (tmp_path / "a").read_text() == "B"
    assert (tmp_path / "b").read_text() == "A"


def test_exchange_with_nothing(tmp_path: Path) -> None:
    (tmp_path / "a").write_text("A")
    with pytest.raises(FileNotFoundError):
        swap.exchange(tmp_path / "a", tmp_path / "b")
    assert (tmp_path / "a").read_text() == "A"


def test_a_taken_name_stays_as_it_is(tmp_path: Path) -> None:
    (tmp_path / "a").write_text("A")
    (tmp_path / "b").write_text("B")
    with pytest.raises(FileExistsError):
        swap.move_to_free_name(tmp_path / "a", tmp_path / "b")
    assert (tmp_path / "b").read_text() == "B"
    swap.move_to_free_name(tmp_path / "a", tmp_path / "c")
    assert (tmp_path / "c").read_text() == "A"
    assert not (tmp_path / "a").exists()
