"""The squares of a board as coloured text: land, the background of each domain, and buildings."""

from __future__ import annotations

from khronos_pbem.canvas.player_styles import FILLS, STYLES
from khronos_pbem.canvas.sheet import Sheet
from khronos_pbem.canvas.spans import Line
from khronos_pbem.games.khronos.drawing.text.building_text import narrow_building, wide_building
from khronos_pbem.games.khronos.drawing.text.captions import BoardSymbols
from khronos_pbem.games.khronos.view import BoardView, BuildingView, View

_LAND = {
    ".": ("·", "#afaf87 on #d7d7af"),
    "f": ('"', "#5f875f on #afd787"),
    "^": ("^", "#87875f on #d7af87"),
    "~": ("~", "#5f87af on #afd7ff"),
}
"""The sign and the style of each kind of land: muted map colours, light on all terminals."""

_NOBODY, _CHANGED = "#000000 on #bcbcbc", " bold underline"

Square = tuple[int, int]


def painted_rows(view: View, board: BoardView, signs: BoardSymbols, scale: int) -> list[Line]:
    """The rows of a board with `scale` characters for each square, without labels."""
    sheet = painted_sheet(view, board, signs, scale)
    return [sheet.line(row) for row in range(len(view.terrain))]


def painted_sheet(view: View, board: BoardView, signs: BoardSymbols, scale: int) -> Sheet:
    """Return the board that `painted_rows` shows, as a sheet for further drawing."""
    sheet = Sheet(len(view.terrain), scale * len(view.terrain[0]))
    for row, kinds in enumerate(view.terrain):
        for column, kind in enumerate(kinds):
            sign, style = _LAND[kind]
            changed = _CHANGED if (row, column) in board.marked else ""
            sheet.put(row, scale * column, sign.ljust(scale), style + changed)
    grounds = _domain_styles(board)
    for building in board.buildings:
        _draw_building(sheet, building, board, grounds, signs, scale)
    return sheet


def _domain_styles(board: BoardView) -> dict[Square, str]:
    """Return the style of each ruled square, in the colour of its ruler.

    In a domain with several rulers, their colours alternate.
    """
    return {
        square: "{1} on {0}".format(*FILLS[domain.rulers[sum(square) % len(domain.rulers)]])
        for domain in board.domains
        if domain.rulers
        for square in domain.squares
    }


def _draw_building(
    sheet: Sheet,
    building: BuildingView,
    board: BoardView,
    grounds: dict[Square, str],
    signs: BoardSymbols,
    scale: int,
) -> None:
    """Draw a building on the background of its domain, with its owner's sign in the owner's colours."""
    top, left = building.at
    changed = not board.marked.isdisjoint(building.squares)
    face = (wide_building if scale == 2 else narrow_building)(building, signs, changed=changed)
    for down, right in building.squares:
        text = face.lines[down - top][scale * (right - left) :][:scale]
        style = grounds.get((down, right), _NOBODY)
        sheet.put(down, scale * right, text, style + (_CHANGED if (down, right) in board.marked else ""))
    for (row, place), colour in face.chips:
        square = top + row, left + place // scale
        style = STYLES[colour] + (_CHANGED if square in board.marked else "")
        sheet.put(square[0], scale * left + place, face.lines[row][place], style)
