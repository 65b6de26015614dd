"""What goes on to reason when the copy on faith became smaller meanwhile (RULES 7.1).

No order of a game downsizes a copied castle before it goes on: nothing beside it is as high. The rule holds
all the same.
"""

from __future__ import annotations

import pytest

from khronos_pbem.games.khronos.model.field import Building
from khronos_pbem.games.khronos.model.pieces import BY_NAME, Board
from khronos_pbem.games.khronos.model.position import Ripple
from khronos_pbem.games.khronos.rules.effects.ripples import run_ripple
from tests.games.khronos.cases import lines_of, position_of


@pytest.mark.parametrize(
    ("standing", "arrives"),
    [
        ("faith castle B2 red", ["reason castle B2 ruin"]),
        ("faith keep C3 red", ["reason keep C3 ruin"]),
        ("faith watchtower C3 red", []),
        ("faith keep C3 blue", []),
        ("faith monastery C3 red", []),
        ("faith keep H8 red", []),
    ],
)
def test_what_stands_of_a_castle_goes_on(standing: str, arrives: list[str]) -> None:
    position = position_of({"buildings": [standing]})
    at = position.land.square("B2")
    assert at is not None
    castle = Building(BY_NAME["castle"], at, position.land.footprint(at, 3), owner=0)
    after = run_ripple(position, Ripple(Board.REASON, castle)).position
    assert lines_of(after) == [standing, *arrives]
