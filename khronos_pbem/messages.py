"""Translatable messages: English sentences that remember their template and parts.

Rules, protocol and errors create them with `message`. The code that prints them first passes them through a
`Translate` function. This module does not depend on any language.
"""

from __future__ import annotations

import re
import shlex
from collections.abc import Callable, Iterable, Mapping
from functools import reduce
from typing import Any

Translate = Callable[[str], str]
"""A function that translates a sentence; created by `khronos_pbem.languages`."""

AS_THEY_ARE = frozenset({"name", "names", "title", "path", "file", "words", "keys", "subject", "save"})
"""The parts that are never translated: names, other text typed by people, and keys of files."""


class VerbatimText(str):
    """Text that a person typed, such as a name, title or message; never translated or shortened."""

    __slots__ = ()


def shell_quoted(text: object) -> VerbatimText:
    """Return a text quoted for the shell, as one word of a command line that people can copy."""
    return VerbatimText(shlex.quote(str(text)))


def shell_operand(text: object) -> VerbatimText:
    """Return a text quoted for the shell as a positional argument; a text that begins with - gets `--`."""
    word = shell_quoted(text)
    return VerbatimText(f"-- {word}") if str(text).startswith("-") else word


def path_argument(path: object) -> str:
    """Return a path for use as the value of an option; a path that begins with - gets `./` before it."""
    text = str(path)
    return f"./{text}" if text.startswith("-") else text


class Player(str):
    """The colour of a player. Other languages write it as a name ("Rot", not "rot")."""

    __slots__ = ()

    def __format__(self, form: str, /) -> str:
        """The player in a form: see `Word`."""
        return _in_form(self, form)


class Number(str):
    """A number with decimals ("6.7"), written with a comma in other languages."""

    __slots__ = ()


class Moment(str):
    """A time in UTC (`2026-11-22T18:03:00Z`) or a day (`2026-12-24`), as stored in files.

    It is printed in the reader's time zone and in the style of their language (`languages.moments`).
    """

    __slots__ = ()


class Word(str):
    """A noun that can be formatted with its article: `{piece:a}` is "a keep", `{piece:the}` is "the keep".

    `{piece:Name}` begins a sentence: "Keep". Other languages have more forms, written in the same way
    (`languages.inflection`).
    """

    __slots__ = ()

    def __format__(self, form: str, /) -> str:
        """Return the word in a form: `a`, `the`, `Name`, or any format that `str` accepts."""
        return _in_form(self, form)


NAME = "Name"
"""The form of a word at the beginning of a sentence or used as a name: its first letter is a capital."""


def _in_form(noun: str, form: str) -> str:
    """Return an English noun in a form: `a`, `the`, `Name`, or any format that `str` accepts."""
    if form == NAME:
        return f"{noun[:1].upper()}{noun[1:]}"
    if form == "the":
        return f"the {noun}"
    if form == "a":
        return f"{'an' if noun[:1] in 'aeiou' else 'a'} {noun}"
    return str.__format__(str(noun), form)


FORM = "form"
"""The name of the part that holds the form of an order, as its help shows it."""

NUMBER = "number"
"""The name of the part that holds a noun's own number or letter, as in "field 2".

English has no article before such a noun.
"""

ORDER = "order"
"""The name of the part that holds the canonical text of an order, in the words of the order language."""


class Message(str):
    """An English sentence that remembers its template and parts, so that it can be translated.

    `many` is the plural template. If it is given, the part `n` is the number that selects singular or plural.
    """

    __slots__ = ("many", "parts", "template")

    template: str
    parts: dict[str, Any]
    many: str

    def __new__(cls, text: str, template: str, parts: dict[str, object], many: str = "") -> Message:
        """Create the sentence from this template and these parts."""
        self = super().__new__(cls, text)
        self.template, self.parts, self.many = template, parts, many
        return self

    def __format__(self, form: str, /) -> str:
        """Return the sentence in a form (see `Word`).

        A form is used at the beginning of another sentence, or if the message is a noun such as "keep ruin".
        """
        return str(self) if NUMBER in self.parts and form != NAME else _in_form(self, form)

    def __getnewargs__(self) -> tuple[str, str, dict[str, object], str]:  # type: ignore[override]
        """Return the arguments of `__new__` with which another process makes a copy of the message."""
        return str(self), self.template, self.parts, self.many


