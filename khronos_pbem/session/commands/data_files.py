"""Load maps and cards that are built in or come from a file.

A new save contains a full copy of them (RULES 1.1).
"""

from __future__ import annotations

from pathlib import Path

from khronos_pbem.engine.features.protocols import DataFiles
from khronos_pbem.errors import KhronosError
from khronos_pbem.games.registry import feature
from khronos_pbem.messages import message
from khronos_pbem.record.toml import read_filled, read_text
from khronos_pbem.session.replay.open_save import with_file
from khronos_pbem.storage.files import SMALL_BYTES, read_file

LIKE_OURS = message("use a TOML file like those that come with the program")
"""The hint for a file that is empty or contains no text."""


def load_data(game: str, name: str) -> dict[str, object]:
    """Load map or card data in the form used in saves.

    `name` is the name of built-in data, or a path. Raises UsageError if there is neither, InvalidFile for
    invalid data.
    """
    files, path = feature(game, DataFiles), Path(name)
    if name in files.names() or not (path.suffix or path.exists()):
        return files.built_in(name)
    data = read_file(path, SMALL_BYTES)
    try:
        return files.validate(read_filled(read_text(data, LIKE_OURS), LIKE_OURS))
    except KhronosError as problem:
        raise with_file(problem, path) from None
