"""The feature `Positions` of Khronos: set-up positions for `try`, `show` and `moves`."""

from __future__ import annotations

from collections.abc import Mapping

from khronos_pbem.engine.features.protocols import Positions
from khronos_pbem.engine.runner import Serve
from khronos_pbem.games.khronos.model.position import Position
from khronos_pbem.games.khronos.positions.from_data import position_from_data
from khronos_pbem.games.khronos.positions.sandbox import open_card_server
from khronos_pbem.games.khronos.positions.to_data import position_to_data


class KhronosPositions(Positions[Position]):
    """Set-up positions of Khronos as data (FORMATS 3)."""

    def from_data(self, data: Mapping[str, object]) -> Position:
        """Return the position from the data of a file. Raises InvalidFile if the data are wrong."""
        return position_from_data(data)

    def to_data(self, position: Position) -> dict[str, object]:
        """The position as a table of FORMATS 3."""
        return position_to_data(position)

    def colours(self, position: Position) -> list[str]:
        """The colours of the players, in seat order."""
        return [player.colour for player in position.players]

    def serve(self, seed: int) -> Serve:
        """Return a function that serves the card requests of a game in which all cards are known.

        `seed` determines how discards are shuffled.
        """
        return open_card_server(seed)
