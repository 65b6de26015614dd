"""The `Context` of a command: home folder, identity, output file and passphrase."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from khronos_pbem.cli import shared_options as opt
from khronos_pbem.cli.terminal.printing import translate
from khronos_pbem.home import config
from khronos_pbem.library import notifications as calling
from khronos_pbem.session.context import Context
from khronos_pbem.storage.home_folder import home

if TYPE_CHECKING:
    from khronos_pbem.session.identities import PassphrasePrompt


def context(
    name: str | None,
    *,
    out: Path | None = None,
    force: bool = False,
    rewind: bool = False,
    ask: PassphrasePrompt | None = None,
) -> Context:
    """Return the context of a command for the identity `name`.

    `ask` replaces the usual prompt for a passphrase. `out`, `force` and `rewind` are the options of the same
    names.
    """
    return Context(
        home(), ask or opt.ask_passphrase, opt.current_time(), name, out, force, rewind, shared_folders
    )


def shared_folders() -> list[Path]:
    """Return the configured shared folders. Raises UsageError if the configuration cannot be read."""
    return config.paths_of(config.read_config(), "folders")


def caller(hook: str, notices: bool) -> calling.Notifier:
    """Return a notifier that tells the player about a new turn.

    It runs the command `hook`, shows a desktop notification (with `notices`), or does nothing.
    """
    return calling.Notifier(hook, notices, translate)
