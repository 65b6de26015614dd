"""The rules on a set-up position, all cards known: `try`, puzzles, tests (FORMATS 1, 3)."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import NamedTuple

from khronos_pbem.engine.contract import Choice, Event, Spelled
from khronos_pbem.errors import IllegalOrder, KhronosError, NothingToDo
from khronos_pbem.games.khronos.language.notation import parse
from khronos_pbem.games.khronos.model.orders import Order
from khronos_pbem.games.khronos.model.pieces import Type
from khronos_pbem.games.khronos.model.position import Card, Position
from khronos_pbem.games.khronos.rules.hands import Dealer
from khronos_pbem.games.khronos.rules.turn import apply, decision, standing_answer
from khronos_pbem.saying import say


class Trial(NamedTuple):
    """What orders made of a position: `orders` are those applied, standing answers among them."""

    position: Position
    events: tuple[Event, ...]
    orders: tuple[Order, ...]

    @property
    def pending(self) -> Choice | None:
        """The choice that is open at the end."""
        return self.position.pending.choice if self.position.pending else None


def open_dealer(seed: int) -> Dealer:
    """A dealer that shuffles known cards, the same way for the same seed and number of shuffles."""

    def shuffle(labels: tuple[Type, ...], number: int) -> tuple[Card, ...]:
        cards = [Card(label) for label in labels]
        Random(f"{seed}/{number}").shuffle(cards)
        return tuple(cards)

    return shuffle


def play_text(position: Position, text: str, seed: int = 0) -> Trial:
    """The position after a text of orders, each given by whoever has to decide at that point.

    Raises OrderError with the line and column of the order that does not work; nothing is lost, positions
    are values.
    """
    return play_orders(position, parse(text), seed)


def play_orders(position: Position, orders: list[Spelled[Order]], seed: int = 0) -> Trial:
    """The position after these orders; see `play_text`."""
    dealer, events, done = open_dealer(seed), list[Event](), list[Order]()
    for spelled in orders:
        position = _one(position, dealer, spelled.order, events, done, _placed(spelled))
        while (answer := standing_answer(position)) is not None:
            position = _one(position, dealer, answer, events, done, _placed(spelled))
    return Trial(position, tuple(events), tuple(done))


def _one(
    position: Position,
    dealer: Dealer,
    order: Order,
    events: list[Event],
    done: list[Order],
    placed: Callable[[KhronosError], KhronosError],
) -> Position:
    waiting = decision(position)
    if waiting is None:
        raise placed(IllegalOrder(say("the game is over"), rule="3.3"))
    try:
        outcome = apply(position, waiting.seat, order, dealer)
    except (IllegalOrder, NothingToDo) as problem:
        raise placed(problem) from None
    events.extend(outcome.events)
    done.append(order)
    return outcome.position


def _placed(spelled: Spelled[Order]) -> Callable[[KhronosError], KhronosError]:
    def place(problem: KhronosError) -> KhronosError:
        problem.line, problem.column = spelled.line, spelled.column
        problem.message = say("{words!r}: {problem}", words=spelled.words, problem=problem.message)
        return problem

    return place
