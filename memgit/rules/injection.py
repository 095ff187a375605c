"""`safety/injection`: other orders."""

from __future__ import annotations

import re

from memgit.model.diagnostic import Severity
from memgit.rules.hit import Hit
from memgit.rules.pattern import Pattern, Phrase
from memgit.rules.speech import described, negated, ordered, quoted, suspected

_DROPS = "tells the agent to drop the instructions it has"
_ABOUT = (
    r"\s*(?:about|regarding|concerning|on|for|related to|in the|from the)\s+(?!.{0,40}(?:safety"
    r"|security|privacy|restrict|content|secret))"
)
_ABOUT_ZH = r"(?:关于|有关|对于|中的?)"


def _drops(hit: Hit) -> Severity | None:
    """An order is milder when it names the one matter it is about, as in "the previous instruction about tabs"."""
    found = ordered(hit)
    if found is Severity.ERROR and (re.match(_ABOUT, hit.after) or re.search(_ABOUT_ZH, hit.text)):
        return Severity.HINT
    return found


def _drops_plain(hit: Hit) -> Severity | None:
    """For orders that are negative by themselves: nothing before them turns them round."""
    return Severity.WARNING if described(hit) or quoted(hit) else Severity.ERROR


def _hidden(hit: Hit) -> Severity | None:
    return None if negated(hit) else Severity.ERROR


def _leaks(hit: Hit) -> Severity | None:
    if negated(hit) or described(hit) or quoted(hit):
        return None
    return Severity.ERROR if "your" in hit.text.lower() or "你" in hit.text else Severity.WARNING


_VERBS = ("ignore ", "disregard ", "forget ", "discard ", "override ", "overwrite ", "bypass ", "abandon ", "neglect ")
_VERB = r"\b(?:ignore|disregard|forget|discard|override|overwrite|bypass|abandon|neglect)"
_EARLIER = r"(?:previous|previously|prior|above|earlier|preceding|foregoing|aforementioned|past|former)"
_ORDERS = (
    r"(?:instructions?|directives?|directions|prompts?|guidelines?|guidance|commands?|orders"
    r"|programming|constraints|restrictions)"
)

