"""Text to fill the documents of a bench with: real passages where the data is there, generated ones behind them."""

from __future__ import annotations

import gzip
import itertools
import json
import random
import re
from collections.abc import Iterator
from pathlib import Path

import opencc

LANGUAGES = ("hans", "hant", "en", "mix")
DATA = Path(__file__).resolve().parents[1].parent / "shared" / "data"

SIMPLIFIED = opencc.OpenCC("t2s")
TRADITIONAL = opencc.OpenCC("s2t")

HAN = "\u3400-\u4dbf\u4e00-\u9fff"
_LEAST = 80
_FRONT = re.compile(r"\A---\n.*?\n---\n", re.DOTALL)
_SENTENCE = re.compile(r"[^。！？；.!?;\n]+[。！？；.!?;]*[」』”’）)`*]*")

TECHNICAL = """
    agent api archive auth backup batch branch bucket buffer build bundle cache channel check client cluster commit
    config cookie cron cursor daemon database deploy diff digest docker driver editor encoder endpoint event export
    fetch filter font frame gateway graph handler hash header health hook image import index invoice job journal key
    label ledger limit link list lock log mail map memory merge message metric mirror model module monitor network
    node notify object offset option order packet page panel parser patch path payload pipeline plugin policy pool
    port prompt proxy queue quota range record region release remote render report request result retry role route
    rule runner sample schema scope script search secret server session shard shell signal skill snapshot socket
    source stage state store stream sync table tag target task template tenant thread token topic trace tracker
    transfer tree trigger unit update upload user vault vector version view volume watch webhook widget worker
""".split()
"""What identifiers and skill names are made of: few enough that they share parts."""


class Passages:
    """Passages by language, in an order of their own, each handed out once; after the last, generated text."""

    def __init__(self, rng: random.Random, data: Path | None) -> None:
        self._rng = random.Random(rng.random())
        self._generated = Generated(random.Random(rng.random()))
        self._pools = {language: iter(()) for language in LANGUAGES} if data is None else _pools(rng, data)
        self._sentences: dict[str, list[str]] = {language: [] for language in LANGUAGES}

    def take(self, language: str) -> str:
        """The next passage; of `mix`, when there are no more, one woven from two languages."""
        found = next(self._pools[language], None)
        if found is None and language == "mix":
            return " ".join(f"{self.sentence('hans')} {self.sentence('en')}" for _ in range(self._rng.randint(2, 5)))
        return found or self._generated.passage(language)

    def sentence(self, language: str) -> str:
        """One sentence of at least 6 characters, without a line break."""
        waiting = self._sentences[language]
        while not waiting:
            waiting += [s for s in sentences(self.take(language)) if len(s) >= 6][::-1]
        return waiting.pop()


def sentences(passage: str) -> list[str]:
    """The sentences and lines of a passage, without the space around them."""
    return [found.strip() for found in _SENTENCE.findall(passage) if found.strip(" #-*>|`")]


def questions(data: Path) -> list[tuple[str, str]]:
    """What people asked of the paragraphs that are among the passages: question and paragraph."""
    file = data / "recall" / "zhqa.json.gz"
    if not file.exists():
        return []
    held = json.loads(gzip.decompress(file.read_bytes()))
    texts = {paragraph["pid"]: paragraph["text"] for paragraph in held["paras"]}
    return [(asked["q"], texts[asked["pid"]]) for asked in held["qa"]]


def _pools(rng: random.Random, data: Path) -> dict[str, Iterator[str]]:
    pools: dict[str, list[str]] = {language: [] for language in LANGUAGES}
    for language, text in itertools.chain(_messages(rng, data), _paragraphs(data), _skills(data)):
        if len(text) >= _LEAST:
            pools[language].append(text.replace("\r\n", "\n").replace("§", " ").strip())
    for texts in pools.values():
        texts[:] = dict.fromkeys(texts)
        rng.shuffle(texts)
    return {language: iter(texts) for language, texts in pools.items()}


def _messages(rng: random.Random, data: Path) -> Iterator[tuple[str, str]]:
    """Books and documentation; half of the traditional ones in simplified characters."""
    file = data / "recall" / "base.jsonl.gz"
    if not file.exists():
        return
    with gzip.open(file, "rt", encoding="utf-8") as lines:
        for message in map(json.loads, lines):
            kind, text = message["kind"], message["text"]
            if kind != "zh":
                yield kind, text
            elif rng.random() < 0.5:
                yield "hans", SIMPLIFIED.convert(text)
            else:
                yield ("hans" if SIMPLIFIED.convert(text) == text else "hant"), text


def _paragraphs(data: Path) -> Iterator[tuple[str, str]]:
    file = data / "recall" / "zhqa.json.gz"
    if file.exists():
        for paragraph in json.loads(gzip.decompress(file.read_bytes()))["paras"]:
            yield "hans", paragraph["text"]


def _skills(data: Path) -> Iterator[tuple[str, str]]:
    """Bodies of real skills, section by section."""
    for file in sorted((data / "skills").rglob("SKILL.md")):
        body = _FRONT.sub("", file.read_text(encoding="utf-8", errors="replace").replace("\r\n", "\n"))
        for section in re.split(r"\n(?=#)", body):
            yield ("mix" if re.search(f"[{HAN}]", section) else "en"), section


class Generated:
    """Passages of made-up words: Zipf's frequencies, two-character words of the 3,755 common characters."""

    def __init__(self, rng: random.Random) -> None:
        self._rng = rng
        han = [bytes((high, low)).decode("gb2312", "ignore") for high in range(0xB0, 0xD8) for low in range(0xA1, 0xFF)]
        han = [sign for sign in han if sign]
        self._han = ["".join(rng.choices(han, k=rng.choice((1, 2, 2, 2, 3)))) for _ in range(12_000)]
        heads, tails = (
            "b br c ch d dr f g gl h j k l m n p pr qu r s sh st t tr v w".split(),
            "n r s t ck ll m nd".split(),
        )
        self._latin = [
            "".join(
                rng.choice(heads) + rng.choice("aeiou") + rng.choice(["", "", *tails]) for _ in range(rng.randint(1, 3))
            )
            for _ in range(9_000)
        ]
        self._weights = {size: _zipf(size) for size in (12_000, 9_000)}

    def passage(self, language: str) -> str:
        return "".join(self._line(language) for _ in range(self._rng.randint(4, 12))).strip()

    def _line(self, language: str) -> str:
        if language == "en":
            return " ".join(self._words(self._latin, 12)).capitalize() + ". "
        clauses = ["".join(self._words(self._han, 5)) for _ in range(3)]
        line = "，".join(clauses) + "。"
        return TRADITIONAL.convert(line) if language == "hant" else line

    def _words(self, words: list[str], many: int) -> list[str]:
        return self._rng.choices(words, cum_weights=self._weights[len(words)], k=many)


def _zipf(size: int) -> list[float]:
    return list(itertools.accumulate(1 / (rank + 3) for rank in range(size)))
