"""The easy computer player: tries a few random orders and gives the one with the highest value.

It tries some banner values and some orders (`VALUES`, `ORDERS`) and does not plan ahead.
"""

from __future__ import annotations

from random import Random

from khronos_pbem.games.my_village.bots import steady
from khronos_pbem.games.my_village.model.orders import End, Look, Order, Plough, Reveal, School
from khronos_pbem.games.my_village.model.position import Position
from khronos_pbem.games.my_village.model.terms import Phase, Side
from khronos_pbem.games.my_village.rules.base.dice import takes_by_value
from khronos_pbem.games.my_village.rules.turn import apply_unchecked, decision, legal_orders

VALUES, ORDERS = 3, 6
"""How many values of the dice, and how many orders, are tried."""
_ASIDE = (Look, Plough, Reveal)


def choose(position: Position, random: Random) -> Order:
    """Choose a legal order for the deciding seat.

    `random` decides which orders are tried. A turn of such orders always reaches its `end`. Asserts that a
    seat has to decide.
    """
    waiting = decision(position)
    assert waiting is not None
    orders = legal_orders(position)
    if position.choice is not None:
        return random.choice(orders)
    if position.phase is Phase.TAKE:
        return _choose_take(position, waiting.seat, random)
    found = [each for each in orders if not isinstance(each, _ASIDE) and each != School(Side.NONE)]
    found = random.sample(found, min(ORDERS, len(found)))
    return max(found, key=lambda order: _value_after(position, waiting.seat, order))


def _value_after(position: Position, seat: int, order: Order) -> float:
    """The value of the seat's village after an order, with a small bonus for `end`."""
    gain = steady.evaluate(apply_unchecked(position, seat, order).position, seat)
    return gain + 0.3 * isinstance(order, End)


def _choose_take(position: Position, seat: int, random: Random) -> Order:
    """Choose a take: of the cheapest takes for some random values the one with the highest value."""
    ways = [found[0] for found in takes_by_value(position, seat).values()]
    return max(random.sample(ways, min(VALUES, len(ways))), key=lambda way: _value_after(position, seat, way))
