"""What the keys of a SKILL.md mean, with the limits that the agents really have: for hover and completion."""

from __future__ import annotations

from memgit.rules.document import Profile
from memgit.rules.skill import keys

_MEANINGS = {
    "name": "What the skill is called. It is the name of its folder: 1 to 64 of `a-z`, `0-9` and `-`"
    " (Hermes also takes `.` and `_`).",
    "description": "When to use the skill and what it does: all that an agent sees of it before it loads it."
    " At most 1,024 characters; Hermes' index of skills shows 60.",
    "license": "The license, by its short name or that of a file in the skill.",
    "compatibility": "What the skill needs of its surroundings, in at most 500 characters.",
    "metadata": "Anything else. The specification wants texts only; Hermes keeps mappings below `metadata.hermes`.",
    "allowed-tools": "Tools that the agent may use without asking. The specification wants a text with blanks between.",
    "version": "The version of the skill. Quote it: `1.10` unquoted is the number 1.1.",
    "author": "Who wrote it. Hermes' own skills say `Hermes`, never the login name of a machine.",
    "platforms": "Where Hermes offers the skill: `macos`, `linux`, `windows`; without it, everywhere.",
    "environments": "In which surroundings Hermes offers the skill: `kanban`, `docker`, `s6`.",
    "tags": "Words to find it by.",
    "category": "The folder that Hermes keeps it in.",
    "related_skills": "Names of other skills that belong to it.",
    "prerequisites": "What must be there before it works.",
    "required_environment_variables": "Environment variables that it needs: each a mapping with `name`, and perhaps"
    " `prompt`, `help`, `required_for`, `optional`.",
    "required_credential_files": "Files that it needs: each a mapping with `path` and `description`.",
    "setup": "How it is set up.",
    "dependencies": "Packages or programs that it needs.",
    "triggers": "Phrases that call for it.",
    "when_to_use": "More about when to use it; Claude Code adds it to the description.",
    "argument-hint": "What Claude Code shows behind the skill's command.",
    "arguments": "Names of the arguments of the skill's command.",
    "disable-model-invocation": "`true`: only the person starts the skill.",
    "user-invocable": "`false`: only the model starts the skill.",
    "disallowed-tools": "Tools that the agent may not use while the skill runs.",
    "model": "The model that the skill runs with.",
    "effort": "How much the model thinks.",
    "context": "`fork`: the skill runs in an agent of its own.",
    "agent": "Which agent runs it, with `context: fork`.",
    "hooks": "Commands that run at events while the skill is at work.",
    "paths": "Only for work on files that match these patterns.",
    "shell": "The shell that runs its commands.",
    "created": "When it was written.",
    "updated": "When it was last changed.",
    "display_name": "How it is shown to people.",
    "requires_toolsets": "Toolsets without which Hermes does not offer the skill.",
    "requires_tools": "Tools without which Hermes does not offer the skill.",
    "fallback_for_toolsets": "Hermes offers the skill only while these toolsets are missing.",
    "fallback_for_tools": "Hermes offers the skill only while these tools are missing.",
    "config": "Settings of the skill: each a mapping with `key` and `description`, perhaps `default` and `prompt`.",
    "blueprint": "A job that Hermes sets up from the skill: `schedule`, `deliver`, `prompt`, `no_agent`.",
    "type": "What kind of topic it is: `user`, `feedback`, `project` or `reference`.",
}

TOPIC = ("name", "description", "type")
"""Keys of a topic file."""


def meaning(key: str) -> str:
    """One or two sentences on a key, "" for one that is not known."""
    return _MEANINGS.get(key, "")


def takes(key: str, profile: Profile) -> str:
    """What may be set to a key, in words; "" where anything may be."""
    tags = keys.known(profile).get(key) or keys.nested().get(key)
    if tags is None or len(tags) == len(keys.known(profile)["name"]):
        return ""
    return " or ".join(sorted("a text" if tag.value == "text" else tag.value for tag in tags))
