"""Translatable messages: English sentences that remember their template and parts.

Rules, protocol and errors make them with `message`. The code that prints them first passes them through a
`Translate`, a function that translates. This module knows nothing of the languages.
"""

from __future__ import annotations

import re
import shlex
from collections.abc import Callable, Iterable, Mapping
from functools import reduce
from typing import Any

Translate = Callable[[str], str]
"""From a sentence to the same in another language; made by `khronos_pbem.languages`."""

AS_THEY_ARE = frozenset({"name", "names", "title", "path", "file", "words", "keys", "subject", "save"})
"""Parts that are never translated: what people have called something or typed, and keys of files."""


class VerbatimText(str):
    """Text that a person typed, such as a name, a title or a message: never translated, never shortened."""

    __slots__ = ()


def shell_quoted(text: object) -> VerbatimText:
    """A text quoted for the shell, as one word of a command line that is shown to be copied."""
    return VerbatimText(shlex.quote(str(text)))


def shell_operand(text: object) -> VerbatimText:
    """A text quoted for the shell as a positional argument: one that begins with - gets `--` before it."""
    word = shell_quoted(text)
    return VerbatimText(f"-- {word}") if str(text).startswith("-") else word


def path_argument(path: object) -> str:
    """A path as the value of an option: one that begins with - gets `./` before it."""
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
    """A moment in UTC (`2026-11-22T18:03:00Z`) or a day (`2026-12-24`), as files store it.

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
        """The word in a form: `a`, `the`, `Name`, or as for any text."""
        return _in_form(self, form)


NAME = "Name"
"""The form of a word that begins a sentence, or that is somebody's name: its first letter is a capital."""


def _in_form(noun: str, form: str) -> str:
    """An English noun in a form: `a`, `the`, `Name`, or any format of a text."""
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
    """An English sentence that remembers its template and parts, so that it can be translated.

    `many` is the plural template; then the part `n` is the number that decides between the two.
    """

    __slots__ = ("many", "parts", "template")

    template: str
    parts: dict[str, Any]
    many: str

    def __new__(cls, text: str, template: str, parts: dict[str, object], many: str = "") -> Message:
        """The sentence, made from this template with these parts."""
        self = super().__new__(cls, text)
        self.template, self.parts, self.many = template, parts, many
        return self

    def __format__(self, form: str, /) -> str:
        """The sentence in a form, at the beginning of another or where it is a noun like "keep ruin":
        see `Word`."""
        return str(self) if NUMBER in self.parts and form != NAME else _in_form(self, form)

    def __getnewargs__(self) -> tuple[str, str, dict[str, object], str]:  # type: ignore[override]
        """What a copy in another process is made from."""
        return str(self), self.template, self.parts, self.many


def message(template: str, /, **parts: object) -> Message:
    """A translatable message: the template, formatted with the parts as by `str.format`.

    A part written as `{words!r}` is quoted, in other languages between their own quotation marks.
    """
    return Message(template.format(**parts), template, parts)


def plural_message(one: str, many: str, n: int | Number, /, **parts: object) -> Message:
    """A translatable message that depends on a number `n`: the template `one` for 1, else `many`.

    `n` is also a part of the template.
    """
    parts = {**parts, "n": n}
    return Message((one if is_one(n) else many).format(**parts), one, parts, many)


def is_one(n: int | Number) -> bool:
    """Whether a number takes the singular in English: 1 does, "1.0" and "0.5" do not."""
    return str(n) == "1"


TRANSLATED = "{en}"
"""The template of a word that brings its translations along as its parts, by language."""


def translated_word(words: Mapping[str, str]) -> Message:
    """A word that brings its translations along, given by language (English, "en", must be there).

    This is for order words of a game: another game, and so the catalogue, may lack them.
    """
    return Message(
        words["en"], TRANSLATED, {language: VerbatimText(word) for language, word in words.items()}
    )


def third_party_message(text: str, known: Mapping[str, str]) -> Message | None:
    """Our own message for an English message of a Python library; None if it is not known.

    `known` maps the library's templates to ours; the first that fits is used. What the library quotes becomes
    the parts.
    """
    for theirs, ours in known.items():
        pattern = re.sub(r"\\\{(\w+)\\\}", r"(?P<\1>.+)", re.escape(theirs))
        if match := re.fullmatch(pattern, text):
            return message(ours, **{name: VerbatimText(part) for name, part in match.groupdict().items()})
    return None


GAME = VerbatimText("GAME")
"""The part `game` of a sentence, where nobody knows yet by which word commands find that game here."""

YOUR_NAME = message("YOUR-NAME")
YOUR_ADDRESS = message("YOU@EXAMPLE.ORG")
SOME_ADDRESS = message("ADDRESS")
"""What readers replace in a command: by their own name or address, or by that of somebody else."""


def with_game_file(text: str | None, file: object) -> str | None:
    """A message with `file` in place of GAME in the commands that it advises; other texts are unchanged."""
    if not isinstance(text, Message) or text.parts.get("game") != GAME:
        return text
    return message(text.template, **{**text.parts, "game": shell_operand(file)})


def listed(items: Iterable[str], between: str = ", ") -> Message:
    """Several texts joined to one message by `between`; each is translated by itself."""
    parts = {f"item{number}": item for number, item in enumerate(items)}
    return message("{between}".join(f"{{{name}}}" for name in parts), **parts, between=between)


def and_list(items: Iterable[str]) -> Message:
    """Items in a list, the last one after "and"."""
    found = list(items)
    if len(found) < 2:
        return listed(found)
    return message("{items} and {last}", items=listed(found[:-1]), last=found[-1])


def or_list(items: Iterable[str]) -> Message:
    """Items in a list, the last one after "or"."""
    found = list(items)
    if len(found) < 2:
        return listed(found)
    return message("{items} or {last}", items=listed(found[:-1]), last=found[-1])


def orders_to_choose(orders: Iterable[str]) -> Message:
    """Orders, or ends of orders, of which one is to be chosen: each in the quotes of the language."""
    return or_list([message('"{order}"', order=order) for order in orders])


def clauses(sentences: Iterable[str]) -> str:
    """Several sentences joined to one message by semicolons, spaced as each language does; empty for none.

    To join orders use `listed(orders, "; ")`: the semicolon of the order language never changes.
    """
    first, *rest = [*sentences] or [""]
    return reduce(lambda told, more: message("{told}; {more}", told=told, more=more), rest, first)


def players_message(colours: Iterable[str], between: str = " and ") -> Message:
    """Several players, given by colour, joined to one message."""
    return listed(map(Player, colours), between)


def untranslated(text: str) -> str:
    """Return the text unchanged: the `Translate` of English."""
    return text
