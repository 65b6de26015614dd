"""Split a text of orders into lines and words, with comments removed and quoted texts kept."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

MAX_SHOWN = 40
MAX_WORDS = 60

_PLAIN = str.maketrans(
    {
        **dict.fromkeys("“”„‟«»″", '"'),
        **dict.fromkeys("‘’‚‛′", "'"),
        **dict.fromkeys("‐‑‒–—―−", "-"),
        **dict.fromkeys(
            "\u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a", " "
        ),
        **dict.fromkeys("\u202f\u205f\u3000\u200b\u200c\u200d\u2060\ufeff\u00ad\t\v\f", " "),
        **dict.fromkeys("\u2028\u2029\u0085\r", "\n"),
    }
)
_LINE_ENDS = re.compile("\r\n|[\n\r\u2028\u2029\u0085]")
_PIECES = re.compile(r'#[^\n]*|\n|;|"|[^\s;#"]+')
_QUOTED = re.compile(r'"(?:[^"\\\n]|\\.)*"')
_CLOSING = {"“": "”", "„": "“”", "«": "»", "»": "«", "”": "”", "‟": "”", "″": "″"}
"""The quotation marks accepted instead of plain ones, each with the marks that close it."""

_LAST = re.compile(r'"[ \t]*(?=[;#\n]|$)')
_NONE: Mapping[str, str] = {}
_BLANKS = str.maketrans({character: " " for character, plain in _PLAIN.items() if plain == " "})


class Word(NamedTuple):
    """A word of an order as it was written, with its column (from 1)."""

    text: str
    column: int


class Line(NamedTuple):
    """The words of an order, its line number (from 1), and the text that errors quote."""

    words: tuple[Word, ...]
    line: int
    text: str


def split_orders(text: str, many_words: Mapping[str, str] = _NONE) -> Iterator[Line]:
    """Yield the orders of a text as words, without comments; lines and columns refer to the text.

    `many_words` are terms of three words that this function treats as one word.
    """
    typed = text.replace("\r\n", " \n")
    plain = typed.translate(_PLAIN)
    line, start, end, words = 1, 0, 0, list[Word]()
    while match := _PIECES.search(plain, end):
        piece, end = match.group(), match.end()
        if piece == '"':
            piece, end = _quoted(typed, plain, match.start())
        if piece in ("\n", ";"):
            yield from _line_of(words, line, many_words)
            words = []
            if piece == "\n":
                line, start = line + 1, match.end()
        elif not piece.startswith("#"):
            words.append(Word(piece, match.start() - start + 1))
    yield from _line_of(words, line, many_words)


def lines_of(text: str) -> list[str]:
    """Split a text into lines as `split_orders` counts them, each as it was typed."""
    return _LINE_ENDS.split(text)


def _quoted(typed: str, plain: str, start: int) -> tuple[str, int]:
    """Return a quoted text in plain quotes and the place after it; if not closed, the rest of the line.

    Typographic quotes are closed as in their language. The text inside stays as typed, except that all kinds
    of blanks become plain ones.
    """
    line_end = plain.find("\n", start)
    line_end = len(plain) if line_end < 0 else line_end
    if typed[start] == '"':
        match = _QUOTED.match(typed, start, line_end)
        if match is not None:
            return match[0].translate(_BLANKS), match.end()
    else:
        end = _closing_quote(typed, start, line_end)
        if end:
            text = typed[start + 1 : end - 1].translate(_BLANKS)
            return _requoted(text.strip() if typed[start] in "«»" else text), end
    last = _LAST.search(plain, start + 1, line_end)  # quotes of which a mail program has made other ones
    if last is None:
        return plain[start:line_end], line_end
    return _requoted(typed[start + 1 : last.start()].translate(_BLANKS)), last.start() + 1


def _closing_quote(typed: str, start: int, line_end: int) -> int:
    """Return the place after a text in typographic quotes; 0 if they are not closed. Quotes can be nested."""
    opening, depth = typed[start], 1
    for place in range(start + 1, line_end):
        if typed[place] in _CLOSING[opening]:
            depth -= 1
        elif typed[place] == opening:
            depth += 1
        if depth == 0:
            return place + 1
    return 0


def _requoted(text: str) -> str:
    return quote_text(re.sub(r'\\(["\\])', r"\1", text))


def quote_text(text: str) -> str:
    """Return a text in plain quotes with escapes, as in canonical orders."""
    escaped = text.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'


def _line_of(written: Sequence[Word], line: int, many_words: Mapping[str, str]) -> Iterator[Line]:
    """Yield the line of these words, with terms of several words joined; nothing if there are no words."""
    words = [*written]
    for place in range(min(len(words), MAX_WORDS) - 2 if many_words else 0):  # longer ones are refused
        joined = many_words.get(" ".join(word.text.lower() for word in words[place : place + 3]))
        if joined:
            words[place : place + 3] = [Word(joined, words[place].column)]
    if words:
        yield Line(tuple(words), line, quotable(" ".join(word.text for word in words)))


def quotable(text: str) -> str:
    """Return a text in a form that errors can quote: printable, and at most MAX_SHOWN characters."""
    clean = "".join(c if c.isprintable() else "?" for c in text[: MAX_SHOWN + 1])
    return clean if len(clean) <= MAX_SHOWN else clean[: MAX_SHOWN - 1] + "…"
