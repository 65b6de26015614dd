"""What happens on reason: cubes put on civil buildings, ruins renovated (RULES 5.8, 5.9, 7.8)."""

from __future__ import annotations

from khronos_pbem.engine.contract import Choice, Event
from khronos_pbem.khronos.building import spend
from khronos_pbem.khronos.land import bit, first
from khronos_pbem.khronos.orders import Populate, Renovate
from khronos_pbem.khronos.pieces import Board, Type
from khronos_pbem.khronos.position import Building, Pending, Position, Task, replaced
from khronos_pbem.saying import say, say_many


def apply_populate(position: Position, seat: int, order: Populate, events: list[Event]) -> Position:
    """Put own cubes on a civil building (RULES 5.8)."""
    building = _on_reason(position, order.at)
    position = spend(position, seat, Board.REASON, (Type.CIVIL,) * order.count)
    position = _with_cubes(position, building, _changed(building, seat, order.count))
    who = position.players[seat].colour
    text = say_many(
        "{who} puts {n} cube on the {piece} at {at}",
        "{who} puts {n} cubes on the {piece} at {at}",
        order.count,
        who=who,
        piece=building.piece.name,
        at=position.land.names[building.at],
    )
    events.append(_event(position, "populated", "5.8", text, building, who))
    return position


def apply_renovate(position: Position, seat: int, order: Renovate, events: list[Event]) -> Position:
    """Do one or two steps of renovating a ruin (RULES 5.9)."""
    ruin = _on_reason(position, order.at)
    position = spend(position, seat, Board.REASON, (ruin.piece.type,) * order.count)
    who, name = position.players[seat].colour, ruin.piece.name
    where = position.land.names[ruin.at]
    if ruin.piece.size == 3 and order.count == 1 and not any(ruin.cubes):
        text = say("{who} begins to renovate the {name} at {where}", who=who, name=name, where=where)
        events.append(_event(position, "renovation begun", "5.9", text, ruin, who))
        return _with_cubes(position, ruin, _changed(ruin, seat, 1))
    text = say("{who} renovates the {name} at {where}", who=who, name=name, where=where)
    events.append(_event(position, "renovated", "5.9", text, ruin, who))
    done = ruin._replace(ruin=False, cubes=(0,) * len(position.players))
    return position.with_field(Board.REASON, replaced(position.field(Board.REASON), ruin, done))


def run_leave(position: Position, task: Task, events: list[Event]) -> Position:
    """A removed civil building leaves one cube on each printed hamlet under it (RULES 7.8).

    The task is already taken off; `task.building` carries the cubes that are still to be shared out.
    """
    assert task.building is not None
    hamlets, removed = task.squares & position.land.hamlet_mask, task.building
    if not hamlets or not any(removed.cubes):
        return position
    cubes, leaders = claims(removed.cubes, position.active)
    removed = removed._replace(cubes=cubes)
    rest = task._replace(building=removed)
    if len(leaders) == 1:
        return leave_cube(position, rest, leaders[0], events)
    options = tuple(position.players[seat].colour for seat in leaders)
    pending = Pending(Choice("keep", position.active, Board.REASON.word, options), Board.REASON)
    return position._replace(pending=pending, tasks=(rest, *position.tasks))


def claims(cubes: tuple[int, ...], active: int) -> tuple[tuple[int, ...], list[int]]:
    """The cubes of a removed building, and the seats of which one leaves a cube on its hamlet (RULES 7.8).

    On a tie the seat `active`, whose action it is, has taken all of his off.
    """
    leaders = _leaders(cubes)
    if len(leaders) > 1:
        cubes = tuple(0 if seat == active else count for seat, count in enumerate(cubes))
        leaders = _leaders(cubes)
    return cubes, leaders


def _leaders(cubes: tuple[int, ...]) -> list[int]:
    return [seat for seat, count in enumerate(cubes) if count == max(cubes)]


def leave_cube(position: Position, task: Task, seat: int, events: list[Event]) -> Position:
    """One cube of this seat stays on the task's first hamlet, or on what covers it now (RULES 7.8)."""
    hamlet = bit(first(task.squares & position.land.hamlet_mask))
    building, removed = position.field(Board.REASON).on(hamlet), task.building
    assert building is not None
    assert removed is not None
    left = removed._replace(cubes=_changed(removed, seat, -1))
    rest = task._replace(building=left, squares=task.squares & ~hamlet)
    position = position._replace(tasks=(rest, *position.tasks))
    if building.piece.type is not Type.CIVIL:
        return position
    who = position.players[seat].colour
    text = say(
        "a cube of {who} stays on the {piece} on reason at {at}",
        who=who,
        piece=building.piece.name,
        at=position.land.names[building.at],
    )
    events.append(_event(position, "cube left", "7.8", text, building, who))
    return _with_cubes(position, building, _changed(building, seat, 1))


def _on_reason(position: Position, name: str) -> Building:
    square = position.land.square(name)
    assert square is not None
    building = position.field(Board.REASON).on(bit(square))
    assert building is not None
    return building


def _changed(building: Building, seat: int, count: int) -> tuple[int, ...]:
    cubes = list(building.cubes)
    cubes[seat] += count
    return tuple(cubes)


def _with_cubes(position: Position, building: Building, cubes: tuple[int, ...]) -> Position:
    new = building._replace(cubes=cubes)
    return position.with_field(Board.REASON, replaced(position.field(Board.REASON), building, new))


def _event(position: Position, name: str, rule: str, text: str, building: Building, who: str) -> Event:
    squares = position.land.named(building.mask)
    return Event(name, rule, text, Board.REASON.word, squares, who)
