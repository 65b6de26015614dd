"""A program of somebody else that uses the installed package: `mypy --strict` checks it against its types."""

from __future__ import annotations

import sys
from pathlib import Path

from khronos_pbem import __version__
from khronos_pbem.errors import KhronosError
from khronos_pbem.games.khronos.order_text.grammar import parse, text
from khronos_pbem.record.save import Save, parse_save


def titles(paths: list[Path]) -> list[str]:
    """The titles of some saves; what is none is told as such."""
    found: list[str] = []
    for path in paths:
        try:
            save: Save = parse_save(path.read_bytes())
        except KhronosError as problem:
            found.append(str(problem))
        else:
            found.append(save.header.title)
    return found


if __name__ == "__main__":
    (order,) = parse("b k m f7")
    print(__version__, text(order.order), *titles([Path(name) for name in sys.argv[1:]]))
