"""What is asked of a corpus: known-item queries from the documents' own text, of nine kinds, and people's questions.

Every gold is checked by brute force over the folded texts: no other item holds the fragment, or all the words, not even
as a part of a longer word. Folding is the bench's own (NFKC, lower case, each character to its simplified form, accents
off), by the `opencc` package, so that no side's own table is the judge.
"""

from __future__ import annotations

import random
import re
import unicodedata
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice

from corpus import Corpus, Item
from passages import HAN, SIMPLIFIED, TRADITIONAL

KINDS = ("two", "one", "exact", "noise", "english", "english_noise", "mixed", "crossed", "identifier")
QUESTION = "question"
EACH = 200

_RUN = re.compile(f"[{HAN}]+")
_WORD = re.compile(r"(?<![\w\-/.])[A-Za-z][a-z]{3,}(?![\w\-/])")
_IDENTIFIERS = (
    re.compile(r"(?<![\w/.\-])[A-Za-z]\w*_\w*[A-Za-z]\b(?![\w/\-])", re.ASCII),
    re.compile(r"(?<![\w/.\-])(?:[A-Z]?[a-z]+)(?:[A-Z][a-z]+)+\b(?![\w/\-])", re.ASCII),
    re.compile(r"(?<![\w/.\-])[a-z]\w+(?:/\w+)+\.[a-z]{2,4}\b(?![\w/\-])", re.ASCII),
    re.compile(r"(?<![\w/.\-])--[a-z]+(?:-[a-z]+)+\b(?![\w/\-])", re.ASCII),
    re.compile(r"(?<![\w/.\-])v\d+\.\d+\.\d+\b(?![\w/.\-])", re.ASCII),
)

_STOP = frozenset(
    """
    about above after again against also although always among another anything because been before being below between
    both cannot come could does doing done down during each either else even ever every find first from gave give goes
    gone have having here hers herself himself however into itself just know last like made make many might more most
    much must myself need never nothing only other ours over perhaps please quite rather said same seem shall should
    since some something still such take tell than that their theirs them themselves then there therefore these they
    thing this those though through thus told took under until upon very want well went were what when where whether
    which while whom whose will with within without would your yours yourself
    """.split()
)

_CHINESE = (
    "上次讨论过的{}是怎么定的",
    "帮我找一下以前说的{}",
    "之前那个{}有什么问题",
    "请问关于{}我们最后怎么处理的",
    "我记得我们聊过{}，后来怎么样了",
    "还记得{}吗？当时的结论是什么",
    "有没有哪里写过{}的做法",
    "我一直搞不清楚{}是怎么回事",
    "把{}那一条翻出来给我看看",
    "{}相关的内容在哪个技能里",
    "前几天提到的{}，你再说一遍",
    "麻烦查一查{}到底是谁说的",
    "咱们当初为什么要{}来着",
    "关于{}，有什么要注意的地方吗",
    "你帮我看看{}这件事有没有记下来",
    "好像有一条记忆是讲{}的",
    "想确认一下{}现在还是不是这样",
    "谁能告诉我{}的来龙去脉",
    "我想知道{}应该怎么做",
    "上个月那次会上说到的{}，最后定了没有",
)
_ENGLISH = (
    "what did we decide about {}?",
    "can you find the note where I said something about {}",
    "how do I handle {} again",
    "do you remember what we said last time about {}",
    "which skill tells me about {}?",
    "I think there was something on {} a while ago",
    "please look up what I told you regarding {}",
    "where did we write down the thing with {}",
    "hey, what was the problem with {} the other day?",
    "is there anything in my notes on {}",
    "remind me why we wanted {}",
    "show me how that went with {} in the end",
)


@dataclass(frozen=True, slots=True)
class Query:
    """A query and the keys of the items that answer it: one key, of the kind `one` all that hold the character."""

    kind: str
    text: str
    gold: frozenset[str]


def fold(text: str) -> str:
    """A text for comparison: full width, case, script and accents made one."""
    plain = unicodedata.normalize("NFKC", text).lower().translate(_SIMPLE)
    return "".join(c for c in unicodedata.normalize("NFD", plain) if not unicodedata.combining(c))


