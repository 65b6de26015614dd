"""The reason for an open choice: the action that opened it, the building and the rule (RULES 7.8, 8)."""

from __future__ import annotations

from collections.abc import Iterable

from khronos_pbem.engine.contract import Event
from khronos_pbem.games.khronos.model.field import Building
from khronos_pbem.games.khronos.model.land import bit
from khronos_pbem.games.khronos.model.pieces import Board
from khronos_pbem.games.khronos.model.position import Leave, Pending, Position
from khronos_pbem.games.khronos.rules.checks.domains import building_with_owner, tied_buildings
from khronos_pbem.messages import Message, listed, message, players_message


def choice_cause(position: Position) -> Event | None:
    """The event that describes why the open choice must be made; None if no choice is open."""
    pending = position.pending
    if pending is None:
        return None
    kind = pending.choice.kind
    if kind == "keep":
        return _event(position, pending, "7.8", _keep_cause_text(position))
    at_fault = pending.building or _building_named(position, pending, pending.choice.options[0])
    ties = _tied_with(position, pending.board, at_fault)
    link = _linking_building(position, pending, at_fault)
    why = _place_cause_text if kind == "place" else _downsize_cause_text
    return _event(position, pending, "8.3" if link else "8.4", why(position, pending, ties, link))


def choice_event(position: Position) -> Event:
    """Return the event of `choice_cause` for a position in which a choice has just been opened."""
    event = choice_cause(position)
    assert event is not None
    return event


def _event(position: Position, pending: Pending, rule: str, text: Message) -> Event:
    choice = pending.choice
    return Event("choice", rule, text, choice.board, seat=position.players[choice.seat].colour)


def _building_named(position: Position, pending: Pending, name: str) -> Building:
    square = position.land.square(name)
    assert square is not None
    building = position.field(pending.board).on(bit(square))
    assert building is not None
    return building


def _tied_with(position: Position, board: Board, building: Building) -> list[Building]:
    """Return the buildings that share the highest rank of a domain with this one, including it."""
    field = position.field(board)
    return tied_buildings(field, field.domain(building.mask), building.piece.type)


def _linking_building(position: Position, pending: Pending, building: Building) -> Building | None:
    """The civil building that linked the domains around a building; None if the domain has been divided."""
    made, field = pending.junction, position.field(pending.board)
    if made is None or not made.building & field.domain(building.mask):
        return None
    return field.on(made.building)


# --- sentences -------------------------------------------------------------------------------------------


def _place_cause_text(
    position: Position, pending: Pending, ties: list[Building], link: Building | None
) -> Message:
    assert pending.building is not None
    assert pending.piece is not None
    building, land = pending.building, position.land
    parts = {
        "who": position.players[position.active].colour,
        "board": pending.board.word,
        "building": building_with_owner(position, building),
        "at": land.names[building.at],
        "others": listed([_with_building_text(position, each) for each in ties if each != building], " and "),
        "smaller": pending.piece.name,
        "owner": position.players[pending.choice.seat].colour,
    }
    if link is None:
        return message(
            "after {who}'s action, {building} on {board} at {at} shares the highest rank in its "
            "domain {others}; it becomes {smaller:a}, and {owner} chooses its place",
            **parts,
        )
    return message(
        "{who} has linked domains on {board} with {link:the} at {there}, so {building} at {at} "
        "shares the highest rank in its domain {others}; it becomes {smaller:a}, and {owner} chooses "
        "its place",
        link=link.piece.name,
        there=land.names[link.at],
        **parts,
    )


def _downsize_cause_text(
    position: Position, pending: Pending, ties: list[Building], link: Building | None
) -> Message:
    parts = {
        "who": position.players[position.active].colour,
        "board": pending.board.word,
        "buildings": _buildings_text(position, ties),
    }
    if link is None:
        return message(
            "after {who}'s action, {buildings} on {board} share the highest rank in a domain; {who} "
            "chooses which one is downsized",
            **parts,
        )
    return message(
        "{who} has linked domains on {board} with {link:the} at {there}, so {buildings} share the "
        "highest rank in a domain; {who} chooses which one is downsized",
        link=link.piece.name,
        there=position.land.names[link.at],
        **parts,
    )


def _keep_cause_text(position: Position) -> Message:
    assert position.pending is not None
    task = position.tasks[0]
    assert isinstance(task, Leave)
    building = task.building
    return message(
        "{who} has removed {piece:the} at {at} on the Reason board, where {leaders} were tied for "
        "the most cubes; {who} chooses whose cube stays on the printed hamlet underneath",
        who=position.players[position.active].colour,
        piece=building.piece.name,
        at=position.land.names[building.at],
        leaders=players_message(position.pending.choice.options),
    )


def _with_building_text(position: Position, building: Building) -> Message:
    """Return the words "with …" for a building that shares a rank, with its owner and its square."""
    at = position.land.names[building.at]
    return message("with {building} at {at}", building=building_with_owner(position, building), at=at)


def _buildings_text(position: Position, buildings: Iterable[Building]) -> Message:
    """Return a list of buildings in words, with their owners and squares."""
    names = position.land.names
    parts = [
        message("{building} at {at}", building=building_with_owner(position, each), at=names[each.at])
        for each in buildings
    ]
    return listed(parts, " and ")
