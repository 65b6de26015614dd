"""Set-up positions of My Village, as `try`, `show` and `moves` ask for them (`features.Positions`)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from khronos_pbem.engine.contract import Request
from khronos_pbem.engine.features.protocols import Positions
from khronos_pbem.engine.runner import Serve
from khronos_pbem.games.my_village.model.position import Position
from khronos_pbem.games.my_village.positions.from_data import position_from_data
from khronos_pbem.games.my_village.positions.sandbox import chance
from khronos_pbem.games.my_village.positions.to_data import position_to_data
from khronos_pbem.games.my_village.rules.base.draws import open_rolls


class SetUp(Positions[Position]):
    """Positions whose draws give `results` first, and then what a seed makes (VILLAGE 15.2)."""

    writes_choices = True

    def from_data(self, data: Mapping[str, Any]) -> Position:
        """The position that the data of a file describe. Raises InvalidFile."""
        return position_from_data(data)

    def to_data(self, position: Position) -> dict[str, Any]:
        """The position as VILLAGE 15 prints it, with the results that are left."""
        return position_to_data(position)

    def colours(self, position: Position) -> list[str]:
        """The colours of the players, in seat order."""
        return [village.colour for village in position.players]

    def asked(self, position: Position) -> tuple[Request, ...]:
        """What is not said of zone, monks and pool, and the draws that are open (VILLAGE 15.2)."""
        return open_rolls(position)

    def serve(self, seed: int) -> Serve:
        """A table at which every draw is served at once."""
        return chance(seed)
