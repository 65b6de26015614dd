"""The script that fits the weights: its regression, and that equal seeds print equal tables."""

from __future__ import annotations

from random import Random

import pytest

from khronos_pbem.games.khronos.bots.evaluation import IncomeFeatures
from khronos_pbem.games.khronos.model.pieces import ROUNDS
from tests.fitting.khronos import fitted, main, solution


def test_linear_equations_are_solved() -> None:
    assert solution([[2.0, 1.0, 5.0], [1.0, 3.0, 10.0]]) == pytest.approx([1.0, 3.0])


def test_the_regression_finds_the_weights_and_stays_near_the_prior_without_games() -> None:
    random, weights = Random(1), [1.0, -0.5, 2.0]
    features = [[random.random() * 5 for _ in weights] for _ in range(300)]
    rows = [
        (row, sum(one * two for one, two in zip(row, weights, strict=True)) + random.gauss(0, 0.1))
        for row in features
    ]
    assert fitted(rows, [0.0] * 3, [1.0] * 3) == pytest.approx(weights, abs=0.05)
    assert fitted([], [3.0, 2.0, 1.0], [1.0] * 3) == pytest.approx([3.0, 2.0, 1.0])


def test_equal_seeds_print_equal_tables(capsys: pytest.CaptureFixture[str]) -> None:
    """The table stands in the evaluation as it is printed."""
    printed = []
    for _ in range(2):
        main(["--games", "1", "--players", "2", "--think", "0.01", "--seed", "test"])
        printed.append(capsys.readouterr().out)
    assert printed[0] == printed[1]
    table = eval("{" + printed[0] + "}", {"IncomeFeatures": IncomeFeatures})
    assert len(table[2]) == ROUNDS - 1
