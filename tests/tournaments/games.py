"""The games of tournaments, and the files that keep them: a row for each seat, in JSON or CSV."""

from __future__ import annotations

import csv
import json
from collections.abc import Iterator, Sequence
from itertools import groupby
from pathlib import Path
from typing import NamedTuple


class Played(NamedTuple):
    """A game that was played, seat by seat: who sat there, what they had at the end, and their effort.

    `deal` names the game, its options, the seed of its cards and rolls, and is the same for games in which
    only the seats changed. `winners` are seats. `seconds` are those of the processor for all `turns` of a
    seat, and `longest` those of its longest turn. `memory` is the most that the process has used so far, in
    MiB.
    """

    game: str
    deal: str
    strengths: tuple[str, ...]
    totals: tuple[float, ...]
    winners: tuple[int, ...]
    turns: tuple[int, ...]
    seconds: tuple[float, ...]
    longest: tuple[float, ...]
    memory: float = 0.0


class Row(NamedTuple):
    """A seat of a game as a file has it; `number` counts the games, and `won` is 0 for a seat that lost."""

    game: str
    deal: str
    number: int
    strength: str
    total: float
    won: int
    turns: int
    seconds: float
    longest: float
    memory: float


def rows(games: Sequence[Played]) -> Iterator[Row]:
    """The rows of games, with the processor's seconds in thousandths."""
    for number, game in enumerate(games):
        for seat, strength in enumerate(game.strengths):
            spent, longest = round(game.seconds[seat], 3), round(game.longest[seat], 3)
            won, memory = int(seat in game.winners), round(game.memory, 1)
            effort = (game.turns[seat], spent, longest, memory)
            yield Row(game.game, game.deal, number, strength, game.totals[seat], won, *effort)


def write_games(path: Path, games: Sequence[Played]) -> None:
    """Write games to a file; its name ends with `.csv` or `.json`."""
    if path.suffix == ".csv":
        with path.open("w", encoding="utf-8", newline="") as file:
            table = csv.writer(file, lineterminator="\n")
            table.writerows([Row._fields, *rows(games)])
    else:
        lines = [json.dumps(row._asdict()) for row in rows(games)]
        path.write_text("[\n" + ",\n".join(lines) + "\n]\n", encoding="utf-8")


def read_games(path: Path) -> list[Played]:
    """The games in a file that `write_games` wrote."""
    with path.open(encoding="utf-8", newline="") as file:
        found = list(csv.DictReader(file)) if path.suffix == ".csv" else json.load(file)
    kinds = (str, str, int, str, float, int, int, float, float, float)
    table = [Row(*(kind(row[name]) for kind, name in zip(kinds, Row._fields, strict=True))) for row in found]
    return [_game(list(seats)) for _, seats in groupby(table, key=lambda row: row.number)]


def _game(seats: Sequence[Row]) -> Played:
    first = seats[0]
    winners = tuple(number for number, seat in enumerate(seats) if seat.won)
    return Played(
        first.game,
        first.deal,
        tuple(seat.strength for seat in seats),
        tuple(seat.total for seat in seats),
        winners,
        tuple(seat.turns for seat in seats),
        tuple(seat.seconds for seat in seats),
        tuple(seat.longest for seat in seats),
        first.memory,
    )
