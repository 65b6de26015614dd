"""The commands that the program's texts advise: cut out of templates and pages, judged without being run."""

from __future__ import annotations

import io
import re
import shlex
from dataclasses import dataclass
from functools import cache
from itertools import pairwise
from typing import Any

import typer
from babel.messages.pofile import read_po

from khronos_pbem.cli.commands import COMMANDS
from khronos_pbem.cli.help.help_ import command_line
from khronos_pbem.engine.digests import encode_bytes
from khronos_pbem.errors import UnreadableOrder, UsageError
from khronos_pbem.games.registry import GAMES
from khronos_pbem.home import config
from khronos_pbem.languages import DOMAIN, FOLDER
from khronos_pbem.manual import topics
from tests.make_catalogues import messages, pair
from tests.make_grammar import LANGUAGES as ORDERS
from tests.support.shell import ROOT

_STARTS = re.compile(r"(?<![\w/.-])khronos (?=[a-z])")
_WORD = re.compile(r"(?:'[^']*'|\{[^}]*\}|[^\s'])+")
_CAPITALS = re.compile(r"[A-ZÄÖÜÉÈÀÂÊÎ][A-ZÄÖÜÉÈÀÂÊÎ_|.-]*…?")
VALUES = {
    "colour": "red",
    "orders": "'end'",
    "items": "end",
    "spans": "1-2",
    "words": "--send",
    "least": "80",
}
"""What may stand for the parts of a template; for any other it is a number."""

KEY = encode_bytes(bytes([88, *[102] * 31]))
"""A public key as orders name it."""


@dataclass(frozen=True)
class Shown:
    """A command line as a text shows it, and where; `named` where a page only names the command."""

    where: str
    line: str
    named: bool = False


def commands_in(text: str) -> list[str]:
    """The commands in a sentence or a template of one, each up to the first word that is no part of it."""
    found = []
    for start in _STARTS.finditer(text):
        words = _cut(text[start.end() :])
        if words:
            found.append(" ".join(["khronos", *words]))
    return found


def _cut(text: str) -> list[str]:
    words: list[str] = []
    for match in _WORD.finditer(text):
        word = match[0].rstrip(',;:.)?»“”"')
        if not word or not _goes_on(words, word):
            break
        words.append(word)
        if word != match[0]:
            break
    return words


def _goes_on(words: list[str], word: str) -> bool:
    """Whether a word may be the next one of a command."""
    if not words:
        return word in COMMANDS
    if word.startswith("-") or _CAPITALS.fullmatch(word) or word[0] in "'{" or word.isdigit() or word == "…":
        return True
    if words[0] == "help":
        return word in COMMANDS or any(topics.is_topic(word, language) for language in ("en", "de", "fr"))
    if words[0] == "rules":
        return re.fullmatch(r"[\d.]+", word) is not None
    return word in config.KEYS or word in subcommands(words[0]) or takes_value(words)


def subcommands(name: str) -> dict[str, Any]:
    """The subcommands of a command; none, where it has none."""
    return getattr(_command(name), "commands", {})


def takes_value(words: list[str]) -> bool:
    """Whether a command line that ends with these words ends with an option that needs a value."""
    command = _parser(words)[0]
    return any(words[-1] in each.opts and not getattr(each, "is_flag", False) for each in command.params)


@cache
def _command(name: str) -> Any:
    """A command whose parser looks for no game, identity or file."""
    found = command_line(name).commands[name]
    for each in (found, *getattr(found, "commands", {}).values()):
        for parameter in each.params:
            parameter.callback = None
    return found


def _parser(words: list[str]) -> tuple[Any, list[str]]:
    """The command or subcommand that these words call, and the words for it."""
    command, rest = _command(words[0]), words[1:]
    while rest and rest[0] in getattr(command, "commands", {}):
        command, rest = command.commands[rest[0]], rest[1:]
    return command, rest


# --- judging ----------------------------------------------------------------------------------------------


def judged(shown: Shown) -> str:
    """What is wrong with a command line, by the program's own parser and the words of its orders; else ""."""
    words = filled(shown.line)
    if words[0].startswith("-"):
        return (
            "" if words[0] in ("--version", "--help", "--lang", "--install-completion") else "no such option"
        )
    if words[0] == "COMMAND":
        return ""
    if words[0] not in COMMANDS:
        return "no such command"
    command, rest = _parser(words)
    if "--help" in rest:
        return ""
    try:
        command.make_context(words[0], rest)
    except (UsageError, typer.Exit) as problem:  # Exit: a group without a command prints its help
        only_named = shown.named and (not rest or rest[0].startswith("-"))
        missing = isinstance(problem, typer.Exit) or " is missing" in str(problem)
        return "" if only_named and missing else f"{type(problem).__name__}: {problem}"
    return "; ".join(_unknown_words(words))


