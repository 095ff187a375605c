"""A Hermes home to search: thousands of skills and memory entries, the same bytes for the same seed and data.

`build` writes the home and answers its items; what is asked of them is in `queries.py`. Run as a script it writes a
home for a look at it: `python bench/corpus.py FOLDER [--skills N] [--entries N] [--data FOLDER]`.
"""

from __future__ import annotations

import argparse
import json
import os
import random
from dataclasses import dataclass
from pathlib import Path

from passages import DATA, TECHNICAL, Passages, questions, sentences

SKILLS = 5_000
ENTRIES = 10_000
SEED = 20_260
_USER_SHARE = 10
_CATEGORIES = 25

_KINDS = ("hans", "hant", "en", "mix")
_SKILL_SHARES = (20, 15, 30, 35)
_ENTRY_SHARES = (30, 10, 30, 30)
_HEADINGS = {
    "hans": "什么时候用 步骤 注意事项 常见问题 背景 例子 检查清单 回滚 参考".split(),
    "hant": "什麼時候用 步驟 注意事項 常見問題 背景 例子 檢查清單 回滾 參考".split(),
    "en": ["When to use", "Steps", "Pitfalls", "Background", "Examples", "Checklist", "Rollback", "Notes"],
    "mix": ["使用场景 (When)", "Steps 步骤", "Pitfalls 坑", "背景", "Examples 例子", "Checklist", "Rollback 回滚"],
}
_NOTES = (
    "{zh} 用 `{id}`",
    "`{id}`：{zh}",
    "Use `{id}` when {en}",
    "{en} See {id}.",
    "跑 {id} 之前先看 {zh} ({en})",
    "{zh} {en} {id}",
)


@dataclass(frozen=True, slots=True)
class Item:
    """What a search should find: key is a skill's name or an entry's text; text is all that the item holds."""

    key: str
    kind: str
    language: str
    text: str
    path: str


@dataclass(frozen=True, slots=True)
class Corpus:
    """A home and its items, skills first; paths are relative to the home.

    questions: what people asked, with the paragraph that answers it, be it in an item or not.
    """

    home: Path
    items: tuple[Item, ...]
    seed: int
    questions: tuple[tuple[str, str], ...] = ()

    @property
    def size(self) -> int:
        """Bytes of the items' text."""
        return sum(len(item.text.encode()) for item in self.items)


def data_folder(given: str | None = None) -> Path | None:
    """Where the real passages are: the argument, `MEMGIT_BENCH_DATA`, or beside the project; None when nowhere."""
    folder = Path(given or os.environ.get("MEMGIT_BENCH_DATA") or DATA)
    return folder if (folder / "recall").is_dir() else None


def build(
    folder: Path, skills: int = SKILLS, entries: int = ENTRIES, seed: int = SEED, data: Path | None = None
) -> Corpus:
    """Write a home into a folder that need not exist. data: where real passages are; without, all is generated."""
    rng = random.Random(seed)
    writer = Writer(folder, rng, Passages(rng, data))
    items = [writer.skill(n) for n in range(skills)]
    items += writer.entries(entries)
    return Corpus(folder, tuple(items), seed, tuple(questions(data)) if data else ())


