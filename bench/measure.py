"""What every figure needs: a timer, sample homes, a table for people and JSON for machines."""

from __future__ import annotations

import json
import os
import statistics
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass
from pathlib import Path

BIN = Path(sys.executable).parent
MEMGIT = str(BIN / "memgit")

GIT_ENV = {
    **os.environ,
    "GIT_AUTHOR_NAME": "bench",
    "GIT_AUTHOR_EMAIL": "bench@localhost",
    "GIT_COMMITTER_NAME": "bench",
    "GIT_COMMITTER_EMAIL": "bench@localhost",
    "GIT_CONFIG_GLOBAL": os.devnull,
}


@dataclass(frozen=True)
class Figure:
    """One measured thing: milliseconds, the rival's or the floor's milliseconds, and the limit."""

    name: str
    ms: float
    rival: str
    rival_ms: float
    limit: str

    @property
    def ratio(self) -> float:
        return self.ms / self.rival_ms if self.rival_ms else float("nan")


def timed(call: Callable[[], object], times: int) -> list[float]:
    """Milliseconds of each of `times` calls."""
    taken = []
    for _ in range(times):
        start = time.perf_counter()
        call()
        taken.append((time.perf_counter() - start) * 1000)
    return taken


def median(values: list[float]) -> float:
    return statistics.median(values)


def run(*command: str, cwd: Path | None = None) -> str:
    """Run a program to its end; its stdout."""
    done = subprocess.run(command, cwd=cwd, env=GIT_ENV, capture_output=True, text=True, check=False)
    if done.returncode:
        raise SystemExit(f"{' '.join(command)}: {done.stderr}")
    return done.stdout


def skills_home(folder: Path, skills: int) -> Path:
    """A Hermes home with memory and `skills` skills of one file each."""
    (folder / "memories").mkdir(parents=True)
    (folder / "memories" / "MEMORY.md").write_text("The build runs on Linux\n§\n用户喜欢简短的回答", encoding="utf-8")
    (folder / "memories" / "USER.md").write_text("Writes Chinese and English", encoding="utf-8")
    for n in range(skills):
        skill = folder / "skills" / f"category-{n % 25:02}" / f"skill-{n:05}"
        skill.mkdir(parents=True)
        lines = "\n".join(f"{step}. Step {step} of skill {n}: check `item-{n * step}` first." for step in range(1, 30))
        (skill / "SKILL.md").write_text(
            f"---\nname: skill-{n:05}\ndescription: What to do in case {n}\n---\n\n# Skill {n}\n\n{lines}\n",
            encoding="utf-8",
        )
    return folder


def report(script: str, figures: list[Figure]) -> None:
    """Print the table; with `--json FILE` write the figures too."""
    width = max(len(figure.name) for figure in figures)
    for figure in figures:
        print(
            f"{figure.name:<{width}}  {figure.ms:9.2f} ms   {figure.rival}: {figure.rival_ms:9.2f} ms"
            f"   ratio {figure.ratio:5.2f}   limit {figure.limit}"
        )
    if "--json" in sys.argv:
        target = Path(sys.argv[sys.argv.index("--json") + 1])
        rows = [{**asdict(figure), "ratio": figure.ratio} for figure in figures]
        target.write_text(json.dumps({"script": script, "figures": rows}, indent=2) + "\n", encoding="utf-8")
