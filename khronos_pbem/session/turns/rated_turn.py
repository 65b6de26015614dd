"""Turns of a hint or an analysis as texts: what they lead to, and the best answer of the next opponent."""

from __future__ import annotations

from typing import NamedTuple

from khronos_pbem.engine.features.bots import Outlook


class RatedTurn(NamedTuple):
    """A turn as canonical orders, its evaluation, and what it leads to."""

    orders: tuple[str, ...]
    evaluation: float
    outlook: Outlook


class ExpectedReply(NamedTuple):
    """The best answer of the next opponent to a turn: as `engine.features.bots.Reply`, in texts."""

    colour: str
    orders: tuple[str, ...]
    times: int
    worlds: int
    effects: tuple[str, ...]

    @property
    def is_likely(self) -> bool:
        """Whether at least half of the worlds have its most frequent order."""
        return 2 * self.times >= self.worlds
