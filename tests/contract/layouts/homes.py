"""What each kind of home holds: every role at least once, and what lies beside it."""

from __future__ import annotations

from memgit.model.layout import Place, Role

_SKILL_FILES = (
    "SKILL.md",
    "references/api.md",
    "scripts/run.sh",
    "assets/logo.png",
    "uv.lock",
    ".gitignore",
    "tokens/colours.json",
    "文档/说明.md",
    "with space.md",
)


def _skill(root: str, folder: str) -> dict[str, Place]:
    return {f"{root}/{folder}/{file}": Place(Role.SKILL, f"{folder}/{file}", root) for file in _SKILL_FILES}


def _skills(root: str) -> dict[str, Place]:
    return {
        **_skill(root, "release-notes"),
        **_skill(root, "devops/deploy"),
        **_skill(root, "tokens"),
        f"{root}/devops/DESCRIPTION.md": Place(Role.CATEGORY, "devops", root),
        f"{root}/flat.md": Place(Role.SKILL, "flat.md", root),
        f"{root}/.archive/old-one/SKILL.md": Place(Role.ARCHIVE, "old-one/SKILL.md", root),
        f"{root}/.archive/old-one-20260102030405/SKILL.md": Place(
            Role.ARCHIVE, "old-one-20260102030405/SKILL.md", root
        ),
    }


_SETTINGS = {"memgit.yaml": Place(Role.SETTINGS)}
_OWN_USAGE = {".memgit/usage.json": Place(Role.USAGE)}

TRACKED: dict[str, dict[str, Place]] = {
    "hermes": {
        **_SETTINGS,
        "memories/MEMORY.md": Place(Role.MEMORY),
        "memories/USER.md": Place(Role.USER),
        **_skills("skills"),
        "skills/.usage.json": Place(Role.USAGE),
        "skill-bundles/release.yaml": Place(Role.BUNDLE, "release"),
        "skill-bundles/other.yml": Place(Role.BUNDLE, "other"),
    },
    "memgit": {
        **_SETTINGS,
        "memory/MEMORY.md": Place(Role.MEMORY),
        "memory/USER.md": Place(Role.USER),
        "memory/failures.md": Place(Role.FAILURES),
        "memory/STANDING.md": Place(Role.STANDING),
        "projects/shop/MEMORY.md": Place(Role.PROJECT, "shop"),
        "projects/shop/topics/MEMORY.md": Place(Role.TOPIC_INDEX, "shop"),
        "projects/shop/topics/deploys.md": Place(Role.TOPIC, "shop"),
        "projects/商店/MEMORY.md": Place(Role.PROJECT, "商店"),
        "projects/tokens/MEMORY.md": Place(Role.PROJECT, "tokens"),
        "projects/Secrets/topics/deploys.md": Place(Role.TOPIC, "Secrets"),
        "topics/MEMORY.md": Place(Role.TOPIC_INDEX),
        "topics/deploys.md": Place(Role.TOPIC),
        **_skills("skills"),
        "skills/.usage.json": Place(Role.USAGE),
        "bundles/release.yaml": Place(Role.BUNDLE, "release"),
    },
    "pi-hermes": {
        **_SETTINGS,
        **_OWN_USAGE,
        "pi-hermes-memory/MEMORY.md": Place(Role.MEMORY),
        "pi-hermes-memory/USER.md": Place(Role.USER),
        "pi-hermes-memory/failures.md": Place(Role.FAILURES),
        "pi-hermes-memory/STANDING.md": Place(Role.STANDING),
        "projects-memory/shop/MEMORY.md": Place(Role.PROJECT, "shop"),
        **_skills("pi-hermes-memory/skills"),
        **_skills("projects-memory/shop/skills"),
        **_skill("projects-memory/tokens/skills", "deploy"),
        **_skills("skills"),
    },
    "claude": {
        **_SETTINGS,
        **_OWN_USAGE,
        **_skills("skills"),
        "projects/-home-dev-shop/memory/MEMORY.md": Place(Role.TOPIC_INDEX, "-home-dev-shop"),
        "projects/-home-dev-shop/memory/deploys.md": Place(Role.TOPIC, "-home-dev-shop"),
        "projects/-home-dev-shop/memory/deep/down.md": Place(Role.TOPIC, "-home-dev-shop"),
        "projects/-home-dev-shop/memory/secrets/down.md": Place(Role.TOPIC, "-home-dev-shop"),
        "projects/tokens/memory/deep/down.md": Place(Role.TOPIC, "tokens"),
        "agent-memory/reviewer/MEMORY.md": Place(Role.TOPIC_INDEX, "agent:reviewer"),
        "agent-memory/reviewer/style.md": Place(Role.TOPIC, "agent:reviewer"),
    },
    "project-memory": {
        **_SETTINGS,
        "projects/shop/memory/MEMORY.md": Place(Role.TOPIC_INDEX, "shop"),
        "projects/shop/memory/deploys.md": Place(Role.TOPIC, "shop"),
    },
    "dsh": {
        **_SETTINGS,
        **_OWN_USAGE,
        "MEMORY.md": Place(Role.MEMORY),
        "USER.md": Place(Role.USER),
        "failures.md": Place(Role.FAILURES),
        "STANDING.md": Place(Role.STANDING),
        "projects/shop/MEMORY.md": Place(Role.PROJECT, "shop"),
        **_skills("skills"),
    },
}
"""Layout to path to place. Every path here is tracked."""

