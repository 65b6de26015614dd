"""FORMATS 1 names all that the command line has: commands, options, exit codes, and the keys of its JSON."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import typer.main

from khronos_pbem.archive.replay.text_export import replay_document
from khronos_pbem.cli.commands import COMMANDS, application
from khronos_pbem.errors import ExitCode
from khronos_pbem.library.game_row import INTERNAL_KEYS
from khronos_pbem.manual.rule_pages import page
from khronos_pbem.session.queries.documents import seat_documents
from tests.architecture.sources import PACKAGE, culprits, nodes_of
from tests.archive.games import EVERY, opened, sample

PAGE = page("FORMATS").paragraphs["1"].text


def words_in_code(text: str) -> set[str]:
    """The words of a page that stand in code: commands, options, keys."""
    return set(re.findall(r"-{0,2}\w[\w-]*", " ".join(re.findall(r"`[^`]*`", text))))


CODE = words_in_code(PAGE)
KEYS = CODE | words_in_code(page("FORMATS").paragraphs["3"].text + page("VILLAGE").paragraphs["15.3"].text)
"""Choices and what a game adds stand there."""

OF_DATA = re.compile(r"[a-z]+/\d+:\d+")
"""Keys that are slots of decks, and not fixed."""

OTHER_KEYS = INTERNAL_KEYS | {"elements", "parts", "header", "identities", "signed"}
"""Keys of the rows of the library, of the page in HTML and of the statistics, which no command prints."""


def options(command: Any, name: str = "") -> Iterator[tuple[str, str]]:
    """Each command, also of a group, with each of its options."""
    for parameter in command.params:
        if parameter.param_type_name == "option":
            yield from ((name, option) for option in (*parameter.opts, *parameter.secondary_opts))
    for one, inner in getattr(command, "commands", {}).items():
        yield from options(inner, f"{name} {one}".strip())


def test_the_page_names_every_command_and_option() -> None:
    found = {*options(typer.main.get_command(application()))}
    assert {name.split()[0] for name, _ in found if name} <= set(COMMANDS)
    assert set(COMMANDS) - CODE == set()
    assert {option for _, option in found} - CODE - {"--color"} == set()


def test_the_page_names_no_option_that_there_is_not() -> None:
    found = {"--help", *(option for _, option in options(typer.main.get_command(application())))}
    assert {word for word in CODE if word.startswith("-")} - found == set()


def test_the_page_names_every_exit_code() -> None:
    assert {int(code) for code in re.findall(r"^\| (\d) \|", PAGE, re.MULTILINE)} == set(ExitCode)


def keys_of(document: Any) -> Iterator[str]:
    """Every key of a document but those of positions (section 3)."""
    if isinstance(document, dict):
        for key, value in document.items():
            yield str(key)
            yield from () if key == "position" else keys_of(value)
    elif isinstance(document, list | tuple):
        for each in document:
            yield from keys_of(each)


def unnamed(keys: Iterator[str]) -> set[str]:
    """The keys that are not on the page."""
    return {key for key in keys if not OF_DATA.fullmatch(key) and not set(key.split()) <= KEYS}


def is_document(node: ast.AST) -> bool:
    """Whether a node makes what `--json` prints: a function of documents, or a call of `print_json`."""
    if isinstance(node, ast.FunctionDef):
        return node.name == "to_data" or node.name.endswith(("document", "documents", "_fields"))
    return isinstance(node, ast.Call) and getattr(node.func, "id", "") == "print_json"


def written_keys(path: Path) -> Iterator[str]:
    """The keys that a module writes into documents."""
    for node in filter(is_document, nodes_of(path)):
        for inner in ast.walk(node):
            keys = inner.keys if isinstance(inner, ast.Dict) else []
            if isinstance(inner, ast.Subscript) and isinstance(inner.ctx, ast.Store):
                keys = [inner.slice]
            for key in keys:
                if isinstance(key, ast.Constant) and isinstance(key.value, str):
                    yield key.value


def test_the_page_names_every_key_of_the_documents() -> None:
    folders = ("archive", "cli", "lessons", "library", "session")
    paths = [path for folder in folders for path in sorted((PACKAGE / folder).rglob("*.py"))]
    assert culprits(paths, lambda path: sorted(unnamed(written_keys(path)) - OTHER_KEYS)) == {}


@pytest.mark.parametrize("name", ["five-players", "my-village-four-players"])
def test_the_page_names_what_each_game_adds(name: str) -> None:
    (path,) = (each for each in EVERY if each.stem == name)
    document = [replay_document(sample(name)), seat_documents(opened(path).table)]
    assert unnamed(keys_of(document)) == set()
