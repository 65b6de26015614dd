"""A replayed record: its entries, and the table after each."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from khronos_pbem.errors import KhronosError
from khronos_pbem.record.block import Block
from khronos_pbem.session.replay.table import Table

if TYPE_CHECKING:
    from khronos_pbem.engine.contract import Event
    from khronos_pbem.session.replay.run_orders import OrderStage


class Entry(NamedTuple):
    """A block with its events and the table after it; `stages` are its orders one by one."""

    block: Block
    events: tuple[Event, ...]
    table: Table
    stages: tuple[OrderStage, ...] = ()


class History(NamedTuple):
    """A replayed record: the valid entries, and in `problem` the error of the next block, if any.

    `start` is the empty table, and `heads[n]` is the hash after n blocks.
    """

    start: Table
    entries: Sequence[Entry]
    heads: tuple[bytes, ...]
    problem: KhronosError | None = None

    @property
    def table(self) -> Table:
        """The table after the last valid entry."""
        return self.entries[-1].table if self.entries else self.start

    def table_with_players_at(self, seq: int) -> Table:
        """Return a table that has the players as they were after block `seq`.

        This is the last table if no seat has changed hands.
        """
        return self.entries[seq].table if self.table.former else self.table
