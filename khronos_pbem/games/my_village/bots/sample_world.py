"""A world that fits what everybody knows: dice, customers, monks, journeys and the rat, drawn by a seed.

All that is hidden in this game is what is yet to be drawn (VILLAGE 1.1, 12.2): each draw is uniform over what
is possible. In one world the same draw of the same turn gives the same numbers, whatever was ordered before,
so that orders are compared under the same luck.
"""

from __future__ import annotations

from random import Random

from khronos_pbem.engine.event_log import NullEventLog
from khronos_pbem.games.my_village.model.position import Draw, Position
from khronos_pbem.games.my_village.rules.base.draws import bounds
from khronos_pbem.games.my_village.rules.turn import drawn


def served(position: Position, world: str) -> Position:
    """The position with all open draws served as in this world, up to where somebody has to choose."""
    while position.draws and position.choice is None:
        values = _numbers(position, position.draws[0], world)
        position = drawn(position, values, NullEventLog()).position
    return position


def _numbers(position: Position, draw: Draw, world: str) -> tuple[int, ...]:
    random = Random(f"{world}/{position.round}/{position.number}/{draw.name}/{draw.to}/{draw.without}")
    return tuple(int(random.random() * bound) for bound in bounds(position, draw))
