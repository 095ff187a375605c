"""A git repository built commit by commit, without a work tree: history as memgit and plain git write it."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path

import pygit2
from pygit2.enums import ResetMode

from memgit.repo import trees

START = 1_790_000_000
"""2026-09-21T14:13:20Z; each commit is a minute later than the one before, unless `at` says otherwise."""


class History:
    """Commits on the branch of a new repository. `files` of a commit: path to text or bytes, None removes it."""

    def __init__(self, folder: Path) -> None:
        self.repo = pygit2.init_repository(str(folder), initial_head="main")
        self.folder = folder
        self._clock = START

    def commit(
        self,
        files: Mapping[str, str | bytes | None],
        subject: str = "change",
        trailers: Mapping[str, str] | None = None,
        *,
        parents: list[str] | None = None,
        at: int | None = None,
        body: str = "",
        ref: str | None = "HEAD",
    ) -> str:
        """Commit on HEAD (or on `parents`, the first of which gives the tree) and answer the id."""
        if parents is None:
            parents = [] if self.repo.head_is_unborn else [str(self.repo.head.target)]
        base = self.repo[parents[0]].peel(pygit2.Tree) if parents else None
        edits = {path: self._blob(text) for path, text in files.items()}
        tree = trees.rewrite(self.repo, base, edits)
        parts = [subject]
        if body:
            parts.append(body)
        if trailers:
            parts.append("\n".join(f"{key}: {value}" for key, value in trailers.items()))
        self._clock = at if at is not None else self._clock + 60
        who = pygit2.Signature("memgit", "memgit@localhost", self._clock, 0)
        return str(self.repo.create_commit(ref, who, who, "\n\n".join(parts) + "\n", tree, parents))

    def move(self, source: str, target: str, told: bool = True, subject: str = "move") -> str:
        """Move a folder, with or without saying so in a trailer."""
        tree = trees.subtree(self.repo.head.peel(pygit2.Tree), source)
        files: dict[str, bytes | None] = {}
        for path, blob in trees.walk(tree, ""):
            files[f"{source}/{path}"] = None
            files[f"{target}/{path}"] = self.repo[blob.id].data
        trailer = {"Memgit-From": json.dumps({"to": target, "from": source})} if told else None
        return self.commit(files, subject, trailer)

    def check_out(self) -> None:
        """Put the files of the branch on disk."""
        self.repo.reset(self.repo.head.target, ResetMode.HARD)

    def _blob(self, text: str | bytes | None) -> trees.Blob | None:
        if text is None:
            return None
        data = text.encode() if isinstance(text, str) else text
        return trees.Blob(self.repo.create_blob(data), trees.FILE)
