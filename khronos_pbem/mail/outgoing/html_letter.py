"""A letter as a page for mail programs: tables with their styles in place, nothing remote, no script.

Gmail and Outlook show no SVG, and drop or misread style sheets (caniemail.com); so the boards are tables,
every style stands where it is used, and what has a colour has both, of the paper and of the ink: where a mail
program turns to dark all else follows it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

from khronos_pbem.canvas.grids import Cell, Grid
from khronos_pbem.canvas.player_styles import INK, OWNERS, PALE, PAPER
from khronos_pbem.canvas.templates import rendered
from khronos_pbem.characters import visible
from khronos_pbem.engine.contract import Event
from khronos_pbem.engine.features.letter_tables import Grids
from khronos_pbem.engine.features.protocols import Drawing
from khronos_pbem.engine.features.vector_drawing import Scenes
from khronos_pbem.games.registry import optional
from khronos_pbem.mail.outgoing.letter_body import Body
from khronos_pbem.messages import Speak, message
from khronos_pbem.session.replay.table import Table

MOST = 90_000
"""Bytes of a page: Gmail cuts what is longer than about 102 KB."""
_NARROW = 44
_ROW = 20
_PALE_FILLS = frozenset(OWNERS[colour][0] for colour in PALE)


class Head(NamedTuple):
    """The heads of a page: its language, its title, and where the save is."""

    language: str
    subject: str
    save: str


def page(body: Body, table: Table, events: Sequence[Event], head: Head, speak: Speak) -> str:
    """The page of a letter; boards that would make it too long are left to its plain text."""
    shown = _boards(table, events, speak)
    text = _rendered(body, table, shown, head, speak)
    if len(text.encode()) <= MOST:
        return text
    sentence = speak(
        message(
            "The boards are too large for this page. You will find them in the plain text of this letter."
        )
    )
    return _rendered(body, table, {**_NOTHING, "legend": [sentence]}, head, speak)


_NOTHING: dict[str, Any] = {"grids": [], "legend": [], "drawn": ""}


def _rendered(body: Body, table: Table, shown: dict[str, Any], head: Head, speak: Speak) -> str:
    return rendered(
        "khronos_pbem.mail",
        "letter.html",
        head=head,
        body=body._replace(title=visible(body.title)),
        boards=speak(message("The boards")),
        players=_players(table, speak),
        row=_ROW,
        edges=edges,
        **shown,
    )


def _boards(table: Table, events: Iterable[Event], speak: Speak) -> dict[str, Any]:
    """The boards as tables; as a drawing in letters of one width where the game has no tables."""
    grids, drawing = optional(table.game, Grids), optional(table.game, Drawing)
    if table.position is None or (grids is None and drawing is None):
        return _NOTHING
    if grids is None:
        assert drawing is not None
        drawn = "\n".join(drawing.lines(table.position, None, _NARROW, events, speak))
        return {**_NOTHING, "drawn": drawn}
    found: Sequence[Grid] = grids.grids(table.position, events, speak)
    return {**_NOTHING, "grids": found, "legend": grids.legend(table.position, speak)}


def edges(cell: Cell) -> str:
    """The frame of a cell as a style: whose it is, side by side if they are several; a pale one is a double
    line.

    Where a frame would have the colour of the cell it is dark, or light on black: cells that touch are told
    apart.
    """
    if not cell.edges:
        return f"border:2px dotted {INK}" if cell.fill in _PALE_FILLS else ""
    if len(cell.edges) == 1 and cell.edges[0] in PALE:
        return f"border:3px double {INK}"
    apart = PAPER if cell.fill == INK else INK
    colours = [OWNERS[colour][0] for colour in cell.edges[:4]]
    shown = [apart if colour == cell.fill else colour for colour in colours]
    return f"border:2px solid;border-color:{' '.join(shown)}"


def _players(table: Table, speak: Speak) -> dict[str, Any] | None:
    """Who plays, and what is open of each, under the heads that the game has for it."""
    scenes = optional(table.game, Scenes)
    if table.position is None or scenes is None:
        return None
    scene = scenes.scene(table.position, None, (), speak)
    rows = [
        {
            "fill": OWNERS[seat.colour][0],
            "ink": OWNERS[seat.colour][1],
            "colour": speak(seat.colour),
            "name": visible(speak(seat.called)),
            "cells": scene.cells[seat.colour],
            "active": seat.colour == scene.active and not table.game.over(table.position),
        }
        for seat in table.seats
    ]
    return {
        "title": speak(message("The players")),
        "player": speak(message("player")),
        "heads": [speak(each) for each in scenes.columns],
        "rows": rows,
    }
