"""The boards in ASCII, from views: plain lines, and the same lines with colours for a terminal.

A square is two characters. A building's top-left square has its letter in capitals with its owner (or its
value, if nobody owns it), the others its small letter, so that the size is seen at once.
"""

from __future__ import annotations

from string import ascii_uppercase
from typing import TYPE_CHECKING, NamedTuple

from khronos_pbem.khronos.view import BoardView, BuildingView, PlayerView, View

if TYPE_CHECKING:
    from rich.text import Text

LETTERS = {
    "watchtower": "W",
    "keep": "K",
    "castle": "C",
    "chapel": "P",
    "monastery": "M",
    "abbey": "A",
    "hamlet": "H",
    "town": "T",
    "city": "Y",
}
COLOUR_LETTERS = {"red": "r", "blue": "b", "green": "g", "white": "w", "black": "k"}
_TERRAIN = {".": " .", "f": '""', "^": "^^", "~": "~~"}
_LAND_STYLES = {".": "dim", "f": "green", "^": "yellow", "~": "blue"}
_OWNER_STYLES = {
    "red": "bold white on red",
    "blue": "bold white on blue",
    "green": "bold black on green",
    "white": "bold black on white",
    "black": "bold white on black",
}
_CIVIL, _OLD, _RUIN, _MARK, _HEAD = (
    "bold black on cyan",
    "bold black on magenta",
    "magenta",
    "underline",
    "bold",
)
_LABEL, _GAP = 3, 2


class Span(NamedTuple):
    """Some characters of a line with a Rich style."""

    text: str
    style: str = ""


Line = list[Span]


def draw_all(view: View, width: int) -> list[str]:
    """The whole view as plain ASCII lines: boards beside each other as far as `width` columns allow."""
    return ["".join(span.text for span in line).rstrip() for line in _all(view, width)]


def draw_one(view: View, board: str) -> list[str]:
    """One board as plain ASCII lines, with its domains."""
    return ["".join(span.text for span in line).rstrip() for line in _board_lines(view, _find(view, board))]


def rich_all(view: View, width: int, board: str | None = None) -> Text:
    """The whole view, or one board of it, with colours for a terminal."""
    from rich.text import Text

    lines = _all(view, width) if board is None else _board_lines(view, _find(view, board))
    text = Text(no_wrap=True, overflow="crop")
    for line in lines:
        for span in line:
            text.append(span.text, style=span.style or None)
        text.append("\n")
    text.right_crop(1)
    return text


def _find(view: View, name: str) -> BoardView:
    return next(board for board in view.boards if board.name == name)


