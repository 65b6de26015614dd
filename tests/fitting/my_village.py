"""How the weights of My Village's strong bot were fitted: `python -m tests.fit_weights --game my-village`.

The strong bot plays against itself, and now and then takes another of its best turns. Each village after each
turn of its player is a row: its features, and what the village has at the end. The weights are those of the
least squares, drawn towards the weights of today (`PULL`). What a village is expected to have is learnt from
its next turn too, not only from the end (`TRACE`). Equal seeds print equal weights.

The weights of today began as those of `tests.bots_before`, which were fitted to games thought to be shorter:
what lasts counted 0.65 of what it did. They are fitted to 516 games of the strong bot as it was then. Each
run begins with the weights of today and plays with them. Measure its weights before you take them: a run on
215 games of today's bot gave weights that lost 65 of 80 games to those of today.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from itertools import pairwise
from math import exp
from random import Random
from typing import Any, NamedTuple

from khronos_pbem.engine.features.bots import SearchSettings, Strength
from khronos_pbem.games.my_village.bots.evaluation import HABIT, LASTING, LONG, SOON, expected_turns
from khronos_pbem.games.my_village.bots.strong import ranked_turns
from khronos_pbem.games.my_village.bots.value_features import NAMES, feature_values
from khronos_pbem.games.my_village.model.cards_file import cached_cards
from khronos_pbem.games.my_village.model.orders import Order
from khronos_pbem.games.my_village.model.position import Position
from khronos_pbem.games.my_village.model.terms import Phase
from khronos_pbem.games.my_village.rules.phases.score import score
from tests.support.playing import options_for
from tests.tournament import play
from tests.tournaments.opponents import OPPONENTS

OTHERS, OFTEN = 12, 0.25
"""Of how many of the best turns one is taken at random, and how often."""
TRACE, ROUNDS = 0.8, 6
"""The part of a row's value that is learnt from the rows after the next one (TD lambda), and how often the
values are learnt anew."""
PULL = 800.0
"""How strongly the weights are drawn towards those of today: rows that the guess is worth."""
FIXED = ("tree, headman at hall", "tree, headman at coin", "tree, headman at story")
"""Features whose weights stay: a story point is never worth more than the point that it may become."""
Sparse = list[tuple[int, float]]
"""The numbers of a row that are not 0, by their places."""


class Row(NamedTuple):
    """A village after a turn of its player: its score, and what the weights multiply."""

    points: float
    values: Sparse


class Course(NamedTuple):
    """The rows of a village in one game, and its score at the end."""

    rows: list[Row]
    total: float


class RecordedGame(NamedTuple):
    """A game: the positions before each turn, without their cards, and the scores at the end."""

    positions: list[Position]
    totals: tuple[float, ...]


def exploring_turn(view: Position, seat: int, seed: str, seconds: float) -> Sequence[Order]:
    """The best turn of the strong bot, or now and then another of its best."""
    found = ranked_turns(view, seat, SearchSettings(Strength.STRONG, seed, seconds))
    random = Random(seed)
    return (random.choice(found[:OTHERS]) if random.random() < OFTEN else found[0]).orders


def recorded_game(seats: int, seed: str, seconds: float, rounds: int = 0) -> RecordedGame:
    """A game of the strong bot against itself, of so many rounds (0: to its end)."""
    found = dict[tuple[int, int], Position]()

    def look(position: Any) -> None:
        if position.phase is Phase.TAKE:
            found.setdefault((position.round, position.number), position._replace(cards=None))

    OPPONENTS["exploring"] = exploring_turn
    played = play(
        "my-village", options_for("my-village", rounds=rounds), ["exploring"] * seats, seed, seconds, look
    )
    return RecordedGame(list(found.values()), played.totals)


def courses(game: RecordedGame) -> Iterator[Course]:
    """The courses of the villages of a game."""
    cards = cached_cards(options_for("my-village")["cards"])
    positions = [position._replace(cards=cards) for position in game.positions]
    for seat, total in enumerate(game.totals):
        after = [new for old, new in pairwise(positions) if old.active == seat]
        yield Course([row_of(position, seat) for position in after], total)


def row_of(position: Position, seat: int) -> Row:
    """The row of a village: each feature as it counts for now, then as it counts for the turns to come."""
    turns, found = expected_turns(position)[seat], feature_values(position, seat)
    soon, lasting = (1 - exp(-turns / HABIT)) if turns else 0.0, turns / LONG
    both = [*(soon * value for value in found), *(lasting * value for value in found)]
    points = float(score(position, seat).total)
    return Row(points, [(place, value) for place, value in enumerate(both) if value])


def expected(row: Row, weights: Sequence[float]) -> float:
    """What a village is expected to have at the end."""
    return row.points + sum(weights[place] * value for place, value in row.values)


def targets(course: Course, weights: Sequence[float], trace: float) -> list[float]:
    """What each row of a course should be worth, less its points, by the rows after it and the end."""
    value, found = course.total, list[float]()
    for row in reversed(course.rows):
        found.append(value - row.points)
        value = trace * value + (1 - trace) * expected(row, weights)
    return found[::-1]


def fitted(found: Sequence[Course], start: Sequence[float], pull: float, trace: float) -> list[float]:
    """The weights that fit these courses, drawn towards those of the start."""
    size = len(start)
    square = [[0.0] * size for _ in range(size)]
    for course in found:
        for row in course.rows:
            for place, value in row.values:
                line = square[place]
                for other, factor in row.values:
                    line[other] += value * factor
    rows = sum(len(course.rows) for course in found)
    scale = [pull * (1 + square[place][place] / rows) for place in range(size)]
    for place in range(size):
        name = NAMES[place % len(NAMES)]
        scale[place] = 1.0 if name == "any village" else scale[place] * (1e6 if name in FIXED else 1)
    for place in range(size):
        square[place][place] += scale[place]
    weights = list(start)
    for _ in range(ROUNDS):
        right = [part * weight for part, weight in zip(scale, start, strict=True)]
        for course in found:
            for row, target in zip(course.rows, targets(course, weights, trace), strict=True):
                for place, value in row.values:
                    right[place] += value * target
        weights = solved(square, right)
    return weights


def solved(square: Sequence[Sequence[float]], right: Sequence[float]) -> list[float]:
    """The solution of linear equations with a symmetric positive matrix, by elimination."""
    lines = [[*line, value] for line, value in zip(square, right, strict=True)]
    size = len(lines)
    for place in range(size):
        pivot = lines[place]
        for line in lines[place + 1 :]:
            factor = line[place] / pivot[place]
            if factor:
                for column in range(place, size + 1):
                    line[column] -= factor * pivot[column]
    result = [0.0] * size
    for place in reversed(range(size)):
        line = lines[place]
        known = sum(line[column] * result[column] for column in range(place + 1, size))
        result[place] = (line[size] - known) / line[place]
    return result


def error(found: Sequence[Course], weights: Sequence[float]) -> float:
    """The mean square of what the weights are wrong about the end."""
    wrong = [(course.total - expected(row, weights)) ** 2 for course in found for row in course.rows]
    return sum(wrong) / len(wrong)


def weights_text(weights: Sequence[float]) -> str:
    """The weights as they stand in `bots.weights`."""
    size = len(NAMES)
    pairs = zip(NAMES, weights[:size], weights[size:], strict=True)
    return "\n".join(f'    "{name}": Weight({soon:.2f}, {lasting:.2f}),' for name, soon, lasting in pairs)


def main(arguments: Sequence[str] | None = None) -> None:
    """Play the games and print the weights that fit them all."""
    parser = argparse.ArgumentParser(description="Fit the weights of My Village's strong bot.")
    parser.add_argument(
        "--games", type=int, nargs=3, default=[376, 80, 60], help="with two, three and four players"
    )
    parser.add_argument("--seed", default="fit")
    parser.add_argument("--think", type=float, default=0.05)
    given = parser.parse_args(arguments)
    found, start = list[Course](), [*SOON, *LASTING]
    for seats, games in enumerate(given.games, start=2):
        for number in range(games):
            found += courses(recorded_game(seats, f"{given.seed}/{seats}/{number}", given.think))
    weights = fitted(found, start, PULL, TRACE)
    print(f"mean square error {error(found, start):.1f}, now {error(found, weights):.1f}")
    print(weights_text(weights))


if __name__ == "__main__":
    main()
