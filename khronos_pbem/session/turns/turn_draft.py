"""Composing a turn: the orders so far, the legal next ones, and the effect, as immutable values.

`check`, `moves` and the composer on the screen share this module; it signs and writes nothing. A composition
begins at a `StartingPoint`: a save as its player knows it, or a set-up position. Out of turn, it begins at
the known position as if it were that player's turn.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import Enum
from functools import cached_property
from typing import NamedTuple

from khronos_pbem.engine.card_handles import Handle
from khronos_pbem.engine.contract import (
    AnyGame,
    AnyOrder,
    AnyParsedOrder,
    AnyPosition,
    Choice,
    Decision,
    DecisionKind,
    Event,
    RollRequest,
)
from khronos_pbem.engine.features.protocols import Columns
from khronos_pbem.engine.runner import Serve, locate_error, step
from khronos_pbem.errors import IllegalOrder, OrderError
from khronos_pbem.games.registry import feature_or_none
from khronos_pbem.messages import message
from khronos_pbem.session.replay.run_orders import pauses_for_roll, turn_ended_error
from khronos_pbem.session.replay.sealed_messages import check_reader
from khronos_pbem.session.replay.table import Waiting


class CompositionStage(Enum):
    """The state of a composition: whether it can go on, and if not, why."""

    OPEN = "open"
    """Orders may follow."""
    CHOICE = "choice"
    """An open choice that the same player must answer first."""
    DRAWN = "drawn"
    """Cards were drawn that are unknown until the other players have sent their shares (DECK 5)."""
    CHANCE = "chance"
    """The turn waits for the result of a roll (DECK 10.6)."""
    PAUSED = "paused"
    """Another player has to decide first."""
    ENDED = "ended"
    """The turn is over."""
    OVER = "over"
    """The game is over."""


class Exploring(NamedTuple):
    """An exploration out of turn: whom the table waits for, and what was assumed.

    `answers` are the assumed answers to choices of others as `(colour, canonical order)`; `unknown` counts
    the cards that the player needs for a turn and cannot read yet.
    """

    waiting: Waiting
    answers: tuple[tuple[str, str], ...] = ()
    unknown: int = 0


class StartingPoint(NamedTuple):
    """The start of a composition.

    `colours` are the colours of the seats. `seat` is the seat whose turn it is; None if the orders of all
    seats are given, as in trials. `readable` are the slots that the seat can read (None: all). `serve` serves
    requests for cards and rolls at once; without it they are left open. `rolls` is True if rolls are already
    requested. `before` is the position from which differences are counted. It is the same position, but
    without the result of a roll.
    """

    game: AnyGame
    position: AnyPosition
    colours: tuple[str, ...]
    seat: int | None = None
    readable: frozenset[Handle] | None = None
    serve: Serve | None = None
    rolls: bool = False
    exploring: Exploring | None = None
    before: AnyPosition = None


class GivenOrder(NamedTuple):
    """An order that was given: its seat, the complete order, texts and events, and the position after it.

    `text` is canonical, `recorded` as in a record, `auto` are the answers by standing order. `revealed` means
    that something unknown was drawn or rolled, so the order cannot be undone.
    """

    seat: int
    order: AnyOrder
    text: str
    recorded: str
    auto: tuple[str, ...]
    events: tuple[Event, ...]
    position: AnyPosition
    revealed: bool = False
    rolls: bool = False


@dataclass(frozen=True)
class NextOrders:
    """The orders that may be given next: canonical texts with their orders, in the game's fixed sequence."""

    orders: tuple[tuple[str, AnyOrder], ...]

    @cached_property
    def verbs(self) -> tuple[str, ...]:
        """The verbs of the orders, each once, in the sequence of the orders."""
        return self.after()

    def after(self, *words: str) -> tuple[str, ...]:
        """Return the words that may follow these first words, each once; "" marks the end of an order."""
        place = len(words)
        split = (text.split() for text, _ in self.orders)
        fitting = (each for each in split if tuple(each[:place]) == words)
        return tuple(dict.fromkeys(each[place] if len(each) > place else "" for each in fitting))


class PartComposition(NamedTuple):
    """A composition, and the orders of a text that were not reached because it paused before them."""

    composition: Composition
    left: tuple[AnyParsedOrder, ...] = ()


