"""The features of a village that its evaluation uses, as numbers.

A feature is a number of things or of achievable prestige points, based only on public information. `weights`
holds the value of each feature.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from functools import lru_cache
from typing import NamedTuple

from khronos_pbem.games.my_village.model.cards import NO_EFFECT, Card, Cards
from khronos_pbem.games.my_village.model.position import Position, Shop, Village
from khronos_pbem.games.my_village.model.terms import (
    ANY,
    CHAMBERS,
    CITIZENS,
    FIELD,
    LETTERS,
    PROPERTY,
    SQUARE,
    WORKSHOPS,
    Advantage,
    Good,
    Person,
    Step,
)
from khronos_pbem.games.my_village.rules.banners.travels import next_letter
from khronos_pbem.games.my_village.rules.base.board_queries import free_places, travels_left, window_count
from khronos_pbem.games.my_village.rules.base.draws import TRAVEL
from khronos_pbem.games.my_village.rules.phases.rat import can_shelter

MANY_COINS = 4
"""The number of coins that nearly always suffices; further coins are worth less."""

TOLL = {"time": 0.25, "coins": 0.7}
"""The prestige points deducted from the next journey for each unit of a toll."""

NAMES = (
    *("tree, headman at hall", "tree, headman at coin", "tree, headman at story"),
    *("headman at coin", "headman at story", "coins", "coins beyond"),
    *("horse", "beer", "plough", "parchment", "wagon", "guild goods", "ploughs on fields", "fields"),
    *WORKSHOPS,
    "workshops to come",
    *map(str, Person),
    *("customers from stock", "customers by making", "customers else", "customers without merchant"),
    *("journey from stock", "journey by making", "journeys without traveller"),
    *("church to come", "next window", "next window without coin", "windows beyond", "windows without abbot"),
    *CHAMBERS,
    *("chamber to come", "property to mark", "citizens to mark", "citizens marked"),
    *("left trainee", "right trainee", "empty places"),
    *("square", "markers", "tile", "first next", "time"),
    *map(str, Advantage),
    *("banner pairs", "tree before rats", "poor in villagers", "any village"),
)
"""The names of the features, in the order of their values."""


def feature_values(position: Position, seat: int) -> list[float]:
    """The features of a seat's village, in the order of `NAMES`."""
    village, cards = position.players[seat], position.cards
    stores = AvailableGoods(village.workshops, village.guild, sum(village.fields), village.chamber == "guild")
    living = village.villagers
    return [
        *_story_features(village.tree, village.headman, village.coins),
        *_stock_features(stores, len(village.fields), Person.CRAFTSMAN in living),
        *_people_features(living),
        *_customer_features(cards, village.market, stores, Person.MERCHANT in living),
        *_journey_features(position, village, stores),
        *_church_features(position, village),
        *_council_features(position, village),
        village.left,
        village.right,
        len(Person) - len(living),
        village.square >= 0,
        village.square if village.square > 0 else 0,
        village.tile not in ("", SQUARE),
        position.hand.holder == seat and not position.hand.palm,
        village.cloud,
        *_advantage_features(cards, village.church, village.sheltered, Person.ABBOT in living),
        _banner_pairs(
            cards, village.personal, village.workshops, village.chamber, len(village.fields), living
        ),
        0.0 if can_shelter(position, village) else village.tree / (2 + position.rat),
        len(living) == 1,
        1.0,
    ]


@lru_cache(maxsize=4096)
def _story_features(tree: int, headman: Step, coins: int) -> tuple[float, ...]:
    trees = [tree if headman is step else 0 for step in (Step.HALL, Step.COIN, Step.STORY)]
    few = min(coins, MANY_COINS)
    return (*trees, headman is Step.COIN, headman is Step.STORY, few, coins - few)


