"""The words that can be written for each terminal of a grammar, in three languages.

The first word of each language is the one that is shown. Accents can be omitted, and German umlauts
can be replaced by the vowel and an e.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from functools import cache

from khronos_pbem.messages import Message, translated_word

ENGLISH, FRENCH, GERMAN = "en", "fr", "de"
LANGUAGES = (ENGLISH, FRENCH, GERMAN)

NEVER_SHORTENED = frozenset({"RESIGN"})
"""Terminals whose words cannot be abbreviated, so that nobody resigns by accident (FORMATS 2)."""


class Vocabulary:
    """The words of a game's orders.

    `table` has a line for each terminal: `EXCHANGE | exchange | échanger | tauschen umtauschen`.
    `placeholders` represent a choice of words in forms, by language. `many_words` are terms of three
    words that this class treats as one word.
    """

    def __init__(
        self,
        table: str,
        placeholders: Mapping[str, Sequence[str]] | None = None,
        many_words: Mapping[str, str] | None = None,
    ) -> None:
        rows = (row.split(" | ") for row in table.strip().splitlines())
        self.words: Mapping[str, Mapping[str, tuple[str, ...]]] = {
            terminal: dict(zip(LANGUAGES, (tuple(each.split()) for each in by_language), strict=True))
            for terminal, *by_language in rows
        }
        self.placeholders = placeholders or {}
        self.many_words = many_words or {}
        self._forms: dict[tuple[str, tuple[str, ...]], tuple[str, ...]] = {}
        self.meanings: Mapping[str, tuple[str, ...]] = _terminals_by_word(self.words)

    def forms(self, terminal: str, languages: tuple[str, ...]) -> tuple[str, ...]:
        """Return the words of a terminal in some languages, normalized for comparison."""
        key = (terminal, languages)
        if key not in self._forms:
            spoken = self.words.get(terminal, {})
            words = (word for language in languages for word in spoken.get(language, ()))
            self._forms[key] = tuple(form for word in words for form in unaccented_forms(word))
        return self._forms[key]

    def is_word(self, terminal: str, word: str, languages: tuple[str, ...]) -> bool:
        """Return whether a full word is one of a terminal's words."""
        written = unaccented_forms(word)
        return any(form in written for form in self.forms(terminal, languages))

    def begins_word(self, terminal: str, word: str, languages: tuple[str, ...]) -> bool:
        """Return whether a word is the beginning of one of a terminal's words."""
        written = unaccented_forms(word)
        return any(form.startswith(part) for form in self.forms(terminal, languages) for part in written)

    def shown(self, terminal: str, language: str = ENGLISH) -> str:
        """Return the word that is shown for a terminal in a language."""
        return self.words[terminal][language][0]

    def word_message(self, terminal: str) -> Message:
        """Return the word that is shown for a terminal, as a message translated into every language."""
        return translated_word({language: self.shown(terminal, language) for language in LANGUAGES})

    def placeholder(self, name: str, language: str) -> str:
        """Return the placeholder for the words of a kind, as used in the forms of a language."""
        return self.placeholders[name][LANGUAGES.index(language)] if name in self.placeholders else name

    def words_meant(self, word: str, terminals: Sequence[str]) -> list[str]:
        """Return the English words of the terminals that a word, or its beginning, names in any language."""
        found = [each for each in terminals if self.is_word(each, word, LANGUAGES)]
        found = found or [each for each in terminals if word and self.begins_word(each, word, LANGUAGES)]
        return [self.shown(each) for each in found]


def _terminals_by_word(words: Mapping[str, Mapping[str, tuple[str, ...]]]) -> dict[str, tuple[str, ...]]:
    """Return the terminals that each English word of canonical texts can stand for."""
    found: dict[str, tuple[str, ...]] = {}
    for terminal, spoken in words.items():
        found[spoken[ENGLISH][0]] = (*found.get(spoken[ENGLISH][0], ()), terminal)
    return found


def rows_of(table: str, terminals: Iterable[str]) -> str:
    """Return the lines for these terminals from a table of words."""
    wanted = set(terminals)
    return "\n".join(row for row in table.strip().splitlines() if row.split(" | ")[0] in wanted)


@cache
def unaccented_forms(word: str) -> tuple[str, ...]:
    """Return the forms of a word in small letters without accents.

    If the word has umlauts, a second form adds an e for each.
    """
    small = unicodedata.normalize("NFC", word).casefold().replace("’", "'")
    spelled = small.replace("ä", "ae").replace("ö", "oe").replace("ü", "ue")
    return tuple(dict.fromkeys((_without_accents(small), _without_accents(spelled))))


def _without_accents(word: str) -> str:
    return "".join(c for c in unicodedata.normalize("NFD", word) if not unicodedata.combining(c))
