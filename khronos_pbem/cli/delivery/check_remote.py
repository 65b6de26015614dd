"""Check the requirements for answering from a phone.

Mail must reach the player and come back, and the robot must be able to use the identities.
"""

from __future__ import annotations

from pathlib import Path

from khronos_pbem.errors import UsageError
from khronos_pbem.home.config import Config
from khronos_pbem.home.keyring import BOTS, is_locked, list_names
from khronos_pbem.mail.incoming.inboxes import has_inboxes
from khronos_pbem.messages import VerbatimText, message


def check_mail(config: Config) -> None:
    """Raise UsageError unless letters can be sent to the player and the answers can be read."""
    check_sender(config.required("address"))
    config.required("smtp_host")
    if not has_inboxes(config):
        config.required("imap_host")


def check_sender(address: str) -> None:
    """Raise UsageError unless an address is ASCII; answers from any other would not be recognized."""
    if not address.isascii():
        what = message("answers from {address} cannot be recognized", address=VerbatimText(address[:80]))
        raise UsageError(what, hint=message("use an address without accented letters"))


def check_identities(home: Path, config: Config) -> None:
    """Raise UsageError if there is no identity, or if one is locked.

    A locked identity is allowed if a configured command prints the passphrase.
    """
    names = list_names(home)
    if not names:
        hint = message("create one: khronos keygen NAME")
        raise UsageError(message("you have no identity yet"), hint=hint)
    locked = [name for name in (*names, *list_names(home, BOTS)) if is_locked(home, name)]
    if locked and not config.get("passphrase_command"):
        what = message("the identity {name} is locked with a passphrase", name=locked[0])
        hint = message("set a command that prints the passphrase: khronos config passphrase_command COMMAND")
        raise UsageError(what, hint=hint)
