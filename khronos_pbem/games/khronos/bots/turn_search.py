"""The search for whole turns: a beam search over lines of orders, sorted by their evaluation."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from random import Random
from typing import NamedTuple

from khronos_pbem.engine.orders.table_orders import Policy
from khronos_pbem.games.khronos.bots.evaluation import evaluate, journeys_to_revenue
from khronos_pbem.games.khronos.bots.pruning import PICKS, distinct_actions
from khronos_pbem.games.khronos.bots.sample_world import with_sampled_cards
from khronos_pbem.games.khronos.model.orders import Build, End, Order, Swap, Travel, Upgrade
from khronos_pbem.games.khronos.model.pieces import REVENUE_ROUNDS, Board
from khronos_pbem.games.khronos.model.position import Position, known_types
from khronos_pbem.games.khronos.rules.checks.costs import CARRIED
from khronos_pbem.games.khronos.rules.legal_orders import legal_orders, legal_orders_before_actions
from khronos_pbem.games.khronos.rules.standing_answers import standing_answer
from khronos_pbem.games.khronos.rules.turn import apply_unchecked

_LISTING = 4
"""The effort of listing the legal actions, as a number of orders tried."""

_CHOICES, _FEW_CHOICES = 60, 8
"""The limits on the answers to its own choices that a seat tries separately after one order.