class Writer:
    """Makes items of passages and writes them."""

    def __init__(self, home: Path, rng: random.Random, passages: Passages) -> None:
        self.home = home
        self.rng = rng
        self.passages = passages

    def skill(self, n: int) -> Item:
        """Write a skill of about 4,000 bytes, now and then with support files."""
        language = self.rng.choices(_KINDS, _SKILL_SHARES)[0]
        name = f"{'-'.join(self.rng.sample(TECHNICAL, 2))}-{n:04}"
        size = int(min(30_000, max(600, self.rng.lognormvariate(7.75, 0.8))))
        folder = f"skills/category-{n % _CATEGORIES:02}/{name}"
        support = self.rng.randint(1, 3) if self.rng.random() < 0.12 else 0
        parts = [self._main(name, language, size // (support + 1))]
        self._write(f"{folder}/SKILL.md", parts[0])
        for number in range(support):
            parts.append(f"# {name}\n\n{self._sections(language, size // (support + 1))}")
            self._write(f"{folder}/references/{self.rng.choice(TECHNICAL)}-{number}.md", parts[-1])
        return Item(name, "skill", language, "\n".join(parts), folder)

    def entries(self, count: int) -> list[Item]:
        """Write the entries: nine in ten into MEMORY.md, the rest into USER.md."""
        texts: dict[str, str] = {}
        while len(texts) < count:
            language = self.rng.choices(_KINDS, _ENTRY_SHARES)[0]
            texts.setdefault(self._note() if language == "mix" else self._entry(language), language)
        files: dict[str, list[str]] = {"memories/MEMORY.md": [], "memories/USER.md": []}
        items = []
        for n, (text, language) in enumerate(texts.items()):
            path = "memories/USER.md" if n % _USER_SHARE == _USER_SHARE - 1 else "memories/MEMORY.md"
            files[path].append(text)
            items.append(Item(text, "entry", language, text, path))
        for path, held in files.items():
            self._write(path, "\n§\n".join(held))
        return items

    def _entry(self, language: str) -> str:
        """Sentences, up to 20 to 200 characters."""
        least, text = self.rng.randint(20, 120), ""
        while len(text) < least:
            text = f"{text}{' ' if text and language == 'en' else ''}{self.passages.sentence(language)}"
        return text[:200].strip()

    def _note(self) -> str:
        """What an agent notes of a project: words of two languages and often an identifier; or a line of real docs."""
        if self.rng.random() < 0.4:
            return self._entry("mix")
        english = " ".join(self.passages.sentence("en").split()[: self.rng.randint(3, 9)])
        chinese = self.passages.sentence("hans")[: self.rng.randint(8, 40)]
        return self.rng.choice(_NOTES).format(zh=chinese, en=english, id=self.identifier())[:200].strip()

    def _main(self, name: str, language: str, size: int) -> str:
        description = json.dumps(self.passages.sentence(language)[:200], ensure_ascii=False)
        title = name.rpartition("-")[0].replace("-", " ").capitalize()
        return (
            f"---\nname: {name}\ndescription: {description}\n---\n\n# {title}\n\n{self._sections(language, size - 200)}"
        )

    def _sections(self, language: str, size: int) -> str:
        parts: list[str] = []
        left = size
        while left > 0 or not parts:
            part = f"## {self.rng.choice(_HEADINGS[language])}\n\n{self._section(language)}\n"
            left -= len(part.encode())
            parts.append(part)
        return "\n".join(parts)

    def _section(self, language: str) -> str:
        """A passage as prose, points or steps, or commands."""
        shape = self.rng.random()
        if shape < (0.12 if language in ("hans", "hant") else 0.3):
            return self._commands()
        if language == "mix":
            language = self.rng.choice(("mix", "mix", "hans", "hans", "en"))
        passage = self.passages.take(language)
        if language == "mix" or shape < 0.6:
            return passage
        lines = sentences(passage)
        if shape < 0.8:
            return "\n".join(f"- {line}" for line in lines)
        return "\n".join(f"{number}. {line}" for number, line in enumerate(lines, 1))

    def _commands(self) -> str:
        lines = [f"{self.identifier()} {self.identifier()}" for _ in range(self.rng.randint(1, 4))]
        return "```sh\n" + "\n".join(lines) + "\n```\n\n" + f"`{self.identifier()}`, `{self.identifier()}`"

    def identifier(self) -> str:
        """A name as code has it: snake_case, CamelCase, path/to.file, --flag or a version."""
        words = self.rng.sample(TECHNICAL, self.rng.randint(2, 4))
        shape = self.rng.randrange(5)
        if shape == 0:
            return "_".join(words)
        if shape == 1:
            return "".join(word.capitalize() for word in words)
        if shape == 2:
            return f"{'/'.join(words)}.{self.rng.choice(('py', 'ts', 'md', 'yaml', 'toml', 'go'))}"
        if shape == 3:
            return f"--{'-'.join(words)}"
        return f"v{self.rng.randrange(20)}.{self.rng.randrange(60)}.{self.rng.randrange(90)}"

    def _write(self, path: str, text: str) -> None:
        file = self.home / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(text.encode())


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--skills", type=int, default=SKILLS)
    parser.add_argument("--entries", type=int, default=ENTRIES)
    parser.add_argument("--data")
    given = parser.parse_args()
    corpus = build(given.folder, given.skills, given.entries, data=data_folder(given.data))
    print(f"{len(corpus.items):,} items, {corpus.size:,} bytes in {corpus.home}")


if __name__ == "__main__":
    main()
