"""The `Positions` feature of My Village, for `try`, `show` and `moves` (`features.Positions`)."""

from __future__ import annotations

from collections.abc import Mapping

from khronos_pbem.engine.contract import Request
from khronos_pbem.engine.features.protocols import Positions
from khronos_pbem.engine.runner import Serve
from khronos_pbem.games.my_village.model.position import Position
from khronos_pbem.games.my_village.positions.from_data import position_from_data
from khronos_pbem.games.my_village.positions.sandbox import seeded_server
from khronos_pbem.games.my_village.positions.to_data import position_to_data
from khronos_pbem.games.my_village.rules.base.draws import open_rolls


class VillagePositions(Positions[Position]):
    """Set-up positions whose draws use their `results` first, then a seed (VILLAGE 15.2)."""

    writes_choices = True

    def from_data(self, data: Mapping[str, object]) -> Position:
        """Return the position described by the data of a file. Raises InvalidFile if the data are wrong."""
        return position_from_data(data)

    def to_data(self, position: Position) -> dict[str, object]:
        """Return the position as data of VILLAGE 15, with its unused results."""
        return position_to_data(position)

    def colours(self, position: Position) -> list[str]:
        """The colours of the players, in seat order."""
        return [village.colour for village in position.players]

    def open_requests(self, position: Position) -> tuple[Request, ...]:
        """The requests of the open draws (VILLAGE 15.2).

        These include the draws for a missing zone, missing monks and a missing pool.
        """
        return open_rolls(position)

    def serve(self, seed: int) -> Serve:
        """Return a function that serves every draw at once, from prepared results and this seed."""
        return seeded_server(seed)
