"""Queries on a position: zones, banners and their values, piles and display (VILLAGE 1, 6, 7, 8)."""

from __future__ import annotations

from khronos_pbem.games.my_village.model.cards import Card
from khronos_pbem.games.my_village.model.position import Position, Shop, Village
from khronos_pbem.games.my_village.model.terms import (
    CHAMBERS,
    PERSONAL,
    PILES,
    SCHOOL,
    SQUARE,
    TILE_VALUES,
    VILLAGER_OF,
    Advantage,
    Kind,
    Person,
    Zone,
    field_name,
    field_number,
)

ORDER_OF_PEOPLE = {person: place for place, person in enumerate(Person)}


def is_zone_active(village: Village, zone: Zone) -> bool:
    """Return whether a zone of a village is active (VILLAGE 1.6)."""
    return zone is Zone.HARVEST or VILLAGER_OF[zone] in village.villagers


def has_advantage(village: Village, advantage: Advantage) -> bool:
    """Return whether the village has a church with this advantage and a living abbot (VILLAGE 8.9)."""
    return village.church == advantage and Person.ABBOT in village.villagers


def rat_loss(village: Village) -> int:
    """The story points that the rats take: half the tree, rounded down (VILLAGE 9.7, 13.4).

    A player who has left loses none.
    """
    return 0 if village.gone else village.tree // 2


def window_count(position: Position, village: Village) -> int:
    """The number of windows of the church; 0 without a church (VILLAGE 8.11)."""
    if not village.church:
        return 0
    card = position.cards.card
    return card[village.church].windows + sum(card[monk].windows for monk in village.monks)


def workshop_of(village: Village, kind: str) -> Shop | None:
    """The workshop of a type in a village; None if there is none."""
    for shop in village.workshops:
        if shop.type == kind:
            return shop
    return None


def missing_professions(village: Village) -> tuple[Person, ...]:
    """The professions without a living villager."""
    return tuple(person for person in Person if person not in village.villagers)


def villagers_with(village: Village, person: Person) -> tuple[Person, ...]:
    """Return the village's villagers and `person`, in the order of the cards file."""
    return tuple(sorted((*village.villagers, person), key=ORDER_OF_PEOPLE.__getitem__))


# --- banners ------------------------------------------------------------------------------------------------


def white_banners(village: Village) -> list[str]:
    """Return the white banners that the tile can be placed on (VILLAGE 8.6).

    These are all white banners of a village except the square's.
    """
    found = [PERSONAL, SCHOOL, *(shop.type for shop in village.workshops)]
    found += [field_name(number) for number in range(1, len(village.fields) + 1)]
    if village.chamber:
        found.append(village.chamber)
    return [*found, *village.market]


def banner_card(position: Position, village: Village, banner: str) -> Card | None:
    """Return the card that shows a white banner of this village.

    Return None for the banners of the village board, and for a name that is not a banner of this village.
    """
    cards = position.cards
    if field_number(banner):
        return cards.card["field"] if 1 <= field_number(banner) <= len(village.fields) else None
    if banner in cards.types:
        shop = workshop_of(village, banner)
        return cards.card[shop.card_id] if shop else None
    if banner == SQUARE:
        return cards.card[SQUARE] if village.square >= 0 else None
    if banner == village.chamber or banner in village.market:
        return cards.card.get(banner)
    return None


def banner_values(position: Position, village: Village, banner: str) -> tuple[int, ...]:
    """Return the values of a white banner, including those of a tile on it (VILLAGE 7.4, 8.6).

    The result is empty if the banner accepts any value.
    """
    if banner == PERSONAL:
        values = village.personal
    elif banner == SCHOOL:
        values = position.cards.board.school_values
    else:
        card = banner_card(position, village, banner)
        values = card.values if card else ()
    if village.tile == banner and values and banner != SQUARE:
        return tuple(sorted({*values, *TILE_VALUES}))
    return values


def turn_value(position: Position) -> int:
    """Return the value of this turn: the sum of the dice after changes (VILLAGE 4.1).

    It is 0 before the dice are taken.
    """
    return sum(die.face for die in position.dice)


# --- display ------------------------------------------------------------------------------------------------


def customers_left(position: Position) -> list[str]:
    """Return the customers in the pile, sorted, including those that open draws will take."""
    gone = set(position.zone)
    for village in position.players:
        gone.update(village.market)
        gone.update(village.served)
    return [card for card in position.cards.customers if card not in gone]


def customers_available(position: Position) -> int:
    """The number of customers in the pile after the open draws (VILLAGE 12.1)."""
    coming = sum(draw.size for draw in position.draws if draw.name == "customers" and draw.to != "pile")
    return len(customers_left(position)) - coming


def monks_left(position: Position, pile: str) -> list[str]:
    """The face-down cards of a pile of monks, sorted (VILLAGE 12.1)."""
    known = {*position.monks, *(monk for village in position.players for monk in village.monks)}
    return [monk for monk in position.cards.monks[pile] if monk not in known]


def open_monk(position: Position, pile: str) -> str:
    """The open card of a pile of monks; empty if there is none."""
    return position.monks[PILES.index(pile)]


def travels_left(position: Position, letter: str) -> list[str]:
    """The cards in a travel pile, sorted (VILLAGE 12.1)."""
    taken = {travel for village in position.players for travel in village.travels}
    return [card for card in position.cards.travels[letter] if card not in taken]


def travels_available(position: Position, letter: str) -> int:
    """The number of cards in a travel pile after the open draws."""
    coming = sum(1 for draw in position.draws if draw.name == f"travel {letter}")
    return len(travels_left(position, letter)) - coming


def workshops_left(position: Position, kind: str) -> list[str]:
    """Return the ids of the display's workshops of one type, sorted by values (VILLAGE 2.2)."""
    taken = {shop.card_id for village in position.players for shop in village.workshops}
    return [card for card in position.cards.columns[kind] if card not in taken]


def chambers_left(position: Position) -> list[str]:
    """The chambers in the display."""
    taken = {village.chamber for village in position.players}
    return [chamber for chamber in CHAMBERS if chamber not in taken]


def churches_left(position: Position) -> list[str]:
    """The churches in the display."""
    taken = {village.church for village in position.players}
    return [church for church in position.cards.churches if church not in taken]


def squares_left(position: Position) -> int:
    """The number of squares in the display."""
    return position.cards.squares - sum(village.square >= 0 for village in position.players)


def fields_left(position: Position) -> int:
    """The number of fields in the display."""
    return position.cards.fields - sum(len(village.fields) for village in position.players)


def free_places(position: Position, village: Village, chamber: str) -> list[str]:
    """Return the places of property or citizens that have no mark (VILLAGE 8.8)."""
    return [place for place in position.cards.card[chamber].named if place not in village.marks]


def goods_count(village: Village) -> int:
    """Return the number of goods in workshops and the guild, and of ploughs on fields (VILLAGE 10.4)."""
    return sum(shop.goods for shop in village.workshops) + village.guild + sum(village.fields)


def is_card_of(position: Position, name: str, kind: Kind) -> bool:
    """Return whether `name` is the id of a card of this kind."""
    card = position.cards.card.get(name)
    return card is not None and card.kind is kind
