"""The command `remind`: remind players whose time has run out."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime
from itertools import islice
from pathlib import Path
from typing import Annotated

from khronos_pbem.cli import shared_options as opt
from khronos_pbem.cli.command_context import context
from khronos_pbem.cli.delivery.letters import prepare_letter, send_reminder
from khronos_pbem.cli.mail.inbox import public_row
from khronos_pbem.cli.mail.overdue_games import is_overdue, vote_lines
from khronos_pbem.cli.option_types import flag, option
from khronos_pbem.cli.terminal.printing import print_json, print_lines
from khronos_pbem.home.config import read_config
from khronos_pbem.library.game_row import ClockDocument, GameRow, awaited_player
from khronos_pbem.library.library import configured_library
from khronos_pbem.library.newest_copy import update_inbox_rows
from khronos_pbem.library.send_shares import own_identities
from khronos_pbem.mail.incoming.players_games import PlayersGames
from khronos_pbem.messages import Moment, message
from khronos_pbem.record.names import called_in
from khronos_pbem.session.queries.vote_status import counted_days


def remind(
    days: Annotated[
        int, option("--days", "DAYS", "Days allowed for a turn in games without a clock.", min=1)
    ] = 7,
    workdays: Annotated[bool, flag("--workdays", "Do not count weekends in --days.")] = False,
    smtp: opt.Smtp = False,
    name: opt.As = None,
    settings: opt.Settings = None,
    as_json: opt.Json = False,
) -> None:
    config = read_config(settings or [])
    library = configured_library(config)
    late = [
        row
        for row in update_inbox_rows(library)
        if row.get("waiting_for")
        and not (row["yours"] or row.get("histories"))
        and _is_late(row, days, workdays)
    ]
    for row in late:
        if smtp:
            send_reminder(config, prepare_letter(Path(row["file"]), config, name, [], copies=False))
    if as_json:
        print_json({"late": [public_row(row) for row in late]})
    else:
        games = PlayersGames(library, config, context(name))
        lines = [line for row in late for line in _reminder_lines(games, row, reminded=smtp)]
        print_lines(lines or [message("nobody is keeping you waiting")])


def _reminder_lines(games: PlayersGames, row: GameRow, *, reminded: bool) -> Iterator[str]:
    """Yield lines about the player a game is waiting for.

    If that player's time has run out, they also say how to start a vote.
    """
    title, who, since = row["title"], called_in(awaited_player(row)), Moment(row["since"])
    if reminded:
        yield message(
            "{title}: reminded {who} (the game has been waiting since {since})",
            title=title,
            who=who,
            since=since,
        )
    else:
        yield message("{title} has been waiting for {who} since {since}", title=title, who=who, since=since)
    if is_overdue(row, games.context.at):
        yield message(
            "  {colour}'s time ran out on {due}", colour=awaited_player(row)["colour"], due=Moment(row["due"])
        )
        yield from vote_lines(games, row, own_identities(games.context))


def _is_late(row: GameRow, days: int, workdays: bool) -> bool:
    """Return whether a game has waited for longer than its clock allows.

    In a game without a clock, the limit is `days`. Days of absence do not count.
    """
    clock = row.get("clock", ClockDocument(days=days, workdays=workdays))
    counted = counted_days(row["counted"], row.get("away_until", ""), workdays=clock["workdays"])
    end = next(islice(counted, clock["days"], None), None)
    return end is not None and end <= datetime.now(UTC)
