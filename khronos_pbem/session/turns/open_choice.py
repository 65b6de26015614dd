"""An open choice for whoever has it: why it is asked, which block raised it, what each answer would do."""

from __future__ import annotations

from typing import Any

from khronos_pbem.engine.contract import Choice, Event, Game
from khronos_pbem.engine.features.what_if import WhatIf
from khronos_pbem.errors import rule_name
from khronos_pbem.games.registry import optional
from khronos_pbem.messages import Message, message
from khronos_pbem.record.block import ANSWER, TURN
from khronos_pbem.session.queries.summaries import headline, player_name
from khronos_pbem.session.replay.history import History
from khronos_pbem.session.replay.snapshots import blocks_of
from khronos_pbem.session.replay.table import Table
from khronos_pbem.session.turns import order_effects as effects
from khronos_pbem.session.turns.turn_draft import Composition, StartingPoint


def cause_of(game: Game[Any, Any], position: Any) -> Event | None:
    """What has raised the open choice of a position; None if none is open, or its game does not say."""
    whatif = optional(game, WhatIf)
    return None if whatif is None or position is None else whatif.cause(position)


def cause_line(cause: Event) -> Message:
    """Why a choice is asked, with the paragraph that says so."""
    return message("Why: {cause} ({rule})", cause=cause.text, rule=rule_name(cause.rule))


def cause_lines(table: Table, history: History) -> list[str]:
    """Why the open choice of a table is asked, and by which block it came; nothing where none is open."""
    cause = cause_of(table.game, table.position)
    if cause is None:
        return []
    return [cause_line(cause), *_raised_by(history)]


def _raised_by(history: History) -> list[str]:
    """The newest turn or answer: what it has begun has led to the choice, shares of a roll or not."""
    for block in reversed(blocks_of(history.entries)):
        if block.kind in (TURN, ANSWER):
            table = history.entries[block.seq].table if history.table.former else history.table
            who = player_name(table, block.seat)
            return [message("  block {seq}, {who}: {what}", seq=block.seq, who=who, what=headline(block))]
    return []


def answer_lines(table: Table, choice: Choice) -> list[str]:
    """Each answer to an open choice, and what it would do to everybody."""
    colours = tuple(seat.colour for seat in table.seats)
    composition = Composition(StartingPoint(table.game, table.position, colours, choice.seat))
    orders = [(text, order) for text, order in composition.next.orders if text.split()[0] == choice.kind]
    found = effects.effects(composition, orders)
    return [line for each in found for line in effects.answer_lines(composition, each)]
