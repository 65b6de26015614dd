"""Set-up positions: those that cannot be are refused with what is wrong (FORMATS 3); copies are equal."""

from __future__ import annotations

import copy
import pickle
from random import Random
from typing import Any

import pytest

from khronos_pbem.errors import InvalidFile
from khronos_pbem.games.khronos.model.decision import decision, winners
from khronos_pbem.games.khronos.model.pieces import BY_NAME, PIECES
from khronos_pbem.games.khronos.model.position import Position
from khronos_pbem.games.khronos.positions.to_data import position_to_data
from khronos_pbem.games.khronos.rules.legal_orders import legal_orders
from tests.games.khronos.cases import position_of
from tests.games.khronos.rules.test_random_play import deal, pick
from tests.games.khronos.sandbox import after_order

LAND = {"name": "m", "terrain": "........\n" * 8, "hamlets": ["D4", "E5", "F6"]}
RED = {"colour": "red", "adventurers": ["might", "might"]}

IMPOSSIBLE: dict[str, tuple[dict[str, Any], str, str]] = {
    "a watchtower on a hamlet of might": (
        {"buildings": ["might watchtower D4 red"]},
        "7.6",
        "the building covers the printed hamlet at D4",
    ),
    "a watchtower on a hamlet of faith": (
        {"buildings": ["faith watchtower D4 red"]},
        "7.6",
        "the building covers the printed hamlet at D4",
    ),
    "a keep over a hamlet of faith": ({"buildings": ["faith keep C3 red"]}, "7.6", "hamlet at D4"),
    "an abbey over a hamlet of faith": ({"buildings": ["faith abbey B2 red"]}, "7.6", "hamlet at D4"),
    "a chapel on a hamlet of faith": ({"buildings": ["faith chapel D4 red"]}, "7.6", "hamlet at D4"),
    "the ruin of a keep over a hamlet of reason": (
        {"buildings": ["reason keep C3 ruin"]},
        "7.6",
        "hamlet at D4",
    ),
    "a renovated castle over a hamlet of reason": (
        {"buildings": ["reason castle B2"]},
        "7.6",
        "hamlet at D4",
    ),
    "a monastery over a hamlet of reason": ({"buildings": ["reason monastery D3"]}, "7.6", "hamlet at D4"),
    "a hamlet tile on a hamlet of might": ({"buildings": ["might hamlet D4"]}, "7.6", "hamlet at D4"),
    "a hamlet tile on a hamlet of faith": ({"buildings": ["faith hamlet D4"]}, "7.6", "hamlet at D4"),
    "a town over two hamlets of might": ({"buildings": ["might town D4"]}, "7.6", "hamlets at D4 and E5"),
    "a town over two hamlets of faith": ({"buildings": ["faith town D4"]}, "7.6", "hamlets at D4 and E5"),
    "a town over two hamlets of reason": ({"buildings": ["reason town D4"]}, "7.6", "hamlets at D4 and E5"),
    "a city over three hamlets": ({"buildings": ["reason city D4"]}, "7.6", "hamlets at D4, E5 and F6"),
    "no market in Hold'em": ({"holdem": True, "market": []}, "2", "there are 0 cards in the market"),
    "a market of two in Hold'em": (
        {"holdem": True, "market": ["civil", "civil"]},
        "2",
        "there are 2 cards in the market",
    ),
    "a market of four in Hold'em": (
        {"holdem": True, "market": ["civil"] * 4},
        "2",
        "there are 4 cards in the market",
    ),
    "a market without Hold'em": ({"market": ["civil"] * 3}, "2", "not the Hold'em option"),
    "somebody gone with cards": (
        {"players": [RED, "blue", {"colour": "green", "hand": ["civil"], "gone": True, "policy": "auto"}]},
        "11.2",
        "green has left but still has 1 card",
    ),
    "somebody gone who would be asked": (
        {"players": [RED, "blue", {"colour": "green", "gone": True, "policy": "ask"}]},
        "11.2",
        "green has left the game and can no longer be asked",
    ),
    "somebody gone whose turn it is": (
        {
            "players": [RED, "blue", {"colour": "green", "gone": True, "policy": "auto"}],
            "active": "green",
        },
        "11.2",
        "green has left and cannot be the player to move",
    ),
    "one who is left and has not won": (
        {"players": [RED, {"colour": "blue", "gone": True, "policy": "auto"}]},
        "11.3",
        "red is the only player left",
    ),
    "nobody left": (
        {
            "players": [{"colour": each, "gone": True, "policy": "auto"} for each in ("red", "blue")],
            "phase": "over",
        },
        "11.3",
        "all players have left",
    ),
    "a third board with cards in edition 1": (
        {"edition": 1, "turn": {"spent": {"might": 1, "faith": 1, "reason": 1}}},
        "5.2",
        "cards were used on three boards",
    ),
    "three cards beside another board's in edition 1": (
        {"edition": 1, "turn": {"spent": {"might": 3, "faith": 1}}},
        "5.2",
        "3 cards were used on might",
    ),
}