class _Simple(dict[int, str]):
    """Each character's simplified form, by itself, found when first asked for."""

    def __missing__(self, code: int) -> str:
        sign = self[code] = SIMPLIFIED.convert(chr(code)) if code > 0x2E7F else chr(code)
        return sign


_SIMPLE = _Simple()


def queries(corpus: Corpus, each: int = EACH) -> list[Query]:
    """Up to `each` queries of every kind, half of them about skills; the same ones each time."""
    held = Held(corpus.items)
    found = []
    for kind in KINDS:
        rng = random.Random(f"{corpus.seed} {kind}")
        asker = Asker(held, rng)
        found += _ask(kind, asker.by_kind[kind], held, rng, each)
    return found + _questions(corpus, held, each)


def _questions(corpus: Corpus, held: Held, each: int) -> list[Query]:
    """What people asked of a paragraph that stands whole in one item, at most one question of each."""
    rng = random.Random(f"{corpus.seed} {QUESTION}")
    found: dict[str, Query] = {}
    for text, paragraph in rng.sample(corpus.questions, len(corpus.questions)):
        holders = held.holders(fold(paragraph.strip())) if len(found) < each and paragraph not in found else ()
        if len(holders) == 1:
            found[paragraph] = Query(QUESTION, text, frozenset(held.items[n].key for n in holders))
    return list(found.values())


def _ask(kind: str, ask: Callable[[int], str | None], held: Held, rng: random.Random, each: int) -> list[Query]:
    asked: dict[str, Query] = {}
    sides = [_shuffled(held.items, side, rng) for side in ("skill", "entry")]
    while sides and len(asked) < each:
        side = sides.pop(0)
        n, text = next(((n, text) for n in side if (text := ask(n)) is not None and text not in asked), (0, None))
        if text is not None:
            gold = sorted(held.holders(fold(text))) if kind == "one" else [n]
            asked[text] = Query(kind, text, frozenset(held.items[at].key for at in gold))
            sides.append(side)
    return list(asked.values())


def _shuffled(items: Sequence[Item], kind: str, rng: random.Random) -> Iterator[int]:
    of_kind = [n for n, item in enumerate(items) if item.kind == kind]
    rng.shuffle(of_kind)
    return iter(of_kind)


class Held:
    """The folded texts of the items, and which of them hold a fragment."""

    def __init__(self, items: Sequence[Item]) -> None:
        self.items = items
        self.folded = [fold(item.text) for item in items]
        self._by_sign: dict[str, list[int]] = {}
        for n, text in enumerate(self.folded):
            for sign in set(text):
                self._by_sign.setdefault(sign, []).append(n)
        self._known: dict[str, frozenset[int]] = {}

    def holders(self, fragment: str, most: int | None = None) -> frozenset[int]:
        """The items that hold a folded fragment; with `most`, the search ends once there are that many."""
        if fragment in self._known:
            return self._known[fragment]
        candidates = min((self._by_sign.get(sign, []) for sign in fragment), key=len)
        holders = frozenset(islice((n for n in candidates if fragment in self.folded[n]), most))
        if most is None:
            self._known[fragment] = holders
        return holders

    def only(self, n: int, *fragments: str) -> bool:
        """Whether no other item holds all the fragments."""
        first, *others = sorted(map(fold, fragments), key=len, reverse=True)
        holders = self.holders(first, None if others else 2)
        return {at for at in holders if all(other in self.folded[at] for other in others)} == {n}


