"""White banners: common checks, and the banners of the village board and cards.

See VILLAGE 7.4 to 7.6 and 8.
"""

from __future__ import annotations

from collections.abc import Iterator

from khronos_pbem.engine.change import Change
from khronos_pbem.engine.orders.verbs import Check, Refusal, first_refusal
from khronos_pbem.games.my_village.model.orders import (
    UseChamber,
    UseField,
    UsePersonal,
    UseSquare,
    UseWorkshop,
)
from khronos_pbem.games.my_village.model.position import Position, Village
from khronos_pbem.games.my_village.model.terms import (
    CHAMBERS,
    PERSONAL,
    SCHOOL,
    SQUARE,
    VILLAGER_OF,
    ZONE_OF,
    ZONES,
    Branch,
    Kind,
    field_name,
    wording,
)
from khronos_pbem.games.my_village.rules.base.board_queries import (
    banner_card,
    banner_values,
    free_places,
    is_zone_active,
    turn_value,
    white_banners,
)
from khronos_pbem.games.my_village.rules.base.clock import spend_time
from khronos_pbem.games.my_village.rules.base.dice import value_refusal
from khronos_pbem.games.my_village.rules.base.effects import apply_effects
from khronos_pbem.games.my_village.rules.base.refusals import choose_hint
from khronos_pbem.messages import Word, and_list, message, or_list, orders_to_choose, plural_message

RULE = "VILLAGE 7.4"


def white_refusal(position: Position, seat: int, banner: str) -> Refusal | None:
    """Return the first refusal of a white banner, without checking prices (VILLAGE 7.4).

    Return None if the banner can be used.
    """
    return first_refusal(BANNER, position, seat, banner)


def repeated_banner_refusal(position: Position, seat: int, banner: str) -> Refusal | None:
    """Refuse a banner that was already used this turn (VILLAGE 7.4)."""
    if banner not in position.used:
        return None
    return Refusal(
        RULE,
        message("you have already used {banner:the} this turn", banner=wording(banner)),
        message("use a different banner or end your turn"),
    )


def after_square_refusal(position: Position, seat: int, banner: str) -> Refusal | None:
    """Refuse any banner after the square's banner (VILLAGE 7.4)."""
    if SQUARE not in position.used or banner == SQUARE:
        return None
    return Refusal(
        "VILLAGE 7.4",
        message("you have used the square banner, which is always the last banner of a turn"),
        message("use the square last, after any other banners"),
    )


def foreign_banner_refusal(position: Position, seat: int, banner: str) -> Refusal | None:
    """Refuse a banner that is not in the seat's village (VILLAGE 3.4)."""
    village = position.players[seat]
    if banner in (PERSONAL, SCHOOL) or banner_card(position, village, banner) is not None:
        return None
    if banner in village.served:
        what = message("you have already served {banner:the}", banner=wording(banner))
        return Refusal("VILLAGE 8.4", what, message("choose another customer"))
    if banner in position.cards.customers:
        what = message("{card} is not in your market", card=banner)
        if not village.market:
            return Refusal("VILLAGE 3.4", what, message("first take customers with the desk"))
        return Refusal("VILLAGE 3.4", what, choose_hint(f"serve {card}" for card in village.market))
    own = [*white_banners(village), *([SQUARE] if village.square >= 0 else [])]
    return Refusal(
        "VILLAGE 3.4",
        message("your village has no {banner}", banner=wording(banner)),
        message("your white banners: {banners}", banners=and_list(map(wording, own))),
    )


def banner_value_refusal(position: Position, seat: int, banner: str) -> Refusal | None:
    """Refuse a banner that does not match this turn's value (VILLAGE 7.4, 8.6)."""
    return value_refusal(
        position, seat, banner_values(position, position.players[seat], banner), banner, RULE
    )


def banner_zone_refusal(position: Position, seat: int, banner: str) -> Refusal | None:
    """Refuse a banner whose zone is inactive (VILLAGE 7.4)."""
    card = banner_card(position, position.players[seat], banner)
    return None if card is None else zone_refusal(position, seat, card.kind)


BANNER: tuple[Check[str], ...] = (
    repeated_banner_refusal,
    after_square_refusal,
    foreign_banner_refusal,
    banner_value_refusal,
    banner_zone_refusal,
)


def zone_refusal(position: Position, seat: int, kind: Kind) -> Refusal | None:
    """Refuse a kind of card whose zone is inactive (VILLAGE 1.6, 14.3).

    The hint names trainees who could become the missing villager.
    """
    village, zone = position.players[seat], ZONE_OF[kind]
    if is_zone_active(village, zone):
        return None
    person = VILLAGER_OF[zone]
    what = message(
        "your {zone} is inactive because you have no {person}", zone=ZONES[zone], person=person.value
    )
    return Refusal("VILLAGE 1.6", what, lambda: _trainee_hint(position, village, person.value))


