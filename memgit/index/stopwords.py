"""Words around a question that say nothing of what it is about, in English and Chinese.

For queries only: texts are indexed whole, so a query of nothing else still finds them.
"""

from __future__ import annotations

import re
from functools import cache
from itertools import pairwise
from typing import NamedTuple

_ENGLISH = frozenset(
    """
    a about am an and are as at be been but by can could did do does for from had has have he her him his how i if in is
    it its me my no not of on or our pls please she should so thanks that the their them there these they this those to
    us was we were what when where which who why will with would you your
    """.split()
)
"""Articles, pronouns, forms of be, have and do, the shortest prepositions, what a question begins with.

Fewer than in most lists: on known items, dropping `before`, `again`, `over` or `other` too loses more than it gains.
"""

_CONTRACTED = _ENGLISH.union(
    "d ll m re s t ve ain aren couldn didn doesn don hadn hasn haven isn let".split(),
    "needn shan shouldn wasn weren won wouldn".split(),
)
"""What contractions are made of."""

_PHRASES = frozenset(
    tuple(phrase.split())
    for phrase in """
    last time
    the other day
    a while ago
    some time ago
    do you remember
    do you recall
    can you remember
    remind me
    tell me
    show me
    give me
    let me know
    find me
    can you find
    help me find
    look for
    looking for
    search for
    searching for
    we talked
    we talked about
    talked about
    we discussed
    we were discussing
    we mentioned
    i mentioned
    you mentioned
    i said
    you said
    we said
    did we say
    did i say
    did you say
    i told you
    did we decide
    we decided
    any idea
    i want to know
    want to know
    i wonder
    i was wondering
    i forgot
    """.strip().splitlines()
)
"""What people say around a question to their agent's memory."""

_LONGEST = max(map(len, _PHRASES))


def is_stop(word: str) -> bool:
    """Whether a folded word of Latin script is a function word of English, a contraction too."""
    return word in _ENGLISH or ("'" in word and _CONTRACTED.issuperset(word.split("'")))


def phrase_at(words: list[str], at: int) -> int:
    """How many of the words from a place on are a phrase around a question; 0 when none is."""
    for size in range(min(_LONGEST, len(words) - at), 1, -1):
        if tuple(words[at : at + size]) in _PHRASES:
            return size
    return 0


class Content(NamedTuple):
    """A Chinese run as what it is about and what only surrounds that: spans of the run, each list in order."""

    kept: list[tuple[int, int]]
    cut: list[tuple[int, int]]


_ABOUT = "讨论|商量|沟通|交流|研究|记录|整理|提及|[聊谈说提讲问记写做用看定遇碰见查搞弄]"
_LOOK = "查找|查询|搜索|检索|回忆|确认|总结|解释|介绍|[查找搜看翻想列说讲]"
_AGO = (
    "上一?[次回]|前一?段时间|那段时间|前阵子|前[几两些]天|最近|之前|以前(?!端[^口]|[台缀置提])|先前|早先|此前|"
    "当时|当初|那时候?|那[次天回]|曾经|刚才|刚刚"
)
_US = "[我咱你]们|大家"
_WHICH = (
    "为什么|为何|为啥|[什啥]么?时候|什么样?|啥|怎么(?:样|回事|办)?|怎样|如何|咋|哪一?[个些种次里]|哪儿|多少|几[个次时]|"
    "在哪[里儿]?|谁|是否|是不是|有没有|有无|能不能|可不可以|会不会|要不要|该不该|到底|究竟|来着"
)
_ASK = (
    "请问|请教一?下?|想问一?下?|问一下|想知道|告诉我|说说看?|讲讲|谈谈|聊聊|看看|找找|查查|搜搜|想想|"
    "你?(?:还|是否)?记(?:不记)?得|想不起来|忘记?了|[搞弄想]?不太?(?:清楚|明白|记得|确定)|麻烦[你您]?|请[你您]|"
    "(?:能不能|可不可以|可以|能否|能)?(?:请|麻烦)?[你您]?[再先]?(?:帮忙|[帮给替]我)[再先]?"
    f"(?:{_LOOK})?(?:一下|出来|下|看)?|(?:{_LOOK})一下"
)


