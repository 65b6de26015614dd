"""The plan of a turn in a few words, and the best answer of the next opponent, in both games."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import pytest

from khronos_pbem.engine.features.bots import SearchSettings, Strength
from khronos_pbem.engine.features.replies import AnswerInWorld, most_frequent_answer
from khronos_pbem.games.khronos.bots.threats import ruled_income
from tests.archive.games import sample
from tests.archive.studies.whys import plan, reply

THINKING = SearchSettings(Strength.STRONG, "7", 1.0)
VILLAGE = "my-village-two-players"


@pytest.mark.parametrize(
    ("name", "seq", "given", "told"),
    [
        (
            "two-players",
            4,
            "",
            "rule a domain worth 3 ecus on might with the watchtower at D12, which others can demolish",
        ),
        (
            "two-players",
            6,
            "",
            "rule a domain worth 5 ecus on faith with the monastery at B13, which nobody can demolish",
        ),
        (
            "two-players",
            9,
            "",
            "demolish the building at D12 to reduce red's revenue on might from 7 to 3 ecus",
        ),
        ("two-players", 10, "", "draw new cards, because a turn with these would earn little"),
        ("two-players", 12, "", "collect 3 ecus in bonuses"),
        ("two-players", 18, "", "raise the revenue of a domain on might from 1 to 4 ecus"),
        (
            "two-players",
            9,
            "travel 2 faith; end",
            "move an adventurer to faith for the revenue there: might 1, faith 3",
        ),
        ("two-players", 5, "end", ""),
        ("five-players", 19, "", "rule a domain worth 2 ecus on reason by having the most cubes"),
        (
            "five-players",
            18,
            "",
            (
                "take a domain worth 6 ecus on faith from black with the monastery at O4, which nobody can "
                "demolish"
            ),
        ),
        (
            "five-players",
            49,
            "",
            "take a domain worth 4 ecus on reason from blue and green by having the most cubes",
        ),
        (VILLAGE, 3, "", "score 1 PP at once (harvest +1) and use field 1 from now on"),
        (VILLAGE, 7, "", "score 4 PP at once (church +4)"),
        (VILLAGE, 8, "", "get the forge to use in later turns"),
        (VILLAGE, 9, "", "prepare to serve 5 customers for 21 PP"),
        (VILLAGE, 10, "", "gain 1 coin"),
        (VILLAGE, 14, "", "let the traveller die while the chronicle still pays 5 SP"),
        (VILLAGE, 19, "", "serve 1 customer for 3 PP"),
        (VILLAGE, 20, "", "produce 1 good"),
        (VILLAGE, 27, "", "put a trainee in the school"),
        (VILLAGE, 31, "", "let a trainee become a councillor"),
        (VILLAGE, 37, "", "draw a journey card of type A"),
        (VILLAGE, 6, "", ""),
    ],
)
def test_the_plan_of_a_turn(name: str, seq: int, given: str, told: str) -> None:
    assert plan(name, seq, given) == told


def test_an_answer_is_what_the_next_player_can_do_and_what_it_costs() -> None:
    found = reply("two-players", 14, THINKING)
    assert found is not None
    chronicle = sample("two-players")
    assert chronicle.colours[found.seat] == "blue"
    assert 1 <= found.times <= found.worlds == 3
    assert chronicle.game.text(found.orders[-1]) == "end"
    assert found.effects[0].startswith("in the revenue phase of round 7, ")
    assert ruled_income(chronicle.steps[-1].position, 0) >= 0


def test_an_answer_to_orders_that_do_not_end_the_turn() -> None:
    """After an exchange the rest of the turn is played in each world, before the opponent answers."""
    found = reply("two-players", 10, THINKING)
    assert found is not None
    assert sample("two-players").colours[found.seat] == "blue"


def test_nobody_answers_the_last_turn_or_before_the_own_next_one() -> None:
    assert reply("two-players", 18, THINKING) is None
    assert reply(VILLAGE, 16, THINKING) is None, (
        "yellow's turn was the last of the round, and yellow opens the next"
    )


@pytest.mark.parametrize("seq", [6, 9, 12])
def test_an_answer_uses_nothing_that_the_seat_does_not_see(seq: int) -> None:
    seen, known = (reply("two-players", seq, THINKING, everything=each) for each in (False, True))
    assert seen == known


@pytest.mark.parametrize(("name", "seq"), [("two-players", 6), (VILLAGE, 8)])
def test_an_answer_is_the_same_with_any_number_of_cores(name: str, seq: int) -> None:
    def backwards(function: Callable[..., Any], calls: Sequence[tuple[object, ...]]) -> list[Any]:
        return [function(*call) for call in reversed(calls)][::-1]

    assert reply(name, seq, THINKING) == reply(name, seq, THINKING._replace(starmap=backwards))


def test_the_most_frequent_answer() -> None:
    def answer(*orders: str) -> AnswerInWorld[str]:
        return AnswerInWorld(1, (*orders, "end"), orders, (f"does {orders[0]}",))

    found = most_frequent_answer([answer("a", "b"), None, answer("a", "c"), answer("c", "a"), answer("d")])
    assert found == (1, ("a", "c", "end"), 3, 5, ("does a",))
    assert most_frequent_answer([None, None]) is None
    assert most_frequent_answer([AnswerInWorld(0, ("end",), (), ())]) == (0, ("end",), 1, 1, ())
