"""A greedy opponent for the bots of My Village: it looks only at its score, as if the game ended now.

It takes the dice, and then one order after another, by which it has most. A journey that is drawn counts as
the mean of its pile, and of equal scores the one that wins a tie is better. It is a measure for the bots, and
shares nothing with them.
"""

from __future__ import annotations

from random import Random

from khronos_pbem.games.my_village.model.orders import End, Look, Order, Resign, Reveal, School, Take
from khronos_pbem.games.my_village.model.position import Position
from khronos_pbem.games.my_village.model.terms import Phase, Side
from khronos_pbem.games.my_village.rules.base.dice import takes_by_value
from khronos_pbem.games.my_village.rules.base.draws import TRAVEL, possible_results
from khronos_pbem.games.my_village.rules.phases.score import score, tiebreak
from khronos_pbem.games.my_village.rules.turn import apply_unchecked, decision, legal_orders

_PASSED = (End, Look, Resign, Reveal, Take)


def village_greedy_turn(view: Position, seat: int, seed: str, _seconds: float) -> tuple[Order, ...]:
    """The orders of a seat up to the end of its turn, or to a decision of another player or of chance."""
    orders, random = list[Order](), Random(seed)
    while (waiting := decision(view)) is not None and waiting.seat == seat:
        answer = view.choice is not None
        order = _take(view, seat) if view.phase is Phase.TAKE and not answer else _best(view, seat, random)
        orders.append(order)
        if isinstance(order, End) or answer:
            break
        view = apply_unchecked(view, seat, order).position
    return tuple(orders)


def _take(view: Position, seat: int) -> Order:
    """The cheapest take of the value with the best order after it."""
    takes = [ways[0] for ways in takes_by_value(view, seat).values()]
    return max(takes, key=lambda take: _most(apply_unchecked(view, seat, take).position, seat))


def _most(position: Position, seat: int) -> tuple[float, int]:
    return max(_worth_after(position, seat, order) for order in _tried(position))


def _best(view: Position, seat: int, random: Random) -> Order:
    """The best order; `end` if none gains anything and the turn may end."""
    rated = [(_worth_after(view, seat, order), random.random(), order) for order in _tried(view)]
    best, _, order = max(rated, default=((float("-inf"), 0), 0.0, End()), key=lambda each: each[:2])
    return End() if End() in legal_orders(view) and best <= _worth(view, seat) else order


def _tried(position: Position) -> list[Order]:
    return [
        each for each in legal_orders(position) if not isinstance(each, _PASSED) and each != School(Side.NONE)
    ]


def _worth_after(position: Position, seat: int, order: Order) -> tuple[float, int]:
    return _worth(apply_unchecked(position, seat, order).position, seat)


def _worth(position: Position, seat: int) -> tuple[float, int]:
    """The score with the mean of the journeys that are drawn, and the number that decides a tie."""
    points = float(score(position, seat).total)
    for draw in position.draws if seat == position.active else ():
        if draw.name.startswith(TRAVEL):
            found = [position.cards.card[name].prestige for name in possible_results(position, draw)]
            points += sum(found) / len(found)
    return points, tiebreak(position.players[seat])
