"""White banners: what all of them ask, and those of the own board and cards (VILLAGE 7.4 to 7.6, 8)."""

from __future__ import annotations

from collections.abc import Iterator

from khronos_pbem.engine.event_log import EventLog
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
    called,
    field_name,
)
from khronos_pbem.games.my_village.rules.base.board_queries import (
    active,
    banner_values,
    card_of,
    free_places,
    value_of,
    white_banners,
)
from khronos_pbem.games.my_village.rules.base.clock import spend
from khronos_pbem.games.my_village.rules.base.dice import value_refusal
from khronos_pbem.games.my_village.rules.base.effects import gain
from khronos_pbem.games.my_village.rules.base.phrases import either, orders_said, row
from khronos_pbem.games.my_village.rules.base.refusals import Question, Refusal, choose, first_refusal
from khronos_pbem.messages import Word, message, plural_message

RULE = "VILLAGE 7.4"


def white_refusal(position: Position, seat: int, banner: str) -> Refusal | None:
    """Why a white banner of a village may not be used with this turn's value, costs aside (VILLAGE 7.4)."""
    return first_refusal(BANNER, position, seat, banner)


def once(position: Position, seat: int, banner: str) -> Refusal | None:
    """Each banner at most once a turn (VILLAGE 7.4)."""
    if banner not in position.used:
        return None
    return Refusal(
        RULE,
        message("you have already used {banner:the} this turn", banner=called(banner)),
        message("use another banner or end your turn"),
    )


def square_comes_last(position: Position, seat: int, banner: str) -> Refusal | None:
    """Nothing follows the square's banner (VILLAGE 7.4)."""
    if SQUARE not in position.used or banner == SQUARE:
        return None
    return Refusal(
        "VILLAGE 7.4",
        message("you have used the square, which is always the last banner of a turn"),
        message("use the square after all other banners"),
    )


def is_own(position: Position, seat: int, banner: str) -> Refusal | None:
    """Only banners of the own village (VILLAGE 3.4)."""
    village = position.players[seat]
    if banner in (PERSONAL, SCHOOL) or card_of(position, village, banner) is not None:
        return None
    if banner in village.served:
        what = message("you have already served {banner:the}", banner=called(banner))
        return Refusal("VILLAGE 8.4", what, message("choose another customer"))
    if banner in position.cards.customers:
        what = message("{card} is not in your market", card=banner)
        if not village.market:
            return Refusal("VILLAGE 3.4", what, message("take customers with the desk first"))
        return Refusal("VILLAGE 3.4", what, choose(f"serve {card}" for card in village.market))
    own = [*white_banners(village), *([SQUARE] if village.square >= 0 else [])]
    return Refusal(
        "VILLAGE 3.4",
        message("your village has no {banner}", banner=called(banner)),
        message("your white banners: {banners}", banners=row(map(called, own))),
    )


def answers(position: Position, seat: int, banner: str) -> Refusal | None:
    """It shows the value of this turn, or answers to any (VILLAGE 7.4, 8.6)."""
    return value_refusal(
        position, seat, banner_values(position, position.players[seat], banner), banner, RULE
    )


def zone_is_active(position: Position, seat: int, banner: str) -> Refusal | None:
    """Its zone is active at this moment (VILLAGE 7.4)."""
    card = card_of(position, position.players[seat], banner)
    return None if card is None else zone_refusal(position, seat, card.kind)


BANNER: tuple[Question[str], ...] = (once, square_comes_last, is_own, answers, zone_is_active)


def zone_refusal(position: Position, seat: int, kind: Kind) -> Refusal | None:
    """Why a zone is inactive, and which trainee could change that (VILLAGE 1.6, 14.3)."""
    village, zone = position.players[seat], ZONE_OF[kind]
    if active(village, zone):
        return None
    person = VILLAGER_OF[zone]
    what = message(
        "your {zone} is inactive because you have no {person}", zone=ZONES[zone], person=person.value
    )
    return Refusal("VILLAGE 1.6", what, lambda: _trainees(position, village, person.value))


