"""What a command that makes a block prints: `new`, `join`, `check`, `play`, `assist`."""

from __future__ import annotations

from typing import Any

from khronos_pbem.cli.pictures import Look, print_table
from khronos_pbem.cli.printing import note, print_json, print_lines
from khronos_pbem.engine.features import Drawing
from khronos_pbem.games.registry import optional
from khronos_pbem.saying import say
from khronos_pbem.session.acting import Done
from khronos_pbem.session.facts import difference_facts, difference_lines, event_lines, telling, turn_facts
from khronos_pbem.session.saving import whose_move


def print_turn(done: Done, as_json: bool, plain: bool, cite: bool, last: str) -> None:
    """Print what a turn does or would do, the boards after it where the game has pictures, and `last` below.

    What could not be noted is told as a note.
    """
    draft, before = done.draft, done.opened.table
    facts: dict[str, Any] = turn_facts(draft)
    if as_json:
        print_json({**facts, "difference": difference_facts(before, draft.table)})
        _warn(done)
        return
    print_lines([*event_lines(draft.events, telling(cite)), ""])
    if optional(draft.table.game, Drawing) is not None:
        print_table(draft.table, None, Look(plain), draft.events)
    lines: list[str] = ["", *difference_lines(before, draft.table), "", whose_move(draft.table)]
    if facts["left"]:
        lines += [say("The turn pauses. These orders were not applied, give them again when it goes on:")]
        lines += [say("  {words}", words=order) for order in facts["left"]]
    print_lines([*lines, last])
    _warn(done)


def print_done(done: Done, as_json: bool, first: str) -> None:
    """Print `first` and whose move it is after a block, or what the block says as JSON; warnings as notes."""
    if as_json:
        print_json(turn_facts(done.draft))
    else:
        print_lines([first, whose_move(done.draft.table)])
    _warn(done)


def _warn(done: Done) -> None:
    for line in done.warnings:
        note(line)
