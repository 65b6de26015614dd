"""The rule pages RULES, FORMATS, DECK and VILLAGE, and their paragraphs by number.

Errors and code cite these paragraphs. The English pages are normative. A translation has the same paragraphs
under the same numbers.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from difflib import get_close_matches
from functools import cache
from pathlib import Path

from khronos_pbem.errors import UsageError
from khronos_pbem.messages import Message, message

FOLDER = Path(__file__).parent / "law"
RULES, FORMATS, DECK, VILLAGE = "RULES", "FORMATS", "DECK", "VILLAGE"
PAGES = (RULES, FORMATS, DECK, VILLAGE)
ORIGINAL = "en"
"""The language of the normative pages; every page exists in it."""

_CHAPTER = re.compile(r"^## (\d+) (.+)\n", re.MULTILINE)
_NUMBER = re.compile(
    r"(?:^(?:\* )?|(?<=[.!?] )(?=\*\*[\d.]+\*\* |[\d.]+ [A-ZÀ-Þ*]))(?:\*\*)?(\d+)\.(\d+)(?:\*\*)? ",
    re.MULTILINE,
)
_PROMISE = re.compile(r"^\| (P\d+) \|.*$", re.MULTILINE)
_NEAR = 3
_SHOWN = 40


@dataclass(frozen=True, slots=True)
class Paragraph:
    """A paragraph, chapter or numbered promise (DECK 1, `P3`): its place, and its blocks of Markdown."""

    page: str
    number: str
    title: str
    blocks: tuple[str, ...]

    @property
    def name(self) -> str:
        """The citation: `RULES 6.4`."""
        return f"{self.page} {self.number}"

    @property
    def text(self) -> str:
        """The whole Markdown, its blocks joined."""
        return "\n\n".join(self.blocks)


@dataclass(frozen=True, slots=True)
class Page:
    """A rule page in one language: its title, its chapters, and all citable paragraphs by number."""

    name: str
    language: str
    title: str
    chapters: tuple[Paragraph, ...]
    paragraphs: dict[str, Paragraph] = field(hash=False)

    def within(self, chapter: str) -> tuple[str, ...]:
        """The numbers of the paragraphs of a chapter, in order."""
        return tuple(number for number in self.paragraphs if number.startswith(f"{chapter}."))

    def nearest_numbers(self, number: str) -> list[str]:
        """The existing paragraph numbers nearest to one that does not exist, in the sequence of the page."""
        alike = [each for each in self.paragraphs if _number_form(each) == _number_form(number)]
        found = alike or [chapter.number for chapter in self.chapters]
        nearest = sorted(found, key=lambda each: _distance(each, number))[:_NEAR]
        return [each for each in found if each in nearest]


def _number_form(number: str) -> str:
    """The form of a number: `0` for `6`, `0.0` for `6.4`, `P0` for `P3`."""
    return re.sub(r"\d+", "0", number)


def _distance(one: str, other: str) -> list[int]:
    places = [[int(digits) for digits in re.findall(r"\d+", number)] for number in (one, other)]
    return [abs(a - b) for a, b in zip(*places, strict=False)]


@cache
def page(name: str, language: str = ORIGINAL) -> Page:
    """A rule page in a language, or in English if it is not translated."""
    path = FOLDER / language / f"{name.lower()}.md"
    if not path.exists():
        language, path = ORIGINAL, FOLDER / ORIGINAL / path.name
    return parse_page(path.read_text(encoding="utf-8"), name, language)


def parse_page(text: str, name: str, language: str) -> Page:
    """Parse the Markdown of a page.

    `## 6 Title` begins a chapter, and `6.4` before a sentence begins a paragraph.
    """
    starts = list(_CHAPTER.finditer(text))
    ends = [*(match.start() for match in starts[1:]), len(text)]
    chapters, paragraphs = [], dict[str, Paragraph]()
    for match, end in zip(starts, ends, strict=True):
        number, title = match.groups()
        intro, cut = _split_paragraphs(number, text[match.end() : end].strip())
        blocks = (*([intro] if intro else []), *(body for _, body in cut))
        chapters.append(Paragraph(name, number, title, blocks))
        paragraphs[number] = chapters[-1]
        for each, body in cut:
            paragraphs[each] = Paragraph(name, each, title, (body,))
        paragraphs |= {each.number: each for each in _promise_paragraphs(name, title, intro)}
    heading = text.partition("\n")[0].removeprefix("# ")
    return Page(name, language, heading, tuple(chapters), paragraphs)


def _split_paragraphs(chapter: str, body: str) -> tuple[str, list[tuple[str, str]]]:
    """The text before the first paragraph of a chapter, and its numbered paragraphs.

    A number begins a paragraph only if it is the next one in order. All others are references.
    """
    starts: list[int] = []
    for match in _NUMBER.finditer(body):
        if (match[1], int(match[2])) == (chapter, len(starts) + 1):
            starts.append(match.start())
    pairs = zip(starts, [*starts[1:], len(body)], strict=False)
    cut = [
        (f"{chapter}.{place}", body[start:end].strip()) for place, (start, end) in enumerate(pairs, start=1)
    ]
    return body[: starts[0]].strip() if starts else body, cut


def _promise_paragraphs(name: str, title: str, body: str) -> Iterator[Paragraph]:
    """Yield each row of a table of promises as a paragraph under the table's header."""
    rows = body.splitlines()
    for match in _PROMISE.finditer(body):
        head = next(place for place, row in enumerate(rows) if row.startswith("|--"))
        yield Paragraph(name, match[1], title, ("\n".join([*rows[head - 1 : head + 1], match[0]]),))


