"""The `Words` feature of My Village (`engine.features.protocols.Words`)."""

from __future__ import annotations

from khronos_pbem.engine.orders.offered import LanguageWords
from khronos_pbem.games.my_village.model.position import Position
from khronos_pbem.games.my_village.order_text.grammar import LANGUAGE
from khronos_pbem.games.my_village.rules.verbs import ANSWERS
from khronos_pbem.games.my_village.vocabulary.words import COLOUR_WORDS, PART_WORDS


class VillageWords(LanguageWords):
    """The words that can appear in My Village orders (VILLAGE 14)."""

    language = LANGUAGE
    colour_words = COLOUR_WORDS
    part_words = PART_WORDS

    def hidden(self, position: Position) -> tuple[type, ...]:
        """The order classes left out of suggestions: the answers to choices (VILLAGE 13)."""
        return ANSWERS
