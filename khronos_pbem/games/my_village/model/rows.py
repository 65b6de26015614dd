"""A strict reader of rows in a cards file; errors name the key and the correct form (VILLAGE 1.5)."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from khronos_pbem.engine.fields import Fields, quoted_value
from khronos_pbem.errors import InvalidFile
from khronos_pbem.games.my_village.model.cards import Effect
from khronos_pbem.messages import VerbatimText, message

CARDS = "VILLAGE 1.5"
MOST = 99
"""The largest number in the game."""

MARKS = ("printed", "partly", "reconstructed")
LISTS = ("printed", "derived", "reported")
NAMES = ("id", "type", "pile", "letter")
"""The keys that identify a row; they need no source in a rulebook."""

_NUMBER = re.compile(r"[1-9][0-9]?", re.ASCII)
COUNTED = ("coins", "story", "plough", "school", "desk")
PLAIN = ("good", "mark", "tile", "headman", "serve")


class KeyReader(NamedTuple):
    """The reader for a key of a row, and whether the key is optional."""

    read: Callable[[Row, str], object]
    optional: bool = False


def number_key(low: int = 0, high: int = MOST) -> KeyReader:
    """The reader of a key with a whole number from `low` to `high`."""
    return KeyReader(lambda row, key: row.number(key, low, high))


def sizes_key(length: int | None = None) -> KeyReader:
    """The reader of a key with a list of whole numbers, of length `length` if given."""
    return KeyReader(lambda row, key: row.sizes(key, length))


@dataclass(frozen=True, slots=True)
class Row(Fields):
    """A table of a cards file or a position: `engine.fields.Fields` with card sizes, effects and marks."""

    rule: str = CARDS

    def __post_init__(self) -> None:
        if not isinstance(self.table, Mapping):
            raise self.wrong(
                message("{shown} is not a table", shown=quoted_value(self.table)), message("write a table")
            )

    def read(self, asked: Mapping[str, KeyReader]) -> dict[str, Any]:
        """Read the values of these keys.

        Raises InvalidFile for other keys, missing keys, wrong values and wrong marks.
        """
        self.allow_only((*asked, "mark", *LISTS))
        check_marks(self)
        found = {}
        for key, (read, optional) in asked.items():
            if key in self.table:
                found[key] = read(self, key)
            elif not optional:
                raise self.bad(key, message("add this key; every row of this kind needs it"))
        return found

    def sizes(self, key: str, length: int | None = None) -> tuple[int, ...]:
        """Read a list of whole numbers, of length `length` if given. Raises InvalidFile for other values."""
        value = self.table.get(key)
        if not isinstance(value, list) or not value or not all(is_number(n, 0, MOST) for n in value):
            raise self.bad(key, message("write a list of numbers from {least} to {most}", least=0, most=MOST))
        if length is not None and len(value) != length:
            raise self.bad(key, message("write a list of {length} numbers", length=length))
        return tuple(value)

    def banner_values(self, key: str) -> tuple[int, ...]:
        """Read the values of a banner (VILLAGE 4.1).

        There must be at least one; they are from 2 to 12, ascending and without repeats. Raises InvalidFile
        for other values.
        """
        values = self.sizes(key)
        if list(values) != sorted(set(values)) or not all(2 <= value <= 12 for value in values):
            hint = message("write values from 2 to 12 in ascending order, each only once")
            raise self.bad(key, hint, "VILLAGE 4.1")
        return values

    def one_of(self, key: str, known: Collection[str], default: str | None = None) -> str:
        """Read one of the known words; `default` if the key is missing.

        Raises InvalidFile for other values.
        """
        return self.choice(key, {word: str(word) for word in known}, default)

    def some_of(self, key: str, known: Collection[str]) -> tuple[str, ...]:
        """Read a list of known words; empty if the key is missing.

        Raises InvalidFile for other values.
        """
        return tuple(self.choices(key, {word: str(word) for word in known}))

    def effects(self, key: str, known: Collection[str]) -> tuple[Effect, ...]:
        """Read a list of one or more effects of known kinds. Raises InvalidFile for other values."""
        value = self.table.get(key)
        if not isinstance(value, list) or not value:
            raise self.bad(key, message('write a list of effects, like ["story 1"]'))
        return tuple(self.effect(key, text, known) for text in value)

    def effect(self, key: str, text: object, known: Collection[str]) -> Effect:
        """The effect in a text like "coins 2" or "good". Raises InvalidFile if it is not a known effect."""
        kind, _, number = text.partition(" ") if isinstance(text, str) else ("", "", "")
        counted = kind in COUNTED and _NUMBER.fullmatch(number) is not None
        if kind in known and (counted or (kind in PLAIN and text == kind)):
            return Effect(kind, int(number) if counted else 0)
        forms = ", ".join(f"{each} N" if each in COUNTED else each for each in known)
        what = message("the effect {shown} is not possible here", shown=quoted_value(text))
        what = message("{place}: {what}", place=VerbatimText(key), what=what)
        raise self.wrong(what, message("write one of these: {keys}", keys=forms))


def is_number(value: object, least: int, most: int) -> bool:
    """Return whether a value is a whole number (not a boolean) within these bounds."""
    return type(value) is int and least <= value <= most


def cards_error(place: str, what: str, hint: str, rule: str = CARDS) -> InvalidFile:
    """Return, without raising it, the InvalidFile error for a place of a cards file."""
    return Fields({}, place, rule).wrong(what, hint)


def check_marks(row: Row) -> None:
    """Raise InvalidFile if the marks of a row contradict its keys.

    Marks are the keys `printed`, `derived`, `reported` and `mark`.
    """
    mark = row.one_of("mark", MARKS)
    content = [key for key in row.table if key not in (*NAMES, "mark", *LISTS)]
    lists = {name: row.some_of(name, (*content, *NAMES)) for name in LISTS if name in row.table}
    named = [key for keys in lists.values() for key in keys]
    twice = next((key for key in named if named.count(key) > 1), None)
    if twice is not None:
        raise cards_error(
            row.place,
            message("the key {key} is in two lists", key=twice),
            message("put it in only one of the lists"),
        )
    printed = lists.get("printed", ())
    if mark == "printed":
        _check_printed(row, content, named, printed if "printed" in lists else tuple(content))
    elif mark == "partly" and not named:
        raise cards_error(
            row.place, message('the row is marked "partly", but it lists no known keys'), _LISTS_HINT
        )
    elif mark == "reconstructed" and named:
        what = message('the row is marked "reconstructed", but {key} is listed as known', key=named[0])
        raise cards_error(row.place, what, message('write mark = "partly"'))


_LISTS_HINT = message('list the known keys under "printed", "derived" or "reported"')


def _check_printed(row: Row, content: Sequence[str], named: list[str], printed: tuple[str, ...]) -> None:
    missing = next((key for key in content if key not in printed), None)
    if missing is not None:
        what = message('the row is marked "printed", but {key} is not among its printed keys', key=missing)
        raise cards_error(
            row.place, what, message('add the key to the "printed" list, or write mark = "partly"')
        )
    other = next((key for key in named if key not in printed), None)
    if other is not None:
        what = message('the row is marked "printed", but {key} is in a different list', key=other)
        raise cards_error(
            row.place, what, message('in a row with mark = "printed", put keys only in the "printed" list')
        )
