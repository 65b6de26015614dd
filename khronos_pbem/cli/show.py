"""`show`: the boards, the players and your own hand."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from khronos_pbem.cli import options as opt
from khronos_pbem.cli.declared import NOTHING, Chosen, check_part, options_of, parts_help
from khronos_pbem.cli.desks import desk
from khronos_pbem.cli.kinds import POSITION, RECORD, SaveOrPosition, fail_if_broken, kind_of, tell_histories
from khronos_pbem.cli.pictures import print_position, print_table
from khronos_pbem.cli.printing import print_json, print_lines, spoken
from khronos_pbem.engine.contract import Game
from khronos_pbem.engine.features import Audience, Reports
from khronos_pbem.games.registry import feature
from khronos_pbem.lazily import later
from khronos_pbem.saying import listed, say
from khronos_pbem.session import looking
from khronos_pbem.session.acting import Desk
from khronos_pbem.session.facts import table_facts
from khronos_pbem.session.saving import move_sentence, player_name

if TYPE_CHECKING:
    from khronos_pbem.archive import opening, texts
    from khronos_pbem.session import trying
else:
    opening = later("khronos_pbem.archive.opening")
    texts = later("khronos_pbem.archive.texts")
    trying = later("khronos_pbem.session.trying")

At = Annotated[int | None, typer.Option("--at", metavar="SEQ", help="As it was after block SEQ.")]
OneBoard = Annotated[str | None, typer.Option("--board", callback=opt.any_board, help=parts_help())]


def show(
    file: SaveOrPosition,
    name: opt.As = None,
    at: At = None,
    board: OneBoard = None,
    chosen: Chosen = NOTHING,
    rewind: opt.Rewind = False,
    plain: opt.Plain = False,
    as_json: opt.Json = False,
) -> None:
    """Show the game as it stands, the players, and your own hand."""
    check_part(board)
    report = next(iter(chosen), None)
    kind = kind_of(file)
    if kind == RECORD:
        _show_record(file, name, at, board, plain, as_json, report)
        return
    if kind == POSITION:
        _show_position(file, board, plain, as_json, report)
        return
    _show_save(file, desk(name, rewind=rewind), at, board, plain, as_json, report)


def _show_save(
    file: Path,
    at_desk: Desk,
    at: int | None,
    board: str | None,
    plain: bool,
    as_json: bool,
    report: str | None,
) -> None:
    """The table of a save, after a block or at its end; on top, if this machine has seen a newer one."""
    seen = looking.look(file, at_desk, whole=False)
    shown = looking.seen_by(seen.opened, looking.at_block(seen.opened, at), at_desk)
    position, older = shown.table.position, seen.opened.older
    if as_json:
        facts = table_facts(shown.opened.history, shown.table, shown.seat, shown.hand, shown.now)
        facts["older"] = None if older is None else older.to_data()
        print_json({**facts, **_reported(shown.table.game, report, position)})
        fail_if_broken(seen.opened)
        return
    if older is not None:
        print_lines([say("NOT THE NEWEST: {problem}", problem=older.said), ""])
    if report is not None:
        _print_report(shown.table.game, report, position)
    else:
        events = looking.events_at(shown.opened, at)
        players = listed([player_name(shown.table, seat) for seat in range(len(shown.table.seats))])
        head = say("{title}: {players}", title=shown.table.header.title, players=players)
        print_lines([head, move_sentence(shown.table, shown.now), ""])
        print_table(shown.table, shown.seat, plain, events, board=board)
    tell_histories(seen.opened)
    fail_if_broken(seen.opened, older=False)


def _show_record(
    file: Path,
    name: str | None,
    at: int | None,
    board: str | None,
    plain: bool,
    as_json: bool,
    report: str | None,
) -> None:
    """The position of a text record, after a block or at its end."""
    chronicle = opening.read_game(file, desk(name)).chronicle
    step = chronicle.at_block(at)
    if as_json:
        told = _reported(chronicle.game, report, step.position)
        print_json({**texts.step_data(chronicle, step), **told})
    elif report is not None:
        _print_report(chronicle.game, report, step.position)
    else:
        players = chronicle.players_named()
        print_lines([say("{title}: {players}", title=chronicle.header.title, players=players), ""])
        events = [event for each in chronicle.steps if each.seq == step.seq for event in each.events]
        print_position(chronicle.game, step.position, plain, events, board, Audience.PUBLIC)


def _reported(game: Game[Any, Any], report: str | None, position: Any) -> dict[str, Any]:
    """The keys that a report adds to the document; none if none was asked for, or before the game begins."""
    if report is None or position is None:
        return {}
    return _reports(game, report).data(report, position)


def _print_report(game: Game[Any, Any], report: str, position: Any) -> None:
    if position is None:
        print_lines([say("the game has not begun: seats are free")])
    else:
        print_lines(_reports(game, report).lines(report, position, spoken))


def _reports(game: Game[Any, Any], report: str) -> Reports[Any]:
    """What tells this report. Raises UsageError for one that the game does not have."""
    options_of(game.name, "show", {report: True})
    return feature(game, Reports)


def _show_position(file: Path, board: str | None, plain: bool, as_json: bool, report: str | None) -> None:
    start = trying.read_position(file)
    if as_json:
        told = _reported(start.game, report, start.position)
        print_json({**trying.position_view(start), **told})
    elif report is not None:
        _print_report(start.game, report, start.position)
    else:
        print_position(start.game, start.position, plain, board=board)
