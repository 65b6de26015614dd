"""Lists of orders in which similar ones share a line, for screen readers and telephones."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import NamedTuple

_SQUARE = re.compile(r"[A-Z]\d{1,2}")


class SimilarOrders(NamedTuple):
    """Orders that differ in one word: the text before it, the text after it, and the words.

    Both texts can be empty.
    """

    before: str
    after: str
    words: tuple[str, ...]

    @property
    def form(self) -> str:
        """The common words, with `...` for the varying word if more words follow it."""
        return f"{self.before}{f' ... {self.after}' if self.after else ''}"

    @property
    def orders(self) -> tuple[str, ...]:
        """The orders themselves."""
        return tuple(" ".join(filter(None, (self.before, word, self.after))) for word in self.words)


def similar_orders(orders: Iterable[str]) -> list[SimilarOrders]:
    """Return the orders in groups that differ only in their first square, or else in their last word.

    Groups, and the orders within them, keep their original sequence.
    """
    found: dict[tuple[str, str], list[str]] = {}
    for order in orders:
        words = order.split()
        place = next((n for n, word in enumerate(words) if _SQUARE.fullmatch(word)), len(words) - 1)
        shared = " ".join(words[:place]), " ".join(words[place + 1 :])
        found.setdefault(shared, []).append(words[place])
    return [SimilarOrders(*shared, tuple(words)) for shared, words in found.items()]


def order_list_lines(orders: Iterable[str]) -> list[str]:
    """Return the orders as lines for a screen reader, each order once, in their sequence.

    Similar orders share a line: their form, a colon, and the varying words.
    """
    return [line for group in similar_orders(orders) for line in _lines(group)]


def _lines(group: SimilarOrders) -> list[str]:
    if len(group.words) == 1 or not group.before:
        return list(group.orders)
    return [f"{group.form}: {', '.join(group.words)}"]
