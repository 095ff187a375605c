"""Skills as odd as they are met in the wild: name to bytes, and the codes of what is found above a hint."""

from __future__ import annotations

from typing import NamedTuple


class Odd(NamedTuple):
    """A SKILL.md in a folder of the sample's name. found: codes of errors and warnings, for the open specification."""

    data: bytes
    found: tuple[str, ...] = ()
    folder: str | None = None


def _head(*lines: str, body: str = "Do it.\n") -> bytes:
    return "\n".join(("---", *lines, "---", body)).encode()


ODD = {
    "plain": Odd(_head("name: plain", "description: Does it")),
    "bom": Odd(b"\xef\xbb\xbf" + _head("name: bom", "description: Does it")),
    "crlf": Odd(_head("name: crlf", "description: Does it").replace(b"\n", b"\r\n")),
    "cr": Odd(_head("name: cr", "description: Does it").replace(b"\n", b"\r")),
    "crlf-colon": Odd(
        _head("name: crlf-colon", "description: Do: it").replace(b"\n", b"\r\n"), ("skill/frontmatter-yaml",)
    ),
    "heading": Odd(b"# Heading\n\nDo it: now.\n", ("skill/frontmatter-missing",)),
    "empty": Odd(b"", ("skill/frontmatter-missing",)),
    "blank-first": Odd(b"\n" + _head("name: blank-first", "description: Does it"), ("skill/frontmatter-missing",)),
    "fenced": Odd(b"```yaml\n---\nname: fenced\n---\n```\n", ("skill/frontmatter-missing",)),
    "link": Odd(b"../other/SKILL.md", ("skill/frontmatter-missing",)),
    "last-line": Odd(b"---\nname: last-line\ndescription: Does it\n---", ("skill/frontmatter-unclosed",)),
    "unclosed": Odd(
        b"---\nname: unclosed\ndescription: Does it\n\n# Head\n\nDo it.\n", ("skill/frontmatter-unclosed",)
    ),
    "opened": Odd(b"---\n", ("skill/frontmatter-unclosed",)),
    "duplicate": Odd(
        _head("name: duplicate", "description: One", "description: Two"), ("skill/frontmatter-duplicate-key",)
    ),
    "tab": Odd(_head("name: tab", "metadata:", "\ta: b", "description: Does it"), ("skill/frontmatter-yaml",)),
    "colon": Odd(_head("name: colon", "description: Deploys: what to check"), ("skill/frontmatter-yaml",)),
    "wide-colon": Odd(
        _head("name: wide-colon", "description：Does it"),
        ("skill/description-missing", "skill/frontmatter-yaml"),
    ),
    "only-wide": Odd(_head("description：Does it"), ("skill/frontmatter-not-a-mapping",)),
    "at": Odd(_head("name: at", "description: @agent does it"), ("skill/frontmatter-yaml",)),
    "tick": Odd(_head("name: tick", "description: `it` is done"), ("skill/frontmatter-yaml",)),
    "star": Odd(_head("name: star", "description: **Does** it"), ("skill/frontmatter-yaml",)),
    "percent": Odd(_head("name: percent", "description: %d of it"), ("skill/frontmatter-yaml",)),
    "escape": Odd(_head("name: escape", 'description: "C:\\path\\dir"'), ("skill/frontmatter-yaml",)),
    "after-quotes": Odd(_head("name: after-quotes", 'description: "Do" it'), ("skill/frontmatter-yaml",)),
    "open-list": Odd(_head("name: open-list", "description: Does it", "tags: [a, b"), ("skill/frontmatter-yaml",)),
    "colon-goes-on": Odd(
        _head("name: colon-goes-on", "description: Do: it", "  and more"), ("skill/frontmatter-yaml",)
    ),
    "anchor": Odd(_head("name: &n anchor", "description: *n")),
    "folded": Odd(_head("name: folded", "description: >", "  Does it", "  well")),
    "literal": Odd(_head("name: literal", "description: |", "  Does it", "  well")),
    "goes-on": Odd(_head("name: goes-on", "description: Does it", "  well")),
    "next-line": Odd(_head("name: next-line", "description:", "  Does it")),
    "comment": Odd(_head("# a comment", "name: comment # here", "description: Does it")),
    "json": Odd(_head("name: json", "description: Does it", 'metadata: {"a": {"b": [1, 2]}}')),
    "no-name": Odd(_head("description: Does it"), ("skill/name-missing",)),
    "empty-name": Odd(_head("name:", "description: Does it"), ("skill/name-missing",)),
    "no-description": Odd(_head("name: no-description"), ("skill/description-missing",)),
    "empty-description": Odd(_head("name: empty-description", "description:"), ("skill/description-empty",)),
    "blank-description": Odd(_head("name: blank-description", 'description: " "'), ("skill/description-empty",)),
    "list-description": Odd(_head("name: list-description", "description: [a, b]"), ("skill/description-not-text",)),
    "number-description": Odd(_head("name: number-description", "description: 12"), ("skill/description-not-text",)),
    "long-description": Odd(
        _head("name: long-description", f"description: {'很长 ' * 400}"), ("skill/description-over-1024",)
    ),
    "61": Odd(_head('name: "61"', f"description: {'d' * 61}")),
    "yes": Odd(_head("name: yes", "description: Does it"), ("skill/name-not-text",)),
    "1.0": Odd(_head("name: 1.0", "description: Does it"), ("skill/name-not-text",)),
    "2026-01-01": Odd(_head("name: 2026-01-01", "description: Does it"), ("skill/name-not-text",)),
    "Upper": Odd(_head("name: Upper", "description: Does it"), ("skill/name-invalid",)),
    "under_score": Odd(_head("name: under_score", "description: Does it"), ("skill/name-invalid",)),
    "double--hyphen": Odd(_head("name: double--hyphen", "description: Does it"), ("skill/name-invalid",)),
    "a:b": Odd(_head("name: a:b", "description: Does it"), ("skill/name-invalid",)),
    "中文": Odd(_head("name: 中文", "description: 做这件事"), ("skill/name-invalid",)),
    "n" * 65: Odd(_head(f"name: {'n' * 65}", "description: Does it"), ("skill/name-invalid",)),
    "other-folder": Odd(_head("name: some-name", "description: Does it"), ("skill/name-mismatch",)),
    "list": Odd(_head("- a"), ("skill/frontmatter-not-a-mapping",)),
    "no-keys": Odd(_head(), ("skill/description-missing", "skill/name-missing")),
    "emoji": Odd(_head("name: emoji", "description: 🦊 does: it 你好"), ("skill/frontmatter-yaml",)),
    "two-wrong": Odd(
        _head("name: Two Wrong", "description: Do: it", "tags: [a"),
        ("skill/frontmatter-yaml", "skill/frontmatter-yaml", "skill/name-invalid", "skill/name-mismatch"),
    ),
}
