"""The one interface between the table and a game.

A game is pure: positions are values, `apply` is a function. It never sees a key, a file or a clock, and
it never knows a hidden card: it names slots by handles and asks the table, by requests, to deal them,
to open them, to shuffle a new deck, or to roll.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from enum import Enum
from types import MappingProxyType
from typing import Any, Generic, NamedTuple, Protocol, TypeVar, runtime_checkable

from khronos_pbem.engine.card_handles import Handle, Rank

P = TypeVar("P")
O = TypeVar("O")  # noqa: E741


class Event(NamedTuple):
    """What an order did, in the game's words, with the paragraph that says so.

    `squares` are the names of the squares that changed on `board`; `seat` is the colour concerned and
    `amount` the money that came or went. Each may be empty.
    """

    event: str
    rule: str
    text: str
    board: str = ""
    squares: tuple[str, ...] = ()
    seat: str = ""
    amount: int = 0

    def to_data(self) -> dict[str, Any]:
        """The event as FORMATS 1 prints it."""
        data: dict[str, Any] = {"event": self.event, "rule": self.rule, "text": self.text}
        if self.board:
            data["board"] = self.board
        if self.squares:
            data["squares"] = list(self.squares)
        if self.seat:
            data["seat"] = self.seat
        if self.amount:
            data["amount"] = self.amount
        return data


class Deal(NamedTuple):
    """The game gives these slots to a seat: everyone else will owe shares for them."""

    seat: int
    handles: tuple[Handle, ...]


class Open(NamedTuple):
    """The game wants this slot read by all: every seat will owe a share for it."""

    handle: Handle


class Shuffle(NamedTuple):
    """The game wants a new deck of these public labels: every seat will owe a shuffle of it."""

    deck: str
    labels: tuple[str, ...]


class Roll(NamedTuple):
    """The game wants chance that everybody sees: a uniform number from 0 below each bound (DECK 10.1).

    `name` is the game's own word for it; each bound is from 1 to 2^64.
    """

    name: str
    bounds: tuple[int, ...]


Request = Deal | Open | Shuffle | Roll


class Outcome(NamedTuple, Generic[P]):
    """What an order or a revealed card leads to."""

    position: P
    events: tuple[Event, ...] = ()
    requests: tuple[Request, ...] = ()


class Need(Enum):
    """What the game waits for."""

    TURN = "turn"
    ANSWER = "answer"


class Choice(NamedTuple):
    """An open choice (RULES 9): `options` are squares, colours or words, in a fixed order.

    `board` is where it is, empty where it is on no board; `card` what it is about, in a game whose choices
    may be about a card (empty: this one is not).
    """

    kind: str
    seat: int
    board: str
    options: tuple[str, ...]
    card: str | None = None


class Decision(NamedTuple):
    """Who must decide now; `choice` is set when it is the answer to an open choice."""

    seat: int
    need: Need
    choice: Choice | None = None


class Spelled(NamedTuple, Generic[O]):
    """An order with the place it was read from (line and column from 1) and its own words."""

    order: O
    line: int
    column: int
    words: str


class Seating(NamedTuple):
    """What a game needs to begin: its checked options and the colours of the seats, in order."""

    colours: tuple[str, ...]
    options: Mapping[str, Any] = MappingProxyType({})


class Game(Protocol[P, O]):
    """What a game offers to the table. Implementations hold no state."""

    name: str
    rules: int
    value_classes: tuple[type, ...]
    """The classes that positions are made of, to keep them on this machine (`engine.codec`)."""

    @property
    def colours(self) -> tuple[str, ...]:
        """The colours a seat may choose from, in their order."""

    def single_values(self, options: Mapping[str, Any]) -> tuple[Any, ...]:
        """The values in positions of a game with these options of which there is only one each."""

    def check_options(self, options: Mapping[str, Any], seats: int) -> None:
        """Raise InvalidFile if a game cannot be played with these options and number of seats."""

    def first_decks(self, options: Mapping[str, Any], seats: int) -> dict[str, tuple[str, ...]]:
        """The labels of the decks that the set-up lap prepares, by deck id."""

    def begin(self, seating: Seating) -> Outcome[P]:
        """The position once all seats are taken, with the first deals and openings it asks for."""

    def learn(self, position: P, labels: Mapping[Handle, str]) -> P:
        """The position with these slots known: revealed to all, or (privately) to their owner."""

    def ranked(self, position: P, seat: int, ranks: Mapping[Handle, Rank]) -> P:
        """The position as its owner plays it: of equal cards in a seat's hand the lowest rank leaves first.

        Cards that everybody knows have no rank and leave before all others (DECK 5).
        """

    def decision(self, position: P) -> Decision | None:
        """Who must decide now; None before the first player is known and when the game is over."""

    def apply(self, position: P, seat: int, order: O) -> Outcome[P]:
        """One order, or one answer to the open choice, by `seat`. Raises OrderError if it may not be."""

    def standing_answer(self, position: P) -> O | None:
        """The answer that a standing order of the deciding seat gives to the open choice, if there is one."""

    def settled(self, position: P, seat: int, order: O) -> O:
        """The order with everything said that it leaves to be understood in this position."""

    def ends_turn(self, order: O) -> bool:
        """Whether nothing may follow this order in a turn."""

    def public_order(self, position: P, seat: int, order: O) -> O:
        """The order as the record keeps it: without the names of cards that stay hidden."""

    def needed_cards(self, position: P, seat: int) -> tuple[Handle, ...]:
        """Slots that this seat must be able to read before it can take its turn."""

    def hand(self, position: P, seat: int) -> tuple[Handle, ...]:
        """The slots in a seat's hand."""

    def round(self, position: P) -> int:
        """The round that is played, from 1."""

    def gone(self, position: P, seat: int) -> bool:
        """Whether a seat has left the game."""

    def without_seat(self, position: P, seat: int) -> Outcome[P]:
        """The position once a seat has gone for good, whoever has to decide (DECK 9.2). It decides nothing
        any more: what it still would be asked has a standing answer."""

    def renewed(self, position: P) -> Outcome[P]:
        """The position with a new deck of all hidden cards, and new hands of the same size (DECK 9.3): it
        asks for the shuffle and the deals, in seat order from the seat to act. A game without decks has
        none."""

    def over(self, position: P) -> bool:
        """True once the game has ended."""

    def winners(self, position: P) -> tuple[int, ...]:
        """The seats that won; empty while the game goes on."""

    def public_data(self, position: P) -> dict[str, Any]:
        """All that everybody may know of the position, as JSON-able data: the digest is made of it."""

    def parse(self, text: str) -> Sequence[Spelled[O]]:
        """The orders of a text. Raises UnreadableOrder or AmbiguousOrder with line and column."""

    def text(self, order: O) -> str:
        """The canonical text of an order; `parse(text(o))` is `o`."""

    def legal(self, position: P) -> Sequence[O]:
        """Every order that the deciding seat could give now, in a fixed order."""


@runtime_checkable
class Rolling(Protocol[P]):
    """What a game that asks for rolls offers besides (DECK 10): two seats or more, and no hidden hand that a
    roll could take from. While it cannot go on before a roll is served nobody has to decide.
    """

    def drawn(self, position: P, name: str, values: tuple[int, ...]) -> Outcome[P]:
        """The position with the numbers of a request; what it asks for in turn is served like it."""

    def next_turn(self, position: P) -> int | None:
        """The seat whose turn comes next while rolls are open; None if that hangs on them (DECK 10.3)."""

    def pauses(self, order: Any) -> bool:
        """Whether this order ends the block, but not the turn, to see what is rolled (DECK 10.6).

        Where nothing is, it ends nothing; the game refuses it, or it has no effect.
        """


def rolling(game: Game[P, O]) -> Rolling[P] | None:
    """The game as one that asks for rolls; None if it never does."""
    return game if isinstance(game, Rolling) else None
