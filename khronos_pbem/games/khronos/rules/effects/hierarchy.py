"""Restoring the hierarchy of a board: ties, downsizing, and shadows on later boards (RULES 8)."""

from __future__ import annotations

from khronos_pbem.engine.change import Change
from khronos_pbem.engine.contract import Choice, Event
from khronos_pbem.games.khronos.model.field import Building, Field, with_building, without_building
from khronos_pbem.games.khronos.model.land import bit, squares
from khronos_pbem.games.khronos.model.pieces import RUINS, Board, Piece, Type, piece_of
from khronos_pbem.games.khronos.model.position import Junction, Pending, Position, Restore
from khronos_pbem.games.khronos.rules.checks.causes import choice_event
from khronos_pbem.games.khronos.rules.checks.domains import building_with_owner, civil_value, tied_buildings
from khronos_pbem.games.khronos.rules.effects.ripples import faith_obstacle, identical_building
from khronos_pbem.messages import message

_ORDER = {
    Board.MIGHT: (Type.MILITARY, Type.RELIGIOUS),  # RULES 8.2
    Board.FAITH: (Type.RELIGIOUS, Type.MILITARY),
}


def run_restore(position: Position, task: Restore) -> Change[Position]:
    """Downsize the next tied building of a board, open a choice, or mark the hierarchy as restored.

    The task must already be removed from the position.
    """
    field = position.field(task.board)
    if not field.unsettled:
        return Change(position)
    changed = [domain for domain in field.domains if domain & field.unsettled]
    for kind in _ORDER[task.board]:
        for domain in changed:
            ties = tied_buildings(field, domain, kind)
            if ties:
                return _downsize_one(position, task, domain, ties)
    return Change(position.with_field(task.board, field.quiet()))


def _downsize_one(position: Position, task: Restore, domain: int, ties: list[Building]) -> Change[Position]:
    """Downsize one of the tied buildings, or ask the active seat to choose one (RULES 8.3, 8.4)."""
    made = task.junction if task.junction and task.junction.building & domain else None
    candidates = _weakest(ties, made) if made else ties  # RULES 8.3, 8.4
    own = [building for building in candidates if building.owner == position.active]
    candidates = own or candidates
    if len(candidates) == 1:
        return start_downsize(position, task.board, candidates[0], task.junction)
    options = tuple(position.land.names[building.at] for building in candidates)
    choice = Choice("downsize", position.active, task.board.word, options)
    position = position._replace(pending=Pending(choice, task.board, junction=task.junction))
    return Change(position).tell(choice_event, position)


def _weakest(ties: list[Building], made: Junction) -> list[Building]:
    """The tied buildings whose former domain had the least power (RULES 8.3)."""
    kind = ties[0].piece.type
    powers = [_power_of(building, made, kind) for building in ties]
    return [building for building, power in zip(ties, powers, strict=True) if power == min(powers)]


def _power_of(building: Building, made: Junction, kind: Type) -> int:
    for domain, powers in zip(made.domains, made.powers, strict=True):
        if domain & building.mask:
            return powers[kind]
    return 0


def start_downsize(
    position: Position, board: Board, building: Building, made: Junction | None
) -> Change[Position]:
    """Downsize a building, or ask its owner to choose if several places are possible (RULES 8.5)."""
    piece = _smaller_piece(position, building)
    if piece is None:
        return finish_downsize(position, board, building, None, 0, made)
    spots = _placement_squares(position, building, piece)
    if len(spots) == 1:
        return finish_downsize(position, board, building, piece, spots[0], made)
    assert building.owner is not None
    options = tuple(position.land.names[at] for at in spots)
    choice = Choice("place", building.owner, board.word, options)
    position = position._replace(pending=Pending(choice, board, building, piece, made))
    return Change(position).tell(choice_event, position)


def _smaller_piece(position: Position, building: Building) -> Piece | None:
    """Return the next smaller building of the type that has a tile in stock, or None (RULES 8.5)."""
    for size in range(building.piece.size - 1, 0, -1):
        piece = piece_of(building.piece.type, size)
        if position.stock(piece) > 0:
            return piece
    return None


def _placement_squares(position: Position, building: Building, piece: Piece) -> list[int]:
    """Return the top-left squares that keep the smaller building in the old footprint (RULES 8.5)."""
    land = position.land
    return [
        at
        for at in squares(building.mask)
        if (spot := land.footprint(at, piece.size)) and not spot & ~building.mask
    ]


