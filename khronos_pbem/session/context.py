"""The context of a command: home, identity, output file, and present moment."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from khronos_pbem.session.identities import PassphrasePrompt


class Context(NamedTuple):
    """The context of a command: home, passphrase prompt, moment, identity, output, and permissions.

    `at` is UTC in whole seconds ("2026-11-22T18:03:00Z"). `name` is the value of `--as`, `out` the output
    file. `shared` returns the configured folders that other people read; it raises UsageError if the settings
    cannot be read.
    """

    home: Path
    ask: PassphrasePrompt
    at: str
    name: str | None = None
    out: Path | None = None
    force: bool = False
    rewind: bool = False
    shared: Callable[[], Sequence[Path]] = tuple
