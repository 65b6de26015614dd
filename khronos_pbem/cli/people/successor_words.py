"""Replace names of contacts or own identities with keys in `handover` orders (FORMATS 2, DECK 9.5)."""

from __future__ import annotations

import re
from pathlib import Path

from khronos_pbem.engine.digests import encode_bytes
from khronos_pbem.engine.orders.forms import InvalidValue
from khronos_pbem.engine.orders.splitting import Line, lines_of, split_orders
from khronos_pbem.engine.orders.table_orders import WORDS, parse_identity, unquote_message
from khronos_pbem.engine.orders.vocabulary import LANGUAGES, Vocabulary, rows_of
from khronos_pbem.errors import IllegalOrder, UsageError
from khronos_pbem.library import contact_list as contacts

_SHORTEST = 5
"""The number of letters that distinguish `handover` from all other orders of any game."""

_WORDS = Vocabulary(rows_of(WORDS, ("HANDOVER",)))


def with_successor_keys(text: str, home: Path, source: str | None = None) -> str:
    """Return a text of orders with the names after `handover` replaced by keys.

    The rest of the text is unchanged. Raises IllegalOrder, with the place in `source`, for a name whose key
    is unknown.
    """
    if not any(_is_handover(word) for word in re.findall(r"[^\s;]+", text)):
        return text
    lines = lines_of(text)
    for line in reversed(list(split_orders(text))):
        if len(line.words) > 1 and _is_handover(line.words[0].text):
            lines[line.line - 1] = _with_key(lines[line.line - 1], line, home, source)
    return "\n".join(lines)


def _is_handover(word: str) -> bool:
    return len(word) >= _SHORTEST and _WORDS.begins_word("HANDOVER", word, LANGUAGES)


def _with_key(typed: str, line: Line, home: Path, source: str | None) -> str:
    """Return a line with the name in one `handover` order replaced by its key."""
    _, first, *_ = line.words
    last = line.words[-1]
    start, end = first.column - 1, last.column - 1 + len(last.text)
    name = " ".join(word.text for word in line.words[1:])
    if _is_key(name):
        return typed
    try:
        key = contacts.find_public_key(home, _unquoted(name))
    except UsageError as problem:
        raise IllegalOrder(
            problem.message,
            rule="DECK 9.5",
            hint=problem.hint,
            line=line.line,
            column=first.column,
            file=source,
        ) from None
    return f"{typed[:start]}{encode_bytes(key)}{typed[end:]}"


def _is_key(name: str) -> bool:
    try:
        return bool(parse_identity(name))
    except InvalidValue:
        return False


def _unquoted(name: str) -> str:
    """Return a name without the quotes around it."""
    try:
        return unquote_message(name) if name.startswith('"') else name
    except InvalidValue:
        return name
