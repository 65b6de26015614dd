"""The strong player: whole turns, judged by how he is expected to stand at the end."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from khronos_pbem.engine.bots import Thinking, Turn
from khronos_pbem.engine.story import Silence
from khronos_pbem.games.my_village.bots.prospects import standing
from khronos_pbem.games.my_village.bots.whole_turns import Breadth, Line, whole_turns
from khronos_pbem.games.my_village.model.orders import End, Order
from khronos_pbem.games.my_village.model.position import Position
from khronos_pbem.games.my_village.rules.turn import decision, follow, legal_orders, waits


def turns(position: Position, seat: int, thinking: Thinking) -> list[Turn[Order]]:
    """What the seat may do now, the best first."""
    judge = partial(standing, seat=seat)
    if position.choice is not None:
        answers = [
            Turn((order,), judge(follow(position, seat, order, Silence()).position))
            for order in legal_orders(position)
        ]
        return sorted(answers, key=lambda turn: -turn.worth)
    lines = whole_turns(position, seat, judge, Breadth())
    return [Turn(_ended(line), line.worth) for line in lines[:12]]


def _ended(line: Line) -> tuple[Order, ...]:
    return line.orders if waits(line.position) else (*line.orders, End())


def worth(position: Position, seat: int, orders: Sequence[Order], thinking: Thinking) -> float:
    """What the position is worth after these orders, and after the best that the turn can go on with."""
    judge = partial(standing, seat=seat)
    for order in orders:
        position = follow(position, seat, order, Silence()).position
    waiting = decision(position)
    if waiting is None or waiting.seat != seat or waiting.choice is not None or End() in orders:
        return judge(position)
    return whole_turns(position, seat, judge, Breadth())[0].worth
