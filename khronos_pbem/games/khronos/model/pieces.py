"""Boards, card types and the nine buildings (RULES 1)."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from enum import IntEnum

from khronos_pbem.messages import Number, Word, message, plural_message


class Board(IntEnum):
    """The three boards, in time order (RULES 1.1)."""

    MIGHT = 0
    FAITH = 1
    REASON = 2

    __hash__ = int.__hash__  # faster than the hash of an enumeration: members are keys of caches

    @property
    def word(self) -> str:
        """The board's name in orders and files."""
        return BOARD_WORDS[self]


class Type(IntEnum):
    """The type of a building and of a card (RULES 1.2)."""

    MILITARY = 0
    RELIGIOUS = 1
    CIVIL = 2

    __hash__ = int.__hash__

    @property
    def word(self) -> str:
        """The type's name in orders and files."""
        return TYPE_WORDS[self]


BOARD_WORDS = tuple(board.name.lower() for board in Board)
TYPE_WORDS = tuple(kind.name.lower() for kind in Type)
BOARDS = {board.word: board for board in Board}
TYPES = {kind.word: kind for kind in Type}
COLOURS = ("red", "blue", "green", "white", "black")

CUBES_EACH = 25  # RULES 1.4
ECUS_EACH = 4  # RULES 1.4
HAND_SIZE = 4  # RULES 2
ROUNDS = 7  # RULES 3.1
REVENUE_ROUNDS = (4, 7)  # RULES 3.2
DECKS = {1: (11, 11, 11), 2: (18, 18, 19)}  # RULES 1.5: military, religious, civil


@dataclass(frozen=True, slots=True, eq=False)
class Piece:
    """One of the nine buildings (RULES 1.2, 1.3): `value` in cards and ecus, `stock` in tiles.

    `PIECES` contains the only instance of each building: copying and unpickling return it.
    """

    name: Word
    type: Type
    size: int
    value: int
    stock: int
    ruin_value: int
    number: int

    def __reduce__(self) -> tuple[Callable[[str], Piece], tuple[str]]:
        """Pickle a piece by its name."""
        return piece_named, (self.name,)


_TABLE = (
    ("watchtower", Type.MILITARY, 1, 1, 20, 0),
    ("keep", Type.MILITARY, 2, 2, 24, 1),
    ("castle", Type.MILITARY, 3, 4, 9, 2),
    ("chapel", Type.RELIGIOUS, 1, 1, 20, 0),
    ("monastery", Type.RELIGIOUS, 2, 2, 20, 1),
    ("abbey", Type.RELIGIOUS, 3, 4, 9, 2),
    ("hamlet", Type.CIVIL, 1, 1, 20, 0),
    ("town", Type.CIVIL, 2, 3, 24, 0),
    ("city", Type.CIVIL, 3, 5, 9, 0),
)
PIECES = tuple(Piece(Word(row[0]), *row[1:], number) for number, row in enumerate(_TABLE))
BY_NAME: dict[str, Piece] = {piece.name: piece for piece in PIECES}
HAMLET = BY_NAME["hamlet"]
RUINS: dict[str, Word] = {
    "keep": Word("keep ruin"),
    "castle": Word("castle ruin"),
    "monastery": Word("monastery ruin"),
    "abbey": Word("abbey ruin"),
}
"""The names of ruins, by the building's name (RULES 1.2)."""


def piece_named(name: str) -> Piece:
    """Return the building with this name. Raises KeyError if there is none."""
    return BY_NAME[name]


def piece_of(kind: Type, size: int) -> Piece:
    """The building of this type and size (1 to 3)."""
    return PIECES[3 * kind + size - 1]


def card_words(cards: Iterable[Type]) -> list[str]:
    """The English names of the cards, sorted as in all texts and files."""
    return sorted(card.word for card in cards)


def card_count_text(n: int, card: str) -> str:
    """Return a number of cards of a type as text, without the word "card".

    In some languages the adjective depends on the number. The type may be unknown (`?`).
    """
    if card == Type.MILITARY.word:
        return plural_message("{n} military", "{n} military", n)
    if card == Type.RELIGIOUS.word:
        return plural_message("{n} religious", "{n} religious", n)
    if card == Type.CIVIL.word:
        return plural_message("{n} civil", "{n} civil", n)
    return message("{count} {card}", count=n, card=card)


def ecus_text(n: int | Number) -> str:
    """A number of ecus as text."""
    return plural_message("{n} ecu", "{n} ecus", n)
