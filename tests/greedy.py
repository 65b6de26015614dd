"""A greedy opponent for the bots of Khronos: it looks only at its ecus, and at what revenue would pay it now.

It takes the order after which the two are worth most, looks no further than one journey, and never at the
other players. It is a measure for the bots, and shares nothing with them.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from khronos_pbem.engine.orders.table_orders import Policy
from khronos_pbem.games.khronos.model.decision import decision
from khronos_pbem.games.khronos.model.orders import End, Exchange, Order, Resign, Swap, Travel
from khronos_pbem.games.khronos.model.position import Position
from khronos_pbem.games.khronos.rules.effects.revenue import revenue_now
from khronos_pbem.games.khronos.rules.legal_orders import legal_actions_on, legal_orders
from khronos_pbem.games.khronos.rules.turn import apply_unchecked

_PASSED = (End, Exchange, Swap, Policy, Resign)


def greedy_turn(view: Position, seat: int, seed: str, _seconds: float) -> tuple[Order, ...]:
    """The orders of a seat up to the end of its turn, or to a decision of another player."""
    orders, random = list[Order](), Random(seed)
    while (waiting := decision(view)) is not None and waiting.seat == seat:
        found = _best(view, seat, random) or _end(view)
        orders += found
        if isinstance(found[-1], End) or view.active != seat:
            break
        for order in found:
            view = apply_unchecked(view, seat, order).position
    return tuple(orders)


def _best(view: Position, seat: int, random: Random) -> tuple[Order, ...]:
    """The orders with the best gain, any answer to an open choice included; none if nothing gains."""
    choice = view.pending is not None
    rated = [(_worth(after, seat), random.random(), orders) for orders, after in _tried(view, seat)]
    worth, _, orders = max(rated, default=(float("-inf"), 0.0, ()))
    return orders if choice or worth > _worth(view, seat) else ()


def _tried(view: Position, seat: int) -> Iterator[tuple[tuple[Order, ...], Position]]:
    """Every order with the position after it, and every action after a journey to its board."""
    one, two = view.players[seat].adventurers
    for order in legal_orders(view):
        if not isinstance(order, _PASSED):
            after = apply_unchecked(view, seat, order).position
            yield (order,), after
            if isinstance(order, Travel) and not (order.adventurer == 2 and one == two):
                for second in legal_actions_on(after, seat, order.board):
                    yield (order, second), apply_unchecked(after, seat, second).position


def _worth(position: Position, seat: int) -> int:
    return position.players[seat].ecus + revenue_now(position, seat)


def _end(view: Position) -> tuple[Order, ...]:
    return (
        max((each for each in legal_orders(view) if isinstance(each, End)), key=lambda end: len(end.kept)),
    )
