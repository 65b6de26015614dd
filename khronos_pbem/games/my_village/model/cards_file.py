"""A cards file read strictly into values: what breaks the counts of the game is refused (VILLAGE 1.5, 18)."""

from __future__ import annotations

import hashlib
import json
import pkgutil
import tomllib
from collections import Counter
from collections.abc import Iterable, Mapping
from functools import cache, lru_cache
from typing import Any

from khronos_pbem.engine.fields import shown
from khronos_pbem.errors import UsageError
from khronos_pbem.games.my_village.model.board_rows import read_board
from khronos_pbem.games.my_village.model.card_rows import (
    GOODS,
    LETTER_SIZES,
    PEOPLE,
    PILE_SIZES,
    read_chamber,
    read_church,
    read_copies,
    read_customer,
    read_customer_all,
    read_monk,
    read_monk_pile,
    read_travel,
    read_travel_letter,
    read_workshop,
    read_workshop_type,
)
from khronos_pbem.games.my_village.model.cards import Card, Cards
from khronos_pbem.games.my_village.model.rows import Row, wrong
from khronos_pbem.games.my_village.model.terms import CHAMBERS, LETTERS, PILES, WORKSHOPS, Advantage, Kind
from khronos_pbem.messages import message, plural_message

STANDARD = "my_village_cards"
FORMAT = "my-village-cards/1"
_TABLES = (
    "square", "field", "chamber", "church", "workshop_type", "workshop", "monk_pile", "monk",
    "travel_letter", "travel", "customer_all", "customer",
)  # fmt: skip
_HEAD = ("format", "revision", "goods", "villagers")


@cache
def standard_cards() -> Cards:
    """The cards that come with the program (VILLAGE 1.5)."""
    return cards_from_data(tomllib.loads(standard_text()))


def cards_of(data: Mapping[str, Any]) -> Cards:
    """As `cards_from_data`, always the same value for the same data."""
    try:
        text = _as_text(data)
    except (TypeError, ValueError, RecursionError):  # what no file can say: it is refused where it stands
        return cards_from_data(data)
    return _known_cards(text)


@lru_cache(maxsize=8)
def _known_cards(text: str) -> Cards:
    return cards_from_data(json.loads(text))


_STANDARD_HASH = "a3c6683a6fb8e54e92933135b040c879e2a3aaa7a7cb75d306e6cc13a41d460e"
"""The SHA-256 of the text of the standard cards, by which they are known without being read."""


def are_standard(cards: Cards) -> bool:
    """Whether these cards are those that come with the program."""
    return _is_standard(cards.text)


@lru_cache(maxsize=8)
def _is_standard(text: str) -> bool:
    return hashlib.sha256(text.encode(errors="surrogatepass")).hexdigest() == _STANDARD_HASH


def standard_text() -> str:
    """The cards file that comes with the program, as it is written."""
    data = pkgutil.get_data(__package__, "cards.toml")
    assert data is not None
    return data.decode()


def named_cards(name: str) -> Cards:
    """The cards of that name. Raises UsageError for a name that is not known."""
    if name != STANDARD:
        raise UsageError(
            message("there are no cards with the name {name!r}", name=name),
            hint=message("use {name}", name=STANDARD),
            rule="VILLAGE 15",
        )
    return standard_cards()


def cards_from_data(data: Mapping[str, Any]) -> Cards:
    """The cards of a cards file. Raises InvalidFile, saying where, for one that is wrong."""
    top = Row(data, message("cards"))
    top.only((*_HEAD, *_TABLES, "board"))
    _check_head(top)
    tables = {name: _rows(data, name) for name in _TABLES}
    types = _named(map(read_workshop_type, tables["workshop_type"]), "workshop_type", WORKSHOPS)
    piles = _named(map(read_monk_pile, tables["monk_pile"]), "monk_pile", PILES)
    letters = _named(map(read_travel_letter, tables["travel_letter"]), "travel_letter", LETTERS)
    workshops = [read_workshop(row, types) for row in tables["workshop"]]
    churches = list(_named(map(read_church, tables["church"]), "church", tuple(map(str, Advantage))).values())
    chambers = list(_named(map(read_chamber, tables["chamber"]), "chamber", CHAMBERS).values())
    alike = read_customer_all(_single(tables["customer_all"], "customer_all"))
    monks = [read_monk(row, piles) for row in tables["monk"]]
    travels = [read_travel(row, letters) for row in tables["travel"]]
    customers = [read_customer(row, alike) for row in tables["customer"]]
    square, squares = read_copies(_single(tables["square"], "square"), Kind.SQUARE)
    field, fields = read_copies(_single(tables["field"], "field"), Kind.FIELD)
    every = [square, field, *chambers, *churches, *workshops, *monks, *travels, *customers]
    _check_once(card.id for card in every)
    _check_counts(workshops, monks, travels, len(customers), squares, fields)
    return Cards(
        _as_text(data),
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
        read_board(top),
    )


