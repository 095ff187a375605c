"""`safety/role-hijack`: another self."""

from __future__ import annotations

from memgit.model.diagnostic import Severity
from memgit.rules.hit import Hit
from memgit.rules.pattern import Pattern, Phrase
from memgit.rules.speech import ordered, suspected


def _free_zh(hit: Hit) -> Severity | None:
    """`受` and `遵守` alone count after `你不再` only."""
    text = hit.text
    free = any(
        word in text
        for word in ("没有", "不受", "无任何", "无视", "摆脱", "不遵守", "不再受", "不用遵守", "解除", "不再")
    )
    return ordered(hit) if free else None


_SELF = "gives the agent another identity without its limits"
_FREE = (
    r"(?:unrestricted|unfiltered|uncensored|jailbroken|evil|unlimited|unbound|unchained|amoral"
    r"|rogue|dan|stan|hacker|malicious|without @2(?:restrictions|limits|limitations|filters"
    r"|rules|ethics|guidelines)|(?:free|freed) (?:of|from) @3(?:restrictions|limits|rules"
    r"|constraints|guidelines))"
)

ROLE: tuple[Pattern, ...] = (
    Pattern(
        "safety/role-hijack",
        (
            "you are ",
            "you're ",
            "you will ",
            "act as ",
            "act like ",
            "pretend ",
            "behave ",
            "roleplay as ",
            "role-play as ",
            "become ",
            "respond as ",
            "you have been ",
        ),
        Phrase(
            rf"\b(?:you are|you're|you will (?:now )?(?:be|act as|become)|you have been|act as|act like"
            rf"|pretend (?:to be|you are|that you are)|behave (?:as|like)|role-?play as|become"
            rf"|respond as) (?:now )?@5{_FREE}\b"
        ),
        _SELF,
        judge=ordered,
    ),
    Pattern(
        "safety/role-hijack",
        ("as if ", "as though ", "pretend ", "imagine ", "assume "),
        Phrase(
            r"\b(?:as if|as though|pretend|imagine|assume) (?:that )?you (?:have|had|are under|follow"
            r"|obey) no @2(?:restrictions|limits|limitations|rules|guidelines|filters|constraints|ethics"
            r"|boundaries)"
        ),
        _SELF,
        judge=ordered,
    ),
    Pattern(
        "safety/role-hijack",
        (
            "you are ",
            "you're ",
            "do anything now",
            "you no longer ",
            "no restrictions ",
            "as if ",
            "as though ",
        ),
        Phrase(
            r"\b(?:you(?: are|'re) (?:no longer|not) (?:bound|restricted|constrained|limited|subject)"
            r"|do anything now|you no longer have any (?:restrictions|limits)|you(?: are|'re) "
            r"(?:now )?free from all|no restrictions apply to you"
            r"|you(?: are|'re) (?:now )?in developer mode|(?:as if|as though) you (?:were|are) not bound by any)\b"
        ),
        _SELF,
        judge=ordered,
    ),
    Pattern(
        "safety/role-hijack",
        ("enter ", "enable ", "activate ", "switch ", "you are ", "engage "),
        Phrase(
            r"\b(?:enter|enable|activate|switch to|switch into|you are (?:now )?in|engage) (?:the )?"
            r"(?:dan|jailbreak|jailbroken|god|unrestricted|unfiltered|uncensored|evil|no-limits) mode\b"
        ),
        _SELF,
        judge=ordered,
        also=(" mode",),
    ),
    Pattern(
        "safety/role-hijack",
        ("you are now ", "you're now ", "your new ", "your true ", "your real "),
        Phrase(
            r"\b(?:you(?: are|'re) now (?:an?|the|acting as|called|named|known as) (?!bit|little|step"
            r"|few|lot|able|stage|point)|your (?:new|true|real) (?:role|identity|purpose|goal|mission) "
            r"(?:is|:)|your new name is )"
        ),
        "gives the agent another identity",
        judge=suspected,
    ),
    Pattern(
        "safety/role-hijack",
        (
            "bypass ",
            "disable ",
            "turn off ",
            "remove ",
            "evade ",
            "circumvent ",
            "deactivate ",
            "drop ",
            "lift ",
        ),
        Phrase(
            r"\b(?:bypass|disable|turn off|remove|evade|circumvent|deactivate|drop|lift) (?:all )?"
            r"(?:of )?your @2(?:filters?|guardrails?|restrictions?|safeguards?|safety|ethical|moderation"
            r"|limitations)"
        ),
        "has the agent switch off its own limits",
        judge=ordered,
        also=("your ",),
    ),
    Pattern(
        "safety/role-hijack",
        (
            *(
                "你现在是",
                "你现在变成",
                "你是一个",
                "从现在开始",
                "从现在起",
                "假装你",
                "假设你",
                "想象你",
                "扮演",
                "你将成为",
            ),
            *("你不再", "你已"),
        ),
        Phrase(
            r"(?:你现在是|你现在变成|你是一个|从现在(?:开始|起)[，,]?你|假装你|假设你|想象你|扮演|你将成为|你不再|你已经?)#14(?:没有|不受|无任何|无视|摆脱|不遵守|不再受"
            r"|不用遵守|解除了?|受到?|遵守)(?:任何|一切|所有|的|到)?#6(?:限制|约束|规则|审查|道德|过滤|束缚|管束|底线)"
        ),
        _SELF,
        judge=_free_zh,
        also=("限制", "约束", "规则", "审查", "道德", "过滤", "束缚", "管束", "底线"),
    ),
    Pattern(
        "safety/role-hijack",
        ("进入", "开启", "启用", "激活", "切换到", "切换为", "打开"),
        Phrase(r"(?:进入|开启|启用|激活|切换到|切换为|打开)#3(?:越狱|dan|上帝|无限制|不受限制?|无审查|无过滤)#2模式"),
        _SELF,
        judge=ordered,
        also=("模式",),
    ),
    Pattern(
        "safety/role-hijack",
        ("绕过", "关闭", "解除", "禁用", "取消", "突破", "去除", "移除"),
        Phrase(
            r"(?:绕过|关闭|解除|禁用|取消|突破|去除|移除)#3你的#4(?:安全限制|内容过滤|安全过滤|道德限制|限制|审查|护栏|安全机制|安全策略)"
        ),
        "has the agent switch off its own limits",
        judge=ordered,
        also=("你的",),
    ),
    Pattern(
        "safety/role-hijack",
        ("你现在是", "你现在叫", "你的新身份是", "你的真实身份是", "你的新角色是"),
        r"(?:你现在(?:是|叫)(?:一[个名位只]|黑客)|你的(?:新身份|真实身份|新角色)是)",
        "gives the agent another identity",
        judge=suspected,
    ),
)
