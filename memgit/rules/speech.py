"""How a phrase is meant: ordered, forbidden, described or quoted. The judges of the `safety/*` patterns."""

from __future__ import annotations

import re
from functools import cache

from memgit.model.diagnostic import Severity
from memgit.rules.hit import Hit


@cache
def _negation() -> re.Pattern[str]:
    return re.compile(
        r"(?:\b(?:do not|don't|dont|never|must not|mustn't|should not|shouldn't|shall not|cannot"
        r"|can't|will not|won't|would not"
        r"|not to|no need to|refuse[sd]? to|avoid|without|instead of|rather than|not)(?:\s+(?:ever"
        r"|simply|just|blindly|silently|try to|to))?\s+"
        r"|(?:不要|请勿|勿|不得|切勿|不能|禁止|严禁|别|不应该?|不可以?|不允许|避免|防止|没有|拒绝|不会|绝不|从不|不该|不准|而不是)(?:再|去|直接|随意|擅自|试图|盲目|轻易)?)\Z"
    )


@cache
def _description() -> re.Pattern[str]:
    return re.compile(
        r"(?:\b(?:(?:it|they|he|she|which|that|who|agents?|models?|llms?|assistants?|claude|gpt"
        r"|attackers?|prompts?|text|content|inputs?|hackers?|pages?|messages?|emails?)"
        r"\s+(?:\w+\s+)?(?:may|might|could|would|can|will|to|tends? to|tr(?:y|ies) to|attempts? to)"
        r"|may|might|sometimes|often|tends? to|tr(?:y|ies|ying) to|attempt(?:s|ing)? to|such as"
        r"|e\.g\.,?|for example,?|like|asks? to|told to|tricked into)\s+"
        r"|(?:会|可能|有时|经常|试图|企图|诱导|导致|使得?|要求|例如|比如|诸如|类似)(?:模型|代理|助手|ai|智能体|agent|llm|它|其)?(?:去|会|来)?)\Z"
    )


_TALK = (
    "inject", "attack", "phras", "detect", "pattern", "jailbreak", "malicious", "adversar", "such as", "e.g.",
    "example", "scan", "suspicious",
    "red flag", "untrusted", "block", "refus", "flag", "treat", "payload", "poison", "threat", "deny",
    "dangerous", "warn", "reject", "guard",
    "注入", "攻击", "检测", "模式", "越狱", "恶意", "例如", "比如", "诸如", "扫描",
    "可疑", "拦截", "拒绝", "危险", "威胁", "警惕", "类似", "识别",
    "防范", "风险",
)  # fmt: skip
_OPEN = "\"'`“‘「『《"


def negated(hit: Hit) -> bool:
    """Whether what was matched is forbidden or denied by the words right before it."""
    return _negation().search(hit.before[-48:]) is not None


def described(hit: Hit) -> bool:
    """Whether what was matched is told of somebody rather than asked for."""
    return _description().search(hit.before[-64:]) is not None


def quoted(hit: Hit) -> bool:
    """Whether the match is quoted or coded, on a line (or under one) that speaks of attacks or examples."""
    before = hit.before.rstrip()
    if not any(mark in before[-24:] for mark in _OPEN):
        return False
    start = hit.match.start()
    around = hit.view.lowered[max(0, start - 240) : start] + hit.after[:120]
    return any(word in around for word in _TALK)


def ordered(hit: Hit) -> Severity | None:
    """An error for an order, a warning when the text tells of it or quotes it, nothing when it forbids it."""
    if negated(hit):
        return None
    return Severity.WARNING if described(hit) or quoted(hit) else Severity.ERROR


def suspected(hit: Hit) -> Severity | None:
    """A warning at most, for phrases that honest texts use too."""
    if negated(hit) or described(hit) or quoted(hit):
        return None
    return Severity.WARNING


_CAUTION = (
    "never", "don't", "do not", "not ", "avoid", "danger", "block", "deny", "denied", "refus", "forbid",
    "prevent", "guard", "such as", "e.g.",
    "like", "example", "warn", "careful", "reject", "destructive", "protect", "confirm", "accident", "catastroph",
    "risky", "instead of", "assert", "detect", "pattern", "disallow", "prohibit",
    "不要", "禁止", "严禁", "切勿", "请勿", "不得", "不能", "绝不", "避免", "危险",
    "拦截", "拒绝", "例如", "比如", "误", "防止", "确认", "警告",
    "黑名单", "小心", "谨慎", "别",
)  # fmt: skip


def commanded(hit: Hit) -> Severity | None:
    """For commands: an error, but only a hint on a line that warns of them or refuses them."""
    line = hit.before + " " + hit.after
    return Severity.HINT if any(word in line for word in _CAUTION) else Severity.ERROR


def cautious(hit: Hit) -> Severity | None:
    """A warning for commands that honest work uses too, nothing where the line warns of them."""
    return Severity.WARNING if commanded(hit) is Severity.ERROR else None
