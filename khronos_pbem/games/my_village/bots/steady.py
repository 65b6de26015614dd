"""The steady computer player: plans its turn by a narrow search, repeated before each order.

It evaluates positions like the strong player, but less precisely. It does not consider the other players or
later turns.
"""

from __future__ import annotations

from random import Random

from khronos_pbem.games.my_village.bots.evaluation import evaluate_village, expected_turns
from khronos_pbem.games.my_village.bots.turn_search import SearchBreadth, search_turns
from khronos_pbem.games.my_village.model.orders import End, Order
from khronos_pbem.games.my_village.model.position import Position
from khronos_pbem.games.my_village.rules.turn import apply_unchecked, decision, legal_orders

NARROW = SearchBreadth(takes=1, lines=2, customers=2)
"""The limits of the steady player's search."""
ROUGH = 0.3
"""The standard deviation of the steady player's evaluation errors, in prestige points.

With this value, the strong player wins about nine of ten games against it.
"""


def choose(position: Position, random: Random) -> Order:
    """Choose a legal order for the deciding seat; `random` determines the evaluation errors.

    A turn made of such orders always reaches its `end`. Asserts that a seat has to decide.
    """
    waiting = decision(position)
    assert waiting is not None
    seat = waiting.seat

    def evaluate(after: Position) -> float:
        worth = evaluate_village(after, seat).after(expected_turns(after)[seat])
        return worth + random.gauss(0.0, ROUGH)

    if position.choice is not None:
        return max(
            legal_orders(position),
            key=lambda order: evaluate(apply_unchecked(position, seat, order).position),
        )
    return (*search_turns(position, seat, evaluate, NARROW)[0].orders, End())[0]
