"""The reason why no wanted order is legal: the refusal of the order nearest to legality."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from khronos_pbem.engine.orders.verbs import nearest_refusals
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
from khronos_pbem.games.my_village.rules.turn import apply, normalized
from khronos_pbem.games.my_village.rules.verbs import VERBS_BY_ORDER


def nearest_refusal(position: Position, seat: int, wanted: Callable[[o.Order], bool]) -> OrderError | None:
    """Return the refusal of the wanted order that passes the most checks.

    Return None if no order is wanted, or if one of them is legal.
    """
    tried = (
        (VERBS_BY_ORDER[type(order)], normalized(position, seat, order))
        for order in conceivable_orders(position, seat)
        if wanted(order)
    )
    nearest = nearest_refusals(position, seat, tried)
    return _order_error(position, seat, nearest[0][0]) if nearest else None


def _order_error(position: Position, seat: int, order: o.Order) -> OrderError | None:
    try:
        apply(position, seat, order)
    except OrderError as problem:
        return problem
    return None


def conceivable_orders(position: Position, seat: int) -> Iterator[o.Order]:
    """Yield the orders of all kinds that a player could mean, legal or not."""
    village = position.players[seat]
    yield from (o.TakeHand(), o.Reveal(), o.Desk((), NEW))
    yield from (o.Desk((card,)) for card in position.zone)
    yield from map(o.BuyWorkshop, WORKSHOPS)
    yield from (o.BuyField(), o.BuySquare(SQUARE))
    for kind in (o.BuyChamber, o.UseChamber):
        yield from (kind(chamber, mark) for chamber in CHAMBERS for mark in _chamber_marks(chamber))
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


def _chamber_marks(chamber: str) -> tuple[str, ...]:
    """The places that a chamber can mark; ("",) for a chamber without places."""
    return {PROPERTY: PLACES, CITIZENS: tuple(map(str, Person))}.get(chamber, ("",))
