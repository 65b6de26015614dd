"""Where and as whom a command works."""

from __future__ import annotations

from pathlib import Path

from khronos_pbem.cli import options as opt
from khronos_pbem.record.home import home
from khronos_pbem.session.acting import Desk


def desk(name: str | None, *, out: Path | None = None, force: bool = False, rewind: bool = False) -> Desk:
    """Where and as whom a command works."""
    return Desk(home(), opt.ask_passphrase, opt.now(), name, out, force, rewind)
