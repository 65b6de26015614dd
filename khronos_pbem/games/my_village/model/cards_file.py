"""A cards file read strictly into values: what breaks the counts of the game is refused (VILLAGE 1.5, 18)."""

from __future__ import annotations

import json
import re
import tomllib
from collections import Counter
from collections.abc import Iterable, Mapping
from functools import cache, partial
from importlib import resources
from typing import Any

from khronos_pbem.errors import UsageError
from khronos_pbem.games.my_village.model.board_rows import read_board
from khronos_pbem.games.my_village.model.cards import Card, Cards, Effect, workshop_id
from khronos_pbem.games.my_village.model.rows import Asked, Row, shown, wrong
from khronos_pbem.games.my_village.model.words import (
    ANY,
    CHAMBERS,
    CITIZENS,
    GUILD,
    LETTERS,
    PILES,
    PLACES,
    PROPERTY,
    WORKSHOPS,
    Advantage,
    Good,
    Kind,
    Person,
    numbers,
)
from khronos_pbem.saying import say

STANDARD = "my_village_cards"
FORMAT = "my-village-cards/1"
GOODS, PEOPLE = tuple(map(str, Good)), tuple(map(str, Person))
_TABLES = (
    "square", "field", "chamber", "church", "workshop_type", "workshop", "monk_pile", "monk",
    "travel_letter", "travel", "customer_all", "customer",
)  # fmt: skip
_HEAD = ("format", "revision", "goods", "villagers")
_IDS = {"k": re.compile(r"k[0-9]{2}"), "m": re.compile(r"m[0-9]{2}"), "t": re.compile(r"t[0-9]{2}")}
_PILE_SIZES = {"quill": 3, "chalice": 4, "rosary": 5}
_LETTER_SIZES = {"A": 4, "B": 4, "C": 4, "D": 4, "E": 3}
_SIMPLE = ("coins", "story")


@cache
def standard_cards() -> Cards:
    """The cards that come with the program (VILLAGE 1.5)."""
    return cards_from_data(tomllib.loads(standard_text()))


def standard_text() -> str:
    """The cards file that comes with the program, as it is written."""
    return resources.files(__package__).joinpath("cards.toml").read_text(encoding="utf-8")


def named_cards(name: str) -> Cards:
    """The cards of that name. Raises UsageError for a name that is not known."""
    if name != STANDARD:
        raise UsageError(say("no cards are called {name!r}", name=name), hint=STANDARD, rule="VILLAGE 15")
    return standard_cards()


def cards_from_data(data: Mapping[str, Any]) -> Cards:
    """The cards of a cards file. Raises InvalidFile, saying where, for one that is wrong."""
    top = Row(data, say("cards"))
    top.only((*_HEAD, *_TABLES, "board"))
    _check_head(top)
    tables = {name: _rows(data, name) for name in _TABLES}
    types = _named(map(_workshop_type, tables["workshop_type"]), "workshop_type", WORKSHOPS)
    piles = _named(map(_monk_pile, tables["monk_pile"]), "monk_pile", PILES)
    letters = _named(map(_travel_letter, tables["travel_letter"]), "travel_letter", LETTERS)
    workshops = [_workshop(row, types) for row in tables["workshop"]]
    churches = list(_named(map(_church, tables["church"]), "church", tuple(map(str, Advantage))).values())
    chambers = list(_named(map(_chamber, tables["chamber"]), "chamber", CHAMBERS).values())
    alike = _customer_all(_single(tables["customer_all"], "customer_all"))
    monks = [_monk(row, piles) for row in tables["monk"]]
    travels = [_travel(row, letters) for row in tables["travel"]]
    customers = [_customer(row, alike) for row in tables["customer"]]
    square, squares = _copies(_single(tables["square"], "square"), Kind.SQUARE)
    field, fields = _copies(_single(tables["field"], "field"), Kind.FIELD)
    every = [square, field, *chambers, *churches, *workshops, *monks, *travels, *customers]
    _check_once(card.id for card in every)
    _check_counts(workshops, monks, travels, len(customers), squares, fields)
    return Cards(
        json.dumps(data, sort_keys=True, separators=(",", ":"), ensure_ascii=False),
        {card.id: card for card in every},
        types,
        piles,
        letters,
        _grouped(workshops, WORKSHOPS),
        _grouped(monks, PILES),
        _grouped(travels, LETTERS),
        tuple(sorted(card.id for card in customers)),
        tuple(card.id for card in churches),
        fields,
        squares,
        read_board(data.get("board")),
    )