def _trainee_hint(position: Position, village: Village, person: str) -> str:
    sides = [side for side, there in (("left", village.left), ("right", village.right)) if there]
    time = position.cards.board.school_time
    orders = orders_to_choose(f"school {side} to {person}" for side in sides)
    if not sides:
        return message("you need a trainee in your school who can become {person:a}", person=Word(person))
    values = banner_values(position, village, SCHOOL)
    if turn_value(position) in values and position.branch is not Branch.BLACK and SCHOOL not in position.used:
        return plural_message(
            "give {orders} first; that costs {n} time",
            "give {orders} first; that costs {n} time",
            time,
            orders=orders,
        )
    return plural_message(
        "with the value {values}, you can give {orders}; that costs {n} time",
        "with the value {values}, you can give {orders}; that costs {n} time",
        time,
        orders=orders,
        values=or_list(map(str, values)),
    )


# --- use ----------------------------------------------------------------------------------------------------


def begin_white(position: Position, seat: int, banner: str) -> Change[Position]:
    """Begin a white banner and spend its time (VILLAGE 6.1, 7.4)."""
    card = banner_card(position, position.players[seat], banner)
    position = position._replace(branch=Branch.WHITE, used=(*position.used, banner))
    return spend_time(position, seat, (card.white or 0) if card else 0)


def _use_banner(position: Position, seat: int, banner: str, rule: str, on: str = "") -> Change[Position]:
    card = banner_card(position, position.players[seat], banner)
    assert card is not None
    return begin_white(position, seat, banner).then(apply_effects, seat, card.use, banner, rule, on)


def personal_banner_refusal(position: Position, seat: int, order: UsePersonal) -> Refusal | None:
    """Refuse the personal banner if it may not be used (VILLAGE 7.6)."""
    return white_refusal(position, seat, PERSONAL)


def apply_personal(position: Position, seat: int, order: UsePersonal) -> Change[Position]:
    """Use the personal banner (VILLAGE 7.6)."""
    use = position.cards.board.personal_use
    return begin_white(position, seat, PERSONAL).then(apply_effects, seat, use, PERSONAL, "VILLAGE 7.6")


def workshop_banner_refusal(position: Position, seat: int, order: UseWorkshop) -> Refusal | None:
    """Refuse a workshop's banner if it may not be used (VILLAGE 8.1)."""
    return white_refusal(position, seat, order.type)


def apply_workshop(position: Position, seat: int, order: UseWorkshop) -> Change[Position]:
    """Use a workshop's banner (VILLAGE 8.1)."""
    return _use_banner(position, seat, order.type, "VILLAGE 8.1")


def unnamed_field_refusal(position: Position, seat: int, order: UseField) -> Refusal | None:
    """Refuse an order without a number if there are several fields (VILLAGE 8.2)."""
    count = len(position.players[seat].fields)
    if order.number or not count:
        return None
    return Refusal(
        "VILLAGE 8.2",
        message("you have {n} fields but did not say which one to use", n=count),
        message('give an order such as "{order}"', order="use field 1"),
    )


def field_banner_refusal(position: Position, seat: int, order: UseField) -> Refusal | None:
    """Refuse a field's banner if it may not be used (VILLAGE 8.2)."""
    return white_refusal(position, seat, field_name(order.number) if order.number else Kind.FIELD)


def apply_field(position: Position, seat: int, order: UseField) -> Change[Position]:
    """Use a field's banner (VILLAGE 8.2)."""
    return _use_banner(position, seat, field_name(order.number), "VILLAGE 8.2")


def normalized_field(position: Position, seat: int, order: UseField) -> UseField:
    """The order with the number of the only usable field, if it names none (VILLAGE 14)."""
    if order.number:
        return order
    fields = range(1, len(position.players[seat].fields) + 1)
    unused = [number for number in fields if field_name(number) not in position.used]
    return UseField(unused[0]) if len(unused) == 1 else UseField(1) if len(fields) == 1 else order


def chamber_banner_refusal(position: Position, seat: int, order: UseChamber) -> Refusal | None:
    """Refuse the chamber's banner if it may not be used (VILLAGE 8.8)."""
    return white_refusal(position, seat, order.chamber)


