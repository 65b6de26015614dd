"""The checks of orders that build, upgrade and demolish (RULES 5.4, 5.5, 5.7, 6).

Each check returns the refusal, or None if the order passes.
"""

from __future__ import annotations

from khronos_pbem.engine.orders.verbs import Check, Refusal
from khronos_pbem.games.khronos.model.field import Building
from khronos_pbem.games.khronos.model.land import bit
from khronos_pbem.games.khronos.model.orders import Build, Demolish, Upgrade
from khronos_pbem.games.khronos.model.pieces import Board, Type
from khronos_pbem.games.khronos.model.position import Position
from khronos_pbem.games.khronos.rules.checks.costs import terrain_cards
from khronos_pbem.games.khronos.rules.checks.payments import (
    material_refusal,
    payment_refusal,
    terrain_payment_refusal,
)
from khronos_pbem.games.khronos.rules.checks.refusals import check_no_open_choice, unknown_square_refusal
from khronos_pbem.games.khronos.rules.checks.site_refusals import site_refusal, span, square_text
from khronos_pbem.messages import listed, message, plural_message


def _square(position: Position, name: str) -> int:
    at = position.land.square(name)
    assert at is not None
    return at


def _check_squares_on_map(position: Position, seat: int, order: Build | Upgrade | Demolish) -> Refusal | None:
    """Check that all squares of the order are on the map (RULES 1.1)."""
    names = (order.at, order.old) if isinstance(order, Upgrade) else (order.at,)
    strange = next((name for name in names if position.land.square(name) is None), None)
    return None if strange is None else unknown_square_refusal(position, strange)


# --- build, upgrade ---------------------------------------------------------------------------------------


def _replaced_building(position: Position, order: Build | Upgrade) -> Building | None:
    """The building that an upgrade replaces; None for a build or if there is none."""
    if isinstance(order, Build):
        return None
    return position.field(order.board).on(bit(_square(position, order.old)))


def _check_might_or_faith(position: Position, seat: int, order: Build | Upgrade) -> Refusal | None:
    """Check that the board is might or faith (RULES 5.4, 5.5)."""
    if order.board is not Board.REASON:
        return None
    rule = "5.5" if isinstance(order, Upgrade) else "5.4"
    return Refusal(
        rule, message("you cannot build or upgrade on the Reason board"), message("choose might or faith")
    )


def _check_site(position: Position, seat: int, order: Build | Upgrade) -> Refusal | None:
    """Check the site of the building (RULES 6).

    It must be free and not on the river. The building must neither link domains nor equal the highest
    building of one.
    """
    at, old = _square(position, order.at), _replaced_building(position, order)
    return site_refusal(position, order.board, order.piece, at, old)


def _check_material(position: Position, seat: int, order: Build | Upgrade) -> Refusal | None:
    """Check that a tile is in stock, and a cube if the building needs one (RULES 5.4, 1.3)."""
    return material_refusal(position, seat, order.piece, _replaced_building(position, order))


def _price(position: Position, order: Build | Upgrade) -> tuple[int, int]:
    """The number of cards of the building's type, and the number of cards for terrain."""
    old = _replaced_building(position, order)
    mask = position.land.footprint(_square(position, order.at), order.piece.size)
    return order.piece.value - (old.value if old else 0), terrain_cards(position, mask)


def _check_payment(position: Position, seat: int, order: Build | Upgrade) -> Refusal | None:
    """Check that the seat has the cards and an adventurer on the board to carry them (RULES 5.2, 5.3)."""
    price, extra = _price(position, order)
    found = payment_refusal(position, seat, order.board, order.piece.type, price, extra)
    return found and found._replace(detail=_cost_text(position, order, price, extra))


def _check_terrain_cards(position: Position, seat: int, order: Build | Upgrade) -> Refusal | None:
    """Check that the order names the right cards for terrain (RULES 6.2).

    It need not name them if there is only one way to pay.
    """
    price, extra = _price(position, order)
    found = terrain_payment_refusal(position, seat, order.piece.type, price, extra, order.extra)
    return found and found._replace(detail=_cost_text(position, order, price, extra))


def _cost_text(position: Position, order: Build | Upgrade, price: int, extra: int) -> str:
    """Return a building with its site and cost: `a keep on E5–F6 (forest ×2) costs 2 + 1 cards`."""
    land = position.land
    mask = land.footprint(_square(position, order.at), order.piece.size)
    squares = span(land, mask)
    if not extra:
        return plural_message(
            "{piece:a} on {squares} costs {n} card",
            "{piece:a} on {squares} costs {n} cards",
            price,
            piece=order.piece.name,
            squares=squares,
        )
    kinds = ((land.forest, message("forest")), (land.mountain, message("mountain")))
    ground = [
        message("{terrain} ×{n}", terrain=terrain, n=(mask & kind).bit_count())
        for kind, terrain in kinds
        if terrain_cards(position, mask & kind)
    ]
    return message(
        "{piece:a} on {squares} ({ground}) costs {price} + {extra} cards",
        piece=order.piece.name,
        squares=squares,
        ground=listed(ground),
        price=price,
        extra=extra,
    )


