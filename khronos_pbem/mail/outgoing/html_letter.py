"""A letter as an HTML page for mail programs: tables, inline styles, no remote content or script.

Gmail and Outlook show no SVG, and drop or misread style sheets (caniemail.com). So the boards are tables, and
every style is inline. Every coloured element sets both its background and its text colour, so that a dark
mode can invert the rest.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, NamedTuple

from khronos_pbem.canvas.grids import Cell, Grid
from khronos_pbem.canvas.player_styles import INK, OWNERS, PALE, PAPER
from khronos_pbem.canvas.templates import render_page
from khronos_pbem.characters import escape_invisible
from khronos_pbem.engine.contract import Event
from khronos_pbem.engine.features.letter_tables import Grids
from khronos_pbem.engine.features.protocols import Drawing, PositionToDraw
from khronos_pbem.engine.features.vector_drawing import Scenes
from khronos_pbem.games.registry import feature_or_none
from khronos_pbem.mail.outgoing.letter_body import LetterBody
from khronos_pbem.messages import Translate, message
from khronos_pbem.session.replay.table import Table

MOST = 90_000
"""The maximum size of a page in bytes: Gmail cuts pages longer than about 102 KB."""
_NARROW = 44
_ROW = 20
_PALE_FILLS = frozenset(OWNERS[colour][0] for colour in PALE)


class PageHead(NamedTuple):
    """The head of the page: its language, its title, and a sentence about the attached save."""

    language: str
    subject: str
    save: str


def letter_page(
    body: LetterBody, table: Table, events: Sequence[Event], head: PageHead, speak: Translate
) -> str:
    """The HTML page of a letter. Boards that would make it too long are left out."""
    shown = _board_parts(table, events, speak)
    text = _rendered(body, table, shown, head, speak)
    if len(text.encode()) <= MOST:
        return text
    sentence = speak(
        message(
            "The boards are too large to be shown here. You will find them in the plain-text version "
            "of this e-mail."
        )
    )
    return _rendered(body, table, {**_NOTHING, "legend": [sentence]}, head, speak)


_NOTHING: dict[str, Any] = {"grids": [], "legend": [], "drawn": ""}


def _rendered(body: LetterBody, table: Table, shown: dict[str, Any], head: PageHead, speak: Translate) -> str:
    return render_page(
        "khronos_pbem.mail",
        "letter.html",
        head=head,
        body=body._replace(title=escape_invisible(body.title)),
        boards=body.boards or speak(message("The boards")),
        players=_player_table(table, speak),
        row=_ROW,
        edges=edges,
        once=_once(),
        **shown,
    )


def _once() -> Callable[[Callable[[Cell], str], Cell], str]:
    """A function that draws each different cell only once, with a given macro.

    This saves work, because most of a board is land.
    """
    known = dict[Cell, str]()

    def cell_html(macro: Callable[[Cell], str], cell: Cell) -> str:
        if cell not in known:
            known[cell] = macro(cell)
        return known[cell]

    return cell_html


def _board_parts(table: Table, events: Iterable[Event], speak: Translate) -> dict[str, Any]:
    """The boards as tables, or as a text drawing if the game has no tables."""
    grids, drawing = feature_or_none(table.game, Grids), feature_or_none(table.game, Drawing)
    if table.position is None or (grids is None and drawing is None):
        return _NOTHING
    if grids is None:
        assert drawing is not None
        drawn = drawing.lines(PositionToDraw(table.position, None, events, speak), _NARROW)
        return {**_NOTHING, "drawn": "\n".join(drawn)}
    found: Sequence[Grid] = grids.grids(PositionToDraw(table.position, None, events, speak))
    return {**_NOTHING, "grids": found, "legend": grids.legend(table.position, speak)}


def edges(cell: Cell) -> str:
    """The CSS borders of a board cell: one colour per owner, on different sides; double if pale.

    A border of the cell's own colour is drawn dark, or light on black, to separate neighbouring cells.
    """
    if not cell.edges:
        return f"border:2px dotted {INK}" if cell.fill in _PALE_FILLS else ""
    if len(cell.edges) == 1 and cell.edges[0] in PALE:
        return f"border:3px double {INK}"
    apart = PAPER if cell.fill == INK else INK
    colours = [OWNERS[colour][0] for colour in cell.edges[:4]]
    shown = [apart if colour == cell.fill else colour for colour in colours]
    return f"border:2px solid;border-color:{' '.join(shown)}"


def _player_table(table: Table, speak: Translate) -> dict[str, Any] | None:
    """The table of the players with their public values, under the column heads that the game defines."""
    scenes = feature_or_none(table.game, Scenes)
    if table.position is None or scenes is None:
        return None
    scene = scenes.scene(PositionToDraw(table.position, speak=speak))
    rows = [
        {
            "fill": OWNERS[seat.colour][0],
            "ink": OWNERS[seat.colour][1],
            "colour": speak(seat.colour),
            "name": escape_invisible(speak(seat.called)),
            "cells": scene.cells[seat.colour],
            "active": seat.colour == scene.active and not table.game.is_over(table.position),
        }
        for seat in table.seats
    ]
    return {
        "title": speak(message("The players")),
        "player": speak(message("player")),
        "heads": [speak(each) for each in scenes.columns],
        "rows": rows,
    }
