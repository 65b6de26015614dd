"""The strong computer player: it searches whole turns and plays them out in sampled worlds."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import NamedTuple

from khronos_pbem.engine.features.bots import CandidateTurn, SearchSettings
from khronos_pbem.games.khronos.bots.evaluation import evaluate
from khronos_pbem.games.khronos.bots.sample_world import sampled_world, with_sampled_cards
from khronos_pbem.games.khronos.bots.turn_search import (
    Line,
    TurnSearch,
    after_quick_turn,
    best_answer,
    closing_orders,
    with_opponent_answers,
)
from khronos_pbem.games.khronos.model.orders import End, Exchange, Order
from khronos_pbem.games.khronos.model.pieces import ROUNDS
from khronos_pbem.games.khronos.model.position import Phase, Position, known_types
from khronos_pbem.games.khronos.rules.legal_orders import legal_orders
from khronos_pbem.games.khronos.rules.turn import apply_unchecked

RATE = 4000
"""The number of orders that one core tries per second on a slow machine."""

_LAND = 500
"""The number of squares up to which `RATE` holds; on larger maps, orders take proportionally longer."""

_SEARCH = (0.5, 500.0, 0.15)
"""The limits of the effort for finding turns; the remaining effort is for playing them out.

The effort is at most the first number as a share of the whole. It is also at most the second number, in
orders, plus the third as a share of the whole.
"""

_UNUSED = 0.4  # of that effort is left when no line can be extended any more
_REPLY = (130, 400)  # orders that are tried for a quick turn, with little and with much effort
_POOR = 3.0  # a turn that gains less makes new cards worth a thought
_AFTERWARDS = 0.5  # of the effort is for the rest of a turn, once cards have been exchanged
_ANSWER = 0.25  # of the effort is for the answer to a choice
_FINALISTS = 3  # turns that are played out in all worlds
_WORLDS = 64
_JUDGED = 3  # so many worlds say as much as the evaluation before the opponents' turns
_LAST_WORLDS = 8  # for new cards in the last turn of the game; nothing else is played out there


class SearchBudget(NamedTuple):
    """The limits of the search for one turn.

    `effort` is the number of orders to try while searching. In each stage, `width` lines are extended
    with `breadth` orders each. The best `ends` turns are played out in some of the `worlds` sampled
    worlds, the better half in more of them, and the finalists in all. A quick turn in these worlds tries
    `reply` orders, `quick` of them at a time.
    """

    effort: float
    width: int
    breadth: int
    ends: int
    worlds: int
    quick: int
    reply: int

    @property
    def rounds(self) -> list[tuple[int, int]]:
        """The rounds, each as the number of turns still compared and of worlds played out by its end."""
        found = [
            (self.ends, self.worlds // 4),
            (max(_FINALISTS, self.ends // 2), self.worlds // 2),
            (_FINALISTS, self.worlds),
        ]
        return [(ends, worlds) for ends, worlds in found if worlds]


def search_budget(view: Position, seat: int, seconds: float) -> SearchBudget:
    """Return the search budget for this many seconds on one core."""
    effort = RATE * seconds * min(1.0, _LAND / len(view.land.names))
    effort *= (_AFTERWARDS if view.exchanged else 1) * (_ANSWER if view.pending else 1)
    turns = _turns_ahead(view, seat)
    if not turns:
        return SearchBudget(effort, *_beam(effort), _FINALISTS, _LAST_WORLDS, 24, _REPLY[0])
    most, first, part = _SEARCH
    search = min(most * effort, first + part * effort)
    reply = _clamped(_REPLY[0], effort / 100, _REPLY[1])
    replies = (effort - (1 - _UNUSED) * search) / (reply * turns)
    ends = _clamped(1, (replies * 4 / 3) ** 0.5, 24)
    worlds = _clamped(1, replies / (ends / 4 + max(_FINALISTS, ends // 2) / 4 + _FINALISTS / 2), _WORLDS)
    return SearchBudget(search, *_beam(search), ends, worlds, _clamped(8, effort / 150, 24), reply)


def _beam(search: float) -> tuple[int, int]:
    """Return how many lines to extend, and with how many orders each, if `search` orders are tried in all."""
    return _clamped(1, search / 200, 24), _clamped(12, 16 + search / 60, 90)


def _turns_ahead(view: Position, seat: int) -> int:
    """Return the number of opponents' turns before the seat's next one, or before the end of the game."""
    others = [other for other in view.seats_in_order() if other == seat or not view.players[other].gone]
    if view.round < ROUNDS or view.active != seat:
        return max(1, len(others) - 1)
    return len(others) - 1 - others.index(seat)


def _clamped(least: int, value: float, most: int) -> int:
    return max(least, min(most, int(value)))


def ranked_turns(view: Position, seat: int, thinking: SearchSettings) -> list[CandidateTurn[Order]]:
    """Return the best turns of the deciding seat, or its best answers to an open choice, best first."""
    thought = search_budget(view, seat, thinking.seconds)
    search = TurnSearch(seat, thought.breadth, thought.effort, Random(f"{thinking.seed}/lines"))
    found = search.lines(view, thought.width)
    candidates = list(dict.fromkeys(_playable_orders(line, seat) for line in found[: 3 * thought.ends]))
    candidates = candidates[: thought.ends] + _exchange_turns(view, seat, found)
    return _finalists(view, seat, candidates, thinking, thought)


def _finalists(
    view: Position,
    seat: int,
    candidates: list[tuple[Order, ...]],
    thinking: SearchSettings,
    thought: SearchBudget,
) -> list[CandidateTurn[Order]]:
    """Return the best of the candidate turns, best first; after each round, only the better ones remain."""
    values: dict[tuple[Order, ...], list[float]] = {orders: [] for orders in candidates}
    done = 0
    for ends, worlds in thought.rounds:
        candidates = sorted(candidates, key=lambda orders: -sum(values[orders]))
        candidates = candidates[: max(ends, _FINALISTS)]
        rows = _evaluations(view, seat, candidates, thinking, thought, range(done, worlds))
        for row in rows:
            for orders, value in zip(candidates, row, strict=True):
                values[orders].append(value)
        done = worlds
    rated = [CandidateTurn(orders, sum(values[orders]) / done) for orders in candidates]
    return sorted(rated, key=lambda turn: -turn.evaluation)


def evaluate_orders(view: Position, seat: int, orders: Sequence[Order], thinking: SearchSettings) -> float:
    """Return the evaluation of these orders in ecus, on the same scale as `ranked_turns`."""
    thought = search_budget(view, seat, thinking.seconds)
    rows = _evaluations(view, seat, [tuple(orders)], thinking, thought, range(thought.worlds))
    return sum(value for (value,) in rows) / len(rows)


def _playable_orders(line: Line, seat: int) -> tuple[Order, ...]:
    """Return the orders of a line that can be given now.

    They include the end of the turn if no other player must decide.
    """
    if line.before_answer is not None or line.position.active != seat:
        return line.orders_before_answer
    return (*line.orders, *closing_orders(line, seat))


def _exchange_turns(view: Position, seat: int, found: Sequence[Line]) -> list[tuple[Order, ...]]:
    """Exchanges of the whole hand, or of what the best line does not use, if that line gains little."""
    cards = tuple(known_types(view.players[seat].hand))
    offered = [order for order in legal_orders(view) if isinstance(order, Exchange)]
    if not offered or found[0].value - evaluate(view, seat, True) > _POOR:
        return []
    rest = tuple(known_types(found[0].position.players[seat].hand))
    wanted = {cards, rest} if len(rest) > 1 else {cards}
    return [(order,) for order in offered if order.cards in wanted]


def _evaluations(
    view: Position,
    seat: int,
    candidates: Sequence[tuple[Order, ...]],
    thinking: SearchSettings,
    thought: SearchBudget,
    worlds: range,
) -> list[list[float]]:
    """Return, for each of these worlds, the evaluation of each candidate turn after playing it out there."""
    calls = [(view, seat, tuple(candidates), f"{thinking.seed}/{number}", thought) for number in worlds]
    return thinking.starmap(_evaluate_in_sample, calls)


def _evaluate_in_sample(
    view: Position, seat: int, candidates: Sequence[tuple[Order, ...]], seed: str, thought: SearchBudget
) -> list[float]:
    """Return the evaluation of each candidate turn in one sampled world, determined by `seed`."""
    sampled = sampled_world(view, seat, Random(seed))
    return [_play_out(sampled, seat, orders, Random(f"{seed}/turns"), thought) for orders in candidates]


def _play_out(
    position: Position, seat: int, orders: Sequence[Order], random: Random, thought: SearchBudget
) -> float:
    """Return the evaluation of a turn after the opponents' next turns, with all cards known.

    In the last round, these turns are the rest of the game. With fewer worlds, the evaluation before these
    turns has more weight, since it depends less on the cards drawn.
    """
    position = _after_orders(position, seat, orders, random)
    if not (orders and isinstance(orders[-1], End)) and position.active == seat:
        position = after_quick_turn(position, thought.quick, thought.reply, random)
    judged = evaluate(position, seat)
    while position.phase is not Phase.OVER and position.active != seat:
        position = after_quick_turn(position, thought.quick, thought.reply, random)
    part = thought.worlds / (thought.worlds + _JUDGED)
    return part * evaluate(position, seat) + (1 - part) * judged


def _after_orders(position: Position, seat: int, orders: Sequence[Order], random: Random) -> Position:
    """The position after these orders and after all choices that they open, for the seat and for others."""
    for order in orders:
        position, _ = with_opponent_answers(apply_unchecked(position, seat, order).position, seat)
        position = with_sampled_cards(position, random)
    while position.pending is not None:
        answer = best_answer(position, seat)
        position, _ = with_opponent_answers(apply_unchecked(position, seat, answer).position, seat)
    return position
