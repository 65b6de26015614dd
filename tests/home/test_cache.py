"""Whatever has become of a cache, it is dropped and made anew: it only ever saves time."""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from khronos_pbem.archive.studies.document_cache import open_document_cache
from khronos_pbem.home.cache import check_mac, with_mac
from khronos_pbem.library.library import Library, read_inbox_rows

SAMPLES = Path(__file__).parent.parent.parent / "sample_games"


def folder_instead(path: Path) -> None:
    path.unlink()
    path.mkdir()


def pipe_instead(path: Path) -> None:
    path.unlink()
    os.mkfifo(path)


def link_instead(path: Path) -> None:
    path.unlink()
    path.symlink_to(path.name)


def cut_off(path: Path) -> None:
    path.write_bytes(path.read_bytes()[:-7])


def bit_turned(path: Path) -> None:
    data = bytearray(path.read_bytes())
    data[-1] ^= 1
    path.write_bytes(bytes(data))


def holding(data: bytes) -> Callable[[Path], None]:
    return lambda path: (path.write_bytes(data), None)[1]


DAMAGES: dict[str, Callable[[Path], None]] = {
    "nothing": holding(b""),
    "noise": holding(bytes(range(256)) * 50),
    "a list": holding(b"[1, 2]"),
    "a number beyond all": holding(b'{"a": NaN, "b": 1e999999}'),
    "rows of another kind": holding(json.dumps({"x": {"stamp": [1, 2], "row": 7}}).encode()),
    "deep nesting": holding(b"[" * 200_000),
    "something huge": holding(b"x" * 20_000_000),
    "cut off": cut_off,
    "a bit turned": bit_turned,
    "a folder": folder_instead,
    "a pipe": pipe_instead,
    "a link to itself": link_instead,
}


@pytest.fixture(scope="module")
def used(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A home whose caches are full, with a library of one game."""
    home = tmp_path_factory.mktemp("used")
    (home / "library").mkdir()
    shutil.copy(SAMPLES / "two-players.khronos", home / "library")
    read_inbox_rows(Library(home / "library", home))
    with open_document_cache(home) as cache:
        cache.put(b"a game", {"winner": "red"})
    return home


@pytest.mark.parametrize("damage", DAMAGES)
def test_the_inbox_is_the_same_whatever_has_become_of_the_caches(
    damage: str, used: Path, tmp_path: Path
) -> None:
    home = tmp_path / "home"
    shutil.copytree(used, home)
    library = Library(home / "library", home)
    right = read_inbox_rows(library)
    for path in sorted((home / "cache").rglob("*")):
        if path.is_file():
            DAMAGES[damage](path)
            assert read_inbox_rows(library) == right
    assert read_inbox_rows(library) == right


@pytest.mark.parametrize("damage", DAMAGES)
def test_facts_are_known_or_not_but_never_wrong(damage: str, used: Path, tmp_path: Path) -> None:
    home = tmp_path / "home"
    shutil.copytree(used, home)
    DAMAGES[damage](home / "cache" / "facts.sqlite")
    with open_document_cache(home) as cache:
        assert cache.get(b"a game") in (None, {"winner": "red"})
        cache.put(b"another", {"winner": "blue"})
    with open_document_cache(home) as cache:
        again = cache.get(b"another")
        assert again == {"winner": "blue"} or damage in ("a folder", "a pipe", "a link to itself")


def test_a_folder_of_caches_that_is_a_file_is_done_without(tmp_path: Path) -> None:
    (tmp_path / "cache").write_bytes(b"")
    (tmp_path / "library").mkdir()
    shutil.copy(SAMPLES / "two-players.khronos", tmp_path / "library")
    (row,) = read_inbox_rows(Library(tmp_path / "library", tmp_path))
    assert row["finished"] is True
    with open_document_cache(tmp_path) as cache:
        cache.put(b"a game", {})
        assert cache.get(b"a game") is None


def test_one_game_that_cannot_be_read_keeps_no_other_out_of_the_inbox(tmp_path: Path) -> None:
    folder = tmp_path / "library"
    folder.mkdir()
    shutil.copy(SAMPLES / "two-players.khronos", folder)
    (folder / "a.khronos").symlink_to(folder / "nowhere")
    (folder / "b.khronos").symlink_to(folder / "b.khronos")
    (folder / "c.khronos").mkdir()
    os.mkfifo(folder / "d.khronos")
    for _ in range(2):
        rows = read_inbox_rows(Library(folder, tmp_path))
        assert [bool(row.get("problem")) for row in rows].count(True) == 4
        assert len(rows) == 5


def test_a_seal_is_bound_to_home_purpose_and_content(tmp_path: Path) -> None:
    data = with_mac(tmp_path, b"one", b"content")
    assert check_mac(tmp_path, b"one", data) == b"content"
    assert check_mac(tmp_path, b"two", data) is None
    assert check_mac(tmp_path, b"one", data + b"x") is None
    assert check_mac(tmp_path, b"one", b"") is None
    assert check_mac(tmp_path, b"one", None) is None
    assert check_mac(tmp_path / "other", b"one", data) is None
