"""The boards as text, drawn from views: framed and coloured for a terminal, or in plain ASCII.

A square takes two characters, or one if three boards would not fit side by side. A building has a frame. Its
first line shows the piece and its value, its second line the owner or the cubes. The squares of a domain have
its ruler's colour. Changed squares are bold and underlined, and their rows and columns have a star. Their
names are listed below the board.
"""

from __future__ import annotations

from string import ascii_uppercase
from typing import NamedTuple

from rich import text as rich_text

from khronos_pbem.canvas.player_styles import STYLES
from khronos_pbem.canvas.spans import DIM, HEAD, Line, Span, flow, line_width, plain_ascii, to_rich, words
from khronos_pbem.games.khronos.drawing.text.captions import (
    BoardSymbols,
    board_symbols,
    player_and_card_lines,
)
from khronos_pbem.games.khronos.drawing.text.squares import painted_rows
from khronos_pbem.games.khronos.view import BoardView, DomainView, View
from khronos_pbem.messages import Translate, message, untranslated

_LABEL, _GAP, _BESIDE = 3, 1, 36
"""The widths of a row number, of the gap between boards, and of the text beside a single board."""

_NOBODY = message("nobody")

Squares = frozenset[tuple[int, int]]


class _Page(NamedTuple):
    """The view to draw, the characters for each square, the language, and the letters on the boards."""

    view: View
    scale: int
    speak: Translate
    signs: BoardSymbols

    @property
    def wide(self) -> int:
        """The width of a board in characters, including the row numbers on its left."""
        return _LABEL + self.scale * len(self.view.terrain[0])


def draw_all(view: View, width: int, speak: Translate = untranslated) -> list[str]:
    """Return the whole view as lines of ASCII.

    As many boards as fit into `width` columns are placed side by side.
    """
    return plain_ascii(_all_boards(view, width, speak))


def draw_one(view: View, board: str, width: int = 110, speak: Translate = untranslated) -> list[str]:
    """Return one board with its domains as lines of ASCII.

    Players and cards are beside it, or below it if there is no room.
    """
    return plain_ascii(_one_board(view, board, width, speak))


def draw_rich(
    view: View, width: int, board: str | None = None, speak: Translate = untranslated
) -> rich_text.Text:
    """Return the view as rich text with frames and colours for a terminal.

    If `board` is given, only the board of that name is drawn.
    """
    lines = _all_boards(view, width, speak) if board is None else _one_board(view, board, width, speak)
    return to_rich(lines)


def _one_board(view: View, name: str, width: int, speak: Translate) -> list[Line]:
    """Return the lines of one board, with players and cards beside it if `width` allows, else below."""
    page = _Page(view, 2, speak, board_symbols(speak))
    board = _board_lines(page, next(board for board in view.boards if board.name == name), last=True)
    wide = max(map(line_width, board))
    if width - wide - 2 < _BESIDE:
        return [*board, [], *player_and_card_lines(view, width, speak)]
    return _side_by_side([board, [[], *player_and_card_lines(view, width - wide - 2, speak)]], wide, 2)


def _all_boards(view: View, width: int, speak: Translate) -> list[Line]:
    """The lines of all boards, as many side by side as fit, with players and cards below."""
    page = _Page(view, 2, speak, board_symbols(speak))
    count = len(view.boards)
    if _total_width(page, count) > width >= _total_width(page._replace(scale=1), count):
        page = page._replace(scale=1)
    beside = next((number for number in range(count, 1, -1) if _total_width(page, number) <= width), 1)
    lines: list[Line] = []
    for at in range(0, count, beside):
        row = view.boards[at : at + beside]
        columns = [_board_lines(page, board, last=board is row[-1]) for board in row]
        lines += [*_side_by_side(_top_aligned(columns), page.wide, _GAP), []]
    return [*lines, *player_and_card_lines(view, width, speak)]


def _total_width(page: _Page, boards: int) -> int:
    """Return the width of this number of boards side by side, in characters.

    The last board has row numbers on both sides.
    """
    return boards * (page.wide + _GAP) - _GAP + _LABEL


def _top_aligned(columns: list[list[Line]]) -> list[list[Line]]:
    """Return the boards with empty lines added at the top, so that their column letters line up."""
    heights = [next(row for row, line in enumerate(column) if _is_column_labels(line)) for column in columns]
    return [[[]] * (max(heights) - high) + column for high, column in zip(heights, columns, strict=True)]


def _is_column_labels(line: Line) -> bool:
    """Return whether a line contains the column letters of a board."""
    return bool(line) and line[0] == Span(" " * _LABEL)


def _side_by_side(columns: list[list[Line]], width: int, gap: int) -> list[Line]:
    """Return the columns side by side, each padded to `width`, with gaps of `gap` characters."""
    lines: list[Line] = []
    for row in range(max(map(len, columns))):
        line: Line = []
        for number, column in enumerate(columns):
            part = column[row] if row < len(column) else []
            last = number == len(columns) - 1
            line += [*part, Span("" if last else " " * (width - line_width(part) + gap))]
        lines.append(line)
    return lines


