"""What stands in a letter, and the same as plain text: what happened, what can be done, in 78 columns."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Iterator
from textwrap import wrap
from typing import NamedTuple

from khronos_pbem.characters import visible
from khronos_pbem.messages import Speak, plural_message

WIDTH = 78
"""Columns of a letter (RFC 5322 2.1.1): what is longer, some mail programs break where they like."""

MOST_NEWS, LONGEST = 16_000, 2_000
"""Characters of what happened that a letter tells, the newest first, and of one line of it."""

News = tuple[tuple[str, ...], ...]
"""The blocks since somebody's last turn: for each who did what, then what came of it, spoken already."""


class Section(NamedTuple):
    """Some lines under a sentence; `code` is to be typed or filled in, and never broken."""

    head: str
    lines: tuple[str, ...] = ()
    code: bool = False


class Body(NamedTuple):
    """A letter without its boards: what it is of, what is to be done, what happened, and what to type.

    `told` is the sentence above what happened.
    """

    title: str
    lead: str
    told: str
    news: News
    sections: tuple[Section, ...]


def shortened(news: Iterable[Iterable[str]], word: str, speak: Speak) -> News:
    """What happened as far as a letter has room: the newest blocks, very long lines cut. `word` is the game.

    Control and direction characters in what people typed are written out.
    """
    kept: list[tuple[str, ...]] = []
    left, dropped = MOST_NEWS, 0
    for entry in reversed([tuple(_cut(visible(line)) for line in entry) for entry in news]):
        left -= sum(map(len, entry))
        if left < 0 and kept:
            dropped += 1
        else:
            kept.append(_fitting(entry))
    if dropped:
        more = plural_message(
            "{n} earlier turn is left out here: khronos log {word} shows it",
            "{n} earlier turns are left out here: khronos log {word} shows them",
            dropped,
            word=word,
        )
        kept.append((speak(more),))
    return tuple(reversed(kept))


def _cut(line: str) -> str:
    return line if len(line) <= LONGEST else f"{line[:LONGEST]}…"


def _fitting(entry: tuple[str, ...]) -> tuple[str, ...]:
    """As many lines of one block as a letter has room for."""
    lines, left = list[str](), MOST_NEWS
    for line in entry:
        left -= len(line)
        if left < 0:
            return (*lines, "…")
        lines.append(line)
    return entry


def plain(body: Body, boards: Iterable[str]) -> list[str]:
    """A letter as lines of at most `WIDTH` columns; the boards come as lines that are no wider."""
    lines = [*wrapped(visible(body.title)), "", *wrapped(body.lead), ""]
    if body.news:
        lines += wrapped(body.told)
        lines += [line for entry in body.news for told in entry for line in wrapped(told)]
    shown = list(boards)
    lines += [*shown, ""] if shown else []
    for section in body.sections:
        lines += wrapped(section.head)
        lines += (
            ["", *section.lines]
            if section.code
            else [each for line in section.lines for each in wrapped(line)]
        )
        lines.append("")
    return lines


def wrapped(line: str, width: int = WIDTH, deeper: str = "  ") -> Iterator[str]:
    """A line in lines of a width; what is broken goes on further right.

    Letters that take two columns each count as two.
    """
    wide = any(unicodedata.east_asian_width(letter) in "WF" for letter in line)
    indent = line[: len(line) - len(line.lstrip(" "))]
    yield from wrap(
        line,
        width // 2 if wide else width,
        initial_indent="",
        subsequent_indent=indent + deeper,
        break_on_hyphens=False,
        drop_whitespace=True,
    ) or [""]
