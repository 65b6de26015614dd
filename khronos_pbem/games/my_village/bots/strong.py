"""The strong computer player: searches whole turns and continues the best ones in sampled worlds."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from khronos_pbem.engine.features.bots import CandidateTurn, SearchSettings, Strength
from khronos_pbem.games.my_village.bots.evaluation import TurnEvaluator
from khronos_pbem.games.my_village.bots.playouts import playout_values, position_after
from khronos_pbem.games.my_village.bots.turn_search import SearchBreadth, TurnLine, search_turns
from khronos_pbem.games.my_village.model.orders import End, Order, Take
from khronos_pbem.games.my_village.model.position import Position
from khronos_pbem.games.my_village.rules.base.dice import take_price, take_value, takes_by_value
from khronos_pbem.games.my_village.rules.turn import decision, is_waiting_for_draw, legal_orders

RATE = 4000
"""The number of orders that one core tries per second, including the overhead of the worlds."""
TURN = 100
"""The approximate number of orders tried for each turn of a playout."""
MOST_WORLDS = 256
"""The maximum number of sampled worlds, however long the thinking time is."""


class SearchEffort(NamedTuple):
    """The effort of a strength: the limits of its search and the stages of its playouts.

    Each of the `stages` is a pair: the number of turns to keep, and a divisor. By the end of the stage, these
    turns have been played out in the total number of worlds divided by the divisor.
    """

    breadth: SearchBreadth
    stages: tuple[tuple[int, int], ...]


EFFORTS = {
    Strength.STRONG: SearchEffort(SearchBreadth(), ((12, 4), (6, 2), (3, 1))),
    Strength.EXPERT: SearchEffort(SearchBreadth(3, 48, 6), ((16, 4), (8, 2), (4, 1))),
}
AT_ONCE = 2
"""The weight of the evaluation directly after a turn, as a number of sampled worlds."""
BEST, OTHERS = 2, 2
"""The number of best turns to try with other dice, and the number of alternatives for each."""


def ranked_turns(position: Position, seat: int, thinking: SearchSettings) -> list[CandidateTurn[Order]]:
    """Return the turns and answers available to the seat, the best first."""
    return _ranked_by_playouts(position, seat, _candidate_turns(position, seat, thinking), thinking)


def evaluate_orders(
    position: Position, seat: int, orders: Sequence[Order], thinking: SearchSettings
) -> float:
    """Evaluate these orders together with the best continuation of the turn."""
    whole = (*orders, *_best_continuation(position, seat, orders, thinking))
    found = _candidate_turns(position, seat, thinking)
    same = [turn.evaluation for turn in found if turn.orders == whole]
    at_once = same[0] if same else TurnEvaluator(seat)(position_after(position, seat, whole))
    calls = [(position, seat, [whole], world) for world in _world_seeds(position, thinking)]
    later: float = sum(value for values in thinking.starmap(playout_values, calls) for value in values)
    return (AT_ONCE * at_once + later) / (AT_ONCE + len(calls))


def _best_continuation(
    position: Position, seat: int, orders: Sequence[Order], thinking: SearchSettings
) -> tuple[Order, ...]:
    """The best orders to follow these in the same turn; none after an answer."""
    after = position_after(position, seat, orders)
    waiting = decision(after)
    if position.choice is not None or End() in orders or waiting is None or waiting.seat != seat:
        return ()
    return _candidate_turns(after, seat, thinking)[0].orders


def _candidate_turns(position: Position, seat: int, thinking: SearchSettings) -> list[CandidateTurn[Order]]:
    """Turns and answers, sorted by the evaluation of the position after them."""
    evaluate = TurnEvaluator(seat)
    if position.choice is not None:
        answers = [
            CandidateTurn((order,), evaluate(position_after(position, seat, [order])))
            for order in legal_orders(position)
        ]
        return sorted(answers, key=lambda turn: -turn.evaluation)
    lines = search_turns(position, seat, evaluate, EFFORTS[thinking.strength].breadth)
    found = [CandidateTurn(_complete_orders(line), line.evaluation) for line in lines]
    return [
        each
        for number, turn in enumerate(found)
        for each in _with_equivalent_dice(position, seat, turn, number)
    ]


def _with_equivalent_dice(
    position: Position, seat: int, turn: CandidateTurn[Order], number: int
) -> list[CandidateTurn[Order]]:
    """Return the turn and, if it is one of the best, variants with dice of the same value and price.

    The dice that remain for the other players may then be better or worse.
    """
    take, *rest = turn.orders
    if not isinstance(take, Take) or number >= BEST:
        return [turn]
    black = position.cards.board.black_time
    ways = takes_by_value(position, seat)[take_value(take)]
    same = [way for way in ways if take_price(way, black) == take_price(take, black) and way != take]
    return [turn, *(CandidateTurn((way, *rest), turn.evaluation) for way in same[:OTHERS])]


def _complete_orders(line: TurnLine) -> tuple[Order, ...]:
    return line.orders if is_waiting_for_draw(line.position) else (*line.orders, End())


def _world_seeds(position: Position, thinking: SearchSettings) -> list[str]:
    """Return the seeds of as many worlds as the thinking time allows, at most `MOST_WORLDS`."""
    count = int(thinking.seconds * RATE / (6 * TURN * len(position.players)))
    return [f"{thinking.seed}/{number}" for number in range(min(count, MOST_WORLDS))]


def _ranked_by_playouts(
    position: Position, seat: int, found: list[CandidateTurn[Order]], thinking: SearchSettings
) -> list[CandidateTurn[Order]]:
    """The turns sorted by their value in sampled worlds; better turns are tried in more worlds."""
    worlds, done = _world_seeds(position, thinking), 0
    if not worlds:
        return found
    sums = {turn.orders: AT_ONCE * turn.evaluation for turn in found}
    for keep, part in EFFORTS[thinking.strength].stages:
        until = max(len(worlds) // part, 1)
        found = found[:keep]
        orders = [turn.orders for turn in found]
        calls = [(position, seat, orders, world) for world in worlds[done:until]]
        for values in thinking.starmap(playout_values, calls):
            for each, value in zip(orders, values, strict=True):
                sums[each] += value
        done = until
        found = sorted(
            (CandidateTurn(each, sums[each] / (AT_ONCE + done)) for each in orders),
            key=lambda turn: -turn.evaluation,
        )
    return found
