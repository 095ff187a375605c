"""Completion scripts: the names of commands and flags are written into them, so that a shell need not ask memgit."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from memgit.cli.flags import GLOBAL_OPTIONS


class Flag(NamedTuple):
    """An option. names: `-n`, `--limit`. values: what may follow, where that is a fixed list."""

    names: tuple[str, ...]
    about: str
    values: tuple[str, ...] = ()


class Entry(NamedTuple):
    """A command or a group. words: `memory add`; a group has no flags."""

    words: str
    about: str
    flags: tuple[Flag, ...] = ()


Items = Sequence[tuple[str, str]]

GLOBALS = tuple(Flag((flag.split()[0].partition("=")[0],), about) for flag, about in GLOBAL_OPTIONS)

_BASH = """\
# bash completion for memgit; put it where bash looks, or: source <(memgit completion bash)
_memgit() {{
  local cur=${{COMP_WORDS[COMP_CWORD]}} prev=${{COMP_WORDS[COMP_CWORD-1]}} first= second= skip= word found=
  for word in "${{COMP_WORDS[@]:1:COMP_CWORD-1}}"; do
    if [ -n "$skip" ]; then skip=; continue; fi
    case $word in
      --home|--wait) skip=1 ;;
      -*) ;;
      *) if [ -z "$first" ]; then first=$word; elif [ -z "$second" ]; then second=$word; fi ;;
    esac
  done
  case "$first $second $prev" in
{values}
  esac
  if [ -z "$found" ]; then
    case $cur in
      -*) case "$first $second" in
{flags}
        esac
        found="$found {globals}" ;;
      *) case "$first,$second" in
{commands}
        esac ;;
    esac
  fi
  COMPREPLY=($(compgen -W "$found" -- "$cur"))
}}
complete -o default -F _memgit memgit
"""

_ZSH = """\
#compdef memgit
# zsh completion for memgit; put it into a folder of $fpath as _memgit, or: source <(memgit completion zsh)
_memgit() {{
  local first second skip word prev=${{words[CURRENT-1]}}
  local -a found
  for word in ${{words[2,CURRENT-1]}}; do
    if [[ -n $skip ]]; then skip=; continue; fi
    case $word in
      --home|--wait) skip=1 ;;
      -*) ;;
      *) if [[ -z $first ]]; then first=$word; elif [[ -z $second ]]; then second=$word; fi ;;
    esac
  done
  case "$first $second $prev" in
{values}
  esac
  if (( $#found )); then
    compadd -- $found
    return
  fi
  if [[ ${{words[CURRENT]}} == -* ]]; then
    case "$first $second" in
{flags}
    esac
    found+=({globals})
    _describe -o option found
    return
  fi
  case "$first,$second" in
{commands}
  esac
  if (( $#found )); then _describe command found; else _files; fi
}}
if [ "$funcstack[1]" = _memgit ]; then _memgit "$@"; else compdef _memgit memgit; fi
"""

_FISH = """\
# fish completion for memgit; put it into ~/.config/fish/completions/memgit.fish
function __memgit_words
    set -l skip
    for word in (commandline -opc)[2..]
        if test -n "$skip"
            set skip
            continue
        end
        switch $word
            case --home --wait
                set skip 1
            case '-*'
            case '*'
                echo $word
        end
    end
end
function __memgit_at
    set -l words (__memgit_words)
    set -l wanted (string split ' ' -- $argv[1])
    test (count $words) -ge (count $wanted); and test "$words[1..$(count $wanted)]" = "$argv[1]"
end
function __memgit_begins
    test (string join ' ' -- (__memgit_words)) = "$argv[1]"
end
complete -c memgit -n '__memgit_begins ""' -f
{lines}
"""


def bash(entries: Sequence[Entry]) -> str:
    """The script for bash 3.2 and later."""

    def words(items: Items) -> str:
        return " ".join(name for name, _ in items)

    return _filled(_BASH, entries, words, 'found="{}"')


def zsh(entries: Sequence[Entry]) -> str:
    """The script for zsh 5 and later."""

    def words(items: Items) -> str:
        return " ".join(_quoted(f"{name}:{about}" if about else name) for name, about in items)

    return _filled(_ZSH, entries, words, "found=({})")


def fish(entries: Sequence[Entry]) -> str:
    """The script for fish 3.4 and later."""
    lines = [_fish_flag(flag, "") for flag in GLOBALS]
    for entry in entries:
        group, _, word = entry.words.rpartition(" ")
        lines.append(f"complete -c memgit -n '__memgit_begins \"{group}\"' -f -a {word} -d {_quoted(entry.about)}")
        lines += [_fish_flag(flag, entry.words) for flag in entry.flags]
    return _FISH.format(lines="\n".join(lines))


SHELLS: dict[str, Callable[[Sequence[Entry]], str]] = {"bash": bash, "fish": fish, "zsh": zsh}
"""Shell to what makes its script."""


def _filled(template: str, entries: Sequence[Entry], words: Callable[[Items], str], assign: str) -> str:
    """A template with a line of `case` for each group, each command with flags, and each flag with fixed values.

    The scripts compare `FIRST SECOND PREVIOUS`; where a command is one word the second may be anything.
    """
    values = [
        _case(_pattern(entry.words, f" {name}"), assign.format(words([(value, "") for value in flag.values])))
        for entry in entries
        for flag in entry.flags
        if flag.values
        for name in flag.names
    ]
    flags = [
        _case(_pattern(entry.words), assign.format(words(_named(entry.flags)))) for entry in entries if entry.flags
    ]
    groups: dict[str, list[tuple[str, str]]] = {}
    for entry in entries:
        group, _, word = entry.words.rpartition(" ")
        groups.setdefault(group, []).append((word, entry.about))
    commands = [_case(f'"{group},"', assign.format(words(inside))) for group, inside in groups.items()]
    return template.format(
        values="\n".join(values), flags="\n".join(flags), commands="\n".join(commands), globals=words(_named(GLOBALS))
    )


def _case(pattern: str, command: str) -> str:
    return f"          {pattern}) {command} ;;"


def _pattern(words: str, after: str = "") -> str:
    if " " in words:
        return f'"{words}{after}"'
    return f'"{words} "*' + (f'"{after}"' if after else "")


def _named(flags: Sequence[Flag]) -> list[tuple[str, str]]:
    return [(name, flag.about) for flag in flags for name in flag.names]


def _fish_flag(flag: Flag, words: str) -> str:
    parts = ["complete -c memgit"]
    if words:
        parts.append(f"-n '__memgit_at \"{words}\"'")
    for name in flag.names:
        parts.append(f"-l {name[2:]}" if name.startswith("--") else f"-s {name[1:]}")
    if flag.values:
        parts.append(f"-x -a {_quoted(' '.join(flag.values))}")
    parts.append(f"-d {_quoted(flag.about)}")
    return " ".join(parts)


def _quoted(text: str) -> str:
    """A text on one line in single quotes, for zsh and fish."""
    plain = " ".join(text.split()).replace("'", "’").replace("\\", "")
    return f"'{plain}'"
