"""Composing a turn: orders so far, what is legal next, what they come to; pure values (STYLE 2.6).

`check`, `moves` and the composer on the screen share it; nothing is signed, paid or written by it. A
composition stands on a `Ground`: a save as its player knows it, a position, or, out of turn, the known
position as if it were that player's turn.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import Enum
from functools import cached_property
from typing import Any, NamedTuple

from khronos_pbem.engine.card_handles import Handle
from khronos_pbem.engine.contract import Choice, Decision, Event, Game, Need, Roll, Spelled
from khronos_pbem.engine.features.protocols import Columns
from khronos_pbem.engine.runner import Serve, placed, step
from khronos_pbem.errors import IllegalOrder, OrderError
from khronos_pbem.games.registry import optional
from khronos_pbem.messages import message
from khronos_pbem.session.replay.run_orders import ended_before, pauses
from khronos_pbem.session.replay.sealed_messages import check_reader
from khronos_pbem.session.replay.table import Waiting


class Stage(Enum):
    """Where a composition stands."""

    OPEN = "open"
    """Orders may follow."""
    CHOICE = "choice"
    """A choice is open that the same player answers, and comes first."""
    DRAWN = "drawn"
    """Cards were drawn that are not known before others have paid their shares (DECK 5)."""
    CHANCE = "chance"
    """The turn waits for what is rolled (DECK 10.6)."""
    PAUSED = "paused"
    """Another player has to decide first."""
    ENDED = "ended"
    """The turn is over."""
    OVER = "over"
    """The game is over."""


@dataclass(frozen=True, slots=True)
class Exploring:
    """That it is not the player's turn: whom the table waits for, and what was assumed to get there.

    `answers` are choices that others have open, answered by the first option as `(colour, canonical order)`;
    `unknown` counts the cards that the player needs for a turn and cannot read yet.
    """

    waiting: Waiting
    answers: tuple[tuple[str, str], ...] = ()
    unknown: int = 0


@dataclass(frozen=True, slots=True)
class StartingPoint:
    """What a composition begins with.

    `colours` are those of the seats; `seat` is whose turn it is, None where everybody's orders are given, as
    in trials. `readable` are the slots that the seat can read (None: all that there are). `serve` serves
    requests at once; without it they are left to the table. `rolls` tells that some are asked for already.
    `before` is the position that differences are counted from: the same, but for what a roll has brought.
    """

    game: Game[Any, Any]
    position: Any
    colours: tuple[str, ...]
    seat: int | None = None
    readable: frozenset[Handle] | None = None
    serve: Serve | None = None
    rolls: bool = False
    exploring: Exploring | None = None
    before: Any = None


@dataclass(frozen=True, slots=True)
class Given:
    """An order that was given: by which seat, with all that it leaves to be understood; its canonical text
    and how a record keeps it; the answers by standing order, what happened, and the position then.

    `revealed` tells that something was drawn or rolled that nobody knew before: no undo goes behind it.
    """

    seat: int
    order: Any
    text: str
    recorded: str
    auto: tuple[str, ...]
    events: tuple[Event, ...]
    position: Any
    revealed: bool = False
    rolls: bool = False


@dataclass(frozen=True)
class Next:
    """What may be given next: canonical texts with their orders, in the fixed order of the game."""

    orders: tuple[tuple[str, Any], ...]

    @cached_property
    def verbs(self) -> tuple[str, ...]:
        """The verbs, each once, in the order in which they come."""
        return self.after()

    def after(self, *words: str) -> tuple[str, ...]:
        """The words that may stand behind these first words, each once: pieces, boards, squares; "" for the
        end of an order."""
        place = len(words)
        split = (text.split() for text, _ in self.orders)
        fitting = (each for each in split if tuple(each[:place]) == words)
        return tuple(dict.fromkeys(each[place] if len(each) > place else "" for each in fitting))

    def beginning(self, *words: str) -> tuple[tuple[str, Any], ...]:
        """The orders that begin with these words."""
        place = len(words)
        return tuple(each for each in self.orders if tuple(each[0].split()[:place]) == words)


class Composed(NamedTuple):
    """A composition with the orders of a text that were not reached, because it pauses before them."""

    composition: Composition
    left: tuple[Spelled[Any], ...] = ()


@dataclass(frozen=True)
class Composition:
    """The orders of a turn so far; `undone` are those taken back, the last one first."""

    starting_point: StartingPoint
    given: tuple[Given, ...] = ()
    undone: tuple[Any, ...] = ()

    @property
    def game(self) -> Game[Any, Any]:
        """The game that is played."""
        return self.starting_point.game

    @property
    def position(self) -> Any:
        """The position that the orders so far have led to."""
        return self.given[-1].position if self.given else self.starting_point.position

    @property
    def start(self) -> Any:
        """The position that differences are counted from."""
        return (
            self.starting_point.position if self.starting_point.before is None else self.starting_point.before
        )

    @property
    def texts(self) -> tuple[str, ...]:
        """The orders so far in canonical text, as `play` takes them."""
        return tuple(each.text for each in self.given)

    @property
    def events(self) -> tuple[Event, ...]:
        """Everything that the orders so far have done."""
        return tuple(event for each in self.given for event in each.events)

    @cached_property
    def decision(self) -> Decision | None:
        """Who has to decide now; None if nobody has."""
        return self.game.decision(self.position)

    @property
    def choice(self) -> Choice | None:
        """The choice that is open now, whoever has it; None if none is."""
        return None if self.decision is None else self.decision.choice

    @property
    def at_own(self) -> Any:
        """The last position in which the turn was still on: before the order that ended it, if one has."""
        if not (self.given and self.game.ends_turn(self.given[-1].order)):
            return self.position
        return self.given[-2].position if len(self.given) > 1 else self.starting_point.position

    @cached_property
    def stage(self) -> Stage:
        """Where the composition stands."""
        found = self._stage_of(self.decision)
        if found in (Stage.OPEN, Stage.CHOICE):
            return found
        if self.game.over(self.position):
            return Stage.OVER
        return Stage.ENDED if self.given and self.game.ends_turn(self.given[-1].order) else found

    def _stage_of(self, decision: Decision | None) -> Stage:
        if decision is None or (
            self.given and self.given[-1].rolls and pauses(self.game, self.given[-1].order)
        ):
            return Stage.CHANCE
        seat, readable = self.starting_point.seat, self.starting_point.readable
        if seat is not None and decision.seat != seat:
            return Stage.PAUSED
        if decision.need is Need.ANSWER:
            return Stage.CHOICE
        if readable is not None and not readable.issuperset(
            self.game.needed_cards(self.position, decision.seat)
        ):
            return Stage.DRAWN
        return Stage.OPEN

    @property
    def goes_on(self) -> bool:
        """Whether an order may follow."""
        return self.stage in (Stage.OPEN, Stage.CHOICE)

    @property
    def whole(self) -> bool:
        """Whether `play` takes these orders as a block: the turn has ended, or pauses for somebody else, or
        they answer the choice that the table has waited for."""
        if not self.goes_on:
            return True
        first = self.game.decision(self.starting_point.position)
        return first is not None and first.need is Need.ANSWER and self.choice != first.choice

    # --- giving and taking back ---------------------------------------------------------------------------

    def add(self, order: Any) -> Composition:
        """The composition with one order more. Raises OrderError if it may not be given, or none may."""
        if not self.goes_on or self.decision is None:
            raise IllegalOrder(message("no more orders are possible here"), rule="FORMATS 2")
        last = self.given[-1].rolls if self.given else self.starting_point.rolls
        seat, serve = self.decision.seat, self.starting_point.serve
        check_reader(order, self.starting_point.colours, seat)
        done = step(self.game, self.position, seat, order)
        revealed = bool(done.requests) and serve is not None
        if revealed:
            done = step(self.game, self.position, seat, order, serve)
        given = Given(
            seat,
            done.order,
            self.game.text(done.order),
            done.text,
            done.auto,
            done.events,
            done.position,
            revealed,
            last or any(isinstance(request, Roll) for request in done.requests),
        )
        return Composition(self.starting_point, (*self.given, given))

    def read(self, text: str) -> Composed:
        """The composition with the orders of a text, as far as they go.

        Raises OrderError with the line and column of the first that is none, or may not be given.
        """
        return self.give(list(self.game.parse(text)))

    def give(self, orders: Sequence[Spelled[Any]]) -> Composed:
        """The composition with these orders, as far as they go. Raises OrderError, as `read`."""
        now = self
        for number, spelled in enumerate(orders):
            if not now.goes_on:
                if now.stage in (Stage.ENDED, Stage.OVER):
                    raise ended_before(spelled)
                return Composed(now, tuple(orders[number:]))
            try:
                now = now.add(spelled.order)
            except OrderError as problem:
                raise placed(problem, spelled) from None
        return Composed(now)

    def undo(self) -> Composition:
        """The composition without its last order, which `redo` gives again.

        Raises IllegalOrder if there is none, or it has drawn or rolled what is known since.
        """
        if not self.given:
            raise IllegalOrder(message("there is no order to take back"), rule="FORMATS 2")
        last = self.given[-1]
        if last.revealed:
            what = message("{order} has revealed something new", order=last.text)
            raise IllegalOrder(
                what, rule="FORMATS 2", hint=message("an order that reveals something cannot be taken back")
            )
        return replace(self, given=self.given[:-1], undone=(*self.undone, last.order))

    def redo(self) -> Composition:
        """The composition with the order that was taken back last. Raises IllegalOrder if there is none."""
        if not self.undone:
            raise IllegalOrder(message("there is no order to redo"), rule="FORMATS 2")
        *rest, last = self.undone
        return replace(self.add(last), undone=tuple(rest))

    # --- what it comes to ---------------------------------------------------------------------------------

    @cached_property
    def next(self) -> Next:
        """Every order that may be given next; none where the composition does not go on."""
        if not self.goes_on:
            return Next(())
        game = self.game
        return Next(tuple((game.text(order), order) for order in game.legal(self.position)))

    def difference(self) -> dict[str, dict[str, int]]:
        """What the orders so far change for each colour, and by how much; what stays the same is left out."""
        columns = optional(self.game, Columns)
        return {} if columns is None else columns.changes(self.start, self.position)
