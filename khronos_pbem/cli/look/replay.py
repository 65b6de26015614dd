"""The command `replay`: full-screen, step by step with `--plain`, or all at once in a pipe."""

from __future__ import annotations

import os
import sys
from typing import Annotated

from khronos_pbem.archive.records.open_record import read_game
from khronos_pbem.archive.replay.cursor import Cursor, cursor_at_start, jump_to
from khronos_pbem.archive.replay.text_export import replay_document
from khronos_pbem.archive.studies.analysis_cache import load_complete_analysis
from khronos_pbem.cli import shared_options as opt
from khronos_pbem.cli.command_context import context
from khronos_pbem.cli.look import replay_screen as viewer
from khronos_pbem.cli.option_types import option
from khronos_pbem.cli.terminal.fullscreen import too_small_message
from khronos_pbem.cli.terminal.is_terminal import can_ask
from khronos_pbem.cli.terminal.print_pictures import print_legend
from khronos_pbem.cli.terminal.printing import (
    exit_if_problems,
    note,
    note_problem,
    output_width,
    print_json,
    print_lines,
    translate,
)
from khronos_pbem.engine.features.protocols import Drawing, PositionToDraw
from khronos_pbem.errors import KhronosError, UsageError
from khronos_pbem.games.registry import feature, round_text
from khronos_pbem.messages import message
from khronos_pbem.session.queries.documents import event_formatter
from khronos_pbem.storage.home_folder import home


def replay(
    file: opt.GameFile,
    name: opt.AsSeenBy = None,
    start: Annotated[
        str, option("--from", "PLACE", "Where to start, for example 'round 4' or 'block 12'.")
    ] = "",
    rewind: opt.Rewind = False,
    cite: opt.Cite = False,
    plain: opt.Plain = False,
    as_json: opt.Json = False,
) -> None:
    shown = read_game(file, context(name, rewind=rewind), whole=False)
    if as_json:
        print_json(replay_document(shown.chronicle))
    else:
        analysis = load_complete_analysis(home(), shown.chronicle, shown.seat)
        cursor = cursor_at_start(shown.chronicle, event_formatter(cite), analysis)
        cursor = jump_to(cursor, start) if start else cursor
        if _is_full_screen(plain):
            _run_viewer(cursor, shown.seat)
        else:
            _print_steps(cursor, shown.seat, plain)
    note_problem(shown.older)
    exit_if_problems([shown.problem] if shown.problem is not None else [])


def _is_full_screen(plain: bool) -> bool:
    return can_ask() and not plain and os.environ.get("TERM") != "dumb"


def _run_viewer(cursor: Cursor, seat: int | None) -> None:
    if (what := too_small_message(viewer.SMALLEST)) is not None:
        columns, rows = viewer.SMALLEST
        hint = message(
            "enlarge the terminal to at least {columns} by {rows}, or use --plain", columns=columns, rows=rows
        )
        raise UsageError(what, hint=hint)
    viewer.Viewer(cursor, seat, translate, sys.stdout.encoding).run()


def _print_steps(cursor: Cursor, seat: int | None, plain: bool) -> None:
    """Print one step after another; on a terminal, ask after each step where to go.

    The legend is printed below the first boards, if the player has not seen it yet.
    """
    told = False
    while True:
        _print_step(cursor, seat, plain)
        if not told and cursor.step.position is not None:
            print_legend(cursor.chronicle.game, cursor.step.position, plain, in_ascii=True)
            told = True
        if can_ask():
            after = _ask_where_to_go(cursor)
            if after is None:
                return
            cursor = after
        elif cursor.is_at_end:
            return
        else:
            cursor = cursor.moved(1)


def _print_step(cursor: Cursor, seat: int | None, plain: bool) -> None:
    step = cursor.step
    lines = [
        cursor.location_text(translate),
        cursor.title(translate),
        *(f"  {line}" for line in cursor.lines(translate)),
        "",
    ]
    print_lines(lines)
    drawing = feature(cursor.chronicle.game, Drawing)
    shown = PositionToDraw(step.position, seat, step.events, translate)
    facts = drawing.sentences(shown) if plain else []
    print_lines(facts or drawing.lines(shown, output_width()))
    print_lines([""])


def _ask_where_to_go(cursor: Cursor) -> Cursor | None:
    """Ask where to go, and return the cursor there; None to quit."""
    fourth = round_text(cursor.chronicle.game, 4)
    prompt = message(
        "Enter: next, b: back, 12: to block 12, r4: to {round}, /words: search, q: quit ", round=fourth
    )
    if cursor.analysis is not None:
        prompt = message(
            "Enter: next, b: back, 12: to block 12, r4: to {round}, m: next marked turn, /words: "
            "search, q: quit ",
            round=fourth,
        )
    while True:
        try:
            answer = input(translate(prompt)).strip()
        except EOFError:
            return None
        try:
            if answer in ("q", "quit"):
                return None
            if answer in ("", "n", "b"):
                return cursor.moved(-1 if answer == "b" else 1)
            if answer == "m" and cursor.analysis is not None:
                return cursor.to_marked_turn() or cursor
            if not answer.startswith("/"):
                return jump_to(cursor, answer)
            found = cursor.found(answer[1:], 1, translate)
            if found is not None:
                return found
            note(message("{words!r} was not found", words=answer[1:]))
        except KhronosError as problem:
            note(problem.full_message)
