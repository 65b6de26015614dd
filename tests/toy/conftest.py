"""The toy game sits at the table while it is tested."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from khronos_pbem.games.registry import GAMES
from tests.toy.race import PLACE


@pytest.fixture(autouse=True, scope="module")
def race() -> Iterator[None]:
    """The race is one of the games."""
    GAMES["race"] = PLACE
    yield
    del GAMES["race"]
