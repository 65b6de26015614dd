"""The search for whole turns: a beam search over orders until the turn may end (VILLAGE 3.4).

The rules list the orders (`legal_orders`) and apply them (`apply_unchecked`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import NamedTuple

from khronos_pbem.games.my_village.model.orders import (
    Bury,
    Desk,
    End,
    Headman,
    Hire,
    Look,
    Order,
    Plough,
    Reveal,
    School,
    Take,
    UseField,
)
from khronos_pbem.games.my_village.model.position import Draw, Position
from khronos_pbem.games.my_village.model.terms import Branch, Phase, Side
from khronos_pbem.games.my_village.rules.base.dice import take_price, takes_by_value
from khronos_pbem.games.my_village.rules.base.draws import MARKET, TRAVEL
from khronos_pbem.games.my_village.rules.turn import apply_unchecked, is_waiting_for_draw, legal_orders

Evaluator = Callable[[Position], float]
"""A function that evaluates a position for the searching seat."""
SEEING = 0.1
"""The value of seeing a card before a decision."""
_LAST = (Bury, Hire, End, Look)


class TurnLine(NamedTuple):
    """A sequence of a seat's orders, the position after them, and its evaluation."""

    orders: tuple[Order, ...]
    position: Position
    evaluation: float


class SearchBreadth(NamedTuple):
    """The limits of the search.

    `takes` is the number of takes for each banner value, and `lines` the number of lines followed in
    parallel. `customers` is the number of customers that are combined into sets at the desk.
    """

    takes: int = 2
    lines: int = 24
    customers: int = 4


def search_turns(
    position: Position, seat: int, evaluate: Evaluator, breadth: SearchBreadth
) -> list[TurnLine]:
    """The turns of a seat from this position, the best first.

    A turn stops before its `end`, or at a draw.
    """
    search = _Search(seat, evaluate, breadth)
    here = TurnLine((), position, evaluate(position))
    level = [here] if position.phase is Phase.ACT else sorted(search.takes(here), key=_by_evaluation)
    found = [line for line in level if _may_end_turn(line.position)]
    while level:
        level = _without_duplicates(
            each for line in level for each in search.extensions(line, line is level[0])
        )
        found += (line for line in level if _may_end_turn(line.position))
        level = [line for line in level if _may_continue(line.position)][: breadth.lines]
    found = sorted(found, key=_by_evaluation)[: breadth.lines]
    return sorted((whole for line in found for whole in search.whole(line)), key=_by_evaluation)


def _by_evaluation(line: TurnLine) -> float:
    return -line.evaluation


def _may_end_turn(position: Position) -> bool:
    """Return whether a turn can end here, except for its burial, or has to wait for a draw."""
    return is_waiting_for_draw(position) or (position.branch is not Branch.NONE and not position.revealed)


def _may_continue(position: Position) -> bool:
    """Return whether another banner can follow."""
    return not is_waiting_for_draw(position) and (
        position.branch is not Branch.BLACK or bool(position.offers)
    )


def _undominated_takes(ways: Iterable[Take], black: int) -> list[Take]:
    """Return the takes that no other take equals or beats in every part of the price."""
    kept: dict[tuple[int, int, int], Take] = {}
    for way in ways:
        price = take_price(way, black)
        if not any(all(a <= b for a, b in zip(other, price, strict=True)) for other in kept):
            kept[price] = way
    return list(kept.values())


