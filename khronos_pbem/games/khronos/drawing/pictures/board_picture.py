"""The boards as a vector picture: land, buildings, changes, domains with rulers, players and legend."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from string import ascii_uppercase

from khronos_pbem.canvas.player_styles import INK, PAPER, player_badge
from khronos_pbem.canvas.shapes import Group, Picture, Polygon, Rect, Shape, Text, text_width, truncated
from khronos_pbem.games.khronos.drawing.pictures.domain_outlines import coin_shapes, coins, outline_shapes
from khronos_pbem.games.khronos.drawing.pictures.emblems import SQUARE, TYPES, building_shapes, emblem_shapes
from khronos_pbem.games.khronos.drawing.text.ascii import changed_rectangles
from khronos_pbem.games.khronos.model.pieces import PIECES, RUINS, ecus_text
from khronos_pbem.games.khronos.view import BoardView, BuildingView, PlayerView, View
from khronos_pbem.messages import Translate, message, plural_message

EDGE, TOP, GAP, MARGIN, RIM = 20.0, 34.0, 22.0, 16.0, 2.0
"""The space around the boards in pixels.

`EDGE` is for row numbers, `TOP` is for the title and column letters, `GAP` is between boards, and
`MARGIN` is around the picture. `RIM` is for the part of a frame that extends beyond the last row or
column.
"""

LAND = {".": "#eceedd", "f": "#c9deb2", "^": "#d8cdb9", "~": "#a3d9d6"}
_DARKER = {"f": "#5c8a48", "^": "#8d7f66", "~": "#2f8688"}
GROUNDS = {"f": message("forest"), "^": message("mountain"), "~": message("river")}
"""The kind of land for each letter of a map, except the plain."""

_MARK, _QUIET, _GRID = "#ffe23d", "#5a5a55", "#ffffff"
_MARK_INSET, _MARK_LINE = 3.6, 2.2
_ASK = "#a83206"
_LINE, _NARROWEST = 18.0, 1240.0


def board_size(view: View) -> tuple[float, float]:
    """Return the width and height of one board in pixels, including its letters and numbers."""
    return len(view.terrain[0]) * SQUARE + EDGE + RIM, len(view.terrain) * SQUARE + TOP + RIM


def picture(view: View, title: str, names: Mapping[str, str], speak: Translate) -> Picture:
    """Return the whole view as a picture: title, boards side by side, players and legend.

    `names` are the players' names by colour.
    """
    wide, high = board_size(view)
    width = max(_NARROWEST, 3 * wide + 2 * GAP + 2 * MARGIN)
    apart = (width - 2 * MARGIN - 3 * wide) / 2
    shapes: list[Shape] = [Text(MARGIN, 30, truncated(title, 20, width - 2 * MARGIN), 20, "start", INK, True)]
    top = 44.0
    for place, board in enumerate(view.boards):
        layers = (shape for part in board_layers(view, board, speak) for shape in part)
        parts = (*board_frame(view, board, speak), Group(EDGE, TOP, (*land_shapes(view), *layers)))
        shapes.append(Group(MARGIN + place * (wide + apart), top, parts, speak(board.name)))
    top += high + 14
    below = [*_players(view, names, speak), *_legend(width / 2 - MARGIN, width - MARGIN, speak)]
    shapes.append(Group(0, top, tuple(below)))
    height = top + _LINE * max(len(view.players) + 2, 7) + 4
    paper = Rect(0, 0, width, height, PAPER)
    return Picture(width, height, title, (paper, *shapes))


def board_frame(view: View, board: BoardView, speak: Translate) -> tuple[Shape, ...]:
    """Return a board's title, the adventurers on it, its column letters and its row numbers."""
    shapes: list[Shape] = [Text(EDGE, 14, speak(board.name).upper(), 14, "start", INK, True)]
    x = EDGE + text_width(speak(board.name), 19) + 16
    for player in view.players:
        numbers = player.adventurers_on(board.name)
        if numbers:
            shapes += player_badge(player.colour, x, 9, 7.5)
            shapes.append(Text(x + 10, 14, "".join(numbers), 12, "start", INK, True))
            x += 21 + 9 * len(numbers)
    for column in range(len(view.terrain[0])):
        middle = EDGE + (column + 0.5) * SQUARE
        shapes.append(Text(middle, TOP - 4, ascii_uppercase[column], 10, "middle", _QUIET))
    for row in range(len(view.terrain)):
        shapes.append(Text(EDGE - 4, TOP + (row + 0.5) * SQUARE + 3.5, str(row + 1), 10, "end", _QUIET))
    return tuple(shapes)


