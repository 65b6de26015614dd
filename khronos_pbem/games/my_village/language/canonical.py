"""Canonical orders: full English words, everything said (VILLAGE 14). `parse(text(o))` is `o`.

One pair of functions for each form that the table of verbs shows; the words of a verb are its class's.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from khronos_pbem.engine.contract import Spelled
from khronos_pbem.errors import UnreadableOrder
from khronos_pbem.games.my_village.language.words import CARD, NUMBER, Misread, Words
from khronos_pbem.games.my_village.model import orders as o
from khronos_pbem.games.my_village.model.position import Die
from khronos_pbem.games.my_village.model.words import (
    CHAMBERS,
    FIELD,
    LETTERS,
    NEW,
    PERSONAL,
    PILES,
    PLACES,
    SQUARE,
    WORKSHOPS,
    Advantage,
    Person,
    Side,
    Step,
)
from khronos_pbem.games.my_village.rules.choices import is_loss
from khronos_pbem.games.my_village.rules.ploughs import SOURCES
from khronos_pbem.games.my_village.rules.rat import ASK, NEVER
from khronos_pbem.games.my_village.rules.verbs import VERBS
from khronos_pbem.saying import say

_DIE = re.compile(r"([bw]?)([1-6])")
_VALUES = re.compile(r"[0-9]{1,2}(/[0-9]{1,2})*")
_DAY = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")
_PIECES = re.compile(r'#[^\n]*|\n|;|"(?:[^"\\\n]|\\.)*"|[^\s;#"]+|"')

CHURCHES = tuple(map(str, Advantage))
PEOPLE = tuple(map(str, Person))


# --- one verb after the other -------------------------------------------------------------------------------


def _read_pick(words: Words) -> o.Pick:
    match = _DIE.fullmatch(words.like(_DIE, "4 or b4"))
    assert match is not None
    die = Die(match[1] == "b", int(match[2]))
    if not words.maybe("to"):
        return o.Pick(die)
    face = int(words.one(("1", "2", "3", "4", "5", "6")))
    return o.Pick(die, face, words.maybe(SQUARE))


def _read_take(words: Words) -> o.Order:
    return o.Take(_read_pick(words), _read_pick(words))


def _pick_text(pick: o.Pick) -> str:
    return f"{pick.die}" + (f" to {pick.to}" if pick.to else "") + (" square" if pick.square else "")


def _read_desk(words: Words) -> o.Order:
    cards = words.many(CARD["k"])
    free = ""
    if words.maybe("free"):
        free = NEW if words.maybe(NEW) else words.like(CARD["k"], "new or a customer, like k07")
    if not cards and not free:
        raise Misread(words.place, "customers, like k07, or free")
    return o.Desk(cards, free)


def _desk_text(order: o.Desk) -> str:
    return " ".join(["desk", *order.cards, *(["free", order.free] if order.free else [])])


def _read_buy(words: Words) -> o.Order:
    what = words.one((*WORKSHOPS, FIELD, SQUARE, *CHAMBERS, *CHURCHES))
    if what in WORKSHOPS:
        return o.BuyWorkshop(what, words.like(_VALUES, "values, like 5/8") if words.next else "")
    if what == FIELD:
        return o.BuyField()
    if what == SQUARE:
        words.one(("on",))
        return o.BuySquare(words.banner())
    if what in CHURCHES:
        return o.BuyChurch(what)
    return o.BuyChamber(what, _read_mark(words))


def _read_mark(words: Words) -> str:
    return words.one((*PLACES, *PEOPLE)) if words.maybe("on") else ""


def _read_use(words: Words) -> o.Order:
    what = words.one((PERSONAL, *WORKSHOPS, FIELD, *CHAMBERS, SQUARE))
    if what == PERSONAL:
        return o.UsePersonal()
    if what in WORKSHOPS:
        return o.UseWorkshop(what)
    if what == FIELD:
        return o.UseField(int(words.like(NUMBER, "the number of a field")) if words.next else 0)
    if what == SQUARE:
        return o.UseSquare(words.banner() if words.maybe("on") else "")
    return o.UseChamber(what, _read_mark(words))


def _marked(text: str, on: str) -> str:
    return f"{text} on {on}" if on else text


def _read_travel(words: Words) -> o.Order:
    letter = words.next.upper()
    if letter not in LETTERS:
        raise Misread(words.place, ", ".join(LETTERS))
    words.place += 1
    goods = words.goods() if words.maybe("with") else None
    refuse: tuple[str, ...] | None = None
    if words.maybe("refuse"):
        refuse = () if words.maybe("none") else tuple(sorted(words.many(CARD["t"])))
        if not refuse and words.words[words.place - 1] != "none":
            raise Misread(words.place, "none, or travels, like t09")
    return o.Travel(letter, goods, refuse)


def _travel_text(order: o.Travel) -> str:
    text = _with(f"travel {order.letter}", order.goods)
    return text if order.refuse is None else f"{text} refuse {' '.join(order.refuse) or 'none'}"


def _with(text: str, goods: tuple[str, ...] | None) -> str:
    return f"{text} with {' '.join(goods)}" if goods else text


def _read_serve(words: Words) -> o.Order:
    card = words.like(CARD["k"], "a customer, like k07")
    return o.Serve(card, words.goods() if words.maybe("with") else None)


def _read_school(words: Words) -> o.Order:
    side = Side(words.one(tuple(map(str, Side))))
    if side is Side.NONE or not words.maybe("to"):
        return o.School(side)
    return o.School(side, Person(words.one(PEOPLE)))


def _school_text(order: o.School) -> str:
    return f"school {order.side}" + (f" to {order.to}" if order.to else "")


def _read_plough(words: Words) -> o.Order:
    number = int(words.like(NUMBER, "the number of a field"))
    return o.Plough(number, words.one(SOURCES) if words.maybe("from") else "")


def _read_policy(words: Words) -> o.Order:
    words.one(("sanatorium",))
    if not is_loss(words.next or "0"):
        return o.Policy(words.one((ASK, NEVER)))
    words.place += 1
    return o.Policy(words.words[words.place - 1])


def _read_message(words: Words) -> o.Order:
    quoted = words.next
    if len(quoted) < 2 or not (quoted.startswith('"') and quoted.endswith('"')):
        raise Misread(words.place, 'a text in quotes, like "Hello"')
    words.place += 1
    return o.Message(re.sub(r"\\(.)", r"\1", quoted[1:-1]))


def _quoted(text: str) -> str:
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


def _read_away(words: Words) -> o.Order:
    words.one(("until",))
    return o.Away(words.like(_DAY, "a day, like 2026-12-24"))


def _person(order: Callable[[Person], o.Order]) -> Callable[[Words], o.Order]:
    return lambda words: order(Person(words.one(PEOPLE)))


def _plain(order: type) -> Callable[[Words], o.Order]:
    def read(words: Words) -> o.Order:
        found: o.Order = order()
        return found

    return read


_READ: dict[str, Callable[[Words], o.Order]] = {
    "take": _read_take,
    "hand": _plain(o.TakeHand),
    "reveal": _plain(o.Reveal),
    "desk": _read_desk,
    "buy": _read_buy,
    "monk": lambda words: o.BuyMonk(words.one(PILES)),
    "travel": _read_travel,
    "headman": lambda words: o.Headman(Step(words.one(tuple(map(str, Step))))),
    "use": _read_use,
    "school": _read_school,
    "serve": _read_serve,
    "plough": _read_plough,
    "look": _plain(o.Look),
    "bury": _person(o.Bury),
    "hire": _person(o.Hire),
    "sanatorium": lambda words: o.Sanatorium(words.one(("yes", "no")) == "yes"),
    "refuge": lambda words: o.Refuge(words.one(("back", "keep")) == "back"),
    "policy": _read_policy,
    "message": _read_message,
    "away": _read_away,
    "resign": _plain(o.Resign),
    "end": _plain(o.End),
}
_TEXT: dict[type, Callable[[Any], str]] = {
    o.Take: lambda order: f"take {_pick_text(order.first)} {_pick_text(order.second)}",
    o.Desk: _desk_text,
    o.BuyWorkshop: lambda order: f"buy {order.type} {order.values}".rstrip(),
    o.BuySquare: lambda order: f"buy square on {order.on}",
    o.BuyChamber: lambda order: _marked(f"buy {order.chamber}", order.on),
    o.BuyChurch: lambda order: f"buy {order.church}",
    o.BuyMonk: lambda order: f"monk {order.pile}",
    o.Travel: _travel_text,
    o.Headman: lambda order: f"headman {order.to}",
    o.UseWorkshop: lambda order: f"use {order.type}",
    o.UseField: lambda order: f"use field {order.number}" if order.number else "use field",
    o.UseChamber: lambda order: _marked(f"use {order.chamber}", order.on),
    o.UseSquare: lambda order: _marked("use square", order.on),
    o.School: _school_text,
    o.Serve: lambda order: _with(f"serve {order.card}", order.goods),
    o.Plough: lambda order: f"plough {order.field}" + (f" from {order.source}" if order.source else ""),
    o.Bury: lambda order: f"bury {order.person}",
    o.Hire: lambda order: f"hire {order.person}",
    o.Sanatorium: lambda order: f"sanatorium {'yes' if order.use else 'no'}",
    o.Refuge: lambda order: f"refuge {'back' if order.back else 'keep'}",
    o.Policy: lambda order: f"policy sanatorium {order.sanatorium}",
    o.Message: lambda order: f"message {_quoted(order.text)}",
    o.Away: lambda order: f"away until {order.until}",
}
_FORMS = {verb.order: verb.form for verb in VERBS}


def text(order: o.Order) -> str:
    """The canonical text of an order; `parse(text(o))` is `o` (VILLAGE 14.1)."""
    write = _TEXT.get(type(order))
    return write(order) if write else _FORMS[type(order)]


# --- texts --------------------------------------------------------------------------------------------------


def parse(source: str) -> list[Spelled[o.Order]]:
    """The orders of a text in canonical words, each with its place; letter case does not matter.

    Raises UnreadableOrder with line and column of the first word that does not fit.
    """
    found: list[Spelled[o.Order]] = []
    words: list[tuple[str, int]] = []
    line, start = 1, 0
    for match in [*_PIECES.finditer(source), None]:
        piece = match[0] if match else "\n"
        if piece in ("\n", ";"):
            if words:
                found.append(_order(words, line))
            words = []
            if piece == "\n" and match:
                line, start = line + 1, match.end()
        elif match and not piece.startswith("#"):
            words.append((piece, match.start() - start + 1))
    return found


def _order(pieces: list[tuple[str, int]], line: int) -> Spelled[o.Order]:
    texts = [piece if piece.startswith('"') else piece.lower() for piece, _ in pieces]
    words = Words(texts)
    spelled = " ".join(piece for piece, _ in pieces)
    try:
        order = _READ[words.one(tuple(_READ))](words)
        words.end()
    except Misread as misread:
        column = pieces[misread.place][1] if misread.place < len(pieces) else pieces[-1][1]
        what = say("{words!r} is no order", words=spelled[:60])
        raise UnreadableOrder(
            what,
            line=line,
            column=column,
            hint=say("expected: {what}", what=misread.expected),
            rule="VILLAGE 14",
        ) from None
    return Spelled(order, line, pieces[0][1], spelled)
