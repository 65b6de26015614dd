"""The one step common to all games: complete and apply an order, and give standing answers.

Play, replay, imported records, trials, bots and demonstrations all use it. A game's requests are
returned for the table to record (`Step.requests`). With a `Serve` function, which knows all cards and
rolls all dice, they are served at once, as in a trial.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import NamedTuple

from khronos_pbem.engine.contract import (
    AnyGame,
    AnyOrder,
    AnyParsedOrder,
    AnyPosition,
    Event,
    Outcome,
    Request,
)
from khronos_pbem.engine.rule_references import rule_references_of
from khronos_pbem.errors import IllegalOrder, KhronosError, OrderError
from khronos_pbem.messages import message

Serve = Callable[[AnyPosition, Request], Outcome[AnyPosition]]
"""A function that serves one request at once and returns the outcome.

In the new position, cards have been dealt, opened or shuffled, or numbers rolled, as requested. Any
further requests that this causes are served after all those already waiting.
"""


class AnsweredOutcome(NamedTuple):
    """An outcome after all standing answers; `auto` lists them as texts, `answers` as orders."""

    position: AnyPosition
    auto: tuple[str, ...]
    events: tuple[Event, ...]
    requests: tuple[Request, ...]
    answers: tuple[AnyOrder, ...] = ()


class Step(NamedTuple):
    """The result of one order; its `requests` are not served yet.

    `text` is the order as stored in the record, and `order` is the same order with all omitted parts
    filled in. `auto` (texts) and `answers` (orders) are the answers given by standing orders.
    """

    position: AnyPosition
    text: str
    auto: tuple[str, ...]
    events: tuple[Event, ...]
    requests: tuple[Request, ...]
    order: AnyOrder
    answers: tuple[AnyOrder, ...]


def step(
    game: AnyGame, position: AnyPosition, seat: int, order: AnyOrder, serve: Serve | None = None
) -> Step:
    """Apply an order by a seat and return the result. Raises OrderError if it is illegal.

    With `serve`, all requests are served.
    """
    full = game.normalize(position, seat, order)
    outcome = game.apply(position, seat, full)
    text = game.text(game.public_order(position, seat, full))
    done = with_standing_answers(game, outcome, serve)
    return Step(done.position, text, done.auto, done.events, done.requests, full, done.answers)


def with_standing_answers(
    game: AnyGame, outcome: Outcome[AnyPosition], serve: Serve | None = None
) -> AnsweredOutcome:
    """Apply all answers that standing orders give to an outcome.

    With `serve`, all requests are served.
    """
    position, events, requests = outcome.position, [*outcome.events], [*outcome.requests]
    auto, answers = list[str](), list[AnyOrder]()
    while True:
        answer = game.standing_answer(position)
        if answer is not None:
            decision = game.decision(position)
            assert decision is not None
            outcome = game.apply(position, decision.seat, answer)
            auto.append(game.text(answer))
            answers.append(answer)
            events.append(_answered_event(game, auto[-1]))
        elif serve is not None and requests:
            outcome = serve(position, requests.pop(0))
        else:
            return AnsweredOutcome(position, tuple(auto), tuple(events), tuple(requests), tuple(answers))
        position = outcome.position
        events += outcome.events
        requests += outcome.requests


def _answered_event(game: AnyGame, answer: str) -> Event:
    """Return the event for an answer by a standing order; it precedes the events that the answer causes."""
    text = message("answered by policy: {order}", order=answer)
    return Event("answered", rule_references_of(game).standing, text)


def without_seats(game: AnyGame, position: AnyPosition, seats: Iterable[int]) -> AnsweredOutcome:
    """Return the position after these seats have left for good, with standing answers (DECK 9.2)."""
    auto, events, requests, answers = list[str](), list[Event](), list[Request](), list[AnyOrder]()
    for seat in seats:
        done = with_standing_answers(game, game.without_seat(position, seat))
        position = done.position
        auto += done.auto
        events += done.events
        requests += done.requests
        answers += done.answers
    return AnsweredOutcome(position, tuple(auto), tuple(events), tuple(requests), tuple(answers))


def redeal(game: AnyGame, position: AnyPosition) -> Outcome[AnyPosition]:
    """Return the position with new hands from a new deck (DECK 9.3); unchanged if the game is over."""
    return Outcome(position) if game.is_over(position) else game.redeal(position)


class Trial(NamedTuple):
    """The result of trying orders; `orders` are all orders that were applied, including standing answers."""

    position: AnyPosition
    events: tuple[Event, ...] = ()
    orders: tuple[AnyOrder, ...] = ()


def run_trial(
    game: AnyGame,
    position: AnyPosition,
    orders: Iterable[AnyParsedOrder],
    serve: Serve,
    asked: tuple[Request, ...] = (),
) -> Trial:
    """Apply orders, each by the seat that has to decide at that point, and serve all requests.

    The requests `asked` in the initial position are served first. Raises OrderError with the line and
    column of the first order that is refused.
    """
    begun = with_standing_answers(game, Outcome(position, (), asked), serve)
    position, events, given = begun.position, list(begun.events), list(begun.answers)
    for spelled in orders:
        try:
            waiting = game.decision(position)
            if waiting is None:
                raise IllegalOrder(message("the game is over"), rule=rule_references_of(game).over)
            done = step(game, position, waiting.seat, spelled.order, serve)
        except OrderError as problem:
            raise locate_error(problem, spelled) from None
        position = done.position
        events += done.events
        given += [done.order, *done.answers]
    return Trial(position, tuple(events), tuple(given))


def locate_error(problem: KhronosError, spelled: AnyParsedOrder) -> KhronosError:
    """Return an error caused by an order, with the order's place and words added."""
    text = message("{words!r}: {problem}", words=spelled.words, problem=problem.message)
    return problem.changed(line=spelled.line, column=spelled.column, message=text)