@dataclass(frozen=True)
class Composition:
    """The orders of a turn so far; `undone` are those taken back, the latest last."""

    starting_point: StartingPoint
    given: tuple[GivenOrder, ...] = ()
    undone: tuple[AnyOrder, ...] = ()

    @property
    def game(self) -> AnyGame:
        """The game that is played."""
        return self.starting_point.game

    @property
    def position(self) -> AnyPosition:
        """The position after the orders so far."""
        return self.given[-1].position if self.given else self.starting_point.position

    @property
    def start(self) -> AnyPosition:
        """The position from which differences are counted."""
        begun = self.starting_point
        return begun.position if begun.before is None else begun.before

    @property
    def texts(self) -> tuple[str, ...]:
        """The orders so far in canonical text, as `play` takes them."""
        return tuple(each.text for each in self.given)

    @property
    def events(self) -> tuple[Event, ...]:
        """The events of all orders so far."""
        return tuple(event for each in self.given for event in each.events)

    @cached_property
    def decision(self) -> Decision | None:
        """The seat that has to decide now, and its decision; None if no seat has to."""
        return self.game.decision(self.position)

    @property
    def choice(self) -> Choice | None:
        """The choice that is open now, for any player; None if there is none."""
        return None if self.decision is None else self.decision.choice

    @property
    def last_position_in_turn(self) -> AnyPosition:
        """The last position in which the turn had not ended.

        If an order has ended the turn, this is the position before it.
        """
        if not (self.given and self.game.ends_turn(self.given[-1].order)):
            return self.position
        return self.given[-2].position if len(self.given) > 1 else self.starting_point.position

    @cached_property
    def stage(self) -> CompositionStage:
        """The state of the composition: whether it can go on, and if not, why."""
        found = self._stage_of(self.decision)
        if found in (CompositionStage.OPEN, CompositionStage.CHOICE):
            return found
        if self.game.is_over(self.position):
            return CompositionStage.OVER
        return CompositionStage.ENDED if self.given and self.game.ends_turn(self.given[-1].order) else found

    def _stage_of(self, decision: Decision | None) -> CompositionStage:
        last = self.given[-1] if self.given else None
        if decision is None or (last is not None and last.rolls and pauses_for_roll(self.game, last.order)):
            return CompositionStage.CHANCE
        seat, readable = self.starting_point.seat, self.starting_point.readable
        if seat is not None and decision.seat != seat:
            return CompositionStage.PAUSED
        if decision.need is DecisionKind.ANSWER:
            return CompositionStage.CHOICE
        needed = () if readable is None else self.game.needed_cards(self.position, decision.seat)
        drawn = readable is not None and not readable.issuperset(needed)
        return CompositionStage.DRAWN if drawn else CompositionStage.OPEN

    @property
    def can_continue(self) -> bool:
        """Whether an order may follow."""
        return self.stage in (CompositionStage.OPEN, CompositionStage.CHOICE)

    @property
    def is_whole_block(self) -> bool:
        """Whether `play` accepts these orders as a block.

        This is so if the turn has ended or waits for another player, or if the orders answer the choice for
        which the table waits.
        """
        if not self.can_continue:
            return True
        first = self.game.decision(self.starting_point.position)
        return first is not None and first.need is DecisionKind.ANSWER and self.choice != first.choice

    # --- giving and taking back ---------------------------------------------------------------------------

    def add(self, order: AnyOrder) -> Composition:
        """Return the composition with one more order.

        Raises OrderError if it is illegal, or if no order can follow.
        """
        if not self.can_continue or self.decision is None:
            raise IllegalOrder(message("no more orders are possible here"))
        last = self.given[-1].rolls if self.given else self.starting_point.rolls
        seat, serve = self.decision.seat, self.starting_point.serve
        check_reader(order, self.starting_point.colours, seat)
        done = step(self.game, self.position, seat, order)
        revealed = bool(done.requests) and serve is not None
        if revealed:
            done = step(self.game, self.position, seat, order, serve)
        given = GivenOrder(
            seat,
            done.order,
            self.game.text(done.order),
            done.text,
            done.auto,
            done.events,
            done.position,
            revealed,
            last or any(isinstance(request, RollRequest) for request in done.requests),
        )
        return Composition(self.starting_point, (*self.given, given))

    def read(self, text: str) -> PartComposition:
        """Return the composition with as many of a text's orders as can be given.

        Raises OrderError, with line and column, for the first order that cannot be read, is illegal, or comes
        after the end of the turn.
        """
        return self.give(list(self.game.parse(text)))

    def give(self, orders: Sequence[AnyParsedOrder]) -> PartComposition:
        """Return the composition with as many of these orders as can be given.

        Raises OrderError like `read`.
        """
        now = self
        for number, spelled in enumerate(orders):
            if not now.can_continue:
                if now.stage in (CompositionStage.ENDED, CompositionStage.OVER):
                    raise turn_ended_error(spelled)
                return PartComposition(now, tuple(orders[number:]))
            try:
                now = now.add(spelled.order)
            except OrderError as problem:
                raise locate_error(problem, spelled) from None
        return PartComposition(now)

    def undo(self) -> Composition:
        """Return the composition without its last order, which `redo` restores.

        Raises IllegalOrder if there is none, or if it revealed something by a draw or a roll.
        """
        if not self.given:
            raise IllegalOrder(message("there is no order to take back"))
        last = self.given[-1]
        if last.revealed:
            what = message('"{order}" has revealed something new', order=last.text)
            raise IllegalOrder(
                what, hint=message("an order that reveals hidden information cannot be taken back")
            )
        return replace(self, given=self.given[:-1], undone=(*self.undone, last.order))

    def redo(self) -> Composition:
        """Return the composition with the last undone order given again.

        Raises IllegalOrder if there is none.
        """
        if not self.undone:
            raise IllegalOrder(message("there is no order to redo"))
        *rest, last = self.undone
        return replace(self.add(last), undone=tuple(rest))

    # --- what it comes to ---------------------------------------------------------------------------------

    @cached_property
    def next(self) -> NextOrders:
        """All orders that may be given next; none if the composition cannot go on."""
        if not self.can_continue:
            return NextOrders(())
        game = self.game
        return NextOrders(tuple((game.text(order), order) for order in game.legal_orders(self.position)))

    def difference(self) -> dict[str, dict[str, int]]:
        """Return the changes that the orders so far make for each colour; unchanged values are left out."""
        columns = feature_or_none(self.game, Columns)
        return {} if columns is None else columns.changes(self.start, self.position)
