"""Maps by name or from a file, for a new game (RULES 1.1)."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from khronos_pbem.errors import KhronosError
from khronos_pbem.games.khronos.model.land import land_from_data
from khronos_pbem.games.khronos.model.maps import map_names, standard_map
from khronos_pbem.record.files import SMALL_BYTES, read_file
from khronos_pbem.record.toml import read_text, read_toml
from khronos_pbem.session.opening import at_file


def map_table(name: str) -> dict[str, Any]:
    """The whole map as a save holds it, by the name of one of the program's maps or a path.

    Raises UsageError if there is neither, InvalidFile for a map that cannot be.
    """
    path = Path(name)
    if name in map_names() or not (path.suffix or path.exists()):
        return standard_map(name).as_data()
    data = read_file(path, SMALL_BYTES)
    try:
        return land_from_data(read_toml(read_text(data))).as_data()
    except KhronosError as problem:
        raise at_file(problem, path) from None
