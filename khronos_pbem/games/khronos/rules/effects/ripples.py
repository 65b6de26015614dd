"""Ripples: copies on the later boards, and the paradoxes they make (RULES 7)."""

from __future__ import annotations

from khronos_pbem.engine.contract import Event
from khronos_pbem.engine.event_log import EventLog
from khronos_pbem.games.khronos.model.land import Land, bit
from khronos_pbem.games.khronos.model.pieces import Board, Type
from khronos_pbem.games.khronos.model.position import (
    Building,
    Field,
    Junction,
    Leave,
    Position,
    Restore,
    Ripple,
    with_building,
    without_building,
)
from khronos_pbem.games.khronos.rules.checks.domains import junction, owned
from khronos_pbem.games.khronos.rules.checks.sites import contact
from khronos_pbem.games.khronos.rules.effects.building import linked
from khronos_pbem.games.khronos.rules.effects.reason import claims
from khronos_pbem.messages import Message, message, plural_message


def run_ripple(position: Position, task: Ripple, story: EventLog) -> Position:
    """Copy the task's building to its board, as far as RULES 7 lets it; the task is already taken off."""
    building = _still_standing(position, task)
    if building is None or building.piece.size == 1:
        return position
    copy = _arriving(position, building, task.board)
    if task.board is Board.FAITH:
        return _to_faith(position, task, copy, story)
    return _to_reason(position, task, copy, story)


def _still_standing(position: Position, task: Ripple) -> Building | None:
    """What stands of the task's building on the board before: it, a smaller one, or nothing (RULES 7.1)."""
    source = task.building
    there = position.field(Board(task.board - 1)).within(source.mask)
    return next((b for b in there if b.piece.type is source.piece.type and b.owner == source.owner), None)


def _arriving(position: Position, building: Building, board: Board) -> Building:
    if board is Board.REASON:
        ruin = building.piece.type is not Type.CIVIL
        return building._replace(owner=None, ruin=ruin, cubes=(0,) * len(position.players))
    return building._replace(cubes=())


def forbidden_on_faith(land: Land, before: Field, remaining: Field, copy: Building) -> str:
    """The paragraph, 6.4 or 6.5, that keeps a military or religious copy off faith; "" if none does (7.4)."""
    if copy.piece.type is Type.CIVIL:
        return ""
    linking, rivalling = contact(land, before, remaining, copy.piece, copy.mask)
    if linking:
        return "6.4"
    return "6.5" if rivalling else ""


def _to_faith(position: Position, task: Ripple, copy: Building, story: EventLog) -> Position:
    before, land = position.field(Board.FAITH), position.land
    same = before.on(bit(copy.at))
    if (
        same is not None
        and copy.piece.type is Type.CIVIL
        and (same.piece, same.mask) == (copy.piece, copy.mask)
    ):
        story.tell(_stays, position, same, Board.FAITH)
        return _then(position, None, task, (0,) * len(position.players))
    overlapped = before.within(copy.mask)
    cleared, lost, carried = _clear_faith(position, task, overlapped)
    reason = forbidden_on_faith(land, before, cleared.field(Board.FAITH), copy)
    if reason or not _material(cleared, copy, lost):
        story.tell(_stopped, position, copy, Board.FAITH, reason)
        return _stop(position)
    _tell_paradoxes(position, overlapped, Board.FAITH, story)
    for building in lost:
        story.tell(_vanished, position, building)
    after = with_building(cleared.field(Board.FAITH), land, copy)
    position = cleared.with_field(Board.FAITH, after)
    story.tell(_rippled, position, copy, Board.FAITH)
    made = None
    if copy.piece.type is Type.CIVIL:
        made = junction(before, after, copy, land.neighbours(copy.mask))
        if made:
            story.tell(linked, position, Board.FAITH, copy)
    leaving = tuple(Leave(twin) for twin in lost if twin.mask != task.squares and _bare(position, twin))
    return _then(position, made, task, carried, leaving)


