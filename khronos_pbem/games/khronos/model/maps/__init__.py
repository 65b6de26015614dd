"""The feature `DataFiles` of Khronos: the maps that come with the program, and players' own maps."""

from __future__ import annotations

import pkgutil
import tomllib
from collections.abc import Mapping, Sequence
from functools import cache
from importlib import resources
from typing import Any

from khronos_pbem.engine.features.protocols import DataFiles
from khronos_pbem.errors import UsageError
from khronos_pbem.games.khronos.model.land import Land, land_from_data
from khronos_pbem.messages import message

STANDARD = "valley"


def _map_names() -> list[str]:
    """The names of the maps that come with the program, sorted."""
    return sorted(
        entry.name[:-5] for entry in resources.files(__name__).iterdir() if entry.name.endswith(".toml")
    )


@cache
def standard_map(name: str = STANDARD) -> Land:
    """Return a map that comes with the program. Raises UsageError if no map has this name."""
    if name != STANDARD and name not in _map_names():
        known = ", ".join(_map_names())
        raise UsageError(
            message("there is no map {name!r}", name=name),
            rule="1.1",
            hint=message("choose {known}, or give a map file", known=known),
        )
    text = pkgutil.get_data(__name__, f"{name}.toml")
    assert text is not None
    return land_from_data(tomllib.loads(text.decode()))


class KhronosMaps(DataFiles):
    """The maps of Khronos, as tables. Each save contains its whole map (RULES 1.1)."""

    def built_in(self, name: str) -> dict[str, Any]:
        """Return a map that comes with the program. Raises UsageError if no map has this name."""
        return standard_map(name).to_data()

    def names(self) -> Sequence[str]:
        """The names of the maps that come with the program, sorted."""
        return _map_names()

    def validate(self, data: Mapping[str, Any]) -> dict[str, Any]:
        """Check and return the map of a player's file. Raises InvalidFile if it breaks the rules for maps."""
        return land_from_data(data).to_data()

    heads = ("Terrain", "Hamlets")

    def to_heads(self, data: Mapping[str, Any]) -> tuple[str, tuple[str, ...]]:
        """Return the name of a map and two lines.

        The lines are its rows joined by `/`, and the squares of its hamlets.
        """
        terrain, hamlets = "/".join(str(data["terrain"]).split()), " ".join(data["hamlets"])
        return str(data["name"]), (terrain, hamlets)

    def from_heads(self, name: str, lines: Sequence[str]) -> dict[str, object]:
        """Return the map with this name from the lines of `to_heads`, without checking it."""
        rows, hamlets = lines
        terrain = "".join(f"{row}\n" for row in rows.split("/"))
        return {"name": name, "terrain": terrain, "hamlets": hamlets.split()}