def _check_head(top: Row) -> None:
    top.word("format", (FORMAT,))
    top.number("revision", 1, 10**6)
    for key, known in (("goods", GOODS), ("villagers", PEOPLE)):
        if top.data.get(key) != list(known):
            raise top.bad(key, say("write {words}", words=json.dumps(known)))


def _rows(data: Mapping[str, Any], name: str) -> list[Row]:
    found = data.get(name)
    if not isinstance(found, list) or not found:
        raise wrong(name, say("{shown} is no list of rows", shown=shown(found)), say("one row for each card"))
    return [Row(row, _place(name, number, row)) for number, row in enumerate(found, 1)]


def _place(name: str, number: int, row: Any) -> str:
    key = row.get("id") if isinstance(row, Mapping) else None
    place = say("{table} row {number}", table=name, number=number)
    return say("{place} ({id})", place=place, id=key) if _is_id(key) else place


def _is_id(key: Any) -> bool:
    return isinstance(key, str) and key.isascii() and key.isalnum() and len(key) <= 12


def _single(rows: list[Row], name: str) -> Row:
    if len(rows) != 1:
        raise wrong(name, say("{count} rows", count=len(rows)), say("there is one row, they are alike"))
    return rows[0]


def _named(cards: Iterable[Card], name: str, known: tuple[str, ...]) -> dict[str, Card]:
    found = list(cards)
    ids = [card.id for card in found]
    if sorted(ids) != sorted(known):
        raise wrong(
            name,
            say("the rows are {words}", words=", ".join(ids)),
            say("one for each of {keys}", keys=", ".join(known)),
        )
    return {each: card for each in known for card in found if card.id == each}


def _grouped(cards: list[Card], groups: tuple[str, ...]) -> dict[str, tuple[str, ...]]:
    return {
        group: tuple(card.id for card in sorted(cards, key=_order) if card.group == group) for group in groups
    }


def _order(card: Card) -> tuple[tuple[int, ...], str]:
    return (card.values if card.kind is Kind.WORKSHOP else (), card.id)


# --- keys of rows -------------------------------------------------------------------------------------------


def _values(row: Row, key: str) -> tuple[int, ...]:
    found = row.data.get(key)
    values = row.numbers(key) if found != [] else ()
    if list(values) != sorted(set(values)) or not all(2 <= value <= 12 for value in values):
        raise row.bad(key, say("values from 2 to 12 in order, each once"), "VILLAGE 4.1")
    return values


def _some_values(row: Row, key: str) -> tuple[int, ...]:
    values = _values(row, key)
    if not values:
        raise row.bad(key, say("only customers answer to any value"), "VILLAGE 7.1")
    return values


def _alternatives(row: Row, key: str) -> tuple[tuple[str, ...], ...]:
    found = row.data.get(key)
    if not isinstance(found, list) or not found or not all(_is_goods(goods, GOODS) for goods in found):
        raise row.bad(key, say('alternatives of goods, like [[]] or [["horse"], ["beer"]]'), "VILLAGE 6.2")
    return tuple(tuple(goods) for goods in found)


def _is_goods(goods: Any, known: tuple[str, ...]) -> bool:
    return isinstance(goods, list) and len(goods) <= 8 and all(good in known for good in goods)


def _goods(row: Row, key: str) -> tuple[tuple[str, ...], ...]:
    found = row.data.get(key)
    if not _is_goods(found, (*GOODS, ANY)) or not found:
        raise row.bad(key, say("a list of goods, all of which are paid"), "VILLAGE 8.4")
    assert isinstance(found, list)
    return (tuple(found),)


def _toll(row: Row, key: str) -> Effect:
    text = row.data.get(key)
    if text == "":
        return Effect("")
    if isinstance(text, str) and text in GOODS:
        return Effect(text)
    kind, _, number = text.partition(" ") if isinstance(text, str) else ("", "", "")
    if kind in ("coins", "time") and re.fullmatch(r"[1-9][0-9]?", number):
        return Effect(kind, int(number))
    raise row.bad(key, say('"", "coins N", "time N" or a good'), "VILLAGE 8.13")


