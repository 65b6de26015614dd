"""One player's table in the data of a position (VILLAGE 15)."""

from __future__ import annotations

import re
from typing import Any

from khronos_pbem.engine.fields import quoted_value
from khronos_pbem.games.my_village.model.boards import COLOURS
from khronos_pbem.games.my_village.model.cards import Cards
from khronos_pbem.games.my_village.model.position import ASK, BEST, NEVER, Shop, Village
from khronos_pbem.games.my_village.model.rows import Row
from khronos_pbem.games.my_village.model.terms import (
    CHAMBERS,
    LETTERS,
    PLACES,
    WORKSHOPS,
    Person,
    Step,
    is_banner,
    values_text,
)
from khronos_pbem.games.my_village.rules.phases.choices import is_least_loss
from khronos_pbem.messages import VerbatimText, message

KEYS = (
    "colour", "personal", "cloud", "coins", "tree", "hall", "headman", "villagers", "school", "labourers",
    "church", "sheltered", "monks", "chamber", "marks", "guild", "square", "tile", "fields", "workshops",
    "travels", "market", "served", "policy", "refuge", "gone",
)  # fmt: skip
_SHOP = re.compile(r"([a-z]+) ([0-9/]+) ([0-9]{1,2})")
_MANY = 10**6
MARKS = (*PLACES, *map(str, Person))


def read_village(row: Row, cards: Cards, default: Village) -> Village:
    """Read a player's village; missing keys have the values of `default`.

    Raises InvalidFile if a key or a value is wrong.
    """
    row.allow_only(KEYS)
    row.one_of("colour", COLOURS)
    village = _read_numbers(row, cards, default)
    village = _read_words(row, cards, village)
    monks = tuple(monk for pile in cards.monks.values() for monk in pile)
    return village._replace(
        monks=_read_sorted(row, "monks", monks),
        workshops=_read_workshops(row, cards),
        travels=_read_travels(row, cards),
        market=_read_sorted(row, "market", cards.customers),
        served=_read_sorted(row, "served", cards.customers),
        fields=_read_fields(row),
        marks=tuple(sorted(_read_unique(row, "marks", MARKS), key=MARKS.index)),
    )


def _read_numbers(row: Row, cards: Cards, village: Village) -> Village:
    bounds = {"cloud": (1, cards.board.clouds), "square": (-1, cards.card["square"].places)}
    bounds |= dict.fromkeys(("coins", "tree", "hall", "labourers", "sheltered", "guild"), (0, _MANY))
    found: dict[str, Any] = {
        key: row.number(key, *limits) for key, limits in bounds.items() if key in row.table
    }
    return village._replace(**found)


def _read_words(row: Row, cards: Cards, village: Village) -> Village:
    school = _read_unique(row, "school", ("left", "right"))
    people = tuple(map(str, Person))
    return village._replace(
        personal=_read_personal(row, cards, village),
        headman=Step(row.one_of("headman", ("hall", "coin", "story"), "hall")),
        villagers=tuple(
            Person(each) for each in people if each in _read_unique(row, "villagers", people, people)
        ),
        left="left" in school,
        right="right" in school,
        church=row.one_of("church", ("", *cards.churches), ""),
        chamber=row.one_of("chamber", ("", *CHAMBERS), ""),
        tile=_read_banner(row, "tile"),
        policy=_read_policy(row),
        refuge=row.one_of("refuge", (ASK, BEST), ASK),
        gone=row.flag("gone"),
    )


def _read_personal(row: Row, cards: Cards, village: Village) -> tuple[int, ...]:
    known = {values_text(pair): pair for pair in cards.board.pairs}
    return known[row.one_of("personal", known)] if "personal" in row.table else village.personal


def _read_unique(
    row: Row, key: str, known: tuple[str, ...], default: tuple[str, ...] = ()
) -> tuple[str, ...]:
    found = row.some_of(key, known) if key in row.table else default
    if len(set(found)) < len(found):
        raise row.bad(key, message("list each entry only once"))
    return found


def _read_sorted(row: Row, key: str, known: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(sorted(_read_unique(row, key, known)))


def read_strings(row: Row, key: str) -> tuple[str, ...]:
    """Read a list of strings, each shorter than 40 characters.

    It is empty if the key is missing. Raises InvalidFile for other values.
    """
    found = row.table.get(key, [])
    if not isinstance(found, list) or not all(isinstance(each, str) and len(each) < 40 for each in found):
        raise row.bad(key, message('write a list of quoted values, like ["5", "k12"]'))
    return tuple(found)


def _read_banner(row: Row, key: str) -> str:
    found = row.table.get(key, "")
    return _checked_banner(row, key, found) if found != "" else ""


def _checked_banner(row: Row, key: str, name: object) -> str:
    if is_banner(name):
        return str(name)
    what = message("{shown} is not a banner", shown=quoted_value(name))
    raise row.wrong(
        message("{key}: {what}", key=VerbatimText(key), what=what),
        message("write a banner such as school, field 2 or k07"),
    )


def read_banners(row: Row, key: str) -> tuple[str, ...]:
    """Read a list of white banners and keep their order.

    It is empty if the key is missing. Raises InvalidFile for other values.
    """
    return tuple(_checked_banner(row, key, name) for name in read_strings(row, key))


def _read_fields(row: Row) -> tuple[bool, ...]:
    found = row.table.get("fields", [])
    if not isinstance(found, list) or not all(isinstance(each, bool) for each in found):
        raise row.bad(
            "fields",
            message(
                "write true for each field with a plough and false for each field without one, like [true, "
                "false]"
            ),
        )
    return tuple(found)


def _read_workshops(row: Row, cards: Cards) -> tuple[Shop, ...]:
    shops = []
    for name in read_strings(row, "workshops"):
        match = _SHOP.fullmatch(name)
        if match is None or f"{match[1]} {match[2]}" not in cards.card or match[1] not in WORKSHOPS:
            raise row.bad(
                "workshops", message('write the type, the values and the number of goods, like "forge 5/6 0"')
            )
        shops.append(Shop(match[1], match[2], int(match[3])))
    return tuple(sorted(shops, key=lambda shop: WORKSHOPS.index(shop.type)))


def _read_travels(row: Row, cards: Cards) -> tuple[str, ...]:
    known = tuple(card for letter in LETTERS for card in cards.travels[letter])
    found = _read_unique(row, "travels", known)
    return tuple(sorted(found, key=lambda card: (cards.card[card].group, card)))


def _read_policy(row: Row) -> str:
    found = row.table.get("policy", ASK)
    if not isinstance(found, str) or not (found in (ASK, BEST, NEVER) or is_least_loss(found)):
        raise row.bad(
            "policy",
            message('write "ask", "best", "never", or a number in quotes, like "2"'),
            "VILLAGE 13.2",
        )
    return found
