"""Folders whose files others may read at any moment: a block written there has left this machine."""

from __future__ import annotations

import json
import os
from collections.abc import Iterable
from pathlib import Path

from khronos_pbem.storage.file_types import real_path
from khronos_pbem.storage.files import read_if_possible, write_state_file
from khronos_pbem.storage.home_folder import ensure_folder

MOST_SHARED = 200
MOST_ENTRIES = 10_000
"""Entries of a shared folder that are looked at for a link."""


def note_shared(home: Path, place: Path) -> None:
    """Note that others may read the files in a folder at any moment, as `watch` does. Raises UsageError."""
    known, path = shared_folders(home), real_path(place)
    if path not in known:
        ensure_folder(home, "")
        data = json.dumps([*known, path][-MOST_SHARED:], ensure_ascii=False)
        write_state_file(_file(home), data.encode(errors="surrogateescape"))


def shared_folders(home: Path) -> list[str]:
    """The noted folders as full paths; none if the list cannot be read."""
    return _noted(home) or []


def is_shared(home: Path, path: Path, more: Iterable[Path] = ()) -> bool:
    """Whether others may read a file: it is in or below a shared folder, or a link there leads to it.

    Shared folders are the noted ones and `more`. True if the list of noted folders cannot be read.
    """
    noted = _noted(home)
    if noted is None:
        return True
    folders = {*noted, *map(real_path, more)}
    real, named = Path(real_path(path)), Path(real_path(path.parent), path.name)
    if any(str(parent) in folders for parent in (*real.parents, *named.parents)):
        return True
    return any(_leads_to(each, real) for each in folders)


def _leads_to(folder: str, file: Path) -> bool:
    """Whether a link in a folder or below it leads to a file, or to a folder above the file."""
    seen = 0
    for parent, folders, files in os.walk(folder):
        for name in (*folders, *files):
            entry = Path(parent, name)
            if entry.is_symlink() and Path(real_path(entry)) in (file, *file.parents):
                return True
        seen += len(folders) + len(files)
        if seen > MOST_ENTRIES:
            return False
    return False


def _file(home: Path) -> Path:
    return home / "shared.json"


def _noted(home: Path) -> list[str] | None:
    """The noted folders; None if the list exists but cannot be read."""
    data = read_if_possible(_file(home))
    if data is None:
        return None if os.path.lexists(_file(home)) else []
    try:
        found = json.loads(data.decode(errors="surrogateescape"))
    except (ValueError, RecursionError):
        return None
    whole = isinstance(found, list) and all(isinstance(each, str) for each in found)
    return found if whole else None
