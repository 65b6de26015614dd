"""The strong player: whole turns, the best of them played on in sampled worlds."""

from __future__ import annotations

from collections.abc import Sequence

from khronos_pbem.engine.features.bots import Thinking, Turn
from khronos_pbem.games.my_village.bots.evaluation import Judge
from khronos_pbem.games.my_village.bots.playouts import futures, given
from khronos_pbem.games.my_village.bots.turn_search import Breadth, Line, whole_turns
from khronos_pbem.games.my_village.model.orders import End, Order, Take
from khronos_pbem.games.my_village.model.position import Position
from khronos_pbem.games.my_village.rules.base.dice import price_of, value_of_take, ways_by_value
from khronos_pbem.games.my_village.rules.turn import decision, legal_orders, waits

RATE = 6000
"""Orders that one core tries in a second, at least."""
TURN = 100
"""Orders tried for a turn that is looked ahead, about."""
STAGES = ((12, 4), (6, 2), (3, 1))
"""How many turns are kept, and in what part of the worlds, one in so many, they are played on by then."""
MOST_WORLDS = 256
"""The most that are sampled, however long there is to think."""
AT_ONCE = 2
"""How one stands after a turn counts as much as so many worlds in which it is played on."""
BEST, OTHERS = 2, 2
"""Of so many turns other dice are tried, and how many."""


def turns(position: Position, seat: int, thinking: Thinking) -> list[Turn[Order]]:
    """What the seat may do now, the best first."""
    return _played_on(position, seat, _candidates(position, seat), thinking)


def worth(position: Position, seat: int, orders: Sequence[Order], thinking: Thinking) -> float:
    """What these orders are worth, with the best that the turn can go on with."""
    whole = (*orders, *_rest(position, seat, orders))
    same = [turn.worth for turn in _candidates(position, seat) if turn.orders == whole]
    at_once = same[0] if same else Judge(seat)(given(position, seat, whole))
    calls = [(position, seat, [whole], world) for world in _worlds(position, thinking)]
    later: float = sum(value for values in thinking.spread(futures, calls) for value in values)
    return (AT_ONCE * at_once + later) / (AT_ONCE + len(calls))


def _rest(position: Position, seat: int, orders: Sequence[Order]) -> tuple[Order, ...]:
    """What a turn that is begun by these orders had best go on with; nothing after an answer."""
    after = given(position, seat, orders)
    waiting = decision(after)
    if position.choice is not None or End() in orders or waiting is None or waiting.seat != seat:
        return ()
    return _candidates(after, seat)[0].orders


def _candidates(position: Position, seat: int) -> list[Turn[Order]]:
    """Turns and answers by how one stands after them, the best first."""
    judge = Judge(seat)
    if position.choice is not None:
        answers = [Turn((order,), judge(given(position, seat, [order]))) for order in legal_orders(position)]
        return sorted(answers, key=lambda turn: -turn.worth)
    lines = whole_turns(position, seat, judge, Breadth())
    found = [Turn(_ended(line), line.worth) for line in lines]
    return [each for number, turn in enumerate(found) for each in _alike(position, seat, turn, number)]


def _alike(position: Position, seat: int, turn: Turn[Order], number: int) -> list[Turn[Order]]:
    """The turn; if it is one of the best, also with other dice of the same value and price: others may want
    those that are left."""
    take, *rest = turn.orders
    if not isinstance(take, Take) or number >= BEST:
        return [turn]
    black = position.cards.board.black_time
    ways = ways_by_value(position, seat)[value_of_take(take)]
    same = [way for way in ways if price_of(way, black) == price_of(take, black) and way != take]
    return [turn, *(Turn((way, *rest), turn.worth) for way in same[:OTHERS])]


def _ended(line: Line) -> tuple[Order, ...]:
    return line.orders if waits(line.position) else (*line.orders, End())


def _worlds(position: Position, thinking: Thinking) -> list[str]:
    """The worlds that there is time for: all that is tried is six turns played on in each."""
    count = int(thinking.seconds * RATE / (6 * TURN * len(position.players)))
    return [f"{thinking.seed}/{number}" for number in range(min(count, MOST_WORLDS))]


def _played_on(
    position: Position, seat: int, found: list[Turn[Order]], thinking: Thinking
) -> list[Turn[Order]]:
    """The turns by their worth in sampled worlds: the better they seem, the more of these they see."""
    worlds, done = _worlds(position, thinking), 0
    if not worlds:
        return found
    sums = {turn.orders: AT_ONCE * turn.worth for turn in found}
    for keep, part in STAGES:
        until = max(len(worlds) // part, 1)
        found = found[:keep]
        orders = [turn.orders for turn in found]
        calls = [(position, seat, orders, world) for world in worlds[done:until]]
        for values in thinking.spread(futures, calls):
            for each, value in zip(orders, values, strict=True):
                sums[each] += value
        done = until
        found = sorted(
            (Turn(each, sums[each] / (AT_ONCE + done)) for each in orders), key=lambda turn: -turn.worth
        )
    return found
