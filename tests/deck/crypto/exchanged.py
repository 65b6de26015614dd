"""The deck on a second group: `python -m pytest -p tests.deck.crypto.exchanged tests/deck/test_table.py`.

Pytest loads this before anything else of the deck, which takes from `deck.crypto.group` what it finds there.
"""

from __future__ import annotations

import sys
from types import ModuleType

from khronos_pbem.deck.crypto import group
from tests.deck import points
from tests.deck.crypto import second_group


def _exchange(module: ModuleType, *names: str) -> None:
    for name in names:
        assert hasattr(module, name)
        setattr(module, name, getattr(second_group, name))


assert {name for name in sys.modules if name.startswith("khronos_pbem.deck.")} == {
    "khronos_pbem.deck.crypto",
    group.__name__,
}
_exchange(points, "BAD_POINTS")
_exchange(group, *second_group.CURVE)
