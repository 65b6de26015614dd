"""The interface between the table and a game.

A game is pure: positions are values and `apply` is a function. It never sees a key, a file or a clock, and
never knows a hidden card. It refers to slots by handles. Through requests, it asks the table to deal or open
slots, to shuffle a new deck, or to roll.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from enum import Enum
from types import MappingProxyType
from typing import (
    Any,
    Generic,
    NamedTuple,
    NotRequired,
    Protocol,
    TypeAlias,
    TypedDict,
    TypeVar,
    runtime_checkable,
)

from khronos_pbem.engine.card_handles import Handle, Rank

P = TypeVar("P")
O = TypeVar("O")  # noqa: E741

AnyPosition: TypeAlias = Any
"""A position of any game; only the game uses its contents."""

AnyOrder: TypeAlias = Any
"""An order of any game; only the game uses its contents."""


GameOptions: TypeAlias = Mapping[str, Any]
"""The options of a game by name, each with a value that a save can store."""

ListedOrder: TypeAlias = tuple[str, AnyOrder]
"""An order's canonical text, and the order."""


class EventDocument(TypedDict):
    """An event as JSON-able data (FORMATS 1); empty fields are left out."""

    event: str
    rule: str
    text: str
    board: NotRequired[str]
    squares: NotRequired[list[str]]
    seat: NotRequired[str]
    amount: NotRequired[int]


class Event(NamedTuple):
    """One effect of an order: its kind, the paragraph of the rules, and a sentence.

    `squares` are the names of the changed squares of `board`. `seat` is the colour of the seat concerned, and
    `amount` the money gained or spent. Each of these four may be empty (for `amount`, 0).
    """

    event: str
    rule: str
    text: str
    board: str = ""
    squares: tuple[str, ...] = ()
    seat: str = ""
    amount: int = 0

    def to_data(self) -> EventDocument:
        """Return the event as the JSON-able data that FORMATS 1 describes."""
        data: EventDocument = {"event": self.event, "rule": self.rule, "text": self.text}
        if self.board:
            data["board"] = self.board
        if self.squares:
            data["squares"] = list(self.squares)
        if self.seat:
            data["seat"] = self.seat
        if self.amount:
            data["amount"] = self.amount
        return data


class DealRequest(NamedTuple):
    """A game's request to deal slots to a seat: every other seat will have to give its shares."""

    seat: int
    handles: tuple[Handle, ...]


class OpenRequest(NamedTuple):
    """A game's request to open a slot for everyone: every seat will have to give its share."""

    handle: Handle


class ShuffleRequest(NamedTuple):
    """A game's request for a new deck of these public labels: every seat will have to shuffle it."""

    deck: str
    labels: tuple[str, ...]


class RollRequest(NamedTuple):
    """A game's request for public random numbers (DECK 10.1).

    For each bound, it asks for one uniformly distributed number from 0 to one less than the bound. `name` is
    the game's own word for the roll. Each bound is from 1 to 2^64.
    """

    name: str
    bounds: tuple[int, ...]


Request = DealRequest | OpenRequest | ShuffleRequest | RollRequest


class Outcome(NamedTuple, Generic[P]):
    """The position after an order, a served request or the start of a game, with events and new requests."""

    position: P
    events: tuple[Event, ...] = ()
    requests: tuple[Request, ...] = ()


class DecisionKind(Enum):
    """The kinds of decision that a seat makes: the orders of a turn, or an answer to a choice."""

    TURN = "turn"
    ANSWER = "answer"


class Choice(NamedTuple):
    """An open choice (RULES 9) of a seat; `options` are squares, colours or words, in a fixed order.

    `board` is the board of the choice; it is empty if there is none. `card` is the card concerned; it is
    empty if there is none, and None in a game without choices about cards.
    """

    kind: str
    seat: int
    board: str
    options: tuple[str, ...]
    card: str | None = None


class Decision(NamedTuple):
    """The seat that has to decide now, and the kind of its decision.

    `choice` is set if the seat has to answer a choice.
    """

    seat: int
    need: DecisionKind
    choice: Choice | None = None


class ParsedOrder(NamedTuple, Generic[O]):
    """A parsed order with its place in the text (line and column from 1) and its original words."""

    order: O
    line: int
    column: int
    words: str


class Seating(NamedTuple):
    """The data with which a game begins: the colours by seat, and the checked options."""

    colours: tuple[str, ...]
    options: GameOptions = MappingProxyType({})


