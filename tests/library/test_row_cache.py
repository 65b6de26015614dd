"""The inbox reads a game once for its bytes, however many files hold them, and side by side where many do."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

import pytest

from khronos_pbem.library import library as shelf
from khronos_pbem.library import row_cache
from khronos_pbem.library.library import Library, make_row, read_inbox_rows
from khronos_pbem.library.row_cache import MadeRow

SAMPLES = Path(__file__).parent.parent.parent / "sample_games"


class Counted:
    """Makes rows, and remembers for which files."""

    def __init__(self) -> None:
        self.files: list[str] = []

    def __call__(self, path: Path, home: Path) -> MadeRow:
        self.files.append(path.name)
        return make_row(path, home)


@pytest.fixture
def made(monkeypatch: pytest.MonkeyPatch) -> Counted:
    counted = Counted()
    monkeypatch.setattr(shelf, "make_row", counted)
    return counted


@pytest.fixture
def library(tmp_path: Path) -> Library:
    found = Library(tmp_path / "library", tmp_path / "home")
    found.path.mkdir()
    for name in ("a", "b", "c"):
        shutil.copy(SAMPLES / "two-players.khronos", found.path / f"{name}.khronos")
    return found


def test_copies_are_read_once(library: Library, made: Counted) -> None:
    rows = read_inbox_rows(library)
    assert len(made.files) == 1
    assert sorted(Path(row["file"]).name for row in rows) == ["a.khronos", "b.khronos", "c.khronos"]
    assert len({row["head"] for row in rows}) == 1


def test_a_file_that_was_touched_or_moved_is_known(library: Library, made: Counted) -> None:
    before = read_inbox_rows(library)
    for path in library.files():
        os.utime(path, ns=(1, 1))
    assert read_inbox_rows(library) == before
    (library.path / "c.khronos").rename(library.path / "d.khronos")
    assert [Path(row["file"]).name for row in read_inbox_rows(library)] == [
        "a.khronos",
        "b.khronos",
        "d.khronos",
    ]
    assert len(made.files) == 1


def test_a_file_that_was_changed_is_not(library: Library, made: Counted) -> None:
    """One letter in a signed record, same size and same time: the row says what is wrong with that file."""
    read_inbox_rows(library)
    path = library.path / "b.khronos"
    os.utime(path, ns=(5, 5))
    read_inbox_rows(library)
    text = path.read_bytes()
    path.write_bytes(text.replace(b'"end"', b'"enc"', 1))
    problems = {Path(row["file"]).name: bool(row.get("problem")) for row in read_inbox_rows(library)}
    assert problems == {"a.khronos": False, "b.khronos": True, "c.khronos": False}


def test_damaged_files_are_told_each_by_its_name(library: Library) -> None:
    """Two files with the same damage are two lines."""
    for name in ("x", "y"):
        (library.path / f"{name}.khronos").write_bytes(b"format = 1\n")
    rows = [row for row in read_inbox_rows(library) if row.get("problem")]
    assert sorted(row["title"] for row in rows) == ["x", "y"]
    assert [row["title"] for row in read_inbox_rows(library) if row.get("problem")] == [
        row["title"] for row in rows
    ]


def test_a_file_that_changes_while_it_is_read(library: Library, monkeypatch: pytest.MonkeyPatch) -> None:
    """What one file said is never taken for what another one, with the bytes it had before, says."""

    def changing(path: Path, home: Path) -> MadeRow:
        if path.name == "a.khronos":
            shutil.copy(SAMPLES / "three-players-holdem.khronos", path)
        return make_row(path, home)

    monkeypatch.setattr(shelf, "make_row", changing)
    players = {Path(row["file"]).name: len(row["players"]) for row in read_inbox_rows(library)}
    assert players == {"a.khronos": 3, "b.khronos": 2, "c.khronos": 2}


def test_rows_are_the_same_side_by_side(library: Library, monkeypatch: pytest.MonkeyPatch) -> None:
    shutil.copy(SAMPLES / "three-players-holdem.khronos", library.path / "d.khronos")
    (library.path / "e.khronos").write_bytes(b"format = 1\n")
    alone = read_inbox_rows(library)
    (library.home / "cache" / "inbox").unlink()
    monkeypatch.setattr(row_cache, "WORTH_PROCESSES", 2)
    assert read_inbox_rows(library) == alone
