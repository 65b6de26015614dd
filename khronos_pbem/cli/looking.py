"""The commands that only look: `show`, `status`, `moves`, `log`, `verify`."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from khronos_pbem.cli import options as opt
from khronos_pbem.cli.acting import desk
from khronos_pbem.cli.printing import note, print_json, print_lines, spoken
from khronos_pbem.errors import InvalidFile
from khronos_pbem.saying import listed, say, say_many

if TYPE_CHECKING:
    from khronos_pbem.session.acting import Desk
    from khronos_pbem.session.looking import Seen
    from khronos_pbem.session.opening import Opened

SaveOrPosition = Annotated[
    Path,
    typer.Argument(
        metavar="FILE", callback=opt.save_or_game, help="A save, a game of the library, or a position."
    ),
]
At = Annotated[int | None, typer.Option("--at", metavar="SEQ", help="As it was after block SEQ.")]
OneBoard = Annotated[
    str | None, typer.Option("--board", callback=opt.any_board, help="Only might, faith or reason.")
]


SAVE, RECORD, POSITION = "save", "record", "position"


def add_to(app: typer.Typer) -> None:
    """Add the commands of this module."""
    for command in (show, status, moves, log, verify):
        app.command()(command)


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
    from khronos_pbem.cli.pictures import check_board

    check_board(board)
    kind = _kind(file)
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
    from khronos_pbem.cli.pictures import print_table
    from khronos_pbem.session import looking
    from khronos_pbem.session.facts import table_facts
    from khronos_pbem.session.saving import player_name, whose_move

    seen = looking.look(file, at_desk, whole=False)
    shown = looking.seen_by(seen.opened, looking.at_block(seen.opened, at), at_desk)
    position, older = shown.table.position, seen.opened.older
    if as_json:
        facts = table_facts(shown.opened.history, shown.table, shown.seat, shown.hand)
        facts["older"] = None if older is None else older.as_json()
        print_json({**facts, **_earned(position)} if earn and position is not None else facts)
        _fail_if_broken(seen.opened)
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
    _fail_if_broken(seen.opened, older=False)


def _kind(file: Path) -> str:
    """What a file is: a save, a text record, or else a position."""
    from khronos_pbem.archive.recognising import is_notated
    from khronos_pbem.record.files import read_file
    from khronos_pbem.record.save import is_save

    data = read_file(file)
    if is_notated(data):
        return RECORD
    return SAVE if is_save(data) else POSITION


def _show_record(
    file: Path, name: str | None, at: int | None, board: str | None, plain: bool, as_json: bool, *, earn: bool
) -> None:
    """The position of a text record, after a block or at its end."""
    from khronos_pbem.archive.reading import read_game
    from khronos_pbem.archive.texts import step_data
    from khronos_pbem.cli.pictures import print_position
    from khronos_pbem.engine.features import Audience

    chronicle = read_game(file, desk(name)).chronicle
    step = chronicle.at_block(at)
    if as_json:
        print_json({**step_data(chronicle, step), **(_earned(step.position) if earn else {})})
    elif earn:
        _print_earnings(step.position)
    else:
        players = chronicle.players_named()
        print_lines([say("{title}: {players}", title=chronicle.header.title, players=players), ""])
        events = [event for each in chronicle.steps if each.seq == step.seq for event in each.events]
        print_position(step.position, plain, events, board, Audience.PUBLIC)


def _earned(position: Any) -> dict[str, Any]:
    from khronos_pbem.games.khronos.drawing.earnings import earnings_data, next_revenue

    return {"next_revenue": next_revenue(position), "domains": earnings_data(position)}


def _print_earnings(position: Any) -> None:
    from khronos_pbem.games.khronos.drawing.earnings import earning_lines

    if position is None:
        print_lines([say("the game has not begun: seats are free")])
    else:
        print_lines(earning_lines(position, spoken))


def _show_position(file: Path, board: str | None, plain: bool, as_json: bool, *, earn: bool) -> None:
    from khronos_pbem.cli.pictures import print_position
    from khronos_pbem.session.trying import position_view, read_position

    position = read_position(file)
    if as_json:
        print_json({**position_view(position), **(_earned(position) if earn else {})})
    elif earn:
        _print_earnings(position)
    else:
        print_position(position, plain, board=board)


def status(
    file: opt.SaveFile, name: opt.As = None, rewind: opt.Rewind = False, as_json: opt.Json = False
) -> None:
    """Say whose move it is, what for, and what you owe."""
    from khronos_pbem.session import looking

    seen, facts = looking.status(file, desk(name, rewind=rewind))
    if as_json:
        print_json(facts)
    else:
        print_lines(_status_lines(seen, facts))


def _status_lines(seen: Seen, facts: dict[str, Any]) -> list[str]:
    from khronos_pbem.session.saving import whose_move

    lines: list[str] = [
        say(
            "{title}: round {round}, block {seq}",
            title=facts["title"],
            round=facts["round"],
            seq=facts["seq"],
        )
    ]
    for seat in facts["seats"]:
        worth = (
            ""
            if seat["ecus"] is None
            else say(", {ecus}, {cards}", ecus=_ecus(seat["ecus"]), cards=_cards(seat["cards"]))
        )
        lines.append(say("  {colour}: {name}{worth}", colour=seat["colour"], name=seat["name"], worth=worth))
    lines.append(whose_move(seen.table))
    mine = facts["mine"]
    if mine is not None:
        hand = (
            ""
            if mine["hand"] is None
            else say(", your hand: {hand}", hand=listed(mine["hand"], " ") or say("empty"))
        )
        owed = say("; you owe the deck a payment, your next block makes it") if mine["owes"] else ""
        lines.append(say("You play {colour}{hand}{owed}", colour=mine["colour"], hand=hand, owed=owed))
    return lines


def _ecus(count: int) -> str:
    return say_many("{n} ecu", "{n} ecus", count)


def _cards(count: int) -> str:
    return say_many("{n} card", "{n} cards", count)


def moves(
    file: SaveOrPosition,
    words: Annotated[list[str] | None, typer.Argument(metavar="[WORD…]", help="The first words.")] = None,
    name: opt.As = None,
    rewind: opt.Rewind = False,
    as_json: opt.Json = False,
) -> None:
    """List the legal orders here, those that begin with the words given."""
    from khronos_pbem.session.looking import moves as save_moves

    if _kind(file) == SAVE:
        orders = save_moves(file, desk(name, rewind=rewind))
    else:
        from khronos_pbem.session.trying import position_moves, read_position

        orders = position_moves(read_position(file))
    orders = [order for order in orders if _begins(order, words or [])]
    if as_json:
        print_json({"orders": orders})
    else:
        print_lines([say("{order}", order=order) for order in orders] or [say("no legal order begins so")])


def _begins(order: str, words: list[str]) -> bool:
    """Whether an order begins with these words, in any language."""
    from khronos_pbem.games.khronos.language.words import LANGUAGES, in_language, plain_forms

    wanted = [plain_forms(word)[0] for text in words for word in text.split()]

    def fits(text: str) -> bool:
        have = [plain_forms(word)[0] for word in text.split()]
        pairs = zip(have, wanted, strict=False)
        return len(have) >= len(wanted) and all(word.startswith(want) for word, want in pairs)

    return any(fits(in_language(order, language)) for language in LANGUAGES)


def log(
    file: opt.SaveFile, rewind: opt.Rewind = False, cite: opt.Cite = False, as_json: opt.Json = False
) -> None:
    """Print the record as text: who did what, and what happened."""
    from khronos_pbem.session.facts import telling
    from khronos_pbem.session.looking import log as read_log
    from khronos_pbem.session.looking import log_facts
    from khronos_pbem.session.saving import entry_lines

    if _kind(file) == RECORD:
        _log_record(file, cite, as_json)
        return
    opened, entries = read_log(file, desk(None, rewind=rewind))
    if as_json:
        problem = None if opened.problem is None else opened.problem.as_json()
        print_json({"title": opened.save.header.title, "blocks": log_facts(entries), "problem": problem})
    else:
        if opened.problem is not None:
            print_lines(
                [
                    say(
                        "THIS RECORD IS BROKEN, it is shown up to the break: {problem}",
                        problem=opened.problem,
                    ),
                    "",
                ]
            )
        print_lines(line for entry in entries for line in entry_lines(entry, telling(cite)))
    _fail_if_broken(opened)


def _log_record(file: Path, cite: bool, as_json: bool) -> None:
    """A text record, order by order."""
    from khronos_pbem.archive.chronicle import step_lines, step_title
    from khronos_pbem.archive.reading import read_game
    from khronos_pbem.archive.texts import as_data
    from khronos_pbem.session.facts import telling

    chronicle = read_game(file, desk(None)).chronicle
    if as_json:
        print_json(as_data(chronicle))
        return
    for step in chronicle.played():
        head = say("{seq}. {what}", seq=step.seq, what=step_title(chronicle, step))
        print_lines([head, *(say("   {line}", line=line) for line in step_lines(step, telling(cite)))])


def verify(file: opt.SaveFile, rewind: opt.Rewind = False, as_json: opt.Json = False) -> None:
    """Replay and check everything; say what holds, or who broke what."""
    from khronos_pbem.session.looking import verify as verify_save
    from khronos_pbem.session.looking import verify_facts

    if _kind(file) == RECORD:
        hint = say("khronos publish FILE --check reads a text record")
        raise InvalidFile(say("only a save has the players' signatures"), file=str(file), hint=hint)
    try:
        opened = verify_save(file, desk(None, rewind=rewind))
    except InvalidFile as problem:
        if as_json:  # not even a header: the same document as for a record that breaks later
            print_json(
                {"valid": False, "block": problem.block, "seat": problem.seat, "reason": problem.message}
            )
            raise typer.Exit(int(problem.exit)) from None
        raise
    facts = verify_facts(opened)
    if as_json:
        print_json(facts)
    else:
        print_lines(_verify_lines(opened, facts))
    _fail_if_broken(opened, quiet=as_json)


def _verify_lines(opened: Opened, facts: dict[str, Any]) -> list[str]:
    from khronos_pbem.session.saving import whose_move

    if not facts["valid"]:
        held = len(opened.history.entries)
        return [
            say("NOT VALID: {problem}", problem=opened.problem),
            say_many("the {n} block before it holds", "the {n} blocks before it hold", held),
        ]
    return [
        say(
            "VALID: {blocks} and {proofs} hold, and all signatures and rules",
            blocks=say_many("{n} block", "{n} blocks", facts["blocks"]),
            proofs=say_many("{n} proof", "{n} proofs", facts["proofs"]),
        ),
        *(say("  {colour}: {name}", colour=seat["colour"], name=seat["name"]) for seat in facts["seats"]),
        whose_move(opened.table),
    ]


def _fail_if_broken(opened: Opened, *, quiet: bool = False, older: bool = True) -> None:
    """Leave with the exit code of what breaks the record, once what holds of it was shown."""
    if opened.older is not None and older:
        note(opened.older.said)
    if opened.problem is not None:
        if not quiet:
            note(opened.problem.said)
        raise typer.Exit(int(opened.problem.exit))
