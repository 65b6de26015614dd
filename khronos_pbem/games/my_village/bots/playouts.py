"""What comes after a turn in a sampled world: the others' best turns, then one's own next."""

from __future__ import annotations

from collections.abc import Sequence

from khronos_pbem.engine.event_log import NullEventLog
from khronos_pbem.games.my_village.bots.evaluation import Judge
from khronos_pbem.games.my_village.bots.sample_world import served
from khronos_pbem.games.my_village.bots.turn_search import Breadth, whole_turns
from khronos_pbem.games.my_village.model.orders import End, Order
from khronos_pbem.games.my_village.model.position import Position
from khronos_pbem.games.my_village.rules.phases.rat import standing_answer
from khronos_pbem.games.my_village.rules.turn import decision, follow, legal_orders, waits

QUICK = Breadth(ways=1, lines=4, customers=2)
"""How much is tried for each turn that is looked ahead."""


def futures(position: Position, seat: int, turns: Sequence[tuple[Order, ...]], world: str) -> list[float]:
    """How a seat is expected to stand in this world after each of these turns of its own."""
    return [future(given(position, seat, orders), seat, world) for orders in turns]


def given(position: Position, seat: int, orders: Sequence[Order]) -> Position:
    """The position after these legal orders of a seat."""
    for order in orders:
        position = follow(position, seat, order, NullEventLog()).position
    return position


def future(position: Position, seat: int, world: str) -> float:
    """How a seat is expected to stand at the end of its next turn, or of the game, in this world."""
    begun = _place(position)
    while True:
        position = served(position, world)
        waiting = decision(position)
        if waiting is None:
            return Judge(seat)(position)
        mine = waiting.seat == seat and _place(position) != begun and waiting.choice is None
        position = _gone_on(position, waiting.seat, last=mine)
        if mine:
            return Judge(seat)(position)


def _place(position: Position) -> tuple[int, int]:
    return position.round, position.number


def _gone_on(position: Position, seat: int, last: bool) -> Position:
    """The position after the best answer or turn of whoever decides; the `last` turn is not ended."""
    judge = Judge(seat)
    if position.choice is not None:
        standing = standing_answer(position)
        answers = [standing] if standing is not None else legal_orders(position)
        return max((given(position, seat, [answer]) for answer in answers), key=judge)
    line = whole_turns(position, seat, judge, QUICK)[0]
    return line.position if last or waits(line.position) else given(line.position, seat, [End()])
