"""Print a table or a position: with colours and frames on a terminal, as plain text everywhere else."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from typing import TYPE_CHECKING, NamedTuple

from rich import console

from khronos_pbem.canvas.frames import for_encoding
from khronos_pbem.cli.terminal.printing import on_terminal, output_width, print_lines, translate, wants_colour
from khronos_pbem.engine.contract import AnyGame, AnyPosition, Event
from khronos_pbem.engine.features.protocols import Audience, Drawing, PositionToDraw
from khronos_pbem.games.registry import feature
from khronos_pbem.home.notices import mark_notice_shown
from khronos_pbem.messages import message
from khronos_pbem.session.replay.table import Table
from khronos_pbem.storage.home_folder import home

if TYPE_CHECKING:
    from rich.text import Text


class PictureOptions(NamedTuple):
    """Options for printing a picture.

    `plain` omits colours and frames, and `part` limits the picture to one board. If `boards` is False,
    neither the picture nor its events are printed.
    """

    plain: bool = False
    part: str | None = None
    boards: bool = True


def print_table(
    table: Table, seat: int | None, look: PictureOptions, events: Iterable[Event] = (), *, tell: bool = True
) -> None:
    """Print the table as a seat may see it (None: the public), with the squares of the events marked.

    With `tell`, the events are printed below the picture. Before the game has begun, only a message is
    printed. Raises UsageError for a board that the game does not have.
    """
    if table.position is None:
        print_lines([message("the game has not begun, because some seats are still free")])
        return
    print_position(table.game, table.position, look, events, seat, tell=tell)


def print_position(
    game: AnyGame,
    position: AnyPosition,
    look: PictureOptions,
    events: Iterable[Event] = (),
    audience: int | Audience | None = Audience.EVERYTHING,
    *,
    tell: bool = True,
) -> None:
    """Print a position as an audience may see it, with the squares of the events marked.

    With `tell`, the events are printed below the picture. Raises UsageError for a board that the game does
    not have.
    """
    if not look.boards:
        return
    drawing = feature(game, Drawing)
    if look.part is not None:
        drawing.check_part(look.part)
    shown = PositionToDraw(position, audience, tuple(events), translate, look.part)
    facts = drawing.sentences(shown) if look.plain else []
    if facts:
        print_lines(facts)
    elif on_terminal(look.plain):
        _print_text(drawing.coloured(shown, output_width()))
    else:
        print_lines(drawing.lines(shown, output_width()))
    if tell:
        print_lines(drawing.event_lines(shown.events, output_width(), translate))


def _print_text(drawn: Text) -> None:
    """Print a picture on a terminal: in ASCII if its encoding lacks the frames, in colour if wanted."""
    drawn = drawn.copy()
    drawn.plain = for_encoding(drawn.plain, sys.stdout.encoding)
    if wants_colour(plain=False):
        screen = console.Console(highlight=False)
        if screen.color_system == "standard":  # names of 16 colours, which every terminal paints as it likes
            screen = console.Console(highlight=False, color_system="256")
        screen.print(drawn, crop=False, soft_wrap=True)
    else:
        print_lines(line.rstrip() for line in drawn.plain.split("\n"))


def print_legend(
    game: AnyGame, position: AnyPosition, plain: bool, *, always: bool = False, in_ascii: bool = False
) -> None:
    """Print the meaning of the signs the first time a game is shown, or whenever `always` is set.

    The home folder records whether the legend has been shown. `in_ascii` is for a picture without frames,
    even on a terminal.
    """
    if position is None:
        return
    drawing = feature(game, Drawing)
    if plain and not always and drawing.sentences(PositionToDraw(position)):
        return  # facts have no signs to be explained
    if mark_notice_shown(home(), game.name) or always:
        lines = drawing.legend(position, output_width(), translate)
        encoding = sys.stdout.encoding if on_terminal(plain) and not in_ascii else "ascii"
        print_lines(["", *for_encoding("\n".join(lines), encoding).split("\n")] if lines else [])
