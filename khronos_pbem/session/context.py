"""Where and as whom somebody works."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from khronos_pbem.session.identities import Ask


class Context(NamedTuple):
    """Where and as whom somebody works: the keyring's folder, the identity, the file written, the moment.

    `at` is UTC in whole seconds ("2026-11-22T18:03:00Z"); `shared` gives the folders that others read, as far
    as they are configured, and raises UsageError where that cannot be known.
    """

    home: Path
    ask: Ask
    at: str
    name: str | None = None
    out: Path | None = None
    force: bool = False
    rewind: bool = False
    shared: Callable[[], Sequence[Path]] = tuple