def _then(
    position: Position,
    made: Junction | None,
    task: Ripple,
    carried: tuple[int, ...],
    leaving: tuple[Leave, ...] = (),
) -> Position:
    onward = task._replace(board=Board.REASON, cubes=carried)
    return position.with_tasks((*leaving, Restore(Board.FAITH, made), onward, *position.tasks))


def _stop(position: Position) -> Position:
    return position.with_tasks((Restore(Board.FAITH), *position.tasks))


def _clear_faith(
    position: Position, task: Ripple, overlapped: list[Building]
) -> tuple[Position, list[Building], tuple[int, ...]]:
    """Faith without what the copy overlaps, reason without the copies of that (RULES 7.6, 7.7).

    Also the buildings lost on reason, and the cubes that will move to the arriving building (7.8).
    """
    carried, lost = (0,) * len(position.players), []
    for building in overlapped:
        position = _removed(position, Board.FAITH, building)
        twin = twin_of(position, building, Board.REASON)
        if twin is not None and not building.printed:
            position = _removed(position, Board.REASON, twin)
            lost.append(twin)
            if twin.mask == task.squares and twin.piece.type is Type.CIVIL:
                carried = twin.cubes
    return position, lost, carried


def _removed(position: Position, board: Board, building: Building) -> Position:
    if building.printed:
        return position
    field = without_building(position.field(board), position.land, building, len(position.players))
    return position.with_field(board, field)


def twin_of(position: Position, building: Building, board: Board) -> Building | None:
    """The identical building (type, size, squares, and on faith owner) on a later board (RULES 8.6, 7.7)."""
    found = position.field(board).on(bit(building.at))
    if found is None or (found.piece, found.mask) != (building.piece, building.mask):
        return None
    if board is Board.FAITH and found.owner != building.owner:
        return None
    return found


def _material(cleared: Position, copy: Building, lost: list[Building]) -> bool:
    """Whether tile and cube are there, with what the ripple frees (RULES 7.5); `lost` are the buildings
    removed from reason, where a cube may stay on a printed hamlet (7.8)."""
    if cleared.stock(copy.piece) < 1:
        return False
    return copy.owner is None or cleared.cubes(copy.owner) > _staying(cleared, lost, copy.owner)


def _staying(position: Position, lost: list[Building], seat: int) -> int:
    """How many cubes of a seat stay on printed hamlets where these buildings were (RULES 7.8)."""
    removed = (building for building in lost if _bare(position, building))
    return sum(1 for building in removed if claims(building.cubes, position.active)[1] == [seat])


def _to_reason(position: Position, task: Ripple, copy: Building, story: EventLog) -> Position:
    before = position.field(Board.REASON)
    same = before.on(bit(copy.at))
    if (
        same is not None
        and copy.piece.type is Type.CIVIL
        and (same.piece, same.mask) == (copy.piece, copy.mask)
    ):
        story.tell(_stays, position, same, Board.REASON)
        return position
    overlapped = before.within(copy.mask)
    cleared = position
    for building in overlapped:
        cleared = _removed(cleared, Board.REASON, building)
    if not _material(cleared, copy, []):
        story.tell(_stopped, position, copy, Board.REASON, "")
        return _left_behind(position, task)
    _tell_paradoxes(position, overlapped, Board.REASON, story)
    arriving = _settled(copy, task, overlapped)
    position = cleared.with_field(
        Board.REASON, with_building(cleared.field(Board.REASON), position.land, arriving)
    )
    story.tell(_rippled, position, arriving, Board.REASON)
    if any(arriving.cubes):
        story.tell(_moved, position, arriving)
    leaving = tuple(
        Leave(b) for b in overlapped if not _counterpart(b, task) and not b.printed and _bare(position, b)
    )
    return position.with_tasks(leaving + position.tasks)


