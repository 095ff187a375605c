"""Sample homes built by code, and the real ones that may lie beside the checkout."""

from __future__ import annotations

from pathlib import Path

import pytest
from support.cli import run

ROOT = Path(__file__).parents[2]
NOW = "2026-10-01T12:00:00Z"

SKILL = "---\nname: {name}\ndescription: {description}\n---\n\n# {name}\n\nDo it.\n"
_DATED = "{text} <!-- created=2026-08-01, last=2026-08-09 -->"
_ENTRIES = ("uses uv, never pip", "CI runs on arm64 runners", "答复用中文")
_SKILLS = {
    "skills/pr-triage/SKILL.md": SKILL.format(name="pr-triage", description="Sort pull requests by risk"),
    "skills/pr-triage/references/labels.md": "# Labels\n\nrisk: high, low\n",
    "skills/dev/release/SKILL.md": SKILL.format(name="release", description="Cut a release"),
}

HOMES: dict[str, dict[str, str]] = {
    "hermes": {
        **_SKILLS,
        "memories/MEMORY.md": "\n§\n".join(_ENTRIES),
        "memories/USER.md": "likes short answers",
        "skill-bundles/review.yaml": "name: review\nskills:\n- pr-triage\n- release\n",
    },
    "pi-hermes": {
        **_SKILLS,
        "pi-hermes-memory/MEMORY.md": "\n§\n".join(_DATED.format(text=text) for text in _ENTRIES),
        "pi-hermes-memory/USER.md": _DATED.format(text="likes short answers"),
        "projects-memory/shop/MEMORY.md": _DATED.format(text="prices are in cents"),
    },
    "claude": {
        **_SKILLS,
        "projects/-home-me-shop/memory/MEMORY.md": "- [Prices](prices.md) — how they are kept\n",
        "projects/-home-me-shop/memory/prices.md": "---\nname: Prices\ndescription: how they are kept\n---\n\nCents.\n",
    },
    "memgit": {"memory/MEMORY.md": _DATED.format(text=_ENTRIES[0]), **_SKILLS},
}
"""Layout to the files of a small home of that kind."""


def sample_home(layout: str, folder: Path, store: bool = True) -> Path:
    """A small home of a layout in `folder`, under memgit unless told otherwise."""
    for path, text in HOMES[layout].items():
        file = folder / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(text.encode())
    if store:
        done = run("init", str(folder), "--layout", layout, env={"MEMGIT_NOW": NOW})
        assert done.code == 0, done.stderr
    return folder


def shared_data(name: str) -> Path:
    """A folder of real data beside the checkout; the test is skipped where there is none. Copy it before use."""
    folder = ROOT.parent / "shared" / "data" / name
    if not folder.is_dir():
        pytest.skip(f"no real data beside the checkout: {folder}")
    return folder
