"""Whole turns: lines of orders, tried by their worth, the best of each length carried on (a beam)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from random import Random
from typing import NamedTuple

from khronos_pbem.engine.event_log import NullEventLog
from khronos_pbem.games.khronos.bots.evaluation import best_places, worth
from khronos_pbem.games.khronos.bots.pruning import actions
from khronos_pbem.games.khronos.bots.sample_world import shuffled
from khronos_pbem.games.khronos.model.orders import Build, End, Order, Policy, Swap, Travel, Upgrade
from khronos_pbem.games.khronos.model.pieces import REVENUE_ROUNDS, Board
from khronos_pbem.games.khronos.model.position import Position, known
from khronos_pbem.games.khronos.rules.effects.choices import standing_answer
from khronos_pbem.games.khronos.rules.legal_orders import legal_orders, orders_on
from khronos_pbem.games.khronos.rules.turn import follow

LISTING = 12
"""How many orders could be tried while those that may be given are listed."""

_CHOICES = 60
"""How many answers of its own a seat tries behind one order, where one choice leads to the next."""

_FARE = 0.7  # what a journey is taken to cost before it is tried: the ecu, but it may be needed anyway
_CARD = 0.7  # what a card that may still be used is worth, where lines of one length are compared


@dataclass
class Effort:
    """How many orders may still be tried."""

    left: float

    def spent(self) -> bool:
        """Whether it is used up."""
        return self.left <= 0


class Line(NamedTuple):
    """Orders of a turn, one after another: where they lead and what it is worth to stop there.

    `said` counts the orders before another player had to answer; None if nobody had to.
    """

    position: Position
    orders: tuple[Order, ...]
    value: float
    said: int | None = None

    @property
    def sayable(self) -> tuple[Order, ...]:
        """The orders that can be given before somebody else has the word."""
        return self.orders[: self.said]


class Step(NamedTuple):
    """An order that a line may go on with, and what it promises, in ecus."""

    promise: float
    line: Line
    order: Order


def lines(
    position: Position, seat: int, width: int, breadth: int, effort: Effort, random: Random
) -> list[Line]:
    """What a seat may do until its turn, or its answer, is over, without the end, the best first.

    After each order so many lines, `width`, are carried on, each with the most promising orders, `breadth` of
    them, as long as the effort lasts; one stage is tried in any case.
    """
    start = Line(position, (), worth(position, seat, True))
    asked = position.pending is not None
    found = list(tried(start, answers(position), seat, effort)) if asked else [start]
    stage = found if position.active == seat else []
    while stage and not (effort.spent() and len(found) > 1):
        longest = [line for each in stage for line in longer(each, seat, breadth, effort, random)]
        longest.sort(key=lambda line: -(line.value + _CARD * _cards(line, seat)))
        stage = list(_different(longest, width))
        longest.sort(key=lambda line: -line.value)
        found += [*stage, *_different(longest, width)]
    found.sort(key=lambda line: -line.value)
    return list(_different(found, len(found)))


def _cards(line: Line, seat: int) -> int:
    return len(line.position.players[seat].hand)


def _different(tried: Iterable[Line], most: int) -> Iterator[Line]:
    """The first of these, of those that come to the same only one: the same kinds of orders, in whatever
    sequence and on whatever squares, that are worth the same."""
    seen: set[tuple[float, tuple[str, ...]]] = set()
    for line in tried:
        if len(seen) == most:
            return
        key = (round(line.value, 6), tuple(sorted(map(_kind, line.orders))))
        if key not in seen:
            seen.add(key)
            yield line


def _kind(order: Order) -> str:
    if isinstance(order, Build | Upgrade):
        return f"{order.piece.number} {order.board} {order.extra}"
    return "" if isinstance(order, Travel) else type(order).__name__


def longer(line: Line, seat: int, breadth: int, effort: Effort, random: Random) -> Iterator[Line]:
    """The line with an action more, or with a journey or a swap and an action behind it: the most promising
    of all of them."""
    found = sorted(_next(line, seat, effort, random), key=lambda step: -step.promise)
    for step in found[:breadth]:
        yield from tried(step.line, (step.order,), seat, effort)


def _next(line: Line, seat: int, effort: Effort, random: Random) -> Iterator[Step]:
    position = line.position
    effort.left -= LISTING
    orders = legal_orders(position)
    for promise, order in actions(position, seat, orders, random):
        yield Step(promise, line, order)
    if not known(position.players[seat].hand):
        return
    for order in orders:
        if isinstance(order, Swap):
            yield from _behind(line, order, None, 0.3, seat, effort, random)
        elif isinstance(order, Travel) and not (_twins(position, seat) and order.adventurer == 2):
            yield from _behind(line, order, order.board, _FARE, seat, effort, random)


def _twins(position: Position, seat: int) -> bool:
    """Whether it is all the same which adventurer travels."""
    one, two = position.players[seat].adventurers
    return one == two and all((second, first) in position.loads for first, second in position.loads)


def _behind(
    line: Line, order: Order, board: Board | None, cost: float, seat: int, effort: Effort, random: Random
) -> Iterator[Step]:
    """The actions for which an order may have been that changes nothing by itself."""
    position = follow(line.position, seat, order, NullEventLog())
    there = line._replace(position=position, orders=(*line.orders, order))
    effort.left -= LISTING
    orders = legal_orders(position) if board is None else orders_on(position, seat, board)
    for promise, action in actions(position, seat, orders, random):
        yield Step(promise - cost, there, action)


def tried(line: Line, orders: Iterable[Order], seat: int, effort: Effort) -> Iterator[Line]:
    """The line with each of these orders behind it, and with all that is answered at once."""
    for order in orders:
        yield from _with(line, order, seat, effort, Effort(_CHOICES))


def _with(line: Line, order: Order, seat: int, effort: Effort, choices: Effort) -> Iterator[Line]:
    effort.left -= 1
    position = follow(line.position, seat, order, NullEventLog())
    there = line._replace(position=position, orders=(*line.orders, order))
    if position.pending is None:
        yield there._replace(value=worth(position, seat, True))
    else:
        yield from _through(there, seat, effort, choices)


def _through(line: Line, seat: int, effort: Effort, choices: Effort) -> Iterator[Line]:
    """The lines behind open choices: with every answer of the seat, as long as they are not too many, then
    with the one that looks best, and with the best ones of others."""
    position, asked = answered(line.position, seat, effort)
    said = len(line.orders) if asked and line.said is None else line.said
    line = line._replace(position=position, said=said)
    if position.pending is None:
        yield line._replace(value=worth(position, seat, True))
        return
    options = answers(position)
    choices.left -= len(options)
    if choices.spent():
        options = [best_answer(position, seat, effort)]
    for order in options:
        yield from _with(line, order, seat, effort, choices)


def answers(position: Position) -> list[Order]:
    """The answers to the open choice."""
    return [order for order in legal_orders(position) if not isinstance(order, Policy)]


def answered(position: Position, seat: int, effort: Effort) -> tuple[Position, bool]:
    """The position once others have answered what is asked of them, each as is best for it; and whether one
    of them was asked, which a standing order spares."""
    asked = False
    while position.pending is not None and position.pending.choice.seat != seat:
        other = position.pending.choice.seat
        order = standing_answer(position)
        if order is None:
            asked = True
            order = best_answer(position, other, effort)
        position = follow(position, other, order, NullEventLog())
    return position, asked


def best_answer(position: Position, seat: int, effort: Effort) -> Order:
    """The answer to an open choice after which its seat stands best."""
    orders = answers(position)
    effort.left -= len(orders)
    return max(orders, key=lambda order: worth(follow(position, seat, order, NullEventLog()), seat, True))


def ended(line: Line, seat: int) -> tuple[Order, ...]:
    """The orders that end a turn where its line stops: journeys to revenue, cards that are kept."""
    position, orders = line.position, list[Order]()
    if position.round in REVENUE_ROUNDS:
        _, places = best_places(position, seat)
        for number, (here, there) in enumerate(zip(position.players[seat].adventurers, places, strict=True)):
            if here != there:
                orders.append(Travel(number + 1, there))
    return (*orders, max(_ends(position), key=_kept))


def _ends(position: Position) -> list[End]:
    return [order for order in legal_orders(position) if isinstance(order, End)]


def _kept(end: End) -> int:
    """What it is worth to keep cards (RULES 3.2): two of a kind build more than new ones are likely to."""
    counts = Counter(end.kept)
    return sum(1 if counts[card] > 1 else -1 for card in end.kept)


def turn_taken(position: Position, breadth: int, most: float, random: Random) -> Position:
    """The position after a quick turn, or the rest of one, of the active seat; all cards are known."""
    seat = position.active
    best = lines(position, seat, 1, breadth, Effort(most), random)[0]
    position = best.position
    for order in ended(best, seat):
        position = follow(position, seat, order, NullEventLog())
    return shuffled(position, random)
