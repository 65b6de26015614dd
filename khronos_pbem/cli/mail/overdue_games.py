"""Games whose clock has run out while others are awaited, and games that one was voted out of."""

from __future__ import annotations

import shlex
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from khronos_pbem.home.notices import first_told
from khronos_pbem.library.send_shares import own_names
from khronos_pbem.mail.incoming.todo import Games, Row
from khronos_pbem.messages import Moment, Typed, message
from khronos_pbem.session.queries.vote_status import out_from, out_lines


def is_overdue(row: Row, at: str) -> bool:
    """Whether the clock of a game has run out at a moment, for somebody else than the reader."""
    due = str(row.get("due") or "")
    return "" < due < at and not (row["yours"] or row["your_vote"] or row.get("histories"))


def overdue_lines(games: Games, rows: Sequence[Row]) -> list[str]:
    """In each game of the reader whose clock has run out: for whom, and the vote that may follow."""
    names = own_names(games.context)
    late = [row for row in rows if is_overdue(row, games.context.at) and set(row["keys"]) & set(names)]
    return [line for row in late for line in (_late(row), *vote_lines(games, row, names))]


def _late(row: Row) -> str:
    colour, due = row["waiting_for"]["colour"], Moment(row["due"])
    return message(
        "{title}: {colour}'s time ran out on {due}", title=Typed(row["title"]), colour=colour, due=due
    )


def vote_lines(games: Games, row: Row, names: Mapping[str, str]) -> Iterator[str]:
    """How one of these identities (names by keys), or another player, begins a vote in an overdue game."""
    colour, command = row["waiting_for"]["colour"], vote_command(games, row, names)
    if command:
        yield message("  to continue without {colour}, start a vote: {words}", colour=colour, words=command)
    elif opener := _opener(row):
        yield message("  {who} can start a vote to continue without {colour}", who=opener, colour=colour)


def vote_command(games: Games, row: Row, names: Mapping[str, str]) -> str:
    """The line to type by which one of these identities (names by keys) begins a vote; empty if none can."""
    name = names.get(str(row.get("opener"))) if row.get("opens_vote") else None
    if name is None:
        return ""
    path = Path(row["file"])
    who = ["--as", name] if games.context.name is not None or len(names) > 1 else []
    send = [] if games.is_shared(path) else ["--send"]
    return shlex.join(["khronos", "vote", games.name_of(path), *row["ballot"], *who, *send])


def _opener(row: Row) -> str:
    """The colour of the player who can begin a vote; empty if there can be none, or one has begun."""
    if row.get("opener") not in row["keys"]:
        return ""
    return str(row["players"][row["keys"].index(row["opener"])]["colour"])


def lost_seat(row: Row, names: Mapping[str, str]) -> dict[str, Any] | None:
    """The seat that one of these identities has lost in a game by votes, as JSON-able data."""
    return next((facts for key, facts in row.get("outs", {}).items() if key in names), None)


def news_of_leaving(games: Games, rows: Sequence[Row]) -> list[str]:
    """That an identity of the context was voted out of a game, and what it may still do there: told once."""
    lines: list[str] = []
    names = own_names(games.context)
    for row in rows:
        for key, facts in row.get("outs", {}).items():
            if key in names and first_told(games.context.home, f"out-{row['game']}-{facts['block']}"):
                lines += _farewell(games, row, facts)
    return lines


def _farewell(games: Games, row: Row, facts: Mapping[str, Any]) -> list[str]:
    name = shlex.quote(games.name_of(Path(row["file"])))
    first, *more = out_lines(out_from(facts), name)
    return [
        message("{title}: {told}", title=Typed(row["title"]), told=first),
        *(message("  {line}", line=m) for m in more),
    ]
