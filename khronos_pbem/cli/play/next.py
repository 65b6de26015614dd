"""The command `next`: read the mail, send shares, and show the game that has waited longest for you."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Annotated

import typer

from khronos_pbem.cli import completion
from khronos_pbem.cli import shared_options as opt
from khronos_pbem.cli.bots.run_bots import BotActivity, Bots, parse_bots, run_bots_in_games
from khronos_pbem.cli.bots.waiting_game import WaitingGame, open_waiting_game
from khronos_pbem.cli.command_context import caller, context
from khronos_pbem.cli.delivery.add_to_library import is_letter
from khronos_pbem.cli.delivery.ask_addresses import Confirmation, learn_addresses
from khronos_pbem.cli.delivery.notify_turns import TurnNotifier
from khronos_pbem.cli.delivery.send_option import SendOptions, send_options
from khronos_pbem.cli.delivery.send_shares_automatically import AutomaticShare, send_missing_shares
from khronos_pbem.cli.delivery.unsent_blocks import UnsentBlock, send_unsent_blocks
from khronos_pbem.cli.mail.overdue_games import (
    is_overdue,
    lost_seat,
    overdue_lines,
    take_lost_seat_news,
    vote_command,
)
from khronos_pbem.cli.mail.receive import news_documents, note_refused, print_news
from khronos_pbem.cli.option_types import argument
from khronos_pbem.cli.terminal.print_pictures import PictureOptions
from khronos_pbem.cli.terminal.printing import note, print_json, print_lines
from khronos_pbem.engine.features.bots import Strength
from khronos_pbem.errors import KhronosError, NothingToDo, UsageError
from khronos_pbem.home.config import read_config
from khronos_pbem.home.keyring import all_own_keys
from khronos_pbem.library.game_row import GameRow
from khronos_pbem.library.inbox_rows import row_line
from khronos_pbem.library.library import configured_library
from khronos_pbem.library.send_shares import own_identities
from khronos_pbem.mail.formats.mail_sources import letters_in_source
from khronos_pbem.mail.incoming.inboxes import receive_from_all
from khronos_pbem.mail.incoming.players_games import PlayersGames, rows_waiting_for_me
from khronos_pbem.mail.incoming.receive import receive
from khronos_pbem.mail.incoming.received_item import ReceivedItem
from khronos_pbem.mail.outgoing.letter_headers import attachment_name
from khronos_pbem.messages import VerbatimText, listed, message, plural_message, shell_operand, shell_quoted
from khronos_pbem.record.names import called_in
from khronos_pbem.record.save import parse_save
from khronos_pbem.storage.file_types import same_file
from khronos_pbem.storage.files import read_file
from khronos_pbem.storage.home_folder import home

OneGame = Annotated[
    str | None,
    argument(
        "[GAME]", "The game to show: its name, a save, or an e-mail (which is read first).", completion.saves
    ),
]


@dataclass(frozen=True, slots=True)
class _Preparation:
    """The results of the steps before a game is shown: news, addresses, shares, bots and unsent blocks.

    `lines` contains messages about shared folders, `rows` the games of the library after these steps.
    """

    news: list[ReceivedItem]
    addresses: list[dict[str, object]]
    shares: list[AutomaticShare]
    bots: list[BotActivity]
    unsent: list[UnsentBlock]
    lines: list[str]
    rows: list[GameRow]

    @property
    def added(self) -> list[AutomaticShare | BotActivity]:
        """The shares sent and the bots' activities."""
        return [*self.shares, *self.bots]


def next(  # noqa: A001 - commands are called like their functions
    game: OneGame = None,
    name: opt.As = None,
    send: opt.Send = False,
    copies: opt.Copies = None,
    bot: Bots = None,
    hook: opt.Hook = "",
    notify: opt.Notify = False,
    yes: opt.Yes = False,
    settings: opt.Settings = None,
    plain: opt.Plain = False,
    as_json: opt.Json = False,
) -> None:
    config, where = read_config(settings or []), context(name)
    how = send_options(send or bool(config.get("smtp_host")), settings, copies=copies)
    games = PlayersGames(configured_library(config), config, where)
    arrivals = TurnNotifier(games.library, where, caller(hook, notify))
    came, game = _receive_named_letter(games, game)
    taken = _prepare(games, game, came, how, Confirmation(yes, as_json), parse_bots(bot))
    mine = rows_waiting_for_me(taken.rows, where)
    first, refused = _open_first(games, mine)
    taken = replace(taken, news=[*taken.news, *refused])
    facts = _document(games, taken, mine)
    if first is None:
        _print_nothing_waits(games, taken, facts, as_json)
    elif as_json:
        print_json({**facts, "game": first.to_data()})
    else:
        _print_preparation(taken)
        first.print(PictureOptions(plain))
        print_lines(_other_games_lines(len(mine) - 1))
    if not as_json:
        print_lines([*take_lost_seat_news(games, taken.rows), *overdue_lines(games, taken.rows)])
    _note_problems(taken)
    arrivals.call()
    code = _exit_code(taken, first)
    if code:
        raise typer.Exit(code)


