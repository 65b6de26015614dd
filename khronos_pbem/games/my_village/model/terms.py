"""The terms of the rules: people, goods, zones, cards, places and banners (VILLAGE 1)."""

from __future__ import annotations

import re
from enum import StrEnum
from functools import lru_cache

from khronos_pbem.games.my_village.model.boards import COLOURS
from khronos_pbem.messages import Message, Word, message


class Person(StrEnum):
    """A profession (VILLAGE 1.6), in the order of the cards file."""

    ABBOT = "abbot"
    COUNCILLOR = "councillor"
    TRAVELLER = "traveller"
    CRAFTSMAN = "craftsman"
    MERCHANT = "merchant"


class Good(StrEnum):
    """A kind of goods, in the order of the cards file."""

    HORSE = "horse"
    BEER = "beer"
    PLOUGH = "plough"
    PARCHMENT = "parchment"
    WAGON = "wagon"


class Zone(StrEnum):
    """A zone of the village (VILLAGE 1.6)."""

    RELIGION = "religion"
    COUNCIL = "council"
    HARVEST = "harvest"
    TRAVEL = "travel"
    CRAFT = "craft"
    MARKET = "market"


VILLAGER_OF: dict[Zone, Person] = {
    Zone.RELIGION: Person.ABBOT,
    Zone.COUNCIL: Person.COUNCILLOR,
    Zone.TRAVEL: Person.TRAVELLER,
    Zone.CRAFT: Person.CRAFTSMAN,
    Zone.MARKET: Person.MERCHANT,
}
"""The profession that keeps each zone active; the harvest zone needs none (VILLAGE 1.6)."""


ZONES: dict[Zone, Message] = {
    Zone.RELIGION: message("religion zone"),
    Zone.COUNCIL: message("council zone"),
    Zone.HARVEST: message("harvest zone"),
    Zone.TRAVEL: message("travel zone"),
    Zone.CRAFT: message("craft zone"),
    Zone.MARKET: message("market zone"),
}
"""The wording of the zones in sentences."""


class Kind(StrEnum):
    """A kind of cards (VILLAGE 1.5)."""

    CHURCH = "church"
    MONK = "monk"
    CHAMBER = "chamber"
    SQUARE = "square"
    FIELD = "field"
    TRAVEL = "travel"
    WORKSHOP = "workshop"
    CUSTOMER = "customer"


ZONE_OF: dict[Kind, Zone] = {
    Kind.CHURCH: Zone.RELIGION,
    Kind.MONK: Zone.RELIGION,
    Kind.CHAMBER: Zone.COUNCIL,
    Kind.SQUARE: Zone.COUNCIL,
    Kind.FIELD: Zone.HARVEST,
    Kind.TRAVEL: Zone.TRAVEL,
    Kind.WORKSHOP: Zone.CRAFT,
    Kind.CUSTOMER: Zone.MARKET,
}


class Step(StrEnum):
    """A space of the headman, or STAY (VILLAGE 7.9)."""

    HALL = "hall"
    COIN = "coin"
    STORY = "story"
    STAY = "stay"


class Side(StrEnum):
    """A place of the school, or NONE (VILLAGE 7.7)."""

    LEFT = "left"
    RIGHT = "right"
    NONE = "none"


class Phase(StrEnum):
    """The phase of a turn (VILLAGE 15); SETUP until the first pool is rolled."""

    SETUP = "setup"
    TAKE = "take"
    ACT = "act"
    OVER = "over"


class Branch(StrEnum):
    """The kind of banner that a turn uses: none yet, black or white (VILLAGE 3.4)."""

    NONE = ""
    BLACK = "black"
    WHITE = "white"


class Advantage(StrEnum):
    """The advantage of a church (VILLAGE 8.9)."""

    SANATORIUM = "sanatorium"
    CLOISTER = "cloister"
    COUNTER = "counter"
    REFUGE = "refuge"


PILES = ("quill", "chalice", "rosary")
LETTERS = ("A", "B", "C", "D", "E")
WORKSHOPS = ("stable", "brewery", "forge", "scriptorium", "wheelwright")
MINT, GUILD, PROPERTY, CITIZENS = "mint", "guild", "property", "citizens"
CHAMBERS = (MINT, GUILD, PROPERTY, CITIZENS)
JOURNEYS, SHOPS, SERVED, CHURCH, FIELDS = "journeys", "workshops", "served", "church", "fields"
PLACES = (JOURNEYS, SHOPS, SERVED, CHURCH, FIELDS)
"""The places of property (VILLAGE 8.8)."""
TILE_VALUES = (2, 12)
"""The values that the 2/12 tile adds to a banner (VILLAGE 8.6).

They do not depend on the values of the square in the cards file.
"""