def _trainees(position: Position, village: Village, person: str) -> str:
    sides = [side for side, there in (("left", village.left), ("right", village.right)) if there]
    time = position.cards.board.school_time
    orders = orders_said(f"school {side} to {person}" for side in sides)
    if not sides:
        return message("you need a trainee in your school who becomes {person:a}", person=Word(person))
    values = banner_values(position, village, SCHOOL)
    if value_of(position) in values and position.branch is not Branch.BLACK and SCHOOL not in position.used:
        return plural_message(
            "give {orders} first; that costs {n} time",
            "give {orders} first; that costs {n} time",
            time,
            orders=orders,
        )
    return plural_message(
        "with the value {values} you can give {orders}, for {n} time",
        "with the value {values} you can give {orders}, for {n} time",
        time,
        orders=orders,
        values=either(map(str, values)),
    )


# --- use ----------------------------------------------------------------------------------------------------


def begin_white(position: Position, seat: int, banner: str, story: EventLog) -> Position:
    """The position once a white banner is begun and its time is paid (VILLAGE 6.1, 7.4)."""
    card = card_of(position, position.players[seat], banner)
    position = position._replace(branch=Branch.WHITE, used=(*position.used, banner))
    return spend(position, seat, (card.white or 0) if card else 0, story)


def _use(position: Position, seat: int, banner: str, rule: str, story: EventLog, on: str = "") -> Position:
    card = card_of(position, position.players[seat], banner)
    assert card is not None
    position = begin_white(position, seat, banner, story)
    return gain(position, seat, card.use, banner, rule, story, on)


def personal_may(position: Position, seat: int, order: UsePersonal) -> Refusal | None:
    """The personal banner (VILLAGE 7.6)."""
    return white_refusal(position, seat, PERSONAL)


def apply_personal(position: Position, seat: int, order: UsePersonal, story: EventLog) -> Position:
    """What the personal banner gives (VILLAGE 7.6)."""
    position = begin_white(position, seat, PERSONAL, story)
    return gain(position, seat, position.cards.board.personal_use, PERSONAL, "VILLAGE 7.6", story)


def workshop_may(position: Position, seat: int, order: UseWorkshop) -> Refusal | None:
    """A workshop's banner (VILLAGE 8.1)."""
    return white_refusal(position, seat, order.type)


def apply_workshop(position: Position, seat: int, order: UseWorkshop, story: EventLog) -> Position:
    """What a workshop makes (VILLAGE 8.1)."""
    return _use(position, seat, order.type, "VILLAGE 8.1", story)


def field_is_named(position: Position, seat: int, order: UseField) -> Refusal | None:
    """Which field, where there are several (VILLAGE 8.2)."""
    count = len(position.players[seat].fields)
    if order.number or not count:
        return None
    return Refusal(
        "VILLAGE 8.2",
        message("you have {n} fields and did not say which one", n=count),
        message('give an order such as "{order}"', order="use field 1"),
    )


def field_may(position: Position, seat: int, order: UseField) -> Refusal | None:
    """A field's banner (VILLAGE 8.2)."""
    return white_refusal(position, seat, field_name(order.number) if order.number else Kind.FIELD)


def apply_field(position: Position, seat: int, order: UseField, story: EventLog) -> Position:
    """What a field gives (VILLAGE 8.2)."""
    return _use(position, seat, field_name(order.number), "VILLAGE 8.2", story)


def settled_field(position: Position, seat: int, order: UseField) -> UseField:
    """With the number of the only field that can be used, where none is said (VILLAGE 14)."""
    if order.number:
        return order
    fields = range(1, len(position.players[seat].fields) + 1)
    unused = [number for number in fields if field_name(number) not in position.used]
    return UseField(unused[0]) if len(unused) == 1 else UseField(1) if len(fields) == 1 else order


def chamber_may(position: Position, seat: int, order: UseChamber) -> Refusal | None:
    """The chamber's banner (VILLAGE 8.8)."""
    return white_refusal(position, seat, order.chamber)


def use_marks_a_place(position: Position, seat: int, order: UseChamber) -> Refusal | None:
    """Property and citizens mark a free place, if there is one (VILLAGE 8.8)."""
    return mark_refusal(position, seat, order.chamber, order.on)