class AvailableGoods(NamedTuple):
    """The goods of a village.

    `shops` are the workshops with their goods, `jokers` is the number of goods of the guild, and `ploughs` is
    the number of ploughs on fields. `guild` is True if there is a guild.
    """

    shops: tuple[Shop, ...]
    jokers: int
    ploughs: int
    guild: bool


@lru_cache(maxsize=4096)
def _stock_features(stores: AvailableGoods, fields: int, craftsman: bool) -> tuple[float, ...]:
    goods = {shop.type: shop.goods for shop in stores.shops}
    return (
        *(goods.get(kind, 0) for kind in WORKSHOPS),
        *(stores.jokers, stores.ploughs, fields),
        *(kind in goods for kind in WORKSHOPS),
        craftsman * (len(WORKSHOPS) - len(goods)),
    )


@lru_cache(maxsize=4096)
def _banner_pairs(
    cards: Cards,
    personal: tuple[int, ...],
    shops: tuple[Shop, ...],
    chamber: str,
    fields: int,
    living: tuple[Person, ...],
) -> float:
    """Return the number of pairs of active white banners with the same value.

    Each value is weighted by the probability of rolling it with two dice.
    """
    banners = [personal, cards.board.school_values, *[cards.card[FIELD].values] * fields]
    if Person.CRAFTSMAN in living:
        banners += (cards.card[shop.card_id].values for shop in shops)
    if chamber and Person.COUNCILLOR in living:
        banners.append(cards.card[chamber].values)
    counts = Counter(value for values in banners for value in values)
    return sum(count * (count - 1) / 2 * (6 - abs(value - 7)) / 6 for value, count in counts.items())


@lru_cache(maxsize=64)
def _people_features(living: tuple[Person, ...]) -> tuple[float, ...]:
    return tuple(person in living for person in Person)


# --- what goods are good for --------------------------------------------------------------------------------


def _stock_of(cards: Cards, stores: AvailableGoods) -> dict[str, int]:
    """Return the number of goods in stock by kind, with the goods of the guild as "any".

    A kind that the village can make is a key even if it has 0 goods.
    """
    stock = {str(cards.types[shop.type].good): shop.goods for shop in stores.shops}
    if stores.ploughs:
        stock[Good.PLOUGH] = stock.get(Good.PLOUGH, 0) + stores.ploughs
    if stores.guild:
        stock[ANY] = stores.jokers
    return stock


def _missing_goods(stock: dict[str, int], needs: tuple[str, ...]) -> tuple[int, int, dict[str, int]]:
    """Return the number of needs not in stock, the number that cannot be made, and the remaining stock."""
    left, short, never = dict(stock), 0, 0
    for need in needs:
        fitting = (need, ANY) if need != ANY else stock
        have = next((good for good in fitting if left.get(good)), "")
        if have:
            left[have] -= 1
        else:
            short += 1
            never += need not in stock and ANY not in stock and not (need == ANY and stock)
    return short, never, left


@lru_cache(maxsize=32768)
def _customer_features(
    cards: Cards, market: tuple[str, ...], stores: AvailableGoods, merchant: bool
) -> tuple[float, ...]:
    """Return prestige points of waiting customers: payable now, after making goods, and later.

    The last number repeats the first two if there is no merchant.
    """
    ready = making = other = 0.0
    stock = _stock_of(cards, stores)
    for card in sorted((cards.card[name] for name in market), key=_by_prestige_per_good):
        short, never, left = _missing_goods(stock, card.pay[0])
        if not short:
            ready, stock = ready + card.prestige, left
        elif not never:
            making += card.prestige / short
        else:
            other += card.prestige / (1 + never)
    return ready, making, other, 0.0 if merchant else ready + making


def _by_prestige_per_good(card: Card) -> tuple[float, str]:
    """Return a sort key: customers with the most prestige points per good come first."""
    return -card.prestige / max(len(card.pay[0]), 1), card.id


