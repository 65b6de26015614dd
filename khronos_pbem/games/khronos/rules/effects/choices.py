"""Open choices and their answers (RULES 7.8, 8.4, 8.5, 9): what is asked of them, what they do."""

from __future__ import annotations

from collections.abc import Iterable

from khronos_pbem.engine.event_log import EventLog
from khronos_pbem.games.khronos.model.land import bit
from khronos_pbem.games.khronos.model.orders import Downsize, Keep, Order, Place
from khronos_pbem.games.khronos.model.position import Leave, Pending, Position
from khronos_pbem.games.khronos.rules.checks.candidates import Candidates
from khronos_pbem.games.khronos.rules.checks.refusals import (
    ANSWER_RULES,
    Question,
    choice_is_open,
    expected_answers,
)
from khronos_pbem.games.khronos.rules.checks.site_refusals import Refusal
from khronos_pbem.games.khronos.rules.effects.hierarchy import best_placement, finish_downsize, start_downsize
from khronos_pbem.games.khronos.rules.effects.reason import leave_cube
from khronos_pbem.messages import message

Answer = Downsize | Place | Keep


def _pending(position: Position) -> Pending:
    assert position.pending is not None
    return position.pending


# --- what is asked ----------------------------------------------------------------------------------------


def a_choice_is_open(position: Position, seat: int, order: Answer) -> Refusal | None:
    """RULES 9: there is something to choose."""
    if position.pending is not None:
        return None
    return Refusal(
        "9",
        message("there is nothing to choose now"),
        message("give an order for your turn, or {order}", order="end"),
    )


def answers_it(position: Position, seat: int, order: Answer) -> Refusal | None:
    """RULES 9: an answer of the kind that is asked for."""
    kind = _pending(position).choice.kind
    if type(order).__name__.lower() == kind:
        return None
    return choice_is_open(position)


def is_an_option(position: Position, seat: int, order: Answer) -> Refusal | None:
    """RULES 9: one of the options; a building may be named by any of its squares (FORMATS 2)."""
    choice = _pending(position).choice
    if _named(position, order) in choice.options:
        return None
    return Refusal(
        ANSWER_RULES[choice.kind], message("that is not one of your options"), expected_answers(position)
    )


ANSWER: tuple[Question, ...] = (a_choice_is_open, answers_it, is_an_option)


def _named(position: Position, order: Answer) -> str:
    if isinstance(order, Keep):
        return order.colour
    return order.at if isinstance(order, Place) else _named_building(position, order.at)


def _named_building(position: Position, name: str) -> str:
    square = position.land.square(name)
    board = _pending(position).board
    building = None if square is None else position.field(board).on(bit(square))
    return position.land.names[building.at] if building else name


def settled_downsize(position: Position, seat: int, order: Downsize) -> Downsize:
    """The building named by its top-left square."""
    return order if position.pending is None else Downsize(_named_building(position, order.at))


# --- which there are --------------------------------------------------------------------------------------


def downsizings(position: Position, seat: int) -> Iterable[Order]:
    """The options, if a building is to be chosen."""
    return map(Downsize, _options(position, "downsize"))


def placements(position: Position, seat: int) -> Iterable[Order]:
    """The options, if a place is to be chosen."""
    return map(Place, _options(position, "place"))


def keepings(position: Position, seat: int) -> Iterable[Order]:
    """The options, if a colour is to be chosen."""
    return map(Keep, _options(position, "keep"))


def _options(position: Position, kind: str) -> tuple[str, ...]:
    pending = position.pending
    return pending.choice.options if pending is not None and pending.choice.kind == kind else ()


DOWNSIZINGS, PLACEMENTS, KEEPINGS = Candidates(downsizings), Candidates(placements), Candidates(keepings)


def standing_answer(position: Position) -> Order | None:
    """The answer by standing order to the open choice, in another player's turn (RULES 9.3), if any.

    Of a player who is gone every choice has one: the first option, where nothing else is said (RULES 11.2).
    """
    pending = position.pending
    if pending is None:
        return None
    player = position.players[pending.choice.seat]
    if pending.choice.kind == "place":
        asked = pending.choice.seat == position.active and not player.gone
        return None if asked or player.policy != "auto" else Place(best_placement(position, pending))
    if not player.gone:
        return None
    kind = Keep if pending.choice.kind == "keep" else Downsize
    return kind(pending.choice.options[0])


# --- what they do -----------------------------------------------------------------------------------------


def apply_downsize(position: Position, seat: int, order: Downsize, story: EventLog) -> Position:
    """The chosen building becomes smaller (RULES 8.4)."""
    pending, square = _pending(position), position.land.square(order.at)
    assert square is not None
    building = position.field(pending.board).on(bit(square))
    assert building is not None
    return start_downsize(position._replace(pending=None), pending.board, building, pending.junction, story)


def apply_place(position: Position, seat: int, order: Place, story: EventLog) -> Position:
    """The smaller building stands where it was chosen (RULES 8.5)."""
    pending, at = _pending(position), position.land.square(order.at)
    assert at is not None
    assert pending.building is not None
    position = position._replace(pending=None)
    return finish_downsize(
        position, pending.board, pending.building, pending.piece, at, pending.junction, story
    )


def apply_keep(position: Position, seat: int, order: Keep, story: EventLog) -> Position:
    """The chosen colour's cube stays (RULES 7.8)."""
    position = position._replace(pending=None)
    chosen = position.seat_of(order.colour)
    assert chosen is not None
    task, *rest = position.tasks
    assert isinstance(task, Leave)
    return leave_cube(position.with_tasks(tuple(rest)), task, chosen, story)