def filled(line: str) -> list[str]:
    """The words of a command line after `khronos`, with something plausible in each gap, and no notation."""
    parts = VALUES | ({"words": "--without red"} if line.startswith("khronos vote") else {})
    line = re.sub(r"\{(\w+)[^}]*\}", lambda match: parts.get(match[1], "1"), line.replace("\\|", "|"))
    words = shlex.split(line, comments=True)[1:]
    plain = [word if " " in word else re.sub(r"[\[\]]", "", word).split("|")[0].rstrip("…") for word in words]
    return without_language(["1" if word == "N" else word for word in plain if word])


def without_language(words: list[str]) -> list[str]:
    """A command line without `--lang fr`, which may stand anywhere."""
    if "--lang" not in words or words[:2] == ["contacts", "add"]:
        return words
    place = words.index("--lang")
    return words[:place] + words[place + 2 :]


def _unknown_words(words: list[str]) -> list[str]:
    """What the parser takes for anything: topics, settings, games, orders."""
    problems = []
    if words[0] == "help" and len(words) > 1 and words[1] not in COMMANDS and words[1][0].islower():
        known = any(topics.is_topic(words[1], language) for language in ("en", "de", "fr"))
        problems += [] if known else [f"no topic {words[1]}"]
    if words[0] == "config" and len(words) > 1 and words[1][0].islower() and words[1] not in config.KEYS:
        problems.append(f"no setting {words[1]}")
    for option, name in pairwise(words):
        if option == "--game" and name.islower() and name not in GAMES:
            problems.append(f"no game {name}")
        if option in ("-c", "--orders"):
            problems += [f"no order {order}" for order in orders_in(name) if not is_order(order)]
    return problems


def orders_in(text: str) -> list[str]:
    """The orders of a line, without what stands for some."""
    orders = [order.strip() for order in text.split(";")]
    return [order for order in orders if order and not order.isupper() and order not in ("…", "1")]


def is_order(order: str) -> bool:
    """Whether an order is one of a game, in any language; capitals stand for a word."""
    for language in ORDERS:
        try:
            return bool(language.parse(order.replace("KEY", KEY)))
        except UnreadableOrder:
            continue
    return False


# --- what there is ----------------------------------------------------------------------------------------


@cache
def advising_templates() -> dict[str, tuple[str, ...]]:
    """The English templates that name a command, with the commands in each."""
    texts = {text for message in messages() for text in pair(message)}
    return {text: tuple(found) for text in sorted(texts) if (found := commands_in(text))}


def is_help(text: str) -> bool:
    """Whether a message is in the help of a command, which may name others without what they need."""
    return "the command line" in said_in(text)


def said_in(text: str) -> set[str]:
    """Where a message is said."""
    return _places()[text]


@cache
def _places() -> dict[str, set[str]]:
    return {text: places for message, places in messages().items() for text in pair(message)}


@cache
def translations(language: str) -> dict[str, str]:
    """The templates of a language by the English ones; plurals by theirs."""
    catalogue = read_po(io.BytesIO((FOLDER / language / "LC_MESSAGES" / f"{DOMAIN}.po").read_bytes()))
    found: dict[str, str] = {}
    for message in catalogue:
        if message.id:
            ids, texts = (
                each if isinstance(each, tuple) else (each,) for each in (message.id, message.string)
            )
            found |= dict(zip(map(str, ids), map(str, texts), strict=False))
    return found


def pages() -> dict[str, str]:
    """The pages of Markdown that name commands, by their paths."""
    folders = ("docs", "khronos_pbem", "sample_games")
    paths = [
        ROOT / "README.md",
        *(path for folder in folders for path in sorted((ROOT / folder).rglob("*.md"))),
    ]
    return {path.relative_to(ROOT).as_posix(): path.read_text(encoding="utf-8") for path in paths}


def shown_on(where: str, page: str) -> list[Shown]:
    """The commands of a page: of its blocks, and of the spans of code in its sentences."""
    found = []
    for block in re.findall(r"^```\w*\n(.*?)^```", page, re.DOTALL | re.MULTILINE):
        for line in block.splitlines():
            found += [Shown(where, each) for each in _of_shell(line)]
    for span in re.findall(r"`([^`]+)`", re.sub(r"^```.*?^```", "", page, flags=re.DOTALL | re.MULTILINE)):
        found += [Shown(where, each, named=True) for each in _of_shell(" ".join(span.split()))]
    return found


def _of_shell(line: str) -> list[str]:
    """The commands of the program in a line for the shell: after `|`, `&&` and variables too."""
    line = re.sub(r"\s#.*", "", line)
    parts = re.split(r" (?:&&|\|) ", line)
    found = (re.fullmatch(r"(?:[A-Z_]+=\S+ )*(?:\S*/)?(khronos [a-zC-].*)", part.strip()) for part in parts)
    return [match[1] for match in found if match]
