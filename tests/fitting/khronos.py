"""What the strong bot of Khronos assumes, measured in games against itself.

It prints what share of a domain's income is still its ruler's when the ruler's next turn begins, by players
and by the size of the ruling building, and how much of a seat's income is paid, by turns until revenue. Equal
seeds give equal numbers.
"""

from __future__ import annotations

import argparse
from collections import defaultdict
from collections.abc import Iterator, Sequence
from statistics import linear_regression
from typing import Any, NamedTuple

from khronos_pbem.games.khronos.bots.evaluation import best_revenue_places, income_by_seat
from khronos_pbem.games.khronos.model.pieces import REVENUE_ROUNDS, Board
from khronos_pbem.games.khronos.model.position import Position
from khronos_pbem.games.khronos.rules.checks.domains import highest_buildings
from khronos_pbem.games.khronos.rules.effects.revenue import RULING_TYPES, domain_incomes
from tests.support.playing import options_for
from tests.tournament import play


class Holding(NamedTuple):
    """A domain that a seat rules at the end of its turn: its board, squares, income and ruler's size."""

    board: Board
    squares: int
    amount: int
    size: int


class Count(NamedTuple):
    """The income of some holdings, how much of it was still their ruler's later, and how many they are."""

    before: int = 0
    after: int = 0
    holdings: int = 0


def holdings(position: Position, seat: int) -> Iterator[Holding]:
    """The domains on might and faith that pay a seat."""
    for board, kind in RULING_TYPES.items():
        parts = position.field(board).parts
        for income, part in zip(domain_incomes(position, board), parts, strict=True):
            if seat in income.rulers and income.amount:
                size = highest_buildings(part, kind)[0].piece.size
                yield Holding(board, income.squares, income.amount, size)


def kept(position: Position, seat: int, holding: Holding) -> int:
    """How much of a holding's income is its ruler's in a later position."""
    later = domain_incomes(position, holding.board)
    mine = sum(each.amount for each in later if each.squares & holding.squares and seat in each.rulers)
    return min(mine, holding.amount)


def turn_starts(seats: int, seed: str, seconds: float) -> list[Position]:
    """The position before the first decision of each turn of a game of the strong bot against itself."""
    found = dict[tuple[int, int], Position]()

    def look(position: Any) -> None:
        found.setdefault((position.round, position.active), position)

    play("khronos", options_for("khronos"), ["strong"] * seats, seed, seconds, look)
    return list(found.values())


def survival(starts: Sequence[Position], counts: dict[int, Count]) -> None:
    """Count what each seat still has when its turn begins of what it had when its last one ended."""
    seats = len(starts[0].players)
    for number in range(1, len(starts) - seats + 1):
        ended, next_turn = starts[number], starts[number + seats - 1]
        seat = next_turn.active
        for holding in holdings(ended, seat):
            count = counts[holding.size]
            left = kept(next_turn, seat, holding)
            counts[holding.size] = Count(
                count.before + holding.amount, count.after + left, count.holdings + 1
            )


def payments(starts: Sequence[Position], pairs: dict[int, list[tuple[float, float]]]) -> None:
    """Pair the income that a seat has on its two best boards with what revenue could pay it later."""
    seats = len(starts[0].players)
    for number, last in enumerate(starts):
        if last.round not in REVENUE_ROUNDS:
            continue
        seat, ended = last.active, starts[number + 1] if number + 1 < len(starts) else None
        paid = _paid(last, ended, seat)
        for turns in range(1, 4):
            before = number - turns * seats + 1
            if paid is not None and before > 0:
                incomes = sorted(income_by_seat(starts[before], board).exact[seat] for board in Board)
                pairs[turns].append((sum(incomes[1:]), paid))


def _paid(start: Position, ended: Position | None, seat: int) -> float | None:
    """What the boards could pay a seat at the end of this turn; None after the last turn."""
    if ended is None:
        return None
    return best_revenue_places(ended, seat)[0]


def main(arguments: Sequence[str]) -> None:
    """Play the games and print the shares and the slopes."""
    parser = argparse.ArgumentParser(description="Measure what the strong bot assumes.")
    parser.add_argument("--games", type=int, default=40, help="for each number of players")
    parser.add_argument("--players", type=int, nargs="+", default=[2, 3, 4, 5])
    parser.add_argument("--seed", default="fit")
    parser.add_argument("--think", type=float, default=0.1)
    given = parser.parse_args(arguments)
    for seats in given.players:
        counts, pairs = defaultdict[int, Count](Count), defaultdict[int, list[tuple[float, float]]](list)
        for game in range(given.games):
            starts = turn_starts(seats, f"{given.seed}/{seats}/{game}", given.think)
            survival(starts, counts)
            payments(starts, pairs)
        for size, count in sorted(counts.items()):
            share = count.after / count.before
            print(
                f"{seats} players, size {size}: {share:.2f} of {count.before} ecus, {count.holdings} holdings"
            )
        for turns, rows in sorted(pairs.items()):
            slope, more = linear_regression(*zip(*rows, strict=True))
            print(f"{seats} players, {turns} turns before: {slope:.2f} of it + {more:.1f}, {len(rows)} cases")
