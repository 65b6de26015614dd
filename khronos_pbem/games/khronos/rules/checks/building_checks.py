"""What is asked of orders that build, upgrade and demolish (RULES 5.4, 5.5, 5.7, 6)."""

from __future__ import annotations

from khronos_pbem.games.khronos.model.land import bit
from khronos_pbem.games.khronos.model.orders import Build, Demolish, Upgrade
from khronos_pbem.games.khronos.model.pieces import Board, Type
from khronos_pbem.games.khronos.model.position import Building, Position
from khronos_pbem.games.khronos.rules.checks.costs import terrain_cards
from khronos_pbem.games.khronos.rules.checks.payments import material_refusal, payment_refusal, with_refusal
from khronos_pbem.games.khronos.rules.checks.refusals import Question, choice_comes_first, no_square
from khronos_pbem.games.khronos.rules.checks.site_refusals import Refusal, site_refusal, span, what_stands
from khronos_pbem.messages import listed, message, plural_message


def _square(position: Position, name: str) -> int:
    at = position.land.square(name)
    assert at is not None
    return at


def on_the_map(position: Position, seat: int, order: Build | Upgrade | Demolish) -> Refusal | None:
    """RULES 1.1: all squares of an order are squares of the map."""
    names = (order.at, order.old) if isinstance(order, Upgrade) else (order.at,)
    strange = next((name for name in names if position.land.square(name) is None), None)
    return None if strange is None else no_square(position, strange)


# --- build, upgrade ---------------------------------------------------------------------------------------


def _old(position: Position, order: Build | Upgrade) -> Building | None:
    """The building that an upgrade is about."""
    if isinstance(order, Build):
        return None
    return position.field(order.board).on(bit(_square(position, order.old)))


def on_might_or_faith(position: Position, seat: int, order: Build | Upgrade) -> Refusal | None:
    """RULES 5.4, 5.5: what stands on reason was copied there, and nobody owns it."""
    if order.board is not Board.REASON:
        return None
    rule = "5.5" if isinstance(order, Upgrade) else "5.4"
    return Refusal(rule, message("you cannot build or upgrade on reason"), message("choose might or faith"))


def may_stand(position: Position, seat: int, order: Build | Upgrade) -> Refusal | None:
    """RULES 6: the site is free, dry, links no domains and has no rival."""
    at, old = _square(position, order.at), _old(position, order)
    return site_refusal(position, order.board, order.piece, at, old)


def is_left(position: Position, seat: int, order: Build | Upgrade) -> Refusal | None:
    """RULES 5.4, 1.3: a tile, and a cube where it needs one."""
    return material_refusal(position, seat, order.piece, _old(position, order))


def _price(position: Position, order: Build | Upgrade) -> tuple[int, int]:
    """The cards of the building's type, and those for its terrain."""
    old = _old(position, order)
    mask = position.land.footprint(_square(position, order.at), order.piece.size)
    return order.piece.value - (old.value if old else 0), terrain_cards(position, mask)


def can_be_paid(position: Position, seat: int, order: Build | Upgrade) -> Refusal | None:
    """RULES 5.2, 5.3: an adventurer is there, with cards that he may carry."""
    price, extra = _price(position, order)
    found = payment_refusal(position, seat, order.board, order.piece.type, price, extra)
    return found and found._replace(detail=_work(position, order, price, extra))


def terrain_is_said(position: Position, seat: int, order: Build | Upgrade) -> Refusal | None:
    """RULES 6.2: the cards for the terrain are those that are said, or there is no choice."""
    price, extra = _price(position, order)
    found = with_refusal(position, seat, order.piece.type, price, extra, order.extra)
    return found and found._replace(detail=_work(position, order, price, extra))


def _work(position: Position, order: Build | Upgrade, price: int, extra: int) -> str:
    """What is built where, and what it costs: `keep on E5–F6 (forest ×2): 2 + 1 cards`."""
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


def has_old(position: Position, seat: int, order: Upgrade) -> Refusal | None:
    """RULES 5.5: something stands there."""
    if _old(position, order) is not None:
        return None
    what = message("there is no building on {board} at {old}", board=order.board.word, old=order.old)
    return Refusal("5.5", what, detail=what_stands(position, order.board, order.old))


def grows(position: Position, seat: int, order: Upgrade) -> Refusal | None:
    """RULES 5.5: it becomes a bigger building of its type."""
    old = _old(position, order)
    assert old is not None
    if old.piece.type is order.piece.type and old.piece.size < order.piece.size:
        return None
    what = message("you cannot upgrade {old:a} to {piece:a}", old=old.piece.name, piece=order.piece.name)
    return Refusal("5.5", what, message("upgrade to a bigger building of the same type"))


def is_own_or_civil(position: Position, seat: int, order: Upgrade) -> Refusal | None:
    """RULES 5.5: nobody upgrades what is another's."""
    old = _old(position, order)
    assert old is not None
    if old.piece.type is Type.CIVIL or old.owner == seat:
        return None
    assert old.owner is not None  # on might and faith
    owner = position.players[old.owner].colour
    what = message(
        "{piece:the} at {old} belongs to {owner}", piece=old.piece.name, old=order.old, owner=owner
    )
    return Refusal("5.5", what, message("upgrade a building of your own, or a civil one"))


def contains_old(position: Position, seat: int, order: Upgrade) -> Refusal | None:
    """RULES 5.5: the new building covers the old one."""
    old = _old(position, order)
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


BUILD: tuple[Question, ...] = (
    choice_comes_first,
    on_the_map,
    on_might_or_faith,
    may_stand,
    is_left,
    can_be_paid,
    terrain_is_said,
)
UPGRADE: tuple[Question, ...] = (
    choice_comes_first,
    on_the_map,
    on_might_or_faith,
    has_old,
    grows,
    is_own_or_civil,
    contains_old,
    may_stand,
    is_left,
    can_be_paid,
    terrain_is_said,
)


# --- demolish ---------------------------------------------------------------------------------------------


def not_on_reason(position: Position, seat: int, order: Demolish) -> Refusal | None:
    """RULES 5.7: reason has only what the others have become."""
    if order.board is not Board.REASON:
        return None
    return Refusal("5.7", message("you cannot demolish on reason"), message("choose might or faith"))


def is_small_tile(position: Position, seat: int, order: Demolish) -> Refusal | None:
    """RULES 5.7: a building of size 1 that is a tile."""
    building = position.field(order.board).on(bit(_square(position, order.at)))
    if building is None:
        what = message("there is no building on {board} at {order}", board=order.board.word, order=order.at)
        return Refusal("5.7", what, detail=what_stands(position, order.board, order.at))
    if building.piece.size == 1 and not building.printed:
        return None
    what = message("you cannot demolish {piece:a}", piece=building.piece.name)
    if building.printed:
        what = message("you cannot demolish a printed hamlet")
    return Refusal("5.7", what, message("you can demolish only tiles of size 1"))


def can_pay_demolition(position: Position, seat: int, order: Demolish) -> Refusal | None:
    """RULES 5.7: an ecu and a card of its type."""
    if position.players[seat].ecus < 1:
        return Refusal("5.7", message("demolishing costs 1 ecu, and you have none"))
    building = position.field(order.board).on(bit(_square(position, order.at)))
    assert building is not None
    return payment_refusal(position, seat, order.board, building.piece.type, 1)


DEMOLISH: tuple[Question, ...] = (
    choice_comes_first,
    on_the_map,
    not_on_reason,
    is_small_tile,
    can_pay_demolition,
)
