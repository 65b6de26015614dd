"""Whole turns: orders tried one after another, the best followed, until the turn may end (VILLAGE 3.4).

Which orders there are say the rules (`legal_orders`), what they lead to too (`follow`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import NamedTuple

from khronos_pbem.engine.story import Silence
from khronos_pbem.games.my_village.model.orders import (
    Bury,
    End,
    Hire,
    Look,
    Order,
    Plough,
    Reveal,
    School,
    Take,
    UseField,
)
from khronos_pbem.games.my_village.model.position import Position
from khronos_pbem.games.my_village.model.words import Branch, Phase, Side
from khronos_pbem.games.my_village.rules.dice import price_of, ways_by_value
from khronos_pbem.games.my_village.rules.turn import follow, legal_orders, waits

Judge = Callable[[Position], float]
"""What a position is worth to whoever searches."""
_LAST = (Bury, Hire, End, Look)


class Line(NamedTuple):
    """Orders of one seat, the position they lead to, and what it is worth."""

    orders: tuple[Order, ...]
    position: Position
    worth: float

    def then(self, seat: int, order: Order, judge: Judge) -> Line:
        """The line with one order more."""
        position = follow(self.position, seat, order, Silence()).position
        return Line((*self.orders, order), position, judge(position))


class Breadth(NamedTuple):
    """How much is tried: ways to a value of the dice, and lines that are followed at once."""

    ways: int = 2
    lines: int = 24


def whole_turns(position: Position, seat: int, judge: Judge, breadth: Breadth) -> list[Line]:
    """Turns of a seat from here, up to before their `end`, or to where chance has the word; best first."""
    here = Line((), position, judge(position))
    level = [here] if position.phase is Phase.ACT else _takes(here, seat, judge, breadth)
    found = [line for line in level if _is_turn(line.position)]
    while level:
        level = _best(_longer(level, seat, judge), breadth.lines * 8)
        found += (line for line in level if _is_turn(line.position))
        level = [line for line in level if _goes_on(line.position)][: breadth.lines]
    return sorted((_with_death(line, seat, judge) for line in found), key=lambda line: -line.worth)


def _is_turn(position: Position) -> bool:
    """Whether a turn may end here, its dead aside, or has to wait."""
    return waits(position) or (position.branch is not Branch.NONE and not position.revealed)


def _goes_on(position: Position) -> bool:
    """Whether another banner may follow."""
    return not waits(position) and (position.branch is not Branch.BLACK or bool(position.offers))


def _takes(here: Line, seat: int, judge: Judge, breadth: Breadth) -> list[Line]:
    """To each value the ways that no other way beats in every part of the price, the cheapest first."""
    black, found = here.position.cards.board.black_time, []
    for ways in ways_by_value(here.position, seat).values():
        for way in _undominated(ways, black)[: breadth.ways]:
            found.append(here.then(seat, way, judge))
    return found


def _undominated(ways: Iterable[Take], black: int) -> list[Take]:
    kept: dict[tuple[int, int, int], Take] = {}
    for way in ways:
        price = price_of(way, black)
        if not any(all(a <= b for a, b in zip(other, price, strict=True)) for other in kept):
            kept[price] = way
    return list(kept.values())


def _longer(level: Iterable[Line], seat: int, judge: Judge) -> Iterator[Line]:
    for line in level:
        for order in legal_orders(line.position):
            if _is_worth_trying(line.position, order):
                yield line.then(seat, order, judge)


def _is_worth_trying(position: Position, order: Order) -> bool:
    """No end, nothing that does nothing, and no plough where fields are not used."""
    if isinstance(order, (*_LAST, Reveal)) or order == School(Side.NONE):
        return False
    if isinstance(order, Plough):
        return any(isinstance(each, UseField) for each in legal_orders(position))
    return True


def _best(lines: Iterable[Line], most: int) -> list[Line]:
    """The lines that are worth most; of those that come to the same position only the first."""
    kept: dict[Position, Line] = {}
    for line in lines:
        kept.setdefault(line.position._replace(used=tuple(sorted(line.position.used))), line)
    return sorted(kept.values(), key=lambda line: -line.worth)[:most]


def _with_death(line: Line, seat: int, judge: Judge) -> Line:
    """The line with whoever had best be buried, if the reaper is out, and hired (VILLAGE 9)."""
    for kind in (Bury, Hire):
        if waits(line.position):
            return line
        orders = [order for order in legal_orders(line.position) if isinstance(order, kind)]
        if orders:
            line = max((line.then(seat, order, judge) for order in orders), key=lambda each: each.worth)
    return line
