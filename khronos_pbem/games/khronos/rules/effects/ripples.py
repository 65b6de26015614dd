"""Ripples: copies of buildings on later boards, and the time paradoxes that they cause (RULES 7)."""

from __future__ import annotations

from khronos_pbem.engine.change import Change
from khronos_pbem.engine.contract import Event
from khronos_pbem.games.khronos.model.field import Building, Field, with_building, without_building
from khronos_pbem.games.khronos.model.land import Land, bit
from khronos_pbem.games.khronos.model.pieces import Board, Type
from khronos_pbem.games.khronos.model.position import Junction, Leave, Position, Restore, Ripple
from khronos_pbem.games.khronos.rules.checks.domains import building_with_owner, junction
from khronos_pbem.games.khronos.rules.checks.sites import contact_at
from khronos_pbem.games.khronos.rules.effects.building import junction_event
from khronos_pbem.games.khronos.rules.effects.reason import cube_leaders
from khronos_pbem.messages import Message, message, plural_message


def run_ripple(position: Position, task: Ripple) -> Change[Position]:
    """Copy the building of a task to its board, if RULES 7 allows it.

    The task must already be removed from the position.
    """
    building = _remaining_source(position, task)
    if building is None or building.piece.size == 1:
        return Change(position)
    copy = _copy_for_board(position, building, task.board)
    if task.board is Board.FAITH:
        return _ripple_to_faith(position, task, copy)
    return _ripple_to_reason(position, task, copy)


def _remaining_source(position: Position, task: Ripple) -> Building | None:
    """Return the task's building as it now is on the earlier board, or None (RULES 7.1).

    It may have become smaller.
    """
    source = task.building
    there = position.field(Board(task.board - 1)).within(source.mask)
    return next((b for b in there if b.piece.type is source.piece.type and b.owner == source.owner), None)


def _copy_for_board(position: Position, building: Building, board: Board) -> Building:
    """Return the building as it appears on a later board.

    On reason it has no owner, and it is a ruin unless it is civil.
    """
    if board is Board.REASON:
        ruin = building.piece.type is not Type.CIVIL
        return building._replace(owner=None, ruin=ruin, cubes=(0,) * len(position.players))
    return building._replace(cubes=())


def faith_obstacle(land: Land, before: Field, remaining: Field, copy: Building) -> str:
    """Return the paragraph that forbids a copy on faith, "6.4" or "6.5"; "" if none does (RULES 7.4)."""
    if copy.piece.type is Type.CIVIL:
        return ""
    linking, rivalling = contact_at(land, before, remaining, copy.piece, copy.mask)
    if linking:
        return "6.4"
    return "6.5" if rivalling else ""


def _ripple_to_faith(position: Position, task: Ripple, copy: Building) -> Change[Position]:
    before, land = position.field(Board.FAITH), position.land
    same = before.on(bit(copy.at))
    if (
        same is not None
        and copy.piece.type is Type.CIVIL
        and (same.piece, same.mask) == (copy.piece, copy.mask)
    ):
        onward = _continue_to_reason(position, None, task, (0,) * len(position.players))
        return Change(onward).tell(_stays_event, position, same, Board.FAITH)
    overlapped = before.within(copy.mask)
    cleared, lost, carried = _clear_faith(position, task, overlapped)
    reason = faith_obstacle(land, before, cleared.field(Board.FAITH), copy)
    if reason or not _has_material(cleared, copy, lost):
        return Change(_stop_ripple(position)).tell(_stopped_event, position, copy, Board.FAITH, reason)
    after = with_building(cleared.field(Board.FAITH), land, copy)
    position = cleared.with_field(Board.FAITH, after)
    change = _paradoxes(position, overlapped, Board.FAITH)
    for building in lost:
        change = change.tell(_never_existed_event, position, building)
    change = change.tell(_rippled_event, position, copy, Board.FAITH)
    made = None
    if copy.piece.type is Type.CIVIL:
        made = junction(before, after, copy, land.neighbours(copy.mask))
        if made:
            change = change.tell(junction_event, position, Board.FAITH, copy)
    leaving = tuple(
        Leave(twin) for twin in lost if twin.mask != task.squares and _leaves_cube(position, twin)
    )
    return change.at(_continue_to_reason(position, made, task, carried, leaving))


