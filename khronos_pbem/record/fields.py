"""Reading one table of a save key by key: every wrong key is named, with what would be right (FORMATS 4)."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from khronos_pbem.engine.digests import decode_bytes
from khronos_pbem.engine.markers import holds_mark
from khronos_pbem.errors import InvalidFile
from khronos_pbem.saying import say

Json = Any
"""JSON-able data as a save may hold it: str, bool, int of 64 bits, list, dict with str keys."""

MAX_DEPTH = 16
_INSTANT = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ", re.ASCII)
_BIDI = frozenset("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
_UNSAFE = frozenset(("Cc", "Cs", "Zl", "Zp"))


def is_plain_line(text: str) -> bool:
    """True for text that prints on one line of a terminal as it is written: no control characters."""
    if text.isascii():
        return text.isprintable()
    return not any(unicodedata.category(c) in _UNSAFE or c in _BIDI for c in text)


def instant_text(moment: datetime) -> str:
    """The RFC 3339 text of a UTC moment in whole seconds: "2026-11-22T18:03:00Z"."""
    return moment.replace(tzinfo=None).isoformat(timespec="seconds") + "Z"


def instant_moment(text: str) -> datetime:
    """The moment of an RFC 3339 text in UTC and whole seconds. Raises InvalidFile for any other text."""
    if _INSTANT.fullmatch(text):
        try:
            return datetime.fromisoformat(text)
        except ValueError:
            pass
    raise InvalidFile(
        say("{shown} is not a moment", shown=_shown(text)),
        rule="FORMATS 4",
        hint=say('like "2026-11-22T18:03:00Z"'),
    )


def plain_data(value: Json) -> Json:
    """A deep copy of JSON-able data in dicts and lists only; what is not JSON-able is left as it is."""
    if isinstance(value, Mapping):
        return {key: plain_data(part) for key, part in value.items()}
    if isinstance(value, (list, tuple)):
        return [plain_data(part) for part in value]
    return value


def data_problem(value: Json, depth: int = MAX_DEPTH) -> str:
    """What keeps a value from being JSON-able data of a save; empty if nothing does."""
    if isinstance(value, str):
        return _text_problem(value)
    if isinstance(value, int):  # bool too
        return "" if -(2**63) <= value < 2**63 else say("a number beyond 64 bits")
    if depth == 0:
        return say("nested deeper than {max_depth} levels", max_depth=MAX_DEPTH)
    if isinstance(value, list):
        return next(filter(None, (data_problem(part, depth - 1) for part in value)), "")
    if isinstance(value, dict):
        return _table_problem(value, depth)
    return say(
        "a {name} where only text, numbers, true or false, lists and tables may be", name=type(value).__name__
    )


def _table_problem(table: dict[Any, Json], depth: int) -> str:
    for key, part in table.items():
        problem = _text_problem(key) if isinstance(key, str) else say("a key that is not text")
        problem = problem or data_problem(part, depth - 1)
        if problem:
            return problem
    return ""


def _text_problem(text: str) -> str:
    try:
        text.encode()
    except UnicodeEncodeError:
        return say("text that is not Unicode")
    return ""


def _shown(value: object) -> str:
    """A hostile value as it may stand in a one-line message: short and printable."""
    text = ascii(value) if not isinstance(value, str) or not is_plain_line(value) else f'"{value}"'
    return text if len(text) <= 60 else f"{text[:56]}…"


@dataclass(frozen=True, slots=True)
class Fields:
    """The keys of one table; `place` names it in errors, `block` is the block's number if it is one.

    Every method raises InvalidFile naming block and key if the key is missing or not as asked.
    """

    table: Mapping[str, Any]
    place: str
    block: int | None = None

    def wrong(self, problem: str, hint: str | None = None) -> InvalidFile:
        """The error for this table."""
        what = problem if self.block is not None else say("{place}: {what}", place=self.place, what=problem)
        return InvalidFile(what, rule="FORMATS 4", hint=hint, block=self.block)

    def only(self, allowed: Collection[str], what: str = "") -> None:
        """Refuse any key that is not allowed."""
        for key in self.table:
            if key not in allowed:
                raise self.wrong(
                    say("the key {shown} is unknown{what}", shown=_shown(key), what=what),
                    say("known: {keys}", keys=", ".join(allowed)),
                )

    def number(self, key: str, low: int, high: int) -> int:
        """A whole number from `low` to `high`."""
        value = self._get(key)
        if type(value) is not int or not low <= value <= high:
            raise self.wrong(
                say("{key} is {shown}", key=key, shown=_shown(value)),
                say("a whole number from {low} to {high}", low=low, high=high),
            )
        return value

    def line(self, key: str, longest: int) -> str:
        """Text of 1 to `longest` characters without control characters or blanks at its ends."""
        value = self._get(key)
        if not _is_line(value, longest):
            raise self.wrong(
                say("{key} is {shown}", key=key, shown=_shown(value)),
                say("one line of at most {longest} characters", longest=longest),
            )
        if holds_mark(str(value)):
            raise self.wrong(
                say("{key} looks like the mark of orders or armor in a letter", key=key),
                say("choose other words"),
            )
        return str(value)

    def word(self, key: str, pattern: str, like: str) -> str:
        """Text that matches a pattern; `like` describes it."""
        value = self._get(key)
        if not isinstance(value, str) or not re.fullmatch(pattern, value):
            raise self.wrong(say("{key} is {shown}", key=key, shown=_shown(value)), like)
        return value

    def coded(self, key: str, size: int) -> str:
        """The unpadded base64url text of `size` bytes."""
        value = self._get(key)
        try:
            if not isinstance(value, str):
                raise ValueError(say("{shown} where text is needed", shown=_shown(value)))
            decode_bytes(value, size)
        except ValueError as problem:
            raise self.wrong(
                say("{key}: {what}", key=key, what=problem),
                say("unpadded base64url of {size} bytes", size=size),
            ) from None
        return value

    def instant(self, key: str) -> str:
        """The RFC 3339 text of a TOML date-time in UTC and whole seconds."""
        value = self._get(key)
        if not isinstance(value, datetime) or value.utcoffset() != timedelta(0) or value.microsecond:
            raise self.wrong(
                say("{key} is {shown}", key=key, shown=_shown(str(value))),
                say("a date and time in UTC like 2026-11-22T18:03:00Z"),
            )
        return instant_text(value)

    def lines(self, key: str, most: int, longest: int) -> tuple[str, ...]:
        """A list of 1 to `most` lines; an absent key is an empty one."""
        value = self.table.get(key, ())
        if key not in self.table:
            return ()
        if not isinstance(value, list) or not 0 < len(value) <= most:
            raise self.wrong(
                say("{key} is not a list of 1 to {most} texts", key=key, most=most),
                say("leave an empty list out"),
            )
        for text in value:
            if not _is_line(text, longest):
                raise self.wrong(
                    say("{key} holds {shown}", key=key, shown=_shown(text)),
                    say("lines of at most {longest} characters", longest=longest),
                )
        return tuple(value)

    def option(self, key: str) -> Json:
        """JSON-able data."""
        value = self._get(key)
        problem = data_problem(value)
        if problem:
            raise self.wrong(say("{key}: {what}", key=key, what=problem))
        return value

    def data(self, key: str) -> Json:
        """JSON-able data that is not empty."""
        value = self.option(key)
        if value in ("", [], {}):
            raise self.wrong(say("{key} is empty", key=key), say("leave an empty key out"))
        return value

    def inner(self, key: str) -> Fields:
        """The table under a key."""
        value = self._get(key)
        if not isinstance(value, dict):
            raise self.wrong(say("{key} is not a table", key=key))
        return Fields(value, key, self.block)

    def _get(self, key: str) -> Any:
        if key not in self.table:
            raise self.wrong(say("{key} is missing", key=key))
        return self.table[key]


def _is_line(value: object, longest: int) -> bool:
    return (
        isinstance(value, str)
        and 0 < len(value) <= longest
        and value == value.strip()
        and is_plain_line(value)
    )
