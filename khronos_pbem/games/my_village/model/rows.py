"""One row of a cards file read key by key; what is wrong is named, with what would be right (VILLAGE 1.5)."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any, NamedTuple

from khronos_pbem.errors import InvalidFile
from khronos_pbem.games.my_village.model.cards import Effect
from khronos_pbem.saying import Typed, say

CARDS = "VILLAGE 1.5"
MOST = 99
"""No number of the game is larger."""

MARKS = ("printed", "partly", "reconstructed")
LISTS = ("printed", "derived", "reported")
NAMES = ("id", "type", "pile", "letter")
"""Keys that say which row it is: no rulebook has to state them."""

COUNTED = ("coins", "story", "plough", "school", "desk")
PLAIN = ("good", "mark", "tile", "headman", "serve")


class Asked(NamedTuple):
    """A key of a row: how its value is read, and whether it may be left out."""

    read: Callable[[Row, str], Any]
    optional: bool = False


class Row:
    """A table, read key by key. `place` names it in errors, `rule` is the paragraph they cite.

    Methods raise InvalidFile for what is wrong.
    """

    def __init__(self, data: Any, place: str, rule: str = CARDS) -> None:
        self.place = place
        self.rule = rule
        if not isinstance(data, Mapping):
            raise wrong(place, say("{shown} is not a table", shown=shown(data)), say("write a table"), rule)
        self.data: Mapping[str, Any] = data

    def bad(self, key: str, hint: str, rule: str = "") -> InvalidFile:
        """The error for the value of a key."""
        found = self.data.get(key)
        what = say("is missing") if found is None else say("{shown} cannot be", shown=shown(found))
        return wrong(say("{place}: {key}", place=self.place, key=Typed(key)), what, hint, rule or self.rule)

    def read(self, asked: Mapping[str, Asked]) -> dict[str, Any]:
        """The values of the keys asked for; refuses other keys, missing ones and wrong marks."""
        self.only((*asked, "mark", *LISTS))
        check_marks(self)
        found = {}
        for key, (read, optional) in asked.items():
            if key in self.data:
                found[key] = read(self, key)
            elif not optional:
                raise self.bad(key, say("every such row has it"))
        return found

    def only(self, keys: Collection[str]) -> None:
        """Refuse any other key."""
        for key in self.data:
            if key not in keys:
                what = say("unknown key {shown}", shown=shown(key))
                raise wrong(self.place, what, say("known are {keys}", keys=", ".join(keys)), self.rule)

    def number(self, key: str, least: int = 0, most: int = MOST) -> int:
        """A whole number."""
        value = self.data.get(key)
        if not is_number(value, least, most):
            raise self.bad(key, say("a number from {least} to {most}", least=least, most=most))
        assert isinstance(value, int)
        return value

    def numbers(self, key: str, length: int | None = None, least: int = 0) -> tuple[int, ...]:
        """A list of whole numbers, of a length."""
        value = self.data.get(key)
        if not isinstance(value, list) or not value or not all(is_number(n, least, MOST) for n in value):
            raise self.bad(key, say("a list of numbers from {least} to {most}", least=least, most=MOST))
        if length is not None and len(value) != length:
            raise self.bad(key, say("a list of {length} numbers", length=length))
        return tuple(value)

    def word(self, key: str, known: Collection[str]) -> str:
        """One of the known words."""
        value = self.data.get(key)
        if not isinstance(value, str) or value not in known:
            raise self.bad(key, say("one of {keys}", keys=", ".join(known)))
        return value

    def words(self, key: str, known: Collection[str]) -> tuple[str, ...]:
        """A list of known words."""
        value = self.data.get(key)
        if not isinstance(value, list) or not all(isinstance(word, str) and word in known for word in value):
            raise self.bad(key, say("a list of some of {keys}", keys=", ".join(known)))
        return tuple(value)

    def flag(self, key: str) -> bool:
        """true or false."""
        value = self.data.get(key)
        if not isinstance(value, bool):
            raise self.bad(key, say("write {key} = true", key=Typed(key)))
        return value

    def effects(self, key: str, known: Collection[str]) -> tuple[Effect, ...]:
        """A list of effects, each of a known kind."""
        value = self.data.get(key)
        if not isinstance(value, list) or not value:
            raise self.bad(key, say('a list of effects, like ["story 1"]'))
        return tuple(self.effect(key, text, known) for text in value)

    def effect(self, key: str, text: Any, known: Collection[str]) -> Effect:
        """One effect, like "coins 2" or "good"."""
        kind, _, number = text.partition(" ") if isinstance(text, str) else ("", "", "")
        counted = kind in COUNTED and number.isascii() and number.isdecimal() and str(int(number)) == number
        if kind in known and (counted or (kind in PLAIN and text == kind)):
            amount = int(number) if counted else 0
            if not counted or 1 <= amount <= MOST:
                return Effect(kind, amount)
        forms = ", ".join(f"{each} N" if each in COUNTED else each for each in known)
        what = say("the effect {shown} is not known here", shown=shown(text))
        raise wrong(
            say("{place}: {key}", place=self.place, key=Typed(key)), what, say("one of {keys}", keys=forms)
        )


def is_number(value: Any, least: int, most: int) -> bool:
    """Whether a value is a whole number within bounds (and not true or false)."""
    return type(value) is int and least <= value <= most


def shown(value: object) -> str:
    """A hostile value as it may stand in a message: short and printable."""
    text = ascii(value)
    return text if len(text) <= 40 else text[:37] + "..."


def wrong(place: str, what: str, hint: str, rule: str = CARDS) -> InvalidFile:
    """The error for a place of a cards file."""
    return InvalidFile(say("{place}: {what}", place=place, what=what), rule=rule, hint=hint)


def check_marks(row: Row) -> None:
    """Refuse marks that contradict the row: what is printed, derived or reported in it, and its `mark`."""
    mark = row.word("mark", MARKS)
    content = [key for key in row.data if key not in (*NAMES, "mark", *LISTS)]
    lists = {name: row.words(name, (*content, *NAMES)) for name in LISTS if name in row.data}
    named = [key for keys in lists.values() for key in keys]
    twice = next((key for key in named if named.count(key) > 1), None)
    if twice is not None:
        raise wrong(row.place, say("the key {key} is marked twice", key=twice), say("mark it once"))
    printed = lists.get("printed", ())
    if mark == "printed":
        _check_printed(row, content, named, printed if "printed" in lists else tuple(content))
    elif mark == "partly" and not named:
        raise wrong(row.place, say("it is partly known, but no key is"), _LISTS_HINT)
    elif mark == "reconstructed" and named:
        what = say("it is reconstructed, but {key} is known", key=named[0])
        raise wrong(row.place, what, say('write mark = "partly"'))


_LISTS_HINT = say("name the keys in printed, derived or reported")


def _check_printed(row: Row, content: Sequence[str], named: list[str], printed: tuple[str, ...]) -> None:
    missing = next((key for key in content if key not in printed), None)
    if missing is not None:
        what = say("it is printed, but {key} is not among its printed keys", key=missing)
        raise wrong(row.place, what, say('add it, or write mark = "partly"'))
    other = next((key for key in named if key not in printed), None)
    if other is not None:
        what = say("it is printed, but {key} is marked otherwise", key=other)
        raise wrong(row.place, what, say("a printed row has printed keys only"))
