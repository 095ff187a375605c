"""What a skill's text offers where its frontmatter says nothing."""

from __future__ import annotations

from memgit.formats import scalar
from memgit.formats.skill import MAX_NEW_DESCRIPTION, first_line
from memgit.rules.document import Document


def proposed(document: Document) -> str:
    """The first line of the body as a description: a YAML value of at most 60 characters; empty if there is none."""
    line = first_line(document.text.encode("utf-8", "replace"))
    return scalar.write(cut(line, MAX_NEW_DESCRIPTION)) if line else ""


def cut(text: str, limit: int) -> str:
    """A text of at most so many characters: cut behind a sentence, else at a word, else anywhere."""
    if len(text) <= limit:
        return text
    head = text[:limit]
    ends = [
        head.rfind(sign) + len(sign.rstrip())
        for sign in (". ", "。", "；", "; ", "，")
        if head.rfind(sign) >= limit // 3
    ]
    if ends:
        return head[: max(ends)].rstrip(";；，")
    words = text[: limit + 1].rpartition(" ")[0].rstrip(" ,;:-")
    return words if len(words) > limit // 2 else head
