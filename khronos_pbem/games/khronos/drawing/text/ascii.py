"""The boards in text, from views: for a terminal with frames and colours, for all else in ASCII.

A square is two characters, or one where three boards would not fit beside each other. A building has a frame,
piece and value on its first line, its owner or its cubes on the second; the squares of a domain have the
colour of who rules it. What changed is bold and underlined, its rows and columns are starred, and it is named
under the board.
"""

from __future__ import annotations

from collections.abc import Iterable
from string import ascii_uppercase
from typing import NamedTuple

from rich import text as rich_text

from khronos_pbem.canvas.frames import in_ascii
from khronos_pbem.canvas.player_styles import STYLES
from khronos_pbem.canvas.spans import DIM, HEAD, Line, Span, flow, length, plain, words
from khronos_pbem.games.khronos.drawing.text.captions import Letters, letters, text_lines
from khronos_pbem.games.khronos.drawing.text.squares import painted, squares_of
from khronos_pbem.games.khronos.view import BoardView, DomainView, PlayerView, View
from khronos_pbem.messages import Speak, as_it_is, message

_LABEL, _GAP, _BESIDE = 3, 1, 36
"""The room for a row's number, between boards, and for what stands beside a single one."""

_NOBODY = message("nobody")

Squares = frozenset[tuple[int, int]]


class _Page(NamedTuple):
    """What is drawn, in how many characters a square, in which language and letters."""

    view: View
    scale: int
    speak: Speak
    signs: Letters

    @property
    def wide(self) -> int:
        """The columns of a board with the numbers on its left."""
        return _LABEL + self.scale * len(self.view.terrain[0])


def draw_all(view: View, width: int, speak: Speak = as_it_is) -> list[str]:
    """The whole view as plain lines: boards beside each other as far as `width` columns allow."""
    return _plain(_all(view, width, speak))


def draw_one(view: View, board: str, width: int = 110, speak: Speak = as_it_is) -> list[str]:
    """One board as plain lines, with its domains; players and cards beside it, or below."""
    return _plain(_one(view, board, width, speak))


def rich_all(view: View, width: int, board: str | None = None, speak: Speak = as_it_is) -> rich_text.Text:
    """The whole view, or one board of it, with frames and colours for a terminal."""
    lines = _all(view, width, speak) if board is None else _one(view, board, width, speak)
    text = rich_text.Text(no_wrap=True, overflow="crop")
    for line in lines:
        for span in line:
            text.append(span.text, style=span.style or None)
        text.append("\n")
    text.right_crop(1)
    return text


def _plain(lines: Iterable[Line]) -> list[str]:
    return [in_ascii(plain(line)) for line in lines]


def _one(view: View, name: str, width: int, speak: Speak) -> list[Line]:
    page = _Page(view, 2, speak, letters(speak))
    board = _board_lines(page, next(board for board in view.boards if board.name == name), last=True)
    wide = max(map(length, board))
    if width - wide - 2 < _BESIDE:
        return [*board, [], *text_lines(view, width, speak)]
    return _beside([board, [[], *text_lines(view, width - wide - 2, speak)]], wide, 2)


def _all(view: View, width: int, speak: Speak) -> list[Line]:
    page = _Page(view, 2, speak, letters(speak))
    count = len(view.boards)
    if _together(page, count) > width >= _together(page._replace(scale=1), count):
        page = page._replace(scale=1)
    beside = next((number for number in range(count, 1, -1) if _together(page, number) <= width), 1)
    lines: list[Line] = []
    for at in range(0, count, beside):
        row = view.boards[at : at + beside]
        columns = [_board_lines(page, board, last=board is row[-1]) for board in row]
        lines += [*_beside(_level(columns), page.wide, _GAP), []]
    return [*lines, *text_lines(view, width, speak)]


def _together(page: _Page, boards: int) -> int:
    """The columns of so many boards beside each other; the last has numbers on its right too."""
    return boards * (page.wide + _GAP) - _GAP + _LABEL


def _level(columns: list[list[Line]]) -> list[list[Line]]:
    """Boards with their first rows beside each other, however many lines their titles take."""
    heights = [next(row for row, line in enumerate(column) if _begins(line)) for column in columns]
    return [[[]] * (max(heights) - high) + column for high, column in zip(heights, columns, strict=True)]


def _begins(line: Line) -> bool:
    """Whether the letters of the columns are in this line."""
    return bool(line) and line[0] == Span(" " * _LABEL)


def _beside(columns: list[list[Line]], width: int, gap: int) -> list[Line]:
    lines: list[Line] = []
    for row in range(max(map(len, columns))):
        line: Line = []
        for number, column in enumerate(columns):
            part = column[row] if row < len(column) else []
            last = number == len(columns) - 1
            line += [*part, Span("" if last else " " * (width - length(part) + gap))]
        lines.append(line)
    return lines


