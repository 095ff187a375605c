"""Commands on one skill of 5,000, the list of them and `status`; and 2,000 edits of memory in one `apply`.

The floor beside the commands is `memgit memory list` in the same home: what every command costs.
"""

from __future__ import annotations

import json
import tempfile
from pathlib import Path

from measure import MEMGIT, Figure, median, report, run, skills_home, timed

SKILLS = 5_000
EDITS = 2_000
TIMES = 5
SKILL = "skill-01240"


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        home = skills_home(Path(folder) / "home", SKILLS)
        (home / "memgit.yaml").write_text("budgets:\n  memory: 1000000\n", encoding="utf-8")
        run(MEMGIT, "init", str(home), "--layout", "hermes")
        floor = figure(home, "memory", "list")
        rows = [
            ("skill view", figure(home, "skill", "view", SKILL)),
            ("skill list", figure(home, "skill", "list")),
            ("status", figure(home, "status")),
            ("log NAME", figure(home, "log", SKILL)),
        ]
        turns: dict[str, list[float]] = {"skill archive": [], "restore NAME": [], "skill patch": []}
        for _ in range(TIMES):
            turns["skill archive"].append(figure(home, "skill", "archive", SKILL, times=1))
            turns["restore NAME"].append(figure(home, "restore", SKILL, times=1))
            turns["skill patch"].append(figure(home, "skill", "patch", SKILL, "Skill 1240", "The Skill 1240", times=1))
        rows += [(name, median(taken)) for name, taken in turns.items()]
        edits = Path(folder) / "edits.json"
        edits.write_text(json.dumps([{"action": "add", "content": f"Fact number {n}"} for n in range(EDITS)]))
        applied = figure(home, "memory", "apply", str(edits), times=1)
    figures = [Figure(f"{name}, {SKILLS:,} skills", ms, "memory list", floor, "400 ms") for name, ms in rows]
    figures.append(Figure(f"memory apply of {EDITS:,} adds", applied, "memory list", floor, "1,000 ms"))
    report("skills", figures)


def figure(home: Path, *words: str, times: int = TIMES) -> float:
    """Median milliseconds of a command in a home."""
    return median(timed(lambda: run(MEMGIT, "--home", str(home), *words), times))


if __name__ == "__main__":
    main()
