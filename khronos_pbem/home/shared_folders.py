"""Folders whose files other people may read at any moment: a block written there counts as sent."""

from __future__ import annotations

import json
import os
from collections.abc import Iterable
from functools import partial
from pathlib import Path

from khronos_pbem.storage.file_types import real_path
from khronos_pbem.storage.files import file_lock
from khronos_pbem.storage.json_store import FileCodec, JsonStore, text_list

MOST_SHARED = 200
MOST_ENTRIES = 10_000
"""The maximum number of entries of a shared folder that are searched for a link."""

_CODEC = FileCodec(
    lambda data: text_list(json.loads(data.decode(errors="surrogateescape"))),
    lambda known: json.dumps(known, ensure_ascii=False).encode(errors="surrogateescape"),
)
"""The codec of the list of folders; their paths may contain any bytes."""


def note_shared(home: Path, place: Path) -> None:
    """Note a shared folder, such as a watched one: other people may read its files at any moment.

    Raises the errors of `JsonStore.change`, such as UsageError if the list cannot be written.
    """
    path = real_path(place)
    if path not in shared_folders(home):
        _store(home).change(lambda known: [*known, path][-MOST_SHARED:])


def shared_folders(home: Path) -> list[str]:
    """Return the noted folders as full paths; empty if the list cannot be read."""
    return _store(home).read()


def is_shared(home: Path, path: Path, more: Iterable[Path] = ()) -> bool:
    """Return whether other people may read a file: it, or a link to it, is in a shared folder.

    Shared folders are the noted ones and `more`, with all their subfolders. Return True if the list of noted
    folders cannot be read. The same applies to a list that was damaged and moved aside, until a person
    deletes it.
    """
    noted = _store(home).read_if_whole()
    if noted is None:
        return True
    folders = {*noted, *map(real_path, more)}
    real, named = Path(real_path(path)), Path(real_path(path.parent), path.name)
    if any(str(parent) in folders for parent in (*real.parents, *named.parents)):
        return True
    return any(_leads_to(each, real) for each in folders)


def _leads_to(folder: str, file: Path) -> bool:
    """Return whether a link in or below a folder leads to a file, or to a folder above the file."""
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


def _store(home: Path) -> JsonStore[list[str]]:
    path = home / "shared.json"
    return JsonStore(path, _CODEC, [], partial(file_lock, path, home))
