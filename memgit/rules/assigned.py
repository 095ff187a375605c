"""Secrets known by the words around them: `password: …`, 密码：…, `Bearer …`, `scheme://user:password@host`."""

from __future__ import annotations

import re
from functools import cache

from memgit.model.diagnostic import Severity
from memgit.rules import placeholders
from memgit.rules.hit import Hit
from memgit.rules.pattern import Pattern

_KEY_WORDS = (
    "api_key", "api-key", "apikey", "api key", "access_key", "access-key", "accesskey", "secret", "token", "credential",
    "private_key", "privatekey", "auth_key", "authkey",
    "encryption_key", "signing_key", "密钥", "令牌", "凭证", "秘钥", "密匙",
)  # fmt: skip
_PASS_WORDS = ("password", "passwd", "passphrase", "pwd", "passcode", "密码", "口令")
_IS = r"(?:[\"'`*_]{0,3}\s?(?::=|=>|[:=：]|\bis\b|是|为)|[\"'`]? +(?:is|was) )\s{0,3}[\"'`*]{0,3}"
_VALUE = r"(?P<hit>[^\s\"'`,;，。；、<>()\[\]{}|]{%d,300})"
_NOT_THE_VALUE = (
    "page", "next", "sync", "continuation", "csrf", "cancellation", "cancel", "sep", "bos", "eos", "pad", "unk", "mask",
    "stop", "cursor", "public", "publickey", "design", "max", "id", "per", "change", "lexer", "num",
)  # fmt: skip
_KEEP = "; keep it in an environment variable and name that here"


def _words(words: tuple[str, ...]) -> str:
    return "|".join(word.replace(" ", r"\s") for word in words)


@cache
def _other_kind() -> re.Pattern[str]:
    """What makes `… token` the name of something public, standing right before the word."""
    return re.compile(rf"(?:{'|'.join(_NOT_THE_VALUE)})[ _-]?\Z")


def _assigned(hit: Hit) -> Severity | None:
    value = _bare(hit)
    if _is_nothing(value) or placeholders.is_cut(hit.after) or _other_kind().search(hit.before):
        return None
    if placeholders.is_uuid(value):
        return Severity.WARNING
    return Severity.ERROR if placeholders.is_random(value) else None


def _password(hit: Hit) -> Severity | None:
    value = _bare(hit)
    if len(value) < 6 or _is_nothing(value) or placeholders.is_cut(hit.after) or placeholders.is_sequence(value):
        return None
    if placeholders.is_random(value) or (len(value) >= 8 and placeholders.classes(value) >= 3 and _has_digit(value)):
        return Severity.ERROR
    return Severity.WARNING if _has_digit(value) and placeholders.classes(value) >= 2 else None


def _bare(hit: Hit) -> str:
    return hit.text.rstrip(".!?:*_\\/")


def _is_nothing(value: str) -> bool:
    return (
        placeholders.is_illustration(value)
        or placeholders.is_code(value)
        or value.startswith(("http", "/", "./", "~/", "@", "--"))
    )


def _has_digit(value: str) -> bool:
    return any(c.isdigit() for c in value)


def _bearer(hit: Hit) -> Severity | None:
    value = hit.text
    if _is_nothing(value) or placeholders.is_cut(hit.after) or not placeholders.is_random(value):
        return None
    return Severity.ERROR


_SAME = frozenset({"user", "username", "pass", "password", "passwd", "pwd", "secret", "token", "postgres", "root",
"admin", "test", "guest", "mysql", "redis", "minioadmin", "x-oauth-basic", "pw"})  # fmt: skip


def _url_password(hit: Hit) -> Severity | None:
    password, host = hit.text, hit.group("host").lower()
    if placeholders.is_illustration(password) or placeholders.is_code(password) or password.lower() in _SAME:
        return None
    if (
        host.startswith(("localhost", "127.0.0.1", "example", "host", "proxy", "server"))
        or "example." in host
        or password == hit.group("user")
    ):
        return Severity.WARNING if _has_digit(password) and len(password) >= 8 else None
    strong = len(password) >= 8 and _has_digit(password) and placeholders.classes(password) >= 2
    return Severity.ERROR if strong else Severity.WARNING


def _connection_key(hit: Hit) -> Severity | None:
    return None if placeholders.is_illustration(hit.text) else Severity.ERROR


PATTERNS: tuple[Pattern, ...] = (
    Pattern(
        "secret/assigned",
        _KEY_WORDS,
        rf"(?:{_words(_KEY_WORDS)})(?:[_-]?(?:key|id|value|码))?{_IS}{_VALUE % 12}",
        f"a value beside a word for a key or token looks like the real one{_KEEP}",
        judge=_assigned,
        env="SECRET",
    ),
    Pattern(
        "secret/password",
        _PASS_WORDS,
        rf"(?:{_words(_PASS_WORDS)}){_IS}{_VALUE % 6}",
        f"a value beside a word for a password looks like the real one{_KEEP}",
        judge=_password,
        env="PASSWORD",
    ),
    Pattern(
        "secret/bearer",
        ("bearer ", "authorization"),
        r"(?:\bbearer\s{1,3}|authorization[\"']?\s{0,2}[:=]\s{0,2}[\"']?(?:basic|token"
        r"|bearer)\s{1,3})(?P<hit>[a-z0-9+/_.~-]{16,400}={0,2})",
        f"an authorization header with its token{_KEEP}",
        judge=_bearer,
        env="AUTH_TOKEN",
    ),
    Pattern(
        "secret/url-password",
        ("://",),
        r"(?<=[a-z][a-z0-9+.-])://(?P<user>[^\s:/@\"'`<>]{0,64}):"
        r"(?P<hit>[^\s:/@\"'`<>]{3,128})@(?P<host>[^\s/@\"'`<>)]{1,200})",
        f"an address with a password in it{_KEEP}",
        judge=_url_password,
        env="PASSWORD",
    ),
    Pattern(
        "secret/connection-key",
        ("accountkey=", "sharedaccesskey="),
        r"(?:(?:accountkey|sharedaccesskey)=(?P<hit>[a-z0-9+/]{40,90}={0,2}))",
        f"a connection string with its key{_KEEP}",
        judge=_connection_key,
        env="CONNECTION_STRING",
    ),
)
