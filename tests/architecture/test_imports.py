"""Who imports what, and when: no circle, nothing inside functions, one way to load what is seldom needed."""

from __future__ import annotations

import ast
import subprocess
import sys
from collections.abc import Iterable, Iterator
from importlib.util import find_spec
from pathlib import Path

from khronos_pbem.lazy_imports import LAZY
from tests.architecture.sources import MODULES, PACKAGE, culprits, named, nodes_of

EXTRAS = {"desktop_notifier"}
"""Lazy modules that an installation may lack."""

WITHIN_FUNCTIONS = {("__main__.py", "run")}
"""Before this import nothing is loaded that would keep a Ctrl-C from being answered in one line."""

MAY_LOAD = {
    "cli/commands.py": "the module of a command",
    "games/registry.py": "the games and their features",
}
"""Where modules are loaded by their name, which is read or made at run time."""


def dotted(path: Path) -> str:
    parts = [PACKAGE.name, *path.relative_to(PACKAGE).with_suffix("").parts]
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def imported(nodes: Iterable[ast.AST]) -> Iterator[str]:
    """The modules, and things in modules, that are imported in any of these nodes, also for types only."""
    for node in nodes:
        if isinstance(node, ast.ImportFrom) and node.module:
            yield from (f"{node.module}.{alias.name}" for alias in node.names)
        elif isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)


def graph() -> dict[str, set[str]]:
    """Which modules of ours each module of ours imports, lazily or for types too."""
    paths = {dotted(path): path for path in MODULES}
    edges: dict[str, set[str]] = {}
    for name, path in paths.items():
        found = set(imported(nodes_of(path)))
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


def test_nothing_is_imported_inside_a_function() -> None:
    def wrong(path: Path) -> Iterator[str]:
        for node in nodes_of(path):
            if isinstance(node, ast.FunctionDef) and (named(path), node.name) not in WITHIN_FUNCTIONS:
                yield from (
                    f"{node.name}: {what}: list it in khronos_pbem.lazy_imports"
                    for what in imported(ast.walk(node))
                )

    assert culprits(MODULES, wrong) == {}


def test_modules_are_loaded_by_name_in_few_places() -> None:
    def wrong(path: Path) -> Iterator[str]:
        yield from (what for what in imported(nodes_of(path)) if what == "importlib.import_module")

    assert culprits(MODULES, wrong).keys() <= MAY_LOAD.keys()


def test_every_lazy_module_exists_and_is_imported_as_a_module() -> None:
    """A name that is imported from it would load it at once, wherever that stands."""
    used = {each for path in MODULES for each in imported(nodes_of(path))}
    assert sorted(name for name in LAZY if find_spec(name) is None and name not in EXTRAS) == []
    assert sorted(LAZY - used) == []


def test_importing_a_lazy_module_does_not_run_it() -> None:
    """In a process of its own: the first attribute runs it."""
    lines = (
        "from khronos_pbem.library import library",
        "import sys, importlib.util",
        "print(type(library) is importlib.util._LazyModule, 'khronos_pbem.library.row_cache' in sys.modules)",
        "library.Library",
        "print(type(library) is importlib.util._LazyModule, 'khronos_pbem.library.row_cache' in sys.modules)",
    )
    done = subprocess.run(
        [sys.executable, "-c", "\n".join(lines)], capture_output=True, text=True, check=True
    )
    assert done.stdout.split() == ["True", "False", "False", "True"]


def test_folders_form_no_circle() -> None:
    """A folder imports downwards only."""
    modules = graph()
    packages = {name for name in modules if any(each.startswith(f"{name}.") for each in modules)}

    def folder_of(name: str) -> str:
        parent = name.rpartition(".")[0]
        return name if name in packages or parent == PACKAGE.name else parent

    between: dict[str, set[str]] = {}
    for name, others in modules.items():
        folder = folder_of(name)
        between.setdefault(folder, set()).update({folder_of(each) for each in others} - {folder})
    above = leaves_removed(between)
    backwards = {name: {each for each in above if name in above[each]} for name in above}
    assert sorted(leaves_removed(backwards)) == []
