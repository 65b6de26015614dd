"""Screens of Textual on a clock of their own: what is timed happens at once, and in the same order anywhere.

The clock stands still while there is something to do, and is set to what comes next when there is nothing.
"""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from selectors import DefaultSelector, SelectorKey
from typing import Any, TypeVar

import pytest

T = TypeVar("T")

_MOMENT = 1 / 50
"""Seconds on that clock after which a screen has done what it was asked: longer than one of its frames."""


class _Selector(DefaultSelector):
    """Waits for nothing but what has no time."""

    now = 0.0

    def select(self, timeout: float | None = None) -> list[tuple[SelectorKey, int]]:
        """What is ready; the clock goes on by the timeout if nothing is."""
        found = super().select(timeout and 0)
        if timeout and not found:
            self.now += timeout
        return found


class _Loop(asyncio.SelectorEventLoop):
    """Runs on the clock of its selector."""

    def __init__(self) -> None:
        self.clock = _Selector()
        super().__init__(self.clock)

    def time(self) -> float:
        """Seconds since the beginning."""
        return self.clock.now


async def _until_idle(*_: float) -> None:
    """Wait until all that is ready is done, and a frame is drawn."""
    await asyncio.sleep(_MOMENT)


def run(main: Coroutine[Any, Any, T]) -> T:
    """Run a coroutine that opens screens; what it returned."""
    with pytest.MonkeyPatch.context() as patch, asyncio.Runner(loop_factory=_Loop) as runner:
        patch.setattr("textual._time.get_time", runner.get_loop().time)
        for module in ("textual.app", "textual.pilot"):
            patch.setattr(f"{module}.wait_for_idle", _until_idle)
        return runner.run(main)
