"""What a command that makes a block prints: `new`, `join`, `check`, `play`, `assist`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any

from khronos_pbem.cli.delivery.send_option import Posted, leave_if_unsent
from khronos_pbem.cli.terminal.print_pictures import Look, print_table
from khronos_pbem.cli.terminal.printing import note, print_json, print_lines
from khronos_pbem.engine.contract import Event
from khronos_pbem.engine.features.protocols import Drawing
from khronos_pbem.games.registry import optional
from khronos_pbem.messages import message
from khronos_pbem.session.commands.write_blocks import Done
from khronos_pbem.session.queries.documents import (
    difference_facts,
    difference_lines,
    event_lines,
    own_lines,
    telling,
    turn_facts,
)
from khronos_pbem.session.queries.summaries import whose_move


def print_turn(
    done: Done,
    as_json: bool,
    plain: bool,
    cite: bool,
    last: str,
    letter: Posted | None = None,
    used: Sequence[str] = (),
    first: Sequence[str] = (),
    events: Sequence[Event] | None = None,
) -> None:
    """Print `first` what is new, what a turn does or would do (or those of its `events` that are to be told),
    the boards after it where the game has pictures, what was `used` in it, and `last` below.

    What could not be noted is told as a note. Raises Exit for a letter that was to be sent and was not.
    """
    draft, before = done.draft, done.opened.table
    facts: dict[str, Any] = turn_facts(draft, before)
    if as_json:
        print_json({**facts, "difference": difference_facts(before, draft.table), **_letter_facts(letter)})
        _end(done, letter)
        return
    told = draft.events if events is None else events
    print_lines([*first, *([""] if first else []), *event_lines(told, telling(cite)), ""])
    if optional(draft.table.game, Drawing) is not None:
        print_table(draft.table, None, Look(plain), draft.events, tell=False)
    own = own_lines(draft.table.game, draft.table.position, before.position, draft.block.seat)
    lines: list[str] = ["", *difference_lines(before, draft.table), *own, *used, "", whose_move(draft.table)]
    if facts["left"]:
        lines += [
            message(
                "Your turn is interrupted. These orders were not carried out. Give them again when it "
                "continues:"
            )
        ]
        lines += [message("  {words}", words=order) for order in facts["left"]]
    print_lines([*lines, last, *_letter_lines(letter)])
    _end(done, letter)


def print_done(
    done: Done,
    as_json: bool,
    first: str,
    letter: Posted | None = None,
    more: Mapping[str, Any] = MappingProxyType({}),
) -> None:
    """Print `first` and whose move it is after a block, or what the block says, and `more`, as JSON.

    Warnings are notes. Raises Exit for a letter that was to be sent and was not.
    """
    if as_json:
        print_json({**turn_facts(done.draft, done.opened.table), **more, **_letter_facts(letter)})
    else:
        print_lines([first, whose_move(done.draft.table), *_letter_lines(letter)])
    _end(done, letter)


def _letter_facts(letter: Posted | None) -> dict[str, Any]:
    return {} if letter is None else {"letter": letter.to_data()}


def _letter_lines(letter: Posted | None) -> tuple[str, ...]:
    return () if letter is None or letter.problem is not None else letter.lines


def _end(done: Done, letter: Posted | None) -> None:
    """Warnings as notes, and what went wrong with the letter."""
    for line in done.warnings:
        note(line)
    leave_if_unsent(letter)
