"""Full-screen programs driven by keys and mouse, on a clock of their own: nothing depends on the machine's.

The clock stands still while there is something to do, and is set to what comes next when there is nothing.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from selectors import DefaultSelector, SelectorKey
from typing import Any

import pytest
from textual.app import App
from textual.pilot import Pilot

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


class _VirtualLoop(asyncio.SelectorEventLoop):
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


def drive(app: App[Any], test: Callable[[Pilot[Any]], Awaitable[None]], size: tuple[int, int]) -> None:
    """Run a test inside a program whose screen has this many columns and rows."""

    async def run() -> None:
        async with app.run_test(size=size) as pilot:
            await test(pilot)

    with pytest.MonkeyPatch.context() as patch, asyncio.Runner(loop_factory=_VirtualLoop) as runner:
        patch.setattr("textual._time.get_time", runner.get_loop().time)
        for module in ("textual.app", "textual.pilot"):
            patch.setattr(f"{module}.wait_for_idle", _until_idle)
        runner.run(run())
