"""Sampled worlds: seeded results for all draws of dice, customers, monks, journeys and the rat.

Nothing else is hidden in this game (VILLAGE 1.1, 12.2), and each draw is uniform over its possible results.
In one world, the same draw in the same turn always has the same numbers, so luck does not distort the
comparison of orders.
"""

from __future__ import annotations

from random import Random

from khronos_pbem.games.my_village.model.position import Draw, Position
from khronos_pbem.games.my_village.rules.base.draws import draw_bounds
from khronos_pbem.games.my_village.rules.turn import apply_roll


def with_draws_served(position: Position, world: str) -> Position:
    """Return the position with its open draws resolved as in this world, up to the next choice."""
    while position.draws and position.choice is None:
        values = _sampled_numbers(position, position.draws[0], world)
        position = apply_roll(position, values).position
    return position


def _sampled_numbers(position: Position, draw: Draw, world: str) -> tuple[int, ...]:
    random = Random(f"{world}/{position.round}/{position.number}/{draw.name}/{draw.to}/{draw.without}")
    return tuple(int(random.random() * bound) for bound in draw_bounds(position, draw))
