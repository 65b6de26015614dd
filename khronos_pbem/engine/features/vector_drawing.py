"""The feature for pictures and replay pages: a game's boards as shapes, and its numbers over time."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple, Protocol, TypeAlias, TypeVar, runtime_checkable

from khronos_pbem.engine.features.protocols import PositionToDraw
from khronos_pbem.messages import Translate

if TYPE_CHECKING:
    from khronos_pbem.canvas.shapes import Picture, Shape

P_contra = TypeVar("P_contra", contravariant=True)

Shapes: TypeAlias = "tuple[Shape, ...]"


class BoardScene(NamedTuple):
    """One board at one moment of a game; `size` is its width and height in pixels.

    `frame` holds the changing shapes around the board, with their origin at the top-left corner.
    `background` (an id) and `pieces` have their origin at `at`. Identical pieces in several moments are
    stored once. `changed` is true if something on the board differs from the previous moment.
    """

    name: str
    size: tuple[float, float]
    at: tuple[float, float]
    background: str
    frame: Shapes
    pieces: tuple[Shapes, ...]
    changed: bool = False


class GameScene(NamedTuple):
    """One moment of a game: its boards, the colour to move (or ""), and each colour's table cells.

    For each colour, `cells` has one cell per column of `Scenes.columns`.
    """

    boards: tuple[BoardScene, ...]
    active: str
    cells: Mapping[str, tuple[str, ...]]


class Chart(NamedTuple):
    """Numbers over time, with one number per position for each seat."""

    title: str
    values: list[list[int]]


@runtime_checkable
class Scenes(Protocol[P_contra]):
    """A game's part in pictures and replay pages. Words in shapes are already translated."""

    columns: tuple[str, ...]
    """The headings of the values shown for each player beside the boards, as sentences."""

    def picture(self, shown: PositionToDraw[P_contra], title: str, names: Mapping[str, str]) -> Picture:
        """Draw the whole position in one picture, in which the changes made by the events are marked.

        `names` are the names of the players by colour.
        """

    def backgrounds(self, position: P_contra) -> Mapping[str, Shapes]:
        """Return the unchanging shapes that lie under the pieces, by id."""

    def scene(self, shown: PositionToDraw[P_contra]) -> GameScene:
        """Return one moment of the game; every moment has the same boards in the same order."""

    def charts(self, positions: Sequence[P_contra]) -> list[Chart]:
        """Return the charts of the seats' numbers over these positions."""

    def legend(self, speak: Translate) -> list[tuple[Shapes, str]]:
        """Return samples of what is on the boards, with explanations; each sample fits into 24 pixels."""
