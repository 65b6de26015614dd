"""Games in which another player's time has run out, and games that you were voted out of."""

from __future__ import annotations

import shlex
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from khronos_pbem.home.notices import mark_notice_shown
from khronos_pbem.library.game_row import GameRow, awaited_player
from khronos_pbem.library.send_shares import own_identities
from khronos_pbem.mail.incoming.players_games import PlayersGames
from khronos_pbem.messages import Moment, VerbatimText, message
from khronos_pbem.session.queries.vote_status import (
    DepartureDocument,
    departure_from_document,
    departure_lines,
)


def is_overdue(row: GameRow, at: str) -> bool:
    """Return whether another player's time has run out at the moment `at` (ISO 8601, in UTC)."""
    due = str(row.get("due") or "")
    return "" < due < at and not (row["yours"] or row["your_vote"] or row.get("histories"))


def overdue_lines(games: PlayersGames, rows: Sequence[GameRow]) -> list[str]:
    """Return lines about each of the reader's games in which a player's time has run out.

    They say whose time has run out and how to start a vote.
    """
    names = own_identities(games.context)
    late = [row for row in rows if is_overdue(row, games.context.at) and set(row["keys"]) & set(names)]
    return [line for row in late for line in (_overdue_line(row), *vote_lines(games, row, names))]


def _overdue_line(row: GameRow) -> str:
    colour, due = awaited_player(row)["colour"], Moment(row["due"])
    return message(
        "{title}: {colour}'s time ran out on {due}", title=VerbatimText(row["title"]), colour=colour, due=due
    )


def vote_lines(games: PlayersGames, row: GameRow, names: Mapping[str, str]) -> Iterator[str]:
    """Yield a line on how one of these identities, or else another player, can start a vote.

    The vote is in the overdue game of the row. `names` maps the identities' public keys (in hexadecimal) to
    their names.
    """
    colour, command = awaited_player(row)["colour"], vote_command(games, row, names)
    if command:
        yield message("  to continue without {colour}, start a vote: {words}", colour=colour, words=command)
    elif opener := _vote_opener(row):
        yield message("  {who} can start a vote to continue without {colour}", who=opener, colour=colour)


def vote_command(games: PlayersGames, row: GameRow, names: Mapping[str, str]) -> str:
    """Return the command with which one of these identities starts a vote; empty if none of them can.

    `names` maps the identities' public keys (in hexadecimal) to their names.
    """
    name = names.get(str(row.get("opener"))) if row.get("opens_vote") else None
    if name is None:
        return ""
    path = Path(row["file"])
    who = ["--as", name] if games.context.name is not None or len(names) > 1 else []
    send = [] if games.is_shared(path) else ["--send"]
    return shlex.join(["khronos", "vote", games.name_of(path), *row["ballot"], *who, *send])


def _vote_opener(row: GameRow) -> str:
    """The colour of the player who can start a vote; empty if nobody can."""
    if row.get("opener") not in row["keys"]:
        return ""
    return str(row["players"][row["keys"].index(row["opener"])]["colour"])


def lost_seat(row: GameRow, names: Mapping[str, str]) -> DepartureDocument | None:
    """Return, as JSON-able data, the seat that one of these identities lost in a vote.

    The result is None if there is no such seat.
    """
    return next((facts for key, facts in row.get("outs", {}).items() if key in names), None)


def take_lost_seat_news(games: PlayersGames, rows: Sequence[GameRow]) -> list[str]:
    """Return lines about games from which your identities were voted out, and what they can still do.

    Each vote is recorded as shown, so that the next call leaves it out.
    """
    lines: list[str] = []
    names = own_identities(games.context)
    for row in rows:
        for key, facts in row.get("outs", {}).items():
            if key in names and mark_notice_shown(games.context.home, f"out-{row['game']}-{facts['block']}"):
                lines += _lost_seat_lines(games, row, facts)
    return lines


def _lost_seat_lines(games: PlayersGames, row: GameRow, facts: DepartureDocument) -> list[str]:
    name = shlex.quote(games.name_of(Path(row["file"])))
    first, *more = departure_lines(departure_from_document(facts), name)
    told = message("{title}: {told}", title=VerbatimText(row["title"]), told=first)
    return [told, *(message("  {line}", line=m) for m in more)]