def mark_refusal(position: Position, seat: int, chamber: str, on: str) -> Refusal | None:
    """Why a mark cannot be put there, or has to be (VILLAGE 8.8, 14)."""
    free = free_places(position, position.players[seat], chamber)
    places = position.cards.card[chamber].named
    if on in free or (not on and not free):
        return None
    hint = message('leave out "{order}"', order=f"on {on}")
    if free:
        hint = choose(f"on {place}" for place in free)
    if not on:
        what = message("you did not say which place of {chamber:the} you mark", chamber=called(chamber))
    elif not places:
        what = message("{chamber:the} has no places to mark", chamber=called(chamber))
    elif on in places:
        what = message('you have already marked "{place}"', place=on)
    else:
        what = message('{chamber:the} has no place "{place}"', chamber=called(chamber), place=on)
    return Refusal("VILLAGE 8.8", what, hint)


def apply_chamber(position: Position, seat: int, order: UseChamber, story: EventLog) -> Position:
    """What a chamber gives (VILLAGE 8.8)."""
    return _use(position, seat, order.chamber, "VILLAGE 8.8", story, order.on)


def square_may(position: Position, seat: int, order: UseSquare) -> Refusal | None:
    """The square's banner (VILLAGE 8.7)."""
    return white_refusal(position, seat, SQUARE)


def tile_goes_elsewhere(position: Position, seat: int, order: UseSquare) -> Refusal | None:
    """The tile is moved to another banner, or stays (VILLAGE 8.7)."""
    village = position.players[seat]
    if not order.on:
        return None
    if order.on == village.tile:
        what = message("the tile is already on {banner:the}", banner=called(order.on))
        return Refusal("VILLAGE 8.7", what, message('leave out "{order}"', order=f"on {order.on}"))
    return tile_refusal(position, seat, order.on)


def tile_refusal(position: Position, seat: int, banner: str) -> Refusal | None:
    """Why the tile may not lie on a banner (VILLAGE 8.6)."""
    own = white_banners(position.players[seat])
    if banner == SQUARE or banner in own:
        return None
    what = message(
        "the tile cannot go there: {banner:the} is not one of your white banners", banner=called(banner)
    )
    return Refusal("VILLAGE 8.6", what, choose(f"on {place}" for place in (*own, SQUARE)))


def apply_square(position: Position, seat: int, order: UseSquare, story: EventLog) -> Position:
    """The tile, a story point, a marker (VILLAGE 8.7)."""
    return _use(position, seat, SQUARE, "VILLAGE 8.7", story, order.on)


PERSONAL_QUESTIONS: tuple[Question[UsePersonal], ...] = (personal_may,)
WORKSHOP_QUESTIONS: tuple[Question[UseWorkshop], ...] = (workshop_may,)
FIELD_QUESTIONS: tuple[Question[UseField], ...] = (field_is_named, field_may)
CHAMBER_QUESTIONS: tuple[Question[UseChamber], ...] = (chamber_may, use_marks_a_place)
SQUARE_QUESTIONS: tuple[Question[UseSquare], ...] = (square_may, tile_goes_elsewhere)


# --- candidates ---------------------------------------------------------------------------------------------


def personal_orders(position: Position, seat: int) -> Iterator[UsePersonal]:
    """The personal banner."""
    yield UsePersonal()


def workshop_orders(position: Position, seat: int) -> Iterator[UseWorkshop]:
    """Every workshop of the village."""
    return (UseWorkshop(shop.type) for shop in position.players[seat].workshops)


def field_orders(position: Position, seat: int) -> Iterator[UseField]:
    """Every field of the village."""
    return (UseField(number) for number in range(1, len(position.players[seat].fields) + 1))


def chamber_orders(position: Position, seat: int) -> Iterator[UseChamber]:
    """The chamber, with every free place there is."""
    village = position.players[seat]
    if village.chamber in CHAMBERS:
        for place in free_places(position, village, village.chamber) or ("",):
            yield UseChamber(village.chamber, place)


def square_orders(position: Position, seat: int) -> Iterator[UseSquare]:
    """The square, with the tile on every other banner, or where it is."""
    village = position.players[seat]
    if village.square >= 0:
        for banner in ("", *white_banners(village), SQUARE):
            yield UseSquare(banner)
