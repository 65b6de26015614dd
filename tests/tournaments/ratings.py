"""Elo ratings with intervals from the games of tournaments, by the model of Bradley and Terry.

In this model, a player of rating R beats one of rating S with the probability 1 / (1 + 10^((S - R) / 400)).
The ratings are those under which the results are most likely. Every two players of a game are compared by
their places; the comparisons of a game of N players count as N - 1 together. Each pair that met is given one
drawn game more, so that a player who never lost has a rating.

The intervals follow from the curvature of the likelihood: they are 1.96 standard errors wide on each side.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import permutations
from math import log, log10, sqrt
from typing import NamedTuple

from tests.tournaments.games import Played

Results = dict[tuple[str, str], float]
"""How often the first player of a pair was before the second; equal places are half for both."""

_STEPS, _NEAR = 100_000, 1e-7
_SCALE = log(10) / 400
_WIDTH = 1.96
_KNOWN = ("greedy", "before")
"""Players that never change; the first of them who plays has the rating 0."""


class Rating(NamedTuple):
    """The Elo rating of a player, which is right to within `error` with a probability of 95 %."""

    elo: float
    error: float


def ratings(games: Sequence[Played]) -> dict[str, Rating]:
    """The rating of each player, the best first; without any known player, their mean is 0.

    Raises ValueError if some of them never met the others, not even through other players.
    """
    results = _results(games)
    _check_connected(results)
    found = _most_likely(results)
    names = list(found)
    fixed = next((name for known in _KNOWN for name in names if name.partition("@")[0] == known), None)
    zero = {name: 1 / len(names) if fixed is None else float(name == fixed) for name in names}
    middle = sum(found[name] * zero[name] for name in names)
    order = sorted(names, key=lambda name: -found[name])
    return {name: Rating(found[name] - middle, _error(results, found, name, zero)) for name in order}


def _results(games: Iterable[Played]) -> Results:
    """The results of all pairs of players, each way round, with a drawn game for each pair."""
    found: Results = {}
    for game in games:
        for pair, share in _results_of_game(game):
            found[pair] = found.get(pair, 0.5) + share
    return found


def _results_of_game(game: Played) -> Iterator[tuple[tuple[str, str], float]]:
    """The results of one game: every two seats of different players, by places, each way round."""
    names, weight = game.strengths, 2 / len(game.strengths)
    places = [(seat in game.winners, total) for seat, total in enumerate(game.totals)]
    for one, two in permutations(range(len(names)), 2):
        if names[one] != names[two]:
            share = 0.5 if places[one] == places[two] else float(places[one] > places[two])
            yield (names[one], names[two]), share * weight


def _most_likely(results: Results) -> dict[str, float]:
    """The most likely ratings, whose level is arbitrary, by the iteration of Zermelo."""
    names = sorted({name for name, _ in results})
    rivals = {name: [other for one, other in results if one == name] for name in names}
    strength = dict.fromkeys(names, 1.0)
    won = {name: sum(results[name, other] for other in rivals[name]) for name in names}
    for _ in range(_STEPS):
        before = dict(strength)
        for name in names:
            met = (
                (results[name, other] + results[other, name]) / (strength[name] + strength[other])
                for other in rivals[name]
            )
            strength[name] = won[name] / sum(met)
        if all(abs(strength[name] / before[name] - 1) < _NEAR for name in names):
            break
    return {name: 400 * log10(value) for name, value in strength.items()}


def _error(results: Results, elo: Mapping[str, float], name: str, zero: Mapping[str, float]) -> float:
    """Half the width of the interval of a rating, which is counted from the weighted mean `zero`.

    The inverse of the information is applied to the contrast of the two. The level of all ratings is not
    determined; 1 added everywhere makes the matrix regular and changes no contrast.
    """
    names = list(elo)
    table = {(one, two): 1.0 for one in names for two in names}
    for one, two in results:
        chance = 1 / (1 + 10 ** ((elo[two] - elo[one]) / 400))
        weight = (results[one, two] + results[two, one]) * chance * (1 - chance)
        table[one, one] += weight
        table[one, two] -= weight
    contrast = [float(each == name) - zero[each] for each in names]
    solved = _solved([[table[one, two] for two in names] for one in names], contrast)
    spread = sum(left * right for left, right in zip(contrast, solved, strict=True))
    return _WIDTH * sqrt(max(spread, 0.0)) / _SCALE


def _solved(matrix: Sequence[Sequence[float]], right: Sequence[float]) -> list[float]:
    """The solution of a positive definite system of linear equations."""
    rows = [[*row, value] for row, value in zip(matrix, right, strict=True)]
    for number, pivot in enumerate(rows):
        rows[number] = [value / pivot[number] for value in pivot]
        for other, row in enumerate(rows):
            if other != number:
                factor = row[number]
                rows[other] = [a - factor * b for a, b in zip(row, rows[number], strict=True)]
    return [row[-1] for row in rows]


def _check_connected(met: Iterable[tuple[str, str]]) -> None:
    """Raise ValueError unless every two players have met, perhaps through others."""
    rivals: dict[str, set[str]] = {}
    for one, two in met:
        rivals.setdefault(one, set()).add(two)
    reached, open_ones = set[str](), list(rivals)[:1]
    while open_ones:
        name = open_ones.pop()
        reached.add(name)
        open_ones += rivals[name] - reached
    if reached != set(rivals):
        left = ", ".join(sorted(set(rivals) - reached))
        raise ValueError(f"{left} never played against the others — add games in which they do")
