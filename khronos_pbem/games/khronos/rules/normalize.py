"""Orders with everything said that they leave to be understood: top-left squares, cards for the terrain."""

from __future__ import annotations

from khronos_pbem.games.khronos.model.land import bit
from khronos_pbem.games.khronos.model.orders import Build, Populate, Renovate, Upgrade
from khronos_pbem.games.khronos.model.pieces import Type
from khronos_pbem.games.khronos.model.position import Position
from khronos_pbem.games.khronos.rules.checks.costs import extras, hand_of, terrain_cards


def settled_build(position: Position, seat: int, order: Build) -> Build:
    """The extra cards said, where there is one way to pay them (RULES 6.2)."""
    if order.extra is not None:
        return order
    extra = _only_extra(position, seat, order, order.piece.value)
    return order if extra is None else Build(order.piece, order.board, order.at, extra)


def settled_upgrade(position: Position, seat: int, order: Upgrade) -> Upgrade:
    """The old building named by its top-left square, and the extra cards said."""
    square = position.land.square(order.old)
    old = None if square is None else position.field(order.board).on(bit(square))
    if old is None:
        return order
    extra = order.extra
    if extra is None:
        extra = _only_extra(position, seat, order, order.piece.value - old.value)
    return Upgrade(order.piece, order.board, order.at, position.land.names[old.at], extra)


def settled_populate(position: Position, seat: int, order: Populate) -> Populate:
    """The building named by its top-left square."""
    return Populate(_named(position, order.at), order.count)


def settled_renovate(position: Position, seat: int, order: Renovate) -> Renovate:
    """The ruin named by its top-left square."""
    return Renovate(_named(position, order.at), order.count)


def _named(position: Position, name: str) -> str:
    square = position.land.square(name)
    building = None if square is None else position.fields[2].on(bit(square))
    return position.land.names[building.at] if building else name


def _only_extra(position: Position, seat: int, order: Build | Upgrade, price: int) -> tuple[Type, ...] | None:
    """The extra cards, if there is one way to pay them."""
    square = position.land.square(order.at)
    if square is None or price < 1:
        return None
    extra = terrain_cards(position, position.land.footprint(square, order.piece.size))
    ways = extras(hand_of(position, seat), order.piece.type, price, extra)
    return ways[0] if len(ways) == 1 else None
