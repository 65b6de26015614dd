"""Pair the next round of a league, preferring each player's rarest opponents and seats.

The result depends only on the league's games, so the same games always give the same round.
"""

from __future__ import annotations

import shlex
from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import combinations, permutations
from typing import NamedTuple

from khronos_pbem.archive.studies.league_table import League, Standing
from khronos_pbem.errors import UsageError
from khronos_pbem.messages import Translate, VerbatimText, message, plural_message, untranslated

_ROUNDS = 200
"""The maximum number of swaps of players between tables; each swap makes the round fairer."""


class PairedTable(NamedTuple):
    """A table of the next round: its number from 1, and its players in seat order."""

    number: int
    players: tuple[Standing, ...]


class PairedRound(NamedTuple):
    """The next round: its number, the kind of game, the game's colours, and the tables."""

    number: int
    kind: str
    colours: tuple[str, ...]
    tables: tuple[PairedTable, ...]


def pair_next_round(league: League, kind: str, colours: Sequence[str], seats: int) -> PairedRound:
    """Pair the next round of a league, at tables of similar size with at most `seats` players each.

    A table may be larger if a player would otherwise be alone. Raises UsageError for fewer than two players
    or seats, or for more seats than the game has colours.
    """
    players = list(league.table)
    if not 2 <= seats <= len(colours):
        hint = message("choose 2 to {most} players", most=len(colours))
        raise UsageError(
            plural_message("a table cannot have {n} player", "a table cannot have {n} players", seats),
            hint=hint,
        )
    if len(players) < 2:
        raise UsageError(message("a round needs at least two players"))
    met = _meeting_counts(league)
    tables = _improve_pairing(_first_pairing(players, _table_sizes(len(players), seats), met), met)
    found = tuple(PairedTable(number, _in_seat_order(table)) for number, table in enumerate(tables, 1))
    return PairedRound(1 + max(each.played for each in players), kind, tuple(colours), found)


def _table_sizes(players: int, seats: int) -> list[int]:
    """The number of players at each table.

    A table may exceed `seats`, so that no player sits alone.
    """
    tables = -(-players // seats)
    while tables > 1 and players // tables < 2:
        tables -= 1
    return [players // tables + (number < players % tables) for number in range(tables)]


def _meeting_counts(league: League) -> Counter[frozenset[str]]:
    """The number of games that each pair of players has had together."""
    return Counter({frozenset((each.one, each.other)): each.games for each in league.head_to_heads()})


def _pairing_cost(table: Sequence[Standing], met: Mapping[frozenset[str], int]) -> int:
    """The sum of the squared meeting counts at a table.

    Squaring makes a third meeting of two players cost more than two second meetings.
    """
    return sum(met[frozenset((one.key, other.key))] ** 2 for one, other in combinations(table, 2))


def _first_pairing(
    players: Sequence[Standing], sizes: Sequence[int], met: Mapping[frozenset[str], int]
) -> list[list[Standing]]:
    """Fill each table with the best remaining player, then with the players whom the table has met least.

    Among equals, the better player comes first.
    """
    left, tables = list(players), list[list[Standing]]()
    for size in sizes:
        table = [left.pop(0)]
        while len(table) < size:
            best = min(left, key=lambda each: (_pairing_cost([*table, each], met), left.index(each)))
            left.remove(best)
            table.append(best)
        tables.append(table)
    return tables


def _improve_pairing(tables: list[list[Standing]], met: Mapping[frozenset[str], int]) -> list[list[Standing]]:
    """Swap players between tables until no swap lowers the cost, at most `_ROUNDS` times."""
    for _ in range(_ROUNDS):
        if not _swap_if_fairer(tables, met):
            break
    return tables


def _swap_if_fairer(tables: list[list[Standing]], met: Mapping[frozenset[str], int]) -> bool:
    """Make the first swap of two players that lowers the cost of two tables; return whether there was one."""
    for one, other in combinations(tables, 2):
        before = _pairing_cost(one, met) + _pairing_cost(other, met)
        for here in range(len(one)):
            for there in range(len(other)):
                one[here], other[there] = other[there], one[here]
                if _pairing_cost(one, met) + _pairing_cost(other, met) < before:
                    return True
                one[here], other[there] = other[there], one[here]
    return False


def _in_seat_order(table: Sequence[Standing]) -> tuple[Standing, ...]:
    """The players of a table in seat order, chosen so that seats repeat as little as possible."""

    def had(order: Sequence[Standing]) -> int:
        return sum(each.seats[seat] ** 2 for seat, each in enumerate(order))

    return min(permutations(table), key=had)


# --- commands and letters ---------------------------------------------------------------------------------


def table_commands(
    found: PairedRound, table: PairedTable, title: str, speak: Translate = untranslated
) -> tuple[VerbatimText, ...]:
    """The command of each player of a table, in seat order: `khronos new` for the first, then `join`."""
    named = speak(_game_title(found, table, title))
    count = str(len(table.players))
    first = ["khronos", "new", "--game", found.kind, "--as", table.players[0].own_name]
    first += ["--colour", found.colours[0], "--seats", count, "--title", named]
    others = (
        ["khronos", "join", speak(message("FILE")), "--as", each.own_name, "--colour", colour]
        for each, colour in zip(table.players[1:], found.colours[1:], strict=False)
    )
    return tuple(VerbatimText(shlex.join(words)) for words in (first, *others))


def _game_title(found: PairedRound, table: PairedTable, title: str) -> str:
    """The title of the game of a table."""
    return message(
        "{title}, round {round}, table {table}", title=title, round=found.number, table=table.number
    )


def table_letter_lines(
    found: PairedRound, table: PairedTable, title: str, speak: Translate = untranslated
) -> list[str]:
    """The lines of the letter to the players of a table."""
    commands = table_commands(found, table, title, speak)
    names = [each.name for each in table.players]
    lines: list[str] = [
        _game_title(found, table, title),
        "",
        message("{name} starts the game and sends it to the next player:", name=names[0]),
        message("  {line}", line=commands[0]),
    ]
    for name, command in zip(names[1:], commands[1:], strict=True):
        lines += [
            message("{name} joins the game and passes it on:", name=name),
            message("  {line}", line=command),
        ]
    return lines


def round_document(found: PairedRound, title: str) -> dict[str, object]:
    """The round as JSON-able data, with the commands and the letter of each table."""
    tables = [
        {
            "table": table.number,
            "players": [{"player": each.name, "key": each.key} for each in table.players],
            "commands": list(table_commands(found, table, title)),
            "letter": "\n".join(table_letter_lines(found, table, title)),
        }
        for table in found.tables
    ]
    return {"round": found.number, "game": found.kind, "tables": tables}