def _receive_named_letter(games: PlayersGames, game: str | None) -> tuple[list[ReceivedItem], str | None]:
    """Receive the letter that `game` names; return its news and the path of its only game.

    If the letter does not contain exactly one game, the path is None. If `game` is not a letter, nothing is
    received, and `game` is returned unchanged. Raises UsageError for a file with no game, offer or orders.
    """
    if game is None or not _is_mail_file(Path(game), games):
        return [], game
    news = receive(letters_in_source(game), games.library, games.context)
    if not news:
        hint = message("save the e-mail or its attachment to a file, and give the name of that file")
        raise UsageError(message("no game, offer or orders found in {path}", path=game), hint=hint)
    found = {str(one.game) for one in news if one.game is not None and one.game.exists()}
    return news, found.pop() if len(found) == 1 else None


def _is_mail_file(file: Path, games: PlayersGames) -> bool:
    """Return whether a file should be received: a letter, a folder of letters, or a saved attachment.

    An attachment has the file name that letters give it, and is neither in the library nor in a shared
    folder.
    """
    if not file.exists() or is_letter(file):
        return file.exists()
    if same_file(file.parent, games.library.path) or games.is_shared(file):
        return False
    save = parse_save(read_file(file))
    return file.name == attachment_name(save.header.title, len(save.blocks) - 1)


def _prepare(
    games: PlayersGames,
    game: str | None,
    came: Sequence[ReceivedItem],
    how: SendOptions | None,
    asking: Confirmation,
    bots: Mapping[str, Strength],
) -> _Preparation:
    """Receive all mail, ask about addresses, send unsent blocks and shares, and run bots.

    If `game` is given, all mail is still received, but shares, blocks and bots concern only that game.
    """
    config, where = games.config, games.context
    news = [*came, *receive_from_all(config, games.library, where, unread=True)]
    lines: list[str] = []
    for line in games.check_shared_folders():
        if isinstance(line, KhronosError):
            news.append(ReceivedItem("refused", line.full_message, "", line))
        else:
            lines.append(line)
    addresses = learn_addresses(news, config, asking)
    unsent = send_unsent_blocks(games, _rows(games, game), how)
    shares = send_missing_shares(_rows(games, game), where, how)
    activities = run_bots_in_games(_rows(games, game), bots, where, how)
    return _Preparation(news, addresses, shares, activities, unsent, lines, _rows(games, game))


def _open_first(
    games: PlayersGames, mine: Sequence[GameRow]
) -> tuple[WaitingGame | None, list[ReceivedItem]]:
    """Open the first of the waiting games that can be opened, and return the others' problems as news."""
    refused = list[ReceivedItem]()
    for row in mine:
        try:
            return open_waiting_game(games, row), refused
        except KhronosError as problem:
            refused.append(ReceivedItem("refused", problem.full_message, row["file"], problem))
    return None, refused


def _rows(games: PlayersGames, game: str | None) -> list[GameRow]:
    return games.rows() if game is None else [games.row(opt.file_to_read(Path(game)))]


def _document(games: PlayersGames, taken: _Preparation, mine: Sequence[GameRow]) -> dict[str, object]:
    """The document of `next` as JSON-able data, without the game."""
    fresh = [one for one in taken.news if one.state in _FRESH]
    others = [row for row in taken.rows if row not in mine and not row.get("finished")]
    return {
        "news": news_documents(fresh),
        "addresses": taken.addresses,
        "paid": [one.to_data() for one in taken.shares],
        "bots": [one.to_data() for one in taken.bots],
        "unsent": [one.to_data() for one in taken.unsent],
        "game": None,
        "mine": len(mine),
        "others": max(0, len(mine) - 1),
        "waiting": [_waiting_row(games, row) for row in others],
    }


_FRESH = ("new", "draft", "refused")
"""The states of received items to report; others are omitted because a mailbox keeps old letters."""


def _waiting_row(games: PlayersGames, row: GameRow) -> dict[str, object]:
    who, names = row.get("waiting_for"), own_identities(games.context)
    fields: Mapping[str, object] = row
    keys = ("file", "title", "for", "since", "due", "problem")
    overdue = is_overdue(row, games.context.at)
    return {
        **{key: fields[key] for key in keys if key in fields},
        "overdue": overdue,
        "vote": (overdue and vote_command(games, row, names)) or None,
        "out": lost_seat(row, names),
        **(who or {"colour": None, "name": None, "bot": None}),
    }


