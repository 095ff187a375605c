"""A store with a past: a Hermes home with history built commit by commit, so that ids, times and moves are known."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from pathlib import Path

from support.commits import START, History

from memgit import layouts
from memgit.repo import state
from memgit.repo.state import StoreFile
from memgit.repo.store import Options, Store

NOW = datetime.fromtimestamp(START, UTC) + timedelta(days=1)
MEMORY = "memories/MEMORY.md"


class Past(History):
    """`store` is the store; call `check_out` before looking at files on disk."""

    def __init__(self, home: Path) -> None:
        super().__init__(home)
        state.write(home, StoreFile("hermes"))
        (home / ".git" / "info").mkdir(exist_ok=True)
        (home / ".git" / "info" / "exclude").write_text("/.memgit/\n")
        self.store = Store(home, layouts.get("hermes"), self.repo, lambda: NOW, Options())

    def write(self, path: str, text: str | bytes) -> None:
        """Change a file on disk."""
        full = self.folder / path
        full.parent.mkdir(parents=True, exist_ok=True)
        full.write_bytes(text.encode() if isinstance(text, str) else text)


def entries(*texts: str) -> str:
    """An entry file."""
    return "\n§\n".join(texts)


def skill(name: str, *lines: str) -> str:
    """A SKILL.md."""
    return "\n".join(["---", f"name: {name}", f"description: does {name}", "---", *lines, ""])


def by(origin: str, action: str, session: str | None = None) -> dict[str, str]:
    """Trailers."""
    found = {"Memgit-Origin": origin, "Memgit-Action": action}
    return found | ({"Memgit-Session": session} if session else {})
