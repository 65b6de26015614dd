"""What the words in orders of My Village stand for, and the orders that are more than their words."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from khronos_pbem.engine.orders.forms import Kind, Misfit, Phrase, Shape
from khronos_pbem.engine.orders.private_orders import SEAL
from khronos_pbem.engine.orders.table_orders import DATE, IDENTITY, NUMBER, TEXT
from khronos_pbem.engine.orders.tables import END, Token
from khronos_pbem.games.my_village.model import orders as o
from khronos_pbem.games.my_village.model.boards import COLOURS
from khronos_pbem.games.my_village.model.position import Die
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
    in_order,
)

_BY_FIELD, _NONE = "FIELD NUMBER", "none"


def _words(*words: str) -> dict[str, str]:
    """What stands for itself, by its terminal."""
    return {word.upper(): str(word) for word in words}


def _terminals(*words: str) -> tuple[str, ...]:
    return tuple(word.upper() for word in words)


KINDS: tuple[Kind | Phrase, ...] = (
    Kind("workshop", _words(*WORKSHOPS)),
    Kind("chamber", _words(*CHAMBERS)),
    Kind("church", _words(*Advantage)),
    Kind("pile", _words(*PILES)),
    Kind("step", {step.upper(): step for step in Step}),
    Kind("side", {side.upper(): side for side in Side}),
    Kind("person", {person.upper(): person for person in Person}),
    Kind("mark", _words(*PLACES, *Person)),
    Kind("colour", _words(*COLOURS)),
    Phrase("banner", (*_terminals(*BANNERS), _BY_FIELD, "CUSTOMER")),
    Phrase("good", (*_terminals(*Good, GUILD), _BY_FIELD), in_order),
)


def _read_die(text: str) -> Die:
    """A die: white, or black where a letter says so (VILLAGE 14)."""
    return Die(text[0].lower() in "bns", int(text[-1]))


SHAPES = (
    Shape(
        "DIE",
        re.compile(r"[bnsw]?[1-6]", re.IGNORECASE | re.ASCII),
        "a die like 4 (black: b4)",
        "4",
        _read_die,
    ),
    Shape("FACE", re.compile(r"[1-6]", re.ASCII), "a face from 1 to 6", "2", int),
    Shape(
        "CUSTOMER",
        re.compile(r"k[0-9]{2}", re.IGNORECASE | re.ASCII),
        "a customer like k07",
        "k07",
        str.lower,
    ),
    Shape(
        "JOURNEY", re.compile(r"t[0-9]{2}", re.IGNORECASE | re.ASCII), "a journey like t09", "t09", str.lower
    ),
    Shape("LETTER", re.compile(r"[a-e]", re.IGNORECASE | re.ASCII), "a letter from A to E", "C", str.upper),
    Shape("VALUES", re.compile(r"[0-9]{1,2}(?:/[0-9]{1,2})*", re.ASCII), "values like 5/8", "5/8"),
    Shape("LOSS", re.compile(r"[1-9][0-9]{0,2}", re.ASCII), "a loss from 1 to 999", "2"),
    NUMBER,
    TEXT,
    DATE,
    IDENTITY,
    SEAL,
)


# --- dice ---------------------------------------------------------------------------------------------------


def make_take(tokens: Sequence[Token], parts: Sequence[Any]) -> o.Take:
    """Two dice, each with what it is changed to, and whether by a marker."""
    one, one_to, one_square, two, two_to, two_square = parts
    first, second = o.Pick(one, one_to or 0, bool(one_square)), o.Pick(two, two_to or 0, bool(two_square))
    return o.Take(first, second)


def take_parts(order: o.Take) -> Sequence[Any]:
    """The parts of a take in the order of its words."""
    picks = (order.first, order.second)
    return [part for pick in picks for part in (pick.die, pick.to or None, pick.square or None)]


# --- cards --------------------------------------------------------------------------------------------------


def make_desk(tokens: Sequence[Token], parts: Sequence[Any]) -> o.Desk:
    """Customers, and a free one. Raises Misfit for none at all."""
    cards, free = parts
    if not cards and not free:
        raise Misfit(1, ("CUSTOMER", "FREE"))
    return o.Desk(cards, free or "")


def desk_parts(order: o.Desk) -> Sequence[Any]:
    """The parts of a desk in the order of its words."""
    return order.cards, order.free


def make_travel(tokens: Sequence[Token], parts: Sequence[Any]) -> o.Travel:
    """A travel; the cards that it refuses in order, or none of them."""
    letter, goods, refuse = parts
    if refuse is not None:
        refuse = () if refuse == (_NONE,) else tuple(sorted(refuse))
    return o.Travel(letter, goods, refuse)


def travel_parts(order: o.Travel) -> Sequence[Any]:
    """The parts of a travel in the order of its words."""
    return order.letter, order.goods, (_NONE,) if order.refuse == () else order.refuse


def make_school(tokens: Sequence[Token], parts: Sequence[Any]) -> o.School:
    """A place of the school. Raises Misfit for nobody who becomes somebody."""
    side, to = parts
    if side is Side.NONE and to is not None:
        raise Misfit(2, (END,))
    return o.School(side, to)


# --- answers ------------------------------------------------------------------------------------------------


def make_sanatorium(tokens: Sequence[Token], parts: Sequence[Any]) -> o.Sanatorium:
    """Whether a place is filled."""
    return o.Sanatorium(parts[0] == "yes")


def sanatorium_parts(order: o.Sanatorium) -> Sequence[Any]:
    """The word of the answer."""
    return ("yes" if order.use else "no",)


def make_refuge(tokens: Sequence[Token], parts: Sequence[Any]) -> o.Refuge:
    """Whether the card goes back."""
    return o.Refuge(parts[0] == "back")


def refuge_parts(order: o.Refuge) -> Sequence[Any]:
    """The word of the answer."""
    return ("back" if order.back else "keep",)
