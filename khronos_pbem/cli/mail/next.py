"""`next`: what came in, what is owed, and the game that waits for me, with what to type."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any

import typer

from khronos_pbem.cli import completion
from khronos_pbem.cli import shared_options as opt
from khronos_pbem.cli.bots.run_bots import Acted, Bots, bots_act, bots_named, note_bots
from khronos_pbem.cli.bots.waiting_game import Waits, waits_for
from khronos_pbem.cli.delivery.arrivals import Arrivals
from khronos_pbem.cli.delivery.ask_addresses import Asking, learn_addresses
from khronos_pbem.cli.delivery.send_option import Posting, posting
from khronos_pbem.cli.delivery.send_shares_automatically import Payment, note_payments, payments
from khronos_pbem.cli.delivery.shelve import is_letter
from khronos_pbem.cli.delivery.unsent_blocks import Behind, left_behind
from khronos_pbem.cli.mail.overdue_games import (
    is_overdue,
    lost_seat,
    news_of_leaving,
    overdue_lines,
    vote_command,
)
from khronos_pbem.cli.mail.receive import news_facts, note_refused, print_news
from khronos_pbem.cli.table_context import caller, context
from khronos_pbem.cli.terminal.print_pictures import Look
from khronos_pbem.cli.terminal.printing import note, print_json, print_lines
from khronos_pbem.engine.features.bots import Strength
from khronos_pbem.errors import KhronosError, NothingToDo, UsageError
from khronos_pbem.home.config import read_config
from khronos_pbem.home.keyring import kept_keys
from khronos_pbem.library.inbox_rows import line_of
from khronos_pbem.library.library import configured
from khronos_pbem.library.send_shares import own_names
from khronos_pbem.mail.formats.mail_sources import letters_in
from khronos_pbem.mail.incoming.findings import News
from khronos_pbem.mail.incoming.inboxes import from_all
from khronos_pbem.mail.incoming.receive import receive
from khronos_pbem.mail.incoming.todo import Games, Row, waiting_for_me
from khronos_pbem.mail.outgoing.letter import attachment_name
from khronos_pbem.messages import Typed, listed, message, operand, plural_message, quoted
from khronos_pbem.record.names import called_in
from khronos_pbem.record.save import parse_save
from khronos_pbem.storage.file_types import same_file
from khronos_pbem.storage.files import read_file
from khronos_pbem.storage.home_folder import home

OneGame = Annotated[
    str | None,
    typer.Argument(
        metavar="[GAME]",
        autocompletion=completion.saves,
        help="Show only this game or save, or read this letter.",
    ),
]


@dataclass(frozen=True, slots=True)
class _Taken:
    """What was done before a game is shown: what came in, which addresses were asked for, what was paid."""

    news: list[News]
    addresses: list[dict[str, Any]]
    paid: list[Payment]
    acted: list[Acted]
    behind: list[Behind]
    told: list[str]
    rows: list[Row]


def next(  # noqa: A001 - commands are called like their functions
    game: OneGame = None,
    name: opt.As = None,
    send: opt.Send = False,
    copies: opt.Copies = False,
    bot: Bots = None,
    hook: opt.Hook = "",
    notify: opt.Notify = False,
    yes: opt.Yes = False,
    settings: opt.Settings = None,
    plain: opt.Plain = False,
    as_json: opt.Json = False,
) -> None:
    """Read what has arrived, send your shares, and show the game that has waited longest for you."""
    config, where = read_config(settings or []), context(name)
    how = posting(send or bool(config.get("smtp_host")), settings, copies=copies)
    games = Games(configured(config), config, where)
    arrivals = Arrivals(games.library, where, caller(hook, notify))
    came, game = _from_letter(games, game)
    taken = _taken(games, game, came, how, Asking(yes, as_json), bots_named(bot))
    mine = waiting_for_me(taken.rows, where)
    first = _first(games, mine, taken)
    facts = _facts(games, taken, mine)
    if first is None:
        _print_nothing(games, taken, facts, as_json)
    elif as_json:
        print_json({**facts, "game": first.to_data()})
    else:
        _print_taken(taken)
        first.print(Look(plain))
        print_lines(_others(len(mine) - 1))
    if not as_json:
        print_lines([*news_of_leaving(games, taken.rows), *overdue_lines(games, taken.rows)])
    _note_taken(taken)
    arrivals.call()
    code = _leave(taken, first)
    if code:
        raise typer.Exit(code)


def _from_letter(games: Games, game: str | None) -> tuple[list[News], str | None]:
    """What came of a letter that is named, and the one game in it; for the name of a game nothing, and that.

    Raises UsageError for a file in which nothing of Khronos is.
    """
    if game is None or not _came_by_mail(Path(game), games):
        return [], game
    news = receive(letters_in(game), games.library, games.context)
    if not news:
        hint = message("save the letter or its attachment to a file, and give that file")
        raise UsageError(message("no game, offer or orders found in {path}", path=game), hint=hint)
    found = {str(one.game) for one in news if one.game is not None and one.game.exists()}
    return news, found.pop() if len(found) == 1 else None


def _came_by_mail(file: Path, games: Games) -> bool:
    """Whether a file is to be taken in: a letter, a folder of letters, or what was attached to one, which
    has the name that letters give it and lies neither in the library nor in a shared folder."""
    if not file.exists() or is_letter(file):
        return file.exists()
    if same_file(file.parent, games.library.path) or games.is_shared(file):
        return False
    save = parse_save(read_file(file))
    return file.name == attachment_name(save.header.title, len(save.blocks) - 1)


def _taken(
    games: Games,
    game: str | None,
    came: Sequence[News],
    how: Posting | None,
    asking: Asking,
    bots: Mapping[str, Strength],
) -> _Taken:
    """Take in, ask, pay, and let bots play; with a game everything comes in, but only in that one is paid and
    played, and only it is looked at."""
    config, where = games.config, games.context
    news = [*came, *from_all(config, games.library, where, unread=True)]
    told: list[str] = []
    for line in games.look_into_folders():
        if isinstance(line, KhronosError):
            news.append(News("refused", line.said, "", line))
        else:
            told.append(line)
    addresses = learn_addresses(news, config, asking)
    behind = left_behind(games, _rows(games, game), how)
    paid = payments(_rows(games, game), where, how)
    acted = bots_act(_rows(games, game), bots, where, how)
    return _Taken(news, addresses, paid, acted, behind, told, _rows(games, game))


def _first(games: Games, mine: Sequence[Row], taken: _Taken) -> Waits | None:
    """The first of the games that wait which can be opened; what is wrong with the others is told."""
    for row in mine:
        try:
            return waits_for(games, row)
        except KhronosError as problem:
            taken.news.append(News("refused", problem.said, row["file"], problem))
    return None


def _rows(games: Games, game: str | None) -> list[Row]:
    return games.rows() if game is None else [games.row(opt.save_or_game(Path(game)))]


def _facts(games: Games, taken: _Taken, mine: Sequence[Row]) -> dict[str, Any]:
    """The document, but for the game."""
    fresh = [one for one in taken.news if one.state in _FRESH]
    others = [row for row in taken.rows if row not in mine and not row.get("finished")]
    return {
        "news": news_facts(fresh),
        "addresses": taken.addresses,
        "paid": [one.to_data() for one in taken.paid],
        "bots": [one.to_data() for one in taken.acted],
        "unsent": [one.to_data() for one in taken.behind],
        "game": None,
        "mine": len(mine),
        "others": max(0, len(mine) - 1),
        "waiting": [_waiting_facts(games, row) for row in others],
    }


_FRESH = ("new", "draft", "refused")
"""What is worth telling of the news: a mailbox holds everything that ever came."""


def _waiting_facts(games: Games, row: Row) -> dict[str, Any]:
    who, names = row.get("waiting_for") or {}, own_names(games.context)
    keys = ("file", "title", "for", "since", "due", "problem")
    overdue = is_overdue(row, games.context.at)
    return {
        **{key: row[key] for key in keys if key in row},
        "overdue": overdue,
        "vote": (overdue and vote_command(games, row, names)) or None,
        "out": lost_seat(row, names),
        "colour": who.get("colour"),
        "name": who.get("name"),
        "bot": who.get("bot"),
    }


def _print_taken(taken: _Taken) -> None:
    fresh = [one for one in taken.news if one.state in _FRESH]
    print_news(fresh)
    lines = [*taken.told, *(line for one in taken.paid for line in one.lines())]
    lines += [line for one in taken.acted for line in one.lines()]
    lines += [line for one in taken.behind if one.letter and not one.code() for line in one.letter.lines]
    print_lines([*lines, ""] if lines or fresh else [])


def _note_taken(taken: _Taken) -> None:
    note_refused(taken.news)
    note_payments(taken.paid)
    note_bots(taken.acted)
    for each in taken.behind:
        if each.letter is None:
            note(each.line())
        elif each.letter.problem is not None:
            note(each.letter.lines[0])
    for row in taken.rows:
        if row.get("problem") or row.get("histories"):
            note(" ".join(line_of(dict(row)).split()))


def _others(count: int) -> list[str]:
    if not count:
        return []
    return [
        plural_message(
            "{n} other game is waiting for you: khronos inbox",
            "{n} other games are waiting for you: khronos inbox",
            count,
        )
    ]


def _print_nothing(games: Games, taken: _Taken, facts: dict[str, Any], as_json: bool) -> None:
    """Whom the games wait for instead, on standard error."""
    nothing = NothingToDo(message("no game is waiting for you"), hint=_whom(games, taken.rows))
    problem = _about_seats(games, taken.rows) or nothing
    if as_json:
        print_json({**problem.to_data(), **facts})
    else:
        _print_taken(taken)
    note(problem.said)


def _about_seats(games: Games, rows: Sequence[Row]) -> NothingToDo | None:
    """That no identity has a seat in any game that goes on; None if one has, or if there are none."""
    mine = kept_keys(home())
    going = [row for row in rows if row.get("waiting_for") is not None and not row.get("histories")]
    if not going or any(mine & {*row["keys"], *row["acts"], *row.get("outs", ())} for row in going):
        return None
    titles = listed([message("{title}", title=Typed(row["title"])) for row in going[:_MOST_NAMED]])
    return NothingToDo(
        message("none of your identities has a seat in {items}", items=titles),
        hint=message(
            "if you have lost your secret key, or want to take over a seat: khronos status {name}",
            name=quoted(games.name_of(Path(going[0]["file"]))),
        ),
    )


_MOST_NAMED = 12


def _whom(games: Games, rows: Sequence[Row]) -> str:
    """Whom the games wait for, in one line."""
    open_games = [
        row for row in rows if "waiting_for" in row and not row["finished"] and not row.get("histories")
    ]
    if not open_games:
        return _no_game_open(games, rows)
    told = [_waits(games, row) for row in open_games[:_MOST_NAMED]]
    if len(open_games) > _MOST_NAMED:
        told.append(message("…"))
    return listed(told)


def _no_game_open(games: Games, rows: Sequence[Row]) -> str:
    """Why none of the games waits for anybody."""
    parted = [row for row in rows if row.get("histories")]
    if parted:
        commands = [f"khronos settle {operand(games.name_of(Path(row['file'])))}" for row in parted]
        return message("first choose a version: {words}", words=", ".join(commands[:_MOST_NAMED]))
    if rows:
        return message("all games are over")
    return message("no games yet; khronos receive FILE adds one, and khronos learn teaches you to play")


def _waits(games: Games, row: Row) -> str:
    title, who = Typed(row["title"]), row["waiting_for"]
    if who is None:
        if games.is_shared(Path(row["file"])):
            return message("{title} is waiting for players to join", title=title)
        command = f"khronos send {operand(games.name_of(Path(row['file'])))} --to ADDRESS"
        return message(
            "{title} is waiting for players to join (to invite one: {command})", title=title, command=command
        )
    colour = who["colour"]
    return message("{title} is waiting for {who} ({colour})", title=title, who=called_in(who), colour=colour)


def _leave(taken: _Taken, first: Waits | None) -> int:
    """The exit code: of a payment or letter that failed; where nothing waits, of a way in that was closed."""
    codes = [*(one.code() for one in taken.paid), *(one.code() for one in taken.behind)]
    codes += [one.code() for one in taken.acted]
    if first is None:
        codes += [int(one.problem.exit) for one in taken.news if one.problem is not None]
    return max(codes, default=0) or (int(NothingToDo.exit) if first is None else 0)