class _Search(NamedTuple):
    """The search of one turn: the seat, its evaluator and the limits."""

    seat: int
    evaluate: Evaluator
    breadth: SearchBreadth

    def then(self, line: TurnLine, order: Order) -> TurnLine:
        """Return the line extended by one order."""
        position = apply_unchecked(line.position, self.seat, order).position
        return TurnLine((*line.orders, order), position, self.evaluate(position))

    def takes(self, here: TurnLine) -> Iterator[TurnLine]:
        """Yield the line extended by each of the cheapest takes for each value."""
        black = here.position.cards.board.black_time
        for ways in takes_by_value(here.position, self.seat).values():
            for way in _undominated_takes(ways, black)[: self.breadth.takes]:
                yield self.then(here, way)

    def extensions(self, line: TurnLine, best: bool) -> Iterator[TurnLine]:
        """Yield the line extended by each order that can follow.

        Orders that need no value are tried only for the `best` line.
        """
        orders, desks = legal_orders(line.position), list[Desk]()
        fields = any(isinstance(order, UseField) for order in orders)
        for order in orders:
            if isinstance(order, Desk):
                desks.append(order)
            elif isinstance(order, Headman) and not (best or line.position.offers):
                continue
            elif _is_worth_trying(order, fields):
                yield self.then(line, order)
        if desks:
            yield from self.desk_extensions(line, desks, Reveal() in orders)

    def desk_extensions(self, line: TurnLine, desks: list[Desk], closed: bool) -> list[TurnLine]:
        """Return the line extended by desk orders: each customer alone, and sets of the best ones.

        If `closed`, a reveal followed by a look is also tried.
        """
        single = [desk for desk in desks if len(_desk_cards(desk)) == 1]
        alone = sorted(
            ((self.then(line, desk), desk) for desk in single), key=lambda pair: -pair[0].evaluation
        )
        best = {name for _, desk in alone[: self.breadth.customers] for name in _desk_cards(desk)}
        more = (desk for desk in desks if len(_desk_cards(desk)) > 1 and best.issuperset(_desk_cards(desk)))
        found = [*(each for each, _ in alone), *(self.then(line, desk) for desk in more)]
        if closed:
            shown = self.then(self.then(line, Reveal()), Look())
            found.append(shown._replace(evaluation=max(each.evaluation for each in found) + SEEING))
        return found

    def whole(self, line: TurnLine) -> list[TurnLine]:
        """Return the line with its burial; if a draw is due, also a variant with a look (VILLAGE 12.5)."""
        if is_waiting_for_draw(line.position):
            return [line]
        whole = self.with_burial(line)
        if not (line.position.reaper and any(_fills_active_village(draw) for draw in line.position.draws)):
            return [whole]
        return [whole, self.then(line, Look())._replace(evaluation=whole.evaluation + SEEING)]

    def with_burial(self, line: TurnLine) -> TurnLine:
        """The line with the best burial if the reaper is out, and a labourer if one is due (VILLAGE 9)."""
        if line.position.reaper:
            line = self.best_of(line, Bury)
        return line if line.position.players[self.seat].villagers else self.best_of(line, Hire)

    def best_of(self, line: TurnLine, kind: type) -> TurnLine:
        """Return the line extended by the best legal order of a class."""
        orders = [order for order in legal_orders(line.position) if isinstance(order, kind)]
        return min((self.then(line, order) for order in orders), key=_by_evaluation)


def _is_worth_trying(order: Order, fields: bool) -> bool:
    """Return whether to try an order.

    Orders that end the turn or do nothing are not tried, nor are ploughs if no field can be used.
    """
    if isinstance(order, (*_LAST, Reveal)) or order == School(Side.NONE):
        return False
    return fields or not isinstance(order, Plough)


def _desk_cards(desk: Desk) -> tuple[str, ...]:
    """Return the cards that a desk order takes, including the free one."""
    return (*desk.cards, desk.free) if desk.free else desk.cards


def _without_duplicates(lines: Iterable[TurnLine]) -> list[TurnLine]:
    """Return the lines, the best first, with only the first of those that reach the same position."""
    kept: dict[Position, TurnLine] = {}
    for line in lines:
        kept.setdefault(line.position._replace(used=tuple(sorted(line.position.used))), line)
    return sorted(kept.values(), key=_by_evaluation)


def _fills_active_village(draw: Draw) -> bool:
    """Return whether a draw brings a card to the village of the active player."""
    return draw.name.startswith(TRAVEL) or draw.to == MARKET
