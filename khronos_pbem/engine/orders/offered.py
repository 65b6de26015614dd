"""A game's order language as the feature `Words`, for letters, completion and help."""

from __future__ import annotations

from collections.abc import Sequence

from khronos_pbem.engine.contract import AnyPosition
from khronos_pbem.engine.features.protocols import Words
from khronos_pbem.engine.orders.language import Language
from khronos_pbem.engine.orders.private_orders import NOT_TYPED
from khronos_pbem.messages import message


class LanguageWords(Words):
    """The feature `Words` for a `Language`.

    A game's subclass lists the colours, the parts of its picture, and the orders that are not part of a
    turn.
    """

    language: Language
    colour_words: tuple[str, ...] = ()
    """The terminals of the colours of seats."""
    part_words: tuple[str, ...] = ()
    """The terminals for the parts that `show --board` can show separately."""

    def help_table(self, language: str) -> Sequence[tuple[str, str, str]]:
        """Return one row for each order that people write: its form, its effect, and its paragraph."""
        forms = zip(self.language.forms, self.language.help_table(language), strict=True)
        return tuple(row for form, row in forms if form.order not in NOT_TYPED)

    def hidden(self, position: AnyPosition) -> tuple[type, ...]:
        """Return the classes of orders that are not part of a turn, such as answers to choices."""
        return ()

    def suggestions(self, position: AnyPosition) -> Sequence[str]:
        """Return how to write each order of a turn under this game's options, as sentences."""
        forms = zip(self.language.forms, self.language.help_table(), strict=True)
        hidden = (*self.hidden(position), *NOT_TYPED)
        return [message("{form}", form=row[0]) for form, row in forms if form.order not in hidden]

    def complete(self, text: str, language: str) -> list[str]:
        """Return the words in a language that can come next in an order, or that complete its last word."""
        return self.language.complete(text, language)

    def knows(self, text: str) -> bool:
        """Return whether a canonical text, or the beginning of one, uses only words of these orders."""
        return self.language.knows(text)

    def in_language(self, canonical: str, language: str) -> str:
        """Return a canonical order in the words of a language."""
        return self.language.in_language(canonical, language)

    def begins_with(self, canonical: str, words: Sequence[str]) -> bool:
        """Return whether a canonical order begins with these words, in any language, possibly abbreviated."""
        return self.language.begins_with(canonical, words)

    def colours_meant(self, word: str) -> list[str]:
        """Return the English words of the colours that a word, or its beginning, names in any language."""
        return self.language.vocabulary.words_meant(word, self.colour_words)

    def parts_meant(self, word: str) -> list[str]:
        """Return the English words of the parts that a word, or its beginning, names in any language."""
        return self.language.vocabulary.words_meant(word, self.part_words)
