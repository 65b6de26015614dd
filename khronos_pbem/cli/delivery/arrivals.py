"""Which games have become my move by what came in, and the call for each."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from khronos_pbem.cli.terminal.printing import note
from khronos_pbem.library.library import Library
from khronos_pbem.library.newest_copy import rows_of
from khronos_pbem.library.notifications import Caller
from khronos_pbem.library.send_shares import acts_for, own_names
from khronos_pbem.messages import message
from khronos_pbem.session.context import Context


@dataclass
class Arrivals:
    """The library as it was before anything came in; a caller with nothing to do costs nothing."""

    library: Library
    context: Context
    caller: Caller
    before: set[tuple[str, str]] = field(init=False)

    def __post_init__(self) -> None:
        """Remember which games wait already."""
        self.before = set(self._waiting()) if self._is_wanted() else set()

    def call(self) -> None:
        """Call for every game that waits for the player now and did not before; what fails is noted."""
        if not self._is_wanted():
            return
        for state, row in self._waiting().items():
            if state not in self.before:
                for line in self.caller.call(Path(row["file"]), row["title"], message("It is your move.")):
                    note(line)
        self.caller.leave()

    def _is_wanted(self) -> bool:
        return bool(self.caller.hook) or self.caller.notices

    def _waiting(self) -> dict[tuple[str, str], Mapping[str, Any]]:
        """The rows of the games that wait for the player, by file and head."""
        names = own_names(self.context)
        rows = [row for row in rows_of(self.library) if acts_for(row, names)]
        return {(row["file"], row["head"]): row for row in rows}
