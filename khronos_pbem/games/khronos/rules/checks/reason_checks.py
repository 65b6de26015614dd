"""What is asked of orders on reason: populate and renovate (RULES 5.8, 5.9)."""

from __future__ import annotations

from khronos_pbem.games.khronos.model.land import bit
from khronos_pbem.games.khronos.model.orders import Populate, Renovate
from khronos_pbem.games.khronos.model.pieces import Board, Type
from khronos_pbem.games.khronos.model.position import Building, Position
from khronos_pbem.games.khronos.rules.checks.payments import payment_refusal
from khronos_pbem.games.khronos.rules.checks.refusals import Question, choice_comes_first, no_square
from khronos_pbem.games.khronos.rules.checks.site_refusals import Refusal, what_stands
from khronos_pbem.messages import message, plural_message


def on_the_map(position: Position, seat: int, order: Populate | Renovate) -> Refusal | None:
    """RULES 1.1: the square is one of the map."""
    return None if position.land.square(order.at) is not None else no_square(position, order.at)


def _found(position: Position, order: Populate | Renovate) -> Building | None:
    at = position.land.square(order.at)
    assert at is not None
    return position.field(Board.REASON).on(bit(at))


def _standing(position: Position, order: Populate | Renovate) -> Building:
    building = _found(position, order)
    assert building is not None
    return building


# --- populate ---------------------------------------------------------------------------------------------


def is_civil(position: Position, seat: int, order: Populate) -> Refusal | None:
    """RULES 5.8: cubes go on civil buildings."""
    building = _found(position, order)
    if building is not None and building.piece.type is Type.CIVIL:
        return None
    what = message("there is no civil building on reason at {order}", order=order.at)
    return Refusal("5.8", what, detail=what_stands(position, Board.REASON, order.at))


def has_room(position: Position, seat: int, order: Populate) -> Refusal | None:
    """RULES 5.8: as many cubes as the building's value, and that many left."""
    building = _standing(position, order)
    room = building.value - sum(building.cubes)
    if order.count < 1 or order.count > room:
        what = plural_message(
            "{piece:the} at {order} has room for only {n} more cube",
            "{piece:the} at {order} has room for only {n} more cubes",
            room,
            piece=building.piece.name,
            order=order.at,
        )
        if room == 0:
            what = message("{piece:the} at {order} is full", piece=building.piece.name, order=order.at)
        return Refusal("5.8", what)
    left = position.cubes(seat)
    if left < order.count:
        return Refusal(
            "5.8", plural_message("you have only {n} cube left", "you have only {n} cubes left", left)
        )
    return None


def can_pay_cubes(position: Position, seat: int, order: Populate) -> Refusal | None:
    """RULES 5.8: a civil card for each cube."""
    return payment_refusal(position, seat, Board.REASON, Type.CIVIL, order.count)


POPULATE: tuple[Question, ...] = (choice_comes_first, on_the_map, is_civil, has_room, can_pay_cubes)


# --- renovate ---------------------------------------------------------------------------------------------


def is_ruin(position: Position, seat: int, order: Renovate) -> Refusal | None:
    """RULES 5.9: a ruin stands there."""
    building = _found(position, order)
    if building is not None and building.ruin:
        return None
    what = message("there is no ruin on reason at {order}", order=order.at)
    return Refusal("5.9", what, detail=what_stands(position, Board.REASON, order.at))


def needs_steps(position: Position, seat: int, order: Renovate) -> Refusal | None:
    """RULES 5.9: not more steps than are left."""
    steps = steps_left(_standing(position, order))
    if 1 <= order.count <= steps:
        return None
    what = plural_message(
        "the ruin at {order} needs only {n} step, not {count}",
        "the ruin at {order} needs only {n} steps, not {count}",
        steps,
        order=order.at,
        count=order.count,
    )
    return Refusal("5.9", what)


def has_cube_for_first_step(position: Position, seat: int, order: Renovate) -> Refusal | None:
    """RULES 5.9: the first of two steps leaves a cube."""
    if steps_left(_standing(position, order)) <= order.count or position.cubes(seat) >= 1:
        return None
    return Refusal(
        "5.9", message("the first step needs one of your cubes, and all of them are on the boards")
    )


def can_pay_steps(position: Position, seat: int, order: Renovate) -> Refusal | None:
    """RULES 5.9: a card of the ruin's type for each step."""
    kind = _standing(position, order).piece.type
    return payment_refusal(position, seat, Board.REASON, kind, order.count)


def steps_left(ruin: Building) -> int:
    """The steps that still renovate a ruin (RULES 5.9)."""
    return 1 if ruin.piece.size == 2 or any(ruin.cubes) else 2


RENOVATE: tuple[Question, ...] = (
    choice_comes_first,
    on_the_map,
    is_ruin,
    needs_steps,
    has_cube_for_first_step,
    can_pay_steps,
)
