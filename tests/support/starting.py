"""The start of a run: each module is compiled once, by all workers together.

Where nothing may be written beside sources, their bytecode is kept in a folder of the run. That of installed
packages is where it was.
"""

from __future__ import annotations

import contextlib
import importlib
import sys
from collections.abc import Iterator, Sequence
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec, PathFinder, SourceFileLoader
from pathlib import Path
from types import CodeType, ModuleType

ROOT = Path(__file__).parent.parent.parent


class _Loader(SourceFileLoader):
    """Loads a module of the program, with its bytecode in the folder."""

    folder = ""

    def get_code(self, fullname: str) -> CodeType | None:
        """The code of a module, compiled if that has not been done before."""
        with _bytecode_in(self.folder):
            return super().get_code(fullname)


class _Finder(MetaPathFinder):
    """Finds the modules of the program."""

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """Where a module of the program is; None for all others."""
        found = PathFinder.find_spec(fullname, path) if fullname.startswith("khronos_pbem") else None
        if found is not None and type(found.loader) is SourceFileLoader:
            found.loader = _Loader(fullname, found.loader.path)
        return found


@contextlib.contextmanager
def _bytecode_in(folder: str) -> Iterator[None]:
    before = sys.dont_write_bytecode, sys.pycache_prefix
    if sys.dont_write_bytecode:
        sys.dont_write_bytecode, sys.pycache_prefix = False, folder
    try:
        yield
    finally:
        sys.dont_write_bytecode, sys.pycache_prefix = before


def compile_together(folder: Path, worker: int, workers: int) -> None:
    """Compile this worker's part of what all of them import; tests are imported, as pytest changes them.

    Where nothing may be written beside the sources, bytecode of the program and of the tests is kept in the
    folder from now on.
    """
    _Loader.folder = str(folder)
    sys.meta_path.insert(0, _Finder())
    for path in _part(_modules("khronos_pbem", "*.py"), worker, workers):
        with contextlib.suppress(SyntaxError):
            _Loader(_name(path), str(path)).get_code(_name(path))
    for path in _modules("khronos_pbem", "*.py"):
        if path.name != "__main__.py":
            _imported(path)
    if sys.dont_write_bytecode:  # all that is large has been imported
        sys.dont_write_bytecode, sys.pycache_prefix = False, str(folder)
    for path in _part(_modules("tests", "test_*.py"), worker, workers):
        _imported(path)


def _imported(path: Path) -> None:
    with contextlib.suppress(Exception):  # whoever needs it is told
        importlib.import_module(_name(path))


def _modules(package: str, names: str) -> list[Path]:
    return sorted((ROOT / package).rglob(names))


def _part(paths: list[Path], worker: int, workers: int) -> list[Path]:
    """The part of these paths that is this worker's."""
    return paths[len(paths) * worker // workers : len(paths) * (worker + 1) // workers]


def _name(path: Path) -> str:
    parts = path.relative_to(ROOT).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)
