"""A game's order language as letters, completion and help ask for it (`engine.features.protocols.Words`)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from khronos_pbem.engine.features.protocols import Words
from khronos_pbem.engine.orders.language import Language
from khronos_pbem.engine.orders.private_orders import NOT_TYPED
from khronos_pbem.messages import message


class OfferedWords(Words):
    """The words of a language; a game says which are colours, parts of its picture, and orders of a turn."""

    language: Language
    colour_words: tuple[str, ...] = ()
    """The terminals of the colours of seats."""
    part_words: tuple[str, ...] = ()
    """The terminals of the parts that `show --board` can show alone."""

    def help_table(self, language: str) -> Sequence[tuple[str, str, str]]:
        """One row for every order that people write: its form in a language, what it does, the paragraph."""
        forms = zip(self.language.forms, self.language.help_table(language), strict=True)
        return tuple(row for form, row in forms if form.order not in NOT_TYPED)

    def hidden(self, position: Any) -> tuple[type, ...]:
        """The classes of orders that are none of a turn in this game, as answers to choices."""
        return ()

    def suggested(self, position: Any) -> Sequence[str]:
        """The forms of the orders of a turn that the options of this game allow, as sentences."""
        forms, hidden = (
            zip(self.language.forms, self.language.help_table(), strict=True),
            (*self.hidden(position), *NOT_TYPED),
        )
        return [message("{form}", form=row[0]) for form, row in forms if form.order not in hidden]

    def complete(self, text: str, language: str) -> list[str]:
        """The words of a language that may stand next in an order that begins so."""
        return self.language.complete(text, language)

    def knows(self, text: str) -> bool:
        """Whether a canonical text, or its beginning, has no other words than these orders have."""
        return self.language.knows(text)

    def in_language(self, canonical: str, language: str) -> str:
        """A canonical order in the words of a language."""
        return self.language.in_language(canonical, language)

    def begins(self, canonical: str, words: Sequence[str]) -> bool:
        """Whether a canonical order begins with these words, in any language."""
        return self.language.begins(canonical, words)

    def colour(self, word: str) -> str:
        """The English word of a colour written in any language; what is none stays as it is."""
        return self.language.vocabulary.english(word, self.colour_words)

    def part(self, word: str) -> str:
        """The English word of a part written in any language; what is none stays as it is."""
        return self.language.vocabulary.english(word, self.part_words)