class _Patterns(NamedTuple):
    """Of what surrounds: made when Chinese is asked for first, for they take some milliseconds."""

    head: re.Pattern[str]
    """What a question begins with."""

    then: re.Pattern[str]
    """What it goes on with after that."""

    person: re.Pattern[str]
    """Who asks or is asked; before something that a question begins with."""

    inner: re.Pattern[str]
    """What stands between two parts of the content, or ends the question."""

    tail: re.Pattern[str]
    """What ends a question or a part of it."""


@cache
def _patterns() -> _Patterns:
    who = f"((?:{_US}|{_AGO}|最后|后来|现在|目前){{1,3}})"
    be = "是|都|应该|又|还|就|叫|由|被|(?<![所拥含只持])有|(?<![主需重])要"
    end = "[来去]?(?:定下来|决定|意思|东西|[定做办弄搞用写改说讲想选])?$"
    return _Patterns(
        head=re.compile(
            rf"{_ASK}|{_AGO}|{_US}|{_WHICH}|关于|有关|对于|[那这][个些]|有?(?:{_ABOUT})(?:过|到过?)的?|的(?![士确哥])"
        ),
        then=re.compile(rf"有?(?:{_ABOUT})[了好完]?的|[跟和][我你您]|一直"),
        person=re.compile("[我你您](?:想|要|一直|的)?"),
        inner=re.compile(rf"{who}?(?:(?:{be})?(?:{_WHICH})(?:{end}|的?)|(?(1)(?:{_ABOUT})(?:的|[过到]的?)|(?!)))"),
        tail=re.compile(
            "(?:的?[那这][件个些回次]?(?:事情|事儿?|东西)|的(?:事情|事儿?)|有?相关的?(?:内容|信息|资料|记录|东西)?|"
            "[吗呢啊呀嘛哦呗]|(?<![什怎这那多])么|(?<![酒网贴])吧|来着|没有|了没有?|[对是]吧|[对是好行]吗|可以吗|谢谢|一下|"
            "(?<![目标有是似])的|(?<=.)了)$"
        ),
    )


_TAIL_SIZE = 8
"""No ending is longer."""

_PARTICLES = frozenset(
    "的地得了过着是在有把被和与跟及就都还也又才再说用做去来让给对从那这我你您他她它们咱吗呢吧啊呀嘛么哦嗯"
)
"""Nothing by themselves, beside a word."""


def content(run: str) -> Content:
    """What a folded run of Chinese is about.

    Nothing is kept of a run that only surrounds; a run of which nearly nothing would be left is kept whole.
    """
    start, end = _begin(run), _finish(run, 0, len(run))
    cuts = [match.span() for match in _patterns().inner.finditer(run, start, end)]
    edges = [(0, start), *cuts, (max(start, end), len(run))]
    parts = [(left[1], _finish(run, left[1], right[0])) for left, right in pairwise(edges)]
    kept = [(first, last) for first, last in parts if not _PARTICLES.issuperset(run[first:last])]
    size = max((last - first for first, last in kept), default=0)
    if size == 1 and len(run) - len(kept) < 3:
        kept = [(0, len(run))]
    bounds = [0, *(place for span in kept for place in span), len(run)]
    return Content(kept, [(first, last) for first, last in zip(bounds[::2], bounds[1::2], strict=True) if first < last])


def _begin(run: str) -> int:
    """Where the content of a run begins."""
    patterns, at = _patterns(), 0
    while match := patterns.head.match(run, at) or (at and patterns.then.match(run, at)) or _person(run, at):
        at = match.end()
    return at


def _person(run: str, at: int) -> re.Match[str] | None:
    """Who asks, if a question goes on behind: nothing in `我喜欢`."""
    match = _patterns().person.match(run, at)
    return match if match and (match[0][-1] == "的" or _patterns().head.match(run, match.end())) else None


def _finish(run: str, start: int, end: int) -> int:
    """Where a part of a run ends but for its ending."""
    while end > start and (tail := _patterns().tail.search(run, max(start, end - _TAIL_SIZE), end)):
        end = tail.start()
    return end
