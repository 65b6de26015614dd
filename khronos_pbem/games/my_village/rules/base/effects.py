"""The effects of banners, as named in the cards file (VILLAGE 6.3, 6.4, 8)."""

from __future__ import annotations

from collections.abc import Iterable

from khronos_pbem.engine.change import Change
from khronos_pbem.games.my_village.model.cards import Effect
from khronos_pbem.games.my_village.model.position import Position
from khronos_pbem.games.my_village.model.terms import GUILD, PLACES, SQUARE, field_number
from khronos_pbem.games.my_village.rules.base import events
from khronos_pbem.games.my_village.rules.base.board_queries import ORDER_OF_PEOPLE, workshop_of

_ORDER_OF_MARKS = {
    **{place: n for n, place in enumerate(PLACES)},
    **{str(p): n for p, n in ORDER_OF_PEOPLE.items()},
}


def apply_effects(
    position: Position, seat: int, effects: Iterable[Effect], banner: str, rule: str, on: str = ""
) -> Change[Position]:
    """Apply the effects of a banner to a seat, in order.

    Goods go to the card of `banner`. `on` is the place to mark, or the banner that the tile moves to.
    """
    change = Change(position)
    for effect in effects:
        change = change.then(_apply_effect, seat, effect, banner, rule, on)
    return change


def _apply_effect(
    position: Position, seat: int, effect: Effect, banner: str, rule: str, on: str
) -> Change[Position]:
    match effect.kind:
        case "coins":
            return gain_coins(position, seat, effect.amount, rule)
        case "story":
            return gain_story_points(position, seat, effect.amount, rule)
        case "plough":
            ploughed = position.players[seat].fields[field_number(banner) - 1]
            return gain_coins(position, seat, effect.amount, rule) if ploughed else Change(position)
        case "good":
            return _gain_good(position, seat, banner, rule)
        case "mark":
            return _mark_place(position, seat, on, banner)
        case "tile":
            return _move_tile(position, seat, on)
        case "school":
            return Change(position._replace(offers=(*position.offers, *[effect.kind] * effect.amount)))
        case _:
            offer = f"{effect.kind} {effect.amount}" if effect.amount else effect.kind
            return Change(position._replace(offers=(*position.offers, offer)))


def gain_coins(position: Position, seat: int, amount: int, rule: str) -> Change[Position]:
    """Add coins to a seat."""
    village = position.players[seat]
    position = position.with_player(seat, coins=village.coins + amount)
    return Change(position).tell(events.coins, village.colour, amount, rule)


def gain_story_points(position: Position, seat: int, amount: int, rule: str) -> Change[Position]:
    """Add story points to the tree of a seat."""
    if not amount:
        return Change(position)
    village = position.players[seat]
    position = position.with_player(seat, tree=village.tree + amount)
    return Change(position).tell(events.story, village.colour, amount, rule)


def _gain_good(position: Position, seat: int, banner: str, rule: str) -> Change[Position]:
    """Put a good on a free place of the card, if there is one (VILLAGE 6.4)."""
    village, who = position.players[seat], position.players[seat].colour
    if _free_places_for_goods(position, seat, banner) <= 0:
        return Change(position).tell(events.full, who, banner)
    if banner == SQUARE:
        return Change(position.with_player(seat, square=village.square + 1)).tell(events.marker, who)
    if banner == GUILD:
        position = position.with_player(seat, guild=village.guild + 1)
        return Change(position).tell(events.good, who, "guild good", rule)
    workshops = tuple(
        each._replace(goods=each.goods + 1) if each.type == banner else each for each in village.workshops
    )
    position = position.with_player(seat, workshops=workshops)
    return Change(position).tell(events.good, who, position.cards.types[banner].good, rule)


def _free_places_for_goods(position: Position, seat: int, banner: str) -> int:
    """Return the number of free places for goods or markers on a card of the seat."""
    village, cards = position.players[seat], position.cards
    if banner == SQUARE:
        return cards.card[SQUARE].places - village.square
    if banner == GUILD:
        return cards.card[GUILD].places - village.guild
    shop = workshop_of(village, banner)
    assert shop is not None
    return cards.types[banner].places - shop.goods


def _mark_place(position: Position, seat: int, place: str, banner: str) -> Change[Position]:
    village = position.players[seat]
    if not place:
        return Change(position).tell(events.full, village.colour, banner)
    marks = tuple(sorted((*village.marks, place), key=_ORDER_OF_MARKS.__getitem__))
    return Change(position.with_player(seat, marks=marks)).tell(events.marked, village.colour, place)


def _move_tile(position: Position, seat: int, banner: str) -> Change[Position]:
    if not banner:
        return Change(position)
    who = position.players[seat].colour
    return Change(position.with_player(seat, tile=banner)).tell(events.tile, who, banner)
