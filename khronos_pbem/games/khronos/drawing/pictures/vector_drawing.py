"""The feature `Scenes` of Khronos: its boards for pictures and pages, and charts of its numbers."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial

from khronos_pbem.canvas.shapes import Picture
from khronos_pbem.engine.features.protocols import PositionToDraw
from khronos_pbem.engine.features.vector_drawing import BoardScene, Chart, GameScene, Scenes, Shapes
from khronos_pbem.games.khronos.drawing.pictures.board_picture import (
    EDGE,
    GROUNDS,
    TOP,
    board_frame,
    board_layers,
    board_size,
    change_mark_shapes,
    land_shapes,
    land_square_shapes,
    picture,
)
from khronos_pbem.games.khronos.drawing.pictures.domain_outlines import outline_shapes, pill_shapes
from khronos_pbem.games.khronos.drawing.pictures.emblems import SQUARE, Box, building_shapes
from khronos_pbem.games.khronos.model.pieces import PIECES, Board
from khronos_pbem.games.khronos.model.position import Position
from khronos_pbem.games.khronos.rules.effects.revenue import domain_incomes
from khronos_pbem.games.khronos.view import (
    BoardView,
    BuildingView,
    DomainView,
    PlayerView,
    View,
    shown_view,
    view,
)
from khronos_pbem.messages import Translate, message

_LAND, _COIN = "land", Box(0.5, 5, 23.5, 18)


class KhronosScenes(Scenes[Position]):
    """The three boards with their land, the players' numbers, and charts of wealth and revenue."""

    columns = (
        message("ecus"),
        message("revenue now"),
        message("cards"),
        message("cubes"),
        message("adventurers"),
    )

    def picture(self, shown: PositionToDraw[Position], title: str, names: Mapping[str, str]) -> Picture:
        """Return a picture of the boards side by side, with players and legend below."""
        return picture(shown_view(shown), title, names, shown.speak)

    def backgrounds(self, position: Position) -> Mapping[str, Shapes]:
        """Return the shapes of the land, which is the same on all boards."""
        return {_LAND: land_shapes(view(position, None))}

    def scene(self, shown: PositionToDraw[Position]) -> GameScene:
        """Return the boards as they are visible to this seat or to the public."""
        seen = shown_view(shown)
        return GameScene(
            tuple(_board(seen, board, shown.speak) for board in seen.boards),
            seen.active,
            {player.colour: _player_cells(player, shown.speak) for player in seen.players},
        )

    def charts(self, positions: Sequence[Position]) -> list[Chart]:
        """Return a chart of the players' ecus, and one chart for each board of the possible revenue.

        The revenue counts whether or not the ruler has an adventurer on the board.
        """
        charts = [Chart(message("Wealth"), _series_by_seat(positions, _wealth))]
        for board in Board:
            title = message("Possible revenue of the domains on {board}", board=board.word)
            charts.append(Chart(title, _series_by_seat(positions, partial(_income, board))))
        return charts

    def legend(self, speak: Translate) -> list[tuple[Shapes, str]]:
        """Return samples of all buildings, of the marks on and around buildings, and of the land.

        Every building comes with its size and value.
        """
        found = []
        for piece in PIECES:
            words = f"{speak(piece.name)}: {piece.size}×{piece.size}, {piece.value}"
            found.append((_example_building(piece.name, piece.type.word), words))
        domain = DomainView("A1", 1, ("red",), 4, (), frozenset({(0, 0)}))
        rest = [
            (_example_building("keep", "military", ruin=True), message("a ruin, worth half as much")),
            (_example_building("keep", "military", owner="red"), message("the owner of a building")),
            (_example_building("hamlet", "civil", (("red", 1),)), message("a cube on a building")),
            (outline_shapes(domain), message("a domain in its ruler's colour")),
            (pill_shapes(_COIN, "+4"), message("the revenue that the domain's ruler gets")),
            (
                pill_shapes(_COIN, "(4)"),
                message("the revenue that the domain's ruler would get with an adventurer there"),
            ),
            (change_mark_shapes(0, 0, SQUARE, SQUARE), message("changed")),
            *((land_square_shapes(kind), word) for kind, word in GROUNDS.items()),
        ]
        return [*found, *((shapes, speak(words)) for shapes, words in rest)]


def _board(seen: View, board: BoardView, speak: Translate) -> BoardScene:
    return BoardScene(
        board.name,
        board_size(seen),
        (EDGE, TOP),
        _LAND,
        board_frame(seen, board, speak),
        tuple(board_layers(seen, board, speak)),
        bool(board.marked),
    )


def _player_cells(player: PlayerView, speak: Translate) -> tuple[str, ...]:
    return (
        str(player.ecus),
        str(player.income),
        str(player.cards) if player.hand is None else " ".join(speak(card) for card in player.hand),
        str(player.cubes),
        ", ".join(speak(place) for place in player.adventurers),
    )


def _series_by_seat(
    positions: Sequence[Position], numbers: Callable[[Position], list[int]]
) -> list[list[int]]:
    """Return the series of each seat's numbers over the positions."""
    return [list(column) for column in zip(*(numbers(position) for position in positions), strict=True)]


def _wealth(position: Position) -> list[int]:
    return [player.ecus for player in position.players]


def _income(board: Board, position: Position) -> list[int]:
    """Return the possible revenue of each seat from the domains on a board, in ecus."""
    row = [0] * len(position.players)
    for income in domain_incomes(position, board):
        for seat in income.rulers:
            row[seat] += income.amount
    return row


def _example_building(
    name: str, type_: str, cubes: tuple[tuple[str, int], ...] = (), *, ruin: bool = False, owner: str = ""
) -> Shapes:
    return building_shapes(BuildingView(name, type_, 1, 1, (0, 0), owner, ruin, False, cubes))