def land_shapes(view: View) -> tuple[Shape, ...]:
    """Return the land: plain, forest, mountain and river, with a sign in each square except plains."""
    wide, high = len(view.terrain[0]) * SQUARE, len(view.terrain) * SQUARE
    shapes: list[Shape] = [Rect(0, 0, wide, high, LAND["."])]
    for row, kinds in enumerate(view.terrain):
        column = 0
        while column < len(kinds):
            kind, start = kinds[column], column
            while column < len(kinds) and kinds[column] == kind:
                column += 1
            if kind != ".":
                left, top = start * SQUARE, row * SQUARE
                shapes.append(Rect(left, top, (column - start) * SQUARE, SQUARE, LAND[kind]))
    for row, kinds in enumerate(view.terrain):
        for column, kind in enumerate(kinds):
            if kind != ".":
                shapes.append(_terrain_sign(kind, column * SQUARE, row * SQUARE))
    for column in range(1, len(view.terrain[0])):
        x = column * SQUARE
        shapes.append(Polygon(((x, 0), (x, high)), "", _GRID, 0.6, open=True))
    for row in range(1, len(view.terrain)):
        y = row * SQUARE
        shapes.append(Polygon(((0, y), (wide, y)), "", _GRID, 0.6, open=True))
    return tuple(shapes)


def land_square_shapes(kind: str) -> tuple[Shape, ...]:
    """Return one square of forest, mountain or river; `kind` is its letter in a map."""
    return (Rect(0, 0, SQUARE, SQUARE, LAND[kind]), _terrain_sign(kind, 0, 0))


def _terrain_sign(kind: str, x: float, y: float) -> Shape:
    s, dark = SQUARE, _DARKER[kind]
    if kind == "f":
        return Polygon(
            ((x + s / 2, y + s * 0.22), (x + s * 0.7, y + s * 0.75), (x + s * 0.3, y + s * 0.75)), dark
        )
    if kind == "^":
        line = ((x + s * 0.15, y + s * 0.78), (x + s / 2, y + s * 0.25), (x + s * 0.85, y + s * 0.78))
        return Polygon(line, "", dark, 1.6, open=True)
    wave = tuple((x + s * part, y + s * (0.55 if number % 2 else 0.42)) for number, part in
                 enumerate((0.15, 0.32, 0.5, 0.68, 0.85)))  # fmt: skip
    return Polygon(wave, "", dark, 1.2, open=True)


def board_layers(view: View, board: BoardView, speak: Translate) -> Iterator[tuple[Shape, ...]]:
    """Yield the buildings, domain outlines, change marks and incomes of a board, from bottom to top.

    The first square is at (0, 0).
    """
    for building in board.buildings:
        row, column = building.at
        name = building_name(building, speak)
        yield (Group(column * SQUARE, row * SQUARE, building_shapes(building), name),)
    for domain in board.domains:
        if line := outline_shapes(domain, board.buildings):
            yield line
    yield from change_marks(board)
    for building in board.buildings:
        if building.at in board.marked:  # a mark may touch an owner's badge, but never lies on it
            row, column = building.at
            yield (Group(column * SQUARE, row * SQUARE, emblem_shapes(building)),)
    yield from map(coin_shapes, coins(board, len(view.terrain), len(view.terrain[0])))


def building_name(building: BuildingView, speak: Translate) -> str:
    """Return the description of a building, for the alternative text of its picture."""
    if building.owner:
        return speak(message("{colour}'s {piece}", colour=building.owner, piece=building.name))
    return speak(RUINS[building.name] if building.ruin else building.name)


def change_marks(board: BoardView) -> list[tuple[Shape, ...]]:
    """Return the frames around changed squares, which lie inside the outlines of domains."""
    found = []
    for part in changed_rectangles(board):
        (top, left), (bottom, right) = min(part), max(part)
        wide, high = (right - left + 1) * SQUARE, (bottom - top + 1) * SQUARE
        found.append(change_mark_shapes(left * SQUARE, top * SQUARE, wide, high))
    return found