_EVERYWHERE = (
    "README.md",
    "settings.json",
    "config.yaml",
    "logs/agent.log",
    ".git/config",
    ".git/hooks/pre-commit",
    ".gitignore",
    ".memgit/store.json",
    ".memgit/lock",
    ".memgit/journal",
    ".memgit/index.db",
    ".memgit/spool/1.json",
    ".memgit/usage.json/x",
    "deep/memgit.yaml",
    "memgit.yml",
)

BESIDE: dict[str, tuple[str, ...]] = {
    "hermes": (
        "SOUL.md",
        "memories/notes.md",
        "memories/deep/MEMORY.md",
        "memories/memory.md",
        "profiles/work/memories/MEMORY.md",
        "pending/memory/0a1b2c3d.json",
        "cron/jobs.json",
        "sessions/1.json",
        "skill-bundles/notes.md",
        "skill-bundles/deep/release.yaml",
        "skills/.bundled_manifest",
        "skills/.curator_state",
        "skills/.curator_ledger.jsonl",
        "skills/.hub/lock.json",
        "skills/.hub/quarantine/bad/SKILL.md",
        "skills/.archive/.hidden/SKILL.md",
        "skills/.github/x/SKILL.md",
        "failures.md",
        "projects/shop/MEMORY.md",
    ),
    "memgit": (
        "MEMORY.md",
        "memory/notes.md",
        "memory/MEMORY.txt",
        "topics/deep/down.md",
        "topics/picture.png",
        "projects/MEMORY.md",
        "projects/shop/notes.md",
        "projects/shop/deep/MEMORY.md",
        "bundles/readme.md",
        "skills/.curator_state",
    ),
    "pi-hermes": (
        "auth.json",
        "hermes-memory-config.json",
        "MEMORY.md",
        "sessions/--home-dev--/1.jsonl",
        "pi-hermes-memory/notes.md",
        "pi-hermes-memory/.skills-migrated-to-extension-storage",
        "pi-hermes-memory/.consolidation-locks/locks.sqlite",
        "projects-memory/MEMORY.md",
        "projects-memory/shop/USER.md",
        "projects-memory/shop/deep/MEMORY.md",
        "project-memory/projects/shop/memory/MEMORY.md",
        "extensions/x/skills/y/SKILL.md",
    ),
    "claude": (
        "CLAUDE.md",
        "history.jsonl",
        "todos/x.json",
        "projects/-home-dev-shop/0a1b.jsonl",
        "projects/-home-dev-shop/0a1b/tool-results/x.md",
        "projects/-home-dev-shop/notes.md",
        "projects/-home-dev-shop/memory/picture.png",
        "projects/memory/MEMORY.md",
        "agent-memory/MEMORY.md",
        "agent-memory/reviewer/data.json",
        "plugins/x/skills/y/SKILL.md",
    ),
    "project-memory": (
        "config.json",
        "memory-roots/0a1b/state.json",
        "projects/shop/.project-root",
        "projects/shop/MEMORY.md",
        "projects/shop/memory/deep/down.md",
        "skills/x/SKILL.md",
    ),
    "dsh": ("notes.md", ".memory-vec.sqlite", "projects/MEMORY.md", "deep/MEMORY.md", "skills/.curator_state"),
}
"""Layout to paths that are no role of it, though they look like one."""


def untracked(layout: str) -> tuple[str, ...]:
    """Paths that the layout never tracks."""
    return (*_EVERYWHERE, *BESIDE[layout])


def folders(layout: str) -> list[str]:
    """Every folder that holds something tracked, the home (`""`) and two levels of nothing first."""
    found = {"", "elsewhere/deep"}
    for path in TRACKED[layout]:
        parts = path.split("/")
        found.update("/".join(parts[:end]) for end in range(1, len(parts)))
    return sorted(found)