Beyond the limit, only the best answer to each choice is pursued. The second number is for strict
searches.
"""

_SWAP = 0.3  # what a swap is taken to cost before it is tried
_FARE = 0.7  # what a journey is taken to cost before it is tried: the ecu, but it may be needed anyway
_CARD = 0.7  # what a card that may still be used is worth, where lines of one length are compared


class Line(NamedTuple):
    """A line of play: orders of one turn, the position after them, and its evaluation.

    The evaluation assumes that the turn ends there. `before_answer` is the number of orders given before
    another player had to answer; None if none had to.
    """

    position: Position
    orders: tuple[Order, ...]
    value: float
    before_answer: int | None = None

    @property
    def orders_before_answer(self) -> tuple[Order, ...]:
        """The orders that can be given before another player has to answer."""
        return self.orders[: self.before_answer]


class Step(NamedTuple):
    """An order that may extend a line, with its estimated gain in ecus."""

    estimate: float
    line: Line
    order: Order


class TurnSearch:
    """A beam search for the turn of one seat.

    `left` is the number of orders that the search may still try; it can become negative. After each
    order, the search extends a line with the `breadth` most promising orders. A `strict` search stops as
    soon as `left` is used up, and tries fewer answers after one order. Other searches finish the stage
    that they have begun.
    """

    def __init__(self, seat: int, breadth: int, effort: float, random: Random, strict: bool = False) -> None:
        self.left = effort
        self._strict = strict
        self._choices = _FEW_CHOICES if strict else _CHOICES
        self._seat = seat
        self._breadth = breadth
        self._pick = random.randrange(PICKS)
        self._tried: set[frozenset[Order]] = set()
        self._answers_left = self._choices

    def lines(self, position: Position, width: int) -> list[Line]:
        """Return the lines of the turn, or of the answer to a choice, best first.

        They do not include the end of the turn. After each order, the best `width` lines are extended until
        the effort is used up. At least one stage is tried.
        """
        start = Line(position, (), evaluate(position, self._seat, True))
        asked = position.pending is not None
        found = list(self.tried_lines(start, _choice_answers(position))) if asked else [start]
        stage = found if position.active == self._seat else []
        while stage and not (self.left <= 0 and len(found) > 1):
            longest = [line for each in stage for line in self._extended_lines(each)]
            longest.sort(key=lambda line: -(line.value + _CARD * _hand_size(line, self._seat)))
            stage = list(_distinct_lines(longest, width))
            longest.sort(key=lambda line: -line.value)
            found += [*stage, *_distinct_lines(longest, width)]
        found.sort(key=lambda line: -line.value)
        return list(_distinct_lines(found, len(found)))

    def _extended_lines(self, line: Line) -> Iterator[Line]:
        """The line extended by each of the most promising actions, after a journey or a swap if needed.

        The same orders in another sequence are not tried again.
        """
        found = sorted(self._candidate_steps(line), key=lambda step: -step.estimate)
        for step in found[: self._breadth]:
            if self._strict and self.left <= 0:
                return
            orders = frozenset((*step.line.orders, step.order))
            if orders not in self._tried or step.order in step.line.orders:
                self._tried.add(orders)
                yield from self.tried_lines(step.line, (step.order,))

    def _candidate_steps(self, line: Line) -> Iterator[Step]:
        """The orders that may extend a line, with their estimates."""
        position, seat = line.position, self._seat
        here = sorted(set(position.players[seat].adventurers))
        yield from self._rated_steps(line, here, 0.0)
        if not known_types(position.players[seat].hand):
            return
        for order in legal_orders_before_actions(position):
            if isinstance(order, Swap) or (
                isinstance(order, Travel)
                and not (_adventurers_are_equal(position, seat) and order.adventurer == 2)
            ):
                yield from self._steps_after(line, order)

    def _steps_after(self, line: Line, order: Swap | Travel) -> Iterator[Step]:
        """Yield the actions after a swap or a journey, with its cost in ecus deducted from their estimates.

        After a journey, only actions on the new board are included, also those for which both adventurers
        must travel there.
        """
        there = self._line_after(line, order)
        if isinstance(order, Swap):
            boards = sorted(set(there.position.players[self._seat].adventurers))
            yield from self._rated_steps(there, boards, _SWAP)
            return
        yield from self._rated_steps(there, [order.board], _FARE)
        player = there.position.players[self._seat]
        if order.adventurer == 1 and player.ecus and player.adventurers[1] is not order.board:
            both = self._line_after(there, Travel(2, order.board))
            yield from self._rated_steps(both, [order.board], 2 * _FARE, CARRIED + 1)

    def _line_after(self, line: Line, order: Order) -> Line:
        position = apply_unchecked(line.position, self._seat, order).position
        return line._replace(position=position, orders=(*line.orders, order))

    def _rated_steps(
        self, line: Line, boards: Iterable[Board], cost: float, least: int = 0
    ) -> Iterator[Step]:
        """The actions on these boards that use at least `least` cards, with `cost` deducted."""
        self.left -= _LISTING
        for estimate, order in distinct_actions(line.position, self._seat, boards, self._pick, least):
            yield Step(estimate - cost, line, order)

    def tried_lines(self, line: Line, orders: Iterable[Order]) -> Iterator[Line]:
        """Yield the line extended by each of these orders and by answers to the choices that they open."""
        for order in orders:
            self._answers_left = self._choices
            yield from self._lines_with(line, order)

    def _lines_with(self, line: Line, order: Order) -> Iterator[Line]:
        """The line extended by one order, for every answer to the choices that it opens."""
        self.left -= 1
        position = apply_unchecked(line.position, self._seat, order).position
        there = line._replace(position=position, orders=(*line.orders, order))
        if position.pending is None:
            yield there._replace(value=evaluate(position, self._seat, True))
        else:
            yield from self._lines_after_choices(there)

    def _lines_after_choices(self, line: Line) -> Iterator[Line]:
        """Yield the lines after the open choices are answered.

        All answers to the seat's own choices are tried until the limit is reached, then only the best one.
        Other seats give their best answer.
        """
        position, tried = with_opponent_answers(line.position, self._seat)
        self.left -= tried
        line = line._replace(position=position)
        if tried and line.before_answer is None:
            line = line._replace(before_answer=len(line.orders))
        if position.pending is None:
            yield line._replace(value=evaluate(position, self._seat, True))
            return
        options = _choice_answers(position)
        self._answers_left -= len(options)
        if self._answers_left <= 0:
            self.left -= len(options)
            options = [_best_of(options, position, self._seat)]
        for order in options:
            yield from self._lines_with(line, order)


def _hand_size(line: Line, seat: int) -> int:
    return len(line.position.players[seat].hand)


def _distinct_lines(lines: Iterable[Line], most: int) -> Iterator[Line]:
    """The first `most` of these lines, only one of each group of equivalent ones.

    Lines are equivalent if they have the same kinds of orders, on any squares and in any sequence, and the
    same evaluation.
    """
    seen: set[tuple[float, tuple[str, ...]]] = set()
    for line in lines:
        if len(seen) == most:
            return
        key = (round(line.value, 6), tuple(sorted(map(_order_kind, line.orders))))
        if key not in seen:
            seen.add(key)
            yield line


def _order_kind(order: Order) -> str:
    if isinstance(order, Build | Upgrade):
        return f"{order.piece.number} {order.board} {order.extra}"
    return "" if isinstance(order, Travel) else type(order).__name__


def _adventurers_are_equal(position: Position, seat: int) -> bool:
    """Return whether it makes no difference which adventurer travels."""
    one, two = position.players[seat].adventurers
    return one == two and all((second, first) in position.loads for first, second in position.loads)


def _choice_answers(position: Position) -> list[Order]:
    """The legal answers to the open choice."""
    return [order for order in legal_orders(position) if not isinstance(order, Policy)]


def with_opponent_answers(position: Position, seat: int) -> tuple[Position, int]:
    """Return the position after opponents' answers to open choices, and the number of answers tried.

    Each opponent gives the answer with the best evaluation for itself. Answers by standing orders,
    including the seat's own, are applied and do not count as tried.
    """
    tried = 0
    while position.pending is not None:
        other, order = position.pending.choice.seat, standing_answer(position)
        if order is None:
            if other == seat:
                break
            options = _choice_answers(position)
            tried += len(options)
            order = _best_of(options, position, other)
        position = apply_unchecked(position, other, order).position
    return position, tried


def best_answer(position: Position, seat: int) -> Order:
    """Return the answer to the open choice that has the best evaluation for its seat."""
    return _best_of(_choice_answers(position), position, seat)


def _best_of(options: Sequence[Order], position: Position, seat: int) -> Order:
    return max(
        options, key=lambda order: evaluate(apply_unchecked(position, seat, order).position, seat, True)
    )


def closing_orders(line: Line, seat: int) -> tuple[Order, ...]:
    """Return the orders that end a turn after its line.

    They are journeys to better revenue, then the end of the turn, which keeps the most useful cards.
    """
    position = line.position
    journeys = journeys_to_revenue(position, seat) if position.round in REVENUE_ROUNDS else []
    ends = (order for order in legal_orders(position) if isinstance(order, End))
    return (*journeys, max(ends, key=_keep_value))


def _keep_value(end: End) -> int:
    """Return the value of the cards kept by an end of turn (RULES 3.2).

    A card counts 1 if several of its type are kept, -1 if it is the only one.
    """
    counts = Counter(end.kept)
    return sum(1 if counts[card] > 1 else -1 for card in end.kept)


def after_quick_turn(position: Position, breadth: int, most: float, random: Random) -> Position:
    """Return the position after the active seat has quickly played its turn or the rest of it.

    All hidden cards are then drawn at random.
    """
    seat = position.active
    best = TurnSearch(seat, breadth, most, random, strict=True).lines(position, 1)[0]
    position = best.position
    for order in closing_orders(best, seat):
        position = apply_unchecked(position, seat, order).position
    return with_sampled_cards(position, random)
