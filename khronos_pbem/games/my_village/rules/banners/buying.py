"""Black banners of the display: workshops, fields, squares, chambers, churches (VILLAGE 7.1, 8)."""

from __future__ import annotations

from collections.abc import Iterator

from khronos_pbem.engine.event_log import EventLog
from khronos_pbem.games.my_village.model.cards import Card
from khronos_pbem.games.my_village.model.orders import (
    BuyChamber,
    BuyChurch,
    BuyField,
    BuySquare,
    BuyWorkshop,
)
from khronos_pbem.games.my_village.model.position import Position, Shop
from khronos_pbem.games.my_village.model.terms import (
    CHAMBERS,
    FIELD,
    SQUARE,
    WORKSHOPS,
    Branch,
    Kind,
    called,
    named,
)
from khronos_pbem.games.my_village.rules.banners.whites import mark_refusal, tile_refusal, zone_refusal
from khronos_pbem.games.my_village.rules.base import events
from khronos_pbem.games.my_village.rules.base.board_queries import (
    chambers_left,
    churches_left,
    column,
    fields_left,
    shop_of,
    squares_left,
    value_of,
    white_banners,
)
from khronos_pbem.games.my_village.rules.base.costs import pay
from khronos_pbem.games.my_village.rules.base.dice import value_refusal
from khronos_pbem.games.my_village.rules.base.effects import gain
from khronos_pbem.games.my_village.rules.base.refusals import BLACK, Question, Refusal, choose
from khronos_pbem.messages import Word, message


def _missing(rule: str, what: str) -> Refusal:
    return Refusal(rule, message("there is no {what} left", what=what), message("choose another banner"))


def begin_black(
    position: Position, seat: int, card: Card, story: EventLog, goods: tuple[str, ...] = ()
) -> Position:
    """The position once the black banner of a card is begun and its own cost is paid (VILLAGE 7.1)."""
    position = position._replace(branch=Branch.BLACK)
    return pay(position, seat, card.time, card.coins, goods, story)


# --- workshops ----------------------------------------------------------------------------------------------


def no_such_workshop_yet(position: Position, seat: int, order: BuyWorkshop) -> Refusal | None:
    """One workshop of a type (VILLAGE 8.1)."""
    if shop_of(position.players[seat], order.type) is None:
        return None
    what = message("you already have {type:a}", type=Word(order.type))
    return Refusal("VILLAGE 8.1", what, message("buy a workshop of another type"))


def workshop_is_left(position: Position, seat: int, order: BuyWorkshop) -> Refusal | None:
    """A card with these values is in the column (VILLAGE 8.1)."""
    left = column(position, order.type)
    if not left:
        return _missing("VILLAGE 6.4", order.type)
    if order.values and f"{order.type} {order.values}" not in left:
        what = message("there is no {what} left", what=named(f"{order.type} {order.values}"))
        return Refusal("VILLAGE 8.1", what, choose(f"buy {card}" for card in left))
    return None


def workshop_answers(position: Position, seat: int, order: BuyWorkshop) -> Refusal | None:
    """It shows the value of this turn; which of several is said (VILLAGE 7.1, 14)."""
    if order.values:
        card = position.cards.card[f"{order.type} {order.values}"]
        return value_refusal(position, seat, card.values, card.id)
    fitting = _fitting(position, order.type)
    if len(fitting) > 1:
        what = message("more than one {type} fits your value", type=order.type)
        return Refusal("VILLAGE 14", what, choose(f"buy {card}" for card in fitting))
    values = {value for card in column(position, order.type) for value in position.cards.card[card].values}
    return value_refusal(position, seat, tuple(sorted(values)), order.type)


def _fitting(position: Position, kind: str) -> list[str]:
    value, card = value_of(position), position.cards.card
    return [each for each in column(position, kind) if value in card[each].values]


def workshop_zone(position: Position, seat: int, order: BuyWorkshop) -> Refusal | None:
    """The craftsman lives (VILLAGE 8.1)."""
    return zone_refusal(position, seat, Kind.WORKSHOP)


WORKSHOP_GATE: tuple[Question[BuyWorkshop], ...] = (*BLACK, workshop_zone)
WORKSHOP_QUESTIONS: tuple[Question[BuyWorkshop], ...] = (
    no_such_workshop_yet,
    workshop_is_left,
    workshop_answers,
)


def settled_workshop(position: Position, seat: int, order: BuyWorkshop) -> BuyWorkshop:
    """With the values of the only one that could be bought now, where none are said (VILLAGE 14)."""
    fitting = _fitting(position, order.type)
    if order.values or len(fitting) != 1:
        return order
    return BuyWorkshop(order.type, fitting[0].removeprefix(order.type + " "))


