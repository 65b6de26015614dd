"""Showing a table or a position: with colours on a terminal, as plain text everywhere else."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from khronos_pbem.cli.printing import print_lines, spoken, wants_colour, width
from khronos_pbem.engine.contract import Event
from khronos_pbem.engine.features import Audience
from khronos_pbem.errors import UsageError
from khronos_pbem.games.khronos.drawing.ascii import draw_all, draw_one, rich_all
from khronos_pbem.games.khronos.drawing.view import marks_of, view
from khronos_pbem.games.khronos.model.pieces import BOARDS
from khronos_pbem.games.khronos.model.position import Position
from khronos_pbem.lazily import later
from khronos_pbem.saying import listed, say
from khronos_pbem.session.table import Table

if TYPE_CHECKING:
    from rich import console
else:
    console = later("rich.console")


def print_table(
    table: Table, seat: int | None, plain: bool, events: Iterable[Event] = (), board: str | None = None
) -> None:
    """The table as a seat (None: the public) may see it, with the squares of the events marked."""
    if table.position is None:
        print_lines([say("the game has not begun: seats are free")])
        return
    _print(table.position, seat, plain, events, board)


def check_board(board: str | None) -> None:
    """Raise UsageError for a board there is not."""
    if board is not None and board not in BOARDS:
        hint = say("there are {boards}", boards=listed(BOARDS))
        raise UsageError(say("there is no board {words!r}", words=board), rule="1.1", hint=hint)


def print_position(
    position: Position,
    plain: bool,
    events: Iterable[Event] = (),
    board: str | None = None,
    audience: Audience | None = None,
) -> None:
    """A set-up position, all hands open; or as an audience may see it."""
    _print(position, audience or Audience.EVERYTHING, plain, events, board)


def _print(position: Any, audience: Any, plain: bool, events: Iterable[Event], board: str | None) -> None:
    seen = view(position, audience, marks_of(events))
    if wants_colour(plain):
        drawn = rich_all(seen, width(), board, spoken)
        console.Console(highlight=False).print(drawn, crop=False, soft_wrap=True)
    else:
        print_lines(draw_all(seen, width(), spoken) if board is None else draw_one(seen, board, spoken))
