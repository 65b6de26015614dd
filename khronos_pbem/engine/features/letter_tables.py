"""What letters need from a game: its boards as tables, since most mail programs show no other picture."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol, TypeVar, runtime_checkable

from khronos_pbem.engine.features.protocols import PositionToDraw
from khronos_pbem.messages import Translate

if TYPE_CHECKING:
    from khronos_pbem.canvas.grids import Grid

P_contra = TypeVar("P_contra", contravariant=True)


@runtime_checkable
class Grids(Protocol[P_contra]):
    """A game's boards as tables of cells. The words in them are already translated.

    Everyone who gets a letter can see them, so a table shows nothing of hidden cards.
    """

    def grids(self, shown: PositionToDraw[P_contra]) -> tuple[Grid, ...]:
        """Return the public boards as tables, with what the events changed marked.

        A row has as many columns as the board, including cells that reach into it from above.
        """

    def legend(self, position: P_contra, speak: Translate) -> list[str]:
        """Return what letters and frames on the boards mean, one line each."""