@pytest.mark.parametrize("name", IMPOSSIBLE)
def test_what_cannot_be_is_refused(name: str) -> None:
    """RULES 2, 5.2, 7.6, 11.2, 11.3: which paragraph, and in which words."""
    table, rule, words = IMPOSSIBLE[name]
    with pytest.raises(InvalidFile) as caught:
        position_of({"map": LAND, **table})
    assert caught.value.rule == rule
    assert words in caught.value.message
    assert caught.value.exit == 5


@pytest.mark.parametrize(
    ("name", "hint"),
    [
        ("somebody gone whose turn it is", 'write active = "red"'),
        ("nobody left", 'leave out "gone = true" for at least one player'),
    ],
)
def test_what_to_write_instead_is_said(name: str, hint: str) -> None:
    with pytest.raises(InvalidFile) as caught:
        position_of({"map": LAND, **IMPOSSIBLE[name][0]})
    assert caught.value.hint == hint


POSSIBLE: dict[str, dict[str, Any]] = {
    "a town over one hamlet on every board": {
        "buildings": ["might town C3", "faith town C3", "reason town C3"]
    },
    "a city over one hamlet on every board": {
        "buildings": ["might city B2", "faith city B2", "reason city B2"]
    },
    "buildings beside a hamlet": {"buildings": ["faith keep E3 red", "reason castle A4 ruin"]},
    "a market of three in Hold'em": {"holdem": True, "market": ["civil"] * 3},
    "somebody gone, placed for": {
        "players": [RED, "blue", {"colour": "green", "gone": True, "policy": "auto"}]
    },
    "one who is left and has won": {
        "players": [RED, {"colour": "blue", "gone": True, "policy": "auto"}],
        "phase": "over",
    },
    "four cards on one board in edition 1": {"edition": 1, "turn": {"spent": {"might": 4}}},
}


@pytest.mark.parametrize("name", POSSIBLE)
def test_what_can_be_is_taken(name: str) -> None:
    position = position_of({"map": LAND, **POSSIBLE[name]})
    assert isinstance(position_to_data(position), dict)


def test_the_gone_never_win() -> None:
    """RULES 11.2, 11.3: rich as they are."""
    players = [RED, "blue", {"colour": "green", "ecus": 99, "gone": True, "policy": "auto"}]
    assert winners(position_of({"players": players, "phase": "over", "round": 7})) == (0, 1)


def played(seed: int, orders: int) -> Position:
    random = Random(seed)
    position = deal(3, 2, random)
    for _ in range(orders):
        waiting = decision(position)
        assert waiting is not None
        position = after_order(position, waiting.seat, pick(legal_orders(position), random), seed).position
    return position


@pytest.mark.parametrize("again", [copy.deepcopy, copy.copy, lambda each: pickle.loads(pickle.dumps(each))])
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_a_copy_is_the_same_position(again: Any, seed: int) -> None:
    """A position that went through pickle or deepcopy is equal and goes on the same way."""
    position = played(seed, 40)
    twin = again(position)
    assert twin == position
    assert [twin.stock(piece) for piece in PIECES] == [position.stock(piece) for piece in PIECES]
    assert legal_orders(twin) == legal_orders(position)
    waiting = decision(position)
    assert waiting is not None
    for order in legal_orders(position)[::17]:
        after = [after_order(each, waiting.seat, order, 1) for each in (position, twin)]
        assert after[0] == after[1]


@pytest.mark.parametrize("name", BY_NAME)
def test_there_is_one_piece_of_each_name(name: str) -> None:
    piece = BY_NAME[name]
    assert copy.deepcopy(piece) is piece
    assert pickle.loads(pickle.dumps(piece)) is piece
