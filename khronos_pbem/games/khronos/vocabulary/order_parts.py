"""The values of the words in orders of Khronos, and readers for `travel` and `end`."""

from __future__ import annotations

import re
from collections.abc import Sequence

from khronos_pbem.engine.orders.forms import Kind, OrderParts, Shape, UnexpectedWord
from khronos_pbem.engine.orders.private_orders import SEAL
from khronos_pbem.engine.orders.table_orders import DATE, IDENTITY, NUMBER, TEXT
from khronos_pbem.engine.orders.tables import Token
from khronos_pbem.games.khronos.model.orders import End, Travel
from khronos_pbem.games.khronos.model.pieces import BY_NAME, Board, Type
from khronos_pbem.games.khronos.vocabulary.words import (
    BOARD_WORDS,
    COLOUR_WORDS,
    PIECE_WORDS,
    TYPE_WORDS,
    VOCABULARY,
)
from khronos_pbem.messages import message

KINDS = (
    Kind("card", {word: Type[word] for word in TYPE_WORDS}, by_word=True),
    Kind("board", {word: Board[word] for word in BOARD_WORDS}),
    Kind("colour", {word: word.lower() for word in COLOUR_WORDS}),
    Kind("piece", {word: BY_NAME[VOCABULARY.shown(word)] for word in PIECE_WORDS}),
)

_SQUARE = re.compile(r"[a-z][1-9][0-9]?", re.IGNORECASE | re.ASCII)
SHAPES = (Shape("SQUARE", _SQUARE, "a square like F7", "F7", str.upper), NUMBER, TEXT, DATE, IDENTITY, SEAL)


def read_travel(tokens: Sequence[Token], parts: OrderParts) -> Travel:
    """Read a `travel` order. Raises UnexpectedWord if the adventurer is not 1 or 2."""
    number, board = parts
    if number > 2:
        raise UnexpectedWord(1, ("NUMBER",), why=message("the adventurers are numbered 1 and 2"))
    return Travel(number, board)


def read_end(tokens: Sequence[Token], parts: OrderParts) -> End:
    """Read an `end` order. Raises UnexpectedWord if `end keep` names no cards and no number."""
    hidden, kept = parts
    if len(tokens) == 2:
        raise UnexpectedWord(2, tuple(sorted(TYPE_WORDS)))
    return End(kept or (), hidden or 0)


def end_parts(order: End) -> Sequence[object]:
    """The parts of an `end` order, in the order of its words."""
    return order.hidden, order.kept