def _id(letter: str) -> Asked:
    def read(row: Row, key: str) -> str:
        found = row.data.get(key)
        if not isinstance(found, str) or not _IDS[letter].fullmatch(found):
            raise row.bad(key, say("like {words}", words=f"{letter}07"))
        return found

    return Asked(read)


def _one_of(known: Iterable[str]) -> Asked:
    return Asked(partial(_word, known=tuple(known)))


def _word(row: Row, key: str, known: tuple[str, ...]) -> str:
    return row.word(key, known)


def _effects(*known: str, optional: bool = False) -> Asked:
    return Asked(lambda row, key: row.effects(key, known), optional)


NUMBER = Asked(lambda row, key: row.number(key))
WHITE = Asked(lambda row, key: row.number(key, 0, 1))
NOTHING = Asked(lambda row, key: row.number(key, 0, 0))
SIZE = Asked(lambda row, key: row.number(key, 1))
VALUES = Asked(_some_values)


# --- rows ---------------------------------------------------------------------------------------------------


def _copies(row: Row, kind: Kind) -> tuple[Card, int]:
    found = row.read(_SQUARE if kind is Kind.SQUARE else _FIELD)
    return Card(kind=kind, **{key: value for key, value in found.items() if key != "copies"}), found["copies"]


_SQUARE: dict[str, Asked] = {
    "id": _one_of((Kind.SQUARE,)),
    "copies": SIZE,
    "values": VALUES,
    "time": NUMBER,
    "white": WHITE,
    "first": _effects(*_SIMPLE, "tile"),
    "then": _effects(*_SIMPLE, "good"),
    "use": _effects(*_SIMPLE, "tile", "good"),
    "places": SIZE,
    "prestige": NUMBER,
}
_FIELD: dict[str, Asked] = {
    "id": _one_of((Kind.FIELD,)),
    "copies": SIZE,
    "values": VALUES,
    "time": NUMBER,
    "white": WHITE,
    "first": _effects(*_SIMPLE),
    "use": _effects(*_SIMPLE, "plough"),
    "places": Asked(lambda row, key: row.number(key, 1, 1)),
    "prestige": NUMBER,
}


def _chamber(row: Row) -> Card:
    name = row.word("id", CHAMBERS)
    keys: dict[str, Asked] = {"id": _one_of(CHAMBERS), "values": VALUES, "time": NUMBER, "white": WHITE}
    keys["prestige"] = NUMBER
    own = {GUILD: ("good",), PROPERTY: ("mark",), CITIZENS: ("mark",)}.get(name, ())
    keys["first"] = _effects(*_SIMPLE, optional=True)
    keys["then"] = _effects(*_SIMPLE, *own, optional=True)
    keys["use"] = _effects(*_SIMPLE, *own)
    places = {PROPERTY: PLACES, CITIZENS: PEOPLE}.get(name)
    if name == GUILD:
        keys["places"] = SIZE
    if places:
        keys["places"] = Asked(partial(_all_of, known=places))
        keys["per_card" if name == PROPERTY else "per_villager"] = NUMBER
    found = row.read(keys)
    found["per"] = found.pop("per_card", found.pop("per_villager", 0))
    if places:
        found["named"] = found.pop("places")
    return Card(kind=Kind.CHAMBER, **found)


def _all_of(row: Row, key: str, known: tuple[str, ...]) -> tuple[str, ...]:
    if row.words(key, known) != known:
        raise row.bad(key, say("write {words}", words=json.dumps(known)), "VILLAGE 8.8")
    return known


def _church(row: Row) -> Card:
    name = row.word("id", tuple(map(str, Advantage)))
    keys = {"id": _one_of(Advantage), "values": VALUES, "time": NUMBER, "windows": NUMBER, "prestige": NUMBER}
    keys["advantage"] = _one_of((name,))
    if name == Advantage.SANATORIUM:
        keys["places"] = SIZE
    found = row.read(keys)
    found["advantage"] = Advantage(name)
    return Card(kind=Kind.CHURCH, **found)


def _workshop_type(row: Row) -> Card:
    good = dict(zip(WORKSHOPS, GOODS, strict=True))
    keys = {"type": _one_of(WORKSHOPS), "time": NUMBER, "white": WHITE, "places": SIZE, "prestige": NOTHING}
    keys["good"] = _one_of((good[row.word("type", WORKSHOPS)],))  # VILLAGE 6.2
    keys["then"] = keys["use"] = _effects(*_SIMPLE, "good")
    found = row.read(keys)
    group = found.pop("type")
    return Card(id=group, kind=Kind.WORKSHOP, group=group, **found)


