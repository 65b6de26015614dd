"""The next round of a league: tables at which people meet whom they have met least, in seats they had least.

It is decided by the results alone: whoever has the same records comes to the same round.
"""

from __future__ import annotations

import shlex
from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import combinations, permutations
from typing import Any, NamedTuple

from khronos_pbem.archive.studies.league_table import League, Standing
from khronos_pbem.errors import UsageError
from khronos_pbem.messages import Speak, Typed, as_it_is, message

_ROUNDS = 200
"""Exchanges of players between tables that are made at most; every one makes the round fairer."""


class TableOf(NamedTuple):
    """A table of the next round: its number from 1, and its players in seat order."""

    number: int
    players: tuple[Standing, ...]


class Round(NamedTuple):
    """The next round: its number, the kind of game, the colours that there are, and its tables."""

    number: int
    kind: str
    colours: tuple[str, ...]
    tables: tuple[TableOf, ...]


def next_round(league: League, kind: str, colours: Sequence[str], seats: int) -> Round:
    """Propose a round for tables of at most so many seats; all of them as equal in size as can be.

    Raises UsageError for too few players, or more seats than there are colours.
    """
    players = list(league.table)
    if not 2 <= seats <= len(colours):
        hint = message("choose 2 to {most} players", most=len(colours))
        raise UsageError(
            message("a table for {seats} is not possible", seats=seats), rule="FORMATS 1", hint=hint
        )
    if len(players) < 2:
        raise UsageError(message("a round needs at least two players"), rule="FORMATS 1")
    met = _met(league)
    tables = _fairer(_seated(players, _sizes(len(players), seats), met), met)
    found = tuple(TableOf(number, _in_seats(table)) for number, table in enumerate(tables, 1))
    return Round(1 + max(each.played for each in players), kind, tuple(colours), found)


def _sizes(players: int, seats: int) -> list[int]:
    """How many sit at each table; where nobody could have an opponent otherwise, one table is larger."""
    tables = -(-players // seats)
    while tables > 1 and players // tables < 2:
        tables -= 1
    return [players // tables + (number < players % tables) for number in range(tables)]


def _met(league: League) -> Counter[frozenset[str]]:
    """How often any two have met."""
    return Counter({frozenset((each.one, each.other)): each.games for each in league.meetings()})


def _cost(table: Sequence[Standing], met: Mapping[frozenset[str], int]) -> int:
    """How often those at a table have met, counted so that a third time is worse than two second ones."""
    return sum(met[frozenset((one.key, other.key))] ** 2 for one, other in combinations(table, 2))


def _seated(
    players: Sequence[Standing], sizes: Sequence[int], met: Mapping[frozenset[str], int]
) -> list[list[Standing]]:
    """The best who has no table yet, and to him those he has met least, the nearest in the table first."""
    left, tables = list(players), list[list[Standing]]()
    for size in sizes:
        table = [left.pop(0)]
        while len(table) < size:
            best = min(left, key=lambda each: (_cost([*table, each], met), left.index(each)))
            left.remove(best)
            table.append(best)
        tables.append(table)
    return tables


def _fairer(tables: list[list[Standing]], met: Mapping[frozenset[str], int]) -> list[list[Standing]]:
    """The tables once no exchange of two players makes them fairer."""
    for _ in range(_ROUNDS):
        if not _exchanged(tables, met):
            break
    return tables


def _exchanged(tables: list[list[Standing]], met: Mapping[frozenset[str], int]) -> bool:
    """Make the first exchange of two players that makes two tables fairer; whether there was one."""
    for one, other in combinations(tables, 2):
        before = _cost(one, met) + _cost(other, met)
        for here in range(len(one)):
            for there in range(len(other)):
                one[here], other[there] = other[there], one[here]
                if _cost(one, met) + _cost(other, met) < before:
                    return True
                one[here], other[there] = other[there], one[here]
    return False


def _in_seats(table: Sequence[Standing]) -> tuple[Standing, ...]:
    """The players of a table in the seats that they had least."""

    def had(order: Sequence[Standing]) -> int:
        return sum(each.seats[seat] ** 2 for seat, each in enumerate(order))

    return min(permutations(table), key=had)


# --- commands and letters ---------------------------------------------------------------------------------


def commands_of(found: Round, table: TableOf, title: str, speak: Speak = as_it_is) -> tuple[Typed, ...]:
    """What each player types, in seat order: the first begins the game, the others join it."""
    named = speak(_named(found, table, title))
    count = str(len(table.players))
    first = ["khronos", "new", "--game", found.kind, "--as", table.players[0].called]
    first += ["--colour", found.colours[0], "--seats", count, "--title", named]
    others = (
        ["khronos", "join", speak(message("FILE")), "--as", each.called, "--colour", colour]
        for each, colour in zip(table.players[1:], found.colours[1:], strict=False)
    )
    return tuple(Typed(shlex.join(words)) for words in (first, *others))


def _named(found: Round, table: TableOf, title: str) -> str:
    """The title of the game of a table."""
    return message(
        "{title}, round {round}, table {table}", title=title, round=found.number, table=table.number
    )


def letter_of(found: Round, table: TableOf, title: str, speak: Speak = as_it_is) -> list[str]:
    """The letter to the players of a table, as sentences, one a line."""
    commands = commands_of(found, table, title, speak)
    names = [each.name for each in table.players]
    lines: list[str] = [
        _named(found, table, title),
        "",
        message("{name} starts the game and sends it to the next player:", name=names[0]),
        message("  {line}", line=commands[0]),
    ]
    for name, command in zip(names[1:], commands[1:], strict=True):
        lines += [
            message("{name} joins the game and sends it on:", name=name),
            message("  {line}", line=command),
        ]
    return lines


def round_data(found: Round, title: str) -> dict[str, Any]:
    """The round as JSON-able data."""
    tables = [
        {
            "table": table.number,
            "players": [{"player": each.name, "key": each.key} for each in table.players],
            "commands": list(commands_of(found, table, title)),
            "letter": "\n".join(letter_of(found, table, title)),
        }
        for table in found.tables
    ]
    return {"round": found.number, "game": found.kind, "tables": tables}