INJECTION: tuple[Pattern, ...] = (
    Pattern(
        "safety/injection",
        _VERBS,
        Phrase(rf"{_VERB} @4{_EARLIER} @3(?:{_ORDERS}|rules|context and rules)\b"),
        _DROPS,
        judge=_drops,
    ),
    Pattern(
        "safety/injection",
        (*_VERBS, "violate ", "break "),
        Phrase(
            rf"(?:{_VERB[:-1]}|violate|break)) @2(?:(?:all )?(?:of )?your @3(?:{_ORDERS}|rules|training"
            rf"|safety|system prompts?|policies|ethics|limits|limitations)"
            rf"|(?:the |all |any )?(?:system|developer|safety) (?:prompts?|instructions|guidelines|rules"
            rf"|messages)|(?:all|any|every) (?:of )?(?:the |these |those )?(?:instructions|directives"
            rf"|guidelines))\b"
        ),
        _DROPS,
        judge=_drops,
    ),
    Pattern(
        "safety/injection",
        ("forget ", "ignore ", "disregard "),
        Phrase(
            r"\b(?:forget|ignore|disregard) (?:everything|anything|all|whatever|what) (?:that )?(?:you "
            r"(?:were|have been|know|knew|learned|learnt|'ve been)|i (?:said|told)|was said|came before"
            r"|above|before this|prior to this|has been said|previously|up to now|until now)"
        ),
        _DROPS,
        judge=_drops,
    ),
    Pattern(
        "safety/injection",
        ("ignore ", "disregard ", "forget "),
        Phrase(
            r"\b(?:ignore|disregard|forget) @3(?:(?:instructions?|rules|prompts?|text|guidelines) (?:above"
            r"|before this|given (?:to you|before|above|earlier|previously))"
            r"|(?:instructions?|rules)\x20(?:that )?(?:you|came before|were given|precede))"
        ),
        _DROPS,
        judge=_drops,
    ),
    Pattern(
        "safety/injection",
        ("do not ", "don't ", "stop ", "never ", "no longer "),
        Phrase(
            r"\b(?:do not|don't|stop|never|no longer) (?:follow|obey|comply with|following|obeying|complying with) "
            rf"(?:any of )?(?:your|the) @1(?:(?:{_EARLIER}|system|original|safety|initial) @1(?:{_ORDERS}|rules)"
            r"|(?:instructions|rules|guidelines) (?:above|you were given))\b"
        ),
        _DROPS,
        judge=_drops_plain,
        also=("follow", "obey", "comply"),
    ),
    Pattern(
        "safety/injection",
        ("your ", "all "),
        Phrase(
            rf"\b(?:your|all|all your) @1(?:{_EARLIER} |original |system |safety )?(?:instructions|rules|guidelines) "
            r"(?:are|have been) (?:now )?(?:hereby )?(?:null and )?(?:void|invalid|cancelled|obsolete|revoked)\b"
        ),
        _DROPS,
        judge=_drops,
        also=("void", "invalid", "cancelled", "obsolete", "revoked"),
    ),
    Pattern(
        "safety/injection",
        ("ignore ", "disregard ", "forget "),
        Phrase(
            r"\b(?:ignore|disregard|forget) (?:(?:all |everything )?(?:of )?(?:the )?above,?"
            r"|all (?:of )?(?:the )?(?:previous|prior|earlier) (?:context|messages),?) (?:and|then) "
            r"(?:then )?(?:instead )?"
            r"(?:output|print|say|do|write|respond|reply|answer|send|tell|run|execute|follow|obey)\b"
        ),
        _DROPS,
        judge=_drops,
    ),
    Pattern(
        "safety/injection",
        (
            "system ",
            "admin ",
            *(f"[{gap}{word}" for gap in ("", " ") for word in ("system", "admin", "developer", "root")),
        ),
        Phrase(
            r"(?:\bsystem prompt overrid(?:e|den)\b|\[ ?(?:system|admin|developer|root) ?override ?\]|\b"
            r"(?:system|admin) override:)"
        ),
        "poses as an order from the system",
        judge=ordered,
        also=("overrid",),
    ),
    Pattern(
        "safety/injection",
        ("these ", "the following ", "my ", "this "),
        Phrase(
            r"\b(?:these|the following|my|this) @2(?:instructions?|rules?|message|prompt) @2"
            r"(?:supersedes?|overrides?|replaces?) @2(?:all |any |every )@3(?:instructions?|rules?"
            r"|prompts?|guidelines|directives)"
        ),
        _DROPS,
        judge=ordered,
        also=("supersede", "override", "replace"),
    ),
    Pattern(
        "safety/injection",
        ("<|im_start|>", "<|system|>", "<<sys>>", "<|start_header_id|>"),
        r"(?:<\|im_start\|>\s{0,4}system|<\|system\|>|<<sys>>|<\|start_header_id\|>\s{0,4}system)",
        "holds a model's own marks for a system prompt",
        judge=suspected,
    ),
    Pattern(
        "safety/injection",
        ("system:", "developer:", "system message:", "developer message:", "[system]", "[developer", "<system>"),
        Phrase(
            r"(?:^|\n)\s{0,4}(?P<hit>(?:\[?(?:system|developer)(?: message)?\]?:|\[system\]|<system>)\s{0,4}"
            r"(?:you (?:must|are now|will)|ignore|disregard|new instructions|from now on))"
        ),
        "poses as an order from the system",
        judge=ordered,
        lead=22,
        reach=60,
    ),
    Pattern(
        "safety/injection",
        ("<!--",),
        Phrase(
            r"<!--(?:[^-<]|-(?!->)|<(?!!--)){0,200}?(?:\bignore @3(?:instructions?|rules|user)"
            r"|\boverride\b @3(?:system|instructions|rules)|\bsystem prompt\b|\bdo not (?:tell|mention"
            r"|reveal)|\b(?:ai|llm|agents?|assistants?|model|claude|hermes) (?:must|should always|has to"
            r"|is required to)|\bsecretly\b|\bexfiltrate|忽略#8(?:指令|规则|提示)|不要告诉用户|系统提示词)"
        ),
        "hides an order to the agent in an HTML comment",
        judge=_hidden,
    ),
    Pattern(
        "safety/injection",
        ("<div", "<span", "<p", "<section", "<font", "<td"),
        Phrase(
            r"<(?:div|span|p|section|font|td)\b[^>]{0,160}(?:display:\s{0,3}none"
            r"|visibility:\s{0,3}hidden|font-size:\s{0,3}0|opacity:\s{0,3}0"
            r"(?![.\d]))[^>]{0,80}>[^<]{0,160}?(?:\bignore\b|\bdisregard\b|\bsystem prompt\b|\bsend\b"
            r"|\bmust\b|忽略|发送|必须)"
        ),
        "hides an order to the agent in markup nobody sees",
        also=("display:", "visibility:", "font-size:", "opacity:"),
    ),
    Pattern(
        "safety/injection",
        ("translate ",),
        Phrase(
            r"\btranslate @8(?:and|then) (?:then )?(?:execute|run|eval|obey|follow) (?:it|them|the "
            r"(?:result|output|translation|instructions))\b"
        ),
        "has a translation carried out as orders",
        judge=suspected,
    ),
    Pattern(
        "safety/injection",
        (
            "reveal ",
            "print ",
            "output ",
            "show ",
            "repeat ",
            "leak ",
            "display ",
            "disclose ",
            "dump ",
            "recite ",
            "tell ",
        ),
        Phrase(
            r"\b(?:reveal|print|output|show|repeat|leak|display|disclose|dump|recite|tell) @3(?:your"
            r"|the) (?:full |entire |complete |exact |own |original )?(?:system|hidden|initial|secret"
            r"|developer|internal) (?:prompt|instructions)\b"
        ),
        "asks for the system prompt",
        judge=_leaks,
        also=("system", "hidden", "initial", "secret", "developer", "internal"),
    ),
    Pattern(
        "safety/injection",
        (
            *(
                "忽略",
                "忽视",
                "无视",
                "忘记",
                "忘掉",
                "不要理会",
                "不用理会",
                "别理会",
                "不必理会",
                "无需理会",
                "不用管",
                "别管",
            ),
            *("不要遵", "不要再遵", "不再遵", "不必遵", "无需遵", "抛弃", "丢弃"),
        ),
        Phrase(
            r"(?:忽略|忽视|无视|忘记|忘掉|不要理会|不用理会|别理会|不必理会|无需理会|不用管|别管|不要再?遵[守循]|不再遵[守循]|不必遵[守循]|无需遵[守循]|抛弃|丢弃)#6"
            r"(?:(?:之前|以前|先前|以上|上述|上面|前面|此前|原有|原来|原先|原本|既有|现有|早前|上文|前述|在此之前|你收到|给你|你被|一切|你的?所有|你之前)#8"
            r"(?:指令|指示|提示词|提示语|规则|命令|设定|系统提示|约束|限制|准则|指引|规范|安全要求)"
            r"|(?:你的|系统|开发者)#4(?:系统指令|提示词|规则|指令|设定|准则|安全(?:规则|限制|准则)|约束|限制)|(?:之前|以前|先前|以上|上述|前面|此前)的?"
            r"(?:所有|全部|一切)的?(?:要求|提示)|所有(?:的)?(?:指令|提示词|规则|安全(?:规则|限制)))"
        ),
        _DROPS,
        judge=_drops,
    ),
    Pattern(
        "safety/injection",
        ("之前", "以上", "上述", "此前", "先前", "原有", "前面"),
        Phrase(
            r"(?:之前|以上|上述|此前|先前|原有|前面)的?#4(?:指令|指示|提示词|规则|命令|设定)#4(?:全部|一律|均|都|已经?|现已)#2(?:作废|无效|失效)"
        ),
        _DROPS,
        judge=_drops,
        also=("作废", "无效", "失效"),
    ),
    Pattern(
        "safety/injection",
        ("输出", "打印", "泄露", "透露", "显示", "展示", "复述", "重复", "告诉我", "说出", "公开"),
        Phrase(
            r"(?:输出|打印|泄露|透露|显示|展示|复述|重复|告诉我|说出|公开)#4(?:你的|你被)#6(?:系统提示词?|系统指令|提示词|初始指令|隐藏指令)"
        ),
        "asks for the system prompt",
        judge=_leaks,
        also=("系统提示", "系统指令", "提示词", "初始指令", "隐藏指令"),
    ),
)
