"""How well and how fast `memgit search` finds: known items in 5,000 skills and 10,000 entries, beside peers.

`python bench/search.py [--data FOLDER] [--skills N] [--entries N] [--each N] [--peers-only] [--json FILE]`. The figures
to trust on a busy machine are of CPU time, that of child processes with it. For the kind `one`, success is the share of
the best ten possible that are among the ten found.
"""

from __future__ import annotations

import argparse
import json
import resource
import statistics
import sys
import tempfile
import time
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from itertools import chain
from pathlib import Path

from corpus import ENTRIES, SKILLS, Corpus, Item, build, data_folder
from measure import MEMGIT, median, run, timed
from peers import Peer, Ripgrep, peers
from queries import EACH, KINDS, Query, queries

LIMIT = 10
COLD_TIMES = 10
COLD_QUERY = "上次讨论过的缓存索引"


@dataclass(frozen=True, slots=True)
class Score:
    """How one peer did on the queries of one kind: shares from 0 to 1, CPU milliseconds a query."""

    peer: str
    kind: str
    asked: int
    first: float
    five: float
    mrr: float
    recall: float
    p50: float
    p95: float


class Ours:
    """`memgit.ops.search` over the home itself, after a rebuild of its index."""

    name = "memgit"
    every = 1

    def __init__(self, home: Path) -> None:
        from memgit import layouts
        from memgit.clock import system_clock
        from memgit.ops import search
        from memgit.repo.store import Options, Store

        run(MEMGIT, "init", str(home), "--layout", "hermes")
        self._store = Store.open(home, layouts.get, system_clock, Options())
        self._module = search

    def add(self, items: Sequence[Item]) -> None:
        from memgit.ops import index

        index.rebuild(self._store)

    def search(self, text: str, limit: int) -> list[str]:
        found = self._module.search(self._store, self._module.Request(text=text, limit=limit))
        return list(dict.fromkeys(hit.name if hit.kind == "skill" else hit.entry for hit in found.hits))

    def cost(self) -> int:
        return 0


def main() -> None:
    given = arguments()
    with tempfile.TemporaryDirectory() as folder:
        corpus = build(Path(folder) / "home", given.skills, given.entries, data=data_folder(given.data))
        asked = queries(corpus, given.each)
        print(f"{len(corpus.items):,} items, {corpus.size / 1e6:.1f} MB, {len(asked):,} queries\n")
        sides: list[Peer] = peers(Path(folder))
        if not given.peers_only:
            sides.insert(0, Ours(corpus.home))
        if not Ripgrep.installed():
            print("ripgrep: not installed")
        scores = [score for side in sides for score in measure(side, corpus, asked)]
        table(scores)
        extra = costs(sides, corpus)
        if not given.peers_only:
            extra |= cold(corpus.home)
    if given.json:
        rows = [asdict(score) for score in scores]
        text = json.dumps({"script": "search", "scores": rows, "figures": extra}, indent=2)
        given.json.write_text(text + "\n", encoding="utf-8")


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data")
    parser.add_argument("--skills", type=int, default=SKILLS)
    parser.add_argument("--entries", type=int, default=ENTRIES)
    parser.add_argument("--each", type=int, default=EACH)
    parser.add_argument("--peers-only", action="store_true")
    parser.add_argument("--json", type=Path)
    return parser.parse_args()


def cpu() -> float:
    """Seconds of CPU, of this process and of its children that ended."""
    children = resource.getrusage(resource.RUSAGE_CHILDREN)
    return time.process_time() + children.ru_utime + children.ru_stime


def measure(side: Peer, corpus: Corpus, asked: Sequence[Query]) -> list[Score]:
    """Fill a side and ask it everything; the scores by kind and one over all."""
    start = cpu()
    side.add(corpus.items)
    print(f"{side.name}: filled in {cpu() - start:.1f} s of CPU")
    taken: dict[str, list[float]] = {kind: [] for kind in KINDS}
    ranks: dict[str, list[list[bool]]] = {kind: [] for kind in KINDS}
    recalls: dict[str, list[float]] = {kind: [] for kind in KINDS}
    for n, query in enumerate(asked):
        if n % side.every:
            continue
        start = cpu()
        keys = side.search(query.text, LIMIT)
        taken[query.kind].append((cpu() - start) * 1000)
        ranks[query.kind].append([key in query.gold for key in keys])
        recalls[query.kind].append(len(query.gold & set(keys)) / min(LIMIT, len(query.gold)))
    scores = [score(side.name, kind, ranks[kind], recalls[kind], taken[kind]) for kind in KINDS]
    every_rank, every_recall = list(chain(*ranks.values())), list(chain(*recalls.values()))
    return [*scores, score(side.name, "all", every_rank, every_recall, list(chain(*taken.values())))]


def score(peer: str, kind: str, ranks: list[list[bool]], recalls: list[float], taken: list[float]) -> Score:
    places = [right.index(True) if True in right else LIMIT for right in ranks]
    return Score(
        peer,
        kind,
        len(ranks),
        statistics.mean(place < 1 for place in places),
        statistics.mean(place < 5 for place in places),
        statistics.mean(1 / (place + 1) if place < LIMIT else 0 for place in places),
        statistics.mean(recalls),
        statistics.quantiles(taken, n=100)[49],
        statistics.quantiles(taken, n=100)[94],
    )


def table(scores: Sequence[Score]) -> None:
    for kind in (*KINDS, "all"):
        print(f"\n{kind:<16}     @1     @5    MRR  recall   CPU p50   CPU p95")
        for row in (score for score in scores if score.kind == kind):
            figures = f"{row.first:6.3f} {row.five:6.3f} {row.mrr:6.3f}  {row.recall:6.3f}"
            print(f"  {row.peer:<14} {figures}  {row.p50:8.2f}  {row.p95:8.2f} ms")


def costs(sides: Sequence[Peer], corpus: Corpus) -> dict[str, float]:
    """What each side keeps beside the files, in bytes an item."""
    print()
    found = {f"bytes an item, {side.name}": side.cost() / len(corpus.items) for side in sides}
    for name, value in found.items():
        print(f"{name:<32} {value:9.0f}")
    return found


def cold(home: Path) -> dict[str, float]:
    """Milliseconds of a whole `memgit search`, beside an interpreter that does nothing."""
    command = (MEMGIT, "--home", str(home), "search", COLD_QUERY)
    found = {
        "memgit search, cold, ms": median(timed(lambda: run(*command), COLD_TIMES)),
        "python -c pass, ms": median(timed(lambda: run(sys.executable, "-c", "pass"), COLD_TIMES)),
    }
    for name, value in found.items():
        print(f"{name:<32} {value:9.1f}")
    return found


if __name__ == "__main__":
    main()
