"""Showing a table or a position: with colours on a terminal, as plain text everywhere else."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from khronos_pbem.cli.printing import print_lines, spoken, wants_colour, width
from khronos_pbem.engine.contract import Event, Game
from khronos_pbem.engine.features import Audience, Drawing
from khronos_pbem.games.registry import feature
from khronos_pbem.lazily import later
from khronos_pbem.saying import say
from khronos_pbem.session.table import Table

if TYPE_CHECKING:
    from rich import console
else:
    console = later("rich.console")


def print_table(
    table: Table, seat: int | None, plain: bool, events: Iterable[Event] = (), board: str | None = None
) -> None:
    """The table as a seat (None: the public) may see it, with the squares of the events marked.

    Raises UsageError for a board that the game does not have.
    """
    if table.position is None:
        print_lines([say("the game has not begun: seats are free")])
        return
    print_position(table.game, table.position, plain, events, board, seat)


def print_position(
    game: Game[Any, Any],
    position: Any,
    plain: bool,
    events: Iterable[Event] = (),
    board: str | None = None,
    audience: int | Audience | None = Audience.EVERYTHING,
) -> None:
    """A position of a game as an audience may see it. Raises UsageError for a board that is not there."""
    drawing = feature(game, Drawing)
    if board is not None:
        drawing.check_part(board)
    if wants_colour(plain):
        drawn = drawing.coloured(position, audience, width(), events, spoken, board)
        console.Console(highlight=False).print(drawn, crop=False, soft_wrap=True)
    else:
        print_lines(drawing.lines(position, audience, width(), events, spoken, board))
