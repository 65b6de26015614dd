"""Turns of a hint or an analysis as texts, with their results and the next opponent's best answer."""

from __future__ import annotations

from typing import NamedTuple

from khronos_pbem.engine.features.bots import Outlook


class RatedTurn(NamedTuple):
    """A turn as canonical orders, its evaluation, and its outlook."""

    orders: tuple[str, ...]
    evaluation: float
    outlook: Outlook


class ExpectedReply(NamedTuple):
    """The best answer of the next opponent to a turn: `engine.features.bots.Reply` as texts."""

    colour: str
    orders: tuple[str, ...]
    times: int
    worlds: int
    effects: tuple[str, ...]

    @property
    def is_likely(self) -> bool:
        """Whether at least half of the worlds have its most frequent order."""
        return 2 * self.times >= self.worlds