def _continue_to_reason(
    position: Position,
    made: Junction | None,
    task: Ripple,
    carried: tuple[int, ...],
    leaving: tuple[Leave, ...] = (),
) -> Position:
    """Return the position with the tasks that follow a ripple to faith.

    These are the cubes left, the hierarchy of faith, and the ripple to reason.
    """
    onward = task._replace(board=Board.REASON, cubes=carried)
    return position.with_tasks((*leaving, Restore(Board.FAITH, made), onward, *position.tasks))


def _stop_ripple(position: Position) -> Position:
    return position.with_tasks((Restore(Board.FAITH), *position.tasks))


def _clear_faith(
    position: Position, task: Ripple, overlapped: list[Building]
) -> tuple[Position, list[Building], tuple[int, ...]]:
    """Remove the buildings that a copy overlaps on faith, and their copies on reason (RULES 7.6, 7.7).

    Returns the position, the buildings removed from reason, and the cubes that will move to the arriving
    building (7.8).
    """
    carried, lost = (0,) * len(position.players), []
    for building in overlapped:
        position = _without_tile(position, Board.FAITH, building)
        twin = identical_building(position, building, Board.REASON)
        if twin is not None and not building.printed:
            position = _without_tile(position, Board.REASON, twin)
            lost.append(twin)
            if twin.mask == task.squares and twin.piece.type is Type.CIVIL:
                carried = twin.cubes
    return position, lost, carried


def _without_tile(position: Position, board: Board, building: Building) -> Position:
    """The position without a building; a printed hamlet stays."""
    if building.printed:
        return position
    field = without_building(position.field(board), position.land, building, len(position.players))
    return position.with_field(board, field)


def identical_building(position: Position, building: Building, board: Board) -> Building | None:
    """Return the building on a later board with the same piece and squares, or None (RULES 8.6, 7.7).

    On faith it must also have the same owner.
    """
    found = position.field(board).on(bit(building.at))
    if found is None or (found.piece, found.mask) != (building.piece, building.mask):
        return None
    if board is Board.FAITH and found.owner != building.owner:
        return None
    return found


def _has_material(cleared: Position, copy: Building, lost: list[Building]) -> bool:
    """Return whether a tile and a cube are available for the copy (RULES 7.5).

    Material that the ripple frees is included. `lost` are the buildings removed from reason, where a cube may
    stay on a printed hamlet (7.8).
    """
    if cleared.stock(copy.piece) < 1:
        return False
    return copy.owner is None or cleared.cubes(copy.owner) > _staying_cubes(cleared, lost, copy.owner)


def _staying_cubes(position: Position, lost: list[Building], seat: int) -> int:
    """Return the number of a seat's cubes left on printed hamlets after removing buildings (RULES 7.8)."""
    removed = (building for building in lost if _leaves_cube(position, building))
    return sum(1 for building in removed if cube_leaders(building.cubes, position.active)[1] == [seat])


def _ripple_to_reason(position: Position, task: Ripple, copy: Building) -> Change[Position]:
    before = position.field(Board.REASON)
    same = before.on(bit(copy.at))
    if (
        same is not None
        and copy.piece.type is Type.CIVIL
        and (same.piece, same.mask) == (copy.piece, copy.mask)
    ):
        return Change(position).tell(_stays_event, position, same, Board.REASON)
    overlapped = before.within(copy.mask)
    cleared = position
    for building in overlapped:
        cleared = _without_tile(cleared, Board.REASON, building)
    if not _has_material(cleared, copy, []):
        stopped = Change(_leave_moving_cubes(position, task))
        return stopped.tell(_stopped_event, position, copy, Board.REASON, "")
    arriving = _with_moving_cubes(copy, task, overlapped)
    field = with_building(cleared.field(Board.REASON), position.land, arriving)
    position = cleared.with_field(Board.REASON, field)
    change = _paradoxes(position, overlapped, Board.REASON)
    change = change.tell(_rippled_event, position, arriving, Board.REASON)
    if any(arriving.cubes):
        change = change.tell(_cubes_moved_event, position, arriving)
    leaving = tuple(
        Leave(b)
        for b in overlapped
        if not _is_upgrade_origin(b, task) and not b.printed and _leaves_cube(position, b)
    )
    return change.at(position.with_tasks(leaving + position.tasks))


