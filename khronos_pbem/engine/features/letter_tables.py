"""The feature that letters need: a game's boards as tables, since most mail programs show no pictures."""

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

    Everyone who receives a letter can see the tables, so they show nothing about hidden cards.
    """

    def grids(self, shown: PositionToDraw[P_contra]) -> tuple[Grid, ...]:
        """Return the public boards as tables in which the changes made by the events are marked.

        A row has as many columns as the board, including cells that extend into the row from above.
        """

    def legend(self, position: P_contra, speak: Translate) -> list[str]:
        """Return the meanings of letters and frames on the boards, one line each."""
