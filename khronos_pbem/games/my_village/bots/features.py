"""What a village has that may come to something, as numbers: what its prospects are counted from.

Nothing here says what anything is worth (`weights`): a feature is a number of things, or of prestige points
that could be had, as far as everybody sees it.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from khronos_pbem.games.my_village.model.cards import Cards
from khronos_pbem.games.my_village.model.position import Position, Shop, Village
from khronos_pbem.games.my_village.model.words import (
    ANY,
    CHAMBERS,
    CITIZENS,
    PROPERTY,
    SQUARE,
    WORKSHOPS,
    Advantage,
    Good,
    Person,
    Step,
)
from khronos_pbem.games.my_village.rules.facts import free_places, travels_left, windows
from khronos_pbem.games.my_village.rules.travels import next_letter

MANY_COINS = 4
"""With so many coins nearly every value can be had: more are worth less."""

NAMES = (
    *("tree, headman at hall", "tree, headman at coin", "tree, headman at story"),
    *("headman at coin", "headman at story", "coins", "coins beyond"),
    *("horse", "beer", "plough", "parchment", "wagon", "guild goods", "ploughs on fields", "fields"),
    *WORKSHOPS,
    "workshops to come",
    *Person,
    *("customers from stock", "customers by making", "customers else", "customers without merchant"),
    *("journey from stock", "journey by making", "journeys without traveller"),
    *("church to come", "next window", "windows beyond", "windows without abbot"),
    *CHAMBERS,
    *("chamber to come", "property to mark", "citizens to mark"),
    *("left trainee", "right trainee", "empty places"),
    *("square", "markers", "tile", "first next", "time"),
    *Advantage,
)
"""What each feature counts, in their order."""


def features(position: Position, seat: int) -> list[float]:
    """The features of a player's village, as `NAMES` has them."""
    village = position.players[seat]
    return [
        *_story(village),
        *_stock(village),
        *_shops(village.workshops, Person.CRAFTSMAN in village.villagers),
        *(person in village.villagers for person in Person),
        *_customers(position.cards, village),
        *_journeys(position, village),
        *_church(position, village),
        *_council(position, village),
        *(village.left, village.right, len(Person) - len(village.villagers)),
        *(village.square >= 0, max(village.square, 0), village.tile not in ("", SQUARE)),
        position.hand.holder == seat and not position.hand.palm,
        village.cloud,
        *_advantages(position, village),
    ]


def _story(village: Village) -> tuple[float, ...]:
    trees = [village.tree if village.headman is step else 0 for step in (Step.HALL, Step.COIN, Step.STORY)]
    few = min(village.coins, MANY_COINS)
    return (
        *trees,
        village.headman is Step.COIN,
        village.headman is Step.STORY,
        few,
        village.coins - few,
    )


def _stock(village: Village) -> tuple[float, ...]:
    have = {shop.type: shop.goods for shop in village.workshops}
    goods = (have.get(kind, 0) for kind in WORKSHOPS)
    return (*goods, village.guild, sum(village.fields), len(village.fields))


@lru_cache(maxsize=4096)
def _shops(shops: tuple[Shop, ...], craftsman: bool) -> tuple[float, ...]:
    have = [shop.type for shop in shops]
    return (*(kind in have for kind in WORKSHOPS), craftsman * (len(WORKSHOPS) - len(have)))


# --- what goods are good for --------------------------------------------------------------------------------


def _stores(cards: Cards, village: Village) -> tuple[tuple[tuple[str, int], ...], int, bool]:
    """Goods by kind, a plough on a field as any other, with those of the guild; whether there is a guild."""
    stock = {str(cards.types[shop.type].good): shop.goods for shop in village.workshops}
    ploughs = sum(village.fields)
    if ploughs:
        stock[Good.PLOUGH] = stock.get(Good.PLOUGH, 0) + ploughs
    return tuple(stock.items()), village.guild, village.chamber == "guild"