def _as_text(data: Mapping[str, Any]) -> str:
    """The file's data as one text, by which files are compared."""
    return json.dumps(data, sort_keys=True, separators=(",", ":"), ensure_ascii=False, default=_as_table)


def _as_table(value: Any) -> dict[str, Any]:
    """A table of another class than dict as one. Raises TypeError for all that is no table."""
    if isinstance(value, Mapping):
        return dict(value)
    raise TypeError


def _check_head(top: Row) -> None:
    top.one_of("format", (FORMAT,))
    top.size("revision", 1, 10**6)
    for key, known in (("goods", GOODS), ("villagers", PEOPLE)):
        if top.table.get(key) != list(known):
            raise top.bad(key, message("write these words in this order: {words}", words=", ".join(known)))


def _rows(data: Mapping[str, Any], name: str) -> list[Row]:
    found = data.get(name)
    if not isinstance(found, list) or not found:
        raise wrong(
            name,
            message("{shown} is not a list of rows", shown=shown(found)),
            message("write one row for each card"),
        )
    return [Row(row, _place(name, number, row)) for number, row in enumerate(found, 1)]


def _place(name: str, number: int, row: Any) -> str:
    key = row.get("id") if isinstance(row, Mapping) else None
    place = message("{table} row {number}", table=name, number=number)
    return message("{place} ({id})", place=place, id=key) if _is_id(key) else place


def _is_id(key: Any) -> bool:
    return isinstance(key, str) and key.isascii() and key.isalnum() and len(key) <= 12


def _single(rows: list[Row], name: str) -> Row:
    if len(rows) != 1:
        raise wrong(
            name,
            message("there are {count} rows", count=len(rows)),
            message("write one row; these cards are all alike"),
        )
    return rows[0]


def _named(cards: Iterable[Card], name: str, known: tuple[str, ...]) -> dict[str, Card]:
    found = list(cards)
    ids = [card.id for card in found]
    if sorted(ids) != sorted(known):
        raise wrong(
            name,
            message("the rows have the ids {words}", words=", ".join(ids)),
            message("write one row for each of these: {keys}", keys=", ".join(known)),
        )
    return {each: card for each in known for card in found if card.id == each}


def _grouped(cards: list[Card], groups: tuple[str, ...]) -> dict[str, tuple[str, ...]]:
    return {
        group: tuple(card.id for card in sorted(cards, key=_order) if card.group == group) for group in groups
    }


def _order(card: Card) -> tuple[tuple[int, ...], str]:
    return (card.values if card.kind is Kind.WORKSHOP else (), card.id)


# --- all rows together --------------------------------------------------------------------------------------


def _check_once(ids: Iterable[str]) -> None:
    for each, count in Counter(ids).items():
        if count > 1:
            what = message("{count} cards have the id {id}", count=count, id=each)
            raise wrong(message("cards"), what, message("give each card its own id"), "VILLAGE 18.1")


def _check_counts(
    workshops: list[Card], monks: list[Card], travels: list[Card], customers: int, squares: int, fields: int
) -> None:
    """Refuse other numbers of cards than VILLAGE 1.5 has: 104 in all."""
    wanted = {
        **dict.fromkeys(WORKSHOPS, (workshops, 4)),
        **{name: (monks, size) for name, size in PILE_SIZES.items()},
        **{name: (travels, size) for name, size in LETTER_SIZES.items()},
    }
    found = {name: (sum(card.group == name for card in cards), n) for name, (cards, n) in wanted.items()}
    found |= {"customer": (customers, 33), "square": (squares, 4), "field": (fields, 8)}
    for name, (count, right) in found.items():
        if count != right:
            what = plural_message(
                "there is {n} card instead of {right}",
                "there are {n} cards instead of {right}",
                count,
                right=right,
            )
            raise wrong(name, what, message("the game needs 104 cards in all"))
    if sum(card.chapel for card in travels) > 1:
        raise wrong(
            "travel", message("there are several chapels"), message("write chapel = true in at most one row")
        )
