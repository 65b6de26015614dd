"""The boards in ASCII, from views: plain lines, and the same lines with colours for a terminal.

A square is two characters. A building's top-left square has its letter in capitals with its owner (or its
value, if nobody owns it), the others its small letter, so that the size is seen at once. What changed is
starred, and named under the board.
"""

from __future__ import annotations

from string import ascii_uppercase
from typing import TYPE_CHECKING

from khronos_pbem.canvas.players import STYLES
from khronos_pbem.canvas.spans import (
    DIM,
    HEAD,
    Line,
    Span,
    flow,
    length,
    plain,
    words,
)
from khronos_pbem.games.khronos.drawing.captions import Letters, letters, text_lines
from khronos_pbem.games.khronos.drawing.view import BoardView, BuildingView, DomainView, PlayerView, View
from khronos_pbem.lazily import later
from khronos_pbem.saying import Speak, as_it_is, say

if TYPE_CHECKING:
    from rich import text as rich_text
else:
    rich_text = later("rich.text")

_TERRAIN = {".": " .", "f": '""', "^": "^^", "~": "~~"}
_LAND_STYLES = {".": "dim", "f": "green", "^": "yellow", "~": "blue"}
_CIVIL, _OLD, _RUIN, _MARK = "bold black on cyan", "bold black on magenta", "magenta", "underline"
_LABEL, _GAP = 3, 2
_NOBODY = say("nobody rules")

Squares = frozenset[tuple[int, int]]


def draw_all(view: View, width: int, speak: Speak = as_it_is) -> list[str]:
    """The whole view as plain lines: boards beside each other as far as `width` columns allow."""
    return [plain(line) for line in _all(view, width, speak)]


def draw_one(view: View, board: str, width: int = 110, speak: Speak = as_it_is) -> list[str]:
    """One board as plain lines, with its domains, and with the players and cards below."""
    return [plain(line) for line in _one(view, board, width, speak)]


def rich_all(view: View, width: int, board: str | None = None, speak: Speak = as_it_is) -> rich_text.Text:
    """The whole view, or one board of it, with colours for a terminal."""
    lines = _all(view, width, speak) if board is None else _one(view, board, width, speak)
    text = rich_text.Text(no_wrap=True, overflow="crop")
    for line in lines:
        for span in line:
            text.append(span.text, style=span.style or None)
        text.append("\n")
    text.right_crop(1)
    return text


def _one(view: View, board: str, width: int, speak: Speak) -> list[Line]:
    lines = _board_lines(view, _find(view, board), speak, letters(speak))
    return [*lines, [], *text_lines(view, width, speak)]


def _find(view: View, name: str) -> BoardView:
    return next(board for board in view.boards if board.name == name)


