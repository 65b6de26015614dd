"""The boards on the screen on which turns are composed: a cursor, lit squares, what an order would change.

Everything is said by signs, colours only repeat it: `o` a square where it may be, `+` one that costs more
cards, `x` what may not be or is struck, `?` the options of a choice; `>`, `v` and `^` point at the cursor.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import accumulate, zip_longest
from string import ascii_uppercase

from khronos_pbem.canvas.player_styles import STYLES
from khronos_pbem.canvas.sheet import Sheet
from khronos_pbem.canvas.spans import DIM, HEAD, Line, Span, flow, length, words
from khronos_pbem.engine.features.turn_screen import Area, Drawn, Light, Marks, Panel
from khronos_pbem.games.khronos.drawing.text.captions import letters
from khronos_pbem.games.khronos.drawing.text.squares import painted_sheet
from khronos_pbem.games.khronos.model.position import Position
from khronos_pbem.games.khronos.rules.checks.costs import CARRIED
from khronos_pbem.games.khronos.view import BoardView, View, marks_of, view
from khronos_pbem.messages import Speak, listed, message

_LABEL, _GAP, _TOP = 3, 1, 2
_LIGHTS = {
    Light.LEGAL: ("o", "bold #000000 on #5fd75f"),
    Light.DEAR: ("+", "bold #000000 on #ffd75f"),
}
_REFUSED, _OPTION = ("x", "bold #ffffff on #af0000"), ("?", "bold #000000 on #5fd7ff")
_CURSOR = "reverse bold"
_STRUCK = frozenset(("paradox",))


def boards_drawn(
    position: Position, seat: int, marks: Marks, columns: int, panel: str | None, speak: Speak
) -> Drawn:
    """The boards beside each other within so many columns, or one of them; framed are as many as fit, that of
    the cursor first."""
    seen = view(position, seat, marks_of(marks.events))
    shown = [board for board in seen.boards if panel in (None, board.name)]
    across = len(seen.terrain[0])
    scales = _scales([board.name for board in shown], marks.cursor.panel, columns, across)
    steps = [_LABEL + scale * across + _GAP for scale in scales]
    drawn = [_board(seen, board, marks, scale, speak) for board, scale in zip(shown, scales, strict=True)]
    lines = [_beside(parts, steps) for parts in zip_longest(*drawn, fillvalue=[])]
    areas = (
        Area(Panel(board.name, len(seen.terrain), across), _TOP, _LABEL + left, scale)
        for board, scale, left in zip(shown, scales, accumulate(steps, initial=0), strict=False)
    )
    return Drawn(lines, tuple(areas))


def _scales(names: Sequence[str], first: str, columns: int, across: int) -> list[int]:
    """The characters that a square has on each board: two, with frames, where all still fit."""
    found = dict.fromkeys(names, 1)
    left = columns - len(names) * (_LABEL + across + _GAP)
    for name in sorted(names, key=lambda name: name != first):
        if left >= across:
            found[name], left = 2, left - across
    return list(found.values())


def _beside(parts: Iterable[Line], steps: Iterable[int]) -> Line:
    line: Line = []
    for part, step in zip(parts, steps, strict=True):
        line += [*part, Span(" " * (step - length(part)))]
    return line


def _board(seen: View, board: BoardView, marks: Marks, scale: int, speak: Speak) -> list[Line]:
    """A board with its name, its labels, and who earns what on it."""
    sheet = painted_sheet(seen, board, letters(speak), scale)
    _mark(sheet, seen, board, marks, scale)
    changed = {row for row, _ in board.marked}, {column for _, column in board.marked}
    here = marks.cursor.panel == board.name
    lines = [_title(seen, board, here, speak), _columns(seen, changed[1], marks.cursor.column, scale, "v")]
    for row in range(len(seen.terrain)):
        sign = ">" if row == marks.cursor.row else "*" if row in changed[0] else " "
        lines.append([Span(f"{row + 1:>2}{sign}", HEAD if sign != " " else ""), *sheet.line(row)])
    lines.append(_columns(seen, changed[1], marks.cursor.column, scale, "^"))
    return [*lines, *_domains(board, _LABEL + scale * len(seen.terrain[0]), speak)]


def _title(seen: View, board: BoardView, here: bool, speak: Speak) -> Line:
    """The name of a board, in brackets where the cursor is, with the adventurers on it."""
    name, signs = speak(board.name).upper(), letters(speak).colours
    there = [
        Span(f" {signs[player.colour]}{numbers}", STYLES[player.colour])
        for player in seen.players
        if not player.gone
        and (numbers := "".join(str(n) for n, at in enumerate(player.adventurers, 1) if at == board.name))
    ]
    title: Line = [Span(f"[{name}]" if here else f" {name} ", f"{HEAD} reverse" if here else HEAD)]
    room = _LABEL + len(seen.terrain[0]) + 1
    for span in there:
        if length([*title, span]) < room:
            title.append(span)
    return title


def _columns(seen: View, changed: set[int], cursor: int, scale: int, pointer: str) -> Line:
    """The letters of the columns; the one of the cursor is pointed at."""
    line: Line = [Span(" " * _LABEL)]
    for column in range(len(seen.terrain[0])):
        sign = pointer if column == cursor else ascii_uppercase[column]
        after = "*" if column in changed else " "
        line.append(Span(f"{sign}{after}"[:scale], HEAD if column == cursor or column in changed else ""))
    return line


def _mark(sheet: Sheet, seen: View, board: BoardView, marks: Marks, scale: int) -> None:
    """Draw lit squares, what is struck and refused, options and the cursor on a board."""
    built = {
        (b.at[0] + down, b.at[1] + right)
        for b in board.buildings
        for down in range(b.size)
        for right in range(b.size)
    }

    def put(row: int, column: int, sign: str, style: str, *, over: bool = False) -> None:
        if over or (row, column) not in built or scale == 1:
            sheet.over(row, scale * column, style, sign.ljust(scale) if over or scale == 2 else sign)
        else:
            sheet.over(row, scale * column + 1, style, sign)

    for spot, light in marks.lit.items():
        if spot.panel == board.name and (spot.row, spot.column) not in board.marked:
            put(spot.row, spot.column, *_LIGHTS[light])
    for row, column in _struck(board, marks) - built:
        put(row, column, *_REFUSED)
    for spot in marks.refused:
        if spot.panel == board.name:
            put(spot.row, spot.column, *_REFUSED, over=True)
    for row, column in _options(board, marks):
        put(row, column, *_OPTION)
    if marks.cursor.row < len(seen.terrain) and marks.cursor.column < len(seen.terrain[0]):
        for place in range(scale):
            sheet.over(marks.cursor.row, scale * marks.cursor.column + place, _CURSOR)


def _struck(board: BoardView, marks: Marks) -> set[tuple[int, int]]:
    """The squares from which events have removed something."""
    names = [name for e in marks.events if e.event in _STRUCK and e.board == board.name for name in e.squares]
    return {_square(name) for name in names}


def _options(board: BoardView, marks: Marks) -> list[tuple[int, int]]:
    """The squares among which a choice would have to be made."""
    choice = marks.choice
    if choice is None or choice.board != board.name:
        return []
    return [_square(option) for option in choice.options if option[:1].isupper()]


def _square(name: str) -> tuple[int, int]:
    return int(name[1:]) - 1, ascii_uppercase.index(name[0])


def _domains(board: BoardView, width: int, speak: Speak) -> list[Line]:
    """Who earns what on a board, as many as fit on two lines."""
    found = [
        [
            [
                Span(f"{domain.at} "),
                Span(f"{speak(ruler)}{_pays(domain.amount, ruler in domain.idle)}", STYLES[ruler]),
            ]
        ]
        for domain in board.domains
        if domain.pays
        for ruler in domain.rulers
    ]
    return flow(found, width)[:2] if found else []


def _pays(amount: int, idle: bool) -> str:
    return f"({amount})" if idle else f"+{amount}"


# --- beside the boards ------------------------------------------------------------------------------------


def aside_lines(position: Position, seat: int, width: int, speak: Speak) -> list[Line]:
    """The adventurers with what they have carried ●, cubes, what is in the market, tiles left."""
    lines: list[Line] = []
    for number, board in enumerate(position.players[seat].adventurers, 1):
        text = speak(message("adventurer {number} on {board}", number=number, board=board.word))
        lines.append([Span(f"{text} "), Span(_load(position, number), HEAD)])
    cubes = message("cubes left: {count}", count=position.cubes(seat))
    lines += flow([words(speak(cubes))], width)
    seen = view(position, seat)
    if seen.market:
        market = message("market: {cards}", cards=listed(seen.market, " "))
        lines += flow([words(speak(market))], width)
    signs = letters(speak).pieces
    tiles = [[[Span(f"{signs[name]}{count}", HEAD if count <= 3 else DIM)]] for name, count in seen.stock]
    return [*lines, *flow([[[Span(speak(message("tiles")))]], *tiles], width, 2)]


def _load(position: Position, number: int) -> str:
    """What an adventurer has carried: ● a card, ◐ one that either may have, ○ room for one."""
    if position.options.edition == 1:
        board = position.players[position.active].adventurers[number - 1]
        return "●" * position.spent[board]
    loads = [each[number - 1] for each in position.loads]
    least, most = min(loads), max(loads)
    return "●" * least + "◐" * (most - least) + "○" * (CARRIED - most)
