"""What is loaded only when it is first used: the one place for it, so that commands start fast.

A module names such parts where it names the others, at its top, once for the checker of types and once here:

    if TYPE_CHECKING:
        from PIL import Image
    else:
        Image = later("PIL.Image")
"""

from __future__ import annotations

from importlib import import_module
from types import ModuleType
from typing import Any


class Later:
    """A module that is loaded when something of it is first asked for."""

    __slots__ = ("_module", "_name")

    def __init__(self, name: str) -> None:
        self._name = name
        self._module: ModuleType | None = None

    def __getattr__(self, key: str) -> Any:
        if self._module is None:
            self._module = import_module(self._name)
        return getattr(self._module, key)

    def __repr__(self) -> str:
        return f"later({self._name!r})"


def later(name: str) -> Later:
    """The module of this dotted name, not loaded yet. What is asked of it raises what its loading raises."""
    return Later(name)
