"""One order with all that follows from it by standing order: the step of every game, played or replayed."""

from __future__ import annotations

from typing import Any, NamedTuple

from khronos_pbem.engine.contract import Event, Game, Request


class Advance(NamedTuple):
    """What an order leads to, with its text as the record keeps it and the answers by standing order."""

    position: Any
    text: str
    auto: tuple[str, ...]
    events: tuple[Event, ...]
    requests: tuple[Request, ...]


def advance(game: Game[Any, Any], position: Any, seat: int, order: Any) -> Advance:
    """The position after an order by a seat. Raises OrderError if it may not be given."""
    full = game.settled(position, seat, order)
    outcome = game.apply(position, seat, full)
    text = game.text(game.public_order(position, seat, full))
    events, requests, auto = [*outcome.events], [*outcome.requests], list[str]()
    while (answer := game.standing_answer(outcome.position)) is not None:
        decision = game.decision(outcome.position)
        assert decision is not None
        outcome = game.apply(outcome.position, decision.seat, answer)
        events += outcome.events
        requests += outcome.requests
        auto.append(game.text(answer))
    return Advance(outcome.position, text, tuple(auto), tuple(events), tuple(requests))