def _all(view: View, width: int, speak: Speak) -> list[Line]:
    signs = letters(speak)
    columns = [_board_lines(view, board, speak, signs) for board in view.boards]
    board_width = max(length(line) for column in columns for line in column)
    beside = max(1, (width + _GAP) // (board_width + _GAP))
    lines: list[Line] = []
    for at in range(0, len(columns), beside):
        lines += _beside(columns[at : at + beside], board_width)
        lines.append([])
    return [*lines, *text_lines(view, width, speak)]


def _beside(columns: list[list[Line]], width: int) -> list[Line]:
    lines: list[Line] = []
    for row in range(max(map(len, columns))):
        line: Line = []
        for number, column in enumerate(columns):
            part = column[row] if row < len(column) else []
            last = number == len(columns) - 1
            line += [*part, Span("" if last else " " * (width - length(part) + _GAP))]
        lines.append(line)
    return lines


# --- one board --------------------------------------------------------------------------------------------


def _board_lines(view: View, board: BoardView, speak: Speak, signs: Letters) -> list[Line]:
    """A board, its title and coordinates, what changed, its domains: as wide as the board or the title."""
    cells = _cells(view, board, signs)
    changed_columns = {column for _, column in board.marked}
    changed_rows = {row for row, _ in board.marked}
    width = len(view.terrain[0])
    heads = "".join(
        f"{'*' if column in changed_columns else ' '}{ascii_uppercase[column]}" for column in range(width)
    )
    lines = [_title(view, board, speak, signs), [Span(" " * _LABEL + heads, HEAD)]]
    for row in range(len(view.terrain)):
        label = Span(f"{row + 1:>2}{'*' if row in changed_rows else ' '}", HEAD)
        lines.append([label, *(cells[row, column] for column in range(width))])
    broad = max(_LABEL + 2 * width, length(lines[0]))
    return [*lines, *_changed_lines(board, broad), *_domain_lines(board, broad, speak)]


def _title(view: View, board: BoardView, speak: Speak, signs: Letters) -> Line:
    there = [
        Span(f" {signs.colours[player.colour]}{numbers}", STYLES[player.colour])
        for player in view.players
        if not player.gone and (numbers := _adventurers(player, board.name))
    ]
    return [Span(f"{speak(board.name).upper():<7}", HEAD), *there]


def _adventurers(player: PlayerView, board: str) -> str:
    """The numbers of a player's adventurers on a board."""
    return "".join(str(number) for number, place in enumerate(player.adventurers, 1) if place == board)


def _cells(view: View, board: BoardView, signs: Letters) -> dict[tuple[int, int], Span]:
    cells = {
        (row, column): Span(_TERRAIN[kind], _LAND_STYLES[kind])
        for row, kinds in enumerate(view.terrain)
        for column, kind in enumerate(kinds)
    }
    for square in board.marked:
        cells[square] = Span(" *", _MARK)
    for building in board.buildings:
        cells.update(_building_cells(building, board.marked, signs))
    return cells


def _building_cells(
    building: BuildingView, marked: frozenset[tuple[int, int]], signs: Letters
) -> dict[tuple[int, int], Span]:
    letter, style = signs.pieces[building.name], _style(building)
    owner = signs.colours.get(building.owner, "")
    texts = [_corner(building, letter, signs), *_cube_texts(building, signs)]
    fill = "%%" if building.ruin else letter.lower() + (owner or letter.lower())
    cells = {}
    for number, square in enumerate(_squares(building)):
        text = texts[number] if number < len(texts) else ("**" if square in marked else fill)
        cells[square] = Span(text, f"{style} {_MARK}" if square in marked else style)
    return cells


def _squares(building: BuildingView) -> list[tuple[int, int]]:
    top, left = building.at
    return [(top + down, left + right) for down in range(building.size) for right in range(building.size)]


def _corner(building: BuildingView, letter: str, signs: Letters) -> str:
    """The two characters of the top-left square: the letter, then owner, ruin, single cube, or value."""
    if building.printed:
        letter = letter.lower()
    if building.size == 1 and building.cubes:
        return letter + signs.colours[building.cubes[0][0]]
    if building.ruin:
        return f"{letter}%"
    return letter + signs.colours.get(building.owner, str(building.value))


def _cube_texts(building: BuildingView, signs: Letters) -> list[str]:
    """The cubes on a larger building, one colour a square."""
    if building.size == 1:
        return []
    return [f"{signs.colours[colour]}{count}" for colour, count in building.cubes]


def _style(building: BuildingView) -> str:
    if building.owner:
        return STYLES[building.owner]
    if building.ruin:
        return _RUIN
    return _CIVIL if building.type == "civil" else _OLD


def _changed_lines(board: BoardView, width: int) -> list[Line]:
    """The changed squares by name: a building of one square has no room for a mark of its own."""
    names = [_corners(part) for part in changed_parts(board)]
    if not names:
        return []
    return flow([words(f"* {names[0]}", HEAD), *(words(name) for name in names[1:])], width, 2)


def changed_parts(board: BoardView) -> list[Squares]:
    """The changed squares of a board as rectangles: those of whole buildings, then what is left."""
    found, left = list[Squares](), board.marked
    for building in board.buildings:
        footprint = frozenset(_squares(building))
        if footprint <= left:
            found, left = [*found, footprint], left - footprint
    return sorted([*found, *rectangles(left)], key=min)


def rectangles(squares: Squares) -> list[Squares]:
    """These squares cut into rectangles, top-most, then left-most first."""
    left, parts = squares, list[Squares]()
    while left:
        top, start = min(left)
        end, bottom = start, top
        while (top, end + 1) in left:
            end += 1
        while all((bottom + 1, column) in left for column in range(start, end + 1)):
            bottom += 1
        part = frozenset((row, col) for row in range(top, bottom + 1) for col in range(start, end + 1))
        left -= part
        parts.append(part)
    return parts


def _corners(part: Squares) -> str:
    """The name of a square, or those of a rectangle's corners: `B2`, `E5-F6`."""
    first, last = (f"{ascii_uppercase[column]}{row + 1}" for row, column in (min(part), max(part)))
    return first if first == last else f"{first}-{last}"


def _domain_lines(board: BoardView, width: int, speak: Speak) -> list[Line]:
    """Who rules which domain and what it pays, as many in a line as fit."""
    paying = [_domain(domain, speak) for domain in board.domains if domain.pays]
    return flow(paying, width) if paying else [[Span(speak(_NOBODY), DIM)]]


def _domain(domain: DomainView, speak: Speak) -> list[Line]:
    """The words of a domain: its first square stays with its first ruler."""
    found = []
    for ruler in domain.rulers:
        amount = f"({domain.amount})" if ruler in domain.idle else f"+{domain.amount}"
        found.append([Span(f"{speak(ruler)}{amount}", STYLES[ruler])])
    return [[Span(f"{domain.at} "), *found[0]], *found[1:]]
