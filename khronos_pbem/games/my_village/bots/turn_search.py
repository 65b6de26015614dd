"""Whole turns: orders tried one after another, the best followed, until the turn may end (VILLAGE 3.4).

Which orders there are say the rules (`legal_orders`), what they lead to too (`follow`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import NamedTuple

from khronos_pbem.engine.event_log import NullEventLog
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
from khronos_pbem.games.my_village.rules.base.dice import price_of, ways_by_value
from khronos_pbem.games.my_village.rules.base.draws import MARKET, TRAVEL
from khronos_pbem.games.my_village.rules.turn import follow, legal_orders, waits

Judge = Callable[[Position], float]
"""What a position is worth to whoever searches."""
SEEING = 0.1
"""What it is worth to see a card before something is decided."""
_LAST = (Bury, Hire, End, Look)


class Line(NamedTuple):
    """Orders of one seat, the position they lead to, and what it is worth."""

    orders: tuple[Order, ...]
    position: Position
    worth: float


class Breadth(NamedTuple):
    """How much is tried: ways to a value of the dice, lines that are followed at once, and customers of whom
    sets are tried at the desk."""

    ways: int = 2
    lines: int = 24
    customers: int = 4


def whole_turns(position: Position, seat: int, judge: Judge, breadth: Breadth) -> list[Line]:
    """Turns of a seat from here, up to before their `end`, or to where chance has the word; best first."""
    search = _Search(seat, judge, breadth)
    here = Line((), position, judge(position))
    level = [here] if position.phase is Phase.ACT else sorted(search.takes(here), key=_by_worth)
    found = [line for line in level if _is_turn(line.position)]
    while level:
        level = _without_twins(each for line in level for each in search.longer(line, line is level[0]))
        found += (line for line in level if _is_turn(line.position))
        level = [line for line in level if _goes_on(line.position)][: breadth.lines]
    found = sorted(found, key=_by_worth)[: breadth.lines]
    return sorted((whole for line in found for whole in search.whole(line)), key=_by_worth)


def _by_worth(line: Line) -> float:
    return -line.worth


def _is_turn(position: Position) -> bool:
    """Whether a turn may end here, its dead aside, or has to wait."""
    return waits(position) or (position.branch is not Branch.NONE and not position.revealed)


def _goes_on(position: Position) -> bool:
    """Whether another banner may follow."""
    return not waits(position) and (position.branch is not Branch.BLACK or bool(position.offers))


def _undominated(ways: Iterable[Take], black: int) -> list[Take]:
    """The ways of which no other is as good in every part of the price."""
    kept: dict[tuple[int, int, int], Take] = {}
    for way in ways:
        price = price_of(way, black)
        if not any(all(a <= b for a, b in zip(other, price, strict=True)) for other in kept):
            kept[price] = way
    return list(kept.values())


class _Search(NamedTuple):
    """Whose turn is searched, by what it is judged, and how much is tried."""

    seat: int
    judge: Judge
    breadth: Breadth

    def then(self, line: Line, order: Order) -> Line:
        """The line with one order more."""
        position = follow(line.position, self.seat, order, NullEventLog()).position
        return Line((*line.orders, order), position, self.judge(position))

    def takes(self, here: Line) -> Iterator[Line]:
        """The cheapest ways to each value."""
        black = here.position.cards.board.black_time
        for ways in ways_by_value(here.position, self.seat).values():
            for way in _undominated(ways, black)[: self.breadth.ways]:
                yield self.then(here, way)

    def longer(self, line: Line, best: bool) -> Iterator[Line]:
        """The line with each order that may follow; what goes with any value only after the best take."""
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
            yield from self.at_the_desk(line, desks, Reveal() in orders)

    def at_the_desk(self, line: Line, desks: list[Desk], closed: bool) -> list[Line]:
        """Every customer alone, those together who are worth most alone, and to see the next one before."""
        single = [desk for desk in desks if len(_taken(desk)) == 1]
        alone = sorted(((self.then(line, desk), desk) for desk in single), key=lambda pair: -pair[0].worth)
        best = {name for _, desk in alone[: self.breadth.customers] for name in _taken(desk)}
        more = (desk for desk in desks if len(_taken(desk)) > 1 and best.issuperset(_taken(desk)))
        found = [*(each for each, _ in alone), *(self.then(line, desk) for desk in more)]
        if closed:
            shown = self.then(self.then(line, Reveal()), Look())
            found.append(shown._replace(worth=max(each.worth for each in found) + SEEING))
        return found

    def whole(self, line: Line) -> list[Line]:
        """The line to where it ends; if somebody dies also to a look at what comes before (VILLAGE 12.5)."""
        if waits(line.position):
            return [line]
        whole = self.with_death(line)
        if not (line.position.reaper and any(_comes_to_him(draw) for draw in line.position.draws)):
            return [whole]
        return [whole, self.then(line, Look())._replace(worth=whole.worth + SEEING)]

    def with_death(self, line: Line) -> Line:
        """The line with whoever had best be buried, if the reaper is out, and hired (VILLAGE 9)."""
        if line.position.reaper:
            line = self.best_of(line, Bury)
        return line if line.position.players[self.seat].villagers else self.best_of(line, Hire)

    def best_of(self, line: Line, kind: type) -> Line:
        """The line with the best order of a kind."""
        orders = [order for order in legal_orders(line.position) if isinstance(order, kind)]
        return min((self.then(line, order) for order in orders), key=_by_worth)


def _is_worth_trying(order: Order, fields: bool) -> bool:
    """No end, nothing that does nothing, and no plough where fields are not used."""
    if isinstance(order, (*_LAST, Reveal)) or order == School(Side.NONE):
        return False
    return fields or not isinstance(order, Plough)


def _taken(desk: Desk) -> tuple[str, ...]:
    return (*desk.cards, desk.free) if desk.free else desk.cards


def _without_twins(lines: Iterable[Line]) -> list[Line]:
    """The best first; of lines that come to the same position only the first."""
    kept: dict[Position, Line] = {}
    for line in lines:
        kept.setdefault(line.position._replace(used=tuple(sorted(line.position.used))), line)
    return sorted(kept.values(), key=_by_worth)


def _comes_to_him(draw: Draw) -> bool:
    """Whether a draw brings something to the village of whoever has the turn."""
    return draw.name.startswith(TRAVEL) or draw.to == MARKET
