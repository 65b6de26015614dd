"""What letters ask of a game: its boards as tables, as most mail programs show no other picture."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Protocol, TypeVar, runtime_checkable

from khronos_pbem.engine.contract import Event
from khronos_pbem.messages import Speak

if TYPE_CHECKING:
    from khronos_pbem.canvas.grids import Grid

P_contra = TypeVar("P_contra", contravariant=True)


@runtime_checkable
class Grids(Protocol[P_contra]):
    """A game's boards as tables of cells. Words in them are spoken already.

    They are for everybody who gets a letter: of hidden cards a table shows nothing.
    """

    def grids(self, position: P_contra, events: Iterable[Event], speak: Speak) -> tuple[Grid, ...]:
        """The boards as the public may see them, what the events changed marked.

        A row has as many columns as the board, cells that reach into it from above counted.
        """

    def legend(self, position: P_contra, speak: Speak) -> list[str]:
        """What letters and frames on the boards mean, for people, a line each."""