def finish_downsize(
    position: Position, board: Board, old: Building, piece: Piece | None, at: int, made: Junction | None
) -> Change[Position]:
    """Replace a building by the smaller `piece`, apply its shadow, and restore the hierarchy again.

    If `piece` is None, the building is removed. `at` is the top-left square of the smaller building, and
    `made` the junction that is still open (RULES 8.5, 8.6).
    """
    before = position.field(board).domain(old.mask)
    new = None
    if piece is not None:
        new = old._replace(piece=piece, at=at, mask=position.land.footprint(at, piece.size))
    position = _with_replacement(position, board, old, new)
    if made and made.building & before and _is_split(position, board, before):
        made = None  # RULES 8.4
    change = Change(position).tell(_downsized_event, position, board, old, new)
    change = change.then(_apply_shadow, Board(board + 1), old, new)
    return change.at(change.position.with_tasks((Restore(board, made), *position.tasks)))


def _with_replacement(position: Position, board: Board, old: Building, new: Building | None) -> Position:
    """Return the position with `new` in place of `old`; if `new` is None, `old` is removed."""
    land = position.land
    field = without_building(position.field(board), land, old, len(position.players))
    if new is not None:
        field = with_building(field, land, new)
    return position.with_field(board, field)


def _is_split(position: Position, board: Board, before: int) -> bool:
    """Return whether the squares of a former domain now belong to several domains."""
    field = position.field(board)
    return sum(1 for domain in field.domains if domain & before) > 1


def _apply_shadow(position: Position, board: Board, old: Building, new: Building | None) -> Change[Position]:
    """Return the position after also downsizing the identical building on the next board (RULES 8.6)."""
    twin = identical_building(position, old, board)
    if twin is None or old.piece.size == 1:
        return Change(position)
    before = position.field(board)
    position = _with_replacement(position, board, twin, None)
    copy = None
    if new is not None and new.piece.size > 1:
        copy = _shadow_copy(position, board, before, new)
    if copy is not None:
        field = with_building(position.field(board), position.land, copy)
        position = position.with_field(board, field)
    change = Change(position).tell(_shadow_event, position, board, twin, copy)
    return change.then(_apply_shadow, Board.REASON, twin, copy) if board is Board.FAITH else change


def _shadow_copy(position: Position, board: Board, before: Field, new: Building) -> Building | None:
    """The smaller building as it appears on the next board; None if RULES 7.4 or 7.5 forbid it."""
    if position.stock(new.piece) < 1:
        return None
    if board is Board.REASON:
        return new._replace(owner=None, ruin=True, cubes=(0,) * len(position.players))
    field = position.field(board)
    if new.owner is None or position.cubes(new.owner) < 1:
        return None
    return None if faith_obstacle(position.land, before, field, new) else new


def auto_placement(position: Position, pending: Pending) -> str:
    """Return the square for the policy `auto` (RULES 9.3).

    It is the first option that gives the building's domain the highest civil value.
    """
    assert pending.building is not None
    assert pending.piece is not None
    best, best_value = "", -1
    for name in pending.choice.options:
        at = position.land.square(name)
        assert at is not None
        mask = position.land.footprint(at, pending.piece.size)
        new = pending.building._replace(piece=pending.piece, at=at, mask=mask)
        field = _with_replacement(position, pending.board, pending.building, new).field(pending.board)
        value = civil_value(field, field.domain(bit(at)))
        if value > best_value:
            best, best_value = name, value
    return best


# --- what it is called ------------------------------------------------------------------------------------


def _downsized_event(position: Position, board: Board, old: Building, new: Building | None) -> Event:
    names = position.land.names
    who = building_with_owner(position, old)
    if new is None:
        text = message(
            "{who} on {board} at {at} is downsized and disappears",
            who=who,
            board=board.word,
            at=names[old.at],
        )
    else:
        text = message(
            "{who} on {board} at {at} is downsized to {smaller:a} at {there}",
            who=who,
            board=board.word,
            at=names[old.at],
            smaller=new.piece.name,
            there=names[new.at],
        )
    owner = "" if old.owner is None else position.players[old.owner].colour
    return Event("downsized", "8.5", text, board.word, position.land.named(old.mask), seat=owner)


def _shadow_event(position: Position, board: Board, twin: Building, copy: Building | None) -> Event:
    where = position.land.names[twin.at]
    if copy is None:
        text = message("its copy on {board} at {where} is removed", board=board.word, where=where)
    else:
        smaller, there = copy.piece.name, position.land.names[copy.at]
        if copy.ruin:
            smaller = RUINS[copy.piece.name]
        text = message(
            "its copy on {board} at {where} becomes {smaller:a} at {there}",
            board=board.word,
            where=where,
            smaller=smaller,
            there=there,
        )
    return Event("shadow", "8.6", text, board.word, position.land.named(twin.mask))
