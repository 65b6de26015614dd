"""Order blocks in letters, and the drafts they become: `receive` never plays, a person does."""

from __future__ import annotations

import os
import re
import unicodedata
from dataclasses import dataclass
from pathlib import Path

from khronos_pbem.engine.markers import ORDERS_BEGIN, ORDERS_END
from khronos_pbem.errors import KhronosError, UsageError
from khronos_pbem.messages import message
from khronos_pbem.storage.files import read_file, write_new
from khronos_pbem.storage.home_folder import folder

MAX_BLOCKS, MAX_LINES, MAX_SIZE = 20, 200, 16_000
MAX_DRAFTS = 9
"""Different drafts that are kept for one block of one game: letters must not fill the disk."""

_BEGIN = re.compile(re.escape(ORDERS_BEGIN) + r" ([A-Za-z0-9_-]{22}) ([0-9]{1,6})-----")
_QUOTE = re.compile(r"(?:[ \t\u00a0]*+[>|])*+[ \t\u00a0]*+")
_COMMENTS = "#"


@dataclass(frozen=True, slots=True)
class OrderBlock:
    """Orders for the turn after block `seq` of a game; the lines as they were typed."""

    game: str
    seq: int
    lines: tuple[str, ...]


def order_blocks(text: str) -> list[OrderBlock]:
    """The order blocks of a text that hold orders. Their marks count on lines of their own, quoted or not."""
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
    """A text with its control, direction and other invisible characters written out."""
    return "".join(_written_out(c) for c in text)


def _written_out(c: str) -> str:
    if c == " " or unicodedata.category(c)[0] not in "CZ":
        return c
    return c.encode("unicode_escape", "surrogatepass").decode("ascii") if c != "\u00a0" else " "


def keep_draft(place: Path, name: str, lines: tuple[str, ...], about: list[str]) -> Path:
    """Keep orders as a file of their own; the file, an older one if that holds the very same.

    `about` stands on top as comments. Nothing is overwritten: other orders of the same name get a number.
    Raises UsageError if they cannot be written, or if there are too many of that name.
    """
    shown = [visible(line) for line in lines]
    for number in range(1, MAX_DRAFTS + 1):
        path = folder(place, "drafts") / (f"{name}.txt" if number == 1 else f"{name}-{number}.txt")
        if not os.path.lexists(path):
            text = "\n".join([*(f"# {visible(line)}" for line in about), *shown])
            write_new(path, f"{text}\n", force=False, mode=0o600)
            return path
        if orders_in(path) == shown:
            return path
    hint = message(
        "look through the drafts in {path} and delete those that are not yours", path=place / "drafts"
    )
    raise UsageError(message("too many drafts for this block"), rule="FORMATS 1", hint=hint)


def orders_in(path: Path) -> list[str]:
    """The orders of a draft, without its comments; none if it cannot be read."""
    try:
        text = read_file(path).decode("utf-8", "replace")
    except KhronosError:
        return []
    return [line for line in text.split("\n") if line and not line.startswith(_COMMENTS)]
