"""An easy player: of a few things that come to his mind, what gives most at once. Every turn of his ends.

He looks at some values of the dice and some of the orders, takes what his village has more by it, and plans
nothing.
"""

from __future__ import annotations

from random import Random

from khronos_pbem.engine.event_log import NullEventLog
from khronos_pbem.games.my_village.bots import steady
from khronos_pbem.games.my_village.model.orders import End, Look, Order, Plough, Reveal, School
from khronos_pbem.games.my_village.model.position import Position
from khronos_pbem.games.my_village.model.terms import Phase, Side
from khronos_pbem.games.my_village.rules.base.dice import ways_by_value
from khronos_pbem.games.my_village.rules.turn import decision, follow, legal_orders

VALUES, ORDERS = 3, 6
"""So many values of the dice, and so many orders, come to his mind."""
_ASIDE = (Look, Plough, Reveal)


def choose(position: Position, random: Random) -> Order:
    """An order of whoever decides now, legal in this position.

    A turn of such orders always comes to its `end`.
    """
    waiting = decision(position)
    assert waiting is not None
    orders = legal_orders(position)
    if position.choice is not None:
        return random.choice(orders)
    if position.phase is Phase.TAKE:
        return _take(position, waiting.seat, random)
    found = [each for each in orders if not isinstance(each, _ASIDE) and each != School(Side.NONE)]
    found = random.sample(found, min(ORDERS, len(found)))
    return max(found, key=lambda order: _after(position, waiting.seat, order))


def _after(position: Position, seat: int, order: Order) -> float:
    """What the village is worth after an order; to end is worth a little where it is possible."""
    gain = steady.worth(follow(position, seat, order, NullEventLog()).position, seat)
    return gain + 0.3 * isinstance(order, End)


def _take(position: Position, seat: int, random: Random) -> Order:
    """Of the cheapest ways to some values the one that leaves most."""
    ways = [found[0] for found in ways_by_value(position, seat).values()]
    return max(random.sample(ways, min(VALUES, len(ways))), key=lambda way: _after(position, seat, way))
