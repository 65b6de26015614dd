"""Who imports what, and when: no circle, nothing inside functions, one way to load what is seldom needed."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.house.sources import tree_of

PACKAGE = Path(__file__).parent.parent.parent / "khronos_pbem"
MODULES = sorted(PACKAGE.rglob("*.py"))

WITHIN_FUNCTIONS = {("__main__.py", "run")}
"""Before this import nothing is loaded that would keep a Ctrl-C from being answered in one line."""

MAY_LOAD = {
    "lazily.py": "parts that are used only sometimes",
    "cli/commands.py": "the module of a command",
    "games/registry.py": "the games and their features",
}
"""Where modules are loaded by their name, which is read or made at run time."""


def names(path: Path) -> str:
    return path.relative_to(PACKAGE).as_posix()


def dotted(path: Path) -> str:
    parts = [PACKAGE.name, *path.relative_to(PACKAGE).with_suffix("").parts]
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def imported(tree: ast.AST) -> Iterator[str]:
    """The modules, and things in modules, that are imported anywhere in a tree, also for types only."""
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and node.module:
            yield from (f"{node.module}.{alias.name}" for alias in node.names)
        elif isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)


def graph() -> dict[str, set[str]]:
    """Which modules of ours each module of ours imports, lazily or for types too."""
    paths = {dotted(path): path for path in MODULES}
    edges: dict[str, set[str]] = {}
    for name, path in paths.items():
        found = set(imported(tree_of(path)))
        modules = {each if each in paths else each.rpartition(".")[0] for each in found}
        edges[name] = (modules & paths.keys()) - {name}
    return edges


def leaves_removed(edges: dict[str, set[str]]) -> dict[str, set[str]]:
    """What is left once every module is taken away that imports nothing that is left: the cycles."""
    while True:
        free = {name for name, others in edges.items() if not others & edges.keys()}
        if not free:
            return edges
        edges = {name: others for name, others in edges.items() if name not in free}


def test_modules_do_not_import_each_other_in_a_circle() -> None:
    assert sorted(leaves_removed(graph())) == []


def test_a_circle_would_be_seen() -> None:
    edges = {"a": {"b"}, "b": {"c"}, "c": {"b", "d"}, "d": set[str]()}
    assert sorted(leaves_removed(edges)) == ["a", "b", "c"]


@pytest.mark.parametrize("path", MODULES, ids=names)
def test_nothing_is_imported_inside_a_function(path: Path) -> None:
    for node in ast.walk(tree_of(path)):
        if isinstance(node, ast.FunctionDef) and (names(path), node.name) not in WITHIN_FUNCTIONS:
            assert list(imported(node)) == [], f"{node.name}: use khronos_pbem.lazily"


@pytest.mark.parametrize("path", MODULES, ids=names)
def test_modules_are_loaded_by_name_in_few_places(path: Path) -> None:
    found = set(imported(tree_of(path)))
    assert "importlib.import_module" not in found or names(path) in MAY_LOAD


@pytest.mark.parametrize("path", MODULES, ids=names)
def test_what_is_loaded_later_is_what_the_checker_of_types_sees(path: Path) -> None:
    """So that the layers and the circles above hold for it too."""
    tree = tree_of(path)
    seen: dict[str, str] = {}
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom):
            seen |= {alias.asname or alias.name: f"{node.module}.{alias.name}" for alias in node.names}
        elif isinstance(node, ast.Import):
            seen |= {alias.asname or alias.name: alias.name for alias in node.names}
    for node in ast.walk(tree):
        if isinstance(node, ast.Assign) and isinstance(node.value, ast.Call):
            called, arguments = node.value.func, node.value.args
            if isinstance(called, ast.Name) and called.id == "later":
                target, module = node.targets[0], arguments[0]
                assert isinstance(target, ast.Name)
                assert isinstance(module, ast.Constant)
                assert seen.get(target.id) == module.value