def apply_workshop(position: Position, seat: int, order: BuyWorkshop, story: EventLog) -> Position:
    """The workshop, then a good on it (VILLAGE 8.1)."""
    card = position.cards.card[f"{order.type} {order.values}"]
    position = begin_black(position, seat, card, story)
    position = gain(position, seat, card.first, order.type, "VILLAGE 8.1", story)
    village = position.players[seat]
    story.tell(events.bought, village.colour, card.id, "VILLAGE 8.1")
    shops = (*village.workshops, Shop(order.type, order.values))
    shops = tuple(sorted(shops, key=lambda shop: WORKSHOPS.index(shop.type)))
    position = position.with_player(seat, workshops=shops)
    return gain(position, seat, card.then, order.type, "VILLAGE 8.1", story)


def workshop_orders(position: Position, seat: int) -> Iterator[BuyWorkshop]:
    """Every workshop of the columns that answers to the value."""
    for kind in WORKSHOPS:
        for card in _fitting(position, kind):
            yield BuyWorkshop(kind, card.removeprefix(kind + " "))


# --- fields -------------------------------------------------------------------------------------------------


def field_is_left(position: Position, seat: int, order: BuyField) -> Refusal | None:
    """A field is in the display (VILLAGE 6.4)."""
    return None if fields_left(position) > 0 else _missing("VILLAGE 6.4", FIELD)


def field_answers(position: Position, seat: int, order: BuyField) -> Refusal | None:
    """It shows the value of this turn (VILLAGE 7.1)."""
    return value_refusal(position, seat, position.cards.card[FIELD].values, FIELD)


FIELD_GATE: tuple[Question[BuyField], ...] = (*BLACK, field_is_left, field_answers)


def apply_field(position: Position, seat: int, order: BuyField, story: EventLog) -> Position:
    """A field without a plough (VILLAGE 8.2)."""
    card = position.cards.card[FIELD]
    position = begin_black(position, seat, card, story)
    position = gain(position, seat, card.first, FIELD, "VILLAGE 8.2", story)
    village = position.players[seat]
    story.tell(events.bought, village.colour, FIELD, "VILLAGE 8.2")
    return position.with_player(seat, fields=(*village.fields, False))


def field_orders(position: Position, seat: int) -> Iterator[BuyField]:
    """A field."""
    yield BuyField()


# --- squares ------------------------------------------------------------------------------------------------


def council_zone(position: Position, seat: int, order: object) -> Refusal | None:
    """The councillor lives (VILLAGE 8.5, 8.8)."""
    return zone_refusal(position, seat, Kind.SQUARE)


def no_square_yet(position: Position, seat: int, order: BuySquare) -> Refusal | None:
    """One square (VILLAGE 8.5, 11.3)."""
    if position.players[seat].square < 0:
        return None
    return Refusal("VILLAGE 8.5", message("you already have a square"), message("choose another banner"))


def square_is_left(position: Position, seat: int, order: BuySquare) -> Refusal | None:
    """A square is in the display (VILLAGE 6.4)."""
    return None if squares_left(position) > 0 else _missing("VILLAGE 6.4", SQUARE)


def square_answers(position: Position, seat: int, order: BuySquare) -> Refusal | None:
    """It shows the value of this turn (VILLAGE 7.1)."""
    return value_refusal(position, seat, position.cards.card[SQUARE].values, SQUARE)


def tile_may_lie_there(position: Position, seat: int, order: BuySquare) -> Refusal | None:
    """The tile goes on a white banner of the village, or is parked (VILLAGE 8.5, 8.6)."""
    return tile_refusal(position, seat, order.on)


SQUARE_GATE: tuple[Question[BuySquare], ...] = (
    *BLACK,
    council_zone,
    no_square_yet,
    square_is_left,
    square_answers,
)
SQUARE_QUESTIONS: tuple[Question[BuySquare], ...] = (tile_may_lie_there,)


def apply_square(position: Position, seat: int, order: BuySquare, story: EventLog) -> Position:
    """The tile, a story point, the card, a marker on it (VILLAGE 8.5)."""
    card = position.cards.card[SQUARE]
    position = begin_black(position, seat, card, story)
    position = gain(position, seat, card.first, SQUARE, "VILLAGE 8.5", story, order.on)
    village = position.players[seat]
    story.tell(events.bought, village.colour, SQUARE, "VILLAGE 8.5")
    position = position.with_player(seat, square=0, tile=village.tile or SQUARE)
    return gain(position, seat, card.then, SQUARE, "VILLAGE 8.5", story)


def square_orders(position: Position, seat: int) -> Iterator[BuySquare]:
    """A square, the tile on every banner it may lie on."""
    for banner in (*white_banners(position.players[seat]), SQUARE):
        yield BuySquare(banner)


