"""Help texts in the language of this run: headings, placeholders and paragraphs."""

from __future__ import annotations

import re

from khronos_pbem.cli.terminal.printing import translate
from khronos_pbem.messages import message

HEADINGS = ("Usage", "Options", "Arguments", "Commands", "Show this message and exit.", "required", "default")
"""The words that Typer uses in a help text."""
_WORDS = """
    ADDRESS ARGS ARGUMENT BOARD COLOUR COMMAND DAYS DIR FILE FOLDER GAME KEY LANGUAGE LESSON LINES
    NAME NEW OFFER OLD ONE OPTION OPTIONS ORDERS OUT PARAGRAPH PATH PLACE POSITION SAVE SECONDS SEQ
    STRENGTH TEXT TIME TITLE TOPIC TWO UNIT VALUE WORD
"""
METAVARS = tuple(_WORDS.split())
"""The placeholders in capitals in the help and its topics."""
_METAVAR = re.compile(r"[A-Z]{2,}")
_SIGN = re.compile(r" (?=[:;!?])")
"""A pattern for a space at which a line must not break: French has one before these signs."""
NO_BREAK = "\N{NO-BREAK SPACE}"


def translated_metavar(metavar: str) -> str:
    """A placeholder such as `[COLOUR=]OFFER` in the language of this run."""
    return _METAVAR.sub(lambda match: translate(match[0]) if match[0] in METAVARS else match[0], metavar)


def translated_paragraph(text: str | None) -> str:
    """Return a text in the language of this run, with no-break spaces before punctuation.

    The result is empty if there is no text.
    """
    return with_no_break_spaces(translate(text)) if text else ""


def with_no_break_spaces(text: str) -> str:
    """A text with no-break spaces before punctuation."""
    return _SIGN.sub(NO_BREAK, text)


def translated_heading(heading: str) -> str:
    """Return a heading in the language of this run; a final colon is kept."""
    words = translate(heading.removesuffix(":"))
    return translate(message("{heading}:", heading=words)) if heading.endswith(":") else words
