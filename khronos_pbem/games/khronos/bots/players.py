"""Khronos' players of the program's own, as the table asks for them (`engine.bots`)."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from khronos_pbem.engine.bots import Bots, Thinking, Turn
from khronos_pbem.engine.story import Silence
from khronos_pbem.games.khronos.bots import steady
from khronos_pbem.games.khronos.bots.why import why
from khronos_pbem.games.khronos.model.orders import Order
from khronos_pbem.games.khronos.model.position import Card, Position
from khronos_pbem.games.khronos.rules.turn import follow


class KhronosBots(Bots[Position, Order]):
    """The players of Khronos."""

    def seen(self, position: Position, seat: int) -> Position:
        """The position with the hidden cards of others, and of the pile, as slots; a card without a slot in a
        hand came from the market: everybody knows it (RULES 4.2)."""
        for other, player in enumerate(position.players):
            if other != seat:
                position = position.with_player(other, hand=tuple(_hidden(card) for card in player.hand))
        return position._replace(pile=tuple(Card(None, card.handle) for card in position.pile))

    def choose(self, position: Position, random: Random) -> Order:
        """The steady player's next order."""
        return steady.choose(position, random)

    def turns(self, view: Position, seat: int, thinking: Thinking) -> Sequence[Turn[Order]]:
        """The steady player's next order."""
        order = steady.choose(view, Random(thinking.seed))
        return [Turn((order,), self.worth(view, seat, (order,), thinking))]

    def worth(self, view: Position, seat: int, orders: Sequence[Order], thinking: Thinking) -> float:
        """How the seat stands after these orders."""
        for order in orders:
            view = follow(view, seat, order, Silence())
        return steady.standing(view, seat)

    def why(self, view: Position, seat: int, orders: Sequence[Order]) -> Sequence[str]:
        """What the orders earn, prevent and threaten, and what endangers them."""
        return why(view, seat, orders)


def _hidden(card: Card) -> Card:
    return card if card.handle is None else Card(None, card.handle)
