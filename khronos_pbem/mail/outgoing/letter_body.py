"""The contents of a letter, and their plain text form in 78 columns."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Iterator
from textwrap import wrap
from typing import NamedTuple

from khronos_pbem.characters import escape_invisible
from khronos_pbem.messages import Translate, plural_message

WIDTH = 78
"""Columns of a letter (RFC 5322 2.1.1): what is longer, some mail programs break where they like."""

MOST_NEWS, LONGEST = 16_000, 2_000
"""Characters of what happened that a letter tells, the newest first, and of one line of it."""

News = tuple[tuple[str, ...], ...]
"""The blocks since somebody's last turn: for each who did what, then what came of it, spoken already."""


class Section(NamedTuple):
    """Lines under a head; with `code` they are to be typed or filled in, and are never wrapped."""

    head: str
    lines: tuple[str, ...] = ()
    code: bool = False


class LetterBody(NamedTuple):
    """A letter without its boards: the game, the next action, the news, and sections with commands.

    `lead` are paragraphs, `told` is the sentence above the news.
    """

    title: str
    lead: tuple[str, ...]
    told: str
    news: News
    sections: tuple[Section, ...]


def shortened_news(news: Iterable[Iterable[str]], word: str, speak: Translate) -> News:
    """The newest blocks of the news that fit into a letter, with very long lines cut.

    `word` is the game in commands. Control and direction characters are written out.
    """
    kept: list[tuple[str, ...]] = []
    left, dropped = MOST_NEWS, 0
    for entry in reversed([tuple(_cut_line(escape_invisible(line)) for line in entry) for entry in news]):
        left -= sum(map(len, entry))
        if left < 0 and kept:
            dropped += 1
        else:
            kept.append(_lines_that_fit(entry))
    if dropped:
        more = plural_message(
            "{n} earlier turn is left out here: khronos log {word} shows it",
            "{n} earlier turns are left out here: khronos log {word} shows them",
            dropped,
            word=word,
        )
        kept.append((speak(more),))
    return tuple(reversed(kept))


def _cut_line(line: str) -> str:
    return line if len(line) <= LONGEST else f"{line[:LONGEST]}…"


def _lines_that_fit(entry: tuple[str, ...]) -> tuple[str, ...]:
    """The first lines of one block, as many as fit into a letter."""
    lines, left = list[str](), MOST_NEWS
    for line in entry:
        left -= len(line)
        if left < 0:
            return (*lines, "…")
        lines.append(line)
    return entry


def plain_letter_lines(body: LetterBody, boards: Iterable[str]) -> list[str]:
    """A letter as lines of at most `WIDTH` columns; `boards` are drawn lines that are no wider."""
    lines = [*wrapped_lines(escape_invisible(body.title)), ""]
    for paragraph in body.lead:
        lines += [*wrapped_lines(paragraph), ""]
    if body.news:
        lines += wrapped_lines(body.told)
        lines += [line for entry in body.news for told in entry for line in wrapped_lines(told)]
    shown = list(boards)
    lines += [*shown, ""] if shown else []
    for section in body.sections:
        lines += wrapped_lines(section.head)
        texts = [each for line in section.lines for each in wrapped_lines(line)]
        lines += [*(["", *section.lines] if section.code else texts), ""]
    return lines


def wrapped_lines(line: str, width: int = WIDTH, deeper: str = "  ") -> Iterator[str]:
    """A line wrapped to a width; continuation lines are indented by `deeper`.

    Lines with wide East Asian characters are wrapped to half the width.
    """
    wide = any(unicodedata.east_asian_width(letter) in "WF" for letter in line)
    indent = line[: len(line) - len(line.lstrip(" "))]
    room = width // 2 if wide else width
    yield from wrap(line, room, subsequent_indent=indent + deeper, break_on_hyphens=False) or [""]
