"""Tables of results in Markdown: victories, places, totals, time, and Elo ratings with intervals."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from tests.tournaments.games import Played
from tests.tournaments.ratings import Rating, ratings


class Result(NamedTuple):
    """The results of a player: games won (a shared victory is a part of one) of those that it played in a
    seat, its mean place from 1, its mean total, its CPU seconds a turn in the mean and at most."""

    won: float
    seats: int
    place: float
    total: float
    mean: float
    longest: float


def results(games: Sequence[Played]) -> dict[str, Result]:
    """The results of each player, in the order in which they first appear."""
    names = dict.fromkeys(name for game in games for name in game.strengths)
    return {name: _result(name, games) for name in names}


def _result(name: str, games: Sequence[Played]) -> Result:
    seats = [(game, seat) for game in games for seat, each in enumerate(game.strengths) if each == name]
    turns = sum(game.turns[seat] for game, seat in seats)
    return Result(
        sum((seat in game.winners) / len(game.winners) for game, seat in seats),
        len(seats),
        sum(_place(game.totals, seat) for game, seat in seats) / len(seats),
        sum(game.totals[seat] for game, seat in seats) / len(seats),
        sum(game.seconds[seat] for game, seat in seats) / max(turns, 1),
        max(game.longest[seat] for game, seat in seats),
    )


def _place(totals: Sequence[float], seat: int) -> float:
    """The place by total, from 1; equals share the mean of their places."""
    above = sum(total > totals[seat] for total in totals)
    equal = sum(total == totals[seat] for total in totals)
    return above + (equal + 1) / 2


def table_lines(games: Sequence[Played]) -> Iterator[str]:
    """The table of the results of games, the best player first, and a line about memory."""
    found = results(games)
    rated = ratings(games) or dict.fromkeys(found, Rating(0, 0))
    yield "| player | Elo | won | of | share | place | total | s a turn | longest |"
    yield "|---|---|---|---|---|---|---|---|---|"
    for name, elo in rated.items():
        row = found[name]
        yield (
            f"| {name} | {elo.elo:+.0f} ± {elo.error:.0f} | {row.won:g} | {row.seats} "
            f"| {row.won / row.seats:.1%} | {row.place:.2f} | {row.total:.1f} | {row.mean:.2f} "
            f"| {row.longest:.2f} |"
        )
    yield ""
    yield f"{len(games)} games, at most {max(game.memory for game in games):.0f} MiB in a process"
