"""The contents of a letter, and their plain text form in 78 columns."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from html import escape
from textwrap import wrap
from typing import NamedTuple

from khronos_pbem.characters import escape_invisible
from khronos_pbem.messages import Translate, plural_message

WIDTH = 78
"""The maximum width of a letter in columns (RFC 5322 2.1.1); some mail programs break longer lines."""

MOST_NEWS, LONGEST = 16_000, 2_000
"""The maximum bytes of news on a page, newest first, and the maximum characters of one line of news."""

News = tuple[tuple[str, ...], ...]
"""The translated news since a player's last turn: for each block, the action and then its effects."""


class Link(NamedTuple):
    """A link to tap: its label, its address, and the lines to type instead.

    `note` explains the label in a few words. A `main` link is emphasized.
    """

    label: str
    url: str
    typed: tuple[str, ...]
    note: str = ""
    main: bool = False


class Section(NamedTuple):
    """Lines under a heading; with `code`, they are to be typed or filled in, and are never wrapped.

    `links` follow the lines.
    """

    head: str
    lines: tuple[str, ...] = ()
    code: bool = False
    links: tuple[Link, ...] = ()


class LetterBody(NamedTuple):
    """A letter without its boards: the game, the next action, the news, and sections with commands.

    `lead` are paragraphs, and `told` is the sentence above the news. `top` is a line above the title. The
    sections `before` come after the title, those in `why` after the next action, and `sections` after the
    boards. `boards` is the heading of the boards; if it is empty, the usual heading is used.
    """

    title: str
    lead: tuple[str, ...]
    told: str
    news: News
    sections: tuple[Section, ...]
    top: str = ""
    before: tuple[Section, ...] = ()
    why: tuple[Section, ...] = ()
    boards: str = ""


def shortened_news(news: Iterable[Iterable[str]], word: str, speak: Translate, most: int = MOST_NEWS) -> News:
    """The newest blocks of the news that fit into `most` bytes of a page, with very long lines cut.

    `word` is the name of the game in commands. Control and direction characters are escaped.
    """
    kept: list[tuple[str, ...]] = []
    left, dropped = most, 0
    for entry in reversed([tuple(_cut_line(escape_invisible(line)) for line in entry) for entry in news]):
        left -= sum(map(_size_on_page, entry))
        if left < 0 and kept:
            dropped += 1
        else:
            kept.append(lines_that_fit(entry, most))
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


def lines_that_fit(lines: Sequence[str], most: int) -> tuple[str, ...]:
    """The first lines that fit into `most` bytes of a page; … replaces the others."""
    left = most
    for number, line in enumerate(lines):
        left -= _size_on_page(line)
        if left < 0:
            return (*lines[:number], "…")
    return tuple(lines)


def _size_on_page(line: str) -> int:
    return len(escape(line).encode(errors="replace"))


def plain_letter_lines(body: LetterBody, boards: Iterable[str]) -> list[str]:
    """A letter as lines of at most `WIDTH` columns.

    `boards` are the lines of the drawn boards, which must not be wider.
    """
    lines = [body.top, ""] if body.top else []
    lines += [*wrapped_lines(escape_invisible(body.title)), "", *_section_lines(body.before)]
    for paragraph in body.lead:
        lines += [*wrapped_lines(paragraph), ""]
    lines += _section_lines(body.why)
    if body.news:
        lines += wrapped_lines(body.told)
        lines += [line for entry in body.news for told in entry for line in wrapped_lines(told)]
    shown = list(boards)
    if shown:
        lines += [*wrapped_lines(body.boards), *shown, ""] if body.boards else [*shown, ""]
    return [*lines, *_section_lines(body.sections)]


def _section_lines(sections: Iterable[Section]) -> Iterator[str]:
    """Sections as lines; each link is replaced by its label and the lines to type."""
    for section in sections:
        yield from wrapped_lines(section.head)
        texts = [each for line in section.lines for each in wrapped_lines(line)]
        yield from [*(["", *section.lines] if section.code else texts), ""]
        for link in section.links:
            yield from wrapped_lines(f"{link.label} ({link.note})" if link.note else link.label)
            yield from ["", *(f"  {line}" for line in link.typed), ""]


def wrapped_lines(line: str, width: int = WIDTH, deeper: str = "  ") -> Iterator[str]:
    """A line wrapped to a width; continuation lines are indented by `deeper`.

    Lines with wide East Asian characters are wrapped to half the width.
    """
    wide = any(unicodedata.east_asian_width(letter) in "WF" for letter in line)
    indent = line[: len(line) - len(line.lstrip(" "))]
    room = width // 2 if wide else width
    yield from wrap(line, room, subsequent_indent=indent + deeper, break_on_hyphens=False) or [""]
