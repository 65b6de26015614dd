"""Bring the catalogues of translations up to date: `python -m tests.make_catalogues`.

Collects `message` and `plural_message`, the help of all commands and the words of the game, merges it into
each `khronos.po`, and compiles `khronos.mo` beside it.
"""

from __future__ import annotations

import ast
import io
from collections.abc import Iterator
from datetime import UTC, datetime
from functools import cache
from pathlib import Path
from typing import Any

import typer
from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

from khronos_pbem.cli import help_texts
from khronos_pbem.cli.commands import application
from khronos_pbem.cli.terminal.printing import set_language
from khronos_pbem.engine.orders.language import Language
from khronos_pbem.engine.orders.vocabulary import ENGLISH
from khronos_pbem.games.my_village.model.terms import SPOKEN
from khronos_pbem.home import config
from khronos_pbem.languages import DOMAIN, FOLDER, LANGUAGES
from khronos_pbem.record import toml
from tests.make_grammar import LANGUAGES as ORDERS

PACKAGE = FOLDER.parent
SYSTEM = (
    "No such file or directory",
    "Permission denied",
    "Is a directory",
    "Not a directory",
    "No space left on device",
    "Read-only file system",
    "File name too long",
)
"""What the system says of files that cannot be used."""

PLURALS = {"de": "nplurals=2; plural=(n != 1);", "fr": "nplurals=2; plural=(n > 1);"}
"""One form for one thing and one for several; newer tables of the world's languages have more for French."""

_EPOCH = datetime(2026, 11, 21, tzinfo=UTC)
"""The date of creation in the catalogues, so that they change only with their messages."""


_SAYING = {"message": (0,), "plural_message": (0, 1), "listed": (1,), "Word": (0,)}
"""Which arguments of these functions are templates."""


def said_in(path: Path) -> Iterator[Any]:
    """The templates in a module: a text, or a pair of texts where a number decides."""
    for node in ast.walk(ast.parse(path.read_bytes())):
        places = _SAYING.get(getattr(node.func, "id", ""), ()) if isinstance(node, ast.Call) else ()
        if isinstance(node, ast.Call) and places and len(node.args) > places[-1]:
            values = [getattr(node.args[place], "value", None) for place in places]
            if all(isinstance(value, str) for value in values):
                yield tuple(values) if len(values) > 1 else values[0]


def helped(command: Any) -> Iterator[str]:
    """The help of a command with what stands below it, its options and its subcommands."""
    if command.help:
        yield command.help
    if command.epilog:
        yield command.epilog
    for parameter in command.params:
        if getattr(parameter, "help", None):
            yield parameter.help
    for each in getattr(command, "commands", {}).values():
        yield from helped(each)


def orders_said(language: Language) -> Iterator[str]:
    """What is said of orders: what each does, and what the words of a pattern are called."""
    yield from (meaning for _, meaning, _ in language.help_table())
    yield from (shape.called for shape in language.reader.shapes.values())


@cache
def messages() -> dict[Any, set[str]]:
    """Everything that is said, with where it is said."""
    found: dict[Any, set[str]] = {}
    for path in sorted(PACKAGE.rglob("*.py")):
        for message in said_in(path):
            found.setdefault(message, set()).add(str(path.relative_to(PACKAGE.parent)))
    set_language(ENGLISH)  # commands translate their help when they are made
    groups = {
        "the command line": [
            *helped(typer.main.get_command(application())),
            *help_texts.HEADINGS,
            *help_texts.METAVARS,
        ],
        "the files": list(toml.PROBLEMS.values()),
        "the words of the game": [
            word
            for language in ORDERS
            for words in language.vocabulary.words.values()
            for word in words[ENGLISH]
        ],
        "the words of My Village": list(map(str, SPOKEN)),
        **{f"the orders of {each.package}": list(orders_said(each)) for each in ORDERS},
        "the settings": [*config.KEYS.values(), "default"],
        "the system": [text for message in SYSTEM for text in (message, message.lower())],
    }
    for place, texts in groups.items():
        for text in texts:
            found.setdefault(text, set()).add(place)
    return {message: places for message, places in found.items() if any(map(worded, pair(message)))}


def pair(message: Any) -> tuple[str, ...]:
    """The texts of a message."""
    return message if isinstance(message, tuple) else (message,)


def worded(text: str) -> bool:
    """Whether a template has words of its own, or marks that other languages set in their own way."""
    bare, depth = "", 0
    for character in text:
        depth += (character == "{") - (character == "}")
        bare += character if depth == 0 else ""
    return any(character.isalpha() for character in bare) or bool(set(bare) & set(':;("'))


def updated(language: str) -> Catalog:
    """A language's catalogue with exactly the messages of today; what is new in it is empty."""
    path = FOLDER / language / "LC_MESSAGES" / f"{DOMAIN}.po"
    old = read_po(io.BytesIO(path.read_bytes()), locale=language) if path.exists() else Catalog(language)
    new = Catalog(
        locale=language,
        project="khronos-pbem",
        version="0.1",
        fuzzy=False,
        header_comment="# Khronos by mail",
        creation_date=_EPOCH,
    )
    new.mime_headers = [("Plural-Forms", PLURALS[language])]
    for message, places in sorted(messages().items(), key=lambda item: pair(item[0])):
        known = old.get(message if isinstance(message, str) else message[0])
        text = _as_many(known.string if known is not None else "", message)
        where: Any = [(place, None) for place in sorted(places)]  # no line numbers: they change every day
        new.add(message, text, locations=where, flags=())
    return new


def _as_many(texts: Any, message: Any) -> Any:
    """The translation as far as it has as many texts as its message: there may be a plural now, or none."""
    if isinstance(message, tuple):
        return texts if isinstance(texts, tuple) else (texts, "")
    return texts if isinstance(texts, str) else texts[0]


def main() -> None:
    """Write the catalogues of all languages."""
    for language in LANGUAGES:
        if language == "en":
            continue
        folder = FOLDER / language / "LC_MESSAGES"
        catalogue = updated(language)
        with (folder / f"{DOMAIN}.po").open("wb") as file:
            write_po(file, catalogue, width=100, omit_header=False, include_lineno=False, sort_output=True)
        with (folder / f"{DOMAIN}.mo").open("wb") as file:
            write_mo(file, catalogue)
        missing = [message.id for message in catalogue if message.id and not translated(message)]
        print(f"{language}: {len(catalogue)} messages, {len(missing)} to be translated")


def translated(message: Any) -> bool:
    """Whether a message has its text, and every number form of it."""
    return all(message.string) if isinstance(message.string, tuple | list) else bool(message.string)


if __name__ == "__main__":
    main()
