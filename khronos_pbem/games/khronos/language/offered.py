"""The order language as letters, completion and help ask for it (`engine.features.Words`)."""

from __future__ import annotations

from collections.abc import Sequence

from khronos_pbem.engine.features import Words
from khronos_pbem.games.khronos.language.grammar import LANGUAGE
from khronos_pbem.games.khronos.language.words import BOARD_WORDS, COLOUR_WORDS, VOCABULARY
from khronos_pbem.games.khronos.model import orders
from khronos_pbem.games.khronos.model.position import Position
from khronos_pbem.saying import say

_ANSWERS = (orders.Downsize, orders.Place, orders.Keep)


def _hidden(position: Position) -> tuple[type, ...]:
    """The orders that are none of a turn in this game."""
    market = () if position.options.holdem else (orders.Swap,)
    return (*_ANSWERS, *market, *(() if position.options.keep else (orders.End,)))


class OrderWords(Words):
    """The words of the orders of Khronos (FORMATS 2)."""

    def help_table(self, language: str) -> Sequence[tuple[str, str, str]]:
        """One row for every order: its form in a language, what it does, the paragraph."""
        return LANGUAGE.help_table(language)

    def suggested(self, position: Position) -> Sequence[str]:
        """The orders of a turn; answers to choices are none of them.

        Without Hold'em there is no market to swap with (RULES 4.2), without its option nothing is kept (3.2).
        """
        forms = zip(LANGUAGE.forms, LANGUAGE.help_table(), strict=True)
        found = [say("{form}", form=row[0]) for form, row in forms if form.order not in _hidden(position)]
        return found if position.options.keep else [*found, say("{order}", order="end")]

    def complete(self, text: str, language: str) -> list[str]:
        """The words of a language that may stand next in an order that begins so."""
        return LANGUAGE.complete(text, language)

    def knows(self, text: str) -> bool:
        """Whether the first word is one of these orders'."""
        return LANGUAGE.knows(text)

    def in_language(self, canonical: str, language: str) -> str:
        """A canonical order in the words of a language."""
        return LANGUAGE.in_language(canonical, language)

    def begins(self, canonical: str, words: Sequence[str]) -> bool:
        """Whether a canonical order begins with these words, in any language."""
        return LANGUAGE.begins(canonical, words)

    def colour(self, word: str) -> str:
        """The English word of a colour written in any language; what is none stays as it is."""
        return VOCABULARY.english(word, COLOUR_WORDS)

    def part(self, word: str) -> str:
        """The English word of a board written in any language; what is none stays as it is."""
        return VOCABULARY.english(word, BOARD_WORDS)
