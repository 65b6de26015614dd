"""`show`: the boards, the players and your own hand."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from khronos_pbem.cli import options as opt
from khronos_pbem.cli.desks import desk
from khronos_pbem.cli.kinds import POSITION, RECORD, SaveOrPosition, fail_if_broken, kind_of
from khronos_pbem.cli.pictures import check_board, print_position, print_table
from khronos_pbem.cli.printing import print_json, print_lines, spoken
from khronos_pbem.engine.features import Audience
from khronos_pbem.lazily import later
from khronos_pbem.saying import listed, say
from khronos_pbem.session import looking
from khronos_pbem.session.acting import Desk
from khronos_pbem.session.facts import table_facts
from khronos_pbem.session.saving import player_name, whose_move

if TYPE_CHECKING:
    from khronos_pbem.archive import reading, texts
    from khronos_pbem.games.khronos.drawing import earnings
    from khronos_pbem.session import trying
else:
    reading = later("khronos_pbem.archive.reading")
    texts = later("khronos_pbem.archive.texts")
    earnings = later("khronos_pbem.games.khronos.drawing.earnings")
    trying = later("khronos_pbem.session.trying")

At = Annotated[int | None, typer.Option("--at", metavar="SEQ", help="As it was after block SEQ.")]
OneBoard = Annotated[
    str | None, typer.Option("--board", callback=opt.any_board, help="Only might, faith or reason.")
]


def show(
    file: SaveOrPosition,
    name: opt.As = None,
    at: At = None,
    board: OneBoard = None,
    earn: Annotated[
        bool, typer.Option("--earn", help="What each domain would pay whom at the next revenue.")
    ] = False,
    rewind: opt.Rewind = False,
    plain: opt.Plain = False,
    as_json: opt.Json = False,
) -> None:
    """Show the three boards, the players, who rules what, and your own hand."""
    check_board(board)
    kind = kind_of(file)
    if kind == RECORD:
        _show_record(file, name, at, board, plain, as_json, earn=earn)
        return
    if kind == POSITION:
        _show_position(file, board, plain, as_json, earn=earn)
        return
    _show_save(file, desk(name, rewind=rewind), at, board, plain, as_json, earn=earn)


def _show_save(
    file: Path, at_desk: Desk, at: int | None, board: str | None, plain: bool, as_json: bool, *, earn: bool
) -> None:
    """The table of a save, after a block or at its end; on top, if this machine has seen a newer one."""
    seen = looking.look(file, at_desk, whole=False)
    shown = looking.seen_by(seen.opened, looking.at_block(seen.opened, at), at_desk)
    position, older = shown.table.position, seen.opened.older
    if as_json:
        facts = table_facts(shown.opened.history, shown.table, shown.seat, shown.hand)
        facts["older"] = None if older is None else older.as_json()
        print_json({**facts, **_earned(position)} if earn and position is not None else facts)
        fail_if_broken(seen.opened)
        return
    if older is not None:
        print_lines([say("NOT THE NEWEST: {problem}", problem=older.said), ""])
    if earn:
        _print_earnings(position)
    else:
        events = looking.events_at(shown.opened, at)
        players = listed([player_name(shown.table, seat) for seat in range(len(shown.table.seats))])
        head = say("{title}: {players}", title=shown.table.header.title, players=players)
        print_lines([head, whose_move(shown.table), ""])
        print_table(shown.table, shown.seat, plain, events, board=board)
    fail_if_broken(seen.opened, older=False)


def _show_record(
    file: Path, name: str | None, at: int | None, board: str | None, plain: bool, as_json: bool, *, earn: bool
) -> None:
    """The position of a text record, after a block or at its end."""
    chronicle = reading.read_game(file, desk(name)).chronicle
    step = chronicle.at_block(at)
    if as_json:
        print_json({**texts.step_data(chronicle, step), **(_earned(step.position) if earn else {})})
    elif earn:
        _print_earnings(step.position)
    else:
        players = chronicle.players_named()
        print_lines([say("{title}: {players}", title=chronicle.header.title, players=players), ""])
        events = [event for each in chronicle.steps if each.seq == step.seq for event in each.events]
        print_position(step.position, plain, events, board, Audience.PUBLIC)


def _earned(position: Any) -> dict[str, Any]:
    return {"next_revenue": earnings.next_revenue(position), "domains": earnings.earnings_data(position)}


def _print_earnings(position: Any) -> None:
    if position is None:
        print_lines([say("the game has not begun: seats are free")])
    else:
        print_lines(earnings.earning_lines(position, spoken))


def _show_position(file: Path, board: str | None, plain: bool, as_json: bool, *, earn: bool) -> None:
    position = trying.read_position(file)
    if as_json:
        print_json({**trying.position_view(position), **(_earned(position) if earn else {})})
    elif earn:
        _print_earnings(position)
    else:
        print_position(position, plain, board=board)
