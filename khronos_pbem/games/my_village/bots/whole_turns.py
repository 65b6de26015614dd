"""Whole turns: orders tried one after another, the best followed, until the turn may end (VILLAGE 3.4).

Which orders there are say the rules (`legal_orders`), what they lead to too (`follow`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import NamedTuple

from khronos_pbem.engine.story import Silence
from khronos_pbem.games.my_village.model.orders import (
    Bury,
    Desk,
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
from khronos_pbem.games.my_village.model.position import Draw, Position
from khronos_pbem.games.my_village.model.words import Branch, Phase, Side
from khronos_pbem.games.my_village.rules.dice import price_of, ways_by_value
from khronos_pbem.games.my_village.rules.draws import MARKET, TRAVEL
from khronos_pbem.games.my_village.rules.turn import follow, legal_orders, waits

Judge = Callable[[Position], float]
"""What a position is worth to whoever searches."""
SEEING = 0.1
"""What it is worth to see a card before something is decided."""
MOST_CUSTOMERS = 4
"""Of so many customers sets are tried at the desk."""
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
        level = _best(_longer(level, seat, judge))
        found += (line for line in level if _is_turn(line.position))
        level = [line for line in level if _goes_on(line.position)][: breadth.lines]
    found = sorted(found, key=_by_worth)[: breadth.lines]
    return sorted((whole for line in found for whole in _whole(line, seat, judge)), key=_by_worth)


def _by_worth(line: Line) -> float:
    return -line.worth


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
        orders = legal_orders(line.position)
        fields = any(isinstance(order, UseField) for order in orders)
        for order in orders:
            if _is_worth_trying(order, fields):
                yield line.then(seat, order, judge)
        desks = _at_the_desk(line, [order for order in orders if isinstance(order, Desk)], seat, judge)
        yield from desks
        if Reveal() in orders and desks:
            shown = line.then(seat, Reveal(), judge).then(seat, Look(), judge)
            yield shown._replace(worth=max(desk.worth for desk in desks) + SEEING)


def _at_the_desk(line: Line, desks: list[Desk], seat: int, judge: Judge) -> list[Line]:
    """Every customer alone, and those together who are worth most alone."""
    single = [desk for desk in desks if len(_taken(desk)) == 1]
    alone = sorted((line.then(seat, desk, judge) for desk in single), key=_by_worth)
    best: set[str] = set()
    for each in alone:
        if len(best) < MOST_CUSTOMERS:
            best.update(*(_taken(order) for order in each.orders[-1:] if isinstance(order, Desk)))
    more = (desk for desk in desks if len(_taken(desk)) > 1 and best.issuperset(_taken(desk)))
    return [*alone, *(line.then(seat, desk, judge) for desk in more)]


def _taken(desk: Desk) -> tuple[str, ...]:
    return (*desk.cards, desk.free) if desk.free else desk.cards


def _is_worth_trying(order: Order, fields: bool) -> bool:
    """No end, nothing that does nothing, and no plough where fields are not used."""
    if isinstance(order, (*_LAST, Reveal, Desk)) or order == School(Side.NONE):
        return False
    return fields or not isinstance(order, Plough)


def _best(lines: Iterable[Line]) -> list[Line]:
    """The best first; of lines that come to the same position only the first."""
    kept: dict[Position, Line] = {}
    for line in lines:
        kept.setdefault(line.position._replace(used=tuple(sorted(line.position.used))), line)
    return sorted(kept.values(), key=_by_worth)


def _whole(line: Line, seat: int, judge: Judge) -> list[Line]:
    """The line to where it ends; if somebody dies also to a look at what comes before (VILLAGE 12.5)."""
    if waits(line.position):
        return [line]
    whole = _with_death(line, seat, judge)
    if not (line.position.reaper and any(_comes_to_him(draw) for draw in line.position.draws)):
        return [whole]
    return [whole, line.then(seat, Look(), judge)._replace(worth=whole.worth + SEEING)]


def _comes_to_him(draw: Draw) -> bool:
    """Whether a draw brings something to the village of whoever has the turn."""
    return draw.name.startswith(TRAVEL) or draw.to == MARKET


def _with_death(line: Line, seat: int, judge: Judge) -> Line:
    """The line with whoever had best be buried, if the reaper is out, and hired (VILLAGE 9)."""
    if line.position.reaper:
        line = _best_of(line, Bury, seat, judge)
    return line if line.position.players[seat].villagers else _best_of(line, Hire, seat, judge)


def _best_of(line: Line, kind: type, seat: int, judge: Judge) -> Line:
    orders = [order for order in legal_orders(line.position) if isinstance(order, kind)]
    return max((line.then(seat, order, judge) for order in orders), key=lambda each: each.worth)
