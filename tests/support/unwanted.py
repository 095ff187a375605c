"""Files that no history may ever hold, by kind; and folders full of them."""

from __future__ import annotations

UNWANTED: dict[str, tuple[str, ...]] = {
    "environment": (".env", ".env.local", ".env.production.local", ".envrc", "prod.env", ".ENV"),
    "ssh key": ("id_rsa", "id_ed25519", "id_ecdsa", "ID_RSA"),
    "certificate or key": ("server.pem", "tls.key", "cert.p12", "store.pfx", "AuthKey_1.p8", "putty.ppk", "a.jks"),
    "keyring": ("secring.gpg", "pass.kdbx", "backup.gpg", "private-key.asc"),
    "login": ("auth.json", "AUTH.json", "oauth.json", ".netrc", ".npmrc", ".pypirc", ".git-credentials", ".htpasswd"),
    "credentials": (
        "credentials.json",
        ".credentials.json",
        "google_credentials.json",
        "credentials",
        "service-account.json",
    ),
    "token": (
        "token.json",
        ".token",
        "tokens.json",
        "google_token.json",
        "github.token",
        "access_token",
        "api_key.txt",
    ),
    "secret": ("secrets.yaml", "secret.txt", ".secrets", "client_secret_12.json"),
    "cookies": ("cookies.txt", "cookies.json"),
    "database": ("state.db", "sessions.db", "x.sqlite", "x.sqlite3", "x.db3", ".pi-hermes-locks.sqlite", "x.duckdb"),
    "database journal": ("state.db-wal", "state.db-shm", "state.db-journal", "x.sqlite-wal", "x.sqlite-shm"),
    "lock": ("MEMORY.md.lock", ".usage.json.lock", "daemon.pid", "x.lck", ".~lock.notes.odt#"),
    "memory index": (".memory-index.sqlite", ".memory-index.json"),
    "temp": ("x.tmp", ".tmp", "MEMORY.md.tmp.123", "x.temp", "download.part", ".mem_8f3a.tmp", ".memgit-0a1b.tmp"),
    "pi's link dance": (
        ".MEMORY.md.recovery-1754000000000-aaaa",
        ".MEMORY.md.conflict-local-1754000000000-aaaa",
        ".MEMORY.md.retired-1754000000000-aaaa",
    ),
    "editor": (".MEMORY.md.swp", ".MEMORY.md.swo", "MEMORY.md~", "#MEMORY.md#", ".#MEMORY.md", "SKILL.md___jb_tmp___"),
    "backup": ("MEMORY.md.bak", "MEMORY.md.bak.1754000000", "SKILL.md.orig", "SKILL.md.rej"),
    "system": (".DS_Store", "._MEMORY.md", "Thumbs.db", "desktop.ini", ".nfs0000001", ".fuse_hidden0001"),
    "compiled": ("fill.pyc", "fill.pyo"),
    "odd name": ("back\\slash.md",),
}

FOLDERS: dict[str, tuple[str, ...]] = {
    "cache": ("__pycache__", ".cache", ".mypy_cache", ".pytest_cache", ".ruff_cache", ".scan-cache"),
    "dependencies": ("node_modules", ".venv", "venv", "site-packages"),
    "git": (".hg", ".svn", ".jj", ".worktrees"),
    "key folder": (".ssh", ".gnupg", ".aws"),
    "the agent's own": (".hub", ".curator_backups", ".consolidation-locks", ".rollback-staging-1", ".tmp-3f2a"),
}

FILES = tuple(name for names in UNWANTED.values() for name in names)
IN_FOLDERS = tuple(f"{folder}/notes.md" for folders in FOLDERS.values() for folder in folders)
