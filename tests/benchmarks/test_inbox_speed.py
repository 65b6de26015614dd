"""The inbox of 1,300 games of which no row is remembered; every record in it was verified here before.

A machine with two cores to itself takes less than 10 seconds for copies.
"""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Any

import pytest

from khronos_pbem.library.library import Library, read_inbox_rows

ROOT = Path(__file__).parent.parent.parent
GAMES = 1300


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> Library:
    """The sample games again and again, and a home that has verified each of them."""
    home = tmp_path_factory.mktemp("home")
    saves = sorted(ROOT.glob("sample_games/**/*.khronos"))
    found = Library(home / "library", home)
    found.path.mkdir()
    for number in range(GAMES):
        shutil.copy(saves[number % len(saves)], found.path / f"game-{number:04}.khronos")
    read_inbox_rows(found)
    return found


def _forget(library: Library) -> None:
    (library.home / "cache" / "inbox").unlink(missing_ok=True)
    shutil.rmtree(library.home / "cache" / "tables", ignore_errors=True)


def test_a_cold_inbox(library: Library, benchmark: Any) -> None:
    """Copies, of which each is read once: 31 s when every file was."""
    found = benchmark.pedantic(read_inbox_rows, (library,), setup=lambda: _forget(library), rounds=3)
    assert len(found) == GAMES


def test_a_warm_inbox(library: Library, benchmark: Any) -> None:
    read_inbox_rows(library)
    assert len(benchmark(read_inbox_rows, library)) == GAMES


def test_a_cold_inbox_of_games_that_all_differ(library: Library, benchmark: Any) -> None:
    """Every file is read and replayed, side by side."""
    for number, path in enumerate(library.files()[:130]):
        path.write_bytes(b"# %d\n" % number + path.read_bytes())
    (library.path / "some").mkdir()
    for path in library.files()[:130]:
        shutil.move(path, library.path / "some")
    some = Library(library.path / "some", library.home)
    found = benchmark.pedantic(read_inbox_rows, (some,), setup=lambda: _forget(some), rounds=3)
    assert len(found) == 130
