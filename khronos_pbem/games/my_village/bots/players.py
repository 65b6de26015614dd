"""My Village's players of the program's own, as the table asks for them (`engine.features.bots`)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random

from khronos_pbem.engine.features.bots import Bots, Part, Strength, Thinking, Turn, check_decides
from khronos_pbem.games.my_village.bots import easy, steady, strong
from khronos_pbem.games.my_village.bots.evaluation import prospects, standing, turns_left
from khronos_pbem.games.my_village.bots.explanations import why
from khronos_pbem.games.my_village.bots.playouts import given
from khronos_pbem.games.my_village.model.orders import End, Order, Refuge, Sanatorium
from khronos_pbem.games.my_village.model.position import Position
from khronos_pbem.games.my_village.rules.phases.score import HEADINGS, score
from khronos_pbem.games.my_village.rules.turn import decision
from khronos_pbem.messages import message

Chooser = Callable[[Position, Random], Order]
_CHOOSERS: dict[Strength, Chooser] = {Strength.EASY: easy.choose, Strength.STEADY: steady.choose}
"""Those who decide on one order after another."""


class VillageBots(Bots[Position, Order]):
    """The players of My Village."""

    def seen(self, position: Position, seat: int) -> Position:
        """The position itself but for draws that a set-up position has in store (VILLAGE 1.1, 15.2)."""
        return position._replace(results=())

    def choose(self, position: Position, random: Random) -> Order:
        """The steady player's next order."""
        return steady.choose(position, random)

    def turns(self, view: Position, seat: int, thinking: Thinking) -> Sequence[Turn[Order]]:
        """What a player of this strength would do, the best first: several turns of the strong one, one of
        the others."""
        check_decides(decision(view), seat)
        if thinking.strength is Strength.STRONG:
            return strong.turns(view, seat, thinking)
        orders = chosen(view, seat, _CHOOSERS[thinking.strength], Random(thinking.seed))
        return [Turn(orders, self.worth(view, seat, orders, thinking))]

    def worth(self, view: Position, seat: int, orders: Sequence[Order], thinking: Thinking) -> float:
        """The prestige points that the seat is expected to have more than the others at the end: by the best
        that can follow in sampled worlds for the strong player, to the others by what is to be seen."""
        if thinking.strength is Strength.STRONG:
            return strong.worth(view, seat, orders, thinking)
        return standing(given(view, seat, orders), seat)

    def parts(self, view: Position, seat: int, orders: Sequence[Order], thinking: Thinking) -> Sequence[Part]:
        """Its score by headings, what may come of its village, and what the others have and may expect."""
        after = given(view, seat, orders)
        now, worth = score(after, seat), standing(after, seat)
        gone = after.players[seat].gone
        mine = 0.0 if gone else prospects(after, seat).after(turns_left(after)[seat])
        headings = [Part(words, n) for words, n in zip(HEADINGS.values(), now, strict=True)]
        return (
            *headings,
            Part(message("points that the village may still bring"), mine - now.total),
            Part(message("less for the others"), worth - mine),
        )

    def why(self, view: Position, seat: int, orders: Sequence[Order]) -> Sequence[str]:
        """What the orders earn, bring, prevent and threaten, and what endangers them."""
        return why(view, seat, orders)


def chosen(view: Position, seat: int, choose: Chooser, random: Random) -> tuple[Order, ...]:
    """The orders of a turn chosen one after another, until chance, or another player, has the word."""
    orders = list[Order]()
    while (waiting := decision(view)) is not None and waiting.seat == seat:
        order = choose(view, random)
        orders.append(order)
        view = given(view, seat, [order])
        if isinstance(order, End | Refuge | Sanatorium):
            break
    return tuple(orders)
