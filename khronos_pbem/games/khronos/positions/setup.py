"""Set-up positions of Khronos, as `try`, `show` and `moves` ask for them (`features.Positions`)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from khronos_pbem.engine.features.protocols import Positions
from khronos_pbem.engine.runner import Serve
from khronos_pbem.games.khronos.model.position import Position
from khronos_pbem.games.khronos.positions.from_data import position_from_data
from khronos_pbem.games.khronos.positions.sandbox import open_table
from khronos_pbem.games.khronos.positions.to_data import position_to_data


class SetUp(Positions[Position]):
    """Positions with all cards known."""

    def from_data(self, data: Mapping[str, Any]) -> Position:
        """The position that the data of a file describe. Raises InvalidFile."""
        return position_from_data(data)

    def to_data(self, position: Position) -> dict[str, Any]:
        """The position as FORMATS 3 prints it."""
        return position_to_data(position)

    def colours(self, position: Position) -> list[str]:
        """The colours of the players, in seat order."""
        return [player.colour for player in position.players]

    def serve(self, seed: int) -> Serve:
        """A table at which all cards are known; the seed decides how a discard pile is shuffled."""
        return open_table(seed)
