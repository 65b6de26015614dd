"""The order language as letters, completion and help ask for it (`engine.features.Words`)."""

from __future__ import annotations

from collections.abc import Sequence

from khronos_pbem.engine.features import Words
from khronos_pbem.games.khronos.language.grammar import LANGUAGE
from khronos_pbem.games.khronos.language.words import BOARD_WORDS, COLOUR_WORDS, VOCABULARY

_ANSWERS = ("downsize", "place", "keep")


class OrderWords(Words):
    """The words of the orders of Khronos (FORMATS 2)."""

    def help_table(self, language: str) -> Sequence[tuple[str, str, str]]:
        """One row for every order: its form in a language, what it does, the paragraph."""
        return LANGUAGE.help_table(language)

    def suggested(self) -> Sequence[str]:
        """The English forms of the orders of a turn; answers to choices are none of them."""
        return [form for form, _, _ in LANGUAGE.help_table() if not form.startswith(_ANSWERS)]

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
