"""The effects of `build`, `upgrade` and `demolish` (RULES 5.4–5.7)."""

from __future__ import annotations

from khronos_pbem.engine.change import Change
from khronos_pbem.engine.contract import Event
from khronos_pbem.games.khronos.model.field import Building, with_building, without_building
from khronos_pbem.games.khronos.model.land import bit
from khronos_pbem.games.khronos.model.orders import Build, Demolish, Upgrade
from khronos_pbem.games.khronos.model.pieces import Board, Piece, Type
from khronos_pbem.games.khronos.model.position import Position, Restore, Ripple, Task
from khronos_pbem.games.khronos.rules.checks.costs import spend_cards, terrain_cards
from khronos_pbem.games.khronos.rules.checks.domains import junction
from khronos_pbem.messages import message, plural_message

BONUS = {Board.MIGHT: 1, Board.FAITH: 2}  # RULES 5.6


def apply_build(position: Position, seat: int, order: Build) -> Change[Position]:
    """The position with the building built and paid for, and with the tasks that follow (RULES 5.4)."""
    building = _new_building(position, seat, order.piece, _square(position, order.at))
    change = Change(_pay(position, seat, order, order.piece.value, building.mask))
    change = change.tell(_built_event, position, seat, order.board, building)
    return change.then(_place_building, seat, order.board, building, None)


def apply_upgrade(position: Position, seat: int, order: Upgrade) -> Change[Position]:
    """The position with the building upgraded and paid for, and with the tasks that follow (RULES 5.5)."""
    old = position.field(order.board).on(bit(_square(position, order.old)))
    assert old is not None
    building = _new_building(position, seat, order.piece, _square(position, order.at))._replace(
        owner=old.owner
    )
    change = Change(_pay(position, seat, order, order.piece.value - old.piece.value, building.mask))
    change = change.tell(_upgraded_event, position, seat, order.board, building, old)
    return change.then(_place_building, seat, order.board, building, old)


def apply_demolish(position: Position, seat: int, order: Demolish) -> Change[Position]:
    """Return the position after paying for and removing the building, with new tasks (RULES 5.7)."""
    building = position.field(order.board).on(bit(_square(position, order.at)))
    assert building is not None
    position = spend_cards(position, seat, order.board, (building.piece.type,))
    position = position.with_player(seat, ecus=position.players[seat].ecus - 1)
    field = without_building(position.field(order.board), position.land, building, len(position.players))
    position = position.with_field(order.board, field).with_tasks(_restore_tasks(order.board))
    return Change(position).tell(_demolished_event, position, seat, order, building)


def _restore_tasks(board: Board) -> tuple[Task, ...]:
    """Return the tasks that restore the hierarchy of a board (RULES 8.2, 8.7).

    For might, the hierarchy of faith follows because of shadows.
    """
    boards = (Board.MIGHT, Board.FAITH) if board is Board.MIGHT else (Board.FAITH,)
    return tuple(Restore(each) for each in boards)


def _square(position: Position, name: str) -> int:
    square = position.land.square(name)
    assert square is not None
    return square


def _new_building(position: Position, seat: int, piece: Piece, at: int) -> Building:
    owner = None if piece.type is Type.CIVIL else seat
    return Building(piece, at, position.land.footprint(at, piece.size), owner)


def _pay(position: Position, seat: int, order: Build | Upgrade, price: int, mask: int) -> Position:
    """Return the position after using the cards for a building and its terrain."""
    extra = order.extra if order.extra is not None else ()
    assert len(extra) == terrain_cards(position, mask)
    return spend_cards(position, seat, order.board, (order.piece.type,) * price + extra)


def _place_building(
    position: Position, seat: int, board: Board, building: Building, old: Building | None
) -> Change[Position]:
    """The position with a new building in place of `old`, the bonus paid, and the tasks that follow."""
    before, land = position.field(board), position.land
    field = before
    if old is not None:
        field = without_building(field, land, old, len(position.players))
    field = with_building(field, land, building)
    change = _with_bonus(position.with_field(board, field), seat, board, building.piece, old)
    made = None
    if building.piece.type is Type.CIVIL:
        made = junction(before, field, building, land.neighbours(building.mask))
        if made:
            change = change.tell(junction_event, position, board, building)
    tasks: tuple[Task, ...] = (Restore(board, made),)
    if building.piece.size > 1:
        grown = old.mask if old and old.piece.type is Type.CIVIL else 0
        tasks += (Ripple(Board(board + 1), building, grown),)
    elif board is Board.MIGHT:
        tasks += (Restore(Board.FAITH),)
    return change.at(change.position.with_tasks(tasks))


def _with_bonus(
    position: Position, seat: int, board: Board, piece: Piece, old: Building | None
) -> Change[Position]:
    """The position with the bonus for a building paid (RULES 5.6); size 1 gives none."""
    if piece.size == 1 and old is None:
        return Change(position)
    paid = position.with_player(seat, ecus=position.players[seat].ecus + BONUS[board])
    return Change(paid).tell(_bonus_event, position, seat, BONUS[board])


# --- what it is called ------------------------------------------------------------------------------------


def _built_event(position: Position, seat: int, board: Board, building: Building) -> Event:
    who = position.players[seat].colour
    text = message(
        "{who} builds {piece:a} on {board} at {where}",
        who=who,
        piece=building.piece.name,
        board=board.word,
        where=position.land.names[building.at],
    )
    return _event(position, "built", "5.4", text, board, building.mask, who)


def _upgraded_event(position: Position, seat: int, board: Board, building: Building, old: Building) -> Event:
    who, names = position.players[seat].colour, position.land.names
    text = message(
        "{who} upgrades {piece:the} on {board} at {at} to {bigger:a} at {at2}",
        who=who,
        piece=old.piece.name,
        board=board.word,
        at=names[old.at],
        bigger=building.piece.name,
        at2=names[building.at],
    )
    return _event(position, "upgraded", "5.5", text, board, building.mask, who)


def _demolished_event(position: Position, seat: int, order: Demolish, building: Building) -> Event:
    who = position.players[seat].colour
    text = message(
        "{who} demolishes {piece:the} on {board} at {order}",
        who=who,
        piece=building.piece.name,
        board=order.board.word,
        order=order.at,
    )
    event = _event(position, "demolished", "5.7", text, order.board, building.mask, who)
    return event._replace(amount=-1)


def _event(
    position: Position, name: str, rule: str, text: str, board: Board, mask: int, colour: str
) -> Event:
    return Event(name, rule, text, board.word, position.land.named(mask), colour)


def junction_event(position: Position, board: Board, building: Building) -> Event:
    """The event of a junction (RULES 8.1)."""
    where = position.land.names[building.at]
    text = message(
        "{piece:the} at {where} links domains on {board}",
        piece=building.piece.name,
        where=where,
        board=board.word,
    )
    return Event("linked", "8.1", text, board.word, position.land.named(building.mask))


def _bonus_event(position: Position, seat: int, bonus: int) -> Event:
    who = position.players[seat].colour
    text = plural_message("{who} gets a bonus of {n} ecu", "{who} gets a bonus of {n} ecus", bonus, who=who)
    return Event("bonus", "5.6", text, seat=who, amount=bonus)
