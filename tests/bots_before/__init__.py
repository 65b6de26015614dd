"""The strong bots of both games as they were before their weights were fitted.

They are a measure for the bots of today: copies that never change, and share only the rules with them.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from khronos_pbem.engine.features.bots import SearchSettings, Strength
from khronos_pbem.games.khronos.model.position import Position as KhronosPosition
from tests.bots_before.khronos import strong as khronos_strong
from tests.bots_before.my_village import strong as village_strong


def before_turn(view: Any, seat: int, seed: str, seconds: float) -> Sequence[Any]:
    """The orders of the turn that the strong bot gave before."""
    strong = khronos_strong if isinstance(view, KhronosPosition) else village_strong
    found = strong.ranked_turns(view, seat, SearchSettings(Strength.STRONG, seed, seconds))
    orders: Sequence[Any] = found[0].orders
    return orders
