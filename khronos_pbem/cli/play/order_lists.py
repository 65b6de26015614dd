"""Orders as lists for a screen reader: those that differ in one word stand in one line."""

from __future__ import annotations

import re
from collections.abc import Iterable

_SQUARE = re.compile(r"[A-Z]\d{1,2}")


def order_lists(orders: Iterable[str]) -> list[str]:
    """Orders as people read them, each once, in their order.

    Those that differ only in their first square, or else in their last word, are one line: what they share,
    with `...` for that word if others follow it, a colon, and the words.
    """
    found: dict[tuple[str, str], list[str]] = {}
    for order in orders:
        words = order.split()
        place = next((n for n, word in enumerate(words) if _SQUARE.fullmatch(word)), len(words) - 1)
        shared = " ".join(words[:place]), " ".join(words[place + 1 :])
        found.setdefault(shared, []).append(words[place])
    return [line for shared, words in found.items() for line in _lines(*shared, words)]


def _lines(before: str, behind: str, words: list[str]) -> list[str]:
    if len(words) == 1 or not before:
        return [" ".join(filter(None, (before, word, behind))) for word in words]
    return [f"{before}{f' ... {behind}' if behind else ''}: {', '.join(words)}"]
