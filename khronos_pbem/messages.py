"""Sentences that can be said in more than one language: a template and its parts, in English all along.

Rules, protocol and errors make sentences with `message`; whoever prints them passes them through a `Speak`, a
function from English to another language. Nothing here knows which languages there are.
"""

from __future__ import annotations

import re
import shlex
from collections.abc import Callable, Iterable, Mapping
from functools import reduce
from typing import Any

Speak = Callable[[str], str]
"""From a sentence to the same in another language; made by `khronos_pbem.languages`."""

AS_THEY_ARE = frozenset({"name", "names", "title", "path", "file", "words", "keys", "subject", "save"})
"""Parts that are never translated: what people have called something or typed, and keys of files."""


class Typed(str):
    """What people have typed: a name, a title, a message. It is never translated and never shortened."""

    __slots__ = ()


def quoted(text: object) -> Typed:
    """A name, title or file as one word of a command line that is shown to be copied into a shell."""
    return Typed(shlex.quote(str(text)))


def operand(text: object) -> Typed:
    """As `quoted`, where a command takes an argument: what begins with - is taken for no option there."""
    word = quoted(text)
    return Typed(f"-- {word}") if str(text).startswith("-") else word


def path_word(path: object) -> str:
    """A path as a command takes it among its options: what begins with - is no option."""
    text = str(path)
    return f"./{text}" if text.startswith("-") else text


class Player(str):
    """A colour that stands for its player: other languages write it as a name ("Rot", not "rot")."""

    __slots__ = ()

    def __format__(self, form: str, /) -> str:
        """The player in a form: see `Word`."""
        return _in_form(self, form)


class Number(str):
    """A number with decimals ("6.7"), written with a comma in other languages."""

    __slots__ = ()


class Moment(str):
    """A moment in UTC (`2026-11-22T18:03:00Z`) or a day (`2026-12-24`), as files keep it.

    People read it in their time zone and in the form of their language (`languages.moments`).
    """

    __slots__ = ()


class Word(str):
    """A noun that sentences need with its article: `{piece:a}` is "a keep", `{piece:the}` is "the keep".

    `{piece:Name}` begins a sentence: "Keep". Other languages have more forms, which their sentences ask for
    in the same way (`languages.inflection`).
    """

    __slots__ = ()

    def __format__(self, form: str, /) -> str:
        """The word in a form: `a`, `the`, `Name`, or as for any text."""
        return _in_form(self, form)


NAME = "Name"
"""The form of a word that begins a sentence, or that is somebody's name: its first letter is a capital."""


def _in_form(noun: str, form: str) -> str:
    if form == NAME:
        return f"{noun[:1].upper()}{noun[1:]}"
    if form == "the":
        return f"the {noun}"
    if form == "a":
        return f"{'an' if noun[:1] in 'aeiou' else 'a'} {noun}"
    return str.__format__(str(noun), form)


FORM = "form"
"""The part that is the form of an order, as its help shows it."""

NUMBER = "number"
"""The part that is a noun's own number or letter, as in "field 2": English has no article before it."""

ORDER = "order"
"""The part that is the canonical text of an order; its words are those of the order language."""


class Message(str):
    """An English sentence that remembers the template it was made from, and its parts.

    With `many`, the plural template, the parts hold a number `n` that decides between the two.
    """

    __slots__ = ("many", "parts", "template")

    template: str
    parts: dict[str, Any]
    many: str

    def __new__(cls, text: str, template: str, parts: dict[str, Any], many: str = "") -> Message:
        """The sentence, made from this template with these parts."""
        self = super().__new__(cls, text)
        self.template, self.parts, self.many = template, parts, many
        return self

    def __format__(self, form: str, /) -> str:
        """The sentence in a form, at the beginning of another or where it is a noun like "keep ruin":
        see `Word`."""
        return str(self) if NUMBER in self.parts and form != NAME else _in_form(self, form)

    def __getnewargs__(self) -> tuple[str, str, dict[str, Any], str]:  # type: ignore[override]
        """What a copy in another process is made from."""
        return str(self), self.template, self.parts, self.many


def message(template: str, /, **parts: Any) -> Message:
    """A sentence: the template with its parts, written as for `str.format`."""
    return Message(template.format(**parts), template, parts)


def plural_message(one: str, many: str, n: int | Number, /, **parts: Any) -> Message:
    """A sentence that depends on a number: `one` for 1, else `many`; the number is the part `n`."""
    parts["n"] = n
    return Message((one if is_one(n) else many).format(**parts), one, parts, many)


def is_one(n: int | Number) -> bool:
    """Whether a number asks for the singular in English: 1 does, "1.0" and "0.5" do not."""
    return str(n) == "1"


TRANSLATED = "{en}"
"""The template of a word that brings its translations along as its parts, by language."""


def translated(words: Mapping[str, str]) -> Message:
    """A word by language, English among them: a word of the orders of one game, which another may lack."""
    return Message(words["en"], TRANSLATED, {language: Typed(word) for language, word in words.items()})


def recognized(text: str, known: Mapping[str, str]) -> Message | None:
    """What a library has said in English, in our words; None for what is not known.

    `known` has our template for each of the library's; the first that fits counts. The parts are what the
    library quotes.
    """
    for theirs, ours in known.items():
        pattern = re.sub(r"\\\{(\w+)\\\}", r"(?P<\1>.+)", re.escape(theirs))
        if match := re.fullmatch(pattern, text):
            return message(ours, **{name: Typed(part) for name, part in match.groupdict().items()})
    return None


GAME = Typed("GAME")
"""The part `game` of a sentence, where nobody knows yet by which word commands find that game here."""


def in_game(text: str | None, file: object) -> str | None:
    """A sentence with the file of its game in the commands that it names; any other text as it is."""
    if not isinstance(text, Message) or text.parts.get("game") != GAME:
        return text
    return message(text.template, **{**text.parts, "game": operand(file)})


def listed(items: Iterable[str], between: str = ", ") -> Message:
    """Several sentences or words as one, each of which is translated by itself."""
    parts = {f"item{number}": item for number, item in enumerate(items)}
    return message("{between}".join(f"{{{name}}}" for name in parts), **parts, between=between)


def clauses(sentences: Iterable[str]) -> str:
    """Several sentences in one line, with semicolons between them as each language sets them.

    Orders are joined by the semicolon of the order language: `listed(orders, "; ")`. Empty if there are none.
    """
    first, *rest = [*sentences] or [""]
    return reduce(lambda told, more: message("{told}; {more}", told=told, more=more), rest, first)


def players(colours: Iterable[str], between: str = " and ") -> Message:
    """Players in a row, by their colours."""
    return listed(map(Player, colours), between)


def as_it_is(text: str) -> str:
    """The `Speak` of English."""
    return text