def chamber_mark_refusal(position: Position, seat: int, order: UseChamber) -> Refusal | None:
    """Refuse a missing or wrong mark for property or citizens (VILLAGE 8.8)."""
    return mark_refusal(position, seat, order.chamber, order.on)


def mark_refusal(position: Position, seat: int, chamber: str, on: str) -> Refusal | None:
    """Refuse a mark on a taken or unknown place, or a missing mark (VILLAGE 8.8, 14).

    The mark can be missing only if no place is free.
    """
    free = free_places(position, position.players[seat], chamber)
    places = position.cards.card[chamber].named
    if on in free or (not on and not free):
        return None
    hint = message('leave out "{order}"', order=f"on {on}")
    if free:
        hint = choose_hint(f"on {place}" for place in free)
    if not on:
        what = message("you did not say which place in {chamber:the} to mark", chamber=wording(chamber))
    elif not places:
        what = message("{chamber:the} has no places to mark", chamber=wording(chamber))
    elif on in places:
        what = message('you have already marked "{place}"', place=on)
    else:
        what = message('{chamber:the} has no place "{place}"', chamber=wording(chamber), place=on)
    return Refusal("VILLAGE 8.8", what, hint)


def apply_chamber(position: Position, seat: int, order: UseChamber) -> Change[Position]:
    """Use the chamber's banner (VILLAGE 8.8)."""
    return _use_banner(position, seat, order.chamber, "VILLAGE 8.8", order.on)


def square_banner_refusal(position: Position, seat: int, order: UseSquare) -> Refusal | None:
    """Refuse the square's banner if it may not be used (VILLAGE 8.7)."""
    return white_refusal(position, seat, SQUARE)


def tile_move_refusal(position: Position, seat: int, order: UseSquare) -> Refusal | None:
    """Refuse to move the tile to its present place or to a banner that cannot hold it (VILLAGE 8.7)."""
    village = position.players[seat]
    if not order.on:
        return None
    if order.on == village.tile:
        what = message("the tile is already on {banner:the}", banner=wording(order.on))
        return Refusal("VILLAGE 8.7", what, message('leave out "{order}"', order=f"on {order.on}"))
    return tile_refusal(position, seat, order.on)


def tile_refusal(position: Position, seat: int, banner: str) -> Refusal | None:
    """Refuse any place for the tile except the square and the village's white banners (VILLAGE 8.6)."""
    own = white_banners(position.players[seat])
    if banner == SQUARE or banner in own:
        return None
    what = message(
        "the tile cannot go there: {banner:the} is not one of your white banners", banner=wording(banner)
    )
    return Refusal("VILLAGE 8.6", what, choose_hint(f"on {place}" for place in (*own, SQUARE)))


def apply_square(position: Position, seat: int, order: UseSquare) -> Change[Position]:
    """Use the square's banner: move the tile, gain a story point and a marker (VILLAGE 8.7)."""
    return _use_banner(position, seat, SQUARE, "VILLAGE 8.7", order.on)


PERSONAL_CHECKS: tuple[Check[UsePersonal], ...] = (personal_banner_refusal,)
WORKSHOP_CHECKS: tuple[Check[UseWorkshop], ...] = (workshop_banner_refusal,)
FIELD_CHECKS: tuple[Check[UseField], ...] = (unnamed_field_refusal, field_banner_refusal)
CHAMBER_CHECKS: tuple[Check[UseChamber], ...] = (chamber_banner_refusal, chamber_mark_refusal)
SQUARE_CHECKS: tuple[Check[UseSquare], ...] = (square_banner_refusal, tile_move_refusal)


# --- candidates ---------------------------------------------------------------------------------------------


def workshop_orders(position: Position, seat: int) -> Iterator[UseWorkshop]:
    """An order for every workshop of the village."""
    return (UseWorkshop(shop.type) for shop in position.players[seat].workshops)


def field_orders(position: Position, seat: int) -> Iterator[UseField]:
    """An order for every field of the village."""
    return (UseField(number) for number in range(1, len(position.players[seat].fields) + 1))


def chamber_orders(position: Position, seat: int) -> Iterator[UseChamber]:
    """Return an order for the chamber with each free place, or without a place if none is free."""
    village = position.players[seat]
    if village.chamber in CHAMBERS:
        for place in free_places(position, village, village.chamber) or ("",):
            yield UseChamber(village.chamber, place)


def square_orders(position: Position, seat: int) -> Iterator[UseSquare]:
    """Return orders for the square: one for each banner the tile can move to, and one without a move."""
    village = position.players[seat]
    if village.square >= 0:
        for banner in ("", *white_banners(village), SQUARE):
            yield UseSquare(banner)
