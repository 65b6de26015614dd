"""The checks for the orders on the `reason` board: `populate` and `renovate` (RULES 5.8, 5.9)."""

from __future__ import annotations

from khronos_pbem.engine.orders.verbs import Check, Refusal
from khronos_pbem.games.khronos.model.field import Building
from khronos_pbem.games.khronos.model.land import bit
from khronos_pbem.games.khronos.model.orders import Populate, Renovate
from khronos_pbem.games.khronos.model.pieces import Board, Type
from khronos_pbem.games.khronos.model.position import Position
from khronos_pbem.games.khronos.rules.checks.payments import payment_refusal
from khronos_pbem.games.khronos.rules.checks.refusals import check_no_open_choice, unknown_square_refusal
from khronos_pbem.games.khronos.rules.checks.site_refusals import square_text
from khronos_pbem.messages import message, plural_message


def _check_square_on_map(position: Position, seat: int, order: Populate | Renovate) -> Refusal | None:
    """Check that the square of the order is on the map (RULES 1.1)."""
    return None if position.land.square(order.at) is not None else unknown_square_refusal(position, order.at)


def _building_at(position: Position, order: Populate | Renovate) -> Building | None:
    """The building on the square of an order; None if there is none."""
    at = position.land.square(order.at)
    assert at is not None
    return position.field(Board.REASON).on(bit(at))


def _existing_building(position: Position, order: Populate | Renovate) -> Building:
    """The building on the square of an order, which must exist."""
    building = _building_at(position, order)
    assert building is not None
    return building


# --- populate ---------------------------------------------------------------------------------------------


def _check_populate_civil(position: Position, seat: int, order: Populate) -> Refusal | None:
    """Check that there is a civil building on the square (RULES 5.8)."""
    building = _building_at(position, order)
    if building is not None and building.piece.type is Type.CIVIL:
        return None
    what = message("there is no civil building on the Reason board at {order}", order=order.at)
    return Refusal("5.8", what, detail=square_text(position, Board.REASON, order.at))


def _check_populate_room(position: Position, seat: int, order: Populate) -> Refusal | None:
    """Check that the building has room for the cubes and the seat has them in stock (RULES 5.8)."""
    building = _existing_building(position, order)
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


def _check_populate_payment(position: Position, seat: int, order: Populate) -> Refusal | None:
    """Check that the seat can use a civil card for each cube (RULES 5.8)."""
    return payment_refusal(position, seat, Board.REASON, Type.CIVIL, order.count)


POPULATE: tuple[Check[Populate], ...] = (
    check_no_open_choice,
    _check_square_on_map,
    _check_populate_civil,
    _check_populate_room,
    _check_populate_payment,
)


# --- renovate ---------------------------------------------------------------------------------------------


def _check_renovate_ruin(position: Position, seat: int, order: Renovate) -> Refusal | None:
    """Check that there is a ruin on the square (RULES 5.9)."""
    building = _building_at(position, order)
    if building is not None and building.ruin:
        return None
    what = message("there is no ruin on the Reason board at {order}", order=order.at)
    return Refusal("5.9", what, detail=square_text(position, Board.REASON, order.at))


def _check_renovate_steps(position: Position, seat: int, order: Renovate) -> Refusal | None:
    """Check that the ruin still needs at least as many steps as the order names (RULES 5.9)."""
    steps = renovation_steps_left(_existing_building(position, order))
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


def _check_renovate_cube(position: Position, seat: int, order: Renovate) -> Refusal | None:
    """Check that the seat has a cube in stock if the ruin stays unfinished (RULES 5.9)."""
    if renovation_steps_left(_existing_building(position, order)) <= order.count or position.cubes(seat) >= 1:
        return None
    return Refusal(
        "5.9", message("the first step needs one of your cubes, but all of them are on the boards")
    )


def _check_renovate_payment(position: Position, seat: int, order: Renovate) -> Refusal | None:
    """Check that the seat can use a card of the ruin's type for each step (RULES 5.9)."""
    kind = _existing_building(position, order).piece.type
    return payment_refusal(position, seat, Board.REASON, kind, order.count)


def renovation_steps_left(ruin: Building) -> int:
    """The number of steps that a ruin still needs, 1 or 2 (RULES 5.9)."""
    return 1 if ruin.piece.size == 2 or any(ruin.cubes) else 2


RENOVATE: tuple[Check[Renovate], ...] = (
    check_no_open_choice,
    _check_square_on_map,
    _check_renovate_ruin,
    _check_renovate_steps,
    _check_renovate_cube,
    _check_renovate_payment,
)
