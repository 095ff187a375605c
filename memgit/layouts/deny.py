"""What is never tracked, whatever a layout or a `.gitignore` says: secrets, databases, locks, temp files, caches.

The lists are gitignore patterns for one path segment (`*`, `?`, `[0-9]`), read without regard to case. `denied` and the
lines of `.git/info/exclude` are both made from them, so memgit and plain git agree.
"""

from __future__ import annotations

import re
from functools import lru_cache

_SECRETS = """
    .env* *.env .netrc _netrc .npmrc .pypirc .pgpass .my.cnf .s3cfg .boto .dockercfg .git-credentials .htpasswd
    .ssh .gnupg .aws .azure .kube .docker .password-store .vault-token .vault_pass* .terraformrc *.tfstate *.tfstate.*
    id_rsa id_dsa id_ecdsa id_ed25519 id_ecdsa_sk id_ed25519_sk id_xmss
    *.pem *.key *.p12 *.pfx *.pkcs12 *.p8 *.ppk *.jks *.keystore *.bks *.kdbx *.kdb *.gpg *.pgp *.agekey
    secring.* *private*.asc *secret*.asc *.ovpn
    .credentials .credentials.* *.credentials
    credentials.json credentials.yaml credentials.yml credentials.toml credentials.ini credentials.cfg credentials.conf
    credentials.txt credentials.csv credentials.xml credentials.enc credentials.bin
    credentials-*.json credentials_*.json *_credentials.json *-credentials.json *_credentials *-credentials.yaml
    *_credentials.yaml
    service-account*.json service_account*.json client_secret*.json oauth.json oauth_*.json oauth-*.json
    .secret .secrets .secrets.* secret.json secret.yaml secret.yml secret.toml secret.txt secrets.json secrets.yaml
    secrets.yml secrets.toml secrets.ini secrets.txt *.secret *.secrets
    auth.json .auth.json auth.toml auth.yaml auth.yml *-auth.json *_auth.json .auth
    .token .tokens .token.* .tokens.* token.json tokens.json token.txt tokens.txt token.pickle token.bin *.token
    *.tokens *_token.json *-token.json *_tokens.json *_token.txt *-token.txt .access_token access_token .refresh_token
    refresh_token
    .api_key .api-key .apikey api_key.txt api-key.txt apikey.txt api_keys.json api_key.json api-key.json *.apikey
    cookies.txt cookies.json cookie.txt .cookies .cookies.* *.cookies cookies-journal cookiejar*
""".split()

_SECRETS_UNLESS_FOLDERS = "credentials secret secrets token tokens api_key api-key apikey cookies".split()

_DATABASES = """
    *.db *.db-wal *.db-shm *.db-journal *.db3 *.sqlite* *.sl3 *.s3db *.mdb *.accdb *.duckdb *.duckdb.wal *.ldb *.mdbx
""".split()

_LOCKS = "*.lock *.lck *.pid .~lock.*".split()

_DEPENDENCY_LOCKS = """
    uv.lock poetry.lock pdm.lock pipfile.lock pixi.lock yarn.lock bun.lock deno.lock cargo.lock gemfile.lock
    composer.lock flake.lock mix.lock pubspec.lock podfile.lock
""".split()
"""Files of a skill that only look like locks."""

_TEMPORARY = """
    *.tmp *.tmp.* *.tmp-* *.temp .tmp-* .tmp.* .tmp .temp *~ *.swp *.swo *.swx .#* #*# ~$* *.bak *.bak.* *.bak-* *.orig
    *.rej *.part *.crdownload *___jb_tmp___ *___jb_old___ .goutputstream-* .fuse_hidden* .nfs[0-9]* .mem_*
    .*.recovery-* .*.conflict-local-* .*.retired-* .rollback-staging-* .memgit-*
""".split()