def _journey_features(position: Position, village: Village, stores: AvailableGoods) -> tuple[float, ...]:
    """Prestige points of the next journey: payable now, payable by making goods, or without a traveller.

    A journey whose card is being drawn counts as bought.
    """
    letter, last = next_letter(position, village), village.travels[-1] if village.travels else ""
    active = village is position.players[position.active]
    if active and letter and any(draw.name.startswith(TRAVEL) for draw in position.draws):
        letter, last = (*LETTERS, "")[LETTERS.index(letter) + 1], ""
    left = tuple(travels_left(position, letter)) if letter else ()
    return _journey(position.cards, letter, left, last, stores, Person.TRAVELLER in village.villagers)


@lru_cache(maxsize=8192)
def _journey(
    cards: Cards, letter: str, left: tuple[str, ...], last: str, stores: AvailableGoods, traveller: bool
) -> tuple[float, ...]:
    if not left:
        return 0.0, 0.0, 0.0
    points = mean_prestige(cards, left)
    toll = cards.card[last].toll if last else NO_EFFECT
    more = (toll.kind,) if toll.kind in tuple(Good) else ()
    points -= TOLL.get(toll.kind, 0.0) * toll.amount
    stock = _stock_of(cards, stores)
    short, never = min(_missing_goods(stock, (*goods, *more))[:2] for goods in cards.letters[letter].pay)
    ready, making = (points, 0.0) if not short else (0.0, points / (1 + short) / (1 + 2 * never))
    return (ready, making, 0.0) if traveller else (0.0, 0.0, ready + making)


def mean_prestige(cards: Cards, names: Iterable[str]) -> float:
    """Return the mean prestige points of these cards. There must be at least one card."""
    points = [cards.card[name].prestige for name in names]
    return sum(points) / len(points)


# --- religion and council -----------------------------------------------------------------------------------


def _church_features(position: Position, village: Village) -> tuple[float, ...]:
    """The features of religion: a church still to buy, and the points of further windows."""
    abbot = Person.ABBOT in village.villagers
    if not village.church:
        return float(abbot), 0.0, 0.0, 0.0, 0.0
    seen, board = window_count(position, village), position.cards.board
    if seen >= board.most_windows or not any(position.monks):
        return 0.0, 0.0, 0.0, 0.0, 0.0
    points = (0, *board.windows)
    after, beyond = points[seen + 1] - points[seen], points[-1] - points[seen + 1]
    if not abbot:
        return 0.0, 0.0, 0.0, 0.0, after
    return (0.0, after, 0.0, beyond, 0.0) if village.coins else (0.0, 0.0, after, beyond, 0.0)


_NO_CHAMBER = (0.0,) * len(CHAMBERS)
_WHICH = {kind: tuple(float(kind == chamber) for chamber in CHAMBERS) for kind in CHAMBERS}


def _council_features(position: Position, village: Village) -> tuple[float, ...]:
    """Return the features of the council: the chamber, a chamber still to buy, and places to mark."""
    councillor = Person.COUNCILLOR in village.villagers
    if not village.chamber:
        return (*_NO_CHAMBER, float(councillor), 0.0, 0.0, 0.0)
    places = people = 0
    marked = sum([person in village.marks for person in village.villagers])
    if councillor and village.chamber == PROPERTY:
        places = len(free_places(position, village, PROPERTY))
    if councillor and village.chamber == CITIZENS:
        people = sum(person not in village.marks for person in village.villagers)
    return (*_WHICH[village.chamber], 0.0, places, people, marked)


@lru_cache(maxsize=256)
def _advantage_features(cards: Cards, church: str, sheltered: int, abbot: bool) -> tuple[float, ...]:
    """Return the features of the church's advantage, which are 0 without an abbot.

    The advantage counts as 1, but a sanatorium counts as the number of its free places.
    """
    if not church or not abbot:
        return (0.0,) * len(Advantage)
    card = cards.card[church]
    free = {Advantage.SANATORIUM: card.places - sheltered}
    return tuple(free.get(advantage, 1) if card.advantage is advantage else 0 for advantage in Advantage)