# --- one board --------------------------------------------------------------------------------------------


def _board_lines(page: _Page, board: BoardView, *, last: bool) -> list[Line]:
    """A board with its title and labels, what changed, its domains; the last has numbers on its right too."""
    columns = [Span(" " * _LABEL), *_column_labels(page, {column for _, column in board.marked})]
    rows = {row for row, _ in board.marked}
    lines = [*_title(page, board), columns]
    for row, cells in enumerate(painted(page.view, board, page.signs, page.scale)):
        label = Span(f"{row + 1:>2}{'*' if row in rows else ' '}", HEAD if row in rows else "")
        lines.append([label, *cells, Span(f" {row + 1:<2}" if last else "")])
    broad = page.wide
    small = _small_lines(page, board, broad) if page.scale == 1 else []
    return [*lines, columns, *small, *_changed_lines(board, broad), *_domain_lines(board, broad, page.speak)]


def _column_labels(page: _Page, changed: set[int]) -> Line:
    """The letters of the columns over the first character of their squares."""
    stars = ["*" if column in changed else " " for column in range(len(page.view.terrain[0]))]
    return [
        Span(f"{ascii_uppercase[column]}{star}"[: page.scale], HEAD if column in changed else "")
        for column, star in enumerate(stars)
    ]


def _title(page: _Page, board: BoardView) -> list[Line]:
    there: list[Line] = [
        [Span(f"{page.signs.colours[player.colour]}{numbers}", STYLES[player.colour])]
        for player in page.view.players
        if not player.gone and (numbers := _adventurers(player, board.name))
    ]
    return flow([[[Span(page.speak(board.name).upper(), HEAD)], *there]], page.wide)


def _adventurers(player: PlayerView, board: str) -> str:
    """The numbers of a player's adventurers on a board."""
    return "".join(str(number) for number, place in enumerate(player.adventurers, 1) if place == board)


def _small_lines(page: _Page, board: BoardView, width: int) -> list[Line]:
    """Whose the buildings of one square are, which show just a letter: `Wr C7 E4`."""
    places: dict[tuple[str, str], list[str]] = {}
    for building in sorted(board.buildings, key=lambda building: building.at):
        owner = building.cubes[0][0] if building.cubes else building.owner
        if building.size == 1 and owner:
            letter = page.signs.pieces[building.name]
            sign = f"{letter.lower() if building.printed else letter}{page.signs.colours[owner]}"
            places.setdefault((owner, sign), []).append(_corners(frozenset([building.at])))
    items = [[[Span(sign, STYLES[owner])], *words(" ".join(at))] for (owner, sign), at in places.items()]
    return flow(items, width, 2)


def _changed_lines(board: BoardView, width: int) -> list[Line]:
    """The changed squares by name."""
    names = [_corners(part) for part in changed_parts(board)]
    if not names:
        return []
    return flow([words(f"* {names[0]}", HEAD), *(words(name) for name in names[1:])], width, 2)


def changed_parts(board: BoardView) -> list[Squares]:
    """The changed squares of a board as rectangles: those of whole buildings, then what is left."""
    found, left = list[Squares](), board.marked
    for building in board.buildings:
        footprint = frozenset(squares_of(building))
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


def places_of(squares: Squares) -> list[str]:
    """The names of squares, of rectangles by their corners: `B2`, `E5-F6`."""
    return [_corners(part) for part in rectangles(squares)]


def places_in(board: BoardView, domain: DomainView) -> list[str]:
    """Where the buildings of a domain are."""
    inside = (building for building in board.buildings if building.at in domain.squares)
    return [_corners(frozenset(squares_of(building))) for building in inside]


def _corners(part: Squares) -> str:
    """The name of a square, or those of a rectangle's corners: `B2`, `E5-F6`."""
    first, last = (f"{ascii_uppercase[column]}{row + 1}" for row, column in (min(part), max(part)))
    return first if first == last else f"{first}-{last}"


def _domain_lines(board: BoardView, width: int, speak: Speak) -> list[Line]:
    """Every domain with its places, who rules it and what it is worth, as many in a line as fit."""
    return flow([_domain(board, domain, speak) for domain in board.domains], width)


def _domain(board: BoardView, domain: DomainView, speak: Speak) -> list[Line]:
    """The words of a domain: its last place stays with its first ruler."""
    found = []
    for ruler in domain.rulers:
        amount = f"({domain.amount})" if ruler in domain.idle else f"+{domain.amount}"
        found.append([Span(f"{speak(ruler)}{amount}", STYLES[ruler])])
    found = found or [[Span(f"{speak(_NOBODY)} {domain.amount}", DIM)]]
    *places, last = places_in(board, domain)
    return [*([Span(place)] for place in places), [Span(f"{last} "), *found[0]], *found[1:]]
