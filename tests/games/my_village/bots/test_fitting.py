"""The fitting of the weights: the same from the same games, and near to what the games were made of."""

from __future__ import annotations

from random import Random

import pytest

from khronos_pbem.games.my_village.bots.evaluation import (
    LASTING,
    SOON,
    evaluate_village,
    expected_rounds,
    expected_turns,
)
from khronos_pbem.games.my_village.bots.value_features import NAMES, feature_values
from tests.fitting.my_village import Course, Row, expected, fitted, recorded_game, row_of, solved, targets
from tests.games.my_village.cases import position_of

SIZE = 2 * len(NAMES)


def test_linear_equations_are_solved() -> None:
    assert solved([[4.0, 1.0], [1.0, 3.0]], [9.0, 5.0]) == pytest.approx([2.0, 1.0])


def test_a_row_is_worth_what_the_bot_says() -> None:
    """The fit multiplies what the bot multiplies: weights of another form would be of no use."""
    position = position_of({"red": {"coins": 3, "workshops": ["brewery 5/8 1"], "tree": 4}})
    there = evaluate_village(position, 0).after(expected_turns(position)[0])
    assert expected(row_of(position, 0), [*SOON, *LASTING]) == pytest.approx(there)


def test_weights_are_found_again_from_games_made_of_them() -> None:
    random, truth = Random("fit"), [0.0] * SIZE
    truth[5], truth[9] = 1.5, -0.5
    courses = list[Course]()
    for _ in range(60):
        values = [(place, random.random() * 4) for place in (5, 9)]
        total = 10 + sum(truth[place] * value for place, value in values)
        courses.append(Course([Row(10.0, values)] * 4, total))
    weights = fitted(courses, [0.0] * SIZE, pull=0.01, trace=1.0)
    assert [weights[5], weights[9]] == pytest.approx([1.5, -0.5], abs=0.05)
    assert fitted(courses, [0.0] * SIZE, pull=1e9, trace=1.0)[5] == pytest.approx(0.0, abs=0.01)


def test_a_target_trusts_the_next_row_as_much_as_it_is_told() -> None:
    course = Course([Row(1.0, []), Row(5.0, [])], 9.0)
    nothing = [0.0] * SIZE
    assert targets(course, nothing, trace=1.0) == [8.0, 4.0]
    assert targets(course, nothing, trace=0.0) == [4.0, 4.0]


def test_equal_seeds_give_equal_games() -> None:
    first, second = (recorded_game(2, "same", 0.001, rounds=1) for _ in range(2))
    assert first == second
    assert len(first.positions) == 4


# --- what is fitted -----------------------------------------------------------------------------------------


def test_a_game_takes_longer_than_its_fast_beginning_says() -> None:
    """Two players, no coffin yet: about fourteen rounds; with seven of nine coffins still about three."""
    assert 13 < expected_rounds(position_of({}), 4) < 16
    late = position_of({"graves": 7})
    assert 2 < expected_rounds(late, 4) < 5


def test_banners_of_one_value_are_pairs() -> None:
    """Two banners that one turn can use count more than two that it cannot."""
    place = NAMES.index("banner pairs")
    red = {"personal": "5/8", "workshops": ["brewery 5/8 0"]}
    other = {"personal": "5/8", "workshops": ["brewery 6/9 0"]}
    assert (
        feature_values(position_of({"red": red}), 0)[place]
        > feature_values(position_of({"red": other}), 0)[place]
    )
    dead = position_of({"red": {**red, "villagers": ["abbot"]}, "graves": 4})
    assert feature_values(dead, 0)[place] == 0
