"""The sizes of functions, files and folders, over the whole program."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path
from statistics import median, quantiles

import pytest

from tests.architecture.sources import MODULES, culprits, named, nodes_of, tree_of

MEDIAN, OFTEN, LONGEST, LONGEST_FILE = 6, 20, 50, 380
"""Lines of a function without its docstring: at most so many in the middle, in 95 of 100, ever; those of a
file."""

DESCRIBED = 0.98
"""The share of what is public that says what it is."""

Def = ast.FunctionDef | ast.AsyncFunctionDef


def lines_of(node: Def) -> int:
    """The lines of a function from its first decorator to its end, without its docstring."""
    first, text = min([node.lineno, *(each.lineno for each in node.decorator_list)]), node.body[0]
    described = ast.get_docstring(node) is not None and len(node.body) > 1
    assert node.end_lineno is not None
    assert text.end_lineno is not None
    return node.end_lineno - first + 1 - (text.end_lineno - text.lineno + 1 if described else 0)


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


def test_every_parameter_and_result_has_a_type() -> None:
    def wrong(path: Path) -> Iterator[str]:
        for node in nodes_of(path):
            if isinstance(node, Def):
                given = [each for each in parameters(node) if each.arg not in ("self", "cls")]
                if node.returns is None or any(each.annotation is None for each in given):
                    yield node.name

    assert culprits(MODULES, wrong) == {}


def parameters(node: Def) -> list[ast.arg]:
    """Every parameter of a function."""
    found = node.args
    named = [*found.posonlyargs, *found.args, *found.kwonlyargs]
    return [*named, *(each for each in (found.vararg, found.kwarg) if each is not None)]


MOST_ANY = 160
"""Lines of the program that name the type Any: data of other libraries, and what only a game looks into."""


def test_any_is_the_type_of_little() -> None:
    """What is only passed on or checked is an object; what is read by its keys has a class."""
    names = [
        {node.lineno for node in nodes_of(path) if isinstance(node, ast.Name) and node.id == "Any"}
        for path in MODULES
    ]
    assert 0 < sum(map(len, names)) <= MOST_ANY


CHANGING = {"add", "append", "appendleft", "clear", "discard", "extend", "insert", "remove", "sort", "update"}
"""Methods that change a list, a set or a dictionary if they stand alone: they return nothing."""

TAKING = {"pop", "popitem", "popleft", "setdefault"}
"""Methods that change it, and return something."""

MAY_CHANGE = {
    ("cli/command_classes.py", "_adopt"): "an option as Typer makes it",
    ("cli/command_classes.py", "_translate_texts"): "a command as Typer makes it",
    (
        "games/khronos/drawing/pictures/domain_outlines.py",
        "_closed_loop",
    ): "the sides of a domain that are left",
    ("games/khronos/model/board_cache.py", "cached"): "the cache of a position",
    ("record/chain.py", "block_hash"): "what a block remembers of itself",
    ("record/chain.py", "game_hash"): "what a header remembers of itself",
    ("record/save.py", "_lines_of"): "what a header remembers of itself",
    ("record/save.py", "_lines_of_block"): "what a block remembers of itself",
    ("session/turns/branching.py", "why_no_order"): "a composition, whose `add` changes nothing",
}
"""Where a parameter is changed, and which."""


def changed_names(node: Def) -> Iterator[str]:
    """The names in a function whose value, or a part of it, is changed in place."""
    for inner in ast.walk(node):
        called = inner.value if isinstance(inner, ast.Expr) else inner
        if isinstance(called, ast.Call) and isinstance(called.func, ast.Attribute):
            if called.func.attr in (CHANGING if isinstance(inner, ast.Expr) else TAKING):
                yield root_name(called.func.value)
        elif isinstance(inner, ast.Subscript | ast.Attribute) and not isinstance(inner.ctx, ast.Load):
            yield root_name(inner.value)


def root_name(node: ast.expr) -> str:
    """The name before all dots and brackets; empty if there is none."""
    while isinstance(node, ast.Attribute | ast.Subscript):
        node = node.value
    return node.id if isinstance(node, ast.Name) else ""


def test_no_parameter_is_changed_in_place() -> None:
    """What a function finds it returns: no list is handed to it to be filled, and no attribute is set."""

    def wrong(path: Path) -> Iterator[str]:
        for node in nodes_of(path):
            if isinstance(node, Def) and (named(path), node.name) not in MAY_CHANGE:
                own = {each.id for each in ast.walk(node) if isinstance(each, ast.Name)
                       and isinstance(each.ctx, ast.Store)}  # fmt: skip
                if ({each.arg for each in parameters(node)} - own - {"self"}) & {*changed_names(node)}:
                    yield node.name

    assert culprits(MODULES, wrong) == {}


def test_a_changed_parameter_is_seen() -> None:
    tree = ast.parse("""def f(found, told, left, one, two, same):
        found.all.append(1); told[0] = 2; one.name = 3; del two.names[0]
        return left.pop() + same.add(4)
    """)
    assert {*changed_names(tree.body[0])} == {"found", "told", "left", "one", "two"}  # type: ignore[arg-type]


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