@lru_cache(maxsize=32768)
def _missing(
    needs: tuple[str, ...], stores: tuple[tuple[tuple[str, int], ...], int, bool]
) -> tuple[int, int]:
    """How many of these goods are not in stock, and how many could not be made either."""
    stock, jokers, guild = dict(stores[0]), stores[1], stores[2]
    short = never = 0
    for need in needs:
        if need == ANY:
            have = next((good for good, count in stock.items() if count), "")
        else:
            have = need if stock.get(need) else ""
        if have:
            stock[have] -= 1
        elif jokers:
            jokers -= 1
        else:
            short += 1
            makes = guild or need in stock or (need == ANY and bool(stock))
            never += not makes
    return short, never


def _customers(cards: Cards, village: Village) -> tuple[float, ...]:
    """Prestige points of customers who can be paid now, by what can be made, and not so soon."""
    ready = making = other = 0.0
    if not village.market:
        return 0.0, 0.0, 0.0, 0.0
    stores = _stores(cards, village)
    for name in village.market:
        card = cards.card[name]
        short, never = _missing(card.pay[0], stores)
        if not short:
            ready += card.prestige
        elif not never:
            making += card.prestige / short
        else:
            other += card.prestige / (1 + never)
    lost = 0.0 if Person.MERCHANT in village.villagers else ready + making
    return ready, making, other, lost


def _journeys(position: Position, village: Village) -> tuple[float, ...]:
    """Prestige points of the next journey if its goods are there, or can be made; those without traveller."""
    letter = next_letter(position, village)
    cards = position.cards
    left = travels_left(position, letter) if letter else []
    if not left:
        return 0.0, 0.0, 0.0
    points = mean_prestige(cards, left)
    stores = _stores(cards, village)
    toll = cards.card[village.travels[-1]].toll.kind if village.travels else ""
    more = (toll,) if toll in tuple(Good) else ()
    ways = [_missing((*goods, *more), stores) for goods in cards.letters[letter].pay]
    short, never = min(ways)
    ready, making = (points, 0.0) if not short else (0.0, points / (1 + short) / (1 + 2 * never))
    if Person.TRAVELLER in village.villagers:
        return ready, making, 0.0
    return 0.0, 0.0, ready + making


def mean_prestige(cards: Cards, names: Iterable[str]) -> float:
    """The prestige points of a card in the mean, one of them being drawn."""
    points = [cards.card[name].prestige for name in names]
    return sum(points) / len(points)


# --- religion and council -----------------------------------------------------------------------------------


def _church(position: Position, village: Village) -> tuple[float, ...]:
    """A church yet to be bought; the points of the next window and those beyond, without an abbot."""
    abbot = Person.ABBOT in village.villagers
    if not village.church:
        return float(abbot), 0.0, 0.0, 0.0
    seen, board = windows(position, village), position.cards.board
    points = (0, *board.windows)
    if seen >= board.most_windows or not any(position.monks):
        return 0.0, 0.0, 0.0, 0.0
    after, beyond = points[seen + 1] - points[seen], points[-1] - points[seen + 1]
    return (0.0, after, beyond, 0.0) if abbot else (0.0, 0.0, 0.0, after)


def _council(position: Position, village: Village) -> tuple[float, ...]:
    """Which chamber; one yet to be bought; the places of property and citizens that are worth a mark."""
    councillor = Person.COUNCILLOR in village.villagers
    kinds = [village.chamber == chamber for chamber in CHAMBERS]
    free = free_places(position, village, village.chamber) if village.chamber else []
    places = len(free) * (village.chamber == PROPERTY) * councillor
    people = sum(person in village.villagers for person in free) if village.chamber == CITIZENS else 0
    return (*kinds, councillor * (not village.chamber), places, people * councillor)


def _advantages(position: Position, village: Village) -> tuple[float, ...]:
    """What the church is good for: of a sanatorium its free places."""
    abbot = Person.ABBOT in village.villagers
    free = position.cards.card["sanatorium"].places - village.sheltered
    return tuple(
        abbot * (free if advantage is Advantage.SANATORIUM else 1) if village.church == advantage else 0
        for advantage in Advantage
    )
