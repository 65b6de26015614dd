"""My Village's players of the program's own, as the table asks for them (`engine.bots`)."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from khronos_pbem.engine.bots import Bots, Strength, Thinking, Turn
from khronos_pbem.engine.story import Silence
from khronos_pbem.games.my_village.bots import easy, steady, strong
from khronos_pbem.games.my_village.bots.prospects import standing
from khronos_pbem.games.my_village.bots.why import why
from khronos_pbem.games.my_village.model.orders import Order
from khronos_pbem.games.my_village.model.position import Position
from khronos_pbem.games.my_village.rules.turn import decision, follow

_AT_ONCE = {Strength.EASY: easy.choose, Strength.STEADY: steady.choose}
"""Those who give one order after another."""


class VillageBots(Bots[Position, Order]):
    """The players of My Village."""

    def seen(self, position: Position, seat: int) -> Position:
        """The position itself but for draws that a set-up position has in store (VILLAGE 1.1, 15.2)."""
        return position._replace(results=())

    def choose(self, position: Position, random: Random) -> Order:
        """The steady player's next order."""
        return steady.choose(position, random)

    def turns(self, view: Position, seat: int, thinking: Thinking) -> Sequence[Turn[Order]]:
        """Whole turns of the strong player; the next order of the others."""
        _check_decides(view, seat)
        if thinking.strength is Strength.STRONG:
            return strong.turns(view, seat, thinking)
        order = _AT_ONCE[thinking.strength](view, Random(thinking.seed))
        return [Turn((order,), self.worth(view, seat, (order,), thinking))]

    def worth(self, view: Position, seat: int, orders: Sequence[Order], thinking: Thinking) -> float:
        """How many prestige points more than the others the seat is expected to have at the end."""
        if thinking.strength is Strength.STRONG:
            return strong.worth(view, seat, orders, thinking)
        for order in orders:
            view = follow(view, seat, order, Silence()).position
        return standing(view, seat)

    def why(self, view: Position, seat: int, orders: Sequence[Order]) -> Sequence[str]:
        """What the orders earn, bring, prevent and threaten, and what endangers them."""
        return why(view, seat, orders)


def _check_decides(view: Position, seat: int) -> None:
    waiting = decision(view)
    if waiting is None or waiting.seat != seat:
        raise ValueError(f"seat {seat} has nothing to decide")
