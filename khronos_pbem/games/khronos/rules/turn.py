"""Applying orders: which seat can give them now, and what they change (RULES 3, 9)."""

from __future__ import annotations

from khronos_pbem.engine.change import Change
from khronos_pbem.engine.orders.verbs import When
from khronos_pbem.errors import NothingToDo, NotYourDecision
from khronos_pbem.games.khronos.model.decision import decision
from khronos_pbem.games.khronos.model.orders import Order
from khronos_pbem.games.khronos.model.position import Leave, Phase, Position, Restore, Ripple
from khronos_pbem.games.khronos.rules import near_squares
from khronos_pbem.games.khronos.rules.effects.hierarchy import run_restore
from khronos_pbem.games.khronos.rules.effects.reason import run_leave
from khronos_pbem.games.khronos.rules.effects.ripples import run_ripple
from khronos_pbem.games.khronos.rules.effects.rounds import next_turn
from khronos_pbem.games.khronos.rules.verbs import VERBS_BY_ORDER
from khronos_pbem.messages import message


def apply(position: Position, seat: int, order: Order) -> Change[Position]:
    """Check an order from a seat and return the position after it, with its events and requests.

    Raises IllegalOrder (with the paragraph), NotYourDecision if another seat must decide, and NothingToDo
    before and after the game.
    """
    _check_seat(position, seat)
    order = normalized(position, seat, order)
    problem = VERBS_BY_ORDER[type(order)].refusal(position, seat, order)
    if problem is not None:
        raise near_squares.with_near_squares(position, seat, order, problem).error()
    return apply_unchecked(position, seat, order)


def apply_unchecked(position: Position, seat: int, order: Order) -> Change[Position]:
    """Apply an order that is known to be legal, such as one from `legal_orders`, without any checks."""
    verb = VERBS_BY_ORDER[type(order)]
    change = verb.apply(position, seat, order)
    if verb.when is When.ACTION and position.phase is not Phase.ACT:
        change = change.at(change.position._replace(phase=Phase.ACT))
    return _run_tasks(change)


def normalized(position: Position, seat: int, order: Order) -> Order:
    """Return the order in its canonical form.

    Buildings are identified by their top-left squares. Cards for terrain are filled in if there is only one
    way to pay.
    """
    found: Order = VERBS_BY_ORDER[type(order)].normalize(position, seat, order)
    return found


def _check_seat(position: Position, seat: int) -> None:
    """Raise NothingToDo if no decision is open, or NotYourDecision if another seat must decide."""
    waiting = decision(position)
    if waiting is None:
        raise NothingToDo(
            message("the game is over")
            if position.phase is Phase.OVER
            else message("the game has not begun yet"),
            rule="3.3",
        )
    if waiting.seat != seat:
        awaited, other = position.players[waiting.seat].colour, position.players[seat].colour
        if waiting.choice:
            what = message("{awaited} has to choose first, not {other}", awaited=awaited, other=other)
            raise NotYourDecision(what, rule="9")
        what = message("it is {awaited}'s turn, not {other}'s", awaited=awaited, other=other)
        raise NotYourDecision(what, rule="3.1")


def _run_tasks(change: Change[Position]) -> Change[Position]:
    """Run the open tasks in order until none is left or a choice opens (RULES 8.2, 9)."""
    while change.position.tasks and change.position.pending is None:
        change = change.then(_run_first_task)
    position = change.position
    if (
        position.pending is None
        and position.players[position.active].gone
        and position.phase is not Phase.OVER
    ):
        return change.then(next_turn)  # the turn of a player who has gone meanwhile (RULES 11.2)
    return change


def _run_first_task(position: Position) -> Change[Position]:
    task, *rest = position.tasks
    position = position.with_tasks(tuple(rest))
    match task:
        case Restore():
            return run_restore(position, task)
        case Ripple():
            return run_ripple(position, task)
        case Leave():
            return run_leave(position, task)