PERSONAL, SCHOOL, SQUARE, FIELD, DESK, HEADMAN = "personal", "school", "square", "field", "desk", "headman"
NEW = "new"
"""The word for the card that the counter turns up, whether already seen or not (VILLAGE 8.15)."""
ANY = "any"
"""The word for any one good (VILLAGE 6.2)."""
BANNERS = (PERSONAL, SCHOOL, SQUARE, *WORKSHOPS, *CHAMBERS)
"""The white banners that a village has at most once (VILLAGE 14).

The other white banners are those of fields and customers.
"""
_CUSTOMER = re.compile(r"k[0-9]{2}", re.ASCII)
_NUMBERED = re.compile(r"field [1-9][0-9]?|k[0-9]{2}", re.ASCII)


def is_banner(name: object) -> bool:
    """Return whether a name is a white banner in the form of positions (VILLAGE 14).

    Examples are "school", "field 2" and "k07".
    """
    return isinstance(name, str) and (name in BANNERS or _NUMBERED.fullmatch(name) is not None)


def values_text(values: tuple[int, ...]) -> str:
    """Banner values in the form used in orders and positions: "5/8"; "?" for any value."""
    return "/".join(map(str, values)) or "?"


@lru_cache(maxsize=512)
def short_wording(thing: str) -> Word | Message:
    """The short wording of a card, banner or good in sentences.

    It is a word, or a word and the rest as in "brewery 5/8".
    """
    word, _, rest = thing.partition(" ")
    return message("{thing} {rest}", thing=Word(word), rest=rest) if rest else Word(thing)


_IN_FULL = {
    PERSONAL: "personal banner",
    MINT: "mint chamber",
    GUILD: "guild chamber",
    PROPERTY: "property chamber",
    CITIZENS: "citizens' chamber",
}


@lru_cache(maxsize=512)
def wording(thing: str) -> Word | Message:
    """The full wording of a card or banner in sentences, like "customer k07" or "mint chamber"."""
    if _CUSTOMER.fullmatch(thing):
        return message("customer {number}", number=thing)
    if field_number(thing):
        return message("field {number}", number=field_number(thing))
    if thing in _IN_FULL:
        return Word(_IN_FULL[thing])
    word, _, letter = thing.partition(" ")
    return message("journey {number}", number=letter) if word == "journey" else short_wording(thing)


def field_name(number: int) -> str:
    """The name of a field's banner or plough, by the field's number from 1 (VILLAGE 8.2)."""
    return f"{FIELD} {number}"


_PLACES = {good: place for place, good in enumerate((*map(str, Good), GUILD))}


def sorted_goods(goods: tuple[str, ...]) -> tuple[str, ...]:
    """Goods in canonical order (VILLAGE 14.1).

    Goods from workshops come first, by kind, then those from the guild, then those from fields by number.
    """
    return tuple(sorted(goods, key=good_sort_key))


def good_sort_key(good: str) -> int:
    """The rank of a good in the canonical order (VILLAGE 14.1)."""
    return _PLACES[good] if good in _PLACES else len(_PLACES) + field_number(good)


def field_number(name: str) -> int:
    """The number in a name made by `field_name`; 0 for any other name."""
    return int(name[len(FIELD) + 1 :]) if name.startswith(FIELD + " ") else 0


SPOKEN: tuple[str, ...] = (
    *COLOURS,
    *Person,
    *Good,
    *(kind for kind in Kind if kind not in ("customer", "monk", "travel")),
    *(step for step in Step if step is not Step.STAY),
    *(side for side in Side if side is not Side.NONE),
    *Advantage,
    *PILES,
    *WORKSHOPS,
    *CHAMBERS,
    *PLACES,
    *(PERSONAL, SCHOOL, HEADMAN, "never", "ask", "guild good"),
    *_IN_FULL.values(),
)
"""The words that occur as parts of sentences and need translating (VILLAGE 1.7)."""
