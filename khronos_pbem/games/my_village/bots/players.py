"""My Village's players of the program's own, as the table asks for them (`engine.bots`)."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from khronos_pbem.engine.bots import Bots, Thinking, Turn
from khronos_pbem.engine.story import Silence
from khronos_pbem.games.my_village.bots import steady
from khronos_pbem.games.my_village.model.orders import Order
from khronos_pbem.games.my_village.model.position import Position
from khronos_pbem.games.my_village.rules.turn import follow


class VillageBots(Bots[Position, Order]):
    """The players of My Village."""

    def seen(self, position: Position, seat: int) -> Position:
        """The position itself but for draws that a set-up position has in store (VILLAGE 1.1, 15.2)."""
        return position._replace(results=())

    def choose(self, position: Position, random: Random) -> Order:
        """The steady player's next order."""
        return steady.choose(position, random)

    def turns(self, view: Position, seat: int, thinking: Thinking) -> Sequence[Turn[Order]]:
        """The steady player's next order."""
        order = steady.choose(view, Random(thinking.seed))
        return [Turn((order,), self.worth(view, seat, (order,), thinking))]

    def worth(self, view: Position, seat: int, orders: Sequence[Order], thinking: Thinking) -> float:
        """What the seat's village is worth after these orders."""
        for order in orders:
            view = follow(view, seat, order, Silence()).position
        return steady.worth(view, seat)

    def why(self, view: Position, seat: int, orders: Sequence[Order]) -> Sequence[str]:
        """None: the steady player does not say why."""
        return ()
