"""Where and as whom a command works."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from khronos_pbem.cli import shared_options as opt
from khronos_pbem.cli.terminal.printing import spoken
from khronos_pbem.home import config
from khronos_pbem.library import notifications as calling
from khronos_pbem.session.context import Context
from khronos_pbem.storage.home_folder import home

if TYPE_CHECKING:
    from khronos_pbem.session.identities import Ask


def context(
    name: str | None,
    *,
    out: Path | None = None,
    force: bool = False,
    rewind: bool = False,
    ask: Ask | None = None,
) -> Context:
    """Where and as whom a command works; `ask` asks for a passphrase in another way."""
    return Context(home(), ask or opt.ask_passphrase, opt.now(), name, out, force, rewind, shared_folders)


def shared_folders() -> list[Path]:
    """The shared folders that are configured. Raises UsageError for a configuration that cannot be read."""
    return config.paths_of(config.read_config(), "folders")


def caller(hook: str, notices: bool) -> calling.Caller:
    """How the player is called when it is his move: by a command, on the desktop, or not at all."""
    return calling.Caller(hook, notices, spoken)
