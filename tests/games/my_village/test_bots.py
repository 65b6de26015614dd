"""The players of the program's own: legal orders, games that end, the same play for what looks the same."""

from __future__ import annotations

import pytest

from khronos_pbem.engine.bots import Strength
from tests.playing import options_for
from tests.tournament import play


@pytest.mark.parametrize("strength", Strength)
def test_every_strength_finishes_a_game(strength: Strength) -> None:
    options = options_for("my-village", rounds=2)
    played = play("my-village", options, [strength.value] * 2, "ends", 0.01)
    assert set(played.winners) <= {0, 1}
    assert played.winners
