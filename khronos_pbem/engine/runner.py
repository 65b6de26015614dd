"""The one step of every game: an order settled and applied, standing orders answered, requests handed on.

Play, replay, imported records, trials, bots and demonstrations all take it. What a game asks for is given
back to be noted by the table (`Step.requests`), or, where somebody is there to serve it, served at once: a
`Serve` knows all cards and rolls all dice, as in a trial.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, NamedTuple

from khronos_pbem.engine.contract import Event, Game, Outcome, Request, Spelled
from khronos_pbem.engine.rule_references import cites_of
from khronos_pbem.errors import IllegalOrder, KhronosError, OrderError
from khronos_pbem.messages import message

Serve = Callable[[Any, Request], Outcome[Any]]
"""Serves one request at once: from a position, the position with what was asked for (cards dealt, opened or
shuffled, numbers rolled). What that asks for in turn is served behind all that is asked for already."""


class Answered(NamedTuple):
    """What an outcome comes to once all standing orders have answered: `auto` are the texts of these answers,
    `answers` the orders that they are."""

    position: Any
    auto: tuple[str, ...]
    events: tuple[Event, ...]
    requests: tuple[Request, ...]
    answers: tuple[Any, ...] = ()


class Step(NamedTuple):
    """What an order leads to: `text` is how the record keeps it, `order` the same with all that it leaves to
    be understood, `auto` and `answers` the answers by standing order; `requests` are not served yet."""

    position: Any
    text: str
    auto: tuple[str, ...]
    events: tuple[Event, ...]
    requests: tuple[Request, ...]
    order: Any
    answers: tuple[Any, ...]


def step(game: Game[Any, Any], position: Any, seat: int, order: Any, serve: Serve | None = None) -> Step:
    """The position after an order by a seat. Raises OrderError if it may not be given.

    With `serve` nothing is left in `requests`.
    """
    full = game.settled(position, seat, order)
    outcome = game.apply(position, seat, full)
    text = game.text(game.public_order(position, seat, full))
    done = answered(game, outcome, serve)
    return Step(done.position, text, done.auto, done.events, done.requests, full, done.answers)


def answered(game: Game[Any, Any], outcome: Outcome[Any], serve: Serve | None = None) -> Answered:
    """An outcome with all that follows from it by standing order, and, with `serve`, by what is served."""
    position, events, requests = outcome.position, [*outcome.events], [*outcome.requests]
    auto, answers = list[str](), list[Any]()
    while True:
        answer = game.standing_answer(position)
        if answer is not None:
            decision = game.decision(position)
            assert decision is not None
            outcome = game.apply(position, decision.seat, answer)
            auto.append(game.text(answer))
            answers.append(answer)
        elif serve is not None and requests:
            outcome = serve(position, requests.pop(0))
        else:
            return Answered(position, tuple(auto), tuple(events), tuple(requests), tuple(answers))
        position = outcome.position
        events += outcome.events
        requests += outcome.requests


def gone_on(game: Game[Any, Any], position: Any, seats: Iterable[int]) -> Answered:
    """The position once these seats have gone for good, and what follows by standing order (DECK 9.2)."""
    auto, events, requests, answers = list[str](), list[Event](), list[Request](), list[Any]()
    for seat in seats:
        done = answered(game, game.without_seat(position, seat))
        position = done.position
        auto += done.auto
        events += done.events
        requests += done.requests
        answers += done.answers
    return Answered(position, tuple(auto), tuple(events), tuple(requests), tuple(answers))


def renewed(game: Game[Any, Any], position: Any) -> Outcome[Any]:
    """The position with new hands from a new deck (DECK 9.3); as it is once the game is over."""
    return Outcome(position) if game.over(position) else game.renewed(position)


class Trial(NamedTuple):
    """What orders made of a position: `orders` are those applied, answers by standing order among them."""

    position: Any
    events: tuple[Event, ...] = ()
    orders: tuple[Any, ...] = ()


def tried(
    game: Game[Any, Any],
    position: Any,
    orders: Iterable[Spelled[Any]],
    serve: Serve,
    asked: tuple[Request, ...] = (),
) -> Trial:
    """The position after orders, each given by whoever has to decide at that point, all requests served.

    What the position itself has `asked` for is served before them. Raises OrderError with line and column of
    the order that does not work.
    """
    begun = answered(game, Outcome(position, (), asked), serve)
    position, events, given = begun.position, list(begun.events), list(begun.answers)
    for spelled in orders:
        try:
            waiting = game.decision(position)
            if waiting is None:
                raise IllegalOrder(message("the game is over"), rule=cites_of(game).over)
            done = step(game, position, waiting.seat, spelled.order, serve)
        except OrderError as problem:
            raise placed(problem, spelled) from None
        position = done.position
        events += done.events
        given += [done.order, *done.answers]
    return Trial(position, tuple(events), tuple(given))


def placed(problem: KhronosError, spelled: Spelled[Any]) -> KhronosError:
    """The error with the place and the words of the order that caused it."""
    problem.line, problem.column = spelled.line, spelled.column
    problem.message = message("{words!r}: {problem}", words=spelled.words, problem=problem.message)
    return problem
