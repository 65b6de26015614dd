"""The modules of the package as syntax trees, each parsed once in a run, and who of them breaks a rule."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterable
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parent.parent.parent
PACKAGE = ROOT / "khronos_pbem"
MODULES = sorted(PACKAGE.rglob("*.py"))


@cache
def tree_of(path: Path) -> ast.Module:
    """The syntax tree of a module."""
    return ast.parse(path.read_text(encoding="utf-8"))


@cache
def nodes_of(path: Path) -> tuple[ast.AST, ...]:
    """Every node of a module."""
    return tuple(ast.walk(tree_of(path)))


def named(path: Path) -> str:
    """A module as people call it: `games/registry.py`."""
    return path.relative_to(PACKAGE if path.is_relative_to(PACKAGE) else ROOT).as_posix()


def culprits(paths: Iterable[Path], wrong: Callable[[Path], Iterable[object]]) -> dict[str, list[object]]:
    """For each file that breaks a rule what is wrong in it: one test for all, which names every culprit."""
    found = {named(path): list(wrong(path)) for path in paths}
    assert found, "there are no files"
    return {name: what for name, what in found.items() if what}