_CITED = re.compile(r"\(?(?:(?P<page>[^\W\d]{2,})\s*)?(?P<number>\d{1,3}(?:\.\d{1,3})?|[Pp]\d{1,2})?\)?")


def find_paragraph(words: str, language: str = ORIGINAL) -> Paragraph | Page:
    """Return the paragraph for a citation (`6.4`, `6`, `RULES 6.4`, `deck p3`), or the page (`DECK`).

    Raises UsageError if it does not exist; the hint suggests similar citations where possible.
    """
    match = _CITED.fullmatch(words.strip())
    if match is None or not match[0]:
        raise UsageError(
            message("{words!r} is not a valid paragraph number", words=words[:_SHOWN]), hint=_citation_hint()
        )
    name, number = (match["page"] or RULES).upper(), (match["number"] or "").upper()
    if name not in PAGES:
        near = get_close_matches(name, PAGES, n=1)
        hint = message("did you mean {near}?", near=near[0]) if near else _citation_hint()
        what = message("there is no page {words!r}", words=match["page"][:_SHOWN])
        raise UsageError(what, hint=hint)
    found = page(name, language)
    if not number:
        return found
    if number not in found.paragraphs:
        raise _no_paragraph_error(found, number)
    return found.paragraphs[number]


def _no_paragraph_error(found: Page, number: str) -> UsageError:
    what = message("there is no paragraph {words}", words=f"{found.name} {number}")
    hint = message(
        "the closest paragraph numbers are {names}", names=", ".join(found.nearest_numbers(number))
    )
    return UsageError(what, hint=hint)


def _citation_hint() -> Message:
    return message(
        "give a paragraph such as 6.4 or DECK 5, from one of these pages: {names}", names=", ".join(PAGES)
    )


def citable_names(begun: str = "") -> list[str]:
    """Return all citations that begin with `begun`, as typed in commands (`6.4`, `DECK 5`)."""
    names = [n if name == RULES else f"{name} {n}" for name in PAGES for n in page(name).paragraphs]
    return [each for each in [*names, *PAGES] if each.casefold().startswith(begun.casefold())]
