"""Names that a stranger can search for: one module of a name, standard words, nothing that only tests use."""

from __future__ import annotations

import ast
import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from khronos_pbem.cli.commands import COMMANDS, command_module
from tests.architecture.sources import MODULES, PACKAGE, ROOT, culprits, named, nodes_of, tree_of

BOTH_GAMES = re.compile(r"games/(?:khronos|my_village)/")
COMMAND_FILES = {f"{command_module(name)}.py" for name in COMMANDS}

# --- modules ----------------------------------------------------------------------------------------------


def subject_of(path: Path) -> str:
    """What may share a module's name: the games and their features are one subject, the commands are none."""
    name = named(path)
    if name.startswith("cli/") and path.name in COMMAND_FILES:
        return ""
    return "games" if BOTH_GAMES.match(name) or name.startswith("engine/features/") else name


def test_a_module_name_is_used_once() -> None:
    """But a command has the name of what it does, and both games have the same files."""
    subjects: dict[str, set[str]] = {}
    for path in MODULES:
        if not path.stem.startswith("__"):
            subjects.setdefault(path.stem, set()).add(subject_of(path))
    twice = {stem: found - {""} for stem, found in subjects.items() if len(found - {""}) > 1}
    assert {stem: found for stem, found in twice.items() if stem not in SHARED_WITH_GAMES} == {}


SHARED_WITH_GAMES = {"leaving", "verbs"}
"""A folder of the record has the name of a phase of both games; the engine says what a verb is."""

# --- words ------------------------------------------------------------------------------------------------

_PRIVATE = """
concerning crew envelopes fold folds freshness heirs minds overtaking parting posting prospects saying
shelving silence sitting telling thinning unmangle wing wings
"""
PRIVATE = frozenset(_PRIVATE.split())
"""Words that nobody would search for, in no name and in no docstring."""

_PRIVATE_ALONE = """
answering calling desk drawn facts following futures gate grounds guide house keeping kept law looking looks
meant mind promise question room said say school seen settled story told ways worth
"""
PRIVATE_ALONE = frozenset(_PRIVATE_ALONE.split())
"""Words that say too little as the whole name of a module, function or class."""

STANDARD = {"engine/features/protocols.py": {"guide"}}
"""Where such a word is the name of a part of a contract; a game has it too."""


def words_of(name: str) -> set[str]:
    """The words of a name like `read_heirs` or `BotMinds`, in small letters."""
    return set(re.findall(r"[a-z]+", re.sub(r"(?<=[a-z])(?=[A-Z])", "_", name).lower()))


def defined(path: Path) -> Iterator[str]:
    """The module's own name, and those of its classes, functions, parameters and variables."""
    yield path.stem
    for node in nodes_of(path):
        if isinstance(node, ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            yield node.name
        elif isinstance(node, ast.arg):
            yield node.arg
        elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            yield node.id


def explained(path: Path) -> Iterator[str]:
    """The docstrings of a module."""
    for node in nodes_of(path):
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            yield ast.get_docstring(node) or ""


def test_private_words_do_not_come_back() -> None:
    """PLAIN 5, the left column."""

    def wrong(path: Path) -> Iterator[str]:
        yield from sorted({name for name in defined(path) if words_of(name) & PRIVATE})
        yield from sorted({word for text in explained(path) for word in words_of(text) & PRIVATE})

    assert culprits(MODULES, wrong) == {}


def test_the_glossary_is_short() -> None:
    """At most 30 words, none of them private."""
    page = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    table = page.split("\n## Words\n")[1].split("\n## ")[0]
    words = [
        word for row in re.findall(r"^\| ([a-z ·]+) \|", table, re.MULTILINE) for word in row.split(" · ")
    ]
    assert words[0] == "word"
    assert 20 < len(words[1:]) <= 30
    assert not {*words} & PRIVATE


def test_a_word_that_says_too_little_does_not_stand_alone() -> None:
    """PLAIN 5: `said` says less than `message`; in a game it can be a word of the game."""
    allowed = set().union(*STANDARD.values())

    def wrong(path: Path) -> Iterator[str]:
        own = allowed if BOTH_GAMES.match(named(path)) else STANDARD.get(named(path), set())
        own = own | (GAME_WORDS if BOTH_GAMES.match(named(path)) else set())
        for name in (path.stem, *names_of_definitions(path)):
            if name.lower().strip("_") in PRIVATE_ALONE - own:
                yield name

    assert culprits(MODULES, wrong) == {}


GAME_WORDS = {"desk", "house", "school", "story", "looks", "facts", "room", "ground"}
"""Words of the games themselves, of their boards, and the facts that a screen reader reads."""


def names_of_definitions(path: Path) -> Iterator[str]:
    """The names of a module's classes and functions."""
    for node in nodes_of(path):
        if isinstance(node, ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            yield node.name


# --- use --------------------------------------------------------------------------------------------------

CALLED_BY_NAME = re.compile(
    r"action_\w+|on_\w+|__\w+__|format_(commands|usage)|get_usage_pieces|display_type_rich"
)
"""What Textual and Typer call by its name."""

ONLY_TESTS_USE = {("games/my_village/model/terms.py", "SPOKEN")}
"""The words of the game, of which the catalogues are made."""


def test_nothing_is_there_for_tests_only() -> None:
    """A name that stands nowhere in the program but where it is defined."""
    used = Counter[str]()
    data = [path for path in PACKAGE.rglob("*") if path.suffix in (".toml", ".html", ".js", ".lark")]
    for path in [*MODULES, *data, ROOT / "pyproject.toml"]:
        used.update(re.findall(r"[A-Za-z_]\w*", path.read_text(encoding="utf-8")))

    def wrong(path: Path) -> Iterator[str]:
        for node, name in top_level(path):
            by_name = CALLED_BY_NAME.fullmatch(name) or getattr(node, "decorator_list", None)
            command = named(path).startswith("cli/") and path.name in COMMAND_FILES and name == path.stem
            if (
                used[name] == 1
                and not by_name
                and named(path) != "api.py"
                and not command
                and (named(path), name) not in ONLY_TESTS_USE
            ):
                yield name

    assert culprits(MODULES, wrong) == {}


def top_level(path: Path) -> Iterator[tuple[ast.AST, str]]:
    """What a module defines: functions, classes and their methods, and its constants."""
    for node in nodes_of(path):
        if isinstance(node, ast.ClassDef | ast.FunctionDef):
            yield node, node.name
    for node in tree_of(path).body:
        targets = node.targets if isinstance(node, ast.Assign) else [getattr(node, "target", None)]
        yield from ((node, target.id) for target in targets if isinstance(target, ast.Name))


def test_words_of_names_are_found() -> None:
    assert words_of("readHeirs") | words_of("BOT_MINDS") == {"read", "heirs", "bot", "minds"}
