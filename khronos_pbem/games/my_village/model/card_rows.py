"""The rows of a cards file, each kind read strictly into a card (VILLAGE 1.5, 8)."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from functools import partial
from typing import Any

from khronos_pbem.games.my_village.model.cards import Card, Effect, workshop_id
from khronos_pbem.games.my_village.model.rows import Asked, Row
from khronos_pbem.games.my_village.model.terms import (
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
from khronos_pbem.messages import message

GOODS, PEOPLE = tuple(map(str, Good)), tuple(map(str, Person))
PILE_SIZES = {"quill": 3, "chalice": 4, "rosary": 5}
LETTER_SIZES = {"A": 4, "B": 4, "C": 4, "D": 4, "E": 3}
_IDS = {"k": re.compile(r"k[0-9]{2}"), "m": re.compile(r"m[0-9]{2}"), "t": re.compile(r"t[0-9]{2}")}
_SIMPLE = ("coins", "story")
_MOST_GOODS = 5
"""Goods that are paid at once, at most: the ways to pay them can still be listed."""


# --- keys of rows -------------------------------------------------------------------------------------------


def _values(row: Row, key: str) -> tuple[int, ...]:
    found = row.table.get(key)
    values = row.sizes(key) if found != [] else ()
    if list(values) != sorted(set(values)) or not all(2 <= value <= 12 for value in values):
        raise row.bad(
            key, message("write values from 2 to 12 in ascending order, each only once"), "VILLAGE 4.1"
        )
    return values


def _some_values(row: Row, key: str) -> tuple[int, ...]:
    values = _values(row, key)
    if not values:
        raise row.bad(key, message("write at least one value; only customers can have none"), "VILLAGE 7.1")
    return values


def _alternatives(row: Row, key: str) -> tuple[tuple[str, ...], ...]:
    found = row.table.get(key)
    fits = isinstance(found, list) and found and all(_is_goods(goods, GOODS) for goods in found)
    if not isinstance(found, list) or not fits or ([] in found and len(found) > 1):
        raise row.bad(
            key, message('write a list of the ways to pay, like [[]] or [["horse"], ["beer"]]'), "VILLAGE 6.2"
        )
    return tuple(tuple(goods) for goods in found)


def _is_goods(goods: Any, known: tuple[str, ...]) -> bool:
    return isinstance(goods, list) and len(goods) <= _MOST_GOODS and all(good in known for good in goods)


def _goods(row: Row, key: str) -> tuple[tuple[str, ...], ...]:
    found = row.table.get(key)
    if not _is_goods(found, (*GOODS, ANY)) or not found:
        raise row.bad(key, message("write a list of all goods that the customer wants"), "VILLAGE 8.4")
    assert isinstance(found, list)
    return (tuple(found),)


def _toll(row: Row, key: str) -> Effect:
    text = row.table.get(key)
    if text == "":
        return Effect("")
    if isinstance(text, str) and text in GOODS:
        return Effect(text)
    kind, _, number = text.partition(" ") if isinstance(text, str) else ("", "", "")
    if kind in ("coins", "time") and re.fullmatch(r"[1-9][0-9]?", number):
        return Effect(kind, int(number))
    raise row.bad(key, message('write "", "coins N", "time N" or the name of a good'), "VILLAGE 8.13")


def _id(letter: str) -> Asked:
    def read(row: Row, key: str) -> str:
        found = row.table.get(key)
        if not isinstance(found, str) or not _IDS[letter].fullmatch(found):
            raise row.bad(key, message("write it like {words}", words=f"{letter}07"))
        return found

    return Asked(read)


def _one_of(known: Iterable[str]) -> Asked:
    return Asked(partial(_word, known=tuple(known)))


def _word(row: Row, key: str, known: tuple[str, ...]) -> str:
    return row.one_of(key, known)


def _effects(*known: str, optional: bool = False) -> Asked:
    return Asked(lambda row, key: row.effects(key, known), optional)


def _exactly(number: int) -> Asked:
    return Asked(lambda row, key: row.size(key, number, number))


NUMBER = Asked(lambda row, key: row.size(key))
WHITE = Asked(lambda row, key: row.size(key, 0, 1))
NOTHING = Asked(lambda row, key: row.size(key, 0, 0))
SIZE = Asked(lambda row, key: row.size(key, 1))
VALUES = Asked(_some_values)


# --- rows ---------------------------------------------------------------------------------------------------


def read_copies(row: Row, kind: Kind) -> tuple[Card, int]:
    """A square or a field, and how many there are."""
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
    "places": Asked(lambda row, key: row.size(key, 1, 1)),
    "prestige": NUMBER,
}


def read_chamber(row: Row) -> Card:
    """A chamber (VILLAGE 8.8)."""
    name = row.one_of("id", CHAMBERS)
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
    for key in ("then", "use") if places else ():
        if [effect.kind for effect in found.get(key, ())].count("mark") != 1:
            raise row.bad(key, message('write "mark" exactly once among the effects'), "VILLAGE 8.8")
    found["per"] = found.pop("per_card", found.pop("per_villager", 0))
    if places:
        found["named"] = found.pop("places")
    return Card(kind=Kind.CHAMBER, **found)


def _all_of(row: Row, key: str, known: tuple[str, ...]) -> tuple[str, ...]:
    if row.some_of(key, known) != known:
        raise row.bad(
            key, message("write these words in this order: {words}", words=", ".join(known)), "VILLAGE 8.8"
        )
    return known


def read_church(row: Row) -> Card:
    """A church (VILLAGE 8.9)."""
    name = row.one_of("id", tuple(map(str, Advantage)))
    keys = {"id": _one_of(Advantage), "values": VALUES, "time": NUMBER, "prestige": NUMBER}
    keys["windows"] = _exactly(int(name == Advantage.CLOISTER))  # VILLAGE 8.11
    keys["advantage"] = _one_of((name,))
    if name == Advantage.SANATORIUM:
        keys["places"] = SIZE
    found = row.read(keys)
    found["advantage"] = Advantage(name)
    return Card(kind=Kind.CHURCH, **found)


def read_workshop_type(row: Row) -> Card:
    """What the workshops of a type have alike (VILLAGE 8.1)."""
    good = dict(zip(WORKSHOPS, GOODS, strict=True))
    keys = {"type": _one_of(WORKSHOPS), "time": NUMBER, "white": WHITE, "places": SIZE, "prestige": NOTHING}
    keys["good"] = _one_of((good[row.one_of("type", WORKSHOPS)],))  # VILLAGE 6.2
    keys["then"] = keys["use"] = _effects(*_SIMPLE, "good")
    found = row.read(keys)
    group = found.pop("type")
    return Card(id=group, kind=Kind.WORKSHOP, group=group, **found)


def read_workshop(row: Row, types: Mapping[str, Card]) -> Card:
    """A workshop (VILLAGE 8.1)."""
    found = row.read({"type": _one_of(WORKSHOPS), "values": VALUES})
    name = workshop_id(found["type"], numbers(found["values"]))
    return _like(types[found["type"]], id=name, values=found["values"])


def read_monk_pile(row: Row) -> Card:
    """What the monks of a pile have alike (VILLAGE 8.10)."""
    name = row.one_of("pile", PILES)
    keys = {"pile": _one_of(PILES), "values": VALUES, "time": NUMBER, "coins": NUMBER}
    keys["windows"] = _exactly(1)  # VILLAGE 8.11
    keys["cards"] = _exactly(PILE_SIZES[name])
    found = row.read(keys)
    del found["cards"]
    group = found.pop("pile")
    return Card(id=group, kind=Kind.MONK, group=group, **found)


def read_monk(row: Row, piles: Mapping[str, Card]) -> Card:
    """A monk (VILLAGE 8.12)."""
    first = _effects(*_SIMPLE, "headman", "school", "desk")
    found = row.read({"id": _id("m"), "pile": _one_of(PILES), "first": first})
    return _like(piles[found["pile"]], id=found["id"], first=found["first"])


def read_travel_letter(row: Row) -> Card:
    """What the travels of a letter have alike (VILLAGE 8.13)."""
    name = row.one_of("letter", LETTERS)
    keys = {"letter": _one_of(LETTERS), "values": VALUES, "time": NUMBER, "pay": Asked(_alternatives)}
    keys["cards"] = _exactly(LETTER_SIZES[name])
    found = row.read(keys)
    del found["cards"]
    group = found.pop("letter")
    return Card(id=group, kind=Kind.TRAVEL, group=group, **found)


def read_travel(row: Row, letters: Mapping[str, Card]) -> Card:
    """A travel (VILLAGE 8.13)."""
    keys = {"id": _id("t"), "letter": _one_of(LETTERS), "toll": Asked(_toll), "prestige": NUMBER}
    found = row.read({**keys, "chapel": Asked(lambda row, key: row.flag(key), True)})
    letter = found.pop("letter")
    if found.get("chapel") and letter != "D":
        raise row.bad(
            "chapel", message("write chapel = true only for a card with the letter D"), "VILLAGE 8.13"
        )
    if found["toll"].kind and (letter == LETTERS[-1] or found.get("chapel")):
        raise row.bad("toll", message('write toll = ""; no journey comes after this card'), "VILLAGE 8.13")
    return _like(letters[letter], **found)


def read_customer_all(row: Row) -> Card:
    """What all customers have alike (VILLAGE 8.4)."""
    return Card(id="", kind=Kind.CUSTOMER, **row.read({"white": WHITE, "use": _effects("serve")}))


def read_customer(row: Row, alike: Card) -> Card:
    """A customer (VILLAGE 8.4)."""
    keys = {"id": _id("k"), "values": Asked(_values), "pay": Asked(_goods), "prestige": NUMBER}
    return _like(alike, **row.read(keys))


def _like(card: Card, **changes: Any) -> Card:
    """The card with what is its own."""
    same = {name: getattr(card, name) for name in Card.__slots__}
    return Card(**{**same, **changes})
