"""The meaning of words in orders of My Village, and orders built from more than plain words."""

from __future__ import annotations

import re
from collections.abc import Sequence

from khronos_pbem.engine.orders.forms import Kind, OrderParts, Phrase, Shape, UnexpectedWord
from khronos_pbem.engine.orders.private_orders import SEAL
from khronos_pbem.engine.orders.table_orders import DATE, IDENTITY, NUMBER, TEXT
from khronos_pbem.engine.orders.tables import END, Token
from khronos_pbem.games.my_village.model import orders as o
from khronos_pbem.games.my_village.model.boards import COLOURS
from khronos_pbem.games.my_village.model.position import BLACK_LETTERS, Die
from khronos_pbem.games.my_village.model.terms import (
    BANNERS,
    CHAMBERS,
    GUILD,
    PILES,
    PLACES,
    WORKSHOPS,
    Advantage,
    Good,
    Person,
    Side,
    Step,
    sorted_goods,
)

ANY_CASE = re.IGNORECASE | re.ASCII
_BY_FIELD, _NONE = "FIELD NUMBER", "none"


def _words_by_terminal(*words: str) -> dict[str, str]:
    """Return a table of words by their terminals, which are the same words in capitals."""
    return {word.upper(): str(word) for word in words}


def _terminals(*words: str) -> tuple[str, ...]:
    return tuple(word.upper() for word in words)


KINDS: tuple[Kind | Phrase, ...] = (
    Kind("workshop", _words_by_terminal(*WORKSHOPS)),
    Kind("chamber", _words_by_terminal(*CHAMBERS)),
    Kind("church", _words_by_terminal(*Advantage)),
    Kind("pile", _words_by_terminal(*PILES)),
    Kind("step", {step.upper(): step for step in Step}),
    Kind("side", {side.upper(): side for side in Side}),
    Kind("person", {person.upper(): person for person in Person}),
    Kind("mark", _words_by_terminal(*PLACES, *Person)),
    Kind("colour", _words_by_terminal(*COLOURS)),
    Phrase("banner", (*_terminals(*BANNERS), _BY_FIELD, "CUSTOMER")),
    Phrase("good", (*_terminals(*Good, GUILD), _BY_FIELD), sorted_goods),
)


def _read_die(text: str) -> Die:
    """The die in a text: white, or black if it begins with a letter for black (VILLAGE 14)."""
    return Die(text[0].lower() in BLACK_LETTERS.values(), int(text[-1]))


SHAPES = (
    Shape(
        "DIE",
        re.compile(r"[bnsw]?[1-6]", ANY_CASE),
        "a die like 4 (black: b4)",
        "4",
        _read_die,
        in_language=Die.in_language,
    ),
    Shape("FACE", re.compile(r"[1-6]", re.ASCII), "a face from 1 to 6", "2", int),
    Shape("CUSTOMER", re.compile(r"k[0-9]{2}", ANY_CASE), "a customer like k07", "k07", str.lower),
    Shape("JOURNEY", re.compile(r"t[0-9]{2}", ANY_CASE), "a journey like t09", "t09", str.lower),
    Shape("LETTER", re.compile(r"[a-e]", ANY_CASE), "a letter from A to E", "C", str.upper),
    Shape("VALUES", re.compile(r"[0-9]{1,2}(?:/[0-9]{1,2})*", re.ASCII), "values like 5/8", "5/8"),
    Shape("LOSS", re.compile(r"[1-9][0-9]{0,2}", re.ASCII), "a loss of 1 to 999", "2"),
    *(NUMBER, TEXT, DATE, IDENTITY, SEAL),
)


# --- dice ---------------------------------------------------------------------------------------------------


def make_take(tokens: Sequence[Token], parts: OrderParts) -> o.Take:
    """Build a take from its parts: two dice, each with its new face and whether it is paid with a marker."""
    one, one_to, one_square, two, two_to, two_square = parts
    first, second = o.Pick(one, one_to or 0, bool(one_square)), o.Pick(two, two_to or 0, bool(two_square))
    return o.Take(first, second)


def take_parts(order: o.Take) -> Sequence[object]:
    """Return the parts of a take, in the sequence of its words."""
    picks = (order.first, order.second)
    return [part for pick in picks for part in (pick.die, pick.to or None, pick.square or None)]


# --- cards --------------------------------------------------------------------------------------------------


def make_desk(tokens: Sequence[Token], parts: OrderParts) -> o.Desk:
    """Build a desk order from its paid cards and its free card. Raises UnexpectedWord if both are missing."""
    cards, free = parts
    if not cards and not free:
        raise UnexpectedWord(1, ("CUSTOMER", "FREE"))
    return o.Desk(cards, free or "")


def desk_parts(order: o.Desk) -> Sequence[object]:
    """Return the parts of a desk order, in the sequence of its words."""
    return order.cards, order.free


def make_travel(tokens: Sequence[Token], parts: OrderParts) -> o.Travel:
    """Build a travel order from its card's letter, its goods and the cards to refuse (sorted)."""
    letter, goods, refuse = parts
    if refuse is not None:
        refuse = () if refuse == (_NONE,) else tuple(sorted(refuse))
    return o.Travel(letter, goods, refuse)


def travel_parts(order: o.Travel) -> Sequence[object]:
    """Return the parts of a travel order, in the sequence of its words."""
    return order.letter, order.goods, (_NONE,) if order.refuse == () else order.refuse


def make_school(tokens: Sequence[Token], parts: OrderParts) -> o.School:
    """Build a school order from its side and profession.

    Raises UnexpectedWord if a profession is given with the side `none`.
    """
    side, to = parts
    if side is Side.NONE and to is not None:
        raise UnexpectedWord(2, (END,))
    return o.School(side, to)


# --- answers ------------------------------------------------------------------------------------------------


def make_sanatorium(tokens: Sequence[Token], parts: OrderParts) -> o.Sanatorium:
    """Build the answer to the sanatorium choice from `yes` or `no`."""
    return o.Sanatorium(parts[0] == "yes")


def sanatorium_parts(order: o.Sanatorium) -> Sequence[object]:
    """The word of a sanatorium answer: `yes` or `no`."""
    return ("yes" if order.use else "no",)


def make_refuge(tokens: Sequence[Token], parts: OrderParts) -> o.Refuge:
    """Build the answer to the refuge choice from `back` or `keep`."""
    return o.Refuge(parts[0] == "back")


def refuge_parts(order: o.Refuge) -> Sequence[object]:
    """The word of a refuge answer: `back` or `keep`."""
    return ("back" if order.back else "keep",)
