"""A toy game for the tests of rolls: two to four run to twenty points, by a die and an open pile.

There is no hidden hand, no board and no deck. A turn: `roll` a die, `draw` a card, each once, `look` to see
what came, `end`. Behind a turn the wind is rolled, which the next die adds. A die of one is rolled again at
once; a six is rolled again if the player before lets it (a point for him), or he blocks it. `always let`
answers ahead. Who has enough may `resign`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from khronos_pbem.engine.contract import (
    Choice,
    Decision,
    DecisionKind,
    Event,
    Game,
    Outcome,
    ParsedOrder,
    RollRequest,
    Seating,
)
from khronos_pbem.engine.features.protocols import GamePlugin
from khronos_pbem.errors import IllegalOrder, InvalidFile, NotYourDecision, UnreadableOrder

PLACE = f"{__name__}:PLUGIN"
"""Where the registry finds it."""
PLUGIN = GamePlugin(f"{__name__}:RaceGame", {})
GOAL = 20
DIE, WIND = 6, 4
PILE = (1, 2, 2, 3, 3, 4, 5, 5)
SAY = ("ask", "let", "block")


@dataclass(frozen=True, slots=True)
class Race:
    """A position. `waiting` are the rolls asked for, `doubt` who decides on a six, and whose it is."""

    colours: tuple[str, ...]
    points: tuple[int, ...]
    always: tuple[str, ...]
    active: int
    pile: tuple[int, ...] = PILE
    turns: int = 0
    wind: int = 0
    done: tuple[str, ...] = ()
    ended: bool = True
    waiting: tuple[str, ...] = ()
    doubt: tuple[int, int] | None = None
    gone: tuple[int, ...] = ()

    @property
    def over(self) -> bool:
        """Whether somebody has arrived, or runs alone."""
        return max(self.points) >= GOAL or len(self.gone) == len(self.points) - 1

    def beside(self, seat: int, step: int) -> int:
        """The next seat that still runs, in one direction or the other."""
        seat = (seat + step) % len(self.points)
        return self.beside(seat, step) if seat in self.gone else seat

    def more(self, seat: int, amount: int) -> Race:
        """The position with points for a seat."""
        points = (old + amount * (place == seat) for place, old in enumerate(self.points))
        return replace(self, points=tuple(points))

    def asking(self, name: str) -> Race:
        """The position with a roll asked for."""
        return replace(self, waiting=(*self.waiting, name))


@dataclass(frozen=True, slots=True)
class Order:
    """A verb, and the word behind `always`."""

    verb: str
    word: str = ""


class RaceGame(Game[Race, Order]):
    """The game as the table sees it; it holds no state."""

    name = "race"
    rules = 1
    colours = ("red", "blue", "green", "white")
    value_classes: tuple[type, ...] = (Race,)

    def check_options(self, options: Mapping[str, Any], seats: int) -> None:
        if options:
            raise InvalidFile(f"unknown key {min(options)!r} in [game]")
        if not 2 <= seats <= len(self.colours):
            raise InvalidFile(f"{seats} seats")

    def begin(self, seating: Seating) -> Outcome[Race]:
        """The wind of the first turn is rolled before it."""
        seats = len(seating.colours)
        start = Race(seating.colours, (0,) * seats, ("ask",) * seats, seats - 1)
        return Outcome(start.asking("wind"), (), (RollRequest("wind", (WIND,)),))

    def decision(self, position: Race) -> Decision | None:
        if position.over:
            return None
        if position.doubt is not None:
            seat = position.doubt[0]
            return Decision(seat, DecisionKind.ANSWER, Choice("bonus", seat, "", ("let", "block")))
        return None if position.ended else Decision(position.active, DecisionKind.TURN)

    def apply(self, position: Race, seat: int, order: Order) -> Outcome[Race]:
        decision = self.decision(position)
        if decision is None or decision.seat != seat:
            raise NotYourDecision("it is not yours")
        if order not in self._possible(position):
            raise IllegalOrder(f"{self.text(order)} may not be given here")
        return _DO[order.verb](position, order)

    def apply_roll(self, position: Race, name: str, values: tuple[int, ...]) -> Outcome[Race]:
        waiting = list(position.waiting)
        waiting.remove(name)
        position = replace(position, waiting=tuple(waiting))
        return _DRAWN[_kind(name)](position, name, values[0])

    def next_turn(self, position: Race) -> int | None:
        """The next seat, unless somebody may arrive before."""
        most = sum(_MOST[_kind(name)] for name in position.waiting)
        if max(position.points) + most >= GOAL:
            return None
        return position.beside(position.active, 1) if position.ended else position.active

    def ends_block(self, order: Order) -> bool:
        return order.verb == "look"

    def standing_answer(self, position: Race) -> Order | None:
        if position.over or position.doubt is None:
            return None
        word = position.always[position.doubt[0]]
        return None if word == "ask" else Order(word)

    def ends_turn(self, order: Order) -> bool:
        return order.verb in ("end", "resign")

    def round(self, position: Race) -> int:
        return 1 + max(0, position.turns - 1) // len(position.points)

    def has_left(self, position: Race, seat: int) -> bool:
        return seat in position.gone

    def without_seat(self, position: Race, seat: int) -> Outcome[Race]:
        """The turn of who has gone ends; a doubt of his is none."""
        position = replace(position, gone=(*position.gone, seat))
        if position.doubt is not None and position.doubt[0] == seat:
            position = replace(position, doubt=None)
        ends = position.active == seat and not position.ended and not position.over
        return _end(position, Order("end")) if ends else Outcome(position)

    def is_over(self, position: Race) -> bool:
        return position.over

    def winners(self, position: Race) -> tuple[int, ...]:
        running = [seat for seat in range(len(position.points)) if seat not in position.gone]
        best = max(position.points[seat] for seat in running)
        return tuple(seat for seat in running if position.over and position.points[seat] == best)

    def public_data(self, position: Race) -> dict[str, Any]:
        return {
            name: list(value) if isinstance(value, tuple) else value
            for name, value in ((name, getattr(position, name)) for name in Race.__dataclass_fields__)
        }

    def parse(self, text: str) -> Sequence[ParsedOrder[Order]]:
        return list(_spelled(text))

    def text(self, order: Order) -> str:
        return f"{order.verb} {order.word}".rstrip()

    def legal_orders(self, position: Race) -> Sequence[Order]:
        return () if self.decision(position) is None else tuple(self._possible(position))

    def _possible(self, position: Race) -> list[Order]:
        if position.doubt is not None:
            return [Order("let"), Order("block")]
        orders = [Order(verb) for verb in ("roll", "draw") if verb not in position.done]
        if not position.pile:
            orders = [order for order in orders if order.verb != "draw"]
        if "always" not in position.done:
            orders += [Order("always", word) for word in SAY]
        return orders + [Order("look")] * bool(position.waiting) + [Order("end"), Order("resign")]


def _spelled(text: str) -> Iterator[ParsedOrder[Order]]:
    for number, line in enumerate(text.splitlines(), 1):
        column = 1
        for piece in line.split(";"):
            words = piece.strip()
            verb, _, word = words.partition(" ")
            if words:
                place = column + len(piece) - len(piece.lstrip())
                if verb not in _DO or (verb == "always") != (word in SAY) or (word and verb != "always"):
                    raise UnreadableOrder(f"{words!r} is no order", line=number, column=place)
                yield ParsedOrder(Order(verb, word), number, place, words)
            column += len(piece) + 1


def _told(position: Race, what: str, seat: int, amount: int) -> Event:
    colour = position.colours[seat]
    return Event(what, "1", f"{colour}: {what} {amount}", "", (), colour, amount)


def _kind(name: str) -> str:
    """What is rolled, without the seat."""
    return name.split(maxsplit=1)[0]


# --- orders -----------------------------------------------------------------------------------------------


def _roll(position: Race, order: Order) -> Outcome[Race]:
    name = f"die {position.active}"
    position = replace(position, done=(*position.done, "roll"))
    return Outcome(position.asking(name), (), (RollRequest(name, (DIE,)),))


def _draw(position: Race, order: Order) -> Outcome[Race]:
    name = f"card {position.active}"
    position = replace(position, done=(*position.done, "draw"))
    return Outcome(position.asking(name), (), (RollRequest(name, (len(position.pile),)),))


def _look(position: Race, order: Order) -> Outcome[Race]:
    return Outcome(position)


def _end(position: Race, order: Order) -> Outcome[Race]:
    return Outcome(replace(position, ended=True).asking("wind"), (), (RollRequest("wind", (WIND,)),))


def _resign(position: Race, order: Order) -> Outcome[Race]:
    position = replace(position, gone=(*position.gone, position.active))
    return Outcome(position) if position.over else _end(position, order)


def _always(position: Race, order: Order) -> Outcome[Race]:
    always = list(position.always)
    always[position.active] = order.word
    return Outcome(replace(position, always=tuple(always), done=(*position.done, "always")))


def _let(position: Race, order: Order) -> Outcome[Race]:
    assert position.doubt is not None
    decider, runner = position.doubt
    position, name = replace(position, doubt=None).more(decider, 1), f"bonus {runner}"
    return Outcome(position.asking(name), (_told(position, "let", decider, 1),), (RollRequest(name, (DIE,)),))


def _block(position: Race, order: Order) -> Outcome[Race]:
    return Outcome(replace(position, doubt=None))


_DO = {
    "roll": _roll,
    "draw": _draw,
    "look": _look,
    "end": _end,
    "resign": _resign,
    "always": _always,
    "let": _let,
    "block": _block,
}

# --- what is rolled ---------------------------------------------------------------------------------------


def _wind(position: Race, name: str, value: int) -> Outcome[Race]:
    active, turns = position.beside(position.active, 1), position.turns + 1
    position = replace(position, wind=value, active=active, turns=turns, ended=False, done=())
    return Outcome(position, (_told(position, "wind", active, value),))


def _die(position: Race, name: str, value: int) -> Outcome[Race]:
    seat, face = int(name.split()[1]), value + 1
    gain = face + (position.wind if seat == position.active else 0)
    position = position.more(seat, gain)
    events = (_told(position, "die", seat, gain),)
    if face == 1:
        again = f"again {seat}"
        return Outcome(position.asking(again), events, (RollRequest(again, (DIE,)),))
    if face == DIE:
        position = replace(position, doubt=(position.beside(seat, -1), seat))
    return Outcome(position, events)


def _more(position: Race, name: str, value: int) -> Outcome[Race]:
    word, seat = name.split()
    position = position.more(int(seat), value + 1)
    return Outcome(position, (_told(position, word, int(seat), value + 1),))


def _card(position: Race, name: str, value: int) -> Outcome[Race]:
    seat, card = int(name.split()[1]), position.pile[value]
    pile = position.pile[:value] + position.pile[value + 1 :]
    position = replace(position, pile=pile).more(seat, card)
    return Outcome(position, (_told(position, "card", seat, card),))


_DRAWN = {"wind": _wind, "die": _die, "again": _more, "bonus": _more, "card": _card}
_MOST = {"wind": 0, "die": DIE + WIND + DIE, "again": DIE, "bonus": DIE, "card": max(PILE)}
