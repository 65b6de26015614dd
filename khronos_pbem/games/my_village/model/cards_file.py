"""The strict reader of cards files; it refuses files with other numbers of cards (VILLAGE 1.5, 18)."""

from __future__ import annotations

import hashlib
import json
import pkgutil
import tomllib
from collections import Counter
from collections.abc import Iterable, Mapping
from functools import cache, lru_cache

from khronos_pbem.engine.fields import quoted_value
from khronos_pbem.errors import UsageError
from khronos_pbem.games.my_village.model.board_rows import read_board
from khronos_pbem.games.my_village.model.card_rows import (
    GOODS,
    LETTER_SIZES,
    PEOPLE,
    PILE_SIZES,
    read_chamber,
    read_church,
    read_customer,
    read_customer_common,
    read_monk,
    read_monk_pile,
    read_square_or_field,
    read_travel,
    read_travel_letter,
    read_workshop,
    read_workshop_type,
)
from khronos_pbem.games.my_village.model.cards import Card, Cards
from khronos_pbem.games.my_village.model.rows import Row, cards_error
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
    """Load the cards that come with the program (VILLAGE 1.5)."""
    return cards_from_data(tomllib.loads(standard_text()))


def cached_cards(data: Mapping[str, object]) -> Cards:
    """The cards of a cards file, as from `cards_from_data` but with a cache.

    Equal data give the same object, for up to 8 files.
    """
    try:
        text = _canonical_text(data)
    except (TypeError, ValueError, RecursionError):  # what no file can say: it is refused where it stands
        return cards_from_data(data)
    return _known_cards(text)


@lru_cache(maxsize=8)
def _known_cards(text: str) -> Cards:
    return cards_from_data(json.loads(text))


_STANDARD_HASH = "a3c6683a6fb8e54e92933135b040c879e2a3aaa7a7cb75d306e6cc13a41d460e"
"""The SHA-256 of the text of the standard cards, which identifies them without reading their file."""


def are_standard(cards: Cards) -> bool:
    """Return whether these cards are the set that comes with the program."""
    return _is_standard(cards.text)


@lru_cache(maxsize=8)
def _is_standard(text: str) -> bool:
    return hashlib.sha256(text.encode(errors="surrogatepass")).hexdigest() == _STANDARD_HASH


def standard_text() -> str:
    """Read the text of the cards file that comes with the program."""
    data = pkgutil.get_data(__package__, "cards.toml")
    assert data is not None
    return data.decode()


def named_cards(name: str) -> Cards:
    """The cards of the set with this name. Raises UsageError if the name is unknown."""
    if name != STANDARD:
        raise UsageError(
            message("there is no set of cards called {name!r}", name=name),
            hint=message("use {name}", name=STANDARD),
            rule="VILLAGE 15",
        )
    return standard_cards()


def cards_from_data(data: Mapping[str, object]) -> Cards:
    """The cards described by the data of a cards file. Raises InvalidFile with the place of the error."""
    top = Row(data, message("cards"))
    top.allow_only((*_HEAD, *_TABLES, "board"))
    _check_head(top)
    tables = {name: _rows(data, name) for name in _TABLES}
    types = _cards_by_id(map(read_workshop_type, tables["workshop_type"]), "workshop_type", WORKSHOPS)
    piles = _cards_by_id(map(read_monk_pile, tables["monk_pile"]), "monk_pile", PILES)
    letters = _cards_by_id(map(read_travel_letter, tables["travel_letter"]), "travel_letter", LETTERS)
    workshops = [read_workshop(row, types) for row in tables["workshop"]]
    churches = list(
        _cards_by_id(map(read_church, tables["church"]), "church", tuple(map(str, Advantage))).values()
    )
    chambers = list(_cards_by_id(map(read_chamber, tables["chamber"]), "chamber", CHAMBERS).values())
    alike = read_customer_common(_single_row(tables["customer_all"], "customer_all"))
    monks = [read_monk(row, piles) for row in tables["monk"]]
    travels = [read_travel(row, letters) for row in tables["travel"]]
    customers = [read_customer(row, alike) for row in tables["customer"]]
    square, squares = read_square_or_field(_single_row(tables["square"], "square"), Kind.SQUARE)
    field, fields = read_square_or_field(_single_row(tables["field"], "field"), Kind.FIELD)
    every = [square, field, *chambers, *churches, *workshops, *monks, *travels, *customers]
    _check_unique_ids(card.id for card in every)
    _check_counts(workshops, monks, travels, len(customers), squares, fields)
    return Cards(
        _canonical_text(data),
        {card.id: card for card in every},
        types,
        piles,
        letters,
        _ids_by_group(workshops, WORKSHOPS),
        _ids_by_group(monks, PILES),
        _ids_by_group(travels, LETTERS),
        tuple(sorted(card.id for card in customers)),
        tuple(card.id for card in churches),
        fields,
        squares,
        read_board(top),
    )


