"""What income is worth to the bots: by the building that rules it, by its board, and by what can cover it."""

from __future__ import annotations

from typing import Any

import pytest

from khronos_pbem.engine.features.bots import SearchSettings, Strength
from khronos_pbem.games.khronos.bots.evaluation import (
    WEIGHTS,
    IncomeFeatures,
    dangerous_sites,
    evaluate,
    income_by_seat,
    income_features,
    turns_left,
    weights_at,
)
from khronos_pbem.games.khronos.bots.players import KhronosBots
from khronos_pbem.games.khronos.model.pieces import ROUNDS, Board
from khronos_pbem.games.khronos.model.position import Position
from khronos_pbem.games.khronos.order_text.grammar import text
from tests.games.khronos.cases import position_of
from tests.games.khronos.sandbox import play_text

BOTS = KhronosBots()


def table(*buildings: str, **more: Any) -> Position:
    return position_of({"players": ["red", "blue"], "round": 2, **more, "buildings": list(buildings)})


def turn(position: Position, seat: int, strength: Strength, seconds: float = 0.4) -> tuple[str, ...]:
    """The turn that a bot of this strength plays, as text."""
    found = BOTS.turns(BOTS.seat_view(position, seat), seat, SearchSettings(strength, "a", seconds))
    return tuple(text(order) for order in found[0].orders)


def features(position: Position, seat: int) -> IncomeFeatures:
    return IncomeFeatures(
        *income_features(position, seat, [income_by_seat(position, board) for board in Board])
    )


def test_what_a_building_of_size_1_rules_counts_less() -> None:
    """RULES 5.7: a watchtower falls on the next turn, a keep cannot be demolished."""
    small = table("might watchtower B2 red", "might city C2")
    large = table("might keep B2 red", "might city D2")
    assert features(small, 0).small_might == features(large, 0).large_might == 5
    assert evaluate(small, 0, True) + 2 < evaluate(large, 0, True)


def test_income_on_faith_counts_less_where_a_copy_from_might_can_cover_its_ruler() -> None:
    """RULES 7.6: a building on might on the same squares leaves no room for such a copy."""
    faith = ("faith monastery D4 red", "faith city F4")
    open_, covered = table(*faith), table(*faith, "might town D4")
    assert dangerous_sites(open_).bit_count() == 9
    assert features(open_, 0).open == features(open_, 0).wide == features(open_, 0).large_faith == 5
    assert not dangerous_sites(covered)
    assert features(covered, 0).open == 0
    assert features(covered, 0).large_faith == 5
    assert evaluate(open_, 0, True) + 1 < evaluate(covered, 0, True)


def test_two_adventurers_cannot_collect_on_three_boards() -> None:
    """RULES 10: the income of the worst board counts half."""
    two = ("might keep B2 red", "might city D2", "faith monastery B6 red", "faith town D6")
    position = table(*two, "reason town B9 red=1", "reason keep D9 ruin")
    found = features(position, 0)
    assert (found.large_might, found.large_faith, found.alone) == (5, 3, 0.5)


@pytest.mark.parametrize(
    ("round_", "active", "seat", "ended", "expected"),
    [
        (1, "red", 0, False, (7, 0)),
        (1, "red", 0, True, (6, 1)),
        (1, "red", 1, True, (7, 0)),
        (4, "blue", 0, False, (3, 1)),
        (4, "blue", 0, True, (3, 0)),
        (7, "blue", 1, True, (0, 1)),
    ],
)
def test_turns_that_a_seat_has_left(
    round_: int, active: str, seat: int, ended: bool, expected: tuple[int, int]
) -> None:
    assert turns_left(table(round=round_, active=active), seat, ended) == expected


def test_every_number_of_players_has_weights_for_every_turn() -> None:
    for seats in range(2, 6):
        for left in range(1, ROUNDS + 1):
            first, last = weights_at(seats, left, 0), weights_at(seats, left, seats - 1)
            assert len(first) == len(last) == len(IncomeFeatures._fields)
            assert first[1] > 0.5
            assert last[1] > 0.5
    assert weights_at(4, 1, 0) == WEIGHTS[3][0][0]


def test_the_last_turn_is_exact() -> None:
    """RULES 3.3: nobody plays after it, so its evaluation is the lead that it brings."""
    position = position_of(
        {
            "round": 7,
            "active": "blue",
            "players": [
                {"colour": "red", "ecus": 9},
                {"colour": "blue", "ecus": 3, "hand": ["civil", "civil", "civil", "military"]},
            ],
            "buildings": ["might keep B2 blue", "might keep G6 red", "might town I6", "faith chapel B9 blue"],
        }
    )
    view = BOTS.seat_view(position, 1)
    best = BOTS.turns(view, 1, SearchSettings(Strength.STRONG, "a", 0.3))[0]
    after = play_text(position, "; ".join(text(order) for order in best.orders)).position
    assert best.evaluation == pytest.approx(after.players[1].ecus - after.players[0].ecus)


@pytest.mark.parametrize("strength", [Strength.STEADY, Strength.STRONG, Strength.EXPERT])
@pytest.mark.parametrize("leader", ["red", "blue"])
def test_the_last_player_hits_the_leader(strength: Strength, leader: str) -> None:
    """RULES 5.7: green can demolish one of two watchtowers, and takes that of the richer player."""
    ecus = {"red": 5, "blue": 5, leader: 30}
    position = position_of(
        {
            "round": 6,
            "active": "green",
            "players": [
                {"colour": "red", "ecus": ecus["red"]},
                {"colour": "blue", "ecus": ecus["blue"]},
                {"colour": "green", "ecus": 2, "hand": ["military"]},
            ],
            "buildings": [
                "might watchtower B2 red", "might city C2", "might watchtower B9 blue", "might city C9",
            ],
        }
    )  # fmt: skip
    place = {"red": "B2", "blue": "B9"}[leader]
    assert f"demolish might {place}" in turn(position, 2, strength)
