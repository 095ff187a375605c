"""`safety/exfiltration`: what goes out."""

from __future__ import annotations

import re

from memgit.model.diagnostic import Severity
from memgit.rules.hit import Hit
from memgit.rules.pattern import Pattern, Phrase
from memgit.rules.speech import commanded, negated, ordered, quoted

_OUT = (
    r"\b(?:curl|wget|nc|ncat|netcat|iwr|invoke-webrequest|invoke-restmethod|httpie|requests\."
    r"(?:post|get|put)|urlopen|fetch|axios\.\w{3,6})\b"
)
_OUT_WORDS = (
    *("curl", "wget", "nc ", "ncat", "netcat", "iwr", "invoke-webrequest", "invoke-restmethod", "httpie"),
    *("requests.", "urlopen", "fetch", "axios."),
)
_FILES = (
    r"(?:\.ssh/(?:id_|identity|\*|config\b|$)|id_(?:rsa|ed25519|ecdsa|dsa)\b(?!\.pub)"
    r"|\.aws/credentials|\.netrc\b|\.pgpass\b|\.git-credentials|"
    r"\.env\b(?!\.(?:example|sample|template))|\.kube/config|\.docker/config\.json|\.npmrc"
    r"|\.pypirc|/etc/shadow|\.gnupg/|credentials\.json|wallet\.dat|login\.keychain)"
)
_FILE_NAMES = (
    *(".ssh/", "id_rsa", "id_ed25519", "id_ecdsa", "id_dsa", ".aws/credentials", ".netrc", ".pgpass"),
    *(".git-credentials", ".env", ".kube/config", ".docker/config.json", ".npmrc", ".pypirc", "/etc/shadow"),
    *(".gnupg/", "credentials.json", "wallet.dat", "login.keychain"),
)
"""What every match of `_FILES` holds one of."""

_MEMORY_NAMES = (
    *("memory/", "memories/", "memory.md", "user.md", "soul.md", "failures.md", "state.db", "session/", "sessions/"),
)
"""What every match of `_MEMORIES` holds one of."""

_MEMORIES = r"(?:memories?/|(?:memory|user|soul|failures)\.md\b|state\.db\b|sessions?/)"
_CATCHERS = (
    "evil", "attacker", "webhook.site", "requestbin", "pipedream.net", "burpcollaborator", "interact.sh", "oast.",
    "ngrok",
    "exfil", "requestcatcher", "beeceptor", "hookbin", "dnslog", "ceye.io", "transfer.sh", "pastebin", "0x0.st",
    "file.io", "malicious", "hacker",
)  # fmt: skip
_COLLECTORS = (
    *("webhook.site", "requestbin", "pipedream.net", "burpcollaborator", "interact.sh", "oast", "requestcatcher"),
    *("beeceptor", "dnslog", "evil", "attacker", "exfil"),
)
"""Those of the catchers that have no honest use."""

_KEYS = ("key", "token", "secret", "passw", "credential")
_SECRETS_NAMED = (
    r"(?:api[\s_-]?keys|access[\s_-]?tokens|tokens|passwords?|credentials?|secrets"
    r"|private[\s_-]keys?|ssh[\s_-]keys?|\.env(?: files?)?|environment variables|env vars"
    r"|cookies|seed phrase|conversation(?: history)?|chat (?:history|logs?|transcripts?)"
    r"|session (?:history|transcripts?)|memory files?|memories|memory\.md|user\.md|soul\.md)"
)
_NAMES = (
    *("key", "token", "passw", "credential", "secret", ".env", "environment var", "env vars", "cookies"),
    *("seed phrase", "conversation", "chat ", "session ", "memories", "memory", "user.md", "soul.md"),
)
"""What every match of `_SECRETS_NAMED` holds one of."""

_SEND_WORDS = (
    *("send ", "upload ", "post ", "forward ", "email ", "e-mail ", "transmit ", "copy ", "submit ", "share "),
)
_AWAY = (
    r"(?:https?://|the following (?:url|address|server|endpoint|email)|an? (?:external|remote"
    r"|third[-\s]party) |(?:this|my|our) (?:url|server|webhook|endpoint|address|email)"
    r"|[\w.+-]{1,40}@[\w-]{1,40}\.[a-z]{2,}|(?:\d{1,3}\.){3}\d{1,3}|[\w-]{1,30}\.(?:site|xyz|top"
    r"|ru|tk)\b)"
)
_SENDS = "sends credentials or private text away"


def _by_variable(hit: Hit) -> Severity | None:
    """A secret in an address or a body: an error when the host has nothing to do with whose secret it is."""
    host, name = hit.group("host").lower(), hit.group("name").lower()
    if host.startswith(("localhost", "127.", "$", "0.0.0.0")):  # noqa: S104
        return None
    if any(catcher in host for catcher in _CATCHERS):
        return Severity.HINT if negated(hit) or quoted(hit) else Severity.ERROR
    owner = re.split(r"[_-]", name)[0]
    generic = owner in {"api", "token", "secret", "key", "access", "auth", "password", "bot", "client", "my", "x"}
    return None if generic or owner in host else Severity.WARNING


