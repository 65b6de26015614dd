"""Notify the player about games in which newly arrived mail has made it their turn."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from khronos_pbem.cli.terminal.printing import note
from khronos_pbem.library.library import Library
from khronos_pbem.library.newest_copy import update_inbox_rows
from khronos_pbem.library.notifications import Notifier
from khronos_pbem.library.send_shares import identity_to_act, own_identities
from khronos_pbem.messages import message
from khronos_pbem.session.context import Context


@dataclass
class TurnNotifier:
    """A notifier that compares the library before and after mail arrives, and reports new turns.

    If the caller has neither a command nor desktop notifications, the library is not read.
    """

    library: Library
    context: Context
    caller: Notifier
    before: set[tuple[str, str]] = field(init=False)

    def __post_init__(self) -> None:
        """Record which games are already waiting."""
        self.before = set(self._waiting()) if self._is_wanted() else set()

    def call(self) -> None:
        """Notify the player about each game that is waiting for them now and was not before.

        Problems are printed to standard error.
        """
        if not self._is_wanted():
            return
        for state, row in self._waiting().items():
            if state not in self.before:
                for line in self.caller.notify(Path(row["file"]), row["title"], message("It is your move.")):
                    note(line)
        self.caller.wait_for_hooks()

    def _is_wanted(self) -> bool:
        return bool(self.caller.hook) or self.caller.notices

    def _waiting(self) -> dict[tuple[str, str], Mapping[str, Any]]:
        """Return the rows of the games that are waiting for the player, by file and head."""
        names = own_identities(self.context)
        rows = [row for row in update_inbox_rows(self.library) if identity_to_act(row, names)]
        return {(row["file"], row["head"]): row for row in rows}