def _workshop(row: Row, types: Mapping[str, Card]) -> Card:
    found = row.read({"type": _one_of(WORKSHOPS), "values": VALUES})
    name = workshop_id(found["type"], numbers(found["values"]))
    return _like(types[found["type"]], id=name, values=found["values"])


def _monk_pile(row: Row) -> Card:
    name = row.word("pile", PILES)
    keys = {"pile": _one_of(PILES), "values": VALUES, "time": NUMBER, "coins": NUMBER, "windows": NUMBER}
    size = _PILE_SIZES[name]
    keys["cards"] = Asked(lambda row, key: row.number(key, size, size))
    found = row.read(keys)
    del found["cards"]
    group = found.pop("pile")
    return Card(id=group, kind=Kind.MONK, group=group, **found)


def _monk(row: Row, piles: Mapping[str, Card]) -> Card:
    first = _effects(*_SIMPLE, "headman", "school", "desk")
    found = row.read({"id": _id("m"), "pile": _one_of(PILES), "first": first})
    return _like(piles[found["pile"]], id=found["id"], first=found["first"])


def _travel_letter(row: Row) -> Card:
    name = row.word("letter", LETTERS)
    keys = {"letter": _one_of(LETTERS), "values": VALUES, "time": NUMBER, "pay": Asked(_alternatives)}
    size = _LETTER_SIZES[name]
    keys["cards"] = Asked(lambda row, key: row.number(key, size, size))
    found = row.read(keys)
    del found["cards"]
    group = found.pop("letter")
    return Card(id=group, kind=Kind.TRAVEL, group=group, **found)


def _travel(row: Row, letters: Mapping[str, Card]) -> Card:
    keys = {"id": _id("t"), "letter": _one_of(LETTERS), "toll": Asked(_toll), "prestige": NUMBER}
    found = row.read({**keys, "chapel": Asked(lambda row, key: row.flag(key), True)})
    letter = found.pop("letter")
    if found.get("chapel") and letter != "D":
        raise row.bad("chapel", say("the chapel is a D"), "VILLAGE 8.13")
    if found["toll"].kind and (letter == LETTERS[-1] or found.get("chapel")):
        raise row.bad("toll", say('no card comes after it: write toll = ""'), "VILLAGE 8.13")
    return _like(letters[letter], **found)


def _customer_all(row: Row) -> Card:
    return Card(id="", kind=Kind.CUSTOMER, **row.read({"white": WHITE, "use": _effects("serve")}))


def _customer(row: Row, alike: Card) -> Card:
    keys = {"id": _id("k"), "values": Asked(_values), "pay": Asked(_goods), "prestige": NUMBER}
    return _like(alike, **row.read(keys))


def _like(card: Card, **changes: Any) -> Card:
    """The card with what is its own."""
    same = {name: getattr(card, name) for name in Card.__slots__}
    return Card(**{**same, **changes})


# --- all rows together --------------------------------------------------------------------------------------


def _check_once(ids: Iterable[str]) -> None:
    for each, count in Counter(ids).items():
        if count > 1:
            what = say("{count} cards are {id}", count=count, id=each)
            raise wrong(say("cards"), what, say("every card is there once"), "VILLAGE 18.1")


def _check_counts(
    workshops: list[Card], monks: list[Card], travels: list[Card], customers: int, squares: int, fields: int
) -> None:
    """Refuse other numbers of cards than VILLAGE 1.5 has: 104 in all."""
    wanted = {
        **dict.fromkeys(WORKSHOPS, (workshops, 4)),
        **{name: (monks, size) for name, size in _PILE_SIZES.items()},
        **{name: (travels, size) for name, size in _LETTER_SIZES.items()},
    }
    found = {name: (sum(card.group == name for card in cards), n) for name, (cards, n) in wanted.items()}
    found |= {"customer": (customers, 33), "square": (squares, 4), "field": (fields, 8)}
    for name, (count, right) in found.items():
        if count != right:
            what = say("{count} cards, not {right}", count=count, right=right)
            raise wrong(name, what, say("104 cards in all"))
    if sum(card.chapel for card in travels) > 1:
        raise wrong("travel", say("there are several chapels"), say("one card at most is the chapel"))
