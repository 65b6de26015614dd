"""Black banners of the display: workshop, field, square, chamber and church (VILLAGE 7.1, 8)."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from khronos_pbem.engine.change import Change
from khronos_pbem.engine.orders.verbs import Check, Refusal
from khronos_pbem.games.my_village.model.cards import Card
from khronos_pbem.games.my_village.model.orders import BuyChamber, BuyChurch, BuyField, BuySquare, BuyWorkshop
from khronos_pbem.games.my_village.model.position import Position, Shop
from khronos_pbem.games.my_village.model.terms import (
    CHAMBERS,
    FIELD,
    SQUARE,
    WORKSHOPS,
    Branch,
    Kind,
    short_wording,
    wording,
)
from khronos_pbem.games.my_village.rules.banners.whites import mark_refusal, tile_refusal, zone_refusal
from khronos_pbem.games.my_village.rules.base import events
from khronos_pbem.games.my_village.rules.base.board_queries import (
    chambers_left,
    churches_left,
    fields_left,
    squares_left,
    turn_value,
    white_banners,
    workshop_of,
    workshops_left,
)
from khronos_pbem.games.my_village.rules.base.costs import pay_price
from khronos_pbem.games.my_village.rules.base.dice import value_refusal
from khronos_pbem.games.my_village.rules.base.effects import apply_effects
from khronos_pbem.games.my_village.rules.base.refusals import BLACK, choose_hint
from khronos_pbem.messages import Word, message


def _none_left_refusal(rule: str, what: str) -> Refusal:
    return Refusal(rule, message("there is no {what} left", what=what), message("choose another banner"))


def _second_card_refusal(rule: str, have: str, hint: str) -> Refusal | None:
    """Refuse a second card of a kind that the village already has."""
    return Refusal(rule, message("you already have {have:the}", have=wording(have)), hint) if have else None


def _taken_card_refusal(rule: str, card: str, left: Collection[str]) -> Refusal | None:
    """Refuse a card that is no longer in the display."""
    if card in left:
        return None
    what = message("another player already has {card:the}", card=wording(card))
    hint = choose_hint(f"buy {each}" for each in left) if left else message("choose another banner")
    return Refusal(rule, what, hint)


def _card_value_refusal(position: Position, seat: int, card: str) -> Refusal | None:
    """Refuse a card that does not match this turn's value (VILLAGE 7.1)."""
    return value_refusal(position, seat, position.cards.card[card].values, card)


def begin_black(position: Position, seat: int, card: Card) -> Change[Position]:
    """Begin the black banner of a card and pay the time and coins shown on it (VILLAGE 7.1)."""
    return pay_price(position._replace(branch=Branch.BLACK), seat, card.time, card.coins, ())


# --- workshops ----------------------------------------------------------------------------------------------


def second_workshop_refusal(position: Position, seat: int, order: BuyWorkshop) -> Refusal | None:
    """Refuse a second workshop of the same type (VILLAGE 8.1)."""
    if workshop_of(position.players[seat], order.type) is None:
        return None
    what = message("you already have {type:a}", type=Word(order.type))
    return Refusal("VILLAGE 8.1", what, message("buy a workshop of a different type"))


def workshop_supply_refusal(position: Position, seat: int, order: BuyWorkshop) -> Refusal | None:
    """Refuse a workshop that is no longer in its column (VILLAGE 8.1)."""
    left = workshops_left(position, order.type)
    if not left:
        return _none_left_refusal("VILLAGE 6.4", order.type)
    if order.values and order.card_id not in left:
        what = message("there is no {what} left", what=short_wording(order.card_id))
        return Refusal("VILLAGE 8.1", what, choose_hint(f"buy {card}" for card in left))
    return None


def workshop_value_refusal(position: Position, seat: int, order: BuyWorkshop) -> Refusal | None:
    """Refuse a workshop that does not match this turn's value (VILLAGE 7.1).

    Also refuse an order that matches several workshops (VILLAGE 14).
    """
    if order.values:
        card = position.cards.card[order.card_id]
        return value_refusal(position, seat, card.values, card.id)
    fitting = _fitting_workshops(position, order.type)
    if len(fitting) > 1:
        what = message("more than one {type} matches the value of your turn", type=order.type)
        return Refusal("VILLAGE 14", what, choose_hint(f"buy {card}" for card in fitting))
    values = {
        value for card in workshops_left(position, order.type) for value in position.cards.card[card].values
    }
    return value_refusal(position, seat, tuple(sorted(values)), order.type)


def _fitting_workshops(position: Position, kind: str) -> list[str]:
    value, card = turn_value(position), position.cards.card
    return [each for each in workshops_left(position, kind) if value in card[each].values]


def craft_zone_refusal(position: Position, seat: int, order: BuyWorkshop) -> Refusal | None:
    """Refuse a workshop if the craftsman is dead (VILLAGE 8.1)."""
    return zone_refusal(position, seat, Kind.WORKSHOP)