def _catcher(hit: Hit) -> Severity | None:
    return Severity.ERROR if any(catcher in hit.text.lower() for catcher in _CATCHERS) else None


_KEY_FILES = ("id_rsa", "id_ed25519", "id_ecdsa", "/etc/shadow", ".aws/credentials", ".hermes/.env", ".gnupg/")


def _reads(hit: Hit) -> Severity | None:
    """Reading a credential file out: a hint, as plain work does it too; worse with words that pass it on."""
    if negated(hit):
        return None
    passed = any(
        word in hit.after
        for word in ("send", "upload", "post ", "email", "paste", "include", "发送", "上传", "curl", "nc ")
    )
    if passed:
        return commanded(hit)
    return Severity.WARNING if any(word in hit.text for word in _KEY_FILES) else Severity.HINT


def _image(hit: Hit) -> Severity | None:
    return None if quoted(hit) else Severity.WARNING


EXFILTRATION: tuple[Pattern, ...] = (
    Pattern(
        "safety/exfiltration",
        _OUT_WORDS,
        rf"{_OUT}[^\n]{{0,160}}?https?://(?=[^\s]{{0,320}}?(?:key|token|secret|passw|credential))(?P<host>[^\s/\"'`?]{{1,80}})[^\s]{{0,160}}?"
        rf"(?:\$\{{?|%24|\$env:|process\.env\.|%)(?P<name>\w{{0,40}}(?:key|token|secret|passw(?:or)?d|credential)s?\w{{0,12}})",
        "puts a secret in the address of another party",
        judge=_by_variable,
        also=_KEYS,
    ),
    Pattern(
        "safety/exfiltration",
        ("curl", "wget", "invoke-webrequest"),
        rf"\b(?:curl|wget|invoke-webrequest)\b[^\n]{{0,240}}?(?:-d|--data(?:-\w{{3,9}})?|-f|--form"
        rf"|-t|--upload-file|--post-file|--post-data|-body)[ =]?[^\n]{{0,60}}?(?:@|=|\$\(\s?cat |<"
        rf"|\s)(?:~/|\$home/|\$\{{home\}}/|/root/|/home/\w{{1,20}}/|\./)?(?:\.hermes/|\.pi/"
        rf"|\.claude/)?(?:{_FILES}|{_MEMORIES})",
        _SENDS,
        judge=commanded,
        also=(*_FILE_NAMES, *_MEMORY_NAMES),
    ),
    Pattern(
        "safety/exfiltration",
        (
            *(f"{word}{' ' * gap}|" for word in ("env", "set", "history") for gap in range(4)),
            *("cat ", "tar ", "echo $"),
        ),
        rf"\b(?:env|printenv|set|cat [^\n|]{{0,80}}?(?:{_FILES}|{_MEMORIES})[^\n|]{{0,40}}"
        rf"|tar [^\n|]{{0,80}}?(?:\.ssh|\.aws|\.gnupg|\.hermes|\.claude)\b[^\n|]{{0,40}}|history"
        rf"|echo \$\w{{0,30}}(?:key|token|secret|password)\w{{0,10}})\s{{0,3}}\|"
        rf"(?:[^\n|]{{0,40}}\|)?\s{{0,3}}(?:curl|wget|nc|ncat)\b[^\n]{{0,120}}",
        _SENDS,
        judge=commanded,
        also=("curl", "wget", "nc ", "ncat"),
    ),
    Pattern(
        "safety/exfiltration",
        ("curl", "wget", "nslookup ", "dig ", "ping ", "host "),
        rf"\b(?:curl|wget|nslookup|dig|ping|host)\b[^\n]{{0,160}}?(?:\$\(|`)\s?(?:env|printenv"
        rf"|whoami\s?;\s?env|(?:cat|base64(?: -w ?0)?|xxd(?: -p)?"
        rf"|head[^\n)]{{0,12}}) [^\n)`]{{0,60}}?{_FILES})[^\n)`]{{0,60}}[)`]",
        _SENDS,
        judge=commanded,
        also=(*_FILE_NAMES, "(env", "( env", "`env", "` env", "printenv", "whoami"),
    ),
    Pattern(
        "safety/exfiltration",
        _OUT_WORDS,
        rf"{_OUT}[^\n]{{0,160}}?https?://(?P<hit>[^\s\"'`]{{3,160}}?(?:\$"
        rf"|\{{|secret|token|key|data=|password)[^\s\"'`]{{0,40}})",
        "sends data to a place that collects requests",
        judge=lambda hit: commanded(hit) if _catcher(hit) else None,
        also=_COLLECTORS,
    ),
    Pattern(
        "safety/exfiltration",
        (*_SEND_WORDS, "exfiltrate ", "leak "),
        Phrase(
            rf"\b(?:send|upload|post|forward|e-?mail|transmit|exfiltrate|leak|copy|submit"
            rf"|share) @6{_SECRETS_NAMED} @6(?:to|at|via) @2{_AWAY}"
        ),
        _SENDS,
        judge=ordered,
        also=_NAMES,
    ),
    Pattern(
        "safety/exfiltration",
        _SEND_WORDS,
        Phrase(
            r"\b(?:send|upload|post|forward|e-?mail|transmit|copy|submit|share) @4"
            rf"(?P<file>(?:~|\$home|/root|/home/\w{{1,20}})?/?[\w./-]{{0,30}}{_FILES}[\w.]{{0,12}}) @2"
            rf"(?:to|at|via) @2{_AWAY}"
        ),
        _SENDS,
        judge=ordered,
        also=_FILE_NAMES,
    ),
    Pattern(
        "safety/exfiltration",
        ("把", "将"),
        Phrase(
            rf"(?:把|将)\s{{0,2}}[^\s，。]{{0,40}}?{_FILES}[\w.]{{0,12}}#8(?:上传|发送|发|传)#1(?:到|至|给)#8"
            rf"(?:https?://|外部|远程|我的|[\w.+-]{{1,40}}@)"
        ),
        _SENDS,
        judge=ordered,
        also=_FILE_NAMES,
    ),
    Pattern(
        "safety/exfiltration",
        ("curl", "wget"),
        r"\b(?:curl|wget)\b[^\n]{0,160}?\$\{?\w{0,40}(?:key|token|secret|passw(?:or)?d|credential)s?\b[^\n]{0,120}?"
        r"https?://(?P<hit>[^\s\"'`]{3,160})",
        "sends a secret to a place that collects requests",
        judge=lambda hit: commanded(hit) if _catcher(hit) else None,
        also=_CATCHERS,
    ),
    Pattern(
        "safety/exfiltration",
        ("exfiltrate ", "steal ", "harvest "),
        Phrase(rf"\b(?:exfiltrate|steal|harvest) @4(?:{_SECRETS_NAMED}|user data|the user's @2(?:data|files))"),
        _SENDS,
        judge=ordered,
    ),
    Pattern(
        "safety/exfiltration",
        ("把", "将", "收集", "读取"),
        Phrase(
            r"(?:把|将|收集|读取)#14(?:密钥|秘钥|密码|令牌|凭证|凭据|api ?key|token|环境变量|\.env|私钥"
            r"|对话记录|聊天记录|会话内容|会话记录|对话内容"
            r"|对话历史|记忆文件|cookie|memory\.md|user\.md)#12"
            r"(?:发送|上传|发|传|提交|转发|泄露|外传|寄|回传|post)#2(?:到|至|给|往)#16(?:https?://|外部|远程|邮箱|第三方|服务器|webhook"
            r"|[\w.+-]{1,40}@[\w-]{1,40}\.|我的|攻击者|\d{1,3}\.\d{1,3}\.)"
        ),
        _SENDS,
        judge=ordered,
    ),
    Pattern(
        "safety/exfiltration",
        ("发送", "上传", "转发", "泄露", "外传"),
        Phrase(
            r"(?:发送|上传|转发|泄露|外传)#10(?:密钥|秘钥|密码|令牌|凭证|凭据|api ?key|环境变量"
            r"|私钥|对话记录|聊天记录|会话记录|对话历史|记忆文件)#6(?:到"
            r"|至|给|往)#10(?:https?://|外部|远程|邮箱|第三方|[\w.+-]{1,40}@[\w-]{1,40}\.|我的|攻击者)"
        ),
        _SENDS,
        judge=ordered,
    ),
    Pattern(
        "safety/exfiltration",
        ("![",),
        r"!\[[^\]\n]{0,80}\]\(https?://[^)\s]{1,160}[?&=/][^)\s]{0,40}(?:\{\{?|\$\{?|<"
        r"|%7b)[^)\s]{0,20}(?:secret|conversation|history|token|api_?key|memory|context|prompt"
        r"|password|data|对话|密钥)[^)\s]{0,60}\)",
        "an image address that carries private text away",
        judge=_image,
    ),
    Pattern(
        "safety/exfiltration",
        ("cat ", "less ", "head ", "tail ", "base64 ", "get-content ", "type ", "xxd ", "strings "),
        rf"\b(?:cat|less|head|tail|base64|get-content|type|xxd|strings)\s[^\n|;&]{{0,80}}?"
        rf"(?P<hit>[^\s|;&]{{0,60}}{_FILES})",
        "reads a credential file out",
        judge=_reads,
        also=_FILE_NAMES,
    ),
)
