"""An open choice, explained to its player: its cause, the block before it, and each answer's effects."""

from __future__ import annotations

from khronos_pbem.engine.contract import AnyGame, AnyPosition, Choice, Event
from khronos_pbem.engine.features.what_if import WhatIf
from khronos_pbem.errors import rule_name
from khronos_pbem.games.registry import feature_or_none
from khronos_pbem.messages import Message, message
from khronos_pbem.record.block import ANSWER, TURN
from khronos_pbem.session.queries.summaries import headline, player_name
from khronos_pbem.session.replay.history import History
from khronos_pbem.session.replay.snapshots import blocks_of
from khronos_pbem.session.replay.table import Table
from khronos_pbem.session.turns import order_effects as effects
from khronos_pbem.session.turns import turn_draft


def cause_of(game: AnyGame, position: AnyPosition) -> Event | None:
    """Return the event that caused the open choice of a position.

    None if no choice is open, or if the game does not provide the event.
    """
    decision = None if position is None else game.decision(position)
    if decision is None or decision.choice is None:
        return None
    whatif = feature_or_none(game, WhatIf)
    return None if whatif is None else whatif.choice_cause(position)


def cause_line(cause: Event) -> Message:
    """Return the reason for a choice, with the paragraph of the rule."""
    return message("Why: {cause} ({rule})", cause=cause.text, rule=rule_name(cause.rule))


def cause_lines(table: Table, history: History) -> list[str]:
    """Return the reason for the open choice of a table, and the block that caused it.

    Empty if no choice is open.
    """
    cause = cause_of(table.game, table.position)
    if cause is None:
        return []
    return [cause_line(cause), *_causing_block_lines(history)]


def _causing_block_lines(history: History) -> list[str]:
    """Return a line about the newest turn or answer, which led to the open choice."""
    for block in reversed(blocks_of(history.entries)):
        if block.kind in (TURN, ANSWER):
            who = player_name(history.table_with_players_at(block.seq), block.seat)
            return [message("  block {seq}, {who}: {what}", seq=block.seq, who=who, what=headline(block))]
    return []


def answer_lines(table: Table, choice: Choice) -> list[str]:
    """Return lines with each answer to an open choice, and the changes that it would make for all players."""
    start = turn_draft.StartingPoint(table.game, table.position, table.colours, choice.seat)
    composition = turn_draft.Composition(start)
    orders = [(text, order) for text, order in composition.next.orders if text.split()[0] == choice.kind]
    found = effects.compute_effects(composition, orders)
    return [line for each in found for line in effects.answer_effect_lines(composition, each)]
