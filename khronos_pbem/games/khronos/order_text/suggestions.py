"""The feature `Words` of Khronos: its order language in letters, completion and help."""

from __future__ import annotations

from collections.abc import Sequence

from khronos_pbem.engine.orders.offered import LanguageWords
from khronos_pbem.games.khronos.model import orders
from khronos_pbem.games.khronos.model.position import Position
from khronos_pbem.games.khronos.order_text.grammar import LANGUAGE
from khronos_pbem.games.khronos.vocabulary.words import BOARD_WORDS, COLOUR_WORDS
from khronos_pbem.messages import message

_ANSWERS = (orders.Downsize, orders.Place, orders.Keep)


class KhronosWords(LanguageWords):
    """The words in orders of Khronos (FORMATS 2)."""

    language = LANGUAGE
    colour_words = COLOUR_WORDS
    part_words = BOARD_WORDS

    def hidden(self, position: Position) -> tuple[type, ...]:
        """Return the types of orders not to suggest.

        These are answers, `swap` without Hold'em (RULES 4.2), and `end` without the option keep (RULES 3.2).
        """
        market = () if position.options.holdem else (orders.Swap,)
        return (*_ANSWERS, *market, *(() if position.options.keep else (orders.End,)))

    def suggestions(self, position: Position) -> Sequence[str]:
        """The orders to suggest for a turn. Without the option keep, `end` is suggested without cards."""
        found = super().suggestions(position)
        return found if position.options.keep else [*found, message("{order}", order="end")]
