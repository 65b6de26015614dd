"""A player that searches whole turns, and what the others answer to them in worlds that fit what it knows."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import NamedTuple

from khronos_pbem.engine.event_log import NullEventLog
from khronos_pbem.engine.features.bots import Thinking, Turn
from khronos_pbem.games.khronos.bots.evaluation import worth
from khronos_pbem.games.khronos.bots.sample_world import shuffled, world
from khronos_pbem.games.khronos.bots.turn_search import (
    Effort,
    Line,
    answered,
    best_answer,
    ended,
    lines,
    turn_taken,
)
from khronos_pbem.games.khronos.model.orders import End, Exchange, Order
from khronos_pbem.games.khronos.model.pieces import REVENUE_ROUNDS, ROUNDS
from khronos_pbem.games.khronos.model.position import Phase, Position, known
from khronos_pbem.games.khronos.rules.legal_orders import legal_orders
from khronos_pbem.games.khronos.rules.turn import follow

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


class Plan(NamedTuple):
    """How a turn is thought about: `effort` orders for finding lines, `width` of them carried on with
    `breadth` orders each, the best `ends` of them judged in so many `worlds`, where quick turns try `quick`
    orders at a time."""

    effort: float
    width: int
    breadth: int
    ends: int
    worlds: int
    quick: int


def plan(view: Position, seat: int, seconds: float) -> Plan:
    """The thinking that can be had for so many seconds."""
    effort = RATE * seconds * min(1.0, _LAND / len(view.land.names))
    effort *= _AFTERWARDS if view.exchanged else 1
    most, first, part = _SEARCH
    search = min(most * effort, first + part * effort)
    ends = _within(1, ((effort - search) / 150) ** 0.5, 16)
    replies = (ends + 1) * _REPLY * following(view, seat)
    worlds = _within(1, (effort - search) / replies, 64)
    width, breadth = _within(1, search / 320, 24), _within(12, search / 20, 90)
    return Plan(search, width, breadth, ends, worlds, _within(4, effort / 100, 24))


def following(view: Position, seat: int) -> int:
    """How many turns of others, and of its own, a seat looks ahead, 1 at least: up to its next turn, that one
    too if revenue ends it, and then to the end of the game."""
    others = sum(not player.gone for player in view.players) - 1
    if view.active != seat or view.round + 1 not in REVENUE_ROUNDS:
        return max(1, others)
    order = view.seats_in_order()
    later = len(order) - 1 - order.index(seat) if view.round + 1 == ROUNDS else 0
    return others + 1 + later


def _within(least: int, value: float, most: int) -> int:
    return max(least, min(most, int(value)))


def turns(view: Position, seat: int, thinking: Thinking) -> list[Turn[Order]]:
    """The best turns or answers of the deciding seat, the best first."""
    thought = plan(view, seat, thinking.seconds)
    found = lines(
        view, seat, thought.width, thought.breadth, Effort(thought.effort), Random(f"{thinking.seed}/lines")
    )
    candidates = list(dict.fromkeys(_said(line, seat) for line in found[: 3 * thought.ends]))
    candidates = candidates[: thought.ends] + _exchanges(view, seat, found)
    values = judged(view, seat, candidates, thinking, thought)
    rated = [Turn(orders, value) for orders, value in zip(candidates, values, strict=True)]
    return sorted(rated, key=lambda turn: -turn.worth)


def worth_of(view: Position, seat: int, orders: Sequence[Order], thinking: Thinking) -> float:
    """What these orders are worth, by the same measure."""
    thought = plan(view, seat, thinking.seconds)
    return judged(view, seat, [tuple(orders)], thinking, thought)[0]


def _said(line: Line, seat: int) -> tuple[Order, ...]:
    """The orders of a line as far as they can be given now, with the end of the turn."""
    if line.said is not None or line.position.active != seat:
        return line.sayable
    return (*line.orders, *ended(line, seat))


def _exchanges(view: Position, seat: int, found: Sequence[Line]) -> list[tuple[Order, ...]]:
    """New cards for the whole hand, or for what the best line does not use, where it gains little."""
    cards = tuple(known(view.players[seat].hand))
    offered = [order for order in legal_orders(view) if isinstance(order, Exchange)]
    if not offered or found[0].value - worth(view, seat, True) > _POOR:
        return []
    rest = tuple(known(found[0].position.players[seat].hand))
    wanted = {cards, rest} if len(rest) > 1 else {cards}
    return [(order,) for order in offered if order.cards in wanted]


def judged(
    view: Position, seat: int, candidates: Sequence[tuple[Order, ...]], thinking: Thinking, thought: Plan
) -> list[float]:
    """What each of these turns is worth in the mean over sampled worlds, the same ones for all."""
    calls = [
        (view, seat, tuple(candidates), f"{thinking.seed}/{number}", thought.quick)
        for number in range(thought.worlds)
    ]
    rows: list[list[float]] = thinking.spread(outcomes, calls)
    return [sum(values) / thought.worlds for values in zip(*rows, strict=True)]


def outcomes(
    view: Position, seat: int, candidates: Sequence[tuple[Order, ...]], seed: str, quick: int
) -> list[float]:
    """What each of these turns leads to in one sampled world."""
    sampled = world(view, seat, Random(seed))
    return [outcome(sampled, seat, orders, Random(f"{seed}/turns"), quick) for orders in candidates]


def outcome(position: Position, seat: int, orders: Sequence[Order], random: Random, quick: int) -> float:
    """What a turn is worth once the others have had theirs, all cards being known."""
    position = _given(position, seat, orders, random)
    if not (orders and isinstance(orders[-1], End)) and position.active == seat:
        position = turn_taken(position, quick, _REPLY, random)
    while position.phase is not Phase.OVER and position.active != seat:
        position = turn_taken(position, quick, _REPLY, random)
    if position.phase is not Phase.OVER and position.round in REVENUE_ROUNDS:
        position = turn_taken(position, quick, _REPLY, random)
        while position.phase is not Phase.OVER and position.round == ROUNDS:
            position = turn_taken(position, quick, _REPLY, random)
    return worth(position, seat)


def _given(position: Position, seat: int, orders: Sequence[Order], random: Random) -> Position:
    """The position after these orders, and after all that others, and the seat itself, are asked then."""
    effort = Effort(0)
    for order in orders:
        position, _ = answered(follow(position, seat, order, NullEventLog()), seat, effort)
        position = shuffled(position, random)
    while position.pending is not None:
        answer = best_answer(position, seat, effort)
        position, _ = answered(follow(position, seat, answer, NullEventLog()), seat, effort)
    return position
