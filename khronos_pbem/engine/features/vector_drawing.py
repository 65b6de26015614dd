"""What pictures and the page of a game ask of it: its boards as shapes, and its numbers over time."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple, Protocol, TypeAlias, TypeVar, runtime_checkable

from khronos_pbem.engine.contract import Event
from khronos_pbem.messages import Speak

if TYPE_CHECKING:
    from khronos_pbem.canvas.shapes import Picture, Shape

P_contra = TypeVar("P_contra", contravariant=True)

Shapes: TypeAlias = "tuple[Shape, ...]"


class BoardScene(NamedTuple):
    """A board at a moment; `size` is its width and height in pixels.

    The `frame` is what changes around it, from its top-left corner. The `ground` (by its id) and the `pieces`
    lie with their origin at `at`; each piece is kept once for all moments at which it is the same. `changed`
    says that something on it is other than before.
    """

    name: str
    size: tuple[float, float]
    at: tuple[float, float]
    ground: str
    frame: Shapes
    pieces: tuple[Shapes, ...]
    changed: bool = False


class Scene(NamedTuple):
    """A moment: the boards, whose turn it is (a colour or empty), each colour's cells under the `columns`."""

    boards: tuple[BoardScene, ...]
    active: str
    cells: Mapping[str, tuple[str, ...]]


class Chart(NamedTuple):
    """Numbers over time: for each seat one number for each position."""

    title: str
    values: list[list[int]]


@runtime_checkable
class Scenes(Protocol[P_contra]):
    """A game's part in pictures and in the page to step through. Words in shapes are spoken already.

    An audience is a seat, or the public (None).
    """

    columns: tuple[str, ...]
    """The heads of what is said of each player beside the boards, as sentences."""

    def picture(
        self,
        position: P_contra,
        audience: int | None,
        events: Iterable[Event],
        title: str,
        names: Mapping[str, str],
        speak: Speak,
    ) -> Picture:
        """Everything in one picture, what the events changed marked; `names` are the players' by colour."""

    def grounds(self, position: P_contra) -> Mapping[str, Shapes]:
        """What lies under the pieces and never changes, by its id."""

    def scene(self, position: P_contra, audience: int | None, events: Iterable[Event], speak: Speak) -> Scene:
        """A moment of the game: the same boards in the same order at every one."""

    def charts(self, positions: Sequence[P_contra]) -> list[Chart]:
        """The numbers of the seats over these positions that are worth a chart."""

    def legend(self, speak: Speak) -> list[tuple[Shapes, str]]:
        """What is seen on the boards, each with its words; a shape lies within 24 pixels."""