# --- one board --------------------------------------------------------------------------------------------


def _board_lines(page: _Page, board: BoardView, *, last: bool) -> list[Line]:
    """Return a board with its title, labels, changes and domains.

    The `last` board has row numbers on both sides.
    """
    columns = [Span(" " * _LABEL), *_column_labels(page, {column for _, column in board.marked})]
    rows = {row for row, _ in board.marked}
    lines = [*_title(page, board), columns]
    for row, cells in enumerate(painted_rows(page.view, board, page.signs, page.scale)):
        label = Span(f"{row + 1:>2}{'*' if row in rows else ' '}", HEAD if row in rows else "")
        lines.append([label, *cells, Span(f" {row + 1:<2}" if last else "")])
    broad = page.wide
    small = _small_building_lines(page, board, broad) if page.scale == 1 else []
    return [*lines, columns, *small, *_changed_lines(board, broad), *_domain_lines(board, broad, page.speak)]


def _column_labels(page: _Page, changed: set[int]) -> Line:
    """Return the line of column letters, with a star for each changed column.

    Each letter is above the first character of its squares.
    """
    stars = ["*" if column in changed else " " for column in range(len(page.view.terrain[0]))]
    return [
        Span(f"{ascii_uppercase[column]}{star}"[: page.scale], HEAD if column in changed else "")
        for column, star in enumerate(stars)
    ]


def _title(page: _Page, board: BoardView) -> list[Line]:
    there: list[Line] = [
        [Span(f"{page.signs.colours[player.colour]}{numbers}", STYLES[player.colour])]
        for player in page.view.players
        if (numbers := "".join(player.adventurers_on(board.name)))
    ]
    return flow([[[Span(page.speak(board.name).upper(), HEAD)], *there]], page.wide)


def _small_building_lines(page: _Page, board: BoardView, width: int) -> list[Line]:
    """Return lines with the owners of buildings on one square, such as `Wr C7 E4`.

    On a small board these buildings show only their letter.
    """
    places: dict[tuple[str, str], list[str]] = {}
    for building in sorted(board.buildings, key=lambda building: building.at):
        owner = building.cubes[0][0] if building.cubes else building.owner
        if building.size == 1 and owner:
            letter = page.signs.pieces[building.name]
            sign = f"{letter.lower() if building.printed else letter}{page.signs.colours[owner]}"
            places.setdefault((owner, sign), []).append(_rectangle_name(frozenset([building.at])))
    items = [[[Span(sign, STYLES[owner])], *words(" ".join(at))] for (owner, sign), at in places.items()]
    return flow(items, width, 2)


def _changed_lines(board: BoardView, width: int) -> list[Line]:
    """The names of the changed squares."""
    names = [_rectangle_name(part) for part in changed_rectangles(board)]
    if not names:
        return []
    return flow([words(f"* {names[0]}", HEAD), *(words(name) for name in names[1:])], width, 2)


def changed_rectangles(board: BoardView) -> list[Squares]:
    """Return the changed squares of a board, divided into rectangles.

    A changed building is one rectangle. The rectangles are sorted from top to bottom, then from left to
    right.
    """
    found, left = list[Squares](), board.marked
    for building in board.buildings:
        footprint = frozenset(building.squares)
        if footprint <= left:
            found, left = [*found, footprint], left - footprint
    return sorted([*found, *rectangles(left)], key=min)


def rectangles(squares: Squares) -> list[Squares]:
    """Cut the squares into rectangles, from top to bottom, then from left to right."""
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


def rectangle_names(squares: Squares) -> list[str]:
    """Return the names of the rectangles into which the squares are cut: `B2`, `E5-F6`."""
    return [_rectangle_name(part) for part in rectangles(squares)]


def building_places(board: BoardView, domain: DomainView) -> list[str]:
    """Return the squares that each building in a domain occupies, as names: `B2`, `E5-F6`."""
    inside = (building for building in board.buildings if building.at in domain.squares)
    return [_rectangle_name(frozenset(building.squares)) for building in inside]


def _rectangle_name(part: Squares) -> str:
    """The name of a square, or of a rectangle by its corners: `B2`, `E5-F6`."""
    first, last = (f"{ascii_uppercase[column]}{row + 1}" for row, column in (min(part), max(part)))
    return first if first == last else f"{first}-{last}"


def _domain_lines(board: BoardView, width: int, speak: Translate) -> list[Line]:
    """Return every domain with its buildings, rulers and income, as many on a line as fit."""
    return flow([_domain_words(board, domain, speak) for domain in board.domains], width)


def _domain_words(board: BoardView, domain: DomainView, speak: Translate) -> list[Line]:
    """Return the words for a domain, to be set by `flow`.

    Its last building and its first ruler form one word, so that no line break separates them.
    """
    found = [[Span(f"{speak(who)}{domain.revenue_text(who)}", STYLES[who])] for who in domain.rulers]
    found = found or [[Span(f"{speak(_NOBODY)} {domain.amount}", DIM)]]
    *places, last = building_places(board, domain)
    return [*([Span(place)] for place in places), [Span(f"{last} "), *found[0]], *found[1:]]