def change_mark_shapes(x: float, y: float, wide: float, high: float) -> tuple[Shape, ...]:
    """Return a change mark inside this rectangle: a light frame between two dark lines.

    It is visible on every background.
    """
    x, y, wide, high = x + _MARK_INSET, y + _MARK_INSET, wide - 2 * _MARK_INSET, high - 2 * _MARK_INSET
    return tuple(
        Rect(x, y, wide, high, "", colour, line, 3)
        for colour, line in ((INK, _MARK_LINE + 1.6), (_MARK, _MARK_LINE))
    )


def _players(view: View, names: Mapping[str, str], speak: Translate) -> list[Shape]:
    state = speak(
        message("the game is over") if view.over else message("round {round} of 7", round=view.round)
    )
    shapes: list[Shape] = [Text(MARGIN, 14, state, 13, "start", INK, True)]
    for place, player in enumerate(view.players):
        y = _LINE * (place + 2)
        shapes += player_badge(player.colour, MARGIN + 8, y - 5, 7.5)
        line = _player_line(player, names.get(player.colour, ""), speak)
        shapes.append(Text(MARGIN + 22, y, line, 12.5, "start", INK, player.colour == view.active))
    if view.choice:
        shapes.append(Text(MARGIN, _LINE * (len(view.players) + 2), speak(view.choice), 12, "start", _ASK))
    return shapes


def _player_line(player: PlayerView, name: str, speak: Translate) -> str:
    """Return a line about a player: ecus, current revenue, cards and cubes, and the hand if it is visible."""
    cards = plural_message("{n} card", "{n} cards", player.cards)
    cubes = plural_message("{n} cube", "{n} cubes", player.cubes)
    line = speak(
        message(
            "{colour} {name}: {ecus}, revenue now {income}, {cards}, {cubes}",
            colour=player.colour,
            name=name,
            ecus=ecus_text(player.ecus),
            income=player.income,
            cards=cards,
            cubes=cubes,
        )
    )
    if player.gone:
        line += f" ({speak(message('has left'))})"
    if player.hand is not None:
        line += " | " + " ".join(speak(card) for card in player.hand)
    return line


def _legend(left: float, right: float, speak: Translate) -> list[Shape]:
    """One line for each type of building, then the kinds of land and the marks."""
    shapes: list[Shape] = []
    for row, kind in enumerate(TYPES):
        pieces = [piece for piece in PIECES if piece.type.word == kind]
        words = [f"{speak(piece.name)} {piece.value}" for piece in sorted(pieces, key=lambda p: p.size)]
        shapes += _legend_entry(left, row, TYPES[kind], f"{speak(kind)}: {', '.join(words)}")
    mixed = left + (right - left) / 2
    shapes += _legend_entry(mixed, 0, LAND["f"], speak(GROUNDS["f"]))
    shapes += _legend_entry(mixed + 130, 0, LAND["^"], speak(GROUNDS["^"]))
    shapes += _legend_entry(mixed, 1, LAND["~"], speak(GROUNDS["~"]))
    shapes += _legend_entry(mixed + 130, 1, LAND["."], speak(message("plain")))
    shapes += [
        *change_mark_shapes(mixed - 3, 2 * _LINE + 1, 18, 18),
        Text(mixed + 18, 2 * _LINE + 14, speak(message("changed")), 11.5),
    ]
    for row, line in enumerate(
        (
            message("cracked and grey: a ruin, worth half as much"),
            message("badge: the owner; small boxes: cubes"),
            message("lines in a player's colour: a domain that this player rules"),
            message("+4: the ruler earns 4; (4): the ruler would earn 4 with an adventurer on the board"),
        ),
        3,
    ):
        shapes.append(Text(left, row * _LINE + 14, speak(line), 11.5, "start", _QUIET))
    return shapes


def _legend_entry(x: float, row: int, fill: str, words: str) -> list[Shape]:
    y = row * _LINE
    return [Rect(x, y + 4, 12, 12, fill, INK, 0.8, 2), Text(x + 18, y + 14, words, 11.5)]