WORKSHOP_PRECONDITIONS: tuple[Check[BuyWorkshop], ...] = (*BLACK, craft_zone_refusal)
WORKSHOP_CHECKS: tuple[Check[BuyWorkshop], ...] = (
    second_workshop_refusal,
    workshop_supply_refusal,
    workshop_value_refusal,
)


def normalized_workshop(position: Position, seat: int, order: BuyWorkshop) -> BuyWorkshop:
    """Return the order; if it names no values, add those of the only matching workshop (VILLAGE 14)."""
    fitting = _fitting_workshops(position, order.type)
    if order.values or len(fitting) != 1:
        return order
    return BuyWorkshop(order.type, fitting[0].removeprefix(order.type + " "))


def apply_workshop(position: Position, seat: int, order: BuyWorkshop) -> Change[Position]:
    """Buy a workshop and put its first good on it (VILLAGE 8.1)."""
    card, village = position.cards.card[order.card_id], position.players[seat]
    shops = (*village.workshops, Shop(order.type, order.values))
    shops = tuple(sorted(shops, key=lambda shop: WORKSHOPS.index(shop.type)))
    change = begin_black(position, seat, card)
    change = change.then(apply_effects, seat, card.first, order.type, "VILLAGE 8.1")
    change = change.tell(events.bought, village.colour, card.id, "VILLAGE 8.1")
    change = change.at(change.position.with_player(seat, workshops=shops))
    return change.then(apply_effects, seat, card.then, order.type, "VILLAGE 8.1")


def workshop_orders(position: Position, seat: int) -> Iterator[BuyWorkshop]:
    """Return an order for every workshop in the display that matches this turn's value."""
    for kind in WORKSHOPS:
        for card in _fitting_workshops(position, kind):
            yield BuyWorkshop(kind, card.removeprefix(kind + " "))


# --- fields -------------------------------------------------------------------------------------------------


def field_supply_refusal(position: Position, seat: int, order: BuyField) -> Refusal | None:
    """Refuse a field if none is left (VILLAGE 6.4)."""
    return None if fields_left(position) > 0 else _none_left_refusal("VILLAGE 6.4", FIELD)


def field_value_refusal(position: Position, seat: int, order: BuyField) -> Refusal | None:
    """Refuse a field that does not match this turn's value (VILLAGE 7.1)."""
    return _card_value_refusal(position, seat, FIELD)


FIELD_PRECONDITIONS: tuple[Check[BuyField], ...] = (*BLACK, field_supply_refusal, field_value_refusal)


def apply_field(position: Position, seat: int, order: BuyField) -> Change[Position]:
    """Buy a field without a plough (VILLAGE 8.2)."""
    card, village = position.cards.card[FIELD], position.players[seat]
    change = begin_black(position, seat, card)
    change = change.then(apply_effects, seat, card.first, FIELD, "VILLAGE 8.2")
    change = change.tell(events.bought, village.colour, FIELD, "VILLAGE 8.2")
    return change.at(change.position.with_player(seat, fields=(*village.fields, False)))


# --- squares ------------------------------------------------------------------------------------------------


def council_zone_refusal(position: Position, seat: int, order: object) -> Refusal | None:
    """Refuse a square or chamber if the councillor is dead (VILLAGE 8.5, 8.8)."""
    return zone_refusal(position, seat, Kind.SQUARE)


def second_square_refusal(position: Position, seat: int, order: BuySquare) -> Refusal | None:
    """Refuse a second square (VILLAGE 8.5, 11.3)."""
    if position.players[seat].square < 0:
        return None
    return Refusal("VILLAGE 8.5", message("you already have a square"), message("choose another banner"))


def square_supply_refusal(position: Position, seat: int, order: BuySquare) -> Refusal | None:
    """Refuse a square if none is left (VILLAGE 6.4)."""
    return None if squares_left(position) > 0 else _none_left_refusal("VILLAGE 6.4", SQUARE)


def square_value_refusal(position: Position, seat: int, order: BuySquare) -> Refusal | None:
    """Refuse a square that does not match this turn's value (VILLAGE 7.1)."""
    return _card_value_refusal(position, seat, SQUARE)


def tile_place_refusal(position: Position, seat: int, order: BuySquare) -> Refusal | None:
    """Refuse to place the tile anywhere but on a white banner of the village or on the square.

    See VILLAGE 8.5 and 8.6.
    """
    return tile_refusal(position, seat, order.on)


SQUARE_PRECONDITIONS: tuple[Check[BuySquare], ...] = (
    *BLACK,
    council_zone_refusal,
    second_square_refusal,
    square_supply_refusal,
    square_value_refusal,
)
SQUARE_CHECKS: tuple[Check[BuySquare], ...] = (tile_place_refusal,)


