"""How big things are, over the whole program (HOUSE 5)."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path
from statistics import median, quantiles

import pytest

from tests.house.sources import MODULES, culprits, named, nodes_of, tree_of

MEDIAN, OFTEN, LONGEST, LONGEST_FILE = 7, 23, 50, 380
"""Lines of a function, all included: at most so many in the middle, in 95 of 100, ever; those of a file."""

DESCRIBED = 0.98
"""The share of what is public that says what it is."""

Def = ast.FunctionDef | ast.AsyncFunctionDef


def lines_of(node: Def) -> int:
    """The lines of a function from its first decorator to its end."""
    assert node.end_lineno is not None
    return node.end_lineno - min([node.lineno, *(each.lineno for each in node.decorator_list)]) + 1


def functions() -> Iterator[tuple[Path, Def]]:
    for path in MODULES:
        for node in nodes_of(path):
            if isinstance(node, Def):
                yield path, node


def public(tree: ast.Module | ast.ClassDef, inside: str) -> Iterator[tuple[str, bool]]:
    """What is public in a module or class, and whether it has a docstring."""
    yield inside, ast.get_docstring(tree) is not None
    for node in tree.body:
        if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
            yield from public(node, f"{inside}: {node.name}")
        elif isinstance(node, Def) and not node.name.startswith("_"):
            yield f"{inside}: {node.name}", ast.get_docstring(node) is not None


def test_functions_are_short() -> None:
    lengths = [lines_of(node) for _, node in functions()]
    assert len(lengths) > 1000
    assert median(lengths) <= MEDIAN
    assert quantiles(lengths, n=100)[94] <= OFTEN


def test_no_function_is_long() -> None:
    assert [f"{named(path)}: {node.name}" for path, node in functions() if lines_of(node) > LONGEST] == []


def test_a_file_has_one_subject() -> None:
    lines = {named(path): len(path.read_text(encoding="utf-8").splitlines()) for path in MODULES}
    assert {name: count for name, count in lines.items() if count > LONGEST_FILE} == {}


def test_what_is_public_says_what_it_is() -> None:
    found = [each for path in MODULES for each in public(tree_of(path), named(path))]
    silent = [name for name, has in found if not has]
    assert len(silent) <= (1 - DESCRIBED) * len(found), silent


def test_every_culprit_is_named_with_what_is_wrong() -> None:
    """One test for many files says as much as one for each."""
    wrong = {MODULES[1]: ["a", "b"], MODULES[3]: ["c"]}
    found = culprits(MODULES, lambda path: wrong.get(path, []))
    assert found == {named(path): what for path, what in wrong.items()}
    with pytest.raises(AssertionError):
        culprits([], lambda path: [])


MOST_FILES = 12
"""Modules in a folder, so that a stranger can take it in at a glance."""


def test_a_folder_is_taken_in_at_a_glance() -> None:
    folders: dict[str, int] = {}
    for path in MODULES:
        if path.name != "__init__.py":
            folder = named(path).rpartition("/")[0]
            folders[folder] = folders.get(folder, 0) + 1
    assert len(folders) > MOST_FILES
    assert {folder: number for folder, number in folders.items() if number > MOST_FILES} == {}
