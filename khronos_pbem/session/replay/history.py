"""A record replayed: what the replay makes of it, and what looking and showing ask for."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from khronos_pbem.errors import KhronosError
from khronos_pbem.record.block import Block
from khronos_pbem.session.replay.table import Table

if TYPE_CHECKING:
    from khronos_pbem.engine.contract import Event
    from khronos_pbem.session.replay.run_orders import Stage


class Entry(NamedTuple):
    """One block with what happened in it, order by order, and the table after it."""

    block: Block
    events: tuple[Event, ...]
    table: Table
    stages: tuple[Stage, ...] = ()


class History(NamedTuple):
    """A record replayed: the entries that hold, the table at the end, and what breaks it, if anything."""

    start: Table
    entries: Sequence[Entry]
    heads: tuple[bytes, ...]
    problem: KhronosError | None = None

    @property
    def table(self) -> Table:
        """The table after the last entry that holds."""
        return self.entries[-1].table if self.entries else self.start