def apply_square(position: Position, seat: int, order: BuySquare) -> Change[Position]:
    """Buy a square: place its tile, gain a story point, and put a marker on it (VILLAGE 8.5)."""
    card = position.cards.card[SQUARE]
    change = begin_black(position, seat, card)
    change = change.then(apply_effects, seat, card.first, SQUARE, "VILLAGE 8.5", order.on)
    village = change.position.players[seat]
    change = change.tell(events.bought, village.colour, SQUARE, "VILLAGE 8.5")
    change = change.at(change.position.with_player(seat, square=0, tile=village.tile or SQUARE))
    return change.then(apply_effects, seat, card.then, SQUARE, "VILLAGE 8.5")


def square_orders(position: Position, seat: int) -> Iterator[BuySquare]:
    """Return an order to buy a square for each place where its tile can go."""
    for banner in (*white_banners(position.players[seat]), SQUARE):
        yield BuySquare(banner)


# --- chambers -----------------------------------------------------------------------------------------------


def second_chamber_refusal(position: Position, seat: int, order: BuyChamber) -> Refusal | None:
    """Refuse a second chamber; a square does not count (VILLAGE 8.8, 11.3)."""
    hint = message("choose a different banner; you can have only one chamber")
    return _second_card_refusal("VILLAGE 8.8", position.players[seat].chamber, hint)


def chamber_supply_refusal(position: Position, seat: int, order: BuyChamber) -> Refusal | None:
    """Refuse a chamber that is no longer in the display (VILLAGE 8.8)."""
    return _taken_card_refusal("VILLAGE 8.8", order.chamber, chambers_left(position))


def chamber_value_refusal(position: Position, seat: int, order: BuyChamber) -> Refusal | None:
    """Refuse a chamber that does not match this turn's value (VILLAGE 7.1)."""
    return _card_value_refusal(position, seat, order.chamber)


def chamber_mark_refusal(position: Position, seat: int, order: BuyChamber) -> Refusal | None:
    """Refuse a missing or wrong first mark for property or citizens (VILLAGE 8.8)."""
    return mark_refusal(position, seat, order.chamber, order.on)


CHAMBER_PRECONDITIONS: tuple[Check[BuyChamber], ...] = (*BLACK, council_zone_refusal, second_chamber_refusal)
CHAMBER_CHECKS: tuple[Check[BuyChamber], ...] = (
    chamber_supply_refusal,
    chamber_value_refusal,
    chamber_mark_refusal,
)


def apply_chamber(position: Position, seat: int, order: BuyChamber) -> Change[Position]:
    """Buy a chamber and apply its effects (VILLAGE 8.8)."""
    card, who = position.cards.card[order.chamber], position.players[seat].colour
    change = begin_black(position, seat, card)
    change = change.then(apply_effects, seat, card.first, order.chamber, "VILLAGE 8.8")
    change = change.tell(events.bought, who, order.chamber, "VILLAGE 8.8")
    change = change.at(change.position.with_player(seat, chamber=order.chamber))
    return change.then(apply_effects, seat, card.then, order.chamber, "VILLAGE 8.8", order.on)


def chamber_orders(position: Position, seat: int) -> Iterator[BuyChamber]:
    """Return an order for every chamber, one for each named place if it has any."""
    for chamber in CHAMBERS:
        for place in position.cards.card[chamber].named or ("",):
            yield BuyChamber(chamber, place)


# --- churches -----------------------------------------------------------------------------------------------


def religion_zone_refusal(position: Position, seat: int, order: object) -> Refusal | None:
    """Refuse a church if the abbot is dead (VILLAGE 8.9, 8.10)."""
    return zone_refusal(position, seat, Kind.CHURCH)


def second_church_refusal(position: Position, seat: int, order: BuyChurch) -> Refusal | None:
    """Refuse a second church (VILLAGE 8.9)."""
    hint = message("choose another banner; you can have only one church")
    return _second_card_refusal("VILLAGE 8.9", position.players[seat].church, hint)


def church_supply_refusal(position: Position, seat: int, order: BuyChurch) -> Refusal | None:
    """Refuse a church that is no longer in the display (VILLAGE 8.9)."""
    return _taken_card_refusal("VILLAGE 8.9", order.church, churches_left(position))


def church_value_refusal(position: Position, seat: int, order: BuyChurch) -> Refusal | None:
    """Refuse a church that does not match this turn's value (VILLAGE 7.1)."""
    return _card_value_refusal(position, seat, order.church)


CHURCH_PRECONDITIONS: tuple[Check[BuyChurch], ...] = (*BLACK, religion_zone_refusal, second_church_refusal)
CHURCH_CHECKS: tuple[Check[BuyChurch], ...] = (church_supply_refusal, church_value_refusal)


def apply_church(position: Position, seat: int, order: BuyChurch) -> Change[Position]:
    """Buy a church (VILLAGE 8.9)."""
    change = begin_black(position, seat, position.cards.card[order.church])
    change = change.tell(events.bought, position.players[seat].colour, order.church, "VILLAGE 8.9")
    return change.at(change.position.with_player(seat, church=order.church))


def church_orders(position: Position, seat: int) -> Iterator[BuyChurch]:
    """An order for every church."""
    return (BuyChurch(church) for church in position.cards.churches)