def _left_behind(position: Position, task: Ripple) -> Position:
    """The cubes that were to move have nowhere to go: as if their building was just removed (7.8)."""
    if not any(task.cubes):
        return position
    at = (task.squares & -task.squares).bit_length() - 1
    old = task.building._replace(mask=task.squares, at=at, cubes=task.cubes)
    if not _bare(position, old):
        return position
    return position.with_tasks((Leave(old), *position.tasks))


def _counterpart(building: Building, task: Ripple) -> bool:
    return building.mask == task.squares and building.piece.type is Type.CIVIL


def _settled(copy: Building, task: Ripple, overlapped: list[Building]) -> Building:
    """The arriving building with the cubes that move onto it (RULES 7.8)."""
    if copy.piece.type is not Type.CIVIL:
        return copy
    cubes = task.cubes or copy.cubes
    for building in overlapped:
        if _counterpart(building, task) or building.printed:
            cubes = tuple(one + two for one, two in zip(cubes, building.cubes, strict=True))
    return copy._replace(cubes=cubes)


def _bare(position: Position, building: Building) -> bool:
    """Whether a removed civil building had cubes and covered a printed hamlet (RULES 7.8)."""
    return (
        building.piece.type is Type.CIVIL
        and not building.printed
        and any(building.cubes)
        and bool(building.mask & position.land.hamlet_mask)
    )


# --- what it is called ------------------------------------------------------------------------------------


def _tell_paradoxes(position: Position, overlapped: list[Building], board: Board, story: EventLog) -> None:
    for building in overlapped:
        if not building.printed:
            story.tell(_paradox, position, building, board)


def _paradox(position: Position, building: Building, board: Board) -> Event:
    text = message(
        "paradox: {the} on {board} at {at} is removed",
        the=_the(owned(position, building)),
        board=board.word,
        at=position.land.names[building.at],
    )
    return Event("paradox", "7.6", text, board.word, position.land.named(building.mask))


def _the(name: str) -> str:
    return name if isinstance(name, Message) else message("{thing:the}", thing=name)


def _vanished(position: Position, building: Building) -> Event:
    the, at = _the(owned(position, building)), position.land.names[building.at]
    text = message("so {the} on reason at {at} never existed", the=the, at=at)
    return Event("paradox", "7.7", text, "reason", position.land.named(building.mask))


def _moved(position: Position, arriving: Building) -> Event:
    text = plural_message(
        "{n} cube moves to {piece:the} on reason",
        "{n} cubes move to {piece:the} on reason",
        sum(arriving.cubes),
        piece=arriving.piece.name,
    )
    return Event("cubes moved", "7.8", text, "reason", position.land.named(arriving.mask))


def _rippled(position: Position, copy: Building, board: Board) -> Event:
    rule = "7.2" if copy.piece.type is Type.CIVIL else "7.3"
    who = owned(position, copy)
    if copy.owner is None:
        who = message("{thing:a}", thing=who)
    text = message(
        "{who} appears on {board} at {at}", who=who, board=board.word, at=position.land.names[copy.at]
    )
    return Event("rippled", rule, text, board.word, position.land.named(copy.mask))


def _stays(position: Position, same: Building, board: Board) -> Event:
    text = message(
        "{piece:the} on {board} at {at} stays",
        piece=same.piece.name,
        board=board.word,
        at=position.land.names[same.at],
    )
    return Event("stays", "7.6", text, board.word)


def _stopped(position: Position, copy: Building, board: Board, reason: str) -> Event:
    why = {
        "6.4": message("it would link domains there"),
        "6.5": message("the domain there already has a highest building of that type"),
        "": message("there is no tile or cube left for it"),
    }[reason]
    rule = "7.4" if reason else "7.5"
    text = message(
        "{piece:the} does not appear on {board}: {why}", piece=copy.piece.name, board=board.word, why=why
    )
    return Event("stopped", rule, text, board.word)
