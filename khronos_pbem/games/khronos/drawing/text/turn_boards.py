"""The boards on the turn screen: cursor, highlighted squares, and effects of the composed orders.

Signs carry all information; colours only repeat it. `o` marks a legal square, and `+` a legal square that
costs more cards. `x` marks a refused or removed square, and `?` an option of a choice. `>`, `v` and `^` point
at the cursor.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate, zip_longest
from string import ascii_uppercase

from khronos_pbem.canvas.player_styles import STYLES
from khronos_pbem.canvas.sheet import Sheet
from khronos_pbem.canvas.spans import DIM, HEAD, Line, Span, flow, line_width, side_by_side, words
from khronos_pbem.engine.features.turn_screen import (
    LIT_SIGNS,
    REFUSED_SIGN,
    DrawnPanels,
    Overlay,
    Panel,
    PanelArea,
    panel_title,
)
from khronos_pbem.games.khronos.drawing.text.captions import board_symbols
from khronos_pbem.games.khronos.drawing.text.squares import painted_sheet
from khronos_pbem.games.khronos.model.position import Position
from khronos_pbem.games.khronos.rules.checks.costs import CARRIED
from khronos_pbem.games.khronos.view import BoardView, View, changed_squares, view
from khronos_pbem.messages import Translate, listed, message

_LABEL, _GAP, _TOP = 3, 1, 2
_OPTION = ("?", "bold #000000 on #5fd7ff")
_CURSOR = "reverse bold"
_STRUCK = frozenset(("paradox",))


def draw_boards(
    position: Position, seat: int, marks: Overlay, columns: int, panel: str | None, speak: Translate
) -> DrawnPanels:
    """Draw the boards side by side within `columns` characters, or only the board `panel`.

    As many boards as possible are drawn with two characters for each square, starting with the cursor's
    board.
    """
    seen = view(position, seat, changed_squares(marks.events))
    shown = [board for board in seen.boards if panel in (None, board.name)]
    across = len(seen.terrain[0])
    scales = _scales([board.name for board in shown], marks.cursor.panel, columns, across)
    steps = [_LABEL + scale * across + _GAP for scale in scales]
    drawn = [
        _board_lines(seen, board, marks, scale, speak) for board, scale in zip(shown, scales, strict=True)
    ]
    lines = [side_by_side(parts, steps) for parts in zip_longest(*drawn, fillvalue=[])]
    areas = (
        PanelArea(Panel(board.name, len(seen.terrain), across), _TOP, _LABEL + left, scale)
        for board, scale, left in zip(shown, scales, accumulate(steps, initial=0), strict=False)
    )
    return DrawnPanels(lines, tuple(areas))


def _scales(names: Sequence[str], first: str, columns: int, across: int) -> list[int]:
    """Return the number of characters for each square, board by board.

    It is two where there is room, else one; the board `first` has priority.
    """
    found = dict.fromkeys(names, 1)
    left = columns - len(names) * (_LABEL + across + _GAP)
    for name in sorted(names, key=lambda name: name != first):
        if left >= across:
            found[name], left = 2, left - across
    return list(found.values())


def _board_lines(seen: View, board: BoardView, marks: Overlay, scale: int, speak: Translate) -> list[Line]:
    """Return a board with its name, its labels, and each ruler's revenue from it."""
    sheet = painted_sheet(seen, board, board_symbols(speak), scale)
    _draw_marks(sheet, seen, board, marks, scale)
    changed = {row for row, _ in board.marked}, {column for _, column in board.marked}
    here = marks.cursor.panel == board.name
    lines = [
        _title(seen, board, here, speak),
        _column_labels(seen, changed[1], marks.cursor.column, scale, "v"),
    ]
    for row in range(len(seen.terrain)):
        sign = ">" if row == marks.cursor.row else "*" if row in changed[0] else " "
        lines.append([Span(f"{row + 1:>2}{sign}", HEAD if sign != " " else ""), *sheet.line(row)])
    lines.append(_column_labels(seen, changed[1], marks.cursor.column, scale, "^"))
    return [*lines, *_domain_lines(board, _LABEL + scale * len(seen.terrain[0]), speak)]


def _title(seen: View, board: BoardView, here: bool, speak: Translate) -> Line:
    """Return the name of a board and the adventurers on it.

    The name is in brackets if the cursor is on this board.
    """
    name, signs = speak(board.name).upper(), board_symbols(speak).colours
    there = [
        Span(f" {signs[player.colour]}{numbers}", STYLES[player.colour])
        for player in seen.players
        if (numbers := "".join(player.adventurers_on(board.name)))
    ]
    title: Line = [panel_title(name, here)]
    room = _LABEL + len(seen.terrain[0]) + 1
    for span in there:
        if line_width([*title, span]) < room:
            title.append(span)
    return title


