"""The effects of banners, as the cards file names them (VILLAGE 6.3, 6.4, 8)."""

from __future__ import annotations

from collections.abc import Iterable

from khronos_pbem.engine.event_log import EventLog
from khronos_pbem.games.my_village.model.cards import Effect
from khronos_pbem.games.my_village.model.position import Position
from khronos_pbem.games.my_village.model.terms import (
    GUILD,
    PLACES,
    SQUARE,
    field_number,
)
from khronos_pbem.games.my_village.rules.base import events
from khronos_pbem.games.my_village.rules.base.board_queries import ORDER_OF_PEOPLE, workshop_of

_ORDER_OF_MARKS = {
    **{place: n for n, place in enumerate(PLACES)},
    **{str(p): n for p, n in ORDER_OF_PEOPLE.items()},
}


def apply_effects(
    position: Position,
    seat: int,
    effects: Iterable[Effect],
    banner: str,
    rule: str,
    story: EventLog,
    on: str = "",
) -> Position:
    """Apply the effects of a banner to a seat, in their order.

    Goods go to the card of `banner`. `on` is the place to mark, or the banner the tile goes to.
    """
    for effect in effects:
        position = _apply_effect(position, seat, effect, banner, rule, story, on)
    return position


def _apply_effect(
    position: Position, seat: int, effect: Effect, banner: str, rule: str, story: EventLog, on: str
) -> Position:
    match effect.kind:
        case "coins":
            return gain_coins(position, seat, effect.amount, rule, story)
        case "story":
            return gain_story_points(position, seat, effect.amount, rule, story)
        case "plough":
            ploughed = position.players[seat].fields[field_number(banner) - 1]
            return gain_coins(position, seat, effect.amount, rule, story) if ploughed else position
        case "good":
            return _gain_good(position, seat, banner, rule, story)
        case "mark":
            return _mark_place(position, seat, on, banner, story)
        case "tile":
            return _move_tile(position, seat, on, story)
        case "school":
            return position._replace(offers=(*position.offers, *[effect.kind] * effect.amount))
        case _:
            offer = f"{effect.kind} {effect.amount}" if effect.amount else effect.kind
            return position._replace(offers=(*position.offers, offer))


def gain_coins(position: Position, seat: int, amount: int, rule: str, story: EventLog) -> Position:
    """Add coins to a seat."""
    village = position.players[seat]
    story.tell(events.coins, village.colour, amount, rule)
    return position.with_player(seat, coins=village.coins + amount)


def gain_story_points(position: Position, seat: int, amount: int, rule: str, story: EventLog) -> Position:
    """Add story points to the tree of a seat."""
    if not amount:
        return position
    village = position.players[seat]
    story.tell(events.story, village.colour, amount, rule)
    return position.with_player(seat, tree=village.tree + amount)


def _gain_good(position: Position, seat: int, banner: str, rule: str, story: EventLog) -> Position:
    """Put a good on a free place of the card; if there is none, nothing is placed (VILLAGE 6.4)."""
    village, cards = position.players[seat], position.cards
    if banner == SQUARE:
        if village.square >= cards.card[SQUARE].places:
            story.tell(events.full, village.colour, banner)
            return position
        story.tell(events.marker, village.colour)
        return position.with_player(seat, square=village.square + 1)
    if banner == GUILD:
        if village.guild >= cards.card[GUILD].places:
            story.tell(events.full, village.colour, banner)
            return position
        story.tell(events.good, village.colour, "good of the guild", rule)
        return position.with_player(seat, guild=village.guild + 1)
    shop = workshop_of(village, banner)
    assert shop is not None
    if shop.goods >= cards.types[banner].places:
        story.tell(events.full, village.colour, banner)
        return position
    story.tell(events.good, village.colour, cards.types[banner].good, rule)
    workshops = tuple(
        each._replace(goods=each.goods + 1) if each.type == banner else each for each in village.workshops
    )
    return position.with_player(seat, workshops=workshops)


def _mark_place(position: Position, seat: int, place: str, banner: str, story: EventLog) -> Position:
    village = position.players[seat]
    if not place:
        story.tell(events.full, village.colour, banner)
        return position
    story.tell(events.marked, village.colour, place)
    marks = tuple(sorted((*village.marks, place), key=_ORDER_OF_MARKS.__getitem__))
    return position.with_player(seat, marks=marks)


def _move_tile(position: Position, seat: int, banner: str, story: EventLog) -> Position:
    village = position.players[seat]
    if not banner:
        return position
    story.tell(events.tile, village.colour, banner)
    return position.with_player(seat, tile=banner)
