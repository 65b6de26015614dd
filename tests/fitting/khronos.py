"""The weights of the evaluation of Khronos (`bots/evaluation.py`), fitted to games from a seed.

The strong bot plays against itself. After every turn, each seat has some income of each kind and so many
turns left; a ridge regression says how many ecus it earns until the end for each ecu of that income. It fits
one table for each number of players, from the last turn back to the first. Where few games say something, the
weights stay near those of the turn after, and near those of the table with fewer players.

The games are those of the bot with the weights that it has now: after a fit, the next one gives others.
"""

from __future__ import annotations

import argparse
from collections import defaultdict
from collections.abc import Iterable, Sequence
from typing import Any

from khronos_pbem.games.khronos.bots.evaluation import (
    IncomeFeatures,
    income_by_seat,
    income_features,
    turns_left,
)
from khronos_pbem.games.khronos.model.pieces import ROUNDS, Board
from khronos_pbem.games.khronos.model.position import Position
from tests.support.playing import options_for
from tests.tournament import play

Row = tuple[list[float], float]
"""The features of a seat after a turn, and the ecus that it earned from then on."""

PRIOR = IncomeFeatures(0.5, 1.0, 0.7, 0.9, -0.1, -0.2, 0.5, 0.3, 0.0, -1.0)
"""What the weights are taken to be in the last round with two players, if no game says otherwise."""

RIDGE = IncomeFeatures(*[100.0] * len(IncomeFeatures._fields))._replace(together=20.0)
"""How strongly weights are held near what they are taken to be: as so many squared ecus of income say it."""

TWICE = ROUNDS - 4 + 1
"""From so many turns left on, revenue is paid twice."""


def played_game(seats: int, seed: str, seconds: float) -> tuple[list[Position], Sequence[float]]:
    """The positions before each turn but the first of a game of the strong bot, and the final ecus."""
    found = dict[tuple[int, int], Position]()

    def look(position: Any) -> None:
        found.setdefault((position.round, position.active), position)

    game = play("khronos", options_for("khronos"), ["strong"] * seats, seed, seconds, look)
    return list(found.values())[1:], game.totals


def rows(positions: Iterable[Position], totals: Sequence[float]) -> Iterable[tuple[int, Row]]:
    """For each seat in each position, the turns that it has left, and a row."""
    for position in positions:
        boards = [income_by_seat(position, board) for board in Board]
        for seat, player in enumerate(position.players):
            left, waiting = turns_left(position, seat, False)
            if left:
                part = waiting / (len(position.players) - 1)
                found = [*income_features(position, seat, boards), 1.0]
                features = [value * (1 - part) for value in found] + [value * part for value in found]
                yield left, (features, totals[seat] - player.ecus)


def fitted(found: Sequence[Row], prior: Sequence[float], ridge: Sequence[float]) -> list[float]:
    """The weights with the least squared errors over these rows, and held near the prior."""
    size = len(prior)
    matrix = [[0.0] * size + [ridge[n] * prior[n]] for n in range(size)]
    for n in range(size):
        matrix[n][n] += ridge[n]
    for features, earned in found:
        used = [(n, value) for n, value in enumerate(features) if value]
        for n, value in used:
            row = matrix[n]
            for other, more in used:
                row[other] += value * more
            row[size] += value * earned
    return solution(matrix)


def solution(matrix: list[list[float]]) -> list[float]:
    """The solution of linear equations, by elimination. The last column is the right-hand side."""
    for n, row in enumerate(matrix):
        row[:] = [value / row[n] for value in row]
        for other in matrix:
            if other is not row and other[n]:
                factor = other[n]
                other[:] = [one - factor * two for one, two in zip(other, row, strict=True)]
    return [row[-1] for row in matrix]


Table = list[tuple[IncomeFeatures, IncomeFeatures]]
"""For each number of turns left, from 1, the weights of a seat that is next, and of one that is last."""


def table(found: dict[int, list[Row]], fewer: Table | None) -> Table:
    """The weights for one number of players; `fewer` is the table for fewer players, if there is one.

    The evaluation takes those of the second turn for the first one too.
    """
    done: Table = []
    held = [*RIDGE, 0.001] * 2
    for left in range(1, ROUNDS):
        after = done[-1] if done else (PRIOR, PRIOR)
        more = 2.0 if left == TWICE else 1.0
        prior = (
            fewer[left - 1]
            if fewer
            else tuple(IncomeFeatures(*(more * value for value in each)) for each in after)
        )
        weights = fitted(found[left], [*prior[0], 0.0, *prior[1], 0.0], held)
        half = len(held) // 2
        done.append((IncomeFeatures(*weights[: half - 1]), IncomeFeatures(*weights[half:-1])))
    return done


def main(arguments: Sequence[str]) -> None:
    """Play the games and print the weights as they stand in the evaluation."""
    parser = argparse.ArgumentParser(description="Fit the weights of the evaluation of Khronos.")
    parser.add_argument("--games", type=int, default=400, help="with two players; a third of them with more")
    parser.add_argument("--players", type=int, nargs="+", default=[2, 3, 5])
    parser.add_argument("--seed", default="fit")
    parser.add_argument("--think", type=float, default=0.15)
    given = parser.parse_args(arguments)
    fewer: Table | None = None
    for seats in given.players:
        found = defaultdict[int, list[Row]](list)
        for number in range(given.games if seats == 2 else given.games // 3):
            game = played_game(seats, f"{given.seed}/{seats}/{number}", given.think)
            for left, row in rows(*game):
                found[left].append(row)
        fewer = table(found, fewer)
        print_table(seats, fewer)


def print_table(seats: int, weights: Table) -> None:
    """Print a table as an entry of `WEIGHTS`."""
    print(f"    {seats}: (")
    for pair in weights:
        print("        (")
        for each in pair:
            print(f"            IncomeFeatures({', '.join(f'{value:.2f}' for value in each)}),")
        print("        ),")
    print("    ),")