def _check_upgrade_origin(position: Position, seat: int, order: Upgrade) -> Refusal | None:
    """Check that there is a building to upgrade (RULES 5.5)."""
    if _replaced_building(position, order) is not None:
        return None
    what = message("there is no building on {board} at {old}", board=order.board.word, old=order.old)
    return Refusal("5.5", what, detail=square_text(position, order.board, order.old))


def _check_upgrade_grows(position: Position, seat: int, order: Upgrade) -> Refusal | None:
    """Check that the new building is of the same type and larger (RULES 5.5)."""
    old = _replaced_building(position, order)
    assert old is not None
    if old.piece.type is order.piece.type and old.piece.size < order.piece.size:
        return None
    what = message("you cannot upgrade {old:a} to {piece:a}", old=old.piece.name, piece=order.piece.name)
    return Refusal("5.5", what, message("upgrade to a bigger building of the same type"))


def _check_upgrade_owner(position: Position, seat: int, order: Upgrade) -> Refusal | None:
    """Check that the old building belongs to the seat or is civil (RULES 5.5)."""
    old = _replaced_building(position, order)
    assert old is not None
    if old.piece.type is Type.CIVIL or old.owner == seat:
        return None
    assert old.owner is not None  # on might and faith
    owner = position.players[old.owner].colour
    what = message(
        "{piece:the} at {old} belongs to {owner}", piece=old.piece.name, old=order.old, owner=owner
    )
    return Refusal("5.5", what, message("upgrade one of your own buildings or a civil building"))


def _check_upgrade_covers_old(position: Position, seat: int, order: Upgrade) -> Refusal | None:
    """Check that the new building covers all of the old one (RULES 5.5)."""
    old = _replaced_building(position, order)
    assert old is not None
    mask = position.land.footprint(_square(position, order.at), order.piece.size)
    if not mask or not old.mask & ~mask:
        return None
    return Refusal(
        "5.5",
        message(
            "{piece:a} at {order} does not cover all of {old:the}",
            piece=order.piece.name,
            order=order.at,
            old=old.piece.name,
        ),
    )


BUILD: tuple[Check[Build], ...] = (
    check_no_open_choice,
    _check_squares_on_map,
    _check_might_or_faith,
    _check_site,
    _check_material,
    _check_payment,
    _check_terrain_cards,
)
UPGRADE: tuple[Check[Upgrade], ...] = (
    check_no_open_choice,
    _check_squares_on_map,
    _check_might_or_faith,
    _check_upgrade_origin,
    _check_upgrade_grows,
    _check_upgrade_owner,
    _check_upgrade_covers_old,
    _check_site,
    _check_material,
    _check_payment,
    _check_terrain_cards,
)


# --- demolish ---------------------------------------------------------------------------------------------


def _check_demolish_board(position: Position, seat: int, order: Demolish) -> Refusal | None:
    """Check that the board is not reason (RULES 5.7)."""
    if order.board is not Board.REASON:
        return None
    return Refusal(
        "5.7", message("you cannot demolish buildings on the Reason board"), message("choose might or faith")
    )


def _check_demolish_tile(position: Position, seat: int, order: Demolish) -> Refusal | None:
    """Check that the building has size 1 and is not a printed hamlet (RULES 5.7)."""
    building = position.field(order.board).on(bit(_square(position, order.at)))
    if building is None:
        what = message("there is no building on {board} at {order}", board=order.board.word, order=order.at)
        return Refusal("5.7", what, detail=square_text(position, order.board, order.at))
    if building.piece.size == 1 and not building.printed:
        return None
    what = message("you cannot demolish {piece:a}", piece=building.piece.name)
    if building.printed:
        what = message("you cannot demolish a printed hamlet")
    return Refusal("5.7", what, message("you can demolish only tiles of size 1"))


def _check_demolish_payment(position: Position, seat: int, order: Demolish) -> Refusal | None:
    """Check that the seat has 1 ecu and can use a card of the building's type (RULES 5.7)."""
    if position.players[seat].ecus < 1:
        return Refusal("5.7", message("demolishing costs 1 ecu, but you have none"))
    building = position.field(order.board).on(bit(_square(position, order.at)))
    assert building is not None
    return payment_refusal(position, seat, order.board, building.piece.type, 1)


DEMOLISH: tuple[Check[Demolish], ...] = (
    check_no_open_choice,
    _check_squares_on_map,
    _check_demolish_board,
    _check_demolish_tile,
    _check_demolish_payment,
)
