"""Lists of orders for a screen reader: orders that differ in one word share a line."""

from __future__ import annotations

import re
from collections.abc import Iterable

_SQUARE = re.compile(r"[A-Z]\d{1,2}")


def order_list_lines(orders: Iterable[str]) -> list[str]:
    """The orders as lines for a screen reader, each once, in their order.

    Orders that differ only in their first square, or else in their last word, share a line. It has the common
    words, with `...` for the varying word if more words follow it, a colon, and the varying words.
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
