"""How the game is built: which folder may import which, and how long functions and files are."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

import khronos_pbem.games.my_village as package

HOME = Path(package.__file__).parent
NAME = package.__name__
GROUND = {"engine", "errors", "messages", "values"}
BELOW = {
    "model": {"model"},
    "rules": {"model", "rules", "vocabulary", "order_text"},
    "vocabulary": {"model", "rules", "vocabulary"},
    "order_text": {"model", "rules", "vocabulary", "order_text"},
    "positions": {"model", "rules", "vocabulary", "order_text", "positions"},
    "bots": {"model", "rules", "features", "bots"},
    "view": {"model", "rules"},
    "features": {"model", "rules", "features", "vocabulary", "order_text", "positions", "drawing", "view"},
    "lessons": {"model", "rules", "lessons"},
    "puzzles": {"model", "rules"},
    "drawing": {"model", "rules", "drawing", "view"},
}


def _folder(path: Path) -> str:
    """The folder of the game, or its module, that holds a file."""
    return path.relative_to(HOME).with_suffix("").parts[0]


PICTURES = {"canvas", "lazy_imports"}
"""What drawings need besides."""
FILES = sorted(path for path in HOME.rglob("*.py") if _folder(path) in BELOW)


def imported(path: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom) and node.module:
            yield node.module
        elif isinstance(node, ast.Import):
            yield from (name.name for name in node.names)


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(HOME)))
def test_a_folder_imports_only_from_below(path: Path) -> None:
    for module in imported(path):
        if module.startswith(NAME + "."):
            assert module.removeprefix(NAME + ".").split(".")[0] in BELOW[_folder(path)], module
        elif module.startswith("khronos_pbem"):
            assert module.split(".")[1] in (
                GROUND | PICTURES if _folder(path) in ("drawing", "features") else GROUND
            )


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(HOME)))
def test_files_and_functions_are_short(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert len(text.splitlines()) <= 380
    tree = ast.parse(text)
    assert ast.get_docstring(tree)
    classes = [node for node in tree.body if isinstance(node, ast.ClassDef)]
    for node in [*tree.body, *(each for home in classes for each in home.body)]:
        if isinstance(node, ast.FunctionDef):
            assert (node.end_lineno or 0) - node.lineno < 50, node.name
            assert node.name.startswith("_") or ast.get_docstring(node), node.name


def test_no_module_of_the_rules_imports_in_a_circle() -> None:
    graph = {
        ".".join(path.relative_to(HOME).with_suffix("").parts): {
            module.removeprefix(NAME + ".") for module in imported(path) if module.startswith(NAME + ".")
        }
        for path in FILES
    }
    while True:
        free = [name for name, needs in graph.items() if not needs & set(graph)]
        if not free:
            break
        for name in free:
            del graph[name]
    assert not graph
