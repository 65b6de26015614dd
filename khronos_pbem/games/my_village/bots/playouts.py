"""Playouts: the game is continued after a turn, with the draws of a sampled world.

A playout stops at the end of the seat's next turn, or at the end of the game.
"""

from __future__ import annotations

from collections.abc import Sequence

from khronos_pbem.games.my_village.bots.evaluation import TurnEvaluator
from khronos_pbem.games.my_village.bots.sample_world import with_draws_served
from khronos_pbem.games.my_village.bots.turn_search import SearchBreadth, search_turns
from khronos_pbem.games.my_village.model.orders import End, Order
from khronos_pbem.games.my_village.model.position import Position
from khronos_pbem.games.my_village.rules.phases.rat import standing_answer
from khronos_pbem.games.my_village.rules.turn import (
    apply_unchecked,
    decision,
    is_waiting_for_draw,
    legal_orders,
)

QUICK = SearchBreadth(takes=1, lines=4, customers=2)
"""The limits of the search for each turn of a playout."""


def playout_values(
    position: Position, seat: int, turns: Sequence[tuple[Order, ...]], world: str
) -> list[float]:
    """Return the evaluations of a seat after playouts in one world, one for each of these turns."""
    return [playout_value(position_after(position, seat, orders), seat, world) for orders in turns]


def position_after(position: Position, seat: int, orders: Sequence[Order]) -> Position:
    """Return the position after a sequence of legal orders of a seat."""
    for order in orders:
        position = apply_unchecked(position, seat, order).position
    return position


def playout_value(position: Position, seat: int, world: str) -> float:
    """Return the evaluation of a seat in one world, at the end of its next turn or of the game."""
    begun = _turn_key(position)
    while True:
        position = with_draws_served(position, world)
        waiting = decision(position)
        if waiting is None:
            return TurnEvaluator(seat)(position)
        mine = waiting.seat == seat and _turn_key(position) != begun and waiting.choice is None
        position = _played_turn(position, waiting.seat, last=mine)
        if mine:
            return TurnEvaluator(seat)(position)


def _turn_key(position: Position) -> tuple[int, int]:
    """The round and the number of the turn."""
    return position.round, position.number


def _played_turn(position: Position, seat: int, last: bool) -> Position:
    """The position after the best answer or turn of the deciding seat.

    The `last` turn is not ended.
    """
    evaluate = TurnEvaluator(seat)
    if position.choice is not None:
        standing = standing_answer(position)
        answers = [standing] if standing is not None else legal_orders(position)
        return max((position_after(position, seat, [answer]) for answer in answers), key=evaluate)
    line = search_turns(position, seat, evaluate, QUICK)[0]
    return (
        line.position
        if last or is_waiting_for_draw(line.position)
        else position_after(line.position, seat, [End()])
    )