def _leave_moving_cubes(position: Position, task: Ripple) -> Position:
    """Return the position after cubes that should move found no building to move to (RULES 7.8).

    They are treated as if their building had been removed.
    """
    if not any(task.cubes):
        return position
    at = (task.squares & -task.squares).bit_length() - 1
    old = task.building._replace(mask=task.squares, at=at, cubes=task.cubes)
    if not _leaves_cube(position, old):
        return position
    return position.with_tasks((Leave(old), *position.tasks))


def _is_upgrade_origin(building: Building, task: Ripple) -> bool:
    """Return whether this is the copy of the civil building that was upgraded to the task's building."""
    return building.mask == task.squares and building.piece.type is Type.CIVIL


def _with_moving_cubes(copy: Building, task: Ripple, overlapped: list[Building]) -> Building:
    """The arriving building with the cubes that move onto it (RULES 7.8)."""
    if copy.piece.type is not Type.CIVIL:
        return copy
    cubes = task.cubes or copy.cubes
    for building in overlapped:
        if _is_upgrade_origin(building, task) or building.printed:
            cubes = tuple(one + two for one, two in zip(cubes, building.cubes, strict=True))
    return copy._replace(cubes=cubes)


def _leaves_cube(position: Position, building: Building) -> bool:
    """Return whether a removed civil building had cubes and covered a printed hamlet (RULES 7.8)."""
    return (
        building.piece.type is Type.CIVIL
        and not building.printed
        and any(building.cubes)
        and bool(building.mask & position.land.hamlet_mask)
    )


# --- what it is called ------------------------------------------------------------------------------------


def _paradoxes(position: Position, overlapped: list[Building], board: Board) -> Change[Position]:
    """The position, with an event for each tile among the overlapped buildings (RULES 7.6)."""
    change = Change(position)
    for building in overlapped:
        if not building.printed:
            change = change.tell(_paradox_event, position, building, board)
    return change


def _paradox_event(position: Position, building: Building, board: Board) -> Event:
    text = message(
        "paradox: {the} on {board} at {at} is removed",
        the=_with_article(building_with_owner(position, building)),
        board=board.word,
        at=position.land.names[building.at],
    )
    return Event("paradox", "7.6", text, board.word, position.land.named(building.mask))


def _with_article(name: str) -> str:
    return name if isinstance(name, Message) else message("{thing:the}", thing=name)


def _never_existed_event(position: Position, building: Building) -> Event:
    the, at = _with_article(building_with_owner(position, building)), position.land.names[building.at]
    text = message("so {the} at {at} on the Reason board never existed", the=the, at=at)
    return Event("paradox", "7.7", text, "reason", position.land.named(building.mask))


def _cubes_moved_event(position: Position, arriving: Building) -> Event:
    text = plural_message(
        "{n} cube moves to {piece:the} on the Reason board",
        "{n} cubes move to {piece:the} on the Reason board",
        sum(arriving.cubes),
        piece=arriving.piece.name,
    )
    return Event("cubes moved", "7.8", text, "reason", position.land.named(arriving.mask))


def _rippled_event(position: Position, copy: Building, board: Board) -> Event:
    rule = "7.2" if copy.piece.type is Type.CIVIL else "7.3"
    who = building_with_owner(position, copy)
    if copy.owner is None:
        who = message("{thing:a}", thing=who)
    text = message(
        "{who} appears on {board} at {at}", who=who, board=board.word, at=position.land.names[copy.at]
    )
    return Event("rippled", rule, text, board.word, position.land.named(copy.mask))


def _stays_event(position: Position, same: Building, board: Board) -> Event:
    text = message(
        "{piece:the} on {board} at {at} stays",
        piece=same.piece.name,
        board=board.word,
        at=position.land.names[same.at],
    )
    return Event("stays", "7.6", text, board.word)


def _stopped_event(position: Position, copy: Building, board: Board, reason: str) -> Event:
    why = {
        "6.4": message("it would link domains there"),
        "6.5": message("in the domain there, the highest building of that type already has the same rank"),
        "": message("there is no tile or cube left for it"),
    }[reason]
    rule = "7.4" if reason else "7.5"
    text = message(
        "{piece:the} does not appear on {board}: {why}", piece=copy.piece.name, board=board.word, why=why
    )
    return Event("stopped", rule, text, board.word)
