"""What a watcher at rest gives back."""

from __future__ import annotations

import tracemalloc

from memgit.text.tokens import terms
from memgit.watch.memory import give_back


def test_the_words_of_a_big_pass_are_given_back() -> None:
    give_back()
    tracemalloc.start()
    try:
        terms(" ".join(f"word{chr(97 + n % 26)}{n:x}" for n in range(20_000)))
        kept, _ = tracemalloc.get_traced_memory()
        give_back()
        left, _ = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert kept > 2_000_000
    assert left < kept / 2