# --- chambers -----------------------------------------------------------------------------------------------


def no_chamber_yet(position: Position, seat: int, order: BuyChamber) -> Refusal | None:
    """One chamber; a square does not matter (VILLAGE 8.8, 11.3)."""
    have = position.players[seat].chamber
    if not have:
        return None
    return Refusal(
        "VILLAGE 8.8",
        message("you already have {have:the}", have=called(have)),
        message("choose another banner; you can have only one chamber"),
    )


def chamber_is_left(position: Position, seat: int, order: BuyChamber) -> Refusal | None:
    """Any chamber of the column (VILLAGE 8.8)."""
    left = chambers_left(position)
    if order.chamber in left:
        return None
    return Refusal(
        "VILLAGE 8.8",
        message("another player already has {card:the}", card=called(order.chamber)),
        choose(f"buy {chamber}" for chamber in left) if left else message("choose another banner"),
    )


def chamber_answers(position: Position, seat: int, order: BuyChamber) -> Refusal | None:
    """It shows the value of this turn (VILLAGE 7.1)."""
    return value_refusal(position, seat, position.cards.card[order.chamber].values, order.chamber)


def buy_marks_a_place(position: Position, seat: int, order: BuyChamber) -> Refusal | None:
    """Property and citizens come with a mark (VILLAGE 8.8)."""
    return mark_refusal(position, seat, order.chamber, order.on)


CHAMBER_GATE: tuple[Question[BuyChamber], ...] = (*BLACK, council_zone, no_chamber_yet)
CHAMBER_QUESTIONS: tuple[Question[BuyChamber], ...] = (
    chamber_is_left,
    chamber_answers,
    buy_marks_a_place,
)


def apply_chamber(position: Position, seat: int, order: BuyChamber, story: EventLog) -> Position:
    """The chamber and what it gives (VILLAGE 8.8)."""
    card = position.cards.card[order.chamber]
    position = begin_black(position, seat, card, story)
    position = gain(position, seat, card.first, order.chamber, "VILLAGE 8.8", story)
    story.tell(events.bought, position.players[seat].colour, order.chamber, "VILLAGE 8.8")
    position = position.with_player(seat, chamber=order.chamber)
    return gain(position, seat, card.then, order.chamber, "VILLAGE 8.8", story, order.on)


def chamber_orders(position: Position, seat: int) -> Iterator[BuyChamber]:
    """Every chamber, with every place of it."""
    for chamber in CHAMBERS:
        for place in position.cards.card[chamber].named or ("",):
            yield BuyChamber(chamber, place)


# --- churches -----------------------------------------------------------------------------------------------


def religion_zone(position: Position, seat: int, order: object) -> Refusal | None:
    """The abbot lives (VILLAGE 8.9, 8.10)."""
    return zone_refusal(position, seat, Kind.CHURCH)


def no_church_yet(position: Position, seat: int, order: BuyChurch) -> Refusal | None:
    """One church (VILLAGE 8.9)."""
    have = position.players[seat].church
    if not have:
        return None
    return Refusal(
        "VILLAGE 8.9",
        message("you already have {have:the}", have=called(have)),
        message("choose another banner; you can have only one church"),
    )


def church_is_left(position: Position, seat: int, order: BuyChurch) -> Refusal | None:
    """Any church of the column (VILLAGE 8.9)."""
    left = churches_left(position)
    if order.church in left:
        return None
    return Refusal(
        "VILLAGE 8.9",
        message("another player already has {card:the}", card=called(order.church)),
        choose(f"buy {church}" for church in left) if left else message("choose another banner"),
    )


def church_answers(position: Position, seat: int, order: BuyChurch) -> Refusal | None:
    """It shows the value of this turn (VILLAGE 7.1)."""
    return value_refusal(position, seat, position.cards.card[order.church].values, order.church)


CHURCH_GATE: tuple[Question[BuyChurch], ...] = (*BLACK, religion_zone, no_church_yet)
CHURCH_QUESTIONS: tuple[Question[BuyChurch], ...] = (
    church_is_left,
    church_answers,
)


def apply_church(position: Position, seat: int, order: BuyChurch, story: EventLog) -> Position:
    """The church (VILLAGE 8.9)."""
    position = begin_black(position, seat, position.cards.card[order.church], story)
    story.tell(events.bought, position.players[seat].colour, order.church, "VILLAGE 8.9")
    return position.with_player(seat, church=order.church)


def church_orders(position: Position, seat: int) -> Iterator[BuyChurch]:
    """Every church."""
    return (BuyChurch(church) for church in position.cards.churches)
