"""The command `rules`: print the paragraphs that errors cite (FORMATS 1)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated, Any

import typer
from rich import console, markdown

from khronos_pbem.cli import shared_options as opt
from khronos_pbem.cli.option_types import argument
from khronos_pbem.cli.terminal.printing import (
    language,
    note,
    output_width,
    print_json,
    print_lines,
    wants_colour,
)
from khronos_pbem.manual.plain_text import plain_lines, without_emphasis
from khronos_pbem.manual.rule_pages import (
    ORIGINAL,
    PAGES,
    Page,
    Paragraph,
    citable_names,
    find_paragraph,
    page,
)
from khronos_pbem.messages import message


def citations(context: typer.Context, incomplete: str) -> list[str]:
    """Complete the next word of a page, chapter or paragraph that can be cited."""
    before = "".join(f"{word} " for word in context.params.get("paragraph") or [])
    found = [each[len(before) :].split(" ")[0] for each in citable_names(before + incomplete)]
    return list(dict.fromkeys(word for word in found if word))


def rules(
    paragraph: Annotated[
        list[str] | None,
        argument(
            "[PARAGRAPH]",
            "A paragraph such as 6.4 or a chapter such as 6. For other documents, put the document's "
            "name first, as in DECK 5 or FORMATS 2. Default: a list of all chapters.",
            citations,
        ),
    ] = None,
    plain: opt.Plain = False,
    as_json: opt.Json = False,
) -> None:
    spoken = ORIGINAL if as_json else language()
    if not paragraph:
        pages = [page(name, spoken) for name in PAGES]
        _print_contents(pages, as_json)
        return
    found = find_paragraph(" ".join(paragraph), spoken)
    if isinstance(found, Page):
        _print_contents([found], as_json)
        return
    if as_json:
        print_json(_paragraph_document(found))
        return
    if page(found.page, spoken).language != spoken:
        note(message("{words} is available only in English", words=found.page))
    _print_markdown(found, plain)


def _paragraph_document(found: Paragraph) -> dict[str, Any]:
    """A paragraph as JSON-able data; for a chapter, with the numbers of its paragraphs."""
    facts = {"page": found.page, "paragraph": found.number, "title": found.title, "text": found.text}
    return {**facts, "paragraphs": list(page(found.page).within(found.number))}


def _print_contents(pages: list[Page], as_json: bool) -> None:
    """Print the chapters of some pages."""
    if as_json:
        rows = [
            {
                "page": each.name,
                "paragraph": chapter.number,
                "title": chapter.title,
                "paragraphs": list(each.within(chapter.number)),
            }
            for each in pages
            for chapter in each.chapters
        ]
        print_json({"chapters": rows})
        return
    lines: list[str] = []
    for each in pages:
        lines += [*([""] if lines else []), f"{each.name}  {each.title}"]
        lines += [f"  {chapter.number:>2}  {chapter.title}" for chapter in each.chapters]
    _print_untranslated([*lines, ""])
    print_lines(
        [message("khronos rules 6 prints a chapter, and khronos rules 6.4 prints one of its paragraphs")]
    )


def _print_untranslated(lines: Iterable[str]) -> None:
    """Print lines of a page that are in the right language already."""
    print_lines(message("{words}", words=line) for line in lines)


def _print_markdown(found: Paragraph, plain: bool) -> None:
    """Print a paragraph with its chapter's title: formatted on a terminal, otherwise as plain text."""
    head = f"{found.page} {found.number.partition('.')[0]}: {found.title}"
    if not wants_colour(plain):
        _print_untranslated([without_emphasis(head)])
        for block in found.blocks:
            _print_untranslated(["", *plain_lines(block, output_width())])
        return
    console.Console(width=output_width()).print(markdown.Markdown(f"## {head}\n\n{found.text}"))
