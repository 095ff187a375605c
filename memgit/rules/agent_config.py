"""`safety/agent-config`: an agent's own instructions, settings and safeguards."""

from __future__ import annotations

from memgit.model.diagnostic import Severity
from memgit.rules.pattern import Pattern, Phrase
from memgit.rules.speech import cautious, commanded, ordered, suspected

_CONFIG = (
    r"(?:agents\.md|claude\.md|gemini\.md|soul\.md|memory\.md|user\.md|standing\.md"
    r"|\.cursorrules|\.windsurfrules|\.clinerules|copilot-instructions\.md|\.hermes/config\.yaml"
    r"|\.claude/settings(?:\.local)?\.json|\.codex/config\.toml)"
)
_CONFIGS = (
    *("agents.md", "claude.md", "gemini.md", "soul.md", "memory.md", "user.md", "standing.md", ".cursorrules"),
    *(".windsurfrules", ".clinerules", "copilot-instructions.md", ".hermes/config.yaml", ".claude/settings"),
    ".codex/config.toml",
)
"""What every match of `_CONFIG` holds one of."""

_REPLACES = "replaces or extends an agent's own instructions or settings"


AGENT_CONFIG: tuple[Pattern, ...] = (
    Pattern(
        "safety/agent-config",
        ("curl", "wget"),
        rf"\b(?:curl|wget)\s[^\n]{{0,200}}?(?:>>?|\s-o|--output(?:-document)?[ =]|\|\s?tee"
        rf"(?: -a)?)\s{{0,3}}[\"']?[^\s\"']{{0,60}}{_CONFIG}",
        "replaces an agent's own instructions or settings by a download",
        judge=commanded,
        also=_CONFIGS,
    ),
    Pattern(
        "safety/agent-config",
        ("echo", "printf", "cat ", "cat<"),
        rf"\b(?:echo|printf|cat)\b[^\n]{{0,240}}?(?:>>?|tee -a)\s{{0,3}}[\"']?(?:~|\$home"
        rf"|\$\{{home\}})/[^\s\"']{{0,60}}{_CONFIG}",
        _REPLACES,
        judge=cautious,
        also=_CONFIGS,
    ),
    Pattern(
        "safety/agent-config",
        ("modify ", "edit ", "change ", "update ", "rewrite ", "overwrite "),
        Phrase(
            rf"\b(?:modify|edit|change|update|rewrite|overwrite) (?:the |your "
            rf"|my )?[^\s]{{0,40}}?{_CONFIG} (?:to|so that it|so it) "
            r"(?:always |never |automatically )(?:approve|allow|accept|skip|ignore|bypass|disable|ask|confirm)\b"
        ),
        "turns off a safeguard of the agent",
        judge=suspected,
        also=_CONFIGS,
    ),
    Pattern(
        "safety/agent-config",
        ("add ", "append ", "write ", "insert ", "copy ", "paste ", "save ", "inject "),
        Phrase(
            rf"\b(?:add|append|write|insert|copy|paste|save|inject) (?:this|these|the following"
            rf"|the above) @2(?:instructions?|text|message|prompt|rules?|lines?|blocks?|paragraph) @2"
            rf"(?:to|into) (?:every|all) @3(?:{_CONFIG}|skill\.md|system prompts?|memory files?|agents? "
            rf"(?:config|instructions))"
        ),
        "spreads its own text into agents' instructions",
        judge=ordered,
    ),
    Pattern(
        "safety/agent-config",
        ("disable ", "turn off ", "deactivate ", "bypass ", "circumvent ", "switch off "),
        Phrase(
            r"\b(?:disable|turn off|deactivate|bypass|circumvent|switch off) (?:the |your |all )@2"
            r"(?:threat|injection|secret|security|memory|skills?|safety|content|write|command"
            r"|dangerous[-\s]command) (?:scan(?:s|ner|ning)?|guard|approvals?|checks?|gates?)\b"
        ),
        "turns off a safeguard of the agent",
        judge=suspected,
    ),
    Pattern(
        "safety/agent-config",
        ('"defaultmode"', "--dangerously-skip-permissions", "--dangerously-bypass-approvals"),
        r"(?:\"defaultmode\"\s{0,2}:\s{0,2}\"bypasspermissions\"|--dangerously-skip-permissions"
        r"|--dangerously-bypass-approvals[\w-]{0,20})",
        "turns off a safeguard of the agent",
        Severity.HINT,
    ),
    Pattern(
        "safety/agent-config",
        ("关闭", "禁用", "停用", "绕过", "跳过"),
        Phrase(
            r"(?:关闭|禁用|停用|绕过|跳过)#2(?:你的|所有|全部|记忆|技能|内容|系统的?)#4(?:安全扫描|威胁扫描|注入扫描|密钥扫描|内容扫描|写入审批|安全检查|安全防护)"
        ),
        "turns off a safeguard of the agent",
        judge=suspected,
        also=("扫描", "审批", "安全检查", "防护"),
    ),
)
