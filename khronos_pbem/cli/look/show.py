"""The command `show`: print the boards, the players and your own hand."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, NamedTuple

from khronos_pbem.archive.records import open_record as opening
from khronos_pbem.archive.replay import text_export as texts
from khronos_pbem.cli import completion
from khronos_pbem.cli import shared_options as opt
from khronos_pbem.cli.command_context import context
from khronos_pbem.cli.game_options import NOTHING, Chosen, check_part, game_option_values, parts_help
from khronos_pbem.cli.look.open_file import (
    POSITION,
    RECORD,
    SaveOrPosition,
    exit_if_broken,
    has_unsent_block,
    kind_of_file,
    note_two_versions,
    unsent_lines,
)
from khronos_pbem.cli.look.write_position import (
    PositionOutput,
    check_position_option,
    print_or_write_position,
)
from khronos_pbem.cli.next_steps import game_argument
from khronos_pbem.cli.option_types import flag, option
from khronos_pbem.cli.terminal.print_pictures import PictureOptions, print_legend, print_position, print_table
from khronos_pbem.cli.terminal.printing import print_json, print_lines, translate
from khronos_pbem.engine.contract import AnyGame, AnyPosition
from khronos_pbem.engine.features.protocols import Audience, Reports
from khronos_pbem.games.registry import feature
from khronos_pbem.messages import listed, message
from khronos_pbem.session.context import Context
from khronos_pbem.session.notes.notes import note_lines
from khronos_pbem.session.notes.player_messages import new_message_lines
from khronos_pbem.session.queries import player_view
from khronos_pbem.session.queries.documents import show_document
from khronos_pbem.session.queries.summaries import player_name, waiting_line
from khronos_pbem.session.queries.unseen_events import find_unseen, note_view_seen, unseen_lines
from khronos_pbem.session.turns import setup_position as trying

At = Annotated[int | None, option("--at", "SEQ", "Show the position after block SEQ.")]
Since = Annotated[int | None, option("--since", "SEQ", "Mark what has changed since block SEQ.")]
OneBoard = Annotated[
    str | None, option("--board", "BOARD", parts_help(), completion.parts, callback=opt.english_board)
]


AsPosition = Annotated[
    bool,
    flag("--position", "Print a position for the try and moves commands; it contains only what you know."),
]
Out = Annotated[Path | None, option("-o --out", "OUT", "With --position: write the position to this file.")]


class _ShowOptions(NamedTuple):
    """The options of `show`: position after block `at`, marked changes since block `since`, and format.

    `report` is the name of one of the game's reports, which is printed instead of the boards.
    """

    at: int | None
    since: int | None
    look: PictureOptions
    legend: bool
    as_json: bool
    report: str | None


def show(
    file: SaveOrPosition,
    name: opt.As = None,
    at: At = None,
    since: Since = None,
    board: OneBoard = None,
    chosen: Chosen = NOTHING,
    legend: opt.Legend = False,
    position: AsPosition = False,
    out: Out = None,
    force: opt.Force = False,
    rewind: opt.Rewind = False,
    plain: opt.Plain = False,
    as_json: opt.Json = False,
) -> None:
    check_part(board)
    if position or out is not None:
        check_position_option(position)
        print_or_write_position(file, context(name, rewind=rewind), at, PositionOutput(out, force), as_json)
        return
    report = next(iter(chosen), None)
    asked = _ShowOptions(at, since, PictureOptions(plain, board), legend, as_json, report)
    kind = kind_of_file(file)
    if kind == RECORD:
        _show_record(file, name, asked)
    elif kind == POSITION:
        _show_position(file, asked)
    else:
        _show_save(file, context(name, rewind=rewind), asked)


def _show_save(file: Path, at_desk: Context, asked: _ShowOptions) -> None:
    """Print a save, after a block or at its end.

    If a newer version was seen on this computer, first print a warning.
    """
    seen = player_view.load_view(file, at_desk, whole=False)
    shown = player_view.view_of(seen.opened, player_view.at_block(seen.opened, asked.at), at_desk)
    position, older = shown.table.position, seen.opened.older
    if asked.as_json:
        facts = show_document(
            shown.opened.history, shown.table, shown.seat, shown.hand, shown.now, shown.sealed
        )
        facts |= player_view.leaving_document(shown, at_desk)
        facts["rolled"] = [event.to_data() for event in shown.rolled]
        facts["notes"] = [note.to_data() for note in shown.notes]
        facts["unsent"] = has_unsent_block(seen.opened)
        facts["older"] = None if older is None else older.to_data()
        print_json({**facts, **_report_data(shown.table.game, asked.report, position)})
        exit_if_broken(seen.opened)
        return
    if older is not None:
        print_lines([message("NOT THE NEWEST VERSION: {problem}", problem=older.full_message), ""])
    if asked.report is not None:
        _print_report(shown.table.game, asked.report, position)
    else:
        marked = player_view.changes_to_mark(shown.opened, shown.seat, asked.at, asked.since)
        players = listed([player_name(shown.table, seat) for seat in range(len(shown.table.seats))])
        title = shown.table.header.title
        head = message("{title}: {players}", title=title, players=players) if players else title
        unsent = unsent_lines(seen.opened, seen.now, seen.seat, at_desk)
        told = [marked.said] if any(event.squares for event in marked.events) else []
        entries = seen.opened.history.entries[: shown.table.seq + 1]
        word = game_argument(shown.opened.path)
        heard = [*new_message_lines(entries, shown.seat, word, shown.sealed), *note_lines(shown.notes, word)]
        leaving = player_view.urgent_lines(shown, at_desk, word)
        fresh = unseen_lines(find_unseen(at_desk.home, shown)) if asked.since is None else []
        print_lines([head, waiting_line(shown.table, shown.now), *leaving, *unsent, *told, *heard, ""])
        print_lines([*fresh, ""] if fresh else [])
        print_table(shown.table, shown.seat, asked.look, (*marked.events, *shown.rolled), tell=not fresh)
        note_view_seen(at_desk.home, shown)
        print_legend(shown.table.game, position, asked.look.plain, always=asked.legend)
    note_two_versions(seen.opened)
    exit_if_broken(seen.opened, older=False)


def _show_record(file: Path, name: str | None, asked: _ShowOptions) -> None:
    """Print a text record, after a block or at its end."""
    chronicle = opening.read_game(file, context(name)).chronicle
    step = chronicle.last_step_of(asked.at)
    if asked.as_json:
        told = _report_data(chronicle.game, asked.report, step.position)
        print_json({**texts.step_document(chronicle, step), **told})
    elif asked.report is not None:
        _print_report(chronicle.game, asked.report, step.position)
    else:
        players = chronicle.players_text()
        print_lines([message("{title}: {players}", title=chronicle.header.title, players=players), ""])
        shown = chronicle.changed(step.seq, asked.since)
        print_position(chronicle.game, step.position, asked.look, shown, Audience.PUBLIC)
        print_legend(chronicle.game, step.position, asked.look.plain, always=asked.legend)


def _report_data(game: AnyGame, report: str | None, position: AnyPosition) -> dict[str, object]:
    """Return the keys that a report adds to the document.

    The result is empty if there is no report or the game has not begun.
    """
    if report is None or position is None:
        return {}
    return _reports_with(game, report).data(report, position)


def _print_report(game: AnyGame, report: str, position: AnyPosition) -> None:
    if position is None:
        print_lines([message("the game has not begun, because some seats are still free")])
    else:
        print_lines(_reports_with(game, report).lines(report, position, translate))


def _reports_with(game: AnyGame, report: str) -> Reports[AnyPosition]:
    """The reports of a game. Raises UsageError if the game does not have this one."""
    game_option_values(game.name, "show", {report: True})
    return feature(game, Reports)


def _show_position(file: Path, asked: _ShowOptions) -> None:
    start = trying.read_position(file)
    if asked.as_json:
        told = _report_data(start.game, asked.report, start.position)
        print_json({**trying.set_up_document(start), **told})
    elif asked.report is not None:
        _print_report(start.game, asked.report, start.position)
    else:
        print_position(start.game, start.position, asked.look)
        print_legend(start.game, start.position, asked.look.plain, always=asked.legend)
