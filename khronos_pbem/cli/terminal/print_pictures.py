"""Showing a table or a position: colours and frames on a terminal, plain text everywhere else."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, NamedTuple

from rich import console

from khronos_pbem.canvas.frames import readable
from khronos_pbem.cli.terminal.printing import on_terminal, print_lines, spoken, wants_colour, width
from khronos_pbem.engine.contract import Event, Game
from khronos_pbem.engine.features.protocols import Audience, Drawing
from khronos_pbem.games.registry import feature
from khronos_pbem.home.notices import first_told
from khronos_pbem.messages import message
from khronos_pbem.session.replay.table import Table
from khronos_pbem.storage.home_folder import home

if TYPE_CHECKING:
    from rich.text import Text


class Look(NamedTuple):
    """How a picture is wanted: without colours, or one part of it."""

    plain: bool = False
    part: str | None = None


def print_table(
    table: Table, seat: int | None, look: Look, events: Iterable[Event] = (), *, tell: bool = True
) -> None:
    """The table as a seat (None: the public) may see it, with the squares of the events marked.

    Without `tell` the events have been told above it.

    Raises UsageError for a board that the game does not have.
    """
    if table.position is None:
        print_lines([message("the game has not begun: seats are free")])
        return
    print_position(table.game, table.position, look, events, seat, tell=tell)


def print_position(
    game: Game[Any, Any],
    position: Any,
    look: Look,
    events: Iterable[Event] = (),
    audience: int | Audience | None = Audience.EVERYTHING,
    *,
    tell: bool = True,
) -> None:
    """A position of a game as an audience may see it; the events are told below it, unless not to `tell`.

    Raises UsageError for a board that is not there.
    """
    drawing = feature(game, Drawing)
    if look.part is not None:
        drawing.check_part(look.part)
    shown = tuple(events)
    facts = drawing.facts(position, audience, shown, spoken, look.part) if look.plain else []
    if facts:
        print_lines(facts)
    elif on_terminal(look.plain):
        _print_text(drawing.coloured(position, audience, width(), shown, spoken, look.part))
    else:
        print_lines(drawing.lines(position, audience, width(), shown, spoken, look.part))
    if tell:
        print_lines(drawing.told(shown, width(), spoken))


def _print_text(drawn: Text) -> None:
    """A picture on a terminal: its frames where the encoding has them, its colours where they are wanted."""
    drawn.plain = readable(drawn.plain, sys.stdout.encoding)
    if wants_colour(plain=False):
        screen = console.Console(highlight=False)
        if screen.color_system == "standard":  # names of 16 colours, which every terminal paints as it likes
            screen = console.Console(highlight=False, color_system="256")
        screen.print(drawn, crop=False, soft_wrap=True)
    else:
        print_lines(line.rstrip() for line in drawn.plain.split("\n"))


def print_legend(
    game: Game[Any, Any], position: Any, plain: bool, *, always: bool = False, in_ascii: bool = False
) -> None:
    """What the signs of a picture mean: if asked for, and to who has not been told in this home yet.

    `in_ascii` is for a picture without frames, even on a terminal.
    """
    if position is None:
        return
    drawing = feature(game, Drawing)
    if plain and not always and drawing.facts(position, None):
        return  # facts have no signs to be explained
    if first_told(home(), game.name) or always:
        lines = drawing.legend(position, width(), spoken)
        encoding = sys.stdout.encoding if on_terminal(plain) and not in_ascii else "ascii"
        print_lines(["", *readable("\n".join(lines), encoding).split("\n")] if lines else [])
