"""The strong computer player: it searches whole turns and plays them out in sampled worlds."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import NamedTuple

from khronos_pbem.engine.features.bots import CandidateTurn, SearchSettings
from khronos_pbem.games.khronos.model.orders import End, Exchange, Order
from khronos_pbem.games.khronos.model.pieces import REVENUE_ROUNDS, ROUNDS
from khronos_pbem.games.khronos.model.position import Phase, Position, known_types
from khronos_pbem.games.khronos.rules.legal_orders import legal_orders
from khronos_pbem.games.khronos.rules.turn import apply_unchecked
from tests.bots_before.khronos.evaluation import evaluate
from tests.bots_before.khronos.sample_world import sampled_world, with_sampled_cards
from tests.bots_before.khronos.turn_search import (
    Line,
    TurnSearch,
    after_quick_turn,
    best_answer,
    closing_orders,
    with_opponent_answers,
)

RATE = 4000
"""Orders that one core tries in a second, on a slow machine."""

_LAND = 500
"""Squares of a map; on a larger one all that is tried takes as much longer."""

_SEARCH = (0.8, 1200.0, 0.25)
"""What of the effort is for finding turns: this part of it, but no more than so many orders and a part of it
again. The rest is for what follows them."""

_REPLY = 150  # orders that are tried for a quick turn
_POOR = 3.0  # a turn that gains less makes new cards worth a thought
_AFTERWARDS = 0.5  # of the effort is for the rest of a turn, once cards have been exchanged


class SearchBudget(NamedTuple):
    """The limits of the search for one turn.

    `effort` is the number of orders to try while searching. `width` lines are extended with `breadth` orders
    each. The best `ends` turns are played out in `worlds` sampled worlds; a quick turn there tries `quick`
    orders at a time.
    """

    effort: float
    width: int
    breadth: int
    ends: int
    worlds: int
    quick: int


def search_budget(view: Position, seat: int, seconds: float) -> SearchBudget:
    """The search budget for so many seconds of one core."""
    effort = RATE * seconds * min(1.0, _LAND / len(view.land.names))
    effort *= _AFTERWARDS if view.exchanged else 1
    most, first, part = _SEARCH
    search = min(most * effort, first + part * effort)
    ends = _clamped(1, ((effort - search) / 150) ** 0.5, 16)
    replies = (ends + 1) * _REPLY * _turns_ahead(view, seat)
    worlds = _clamped(1, (effort - search) / replies, 64)
    width, breadth = _clamped(1, search / 320, 24), _clamped(12, search / 20, 90)
    return SearchBudget(search, width, breadth, ends, worlds, _clamped(4, effort / 100, 24))


def _turns_ahead(view: Position, seat: int) -> int:
    """How many turns a seat looks ahead after its own, at least 1.

    These are the opponents' turns until its next one. If that next turn ends with revenue, it is included,
    and in the last round so is the rest of the game.
    """
    others = sum(not player.gone for player in view.players) - 1
    if view.active != seat or view.round + 1 not in REVENUE_ROUNDS:
        return max(1, others)
    order = view.seats_in_order()
    later = len(order) - 1 - order.index(seat) if view.round + 1 == ROUNDS else 0
    return others + 1 + later


def _clamped(least: int, value: float, most: int) -> int:
    return max(least, min(most, int(value)))


def ranked_turns(view: Position, seat: int, thinking: SearchSettings) -> list[CandidateTurn[Order]]:
    """The best turns, or answers to an open choice, of the deciding seat, the best first."""
    thought = search_budget(view, seat, thinking.seconds)
    search = TurnSearch(seat, thought.breadth, thought.effort, Random(f"{thinking.seed}/lines"))
    found = search.lines(view, thought.width)
    candidates = list(dict.fromkeys(_playable_orders(line, seat) for line in found[: 3 * thought.ends]))
    candidates = candidates[: thought.ends] + _exchange_turns(view, seat, found)
    values = _mean_evaluations(view, seat, candidates, thinking, thought)
    rated = [CandidateTurn(orders, value) for orders, value in zip(candidates, values, strict=True)]
    return sorted(rated, key=lambda turn: -turn.evaluation)


def evaluate_orders(view: Position, seat: int, orders: Sequence[Order], thinking: SearchSettings) -> float:
    """The evaluation of these orders by the measure of `ranked_turns`, in ecus."""
    thought = search_budget(view, seat, thinking.seconds)
    return _mean_evaluations(view, seat, [tuple(orders)], thinking, thought)[0]


def _playable_orders(line: Line, seat: int) -> tuple[Order, ...]:
    """The orders of a line that can be given now; with the end of the turn if no other player must decide."""
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


def _mean_evaluations(
    view: Position,
    seat: int,
    candidates: Sequence[tuple[Order, ...]],
    thinking: SearchSettings,
    thought: SearchBudget,
) -> list[float]:
    """The mean evaluation of each candidate turn over sampled worlds, which are the same for all of them."""
    calls = [
        (view, seat, tuple(candidates), f"{thinking.seed}/{number}", thought.quick)
        for number in range(thought.worlds)
    ]
    rows: list[list[float]] = thinking.starmap(_evaluate_in_sample, calls)
    return [sum(values) / thought.worlds for values in zip(*rows, strict=True)]


def _evaluate_in_sample(
    view: Position, seat: int, candidates: Sequence[tuple[Order, ...]], seed: str, quick: int
) -> list[float]:
    """The evaluation of each candidate turn in one sampled world, which `seed` decides."""
    sampled = sampled_world(view, seat, Random(seed))
    return [_play_out(sampled, seat, orders, Random(f"{seed}/turns"), quick) for orders in candidates]


def _play_out(position: Position, seat: int, orders: Sequence[Order], random: Random, quick: int) -> float:
    """The evaluation of a turn after the opponents' next turns, with all cards known.

    The playout goes on through a coming revenue of the seat, and in the last round to the end of the game.
    """
    position = _after_orders(position, seat, orders, random)
    if not (orders and isinstance(orders[-1], End)) and position.active == seat:
        position = after_quick_turn(position, quick, _REPLY, random)
    while position.phase is not Phase.OVER and position.active != seat:
        position = after_quick_turn(position, quick, _REPLY, random)
    if position.phase is not Phase.OVER and position.round in REVENUE_ROUNDS:
        position = after_quick_turn(position, quick, _REPLY, random)
        while position.phase is not Phase.OVER and position.round == ROUNDS:
            position = after_quick_turn(position, quick, _REPLY, random)
    return evaluate(position, seat)


def _after_orders(position: Position, seat: int, orders: Sequence[Order], random: Random) -> Position:
    """The position after these orders and after all choices that they open, for the seat and for others."""
    for order in orders:
        position, _ = with_opponent_answers(apply_unchecked(position, seat, order).position, seat)
        position = with_sampled_cards(position, random)
    while position.pending is not None:
        answer = best_answer(position, seat)
        position, _ = with_opponent_answers(apply_unchecked(position, seat, answer).position, seat)
    return position