def _canonical_text(data: Mapping[str, object]) -> str:
    """The data of a cards file as canonical JSON, for comparing files."""
    return json.dumps(data, sort_keys=True, separators=(",", ":"), ensure_ascii=False, default=_as_table)


def _as_table(value: object) -> dict[str, object]:
    """A mapping as a dict. Raises TypeError for anything else."""
    if isinstance(value, Mapping):
        return dict(value)
    raise TypeError


def _check_head(top: Row) -> None:
    top.one_of("format", (FORMAT,))
    top.number("revision", 1, 10**6)
    for key, known in (("goods", GOODS), ("villagers", PEOPLE)):
        if top.table.get(key) != list(known):
            raise top.bad(key, message("write these words in this order: {words}", words=", ".join(known)))


def _rows(data: Mapping[str, object], name: str) -> list[Row]:
    found = data.get(name)
    if not isinstance(found, list) or not found:
        raise cards_error(
            name,
            message("{shown} is not a list of rows", shown=quoted_value(found)),
            message("write one row for each card"),
        )
    return [Row(row, _row_place(name, number, row)) for number, row in enumerate(found, 1)]


def _row_place(name: str, number: int, row: object) -> str:
    key = row.get("id") if isinstance(row, Mapping) else None
    place = message("{table} row {number}", table=name, number=number)
    return message("{place} ({id})", place=place, id=key) if _is_id(key) else place


def _is_id(key: object) -> bool:
    return isinstance(key, str) and key.isascii() and key.isalnum() and len(key) <= 12


def _single_row(rows: list[Row], name: str) -> Row:
    if len(rows) != 1:
        raise cards_error(
            name,
            plural_message("there is {n} row", "there are {n} rows", len(rows)),
            message("write one row; these cards are all alike"),
        )
    return rows[0]


def _cards_by_id(cards: Iterable[Card], name: str, known: tuple[str, ...]) -> dict[str, Card]:
    found = list(cards)
    ids = [card.id for card in found]
    if sorted(ids) != sorted(known):
        raise cards_error(
            name,
            message("the rows have the IDs {words}", words=", ".join(ids)),
            message("write one row for each of these: {keys}", keys=", ".join(known)),
        )
    return {each: card for each in known for card in found if card.id == each}


def _ids_by_group(cards: list[Card], groups: tuple[str, ...]) -> dict[str, tuple[str, ...]]:
    return {
        group: tuple(card.id for card in sorted(cards, key=_sort_key) if card.group == group)
        for group in groups
    }


def _sort_key(card: Card) -> tuple[tuple[int, ...], str]:
    return (card.values if card.kind is Kind.WORKSHOP else (), card.id)


# --- all rows together --------------------------------------------------------------------------------------


def _check_unique_ids(ids: Iterable[str]) -> None:
    for each, count in Counter(ids).items():
        if count > 1:
            what = message("{count} cards have the ID {id}", count=count, id=each)
            raise cards_error(message("cards"), what, message("give each card its own ID"), "VILLAGE 18.1")


def _check_counts(
    workshops: list[Card], monks: list[Card], travels: list[Card], customers: int, squares: int, fields: int
) -> None:
    """Raise InvalidFile unless the cards have the numbers required by VILLAGE 1.5: 104 in all."""
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
                "there is {n} card, but there should be {right}",
                "there are {n} cards, but there should be {right}",
                count,
                right=right,
            )
            raise cards_error(name, what, message("the game needs 104 cards in all"))
    if sum(card.chapel for card in travels) > 1:
        raise cards_error(
            "travel", message("there are several chapels"), message("write chapel = true in at most one row")
        )
