"""The effects of `populate` and `renovate`, and cubes that stay on hamlets (RULES 5.8, 5.9, 7.8)."""

from __future__ import annotations

from khronos_pbem.engine.change import Change
from khronos_pbem.engine.contract import Choice, Event
from khronos_pbem.games.khronos.model.field import Building, with_building_changed
from khronos_pbem.games.khronos.model.land import bit
from khronos_pbem.games.khronos.model.orders import Populate, Renovate
from khronos_pbem.games.khronos.model.pieces import Board, Type
from khronos_pbem.games.khronos.model.position import Leave, Pending, Position
from khronos_pbem.games.khronos.rules.checks.causes import choice_event
from khronos_pbem.games.khronos.rules.checks.costs import spend_cards
from khronos_pbem.messages import message, plural_message


def apply_populate(position: Position, seat: int, order: Populate) -> Change[Position]:
    """The position with cubes of the seat on a civil building (RULES 5.8)."""
    building = _building_on_reason(position, order.at)
    position = spend_cards(position, seat, Board.REASON, (Type.CIVIL,) * order.count)
    position = _with_cubes(position, building, _cubes_with(building, seat, order.count))
    return Change(position).tell(_populated_event, position, seat, building, order.count)


def apply_renovate(position: Position, seat: int, order: Renovate) -> Change[Position]:
    """The position after renovating a ruin by one or two steps (RULES 5.9)."""
    ruin = _building_on_reason(position, order.at)
    position = spend_cards(position, seat, Board.REASON, (ruin.piece.type,) * order.count)
    if ruin.piece.size == 3 and order.count == 1 and not any(ruin.cubes):
        position = _with_cubes(position, ruin, _cubes_with(ruin, seat, 1))
        return Change(position).tell(_renovation_begun_event, position, seat, ruin)
    done = ruin._replace(ruin=False, cubes=(0,) * len(position.players))
    field = with_building_changed(position.field(Board.REASON), ruin, done)
    position = position.with_field(Board.REASON, field)
    return Change(position).tell(_renovated_event, position, seat, ruin)


def run_leave(position: Position, task: Leave) -> Change[Position]:
    """Leave a cube of a removed civil building on the hamlet under it (RULES 7.8).

    If several seats are tied for the most cubes, a choice between them is opened. The task must already be
    removed from the position.
    """
    _, leaders = cube_leaders(task.building.cubes, position.active)
    if len(leaders) == 1:
        return leave_cube(position, task, leaders[0])
    options = tuple(position.players[seat].colour for seat in leaders)
    pending = Pending(Choice("keep", position.active, Board.REASON.word, options), Board.REASON)
    position = position._replace(pending=pending, tasks=(task, *position.tasks))
    return Change(position).tell(choice_event, position)


def cube_leaders(cubes: tuple[int, ...], active: int) -> tuple[tuple[int, ...], list[int]]:
    """Return the cubes of a removed building, and the seats that have the most of them (RULES 7.8).

    If several seats are tied, the cubes of the seat `active`, whose turn it is, do not count.
    """
    leaders = _seats_with_most(cubes)
    if len(leaders) > 1:
        cubes = tuple(0 if seat == active else count for seat, count in enumerate(cubes))
        leaders = _seats_with_most(cubes)
    return cubes, leaders


def _seats_with_most(cubes: tuple[int, ...]) -> list[int]:
    return [seat for seat, count in enumerate(cubes) if count == max(cubes)]


def leave_cube(position: Position, task: Leave, seat: int) -> Change[Position]:
    """Return the position with a cube of this seat on the hamlet or the building covering it (RULES 7.8)."""
    hamlet = task.building.mask & position.land.hamlet_mask
    building = position.field(Board.REASON).on(hamlet)
    assert building is not None
    position = _with_cubes(position, building, _cubes_with(building, seat, 1))
    return Change(position).tell(_cube_left_event, position, seat, building)


def _building_on_reason(position: Position, name: str) -> Building:
    square = position.land.square(name)
    assert square is not None
    building = position.field(Board.REASON).on(bit(square))
    assert building is not None
    return building


def _cubes_with(building: Building, seat: int, count: int) -> tuple[int, ...]:
    """Return the cubes of a building after adding `count` cubes of a seat."""
    cubes = list(building.cubes)
    cubes[seat] += count
    return tuple(cubes)


def _with_cubes(position: Position, building: Building, cubes: tuple[int, ...]) -> Position:
    new = building._replace(cubes=cubes)
    return position.with_field(
        Board.REASON, with_building_changed(position.field(Board.REASON), building, new)
    )


# --- what it is called ------------------------------------------------------------------------------------


def _populated_event(position: Position, seat: int, building: Building, count: int) -> Event:
    who = position.players[seat].colour
    text = plural_message(
        "{who} puts {n} cube on {piece:the} at {at}",
        "{who} puts {n} cubes on {piece:the} at {at}",
        count,
        who=who,
        piece=building.piece.name,
        at=position.land.names[building.at],
    )
    return _event(position, "populated", "5.8", text, building, who)


def _renovation_begun_event(position: Position, seat: int, ruin: Building) -> Event:
    who, piece, where = position.players[seat].colour, ruin.piece.name, position.land.names[ruin.at]
    text = message("{who} begins to renovate {piece:the} at {where}", who=who, piece=piece, where=where)
    return _event(position, "renovation begun", "5.9", text, ruin, who)


def _renovated_event(position: Position, seat: int, ruin: Building) -> Event:
    who, piece, where = position.players[seat].colour, ruin.piece.name, position.land.names[ruin.at]
    text = message("{who} renovates {piece:the} at {where}", who=who, piece=piece, where=where)
    return _event(position, "renovated", "5.9", text, ruin, who)


def _cube_left_event(position: Position, seat: int, building: Building) -> Event:
    who = position.players[seat].colour
    text = message(
        "{who}'s cube stays on {piece:the} at {at} on the Reason board",
        who=who,
        piece=building.piece.name,
        at=position.land.names[building.at],
    )
    return _event(position, "cube left", "7.8", text, building, who)


def _event(position: Position, name: str, rule: str, text: str, building: Building, who: str) -> Event:
    squares = position.land.named(building.mask)
    return Event(name, rule, text, Board.REASON.word, squares, who)
