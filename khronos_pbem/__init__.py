"""Khronos by e-mail, without a server: rules, games and the command-line program.

Python programs import the names in `__all__`. `khronos_pbem.api` describes these names, and is loaded when
one of them is first used.
"""

from typing import TYPE_CHECKING

from khronos_pbem import lazy_imports
from khronos_pbem.version import __version__

lazy_imports.install()
if TYPE_CHECKING:
    from khronos_pbem.api import (
        Audience,
        Block,
        Bot,
        Event,
        Game,
        KhronosError,
        Order,
        Position,
        Seat,
        Waiting,
        apply,
        bot,
        legal_orders,
        load,
        new_position,
        parse,
        position_from_toml,
        render,
        score,
        to_text,
    )
else:
    from khronos_pbem import api

    def __getattr__(name: str) -> object:
        """Return a name of the API, loading the API if necessary."""
        if name in __all__:
            return getattr(api, name)
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


__all__ = [
    "Audience",
    "Block",
    "Bot",
    "Event",
    "Game",
    "KhronosError",
    "Order",
    "Position",
    "Seat",
    "Waiting",
    "__version__",
    "apply",
    "bot",
    "legal_orders",
    "load",
    "new_position",
    "parse",
    "position_from_toml",
    "render",
    "score",
    "to_text",
]