def _all(view: View, width: int) -> list[Line]:
    columns = [_board_lines(view, board) for board in view.boards]
    board_width = max(_length(line) for column in columns for line in column)
    beside = max(1, (width + _GAP) // (board_width + _GAP))
    lines: list[Line] = []
    for at in range(0, len(columns), beside):
        lines += _beside(columns[at : at + beside], board_width)
        lines.append([])
    return [*lines, *_players(view), *_cards(view), *_legend()]


def _beside(columns: list[list[Line]], width: int) -> list[Line]:
    lines: list[Line] = []
    for row in range(max(map(len, columns))):
        line: Line = []
        for number, column in enumerate(columns):
            part = column[row] if row < len(column) else []
            length = sum(len(span.text) for span in part)
            last = number == len(columns) - 1
            line += [*part, Span("" if last else " " * (width - length + _GAP))]
        lines.append(line)
    return lines


# --- one board --------------------------------------------------------------------------------------------


def _board_lines(view: View, board: BoardView) -> list[Line]:
    """A board with its title, its coordinates and its domains; no line is wider than the board."""
    cells = _cells(view, board)
    changed_columns = {column for _, column in board.marked}
    changed_rows = {row for row, _ in board.marked}
    width = len(view.terrain[0])
    letters = "".join(
        f"{'*' if column in changed_columns else ' '}{ascii_uppercase[column]}" for column in range(width)
    )
    lines = [_title(view, board), [Span(" " * _LABEL + letters, _HEAD)]]
    for row in range(len(view.terrain)):
        label = Span(f"{row + 1:>2}{'*' if row in changed_rows else ' '}", _HEAD)
        lines.append([label, *(cells[row, column] for column in range(width))])
    return [*lines, *_domain_lines(board, _LABEL + 2 * width)]


def _title(view: View, board: BoardView) -> Line:
    there = [
        Span(f" {COLOUR_LETTERS[player.colour]}{numbers}", _OWNER_STYLES[player.colour])
        for player in view.players
        if not player.gone and (numbers := _adventurers(player, board.name))
    ]
    return [Span(f"{board.name.upper():<7}", _HEAD), *there]


def _adventurers(player: PlayerView, board: str) -> str:
    """The numbers of a player's adventurers on a board."""
    return "".join(str(number) for number, place in enumerate(player.adventurers, 1) if place == board)


def _cells(view: View, board: BoardView) -> dict[tuple[int, int], Span]:
    cells = {
        (row, column): Span(_TERRAIN[kind], _LAND_STYLES[kind])
        for row, kinds in enumerate(view.terrain)
        for column, kind in enumerate(kinds)
    }
    for square in board.marked:
        cells[square] = Span(" *", _MARK)
    for building in board.buildings:
        cells.update(_building_cells(building, board.marked))
    return cells


def _building_cells(
    building: BuildingView, marked: frozenset[tuple[int, int]]
) -> dict[tuple[int, int], Span]:
    top, left = building.at
    squares = [(top + down, left + right) for down in range(building.size) for right in range(building.size)]
    letter, style = LETTERS[building.name], _style(building)
    texts = [_corner(building, letter), *_cube_texts(building)]
    fill = "%%" if building.ruin else letter.lower() + (_owner(building) or letter.lower())
    cells = {}
    for number, square in enumerate(squares):
        text = texts[number] if number < len(texts) else ("**" if square in marked else fill)
        cells[square] = Span(text, f"{style} {_MARK}" if square in marked else style)
    return cells


def _corner(building: BuildingView, letter: str) -> str:
    """The two characters of the top-left square: the letter, then owner, ruin, single cube, or value."""
    if building.printed:
        letter = letter.lower()
    if building.size == 1 and building.cubes:
        return letter + COLOUR_LETTERS[building.cubes[0][0]]
    if building.ruin:
        return f"{letter}%"
    return letter + (_owner(building) or str(building.value))


def _cube_texts(building: BuildingView) -> list[str]:
    """The cubes on a larger building, one colour a square."""
    if building.size == 1:
        return []
    return [f"{COLOUR_LETTERS[colour]}{count}" for colour, count in building.cubes]


def _owner(building: BuildingView) -> str:
    return COLOUR_LETTERS[building.owner] if building.owner else ""


def _style(building: BuildingView) -> str:
    if building.owner:
        return _OWNER_STYLES[building.owner]
    if building.ruin:
        return _RUIN
    return _CIVIL if building.type == "civil" else _OLD


def _domain_lines(board: BoardView, width: int) -> list[Line]:
    """Who rules which domain and what it pays, as many in a line as fit."""
    lines: list[Line] = [[]]
    for domain in board.domains:
        spans = [Span(f"{domain.at} ")]
        for ruler in domain.rulers:
            amount = f"({domain.amount})" if ruler in domain.idle else f"+{domain.amount}"
            spans += [Span(f"{ruler}{amount}", _OWNER_STYLES[ruler]), Span(" ")]
        spans[-1] = Span("  ")
        if lines[-1] and _length(lines[-1]) + _length(spans[:-1]) > width:
            lines.append([])
        lines[-1] += spans
    return [line[:-1] for line in lines] if lines[0] else [[Span("nobody rules", "dim")]]


def _length(line: Line) -> int:
    return sum(len(span.text) for span in line)


# --- the rest ---------------------------------------------------------------------------------------------


def _players(view: View) -> list[Line]:
    state = "the game is over" if view.over else f"round {view.round} of 7"
    turn = "" if view.over or not view.active else f", {view.active}'s turn"
    lines: list[Line] = [[Span(f"{state}{turn}", _HEAD)]]
    lines += [_player(view, player) for player in view.players]
    if view.choice:
        lines.append([Span(view.choice, _HEAD)])
    return lines


def _player(view: View, player: PlayerView) -> Line:
    mark = ">" if player.colour == view.active and not view.over else " "
    ecus = f"{player.ecus:>3} ecu{' ' if player.ecus == 1 else 's'}"
    places = " ".join(f"{place:<6}" for place in player.adventurers)
    cards = f"{player.cards} card{' ' if player.cards == 1 else 's'}"
    text = f" {ecus}  earns {player.income:>2} now  {cards}  {player.cubes:>2} cubes  on {places}"
    extra = "  gone" if player.gone else ("  auto" if player.policy == "auto" else "")
    hand = f"  hand: {' '.join(player.hand) or 'empty'}" if player.hand is not None else ""
    name = Span(f"{player.colour:<5}", _OWNER_STYLES[player.colour])
    return [Span(f"{mark} "), name, Span(f"{text}{extra}"), Span(hand, _HEAD)]


def _cards(view: View) -> list[Line]:
    discard = ", ".join(f"{count} {name}" for name, count in view.discard) or "none"
    market = f"  market: {' '.join(view.market)}" if view.market else ""
    low = [f"{name} {count}" for name, count in view.stock if count <= 3]
    stock = f"  few tiles: {', '.join(low)}" if low else ""
    return [[Span(f"pile: {view.pile} cards  discards: {discard}{market}{stock}")]]


def _legend() -> list[Line]:
    rows = (
        "W watchtower K keep C castle  P chapel M monastery A abbey  H hamlet (h printed) T town Y city",
        'letter + owner, or + value if nobody\'s; K% ruin, r2 two red cubes; . plain "" forest ^^ mountain',
        "~~ river; * changed; F7 red+4: red rules that domain and earns 4, (4): no adventurer there",
    )
    return [[Span(row, "dim")] for row in rows]
