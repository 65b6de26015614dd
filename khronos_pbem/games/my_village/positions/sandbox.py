"""The rules on a set-up position: draws served at once, standing orders answered (VILLAGE 15.2, 15.3)."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any, NamedTuple

from khronos_pbem.engine.contract import Event, Outcome, Request, Spelled
from khronos_pbem.errors import IllegalOrder, KhronosError, NothingToDo
from khronos_pbem.games.my_village.language.canonical import parse, text
from khronos_pbem.games.my_village.model.orders import Order
from khronos_pbem.games.my_village.model.position import Position
from khronos_pbem.games.my_village.rules import draws
from khronos_pbem.games.my_village.rules.rat import standing_answer
from khronos_pbem.games.my_village.rules.turn import apply, decision, served, settled
from khronos_pbem.saying import say


class Trial(NamedTuple):
    """What orders made of a position: `orders` are those applied in canonical form, standing answers among
    them; `rolls` are the draws that were opened; `results` are those that no draw has used."""

    position: Position
    events: tuple[Event, ...] = ()
    orders: tuple[Order, ...] = ()
    rolls: tuple[Request, ...] = ()
    results: tuple[str, ...] = ()

    @property
    def pending(self) -> dict[str, Any] | None:
        """The choice that is open at the end, as VILLAGE 15.3 prints it."""
        return pending_data(self.position)


def pending_data(position: Position) -> dict[str, Any] | None:
    """The open choice, as VILLAGE 15.3 prints it; None if there is none."""
    waiting, choice = decision(position), position.choice
    if waiting is None or waiting.choice is None or choice is None:
        return None
    return {
        "kind": choice.kind,
        "player": position.players[choice.seat].colour,
        "board": "",
        "card": choice.card,
        "options": list(waiting.choice.options),
    }


def play_text(position: Position, source: str, results: Sequence[str] = (), seed: int = 0) -> Trial:
    """The position after a text of canonical orders; see `play_orders`."""
    return play_orders(position, parse(source), results, seed)


def play_orders(
    position: Position, orders: Sequence[Spelled[Order]], results: Sequence[str] = (), seed: int = 0
) -> Trial:
    """The position after orders, each given by whoever has to decide at that point.

    Draws have `results`, in order, then those that `seed` makes. Raises OrderError with line and column of
    the order that does not work, InvalidFile for results that a draw cannot have.
    """
    trial = _settle(Trial(position, results=tuple(results)), seed)
    for spelled in orders:
        trial = _settle(_one(trial, spelled), seed)
    return trial


def served_all(position: Position, results: Sequence[str] = (), seed: int = 0) -> Trial:
    """The position with all its draws served, and standing orders answered."""
    return _settle(Trial(position, results=tuple(results)), seed)


def _one(trial: Trial, spelled: Spelled[Order]) -> Trial:
    waiting = decision(trial.position)
    try:
        if waiting is None:
            raise IllegalOrder(say("the game is over"), rule="VILLAGE 10.1")
        order = settled(trial.position, waiting.seat, spelled.order)
        return _added(trial, apply(trial.position, waiting.seat, order), order)
    except (IllegalOrder, NothingToDo) as problem:
        raise _placed(problem, spelled) from None


def _placed(problem: KhronosError, spelled: Spelled[Order]) -> KhronosError:
    problem.line, problem.column = spelled.line, spelled.column
    problem.message = say("{words!r}: {problem}", words=spelled.words, problem=problem.message)
    return problem


def _added(trial: Trial, outcome: Outcome[Position], *orders: Order) -> Trial:
    events, rolls = (*trial.events, *outcome.events), (*trial.rolls, *outcome.requests)
    return Trial(outcome.position, events, (*trial.orders, *orders), rolls, trial.results)


def _settle(trial: Trial, seed: int) -> Trial:
    """Serve every draw and answer every choice that a standing order answers (VILLAGE 13.2)."""
    while True:
        position = trial.position
        answer = standing_answer(position)
        if answer is not None and position.choice is not None:
            trial = _added(trial, apply(position, position.choice.seat, answer), answer)
        elif position.draws:
            trial = _serve(trial, seed)
        else:
            return trial


def _serve(trial: Trial, seed: int) -> Trial:
    position = trial.position
    draw = position.draws[0]
    given, rest = trial.results[: draw.size], trial.results[draw.size :]
    draws.check_results(position, draw, given)
    left = list(draws.possible(position, draw))
    again = draw.name in (draws.POOL, draws.RAT)
    if not again:
        left = [each for each in left if each not in given]
    random, found = Random(f"{seed}/{draw.number}/{position.round}/{draw.name}"), list(given)
    while len(found) < draw.size:
        found.append(left[random.randrange(len(left))] if again else left.pop(random.randrange(len(left))))
    return _added(trial, served(position, found))._replace(results=rest)


def orders_text(trial: Trial) -> list[str]:
    """The orders of a trial in canonical text."""
    return [text(order) for order in trial.orders]
