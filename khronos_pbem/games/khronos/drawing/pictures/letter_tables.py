"""The feature `Grids` of Khronos: its boards as tables in e-mail letters.

The tables show values, owners and rulers.
"""

from __future__ import annotations

from collections.abc import Iterator
from string import ascii_uppercase

from khronos_pbem.canvas.grids import Cell, Grid, Row
from khronos_pbem.canvas.player_styles import INK, OWNERS
from khronos_pbem.engine.features.letter_tables import Grids
from khronos_pbem.engine.features.protocols import PositionToDraw
from khronos_pbem.games.khronos.drawing.pictures.board_picture import LAND, building_name
from khronos_pbem.games.khronos.drawing.pictures.emblems import RUIN, TYPES
from khronos_pbem.games.khronos.drawing.text.ascii import building_places
from khronos_pbem.games.khronos.drawing.text.captions import BoardSymbols, board_symbols
from khronos_pbem.games.khronos.model.pieces import PIECES
from khronos_pbem.games.khronos.model.position import Position
from khronos_pbem.games.khronos.view import BoardView, BuildingView, DomainView, View, shown_view
from khronos_pbem.messages import Translate, VerbatimText, clauses, listed, message

Square = tuple[int, int]

_SIGNS = {"^": "^", "~": "~"}
"""The signs that mark mountains and rivers where colours are not visible."""


class KhronosGrids(Grids[Position]):
    """The three boards with their land.

    The frame of a building has the colour of the player who rules its domain.
    """

    def grids(self, shown: PositionToDraw[Position]) -> tuple[Grid, ...]:
        """Return one table for each board, with notes on adventurers, domains and changed squares."""
        seen = shown_view(shown)
        return tuple(_grid(seen, board, shown.speak) for board in seen.boards)

    def legend(self, position: Position, speak: Translate) -> list[str]:
        """Return the legend: the letters of pieces and players, then all other signs."""
        signs = board_symbols(speak)
        pieces = [f"{signs.pieces[each.name]} {speak(each.name)} {each.value}" for each in PIECES]
        colours = [f"{signs.colours[each.colour]} {speak(each.colour)}" for each in position.players]
        others = (
            message(
                "% ruin, worth half as much; lower-case letter: printed on the board; ^ mountain; ~ river"
            ),
            message(
                "letter after a building: its owner; letter and number: the owner and number of its cubes"
            ),
            message(
                "coloured frame: the domain's ruler; coloured square: the building's owner; underlined or "
                "*: changed"
            ),
        )
        return [", ".join(pieces), ", ".join(colours), *map(speak, others)]


def _grid(seen: View, board: BoardView, speak: Translate) -> Grid:
    signs = board_symbols(speak)
    corners = {building.at: building for building in board.buildings}
    covered = {square for building in board.buildings for square in building.squares} - corners.keys()
    rulers = {square: domain.rulers for domain in board.domains for square in domain.squares}
    rows = []
    for row, kinds in enumerate(seen.terrain):
        cells: list[Cell] = []
        for column, kind in enumerate(kinds):
            here, building = (row, column), corners.get((row, column))
            if building is not None:
                cells.append(_building_cell(building, rulers.get(here, ()), here in board.marked, signs))
            elif here not in covered:
                cells.append(_land_cell(kind, here in board.marked))
        rows.append(Row(str(row + 1), tuple(cells)))
    columns = tuple(ascii_uppercase[: len(seen.terrain[0])])
    notes = tuple(_notes(seen, board, speak))
    return Grid(speak(board.name), _alternative_text(board, notes, speak), columns, tuple(rows), notes)


def _land_cell(kind: str, marked: bool) -> Cell:
    sign = "*" if marked else _SIGNS.get(kind, "")
    return Cell((sign,) if sign else (), LAND[kind], INK, marked=marked)


def _building_cell(
    building: BuildingView, rulers: tuple[str, ...], marked: bool, signs: BoardSymbols
) -> Cell:
    """Return the cell of a building: its letter and value, with its owner or cubes below.

    A building of size 1 has a single line.
    """
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


def _notes(seen: View, board: BoardView, speak: Translate) -> Iterator[str]:
    """The adventurers on a board, its domains with their rulers, and the names of changed squares."""
    there = [
        message("{colour} {numbers}", colour=player.colour, numbers=numbers)
        for player in seen.players
        if (numbers := ", ".join(player.adventurers_on(board.name)))
    ]
    if there:
        yield speak(message("adventurers here: {items}", items=listed(there)))
    yield speak(clauses(VerbatimText(_domain_text(board, domain, speak)) for domain in board.domains))
    if board.marked:
        yield speak(
            message("changed: {squares}", squares=", ".join(map(_square_name, _changed_squares(board))))
        )


def _changed_squares(board: BoardView) -> list[Square]:
    """Return the changed squares, sorted; a changed building counts only as its top-left square."""
    left, found = set(board.marked), list[Square]()
    for building in board.buildings:
        if building.at in left:
            found.append(building.at)
        left.difference_update(building.squares)
    return sorted([*found, *left])


def _square_name(square: Square) -> str:
    return f"{ascii_uppercase[square[1]]}{square[0] + 1}"


def _domain_text(board: BoardView, domain: DomainView, speak: Translate) -> str:
    """Return the squares of a domain's buildings, its rulers and its income as text."""
    amounts = [f"{speak(ruler)} {domain.revenue_text(ruler)}" for ruler in domain.rulers]
    amounts = amounts or [speak(message("nobody {n}", n=domain.amount))]
    return f"{' '.join(building_places(board, domain))} {', '.join(amounts)}"


def _alternative_text(board: BoardView, notes: tuple[str, ...], speak: Translate) -> str:
    """Return a description of a board as the alternative text of its table."""
    named = [f"{_square_name(building.at)} {building_name(building, speak)}" for building in board.buildings]
    there = message("{title}: {what}", title=speak(board.name), what=VerbatimText(", ".join(named)))
    return speak(clauses([there, *map(VerbatimText, notes)]))