def _column_labels(seen: View, changed: set[int], cursor: int, scale: int, pointer: str) -> Line:
    """Return the column letters, with `pointer` instead of the letter of the cursor's column."""
    line: Line = [Span(" " * _LABEL)]
    for column in range(len(seen.terrain[0])):
        sign = pointer if column == cursor else ascii_uppercase[column]
        after = "*" if column in changed else " "
        line.append(Span(f"{sign}{after}"[:scale], HEAD if column == cursor or column in changed else ""))
    return line


def _draw_marks(sheet: Sheet, seen: View, board: BoardView, marks: Overlay, scale: int) -> None:
    """Draw highlighted, removed and refused squares, options and the cursor on a board."""
    built = {square for building in board.buildings for square in building.squares}

    def put(row: int, column: int, sign: str, style: str, *, over: bool = False) -> None:
        if over or (row, column) not in built or scale == 1:
            sheet.over(row, scale * column, style, sign.ljust(scale) if over or scale == 2 else sign)
        else:
            sheet.over(row, scale * column + 1, style, sign)

    for spot, light in marks.lit.items():
        if spot.panel == board.name and (spot.row, spot.column) not in board.marked:
            put(spot.row, spot.column, *LIT_SIGNS[light])
    for row, column in _removed_squares(board, marks) - built:
        put(row, column, *REFUSED_SIGN)
    for spot in marks.refused:
        if spot.panel == board.name:
            put(spot.row, spot.column, *REFUSED_SIGN, over=True)
    for row, column in _option_squares(board, marks):
        put(row, column, *_OPTION)
    if marks.cursor.row < len(seen.terrain) and marks.cursor.column < len(seen.terrain[0]):
        for place in range(scale):
            sheet.over(marks.cursor.row, scale * marks.cursor.column + place, _CURSOR)


def _removed_squares(board: BoardView, marks: Overlay) -> set[tuple[int, int]]:
    """Return the squares of the buildings removed by time paradoxes."""
    names = [name for e in marks.events if e.event in _STRUCK and e.board == board.name for name in e.squares]
    return {_square_at(name) for name in names}


def _option_squares(board: BoardView, marks: Overlay) -> list[tuple[int, int]]:
    """Return the squares on this board that the open choice offers."""
    choice = marks.choice
    if choice is None or choice.board != board.name:
        return []
    return [_square_at(option) for option in choice.options if option[:1].isupper()]


def _square_at(name: str) -> tuple[int, int]:
    return int(name[1:]) - 1, ascii_uppercase.index(name[0])


def _domain_lines(board: BoardView, width: int, speak: Translate) -> list[Line]:
    """Return each ruler's revenue from the domains of a board, as many as fit on two lines."""
    found = [
        [[Span(f"{domain.at} "), Span(f"{speak(ruler)}{domain.revenue_text(ruler)}", STYLES[ruler])]]
        for domain in board.domains
        if domain.pays
        for ruler in domain.rulers
    ]
    return flow(found, width)[:2] if found else []


# --- beside the boards ------------------------------------------------------------------------------------


def side_lines(position: Position, seat: int, width: int, speak: Translate) -> list[Line]:
    """Return the lines beside the boards.

    They show a seat's adventurers with their loads, its cubes, the market and the tiles left.
    """
    lines: list[Line] = []
    for number, board in enumerate(position.players[seat].adventurers, 1):
        text = speak(message("adventurer {number} on {board}", number=number, board=board.word))
        lines.append([Span(f"{text} "), Span(_load_symbols(position, number), HEAD)])
    cubes = message("cubes left: {count}", count=position.cubes(seat))
    lines += flow([words(speak(cubes))], width)
    seen = view(position, seat)
    if seen.market:
        market = message("market: {cards}", cards=listed(seen.market, " "))
        lines += flow([words(speak(market))], width)
    signs = board_symbols(speak).pieces
    tiles = [[[Span(f"{signs[name]}{count}", HEAD if count <= 3 else DIM)]] for name, count in seen.stock]
    return [*lines, *flow([[[Span(speak(message("tiles")))]], *tiles], width, 2)]


def _load_symbols(position: Position, number: int) -> str:
    """Return a symbol for each card that an adventurer has carried or still can.

    ● is a card carried, ◐ a card that either adventurer may have carried, ○ a free place. Edition 1 shows
    only the cards used on the adventurer's board, as ●.
    """
    if position.options.edition == 1:
        board = position.players[position.active].adventurers[number - 1]
        return "●" * position.spent[board]
    loads = [each[number - 1] for each in position.loads]
    least, most = min(loads), max(loads)
    return "●" * least + "◐" * (most - least) + "○" * (CARRIED - most)
