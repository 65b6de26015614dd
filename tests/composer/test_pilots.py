"""The screens are driven by conditions: a slow machine changes no test (`tests.support.pilots`)."""

from __future__ import annotations

from itertools import count
from typing import Any

import pytest

from khronos_pbem.composer.app import Composer
from tests.composer.benches import piloted, screen, standing

HOUR = 3600.0


def test_a_screen_is_read_once_it_is_drawn(monkeypatch: pytest.MonkeyPatch) -> None:
    """However much time goes by between two looks at the machine's clock."""
    hours = count(HOUR, HOUR)
    for name in ("monotonic", "perf_counter"):
        monkeypatch.setattr(f"time.{name}", lambda: next(hours))

    async def test(pilot: Any, app: Composer) -> None:
        await pilot.press("f1")
        assert "the cursor up" in screen(app)
        await pilot.press("down", "escape", "b")
        assert "the cursor up" not in screen(app)
        assert ">1" in screen(app)
        await pilot.resize_terminal(80, 24)
        assert "REASON" not in screen(app)

    piloted(test, standing("13_2_keep_on_might"))
