"""How well and how fast `memgit search` finds: known items in 5,000 skills and 10,000 entries, beside peers.

`python bench/search.py [--data FOLDER] [--skills N] [--entries N] [--each N] [--peers-only] [--json FILE]`. The figures
to trust on a busy machine are of CPU time, that of child processes with it. A query of
the kind `one` has many answers: recall is how many of the best ten possible are among the ten found.
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
from contextlib import ExitStack
from dataclasses import asdict, dataclass
from functools import partial
from itertools import chain
from pathlib import Path

from corpus import ENTRIES, SKILLS, Corpus, Item, build, data_folder
from measure import MEMGIT, median, run, timed
from peers import Peer, Ripgrep, peers
from queries import EACH, Query, queries

from memgit.config import Settings
from memgit.model.hit import Request
from memgit.ops import index

LIMIT = 10
COLD_TIMES = 10
WHOLE_EVERY = 9
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
    """memgit on an open index, as the peers have theirs open; `whole` also brings the index up to date first."""

    name = "memgit"
    every = 1

    def __init__(self, home: Path, cache: Path) -> None:
        run(MEMGIT, "init", str(home), "--layout", "hermes")
        self._place = index.where(home, Settings(), cache)
        self._open = ExitStack()

    def add(self, items: Sequence[Item]) -> None:
        index.rebuild(self._place)
        self._db, _ = self._open.enter_context(index.opened(self._place))

    def search(self, text: str, limit: int) -> list[str]:
        from memgit.index import searching

        with self._db.reading():
            found = searching.search(self._db, Request(text, limit=limit))
        return list(dict.fromkeys(hit.name if hit.kind == "skill" else hit.entry or hit.path for hit in found.hits))

    def whole(self, text: str) -> None:
        from memgit.ops import search

        search.search(self._place, Request(text, limit=LIMIT))

    def cost(self) -> int:
        return index.freshness(self._place).bytes

    def close(self) -> None:
        self._open.close()


def main() -> None:
    given = arguments()
    with tempfile.TemporaryDirectory() as folder:
        corpus = build(Path(folder) / "home", given.skills, given.entries, data=data_folder(given.data))
        asked = queries(corpus, given.each)
        print(f"{len(corpus.items):,} items, {corpus.size / 1e6:.1f} MB, {len(asked):,} queries\n")
        sides: list[Peer] = peers(Path(folder))
        ours = None if given.peers_only else Ours(corpus.home, Path(folder) / "cache")
        if ours:
            sides.insert(0, ours)
        if not Ripgrep.installed():
            print("ripgrep: not installed")
        scores = [score for side in sides for score in measure(side, corpus, asked)]
        table(scores)
        figures = {f"{side.name}, bytes an item": side.cost() / len(corpus.items) for side in sides}
        if ours:
            figures |= whole(ours, asked) | cold(corpus.home)
            ours.close()
    print()
    for name, figure in figures.items():
        print(f"{name:<44} {figure:9.1f}")
    if given.json:
        rows = [asdict(score) for score in scores]
        text = json.dumps({"script": "search", "scores": rows, "figures": figures}, indent=2)
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
    kinds = list(dict.fromkeys(query.kind for query in asked))
    taken: dict[str, list[float]] = {kind: [] for kind in kinds}
    ranks: dict[str, list[list[bool]]] = {kind: [] for kind in kinds}
    recalls: dict[str, list[float]] = {kind: [] for kind in kinds}
    for n, query in enumerate(asked):
        if n % side.every:
            continue
        start = cpu()
        keys = side.search(query.text, LIMIT)
        taken[query.kind].append((cpu() - start) * 1000)
        ranks[query.kind].append([key in query.gold for key in keys])
        recalls[query.kind].append(len(query.gold & set(keys)) / min(LIMIT, len(query.gold)))
    scores = [score(side.name, kind, ranks[kind], recalls[kind], taken[kind]) for kind in kinds]
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
    for kind in dict.fromkeys(score.kind for score in scores):
        print(f"\n{kind:<16}     @1     @5    MRR  recall   CPU p50   CPU p95")
        for row in (score for score in scores if score.kind == kind):
            figures = f"{row.first:6.3f} {row.five:6.3f} {row.mrr:6.3f}  {row.recall:6.3f}"
            print(f"  {row.peer:<14} {figures}  {row.p50:8.2f}  {row.p95:8.2f} ms")


def whole(ours: Ours, asked: Sequence[Query]) -> dict[str, float]:
    """CPU and wall milliseconds of a search in the process that opens the index and looks at all files first."""
    cpus, walls = [], []
    for query in asked[::WHOLE_EVERY]:
        start = cpu()
        walls += timed(partial(ours.whole, query.text), 1)
        cpus.append((cpu() - start) * 1000)
    return {
        "memgit, opened and refreshed, CPU p50 ms": median(cpus),
        "memgit, opened and refreshed, CPU p95 ms": statistics.quantiles(cpus, n=100)[94],
        "memgit, opened and refreshed, wall p50 ms": median(walls),
    }


def cold(home: Path) -> dict[str, float]:
    """Milliseconds of a whole `memgit search`, beside an interpreter that does nothing."""
    found = {}
    for name, command in {
        "memgit search, cold": (MEMGIT, "--home", str(home), "search", COLD_QUERY),
        "python -c pass": (sys.executable, "-c", "pass"),
    }.items():
        start = cpu()
        found[f"{name}, wall ms"] = median(timed(partial(run, *command), COLD_TIMES))
        found[f"{name}, CPU ms"] = (cpu() - start) * 1000 / COLD_TIMES
    return found


if __name__ == "__main__":
    main()
