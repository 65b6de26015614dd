"""The command `replay`: full screen on a terminal, step by step in plain text, all at once in a pipe."""

from __future__ import annotations

import os
import shutil
import sys
from typing import Annotated

import typer

from khronos_pbem.archive.records.open_record import read_game
from khronos_pbem.archive.replay.cursor import Cursor, cursor_of, jumped
from khronos_pbem.archive.replay.text_export import to_data
from khronos_pbem.archive.studies.analysis_cache import whole_analysis
from khronos_pbem.cli import completion
from khronos_pbem.cli import shared_options as opt
from khronos_pbem.cli.look import replay_screen as viewer
from khronos_pbem.cli.table_context import context
from khronos_pbem.cli.terminal.print_pictures import print_legend
from khronos_pbem.cli.terminal.printing import note, print_json, print_lines, spoken, width
from khronos_pbem.engine.features.protocols import Drawing
from khronos_pbem.errors import KhronosError, UsageError
from khronos_pbem.games.registry import feature, round_of
from khronos_pbem.messages import message
from khronos_pbem.session.queries.documents import telling
from khronos_pbem.storage.home_folder import home


def replay(
    file: opt.GameFile,
    name: Annotated[
        str | None,
        typer.Option(
            "--as",
            metavar="NAME",
            autocompletion=completion.identities,
            help="Show what this player sees; default: what everybody may see.",
        ),
    ] = None,
    start: Annotated[
        str, typer.Option("--from", metavar="PLACE", help="Where to start: 'round 4' or 'block 12'.")
    ] = "",
    rewind: opt.Rewind = False,
    cite: opt.Cite = False,
    plain: opt.Plain = False,
    as_json: opt.Json = False,
) -> None:
    """Go through a game step by step and see the boards and the events, full-screen in a terminal."""
    shown = read_game(file, context(name, rewind=rewind), whole=False)
    if as_json:
        print_json(to_data(shown.chronicle))
    else:
        analysis = whole_analysis(home(), shown.chronicle, shown.seat)
        cursor = cursor_of(shown.chronicle, telling(cite), analysis)
        cursor = jumped(cursor, start) if start else cursor
        if _full_screen(plain):
            _view(cursor, shown.seat)
        else:
            _step_through(cursor, shown.seat, plain)
    if shown.older is not None:
        note(shown.older.said)
    if shown.problem is not None:
        note(shown.problem.said)
        raise typer.Exit(int(shown.problem.exit))


def _full_screen(plain: bool) -> bool:
    return _on_terminal() and not plain and os.environ.get("TERM") != "dumb"


def _on_terminal() -> bool:
    return bool(sys.stdin and sys.stdin.isatty() and sys.stdout.isatty())


def _view(cursor: Cursor, seat: int | None) -> None:
    size = shutil.get_terminal_size()
    if size.columns < viewer.SMALLEST[0] or size.lines < viewer.SMALLEST[1]:
        what = message(
            "the terminal is too small: {columns} columns and {rows} rows",
            columns=size.columns,
            rows=size.lines,
        )
        hint = message(
            "make it at least {columns} by {rows}, or use --plain",
            columns=viewer.SMALLEST[0],
            rows=viewer.SMALLEST[1],
        )
        raise UsageError(what, rule="FORMATS 1", hint=hint)
    viewer.Viewer(cursor, seat, spoken, sys.stdout.encoding).run()


def _step_through(cursor: Cursor, seat: int | None, plain: bool) -> None:
    """One step at a time; on a terminal an answer decides where to go, in a pipe it just goes on.

    The legend stands under the first boards, for who has not seen it yet.
    """
    told = False
    while True:
        _print_step(cursor, seat, plain)
        if not told and cursor.step.position is not None:
            print_legend(cursor.chronicle.game, cursor.step.position, plain, in_ascii=True)
            told = True
        if _on_terminal():
            after = _asked(cursor)
            if after is None:
                return
            cursor = after
        elif cursor.at_end:
            return
        else:
            cursor = cursor.moved(1)


def _print_step(cursor: Cursor, seat: int | None, plain: bool) -> None:
    step = cursor.step
    lines = [cursor.where(spoken), cursor.title(spoken), *(f"  {line}" for line in cursor.lines(spoken)), ""]
    print_lines(lines)
    drawing = feature(cursor.chronicle.game, Drawing)
    facts = drawing.facts(step.position, seat, step.events, spoken) if plain else []
    print_lines(facts or drawing.lines(step.position, seat, width(), step.events, spoken))
    print_lines([""])


def _asked(cursor: Cursor) -> Cursor | None:
    """Where the player wants to go; None to leave."""
    fourth = round_of(cursor.chronicle.game, 4)
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
            answer = input(spoken(prompt)).strip()
        except EOFError:
            return None
        try:
            if answer in ("q", "quit"):
                return None
            if answer in ("", "n", "b"):
                return cursor.moved(-1 if answer == "b" else 1)
            if answer == "m" and cursor.analysis is not None:
                return cursor.to_better() or cursor
            if not answer.startswith("/"):
                return jumped(cursor, answer)
            found = cursor.found(answer[1:], 1, spoken)
            if found is not None:
                return found
            note(message("{words!r} was not found", words=answer[1:]))
        except KhronosError as problem:
            note(problem.said)
