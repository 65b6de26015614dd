"""The answers to open choices (RULES 7.8, 8.4, 8.5, 9): checks, candidates and effects."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from khronos_pbem.engine.change import Change
from khronos_pbem.engine.orders.verbs import Check, Refusal
from khronos_pbem.games.khronos.model.land import bit
from khronos_pbem.games.khronos.model.orders import Downsize, Keep, Order, Place
from khronos_pbem.games.khronos.model.position import BEST, Leave, Pending, Position
from khronos_pbem.games.khronos.rules.checks.refusals import (
    ANSWER_RULES,
    expected_answers,
    open_choice_refusal,
)
from khronos_pbem.games.khronos.rules.effects.hierarchy import finish_downsize, start_downsize
from khronos_pbem.games.khronos.rules.effects.reason import leave_cube
from khronos_pbem.messages import message

Answer = Downsize | Place | Keep

_ASK_AGAIN = "policy downsizing ask"


def _open_pending(position: Position) -> Pending:
    assert position.pending is not None
    return position.pending


# --- what is asked ----------------------------------------------------------------------------------------


def _check_choice_open(position: Position, seat: int, order: Answer) -> Refusal | None:
    """Check that a choice is open (RULES 9).

    Returns the refusal, or None if the order passes.
    """
    if position.pending is not None:
        return None
    what = message("there is nothing to choose now")
    if isinstance(order, Downsize) and position.players[seat].downsizing == BEST:
        hint = message(
            'your policy chooses for you; to make the choice yourself, begin your turn with "{order}"',
            order=_ASK_AGAIN,
        )
        return Refusal("9", what, hint)
    return Refusal("9", what, message('give an order for your turn, or "{order}"', order="end"))


def _check_answer_kind(position: Position, seat: int, order: Answer) -> Refusal | None:
    """Check that the answer is of the kind that the choice requires (RULES 9)."""
    kind = _open_pending(position).choice.kind
    if type(order).__name__.lower() == kind:
        return None
    return open_choice_refusal(position)


def _check_answer_option(position: Position, seat: int, order: Answer) -> Refusal | None:
    """Check that the answer is one of the options (RULES 9).

    A building can be named by any of its squares (FORMATS 2).
    """
    choice = _open_pending(position).choice
    if _option_of(position, order) in choice.options:
        return None
    return Refusal(
        ANSWER_RULES[choice.kind], message("that is not one of your options"), expected_answers(position)
    )


ANSWER: tuple[Check[Any], ...] = (_check_choice_open, _check_answer_kind, _check_answer_option)


def _option_of(position: Position, order: Answer) -> str:
    """The option that an answer names."""
    if isinstance(order, Keep):
        return order.colour
    return order.at if isinstance(order, Place) else _top_left_name(position, order.at)


def _top_left_name(position: Position, name: str) -> str:
    """Return the name of the top-left square of the building on a square.

    If there is no building, the name is returned unchanged.
    """
    square = position.land.square(name)
    board = _open_pending(position).board
    building = None if square is None else position.field(board).on(bit(square))
    return position.land.names[building.at] if building else name


def normalized_downsize(position: Position, seat: int, order: Downsize) -> Downsize:
    """Return the order with the building identified by its top-left square."""
    return order if position.pending is None else Downsize(_top_left_name(position, order.at))


# --- which there are --------------------------------------------------------------------------------------


def downsizings(position: Position, seat: int) -> Iterable[Order]:
    """Return a `downsize` order for each option if the open choice requires one."""
    return map(Downsize, _options(position, "downsize"))


def placements(position: Position, seat: int) -> Iterable[Order]:
    """Return a `place` order for each option if the open choice requires one."""
    return map(Place, _options(position, "place"))


def keepings(position: Position, seat: int) -> Iterable[Order]:
    """Return a `keep` order for each option if the open choice requires one."""
    return map(Keep, _options(position, "keep"))


def _options(position: Position, kind: str) -> tuple[str, ...]:
    pending = position.pending
    return pending.choice.options if pending is not None and pending.choice.kind == kind else ()


# --- what they do -----------------------------------------------------------------------------------------


def apply_downsize(position: Position, seat: int, order: Downsize) -> Change[Position]:
    """Downsize the chosen building, or open the choice of its new place (RULES 8.4)."""
    pending, square = _open_pending(position), position.land.square(order.at)
    assert square is not None
    building = position.field(pending.board).on(bit(square))
    assert building is not None
    return start_downsize(position._replace(pending=None), pending.board, building, pending.junction)


def apply_place(position: Position, seat: int, order: Place) -> Change[Position]:
    """The position with the downsized building in the chosen place (RULES 8.5)."""
    pending, at = _open_pending(position), position.land.square(order.at)
    assert at is not None
    assert pending.building is not None
    position = position._replace(pending=None)
    return finish_downsize(position, pending.board, pending.building, pending.piece, at, pending.junction)


def apply_keep(position: Position, seat: int, order: Keep) -> Change[Position]:
    """The position with a cube of the chosen colour on the hamlet (RULES 7.8)."""
    position = position._replace(pending=None)
    chosen = position.seat_of(order.colour)
    assert chosen is not None
    task, *rest = position.tasks
    assert isinstance(task, Leave)
    return leave_cube(position.with_tasks(tuple(rest)), task, chosen)
