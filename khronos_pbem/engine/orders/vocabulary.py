"""The words of orders in the languages of the table: what may be written for a terminal of a grammar.

The first word of each language is the one that is shown. Accents may be left out, and German umlauts
written with an e.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from functools import cache

from khronos_pbem.messages import Message, translated_word

ENGLISH, FRENCH, GERMAN = "en", "fr", "de"
LANGUAGES = (ENGLISH, FRENCH, GERMAN)

NEVER_SHORTENED = frozenset({"RESIGN"})
"""Terminals whose words count in full only: nobody leaves a game by two letters (FORMATS 2)."""


class Vocabulary:
    """The words of a game's orders.

    `table` has a line for each terminal: `EXCHANGE | exchange | échanger | tauschen umtauschen`.
    `placeholders` stand in the forms of orders for a word to be chosen, by language; `many_words` are one
    word here but three in print.
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
        self.meanings: Mapping[str, tuple[str, ...]] = _by_word(self.words)

    def forms(self, terminal: str, languages: tuple[str, ...]) -> tuple[str, ...]:
        """The words of a terminal in some languages, as `plain_forms` has them."""
        key = (terminal, languages)
        if key not in self._forms:
            spoken = self.words.get(terminal, {})
            words = (word for language in languages for word in spoken.get(language, ()))
            self._forms[key] = tuple(form for word in words for form in plain_forms(word))
        return self._forms[key]

    def is_word(self, terminal: str, word: str, languages: tuple[str, ...]) -> bool:
        """Whether a word, in full, is one of a terminal's."""
        written = plain_forms(word)
        return any(form in written for form in self.forms(terminal, languages))

    def begins_word(self, terminal: str, word: str, languages: tuple[str, ...]) -> bool:
        """Whether a word is the beginning of one of a terminal's."""
        written = plain_forms(word)
        return any(form.startswith(part) for form in self.forms(terminal, languages) for part in written)

    def shown(self, terminal: str, language: str = ENGLISH) -> str:
        """The word that is shown for a terminal."""
        return self.words[terminal][language][0]

    def said(self, terminal: str) -> Message:
        """The word that is shown for a terminal, in every language."""
        return translated_word({language: self.shown(terminal, language) for language in LANGUAGES})

    def placeholder(self, name: str, language: str) -> str:
        """What stands in forms for a word of this kind."""
        return self.placeholders[name][LANGUAGES.index(language)] if name in self.placeholders else name

    def english(self, word: str, terminals: Sequence[str]) -> str:
        """The English word for one of these terminals, by its word or its beginning in any language.

        What is none of them, or could be several, stays as it is.
        """
        found = [each for each in terminals if self.is_word(each, word, LANGUAGES)]
        found = found or [each for each in terminals if word and self.begins_word(each, word, LANGUAGES)]
        return self.shown(found[0]) if len(found) == 1 else word


def _by_word(words: Mapping[str, Mapping[str, tuple[str, ...]]]) -> dict[str, tuple[str, ...]]:
    """What each English word of canonical texts may be."""
    found: dict[str, tuple[str, ...]] = {}
    for terminal, spoken in words.items():
        found[spoken[ENGLISH][0]] = (*found.get(spoken[ENGLISH][0], ()), terminal)
    return found


def rows_of(table: str, terminals: Iterable[str]) -> str:
    """The lines of a table of words for these terminals."""
    wanted = set(terminals)
    return "\n".join(row for row in table.strip().splitlines() if row.split(" | ")[0] in wanted)


@cache
def plain_forms(word: str) -> tuple[str, ...]:
    """A word in small letters without its marks, and with an e for an umlaut."""
    small = unicodedata.normalize("NFC", word).casefold().replace("’", "'")
    bare, spelled = _bare(small), _bare(small.replace("ä", "ae").replace("ö", "oe").replace("ü", "ue"))
    return (bare,) if bare == spelled else (bare, spelled)


def _bare(word: str) -> str:
    return "".join(c for c in unicodedata.normalize("NFD", word) if not unicodedata.combining(c))