class Asker:
    """Makes a query of each kind for an item; None where its text gives none."""

    def __init__(self, held: Held, rng: random.Random) -> None:
        self.held = held
        self.rng = rng
        self.turn = 0
        self.by_kind: dict[str, Callable[[int], str | None]] = {
            "two": self.two,
            "one": self.one,
            "exact": lambda n: self.fragment(n, 5, 8),
            "noise": self.noise,
            "english": self.english,
            "english_noise": self.english_noise,
            "mixed": self.mixed,
            "crossed": self.crossed,
            "identifier": self.identifier,
        }

    def two(self, n: int) -> str | None:
        """Two characters that look like a word: a run of their own, at a run's end, or used twice in the item."""
        text = self.held.items[n].text
        runs = [run for run in _RUN.findall(text) if len(run) > 1]
        words = dict.fromkeys(word for run in runs for word in (run[:2], run[-2:]))
        if self.held.items[n].kind == "skill":
            pairs = dict.fromkeys(run[i : i + 2] for run in runs for i in range(len(run) - 1))
            words = {word: None for word in pairs if text.count(word) > 1} or words
        return next((word for word in self._some(list(words), 30) if self.held.only(n, word)), None)

    def one(self, n: int) -> str | None:
        """A character of the item; in every other query one that few items hold."""
        signs = list(dict.fromkeys("".join(_RUN.findall(self.held.items[n].text))))
        few = self.turn % 2 == 0
        for sign in self._some(signs, 25):
            if (len(self.held.holders(fold(sign))) <= 10) == few:
                self.turn += 1
                return sign
        return None

    def fragment(self, n: int, least: int, most: int) -> str | None:
        """Characters in a row that no other item holds."""
        runs = [run for run in _RUN.findall(self.held.items[n].text) if len(run) >= least]
        for run in self._some(runs, 6):
            size = self.rng.randint(least, min(most, len(run)))
            start = self.rng.randint(0, len(run) - size)
            if self.held.only(n, run[start : start + size]):
                return run[start : start + size]
        return None

    def noise(self, n: int) -> str | None:
        found = self.fragment(n, 4, 8)
        return found and self.rng.choice(_CHINESE).format(found)

    def english(self, n: int) -> str | None:
        words = self._words(n)
        for _ in range(4 if len(words) >= 4 else 0):
            some = self.rng.sample(words, self.rng.randint(2, 4))
            if self.held.only(n, *some):
                return " ".join(some)
        return None

    def english_noise(self, n: int) -> str | None:
        found = self.english(n)
        if found is None:
            return None
        *some, last = found.split()
        return self.rng.choice(_ENGLISH).format(f"{' '.join(some)} and {last}")

    def mixed(self, n: int) -> str | None:
        """Two to five Chinese characters among one or two English words."""
        words, runs = self._words(n), [run for run in _RUN.findall(self.held.items[n].text) if len(run) > 1]
        for run in self._some(runs, 4) if len(words) > 1 else ():
            size = self.rng.randint(2, min(5, len(run)))
            start = self.rng.randint(0, len(run) - size)
            some = [run[start : start + size], *self.rng.sample(words, self.rng.randint(1, 2))]
            self.rng.shuffle(some)
            if self.held.only(n, *some):
                return " ".join(some)
        return None

    def crossed(self, n: int) -> str | None:
        """A fragment in the other script than the item's. Taken as `opencc` writes it, whatever folding makes of it."""
        converter = TRADITIONAL if self.turn % 2 == 0 else SIMPLIFIED
        found = self.fragment(n, 4, 8)
        crossed = found and str(converter.convert(found))
        if crossed == found:
            return None
        self.turn += 1
        return crossed

    def identifier(self, n: int) -> str | None:
        """A name as code has it, each of the five shapes in turn."""
        found = list(dict.fromkeys(_IDENTIFIERS[self.turn % 5].findall(self.held.items[n].text)))
        for name in self._some(found, 4):
            if self.held.only(n, name):
                self.turn += 1
                return str(name)
        return None

    def _words(self, n: int) -> list[str]:
        """Its content words, each once, in order; not the words of its headings and front matter."""
        text = re.sub(r"^(---|name:|description:|#).*$", "", self.held.items[n].text, flags=re.MULTILINE)
        return list(dict.fromkeys(word for word in map(str.lower, _WORD.findall(text)) if word not in _STOP))

    def _some(self, things: list[str], most: int) -> list[str]:
        return self.rng.sample(things, min(most, len(things)))