def message(template: str, /, **parts: object) -> Message:
    """Return a translatable message: the template, formatted with the parts as by `str.format`.

    A part written as `{words!r}` is quoted; other languages use their own quotation marks.
    """
    return Message(template.format(**parts), template, parts)


def plural_message(one: str, many: str, n: int | Number, /, **parts: object) -> Message:
    """Return a translatable message that depends on a number `n`: template `one` for 1, otherwise `many`.

    `n` is also a part of the template.
    """
    parts = {**parts, "n": n}
    return Message((one if is_one(n) else many).format(**parts), one, parts, many)


def is_one(n: int | Number) -> bool:
    """Return whether a number takes the singular in English: 1 does, "1.0" and "0.5" do not."""
    return str(n) == "1"


TRANSLATED = "{en}"
"""The template of a word whose parts are its translations, by language."""


def translated_word(words: Mapping[str, str]) -> Message:
    """Return a word that carries its own translations, by language; English ("en") is required.

    This is for the order words of a single game, which the common catalogue may lack.
    """
    return Message(
        words["en"], TRANSLATED, {language: VerbatimText(word) for language, word in words.items()}
    )


def third_party_message(text: str, known: Mapping[str, str]) -> Message | None:
    """Return our own message for an English message of a Python library; None if it is not known.

    `known` maps the library's templates to ours; the first that matches is used. The variable parts of the
    library's message become the parts of ours.
    """
    for theirs, ours in known.items():
        pattern = re.sub(r"\\\{(\w+)\\\}", r"(?P<\1>.+)", re.escape(theirs))
        if match := re.fullmatch(pattern, text):
            return message(ours, **{name: VerbatimText(part) for name, part in match.groupdict().items()})
    return None


GAME = VerbatimText("GAME")
"""A placeholder for the part `game` until the name or file that commands use for the game is known."""

YOUR_NAME = message("YOUR-NAME")
YOUR_ADDRESS = message("YOU@EXAMPLE.ORG")
SOME_ADDRESS = message("ADDRESS")
"""Placeholders in commands, which readers replace with a name or an address."""


def with_game_file(text: str | None, file: object) -> str | None:
    """Return a message with `file` instead of GAME in its commands; other texts are unchanged."""
    if not isinstance(text, Message) or text.parts.get("game") != GAME:
        return text
    return message(text.template, **{**text.parts, "game": shell_operand(file)})


def listed(items: Iterable[str], between: str = ", ") -> Message:
    """Return several texts joined into one message by `between`; each is translated separately."""
    parts = {f"item{number}": item for number, item in enumerate(items)}
    return message("{between}".join(f"{{{name}}}" for name in parts), **parts, between=between)


def and_list(items: Iterable[str]) -> Message:
    """Return the items as a list with "and" before the last one."""
    found = list(items)
    if len(found) < 2:
        return listed(found)
    return message("{items} and {last}", items=listed(found[:-1]), last=found[-1])


def or_list(items: Iterable[str]) -> Message:
    """Return the items as a list with "or" before the last one."""
    found = list(items)
    if len(found) < 2:
        return listed(found)
    return message("{items} or {last}", items=listed(found[:-1]), last=found[-1])


def orders_to_choose(orders: Iterable[str]) -> Message:
    """Return a list of alternative orders, or ends of orders, each in the quotation marks of the language."""
    return or_list([message('"{order}"', order=order) for order in orders])


def clauses(sentences: Iterable[str]) -> str:
    """Return several sentences joined into one message by semicolons; empty if there are none.

    The spacing of the semicolons depends on the language. To join orders, use `listed(orders, "; ")`, because
    the semicolon of the order language never changes.
    """
    first, *rest = [*sentences] or [""]
    return reduce(lambda told, more: message("{told}; {more}", told=told, more=more), rest, first)


def players_message(colours: Iterable[str], between: str = " and ") -> Message:
    """Return several players, given by their colours, joined into one message by `between`."""
    return listed(map(Player, colours), between)


def untranslated(text: str) -> str:
    """Return the text unchanged: the `Translate` of English."""
    return text
