"""The strict readers of card rows, one reader for each kind of row (VILLAGE 1.5, 8)."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import replace
from functools import partial

from khronos_pbem.games.my_village.model.cards import Card, Effect, workshop_id
from khronos_pbem.games.my_village.model.rows import KeyReader, Row, number_key
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
    values_text,
)
from khronos_pbem.messages import message

GOODS, PEOPLE = tuple(map(str, Good)), tuple(map(str, Person))
PILE_SIZES = {"quill": 3, "chalice": 4, "rosary": 5}
LETTER_SIZES = {"A": 4, "B": 4, "C": 4, "D": 4, "E": 3}
_IDS = {"k": re.compile(r"k[0-9]{2}"), "m": re.compile(r"m[0-9]{2}"), "t": re.compile(r"t[0-9]{2}")}
_SIMPLE = ("coins", "story")
_MOST_GOODS = 5
"""The maximum number of goods paid at once, so that all ways to pay them can still be listed."""


# --- keys of rows -------------------------------------------------------------------------------------------


def _read_values(row: Row, key: str) -> tuple[int, ...]:
    return () if row.table.get(key) == [] else row.banner_values(key)


def _read_some_values(row: Row, key: str) -> tuple[int, ...]:
    values = _read_values(row, key)
    if not values:
        raise row.bad(key, message("write at least one value; only a customer can have none"), "VILLAGE 7.1")
    return values


def _read_alternatives(row: Row, key: str) -> tuple[tuple[str, ...], ...]:
    found = row.table.get(key)
    fits = isinstance(found, list) and found and all(_is_goods(goods, GOODS) for goods in found)
    if not isinstance(found, list) or not fits or ([] in found and len(found) > 1):
        raise row.bad(
            key, message('write a list of the ways to pay, like [[]] or [["horse"], ["beer"]]'), "VILLAGE 6.2"
        )
    return tuple(tuple(goods) for goods in found)


def _is_goods(goods: object, known: tuple[str, ...]) -> bool:
    return isinstance(goods, list) and len(goods) <= _MOST_GOODS and all(good in known for good in goods)


def _read_goods(row: Row, key: str) -> tuple[tuple[str, ...], ...]:
    found = row.table.get(key)
    if not _is_goods(found, (*GOODS, ANY)) or not found:
        raise row.bad(key, message("write a list of all the goods that the customer wants"), "VILLAGE 8.4")
    assert isinstance(found, list)
    return (tuple(found),)


def _read_toll(row: Row, key: str) -> Effect:
    text = row.table.get(key)
    if text == "":
        return Effect("")
    if isinstance(text, str) and text in GOODS:
        return Effect(text)
    kind, _, number = text.partition(" ") if isinstance(text, str) else ("", "", "")
    if kind in ("coins", "time") and re.fullmatch(r"[1-9][0-9]?", number):
        return Effect(kind, int(number))
    raise row.bad(key, message('write "", "coins N", "time N" or the name of a good'), "VILLAGE 8.13")


def _id_key(letter: str) -> KeyReader:
    def read(row: Row, key: str) -> str:
        found = row.table.get(key)
        if not isinstance(found, str) or not _IDS[letter].fullmatch(found):
            raise row.bad(key, message("write it like this: {words}", words=f"{letter}07"))
        return found

    return KeyReader(read)


def _one_of_key(known: Iterable[str]) -> KeyReader:
    words = tuple(known)
    return KeyReader(lambda row, key: row.one_of(key, words))


def _effects_key(*known: str, optional: bool = False) -> KeyReader:
    return KeyReader(lambda row, key: row.effects(key, known), optional)


def _exact_key(number: int) -> KeyReader:
    return number_key(number, number)


NUMBER, WHITE, NOTHING, SIZE = number_key(), number_key(0, 1), number_key(0, 0), number_key(1)
VALUES = KeyReader(_read_some_values)
_PRICED: dict[str, KeyReader] = {"values": VALUES, "time": NUMBER}


# --- rows ---------------------------------------------------------------------------------------------------


def read_square_or_field(row: Row, kind: Kind) -> tuple[Card, int]:
    """Read the row for squares or for fields; return the card and its number of copies."""
    found = row.read(_SQUARE if kind is Kind.SQUARE else _FIELD)
    return Card(kind=kind, **{key: value for key, value in found.items() if key != "copies"}), found["copies"]


_SQUARE: dict[str, KeyReader] = {
    "id": _one_of_key((Kind.SQUARE,)), "copies": SIZE, **_PRICED, "white": WHITE,
    "first": _effects_key(*_SIMPLE, "tile"),
    "then": _effects_key(*_SIMPLE, "good"),
    "use": _effects_key(*_SIMPLE, "tile", "good"),
    "places": SIZE, "prestige": NUMBER,
}  # fmt: skip
_FIELD: dict[str, KeyReader] = {
    "id": _one_of_key((Kind.FIELD,)), "copies": SIZE, **_PRICED, "white": WHITE,
    "first": _effects_key(*_SIMPLE), "use": _effects_key(*_SIMPLE, "plough"),
    "places": _exact_key(1), "prestige": NUMBER,
}  # fmt: skip


def read_chamber(row: Row) -> Card:
    """Read a chamber (VILLAGE 8.8)."""
    name = row.one_of("id", CHAMBERS)
    keys = {"id": _one_of_key(CHAMBERS), **_PRICED, "white": WHITE, "prestige": NUMBER}
    own = {GUILD: ("good",), PROPERTY: ("mark",), CITIZENS: ("mark",)}.get(name, ())
    keys["first"] = _effects_key(*_SIMPLE, optional=True)
    keys["then"] = _effects_key(*_SIMPLE, *own, optional=True)
    keys["use"] = _effects_key(*_SIMPLE, *own)
    places = {PROPERTY: PLACES, CITIZENS: PEOPLE}.get(name)
    if name == GUILD:
        keys["places"] = SIZE
    if places:
        keys["places"] = KeyReader(partial(_read_all_of, known=places))
        keys["per_card" if name == PROPERTY else "per_villager"] = NUMBER
    found = row.read(keys)
    for key in ("then", "use") if places else ():
        if [effect.kind for effect in found.get(key, ())].count("mark") != 1:
            raise row.bad(key, message('write "mark" exactly once among the effects'), "VILLAGE 8.8")
    found["per"] = found.pop("per_card", found.pop("per_villager", 0))
    if places:
        found["named"] = found.pop("places")
    return Card(kind=Kind.CHAMBER, **found)


def _read_all_of(row: Row, key: str, known: tuple[str, ...]) -> tuple[str, ...]:
    if row.some_of(key, known) != known:
        raise row.bad(
            key, message("write these words in this order: {words}", words=", ".join(known)), "VILLAGE 8.8"
        )
    return known


def read_church(row: Row) -> Card:
    """Read a church (VILLAGE 8.9)."""
    name = row.one_of("id", tuple(map(str, Advantage)))
    keys = {"id": _one_of_key(Advantage), **_PRICED, "prestige": NUMBER}
    keys["windows"] = _exact_key(int(name == Advantage.CLOISTER))  # VILLAGE 8.11
    keys["advantage"] = _one_of_key((name,))
    if name == Advantage.SANATORIUM:
        keys["places"] = SIZE
    found = row.read(keys)
    found["advantage"] = Advantage(name)
    return Card(kind=Kind.CHURCH, **found)


def read_workshop_type(row: Row) -> Card:
    """Read the common data of the workshops of a type (VILLAGE 8.1)."""
    good = dict(zip(WORKSHOPS, GOODS, strict=True))
    keys = {"type": _one_of_key(WORKSHOPS), "time": NUMBER, "white": WHITE, "places": SIZE}
    keys["prestige"] = NOTHING
    keys["good"] = _one_of_key((good[row.one_of("type", WORKSHOPS)],))  # VILLAGE 6.2
    keys["then"] = keys["use"] = _effects_key(*_SIMPLE, "good")
    return _common_card(row, Kind.WORKSHOP, "type", keys)


def read_workshop(row: Row, types: Mapping[str, Card]) -> Card:
    """Read a workshop; `types` holds the common data by type (VILLAGE 8.1)."""
    found = row.read({"type": _one_of_key(WORKSHOPS), "values": VALUES})
    name = workshop_id(found["type"], values_text(found["values"]))
    return replace(types[found["type"]], id=name, values=found["values"])


def read_monk_pile(row: Row) -> Card:
    """Read the common data of the monks of a pile (VILLAGE 8.10)."""
    name = row.one_of("pile", PILES)
    keys = {"pile": _one_of_key(PILES), **_PRICED, "coins": NUMBER}
    keys["windows"] = _exact_key(1)  # VILLAGE 8.11
    keys["cards"] = _exact_key(PILE_SIZES[name])
    return _common_card(row, Kind.MONK, "pile", keys)


def read_monk(row: Row, piles: Mapping[str, Card]) -> Card:
    """Read a monk; `piles` holds the common data by pile (VILLAGE 8.12)."""
    first = _effects_key(*_SIMPLE, "headman", "school", "desk")
    found = row.read({"id": _id_key("m"), "pile": _one_of_key(PILES), "first": first})
    return replace(piles[found["pile"]], id=found["id"], first=found["first"])


def read_travel_letter(row: Row) -> Card:
    """Read the common data of the travel cards of a letter (VILLAGE 8.13)."""
    name = row.one_of("letter", LETTERS)
    keys = {"letter": _one_of_key(LETTERS), **_PRICED, "pay": KeyReader(_read_alternatives)}
    keys["cards"] = _exact_key(LETTER_SIZES[name])
    return _common_card(row, Kind.TRAVEL, "letter", keys)


def _common_card(row: Row, kind: Kind, name: str, keys: Mapping[str, KeyReader]) -> Card:
    """The common data of a group of cards; the key `name` holds the group.

    `cards` is only checked.
    """
    found = row.read(keys)
    group = found.pop(name)
    found.pop("cards", None)
    return Card(id=group, kind=kind, group=group, **found)


def read_travel(row: Row, letters: Mapping[str, Card]) -> Card:
    """Read a travel card; `letters` holds the common data by letter (VILLAGE 8.13)."""
    keys = {"id": _id_key("t"), "letter": _one_of_key(LETTERS), "toll": KeyReader(_read_toll)}
    keys["prestige"] = NUMBER
    found = row.read({**keys, "chapel": KeyReader(lambda row, key: row.flag(key), True)})
    letter = found.pop("letter")
    if found.get("chapel") and letter != "D":
        raise row.bad(
            "chapel", message("write chapel = true only for a card with the letter D"), "VILLAGE 8.13"
        )
    if found["toll"].kind and (letter == LETTERS[-1] or found.get("chapel")):
        raise row.bad("toll", message('write toll = ""; no journey comes after this card'), "VILLAGE 8.13")
    return replace(letters[letter], **found)


def read_customer_common(row: Row) -> Card:
    """Read the common data of all customers (VILLAGE 8.4)."""
    return Card(id="", kind=Kind.CUSTOMER, **row.read({"white": WHITE, "use": _effects_key("serve")}))


def read_customer(row: Row, alike: Card) -> Card:
    """Read a customer; `alike` holds the common data (VILLAGE 8.4)."""
    keys = {"id": _id_key("k"), "values": KeyReader(_read_values), "pay": KeyReader(_read_goods)}
    keys["prestige"] = NUMBER
    return replace(alike, **row.read(keys))
