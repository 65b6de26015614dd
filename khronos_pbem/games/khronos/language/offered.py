"""The order language as letters, completion and help ask for it (`engine.features.Words`)."""

from __future__ import annotations

from collections.abc import Sequence

from khronos_pbem.engine.features import Words
from khronos_pbem.games.khronos.language import notation
from khronos_pbem.games.khronos.language.words import (
    BOARD_WORDS,
    COLOUR_WORDS,
    ENGLISH,
    LANGUAGES,
    WORDS,
    english_word,
    in_language,
    plain_forms,
)

_KNOWN = frozenset(words[ENGLISH][0] for words in WORDS.values())
_ANSWERS = ("downsize", "place", "keep")


class OrderWords(Words):
    """The words of the orders of Khronos (FORMATS 2)."""

    def help_table(self, language: str) -> Sequence[tuple[str, str, str]]:
        """One row for every order: its form in a language, what it does, the paragraph."""
        return notation.help_table(language)

    def suggested(self) -> Sequence[str]:
        """The English forms of the orders of a turn; answers to choices are none of them."""
        return [form for form, _, _ in notation.help_table() if not form.startswith(_ANSWERS)]

    def complete(self, text: str, language: str) -> list[str]:
        """The words of a language that may stand next in an order that begins so."""
        return notation.complete(text, language)

    def knows(self, text: str) -> bool:
        """Whether the first word is one of these orders'."""
        return text.split(" ", 1)[0] in _KNOWN

    def in_language(self, canonical: str, language: str) -> str:
        """A canonical order in the words of a language."""
        return in_language(canonical, language)

    def begins(self, canonical: str, words: Sequence[str]) -> bool:
        """Whether a canonical order begins with these words, in any language."""
        wanted = [plain_forms(word)[0] for text in words for word in text.split()]

        def fits(text: str) -> bool:
            have = [plain_forms(word)[0] for word in text.split()]
            pairs = zip(have, wanted, strict=False)
            return len(have) >= len(wanted) and all(word.startswith(want) for word, want in pairs)

        return any(fits(in_language(canonical, language)) for language in LANGUAGES)

    def colour(self, word: str) -> str:
        """The English word of a colour written in any language; what is none stays as it is."""
        return english_word(word, COLOUR_WORDS)

    def part(self, word: str) -> str:
        """The English word of a board written in any language; what is none stays as it is."""
        return english_word(word, BOARD_WORDS)