class Game(Protocol[P, O]):
    """The methods that a game offers to the table. Implementations hold no state.

    A game without hidden cards and choices need not override the methods that have a default.
    """

    name: str
    rules: int
    value_classes: tuple[type, ...]
    """The classes of all values in positions, for storing positions on this machine (`engine.codec`)."""

    @property
    def colours(self) -> tuple[str, ...]:
        """The colours that a seat can choose from, in their order."""

    def single_values(self, options: GameOptions) -> tuple[object, ...]:
        """Return the values that all positions with these options share as single instances.

        They are `given` values of the codec that stores positions.
        """
        return ()

    def check_options(self, options: GameOptions, seats: int) -> None:
        """Raise InvalidFile if a game cannot be played with these options and number of seats."""

    def first_decks(self, options: GameOptions, seats: int) -> dict[str, tuple[str, ...]]:
        """Return the labels of the decks that are shuffled while players join, by deck id."""
        return {}

    def begin(self, seating: Seating) -> Outcome[P]:
        """Return the first position, once all seats are taken, with the first requests."""

    def learn(self, position: P, labels: Mapping[Handle, str]) -> P:
        """Return the position with the labels of these slots filled in.

        The labels are either public or a seat's private ones.
        """
        return position

    def with_ranks(self, position: P, seat: int, ranks: Mapping[Handle, Rank]) -> P:
        """Return the position with the ranks of a seat's cards, which only that seat knows.

        Among equal cards in the hand, the one with the lowest rank leaves first. Cards that everyone knows
        have no rank and leave before all others (DECK 5).
        """
        return position

    def decision(self, position: P) -> Decision | None:
        """Return the decision to be made now, or None.

        It is None before the first player is known, while a roll has to be completed, and after the game.
        """

    def apply(self, position: P, seat: int, order: O) -> Outcome[P]:
        """Apply one order, or answer the open choice, by `seat`. Raises OrderError if it is illegal."""

    def standing_answer(self, position: P) -> O | None:
        """Return the standing answer of the deciding seat to the open choice; None if there is none."""
        return None

    def normalize(self, position: P, seat: int, order: O) -> O:
        """Return the order with every omitted part filled in for this position."""
        return order

    def ends_turn(self, order: O) -> bool:
        """Return whether no other order can follow this one in a turn."""

    def public_order(self, position: P, seat: int, order: O) -> O:
        """Return the order as stored in the record, without the names of cards that stay hidden."""
        return order

    def needed_cards(self, position: P, seat: int) -> tuple[Handle, ...]:
        """Return the slots that a seat must be able to read before it can take its turn."""
        return ()

    def hand(self, position: P, seat: int) -> tuple[Handle, ...]:
        """Return the slots in a seat's hand."""
        return ()

    def round(self, position: P) -> int:
        """Return the current round, from 1."""

    def has_left(self, position: P, seat: int) -> bool:
        """Return whether a seat has left the game."""

    def without_seat(self, position: P, seat: int) -> Outcome[P]:
        """Return the position after a seat has left for good, no matter which seat has to decide (DECK 9.2).

        The seat makes no more decisions. Every choice that would be its own gets a standing answer.
        """

    def redeal(self, position: P) -> Outcome[P]:
        """Return the position with a new deck of all hidden cards, and new hands (DECK 9.3).

        The hands keep their sizes. The requests ask for the shuffle and then for the deals, in seat order
        from the seat to move. A game without decks has no requests.
        """
        return Outcome(position)

    def is_over(self, position: P) -> bool:
        """Return whether the game has ended."""

    def winners(self, position: P) -> tuple[int, ...]:
        """Return the seats that won; empty until the game has ended."""

    def public_data(self, position: P) -> dict[str, Any]:
        """Return all public information about the position as JSON-able data.

        The position's digest is made from this data.
        """

    def parse(self, text: str) -> Sequence[ParsedOrder[O]]:
        """Parse the orders of a text. Raises UnreadableOrder or AmbiguousOrder with line and column."""

    def text(self, order: O) -> str:
        """Return the canonical text of an order; `parse(text(o))` gives `o` back."""

    def legal_orders(self, position: P) -> Sequence[O]:
        """Return every order that the deciding seat can give now, in a fixed order."""


AnyGame: TypeAlias = Game[AnyPosition, AnyOrder]
"""Any game, with positions and orders whose contents only the game uses."""

AnyParsedOrder: TypeAlias = ParsedOrder[AnyOrder]
"""A parsed order of any game."""


@runtime_checkable
class RollingGame(Protocol[P]):
    """The additional methods of a game that asks for rolls (DECK 10).

    Such a game has at least two seats, and no hidden hand from which a roll could take cards. While it has to
    wait for a roll, no seat has a decision to make.
    """

    def apply_roll(self, position: P, name: str, values: tuple[int, ...]) -> Outcome[P]:
        """Return the outcome of the numbers rolled for a request.

        Any new requests in the outcome are then served as well.
        """

    def next_turn(self, position: P) -> int | None:
        """Return the seat that moves next while rolls are open; None if that depends on them (DECK 10.3)."""

    def ends_block(self, order: AnyOrder) -> bool:
        """Return whether this order ends the block, but not the turn, to wait for a roll (DECK 10.6).

        If no roll is open, it does not end the block: the game refuses it, or it has no effect.
        """


def as_rolling_game(game: Game[P, O]) -> RollingGame[P] | None:
    """Return the game as a `RollingGame`; None if it never asks for rolls."""
    return game if isinstance(game, RollingGame) else None
