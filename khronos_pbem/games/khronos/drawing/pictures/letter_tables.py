"""The boards of Khronos as tables for letters (`features.letter_tables`): values, owners, rulers."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from string import ascii_uppercase

from khronos_pbem.canvas.grids import Cell, Grid, Row
from khronos_pbem.canvas.player_styles import INK, OWNERS
from khronos_pbem.engine.contract import Event
from khronos_pbem.engine.features.letter_tables import Grids
from khronos_pbem.games.khronos.drawing.pictures.board_picture import LAND, building_name
from khronos_pbem.games.khronos.drawing.pictures.emblems import RUIN, TYPES
from khronos_pbem.games.khronos.drawing.text.ascii import places_in
from khronos_pbem.games.khronos.drawing.text.captions import Letters, letters
from khronos_pbem.games.khronos.model.pieces import PIECES
from khronos_pbem.games.khronos.model.position import Position
from khronos_pbem.games.khronos.view import BoardView, BuildingView, DomainView, View, marks_of, view
from khronos_pbem.messages import Speak, Typed, clauses, listed, message

Square = tuple[int, int]

_SIGNS = {"^": "^", "~": "~"}
"""What tells mountain and river from the rest of the land where colours do not."""


class BoardTables(Grids[Position]):
    """The three boards on their land; a frame has the colour of who rules."""

    def grids(self, position: Position, events: Iterable[Event], speak: Speak) -> tuple[Grid, ...]:
        """The boards, each with who stands on it, who rules what and what changed below."""
        seen = view(position, None, marks_of(events))
        return tuple(_grid(seen, board, speak) for board in seen.boards)

    def legend(self, position: Position, speak: Speak) -> list[str]:
        """The letters of pieces and players, then what else is seen."""
        signs = letters(speak)
        pieces = [f"{signs.pieces[each.name]} {speak(each.name)} {each.value}" for each in PIECES]
        colours = [f"{signs.colours[each.colour]} {speak(each.colour)}" for each in position.players]
        others = (
            message("% ruin, worth half; small letter: printed on the board; ^ mountain; ~ river"),
            message("letter after a building: its owner, or the owner of the cubes, with their number"),
            message(
                "coloured frame: the domain's ruler; coloured square: the building's owner; underlined or "
                "*: changed"
            ),
        )
        return [", ".join(pieces), ", ".join(colours), *map(speak, others)]


def _grid(seen: View, board: BoardView, speak: Speak) -> Grid:
    signs = letters(speak)
    corners = {building.at: building for building in board.buildings}
    covered = {square for building in board.buildings for square in _squares(building)} - corners.keys()
    rulers = {square: domain.rulers for domain in board.domains for square in domain.squares}
    rows = []
    for row, kinds in enumerate(seen.terrain):
        cells: list[Cell] = []
        for column, kind in enumerate(kinds):
            here, building = (row, column), corners.get((row, column))
            if building is not None:
                cells.append(_building(building, rulers.get(here, ()), here in board.marked, signs))
            elif here not in covered:
                cells.append(_land(kind, here in board.marked))
        rows.append(Row(str(row + 1), tuple(cells)))
    columns = tuple(ascii_uppercase[: len(seen.terrain[0])])
    notes = tuple(_notes(seen, board, speak))
    return Grid(speak(board.name), _words(board, notes, speak), columns, tuple(rows), notes)


def _squares(building: BuildingView) -> Iterator[Square]:
    top, left = building.at
    return ((top + down, left + right) for down in range(building.size) for right in range(building.size))


def _land(kind: str, marked: bool) -> Cell:
    sign = "*" if marked else _SIGNS.get(kind, "")
    return Cell((sign,) if sign else (), LAND[kind], INK, marked=marked)


def _building(building: BuildingView, rulers: tuple[str, ...], marked: bool, signs: Letters) -> Cell:
    """A building: its letter and value, below it whose it is; both beside each other on a single square."""
    fill, ink = (RUIN, INK) if building.ruin else (TYPES[building.type], INK)
    if building.owner:
        fill, ink = OWNERS[building.owner]
    letter = signs.pieces[building.name]
    letter = letter.lower() if building.printed else letter
    whose = [signs.colours[building.owner]] if building.owner else []
    whose += [f"{signs.colours[colour]}{count}" for colour, count in building.cubes]
    value = "%" if building.ruin else str(building.value)
    lines: tuple[str, ...] = (f"{letter}{whose[0][0] if whose and not building.ruin else value}",)
    if building.size > 1:
        lines = (f"{letter}{building.value}{'%' * building.ruin}", " ".join(whose))
    return Cell(lines, fill, ink, building.size, building.size, rulers, marked)


def _notes(seen: View, board: BoardView, speak: Speak) -> Iterator[str]:
    """Who stands on a board, who rules what, and what changed, by name."""
    there = [
        message("{colour} {numbers}", colour=player.colour, numbers=numbers)
        for player in seen.players
        if not player.gone
        and (numbers := ", ".join(str(n) for n, at in enumerate(player.adventurers, 1) if at == board.name))
    ]
    if there:
        yield speak(message("adventurers here: {items}", items=listed(there)))
    yield speak(clauses(Typed(_domain(board, domain, speak)) for domain in board.domains))
    if board.marked:
        yield speak(message("changed: {squares}", squares=", ".join(map(_name, _changed(board)))))


def _changed(board: BoardView) -> list[Square]:
    """The changed squares, of a building that changed its first one."""
    left, found = set(board.marked), list[Square]()
    for building in board.buildings:
        if building.at in left:
            found.append(building.at)
        left.difference_update(_squares(building))
    return sorted([*found, *left])


def _name(square: Square) -> str:
    return f"{ascii_uppercase[square[1]]}{square[0] + 1}"


def _domain(board: BoardView, domain: DomainView, speak: Speak) -> str:
    amounts = [
        f"{speak(ruler)} ({domain.amount})" if ruler in domain.idle else f"{speak(ruler)} +{domain.amount}"
        for ruler in domain.rulers
    ]
    amounts = amounts or [speak(message("nobody {n}", n=domain.amount))]
    return f"{' '.join(places_in(board, domain))} {', '.join(amounts)}"


def _words(board: BoardView, notes: tuple[str, ...], speak: Speak) -> str:
    """What is on a board, for those who do not see it."""
    named = [f"{_name(building.at)} {building_name(building, speak)}" for building in board.buildings]
    there = message("{title}: {what}", title=speak(board.name), what=Typed(", ".join(named)))
    return speak(clauses([there, *map(Typed, notes)]))