def _print_preparation(taken: _Preparation) -> None:
    fresh = [one for one in taken.news if one.state in _FRESH]
    print_news(fresh)
    lines = [*taken.lines, *(line for one in taken.added for line in one.lines())]
    lines += [line for one in taken.unsent if one.letter and not one.code() for line in one.letter.lines]
    print_lines([*lines, ""] if lines or fresh else [])


def _note_problems(taken: _Preparation) -> None:
    note_refused(taken.news)
    note(*(line for one in taken.added for line in one.notes()))
    for each in taken.unsent:
        if each.letter is None:
            note(each.line())
        elif each.letter.problem is not None:
            note(each.letter.lines[0])
    for row in taken.rows:
        if row.get("problem") or row.get("histories"):
            note(row_line(row))


def _other_games_lines(count: int) -> list[str]:
    if not count:
        return []
    told = plural_message(
        "{n} other game is waiting for you: khronos inbox",
        "{n} other games are waiting for you: khronos inbox",
        count,
    )
    return [told]


def _print_nothing_waits(
    games: PlayersGames, taken: _Preparation, facts: dict[str, object], as_json: bool
) -> None:
    """Print that no game is waiting for the player.

    A note on standard error says whom the games are waiting for.
    """
    nothing = NothingToDo(message("no game is waiting for you"), hint=_awaited_text(games, taken.rows))
    problem = _no_seat_error(games, taken.rows) or nothing
    if as_json:
        print_json({**problem.to_data(), **facts})
    else:
        _print_preparation(taken)
    note(problem.full_message)


def _no_seat_error(games: PlayersGames, rows: Sequence[GameRow]) -> NothingToDo | None:
    """Return an error if none of your identities has a seat in any unfinished game; else None."""
    mine = all_own_keys(home())
    going = [row for row in rows if row.get("waiting_for") is not None and not row.get("histories")]
    if not going or any(mine & {*row["keys"], *row["acts"], *row.get("outs", ())} for row in going):
        return None
    titles = listed([message("{title}", title=VerbatimText(row["title"])) for row in going[:_MOST_NAMED]])
    hint = message(
        "if you have lost your secret key, or want to take over a seat: khronos status {name}",
        name=shell_quoted(games.name_of(Path(going[0]["file"]))),
    )
    return NothingToDo(message("none of your identities has a seat in {items}", items=titles), hint=hint)


_MOST_NAMED = 12


def _awaited_text(games: PlayersGames, rows: Sequence[GameRow]) -> str:
    """Return a text that says whom each open game is waiting for, or why there is no open game."""
    open_games = [
        row for row in rows if "waiting_for" in row and not row["finished"] and not row.get("histories")
    ]
    if not open_games:
        return _no_open_game_text(games, rows)
    told = [_waiting_text(games, row) for row in open_games[:_MOST_NAMED]]
    if len(open_games) > _MOST_NAMED:
        told.append(message("…"))
    return listed(told)


def _no_open_game_text(games: PlayersGames, rows: Sequence[GameRow]) -> str:
    """Return the reason why no game is open.

    Either a version must be chosen, no file can be read, all games are over, or there are no games.
    """
    parted = [row for row in rows if row.get("histories")]
    if parted:
        commands = [f"khronos settle {shell_operand(games.name_of(Path(row['file'])))}" for row in parted]
        return message("first choose a version: {words}", words=", ".join(commands[:_MOST_NAMED]))
    if rows and all(row.get("problem") for row in rows):
        return message("none of these files can be read")
    if rows:
        return message("all games are over")
    return message("no games yet; khronos receive FILE adds one, and khronos learn teaches you to play")


def _waiting_text(games: PlayersGames, row: GameRow) -> str:
    title, who = VerbatimText(row["title"]), row["waiting_for"]
    if who is None:
        if games.is_shared(Path(row["file"])):
            return message("{title} is waiting for players to join", title=title)
        command = f"khronos send {shell_operand(games.name_of(Path(row['file'])))} --to ADDRESS"
        return message(
            "{title} is waiting for players to join (to invite someone: {command})",
            title=title,
            command=command,
        )
    colour = who["colour"]
    return message("{title} is waiting for {who} ({colour})", title=title, who=called_in(who), colour=colour)


def _exit_code(taken: _Preparation, first: WaitingGame | None) -> int:
    """Return the highest exit code of failed shares, blocks and bots, or 0 if none failed.

    If no game is waiting, failed mailboxes and folders are included, and NOTHING_TO_DO replaces 0.
    """
    codes = [*(one.code() for one in taken.added), *(one.code() for one in taken.unsent)]
    if first is None:
        codes += [int(one.problem.exit) for one in taken.news if one.problem is not None]
    return max(codes, default=0) or (int(NothingToDo.exit) if first is None else 0)
