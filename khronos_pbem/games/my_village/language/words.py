"""The words of one order, read from left to right (VILLAGE 14)."""

from __future__ import annotations

import re
from collections.abc import Sequence

from khronos_pbem.games.my_village.model.words import (
    CHAMBERS,
    FIELD,
    GUILD,
    PERSONAL,
    SCHOOL,
    SQUARE,
    WORKSHOPS,
    Good,
)
from khronos_pbem.games.my_village.rules.costs import in_order

CARD = {"k": re.compile(r"k[0-9]{2}"), "t": re.compile(r"t[0-9]{2}")}
NUMBER = re.compile(r"[1-9][0-9]?")
GOODS = (*map(str, Good), GUILD)


class Misread(Exception):
    """The words at a place are not what may stand there; `expected` says what may."""

    def __init__(self, place: int, expected: str) -> None:
        super().__init__(expected)
        self.place = place
        self.expected = expected


class Words:
    """The words of one order, read from left to right."""

    def __init__(self, words: Sequence[str]) -> None:
        self.words = list(words)
        self.place = 0

    @property
    def next(self) -> str:
        """The next word; empty at the end."""
        return self.words[self.place] if self.place < len(self.words) else ""

    def one(self, known: Sequence[str]) -> str:
        """One of the known words. Raises Misread for another."""
        if self.next not in known:
            raise Misread(self.place, ", ".join(known))
        self.place += 1
        return self.words[self.place - 1]

    def like(self, pattern: re.Pattern[str], expected: str) -> str:
        """A word of this form. Raises Misread for another."""
        if not pattern.fullmatch(self.next):
            raise Misread(self.place, expected)
        self.place += 1
        return self.words[self.place - 1]

    def maybe(self, word: str) -> bool:
        """Whether this word comes next; if so it is read."""
        found = self.next == word
        self.place += found
        return found

    def many(self, pattern: re.Pattern[str]) -> tuple[str, ...]:
        """As many words of this form as there are."""
        found = []
        while pattern.fullmatch(self.next):
            found.append(self.like(pattern, ""))
        return tuple(found)

    def end(self) -> None:
        """Raises Misread if anything is left."""
        if self.place < len(self.words):
            raise Misread(self.place, "nothing more")

    def banner(self) -> str:
        """A white banner (VILLAGE 14)."""
        if self.next == FIELD:
            return self.field()
        if CARD["k"].fullmatch(self.next):
            return self.like(CARD["k"], "k07")
        return self.one((PERSONAL, SCHOOL, SQUARE, *WORKSHOPS, *CHAMBERS, FIELD))

    def field(self) -> str:
        """A field with its number."""
        self.one((FIELD,))
        return f"{FIELD} {self.like(NUMBER, 'the number of a field')}"

    def goods(self) -> tuple[str, ...]:
        """Goods that pay, at least one, in canonical order."""
        found: list[str] = []
        while not found or self.next in (*GOODS, FIELD):
            found.append(self.field() if self.next == FIELD else self.one((*GOODS, FIELD)))
        return in_order(tuple(found))


def read_banner(name: str) -> str:
    """A banner as positions write it, checked. Raises Misread (VILLAGE 14)."""
    words = Words(name.split(" "))
    found = words.banner()
    words.end()
    return found
