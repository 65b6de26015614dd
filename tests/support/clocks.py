"""What a home noted of when it first saw the blocks of a game, as if it had been at another moment."""

from __future__ import annotations

import shutil
from pathlib import Path

from khronos_pbem.home.versions.first_seen import note_first_seen
from khronos_pbem.record.chain import block_hashes
from khronos_pbem.record.save import parse_save
from khronos_pbem.storage.files import read_file


def saw(home: Path, file: Path, at: str) -> None:
    """Let a home have first seen the newest blocks of the game in a file at a moment."""
    shutil.rmtree(home / "first_seen", ignore_errors=True)
    save = parse_save(read_file(file))
    note_first_seen(home, save.header, block_hashes(save), at)
