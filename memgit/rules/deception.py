"""`safety/deception`: what is kept from the person."""

from __future__ import annotations

import re
from functools import cache

from memgit.model.diagnostic import Severity
from memgit.rules.hit import Hit
from memgit.rules.pattern import Pattern, Phrase
from memgit.rules.speech import described, ordered, quoted, suspected


@cache
def _scoped() -> re.Pattern[str]:
    """What follows "do not tell the user" when it is about wording rather than about hiding."""
    return re.compile(
        r"\s*(?:about (?:this|it|these|that|what|any|the (?:transfer|upload|key|request|instruction"
        r"|change|command|file))|this\b|that (?:you|this)|anything|what (?:you|is)|any of this"
        r"|[.!。\n]|$)"
    )


def _hides(hit: Hit) -> Severity | None:
    if described(hit) or quoted(hit):
        return Severity.WARNING
    return Severity.ERROR if _scoped().match(hit.after) else Severity.HINT


_ABOUT_ZH = r"[ 。！.，,、]{0,4}$|你|这|那|关于|有关|上述|以上|该指令|真"


def _hides_zh(hit: Hit) -> Severity | None:
    if quoted(hit) or described(hit):
        return Severity.WARNING
    told = (
        "知道",
        "发现",
        "察觉",
        "看到",
        "注意到",
        "隐瞒",
        "瞒着",
        "背着",
        "保密",
        "真相",
        "实情",
        "这件事",
        "此事",
        "任何",
    )
    return Severity.ERROR if any(word in hit.text for word in told) or re.match(_ABOUT_ZH, hit.after) else Severity.HINT


_PERSON = r"(?:the |your |our )?(?:users?|humans?|operators?|owners?|person|admins?|administrators?)"
_KEEPS = "tells the agent to keep something from the person"
_PERSON_ZH = r"(?:用户|主人|使用者|人类|管理员)"

DECEPTION: tuple[Pattern, ...] = (
    Pattern(
        "safety/deception",
        ("do not ", "don't ", "never ", "must not ", "should not ", "without "),
        Phrase(
            rf"\b(?:do not|don't|never|must not|should not|without) (?:ever )?(?:(?:tell|inform|alert"
            rf"|notify|telling|informing|alerting|notifying) {_PERSON}(?!')|(?:mention|reveal|disclose"
            rf"|mentioning|revealing) (?:this|it|that|these|any of this) @2to {_PERSON}|let {_PERSON} "
            rf"(?:know|find out|see|notice))\b"
        ),
        _KEEPS,
        judge=_hides,
        also=("user", "human", "operator", "owner", "person", "admin"),
    ),
    Pattern(
        "safety/deception",
        ("without ",),
        Phrase(
            r"\bwithout (?:the |your )?(?:user|human|operator|owner)(?:'s|s')? (?:ever )?(?:knowing"
            r"|knowledge|noticing|awareness|finding out)\b"
        ),
        _KEEPS,
        judge=ordered,
        also=("knowing", "knowledge", "noticing", "awareness", "finding out"),
    ),
    Pattern(
        "safety/deception",
        ("keep ", "hide ", "conceal ", "withhold "),
        Phrase(
            r"\b(?:keep|hide|conceal|withhold) (?:this|these|that|it|all of this|everything|your "
            r"(?:actions|activity|real \w{1,12})|the (?:fact|transfer|upload|truth|existence"
            r"|instructions?|change|command)) @5from (?:the |your )?(?:users?|human|operator|owner)\b"
        ),
        _KEEPS,
        judge=ordered,
        also=("from ",),
    ),
    Pattern(
        "safety/deception",
        ("secretly ", "covertly ", "surreptitiously "),
        Phrase(
            r"\b(?:secretly|covertly|surreptitiously) (?:send|upload|copy|forward|transmit|install"
            r"|execute|run|delete|modify|log|record|collect|exfiltrate|add|insert|share|post|save)\b"
        ),
        "tells the agent to act in secret",
        judge=ordered,
    ),
    Pattern(
        "safety/deception",
        ("lie to ", "deceive ", "mislead "),
        Phrase(r"\b(?:lie to|deceive|mislead) (?:the |your )?(?:user|human|operator|owner)s?\b"),
        "tells the agent to deceive the person",
        judge=ordered,
    ),
    Pattern(
        "safety/deception",
        (*("不要", "不能", "别", "切勿", "绝不", "不得", "禁止", "不可", "请勿"), "永远不要"),
        Phrase(
            rf"(?:不要|不能|别|切勿|绝不|不得|禁止|不可|千万别|请勿|永远不要)#2(?:(?:告诉|告知|通知)#1{_PERSON_ZH}(?:这件事|此事|真相|实情|任何)?"
            rf"|向#1{_PERSON_ZH}#2(?:透露|提及|提到|说明)(?:这件事|此事|真相|任何)?)"
        ),
        _KEEPS,
        judge=_hides_zh,
        also=("告诉", "告知", "通知", "透露", "提及", "提到", "说明"),
    ),
    Pattern(
        "safety/deception",
        ("不要", "不能", "别", "切勿", "绝不", "不得", "不可", "千万别", "避免"),
        Phrase(rf"(?:不要|不能|别|切勿|绝不|不得|不可|千万别|避免)#1(?:让|被){_PERSON_ZH}(?:知道|发现|察觉|注意到)"),
        _KEEPS,
        judge=_hides_zh,
        also=("知道", "发现", "察觉", "注意到"),
    ),
    Pattern(
        "safety/deception",
        ("瞒着", "背着", "隐瞒", "对", "向"),
        Phrase(rf"(?:(?:瞒着|背着|隐瞒){_PERSON_ZH}|(?:对|向){_PERSON_ZH}(?:隐瞒|保密|撒谎|说谎))"),
        _KEEPS,
        judge=ordered,
        also=("瞒", "背着", "保密", "撒谎", "说谎"),
    ),
    Pattern(
        "safety/deception",
        ("偷偷", "悄悄", "秘密地", "暗中", "私下"),
        Phrase(
            r"(?:偷偷|悄悄|秘密地|暗中|私下)(?:地)?#8(?:发送|上传|转发|复制|收集|记录|传送|传输|外传|植入|安装|删除|发到|发给)"
        ),
        "tells the agent to act in secret",
        judge=lambda hit: suspected(hit) if "悄悄" in hit.text or "私下" in hit.text else ordered(hit),
    ),
)
