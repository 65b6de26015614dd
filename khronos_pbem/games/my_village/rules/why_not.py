"""Why none of some orders may be given: orders worth asking about, legal or not, and the nearest refusal."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from khronos_pbem.errors import OrderError
from khronos_pbem.games.my_village.model import orders as o
from khronos_pbem.games.my_village.model.position import Position
from khronos_pbem.games.my_village.model.terms import (
    CHAMBERS,
    CITIZENS,
    LETTERS,
    NEW,
    PILES,
    PLACES,
    PROPERTY,
    SQUARE,
    WORKSHOPS,
    Advantage,
    Person,
    Side,
    Step,
)
from khronos_pbem.games.my_village.rules.turn import apply, settled
from khronos_pbem.games.my_village.rules.verbs import ROW


def nearest_refusal(position: Position, seat: int, wanted: Callable[[Any], bool]) -> OrderError | None:
    """Of the refusals of all wanted orders the one that comes last in its row: what was asked before is met.

    None if no order is wanted, or one is legal after all.
    """
    nearest, last = None, -1
    for order in thinkable(position, seat):
        if not wanted(order):
            continue
        place = _refused_at(position, seat, order)
        if place is None:
            return None
        if place > last:
            nearest, last = order, place
    return None if nearest is None else _problem(position, seat, nearest)


def _refused_at(position: Position, seat: int, order: Any) -> int | None:
    """The number of the question that refuses an order; None if none does."""
    row, full = ROW[type(order)], settled(position, seat, order)
    for number, question in enumerate((*row.gate, *row.questions)):
        if question(position, seat, full) is not None:
            return number
    return None


def _problem(position: Position, seat: int, order: Any) -> OrderError | None:
    try:
        apply(position, seat, order)
    except OrderError as problem:
        return problem
    return None


def thinkable(position: Position, seat: int) -> Iterator[Any]:
    """Orders of all kinds that somebody could mean."""
    village = position.players[seat]
    yield from (o.TakeHand(), o.Reveal(), o.Desk((), NEW))
    yield from (o.Desk((card,)) for card in position.zone)
    yield from map(o.BuyWorkshop, WORKSHOPS)
    yield from (o.BuyField(), o.BuySquare(SQUARE))
    for kind in (o.BuyChamber, o.UseChamber):
        yield from (kind(chamber, mark) for chamber in CHAMBERS for mark in _marks(chamber))
    yield from map(o.BuyChurch, map(str, Advantage))
    yield from map(o.BuyMonk, PILES)
    yield from map(o.Travel, LETTERS)
    yield from map(o.Headman, Step)
    yield o.UsePersonal()
    yield from map(o.UseWorkshop, WORKSHOPS)
    yield from map(o.UseField, range(1, max(1, len(village.fields)) + 1))
    yield o.UseSquare()
    yield from map(o.School, Side)
    yield from (o.School(side, person) for side in (Side.LEFT, Side.RIGHT) for person in Person)
    yield from map(o.Serve, village.market or position.zone)
    yield from map(o.Plough, range(1, max(1, len(village.fields)) + 1))
    yield from map(o.Bury, Person)
    yield from map(o.Hire, Person)
    yield from (o.Sanatorium(True), o.Sanatorium(False), o.Refuge(True), o.Refuge(False), o.End())


def _marks(chamber: str) -> tuple[str, ...]:
    """What a chamber marks; nothing ("") for those that mark nothing."""
    return {PROPERTY: PLACES, CITIZENS: tuple(map(str, Person))}.get(chamber, ("",))
