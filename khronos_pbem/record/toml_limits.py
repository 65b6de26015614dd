"""Check the size of a TOML text before it is parsed, and refuse what no save can contain (FORMATS 4).

The time that tomllib needs grows with the square of a dotted key's length. Each table takes several hundred
bytes of memory, however short its text is. One regular expression splits the text into tokens. It never
backtracks (its repetitions are possessive), so the time is linear in the size of the text.
"""

from __future__ import annotations

import re

from khronos_pbem.errors import InvalidFile
from khronos_pbem.messages import Message, message

MAX_LINES = 500_000
MAX_NESTS = 100_000
"""The maximum number of tables and lists in a file; a long game with five players has 8 per block."""

MAX_PAIRS = 300_000
"""The maximum number of keys with values in a file; a block has about 17."""

MAX_PARTS = 1_000_000
"""The maximum number of parts of lists and inline tables in a file."""

MAX_KEY_PARTS = 32
MAX_DOTS = 50_000
MAX_BRACKETS = 40
MAX_BARE = 1_000
"""The maximum length of an unquoted key, number or time, in characters."""

_TOKEN = re.compile(
    r"""
      [\ \t\r]++
    | \n\s*+
    | \#[^\n]*+
    | '''(?:[^']++|'(?!''))*+(?:'''(?:''?+)?+)?+
    | '[^'\n]*+'?+
    | \"""(?:[^"\\]++|\\.|"(?!""))*+(?:\"""(?:""?+)?+)?+
    | "(?:[^"\\\n]++|\\[^\n])*+"?+
    | [^\s\#'"\[\]{}=,.]++
    | [\[\]{}=,.]
    | .
    """,
    re.VERBOSE | re.DOTALL,
)


def check_tokens(text: str) -> None:
    """Raise InvalidFile, with line and column, if a text exceeds one of the limits.

    The limits apply to saves, positions, maps and settings.
    """
    if text.count("\n") > MAX_LINES:
        raise _limit_error(message("the text has more than {most} lines", most=MAX_LINES), MAX_LINES + 1, 1)
    problem = _problem(text)
    if problem is not None:
        what, place = problem
        raise _limit_error(what, text.count("\n", 0, place) + 1, place - text.rfind("\n", 0, place))


def _limit_error(what: Message, line: int, column: int) -> InvalidFile:
    return InvalidFile(message("not TOML: {shown}{ended}", shown=what, ended=""), line=line, column=column)


def _problem(text: str) -> tuple[Message, int] | None:
    """Return which limit is exceeded and where; None if none is.

    Nothing after an unclosed string is checked, since tomllib stops there.
    """
    counts = dict.fromkeys(_MOST, 0)
    depth = dots = 0
    for match in _TOKEN.finditer(text):
        place = match.start()
        first = text[place]
        kind = _KINDS.get(first)
        if kind is not None:
            counts[kind] += 1
            dots = dots + 1 if first == "." else 0
            depth += _DEEPER.get(first, 0)
            if counts[kind] > _MOST[kind] or dots >= MAX_KEY_PARTS or depth > MAX_BRACKETS:
                return _too_much(kind, dots, depth), place
        elif first == "\n":
            dots = 0
        elif first not in _LONG and match.end() - place > MAX_BARE:
            return message("a word or number has more than {most} characters", most=MAX_BARE), place
        elif first in "'\"" and not _is_closed(match.group(), first):
            return None
    return None


_NESTS, _PAIRS, _PARTS, _DOTS, _CLOSED = "nests", "pairs", "parts", "dots", "closed"
_KINDS = {"[": _NESTS, "{": _NESTS, "=": _PAIRS, ",": _PARTS, ".": _DOTS, "]": _CLOSED, "}": _CLOSED}
_DEEPER = {"[": 1, "{": 1, "]": -1, "}": -1}
_LONG = frozenset(" \t\r#'\"")
_MOST = {
    _NESTS: MAX_NESTS, _PAIRS: MAX_PAIRS, _PARTS: MAX_PARTS, _DOTS: MAX_DOTS, _CLOSED: MAX_NESTS + 1
}  # fmt: skip


def _too_much(kind: str, dots: int, depth: int) -> Message:
    if dots >= MAX_KEY_PARTS:
        return message("a key has more than {most} parts", most=MAX_KEY_PARTS)
    if depth > MAX_BRACKETS:
        return message("the text contains values nested more than {most} levels deep", most=MAX_BRACKETS)
    if kind == _PAIRS:
        return message("the text has more than {most} keys", most=MAX_PAIRS)
    if kind in (_NESTS, _CLOSED):
        return message("the text has more than {most} tables and lists", most=MAX_NESTS)
    return message("the text has more than {most} list elements or key parts", most=_MOST[kind])


def _is_closed(string: str, quote: str) -> bool:
    """Return whether the token of a string has its closing quotes."""
    if string.startswith(quote * 3):
        return len(string) >= 6 and string.endswith(quote * 3)
    return len(string) >= 2 and string.endswith(quote)
