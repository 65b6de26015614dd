"""Print a block that a command has made or checked: `new`, `join`, `check`, `play`, `assist`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any

from khronos_pbem.cli.delivery.send_option import LetterResult, exit_if_unsent, letter_data, sent_lines
from khronos_pbem.cli.terminal.print_pictures import PictureOptions, print_table
from khronos_pbem.cli.terminal.printing import note, print_json, print_lines
from khronos_pbem.engine.contract import Event
from khronos_pbem.engine.features.protocols import Drawing
from khronos_pbem.games.registry import feature_or_none
from khronos_pbem.messages import message
from khronos_pbem.session.commands.write_blocks import WriteResult
from khronos_pbem.session.queries.documents import (
    difference_document,
    difference_lines,
    event_formatter,
    event_lines,
    game_turn_lines,
    turn_document,
)
from khronos_pbem.session.queries.summaries import whose_move_line


def print_turn(
    done: WriteResult,
    as_json: bool,
    look: PictureOptions,
    cite: bool,
    last: str,
    letter: LetterResult | None = None,
    used: Sequence[str] = (),
    first: Sequence[str] = (),
    events: Sequence[Event] | None = None,
) -> None:
    """Print what a turn does or would do, with the boards after it.

    The parts are, from top to bottom: `first`, the events, the boards, `used`, whose turn it is, `last` and
    the letter. `events` replaces the events of the turn. With `as_json`, a single document is printed
    instead. Warnings go to standard error. Raises Exit if the letter could not be sent.
    """
    draft, before = done.draft, done.opened.table
    facts: dict[str, Any] = turn_document(draft, before)
    if as_json:
        print_json({**facts, "difference": difference_document(before, draft.table), **letter_data(letter)})
        _note_and_exit_if_unsent(done, letter)
        return
    told = draft.events if events is None else events
    print_lines([*first, *([""] if first else []), *event_lines(told, event_formatter(cite)), ""])
    if feature_or_none(draft.table.game, Drawing) is not None:
        print_table(draft.table, None, look, draft.events, tell=False)
    own = game_turn_lines(draft.table.game, draft.table.position, before.position, draft.block.seat)
    lines: list[str] = [
        "",
        *difference_lines(before, draft.table),
        *own,
        *used,
        "",
        whose_move_line(draft.table),
    ]
    if facts["left"]:
        lines += [
            message(
                "Your turn has been interrupted. These orders were not carried out. Give them again when "
                "your turn continues:"
            )
        ]
        lines += [message("  {words}", words=order) for order in facts["left"]]
    print_lines([*lines, last, *sent_lines(letter)])
    _note_and_exit_if_unsent(done, letter)


def print_written_block(
    done: WriteResult,
    as_json: bool,
    first: str,
    letter: LetterResult | None = None,
    more: Mapping[str, Any] = MappingProxyType({}),
) -> None:
    """Print `first` and whose turn it is after a block; as JSON, print the block's document with `more`.

    Warnings go to standard error. Raises Exit if the letter could not be sent.
    """
    if as_json:
        print_json({**turn_document(done.draft, done.opened.table), **more, **letter_data(letter)})
    else:
        print_lines([first, whose_move_line(done.draft.table), *sent_lines(letter)])
    _note_and_exit_if_unsent(done, letter)


def _note_and_exit_if_unsent(done: WriteResult, letter: LetterResult | None) -> None:
    """Print the warnings to standard error. Raises Exit if the letter could not be sent."""
    note(*done.warnings)
    exit_if_unsent(letter)
