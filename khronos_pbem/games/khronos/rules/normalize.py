"""Normal forms of orders: buildings named by top-left squares, and cards for terrain filled in."""

from __future__ import annotations

from khronos_pbem.games.khronos.model.land import bit
from khronos_pbem.games.khronos.model.orders import Build, Populate, Renovate, Upgrade
from khronos_pbem.games.khronos.model.pieces import Type
from khronos_pbem.games.khronos.model.position import Position
from khronos_pbem.games.khronos.rules.checks.costs import known_hand, terrain_cards, terrain_payments


def normalized_build(position: Position, seat: int, order: Build) -> Build:
    """The order with its cards for terrain, if there is only one way to pay them (RULES 6.2)."""
    if order.extra is not None:
        return order
    extra = _only_terrain_payment(position, seat, order, order.piece.value)
    return order if extra is None else Build(order.piece, order.board, order.at, extra)


def normalized_upgrade(position: Position, seat: int, order: Upgrade) -> Upgrade:
    """Return the order with the old building's top-left square and the cards for terrain.

    The cards are filled in only if there is only one way to pay (RULES 6.2).
    """
    square = position.land.square(order.old)
    old = None if square is None else position.field(order.board).on(bit(square))
    if old is None:
        return order
    extra = order.extra
    if extra is None:
        extra = _only_terrain_payment(position, seat, order, order.piece.value - old.value)
    return Upgrade(order.piece, order.board, order.at, position.land.names[old.at], extra)


def normalized_populate(position: Position, seat: int, order: Populate) -> Populate:
    """Return the order with the building identified by its top-left square."""
    return Populate(_top_left_name(position, order.at), order.count)


def normalized_renovate(position: Position, seat: int, order: Renovate) -> Renovate:
    """Return the order with the ruin identified by its top-left square."""
    return Renovate(_top_left_name(position, order.at), order.count)


def _top_left_name(position: Position, name: str) -> str:
    """Return the name of the top-left square of the building on a square of reason.

    If there is no building, the name is returned unchanged.
    """
    square = position.land.square(name)
    building = None if square is None else position.fields[2].on(bit(square))
    return position.land.names[building.at] if building else name


def _only_terrain_payment(
    position: Position, seat: int, order: Build | Upgrade, price: int
) -> tuple[Type, ...] | None:
    """Return the cards for terrain if there is exactly one way to pay; else None."""
    square = position.land.square(order.at)
    if square is None or price < 1:
        return None
    extra = terrain_cards(position, position.land.footprint(square, order.piece.size))
    payments = terrain_payments(known_hand(position, seat), order.piece.type, price, extra)
    return payments[0] if len(payments) == 1 else None
