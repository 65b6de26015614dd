"""Blocks of orders in letters, and the drafts made from them.

`receive` never plays orders; only the player does.
"""

from __future__ import annotations

import os
import re
import unicodedata
from dataclasses import dataclass
from pathlib import Path

from khronos_pbem.engine.markers import ORDERS_BEGIN, ORDERS_END
from khronos_pbem.errors import KhronosError, UsageError
from khronos_pbem.messages import message
from khronos_pbem.storage.files import read_file, write_output
from khronos_pbem.storage.home_folder import ensure_folder

MAX_BLOCKS, MAX_LINES, MAX_SIZE = 20, 200, 16_000
MAX_DRAFTS = 9
"""The maximum number of different drafts for one block of one game.

The limit prevents letters from filling the disk.
"""

_BEGIN = re.compile(re.escape(ORDERS_BEGIN) + r" ([A-Za-z0-9_-]{22}) ([0-9]{1,6})-----")
_QUOTE = re.compile(r"(?:[ \t\u00a0]*+[>|])*+[ \t\u00a0]*+")
_COMMENTS = "#"


@dataclass(frozen=True, slots=True)
class OrderBlock:
    """Orders for the turn after block `seq` of a game; `lines` holds them as typed."""

    game: str
    seq: int
    lines: tuple[str, ...]


def parse_order_blocks(text: str) -> list[OrderBlock]:
    """Return the blocks of orders in a text; empty blocks are left out.

    Each marker must be on a line of its own, which may be quoted. Blocks that are too long are also left out,
    and the number of blocks is limited.
    """
    found: dict[OrderBlock, None] = {}
    begun: tuple[str, int] | None = None
    lines: list[str] = []
    if ORDERS_BEGIN not in text:
        return []
    for raw in text.replace("\r\n", "\n").replace("\r", "\n").split("\n"):
        line = raw[_QUOTE.match(raw).end() :].rstrip(" \t\u00a0")  # type: ignore[union-attr]
        mark = _BEGIN.fullmatch(line)
        if mark:
            begun, lines = (mark[1], int(mark[2])), []
        elif line == ORDERS_END:
            if begun and lines and sum(map(len, lines)) <= MAX_SIZE:
                found[OrderBlock(*begun, tuple(lines))] = None
            begun = None
        elif begun and line and not line.startswith(_COMMENTS):
            lines.append(line)
            begun = begun if len(lines) <= MAX_LINES else None
        if len(found) == MAX_BLOCKS:
            break
    return list(found)


def visible(text: str) -> str:
    """The text with control, direction and other invisible characters escaped."""
    return "".join(_written_out(c) for c in text)


def _written_out(c: str) -> str:
    if c == " " or unicodedata.category(c)[0] not in "CZ":
        return c
    return c.encode("unicode_escape", "surrogatepass").decode("ascii") if c != "\u00a0" else " "


def write_draft(place: Path, name: str, lines: tuple[str, ...], about: list[str]) -> Path:
    """Write orders to a separate file in the drafts folder of `place`; return the file.

    `about` is written first, as comments. If a file with the same orders exists, that file is returned.
    Nothing is overwritten: different orders with the same name go to a numbered file. Raises UsageError if
    the file cannot be written, or if there are too many drafts with that name.
    """
    shown = [visible(line) for line in lines]
    for number in range(1, MAX_DRAFTS + 1):
        path = ensure_folder(place, "drafts") / (f"{name}.txt" if number == 1 else f"{name}-{number}.txt")
        if not os.path.lexists(path):
            text = "\n".join([*(f"# {visible(line)}" for line in about), *shown])
            write_output(path, f"{text}\n", force=False, mode=0o600)
            return path
        if read_draft(path) == shown:
            return path
    hint = message(
        "look through the drafts in {path} and delete those that are not yours", path=place / "drafts"
    )
    raise UsageError(message("too many drafts for this block"), hint=hint)


def read_draft(path: Path) -> list[str]:
    """The orders of a draft, without its comments; empty if it cannot be read."""
    try:
        text = read_file(path).decode("utf-8", "replace")
    except KhronosError:
        return []
    return [line for line in text.split("\n") if line and not line.startswith(_COMMENTS)]