_CACHES = """
    __pycache__ *.pyc *.pyo *.pyd node_modules .venv venv site-packages .tox .nox .pytest_cache .mypy_cache .ruff_cache
    .hypothesis .ipynb_checkpoints .cache .scan-cache *.egg-info .ds_store ._* thumbs.db desktop.ini .trash .trashes
    .spotlight-v100 .fseventsd .stversions .stfolder
""".split()

_FOREIGN = """
    .git git~[0-9] .hg .svn .jj .bzr .hub .curator_backups .consolidation-locks .memory-index.* .worktrees .conflicts
    .memgit
""".split()

ANYWHERE = tuple(_SECRETS + _DATABASES + _LOCKS + _TEMPORARY + _CACHES + _FOREIGN)
"""Patterns for a file or a folder at any depth."""

FILES_ONLY = tuple(_SECRETS_UNLESS_FOLDERS)
"""Names denied to a file but fine for a folder: a skill may be called `tokens`."""

ALLOWED = tuple(_DEPENDENCY_LOCKS)
"""Names of files that are let through although a pattern of `ANYWHERE` covers them."""

_IGNORABLE = re.compile("[\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff]")
_UNCLEAN = re.compile(r"[\\\0]|(?:^|/)\.{0,2}(?:/|$)")


def denied(path: str) -> bool:
    """Whether the file (or link) at a relative POSIX path must never be tracked."""
    folder, slash, name = path.rpartition("/")
    if slash and folder_denied(folder):
        return True
    low = name.lower()
    if low in _FILES_ONLY:
        return True
    return _segment_denied(low) and low not in _ALLOWED


@lru_cache(maxsize=16384)
def folder_denied(folder: str) -> bool:
    """Whether nothing below the folder at a relative POSIX path is ever tracked. The home itself is `""`."""
    parent, slash, name = folder.rpartition("/")
    if slash and folder_denied(parent):
        return True
    return _segment_denied(name.lower())


def unclean(path: str) -> bool:
    r"""Whether a path is no plain relative POSIX one: empty, absolute, with `.`, `..`, empty segments, `\`, NUL."""
    return _UNCLEAN.search(path) is not None


def git_pattern(pattern: str) -> str:
    """A segment pattern as a line of an exclude file that matches without regard to case."""
    line = "".join(
        part if part.startswith("[") else "".join(f"[{c.lower()}{c.upper()}]" if c.isalpha() else c for c in part)
        for part in re.split(r"(\[[^]]*\])", pattern)
    )
    return "\\" + line if line.startswith(("#", "!")) else line


def _segment_denied(low: str) -> bool:
    if low in _EXACT or low.endswith(_ENDS) or low.startswith(_STARTS):
        return True
    if _ODD.fullmatch(low):
        return True
    return (not low.isascii() or low[-1:] in ". " or ":" in low) and _is_git_alias(low)


def _is_git_alias(low: str) -> bool:
    """Whether a file system takes the name for `.git`: HFS+ skips ignorable characters, NTFS trailing dots and `:`."""
    plain = _IGNORABLE.sub("", low).partition(":")[0].rstrip(". ")
    return plain in {".git", "git~1"}


def _regex(pattern: str) -> str:
    parts = re.split(r"(\*|\[[^]]*\])", pattern)
    return "".join(".*" if p == "*" else p if p.startswith("[") else re.escape(p) for p in parts)


_FILES_ONLY = frozenset(FILES_ONLY)
_ALLOWED = frozenset(ALLOWED)
_EXACT = frozenset(p for p in ANYWHERE if not re.search(r"[*\[]", p))
_ENDS = tuple(p[1:] for p in ANYWHERE if p.startswith("*") and not re.search(r"[*\[]", p[1:]))
_STARTS = tuple(p[:-1] for p in ANYWHERE if p.endswith("*") and not re.search(r"[*\[]", p[:-1]))
_ODD = re.compile(
    "|".join(_regex(p) for p in ANYWHERE if re.search(r"[*\[]", p[1:-1]) or re.search(r"\[|^\*.*\*$", p)), re.DOTALL
)
