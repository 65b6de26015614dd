"""Strict reading of TOML tables (FORMATS 3, 4).

Errors name the wrong key and the allowed values.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace
from typing import Any, Self, TypeVar

from khronos_pbem.engine.digests import decode_bytes
from khronos_pbem.engine.markers import holds_mark
from khronos_pbem.errors import InvalidFile
from khronos_pbem.messages import VerbatimText, message

T = TypeVar("T")

Json = Any
"""JSON-able data that a save can hold: str, bool, 64-bit int, list, and dict with str keys."""

MAX_DEPTH = 16
_BIDI = frozenset("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
_UNSAFE = frozenset(("Cc", "Cs", "Zl", "Zp"))


def is_plain_line(text: str) -> bool:
    """Return whether a text prints on one line exactly as written, with no control characters."""
    if text.isascii():
        return text.isprintable()
    return not any(unicodedata.category(c) in _UNSAFE or c in _BIDI for c in text)


def plain_data(value: Json) -> Json:
    """Return a deep copy of JSON-able data as plain dicts and lists; other values are unchanged."""
    if isinstance(value, Mapping):
        return {key: plain_data(part) for key, part in value.items()}
    if isinstance(value, (list, tuple)):
        return [plain_data(part) for part in value]
    return value


def find_data_problem(value: Json, depth: int = MAX_DEPTH) -> str:
    """Return the reason why a value cannot be stored as data in a save, or "" if it can."""
    if isinstance(value, str):
        return _text_problem(value)
    if isinstance(value, int):  # bool too
        return "" if -(2**63) <= value < 2**63 else message("a number has more than 64 bits")
    if depth == 0:
        return message("the data is nested more than {max_depth} levels deep", max_depth=MAX_DEPTH)
    if isinstance(value, list):
        return next(filter(None, (find_data_problem(part, depth - 1) for part in value)), "")
    if isinstance(value, dict):
        return _table_problem(value, depth)
    return message(
        "{name} is not allowed; use only text, numbers, lists, tables, and the values true and false",
        name=type(value).__name__,
    )


def _table_problem(table: dict[object, Json], depth: int) -> str:
    for key, part in table.items():
        problem = _text_problem(key) if isinstance(key, str) else message("every key must be text")
        problem = problem or find_data_problem(part, depth - 1)
        if problem:
            return problem
    return ""


def _text_problem(text: str) -> str:
    return "" if _is_unicode(text) else message("some text is not valid Unicode")


def _is_unicode(text: str) -> bool:
    """Return whether a text is valid Unicode, without unpaired surrogates."""
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True


def quoted_value(value: object) -> str:
    """Return an untrusted value in a form for one-line messages.

    It is quoted and printable, and has at most 60 characters.
    """
    text = ascii(value) if not isinstance(value, str) or not is_plain_line(value) else f'"{value}"'
    return text if len(text) <= 60 else f"{text[:56]}…"


@dataclass(frozen=True, slots=True)
class Fields:
    """Typed access to the keys of one table.

    `place` names the table in errors; `rule` is the page that describes it. The methods that read a value
    raise InvalidFile, which names the place and the key. They do so if the value is invalid, or is
    missing and has no default.
    """

    table: Mapping[str, Any]
    place: str
    rule: str = "FORMATS 4"

    def wrong(self, problem: str, hint: str | None = None) -> InvalidFile:
        """Return an error for a problem in this table."""
        return InvalidFile(
            message("{place}: {what}", place=self.place, what=problem), rule=self.rule, hint=hint
        )

    def bad(self, key: str, hint: str, rule: str = "") -> InvalidFile:
        """Return an error for an invalid or missing value of a key."""
        problem = message("{key} is missing", key=VerbatimText(key))
        if key in self.table:
            shown = quoted_value(self.table[key])
            problem = message("{key} is {shown}", key=VerbatimText(key), shown=shown)
        return replace(self, rule=rule or self.rule).wrong(problem, hint)

    def allow_only(self, allowed: Collection[str], what: str = "") -> None:
        """Raise InvalidFile if the table has a key that is not allowed; `what` names the kind of table."""
        for key in self.table:
            if key not in allowed:
                raise self.wrong(
                    self.unknown(key, what), message("possible keys: {keys}", keys=", ".join(allowed))
                )

    def unknown(self, key: str, what: str) -> str:
        """Return the message for an unknown key; `what` names the kind of table."""
        return message("unknown key {shown}{what}", shown=quoted_value(key), what=what)

    def number(self, key: str, low: int, high: int, default: int | None = None) -> int:
        """Return a whole number from `low` to `high`."""
        value = self._get(key, default)
        if type(value) is not int or not low <= value <= high:
            raise self.bad(key, message("write a whole number from {low} to {high}", low=low, high=high))
        return value

    def line(self, key: str, longest: int) -> str:
        """Return a text of 1 to `longest` characters without control characters or blanks at its ends.

        It must not look like a mark of orders or of a save (`engine.markers`).
        """
        value = self._get(key)
        if not _is_line(value, longest):
            raise self.bad(key, message("write one line of at most {longest} characters", longest=longest))
        if holds_mark(str(value)):
            raise self.wrong(
                message(
                    "{key} looks like the start of the orders or of the save in an e-mail",
                    key=VerbatimText(key),
                ),
                message("choose other words"),
            )
        return str(value)

    def word(self, key: str, pattern: str, like: str) -> str:
        """Return a text that matches a regular expression; `like` describes it in the hint."""
        value = self._get(key)
        if not isinstance(value, str) or not re.fullmatch(pattern, value):
            raise self.bad(key, like)
        return value

    def coded(self, key: str, size: int) -> str:
        """Return a text that is unpadded base64url of `size` bytes, without decoding it."""
        value = self._get(key)
        try:
            if not isinstance(value, str):
                raise ValueError(message("{shown} is not text", shown=quoted_value(value)))
            decode_bytes(value, size)
        except ValueError as problem:
            raise self.wrong(
                message("{key}: {what}", key=VerbatimText(key), what=problem),
                message("write {size} bytes as base64url without padding", size=size),
            ) from None
        return value

    def lines(self, key: str, most: int, longest: int) -> tuple[str, ...]:
        """Return a list of 1 to `most` lines of at most `longest` characters; empty if the key is absent."""
        value = self.table.get(key, ())
        if key not in self.table:
            return ()
        if not isinstance(value, list) or not 0 < len(value) <= most:
            raise self.wrong(
                message("{key} is not a list of 1 to {most} strings", key=VerbatimText(key), most=most),
                message("write a list of 1 to {most} strings, or leave out this key", most=most),
            )
        for text in value:
            if not _is_line(text, longest):
                raise self.wrong(
                    message("{key} contains {shown}", key=VerbatimText(key), shown=quoted_value(text)),
                    message("write lines of at most {longest} characters", longest=longest),
                )
        return tuple(value)

    def flag(self, key: str) -> bool:
        """Return the bool under a key; False if the key is absent."""
        value = self.table.get(key, False)
        if not isinstance(value, bool):
            raise self.bad(key, message("write {key} = true or {key} = false", key=VerbatimText(key)))
        return value

    def choice(self, key: str, words: Mapping[str, T], default: str | None = None) -> T:
        """Return the value to which `words` maps the word under a key."""
        value = self._get(key, default)
        if not isinstance(value, str) or value not in words:
            raise self.wrong(
                message(
                    "{key}: {what}",
                    key=VerbatimText(key),
                    what=message("{shown} is unknown", shown=quoted_value(value)),
                ),
                message("write one of these: {keys}", keys=", ".join(word or '""' for word in words)),
            )
        return words[value]

    def choices(self, key: str, words: Mapping[str, T]) -> list[T]:
        """Return the values to which `words` maps a list of words; empty if the key is absent."""
        value = self.table.get(key, [])
        if not isinstance(value, list) or any(not isinstance(w, str) or w not in words for w in value):
            raise self.bad(
                key, message("write a list that uses only these words: {keys}", keys=", ".join(words))
            )
        return [words[word] for word in value]

    def option(self, key: str) -> Json:
        """Return the JSON-able data under a key."""
        value = self._get(key)
        problem = find_data_problem(value)
        if problem:
            raise self.wrong(message("{key}: {what}", key=VerbatimText(key), what=problem))
        return value

    def data(self, key: str) -> Json:
        """Return the JSON-able data under a key, which must not be empty."""
        value = self.option(key)
        if value in ("", [], {}):
            raise self.wrong(
                message("{key} is empty", key=VerbatimText(key)), message("leave out the empty key")
            )
        return value

    def inner(self, key: str) -> Self:
        """Return the fields of the table under a key."""
        value = self._get(key)
        if not isinstance(value, dict):
            raise self.wrong(message("{key} is not a table", key=VerbatimText(key)))
        return replace(self, table=value, place=VerbatimText(key))

    def tables(self, key: str) -> list[Json]:
        """Return the unparsed entries of the list under a key; empty if the key is absent."""
        value = self.table.get(key, [])
        if not isinstance(value, list):
            raise self.wrong(
                message("{key} is not a list of tables", key=VerbatimText(key)),
                message("begin each table with [[{key}]]", key=VerbatimText(key)),
            )
        return value

    def _get(self, key: str, default: Json = None) -> Json:
        if key in self.table:
            return self.table[key]
        if default is None:
            raise self.wrong(message("{key} is missing", key=VerbatimText(key)))
        return default


def _is_line(value: object, longest: int) -> bool:
    return (
        isinstance(value, str)
        and 0 < len(value) <= longest
        and value == value.strip()
        and is_plain_line(value)
    )
