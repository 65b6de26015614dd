"""Small files of the home: damage, rights, locks, kills and sizes (`storage.json_store`)."""

from __future__ import annotations

import errno
import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

import pytest

from khronos_pbem.errors import Conflict, InvalidFile, UnsupportedFormat, UsageError
from khronos_pbem.storage import files
from khronos_pbem.storage.files import MAX_BYTES
from khronos_pbem.storage.json_store import (
    FileCodec,
    JsonStore,
    json_codec,
    take_notices,
    text_list,
    text_table,
)


@pytest.fixture(autouse=True)
def no_notices() -> Iterator[None]:
    take_notices()
    yield
    take_notices()


def numbers(home: Path, name: str = "numbers.json") -> JsonStore[list[str]]:
    path = home / "folder" / name
    return JsonStore(path, json_codec(text_list), [], partial(files.file_lock, path, home))


def written(home: Path, content: bytes) -> JsonStore[list[str]]:
    store = numbers(home)
    store.path.parent.mkdir(exist_ok=True)
    store.path.write_bytes(content)
    return store


def appended(text: str) -> Callable[[list[str]], list[str]]:
    return lambda known: [*known, text]


def test_without_a_file_the_value_is_empty_and_nothing_is_made(tmp_path: Path) -> None:
    assert numbers(tmp_path / "home").read() == []
    assert not (tmp_path / "home").exists()


def test_what_is_written_is_read(tmp_path: Path) -> None:
    store = numbers(tmp_path)
    assert store.change(appended("one")) == ["one"]
    assert store.change(appended("two")) == store.read() == ["one", "two"]
    assert store.path.read_bytes() == b'["one", "two"]'
    assert store.path.stat().st_mode & 0o077 == store.path.parent.stat().st_mode & 0o077 == 0
    assert take_notices() == {}


def test_the_same_value_is_not_written_again(tmp_path: Path) -> None:
    store = written(tmp_path, b'[ "one" ]')
    assert store.change(lambda known: known) == ["one"]
    assert store.path.read_bytes() == b'[ "one" ]'


def test_a_value_without_a_file_removes_it(tmp_path: Path) -> None:
    path = tmp_path / "x"
    codec: FileCodec[bytes] = FileCodec(lambda data: data, lambda value: value or None)
    store = JsonStore(path, codec, b"", partial(files.file_lock, path, tmp_path))
    store.change(lambda _: b"content")
    assert path.read_bytes() == b"content"
    store.change(lambda _: b"")
    assert not path.exists()


DAMAGED = {
    "nothing": b"",
    "cut off": b'["one", "t',
    "no JSON": b"\xff\xfe",
    "another kind": b'{"one": 1}',
    "wrong types": b"[1, null, [2]]",
    "deep nesting": b"[" * 100_000,
    "a vast number": b"[1" + b"0" * 5000 + b"]",
    "too large": b'["' + b"x" * MAX_BYTES + b'"]',
}


@pytest.mark.parametrize("kind", DAMAGED)
def test_a_damaged_file_is_moved_aside_and_noted_once(kind: str, tmp_path: Path) -> None:
    store = written(tmp_path, DAMAGED[kind])
    aside = store.path.with_suffix(".damaged")
    assert store.read() == []
    assert aside.read_bytes() == DAMAGED[kind]
    (notice,) = take_notices().values()
    assert notice == f"{store.path} is damaged and will not be used; it has been moved to {aside}"
    assert store.read() == []
    assert store.read_if_whole() is None
    aside.unlink()
    assert store.read_if_whole() == []
    assert take_notices() == {}


def test_a_change_moves_a_damaged_file_aside_and_begins_anew(tmp_path: Path) -> None:
    store = written(tmp_path, b"{")
    assert store.change(appended("one")) == store.read() == ["one"]
    assert len(take_notices()) == 1
    written(tmp_path, b"[[]]").read()
    assert [path.read_bytes() for path in sorted(store.path.parent.iterdir())] == [b"{", b"[[]]"]


def test_a_file_that_was_replaced_meanwhile_is_not_moved_aside(tmp_path: Path) -> None:
    store = written(tmp_path, b"{")

    def decode(data: bytes) -> list[str]:
        store.path.write_bytes(b'["new"]')
        raise ValueError(data)

    slow = JsonStore(store.path, FileCodec(decode, lambda _: b""), ["empty"], store.lock)
    assert slow.read() == ["empty"]
    assert store.read() == ["new"]
    assert take_notices() == {}


def test_a_file_of_a_newer_program_is_left_alone(tmp_path: Path) -> None:
    store = written(tmp_path, b"[]")

    def newer(_: object) -> list[str]:
        raise UnsupportedFormat("newer")

    store = JsonStore(store.path, json_codec(newer), [], store.lock)
    for call in (store.read, partial(store.change, appended("one"))):
        with pytest.raises(UnsupportedFormat):
            call()
    assert store.path.read_bytes() == b"[]"


@pytest.mark.parametrize("kind", ["a folder", "a pipe", "a link to itself"])
def test_what_cannot_be_read_is_noted_and_stays(kind: str, tmp_path: Path) -> None:
    store = written(tmp_path, b"")
    store.path.unlink()
    if kind == "a folder":
        store.path.mkdir()
    elif kind == "a pipe":
        os.mkfifo(store.path)
    else:
        store.path.symlink_to(store.path.name)
    for _ in range(2):
        assert store.read() == []
        assert store.read_if_whole() is None
        (notice,) = take_notices().values()
        assert notice.startswith(str(store.path))
        assert notice.endswith("; the program continues without this file")
    with pytest.raises(UsageError):
        store.change(appended("one"))
    assert os.path.lexists(store.path)
    assert not store.path.is_file()


def test_a_file_in_a_folder_without_rights_is_not_known(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nor is it known then whether one was moved aside."""
    store = written(tmp_path, b"[]")

    def refuse(path: Path, **_: bool) -> os.stat_result:
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), path)

    with monkeypatch.context() as patch:
        patch.setattr(Path, "stat", refuse)
        assert store.read_if_whole() is None
    (notice,) = take_notices().values()
    assert notice == f"{store.path}: permission denied; the program continues without this file"


def test_a_home_that_cannot_be_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A damaged file stays there, and is noted each time."""
    store = written(tmp_path, b"{")

    def fail(*_: object) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(Path, "replace", fail)
    for _ in range(2):
        assert store.read() == []
        assert list(take_notices()) == [store.path]
    with pytest.raises(UsageError, match="cannot be written"):
        store.change(appended("one"))
    assert store.path.read_bytes() == b"{"


def test_a_folder_that_is_a_file_counts_as_no_file(tmp_path: Path) -> None:
    (tmp_path / "folder").write_bytes(b"")
    store = numbers(tmp_path)
    assert store.read() == []
    assert take_notices() == {}
    with pytest.raises(UsageError):
        store.change(appended("one"))


def test_sixteen_megabytes_and_no_more(tmp_path: Path) -> None:
    store = numbers(tmp_path)
    most = "x" * (MAX_BYTES - len('[""]'))
    store.change(lambda _: [most])
    assert store.path.stat().st_size == MAX_BYTES
    assert store.read() == [most]
    with pytest.raises(InvalidFile, match="too large"):
        store.change(lambda _: [most + "x"])
    assert store.read() == [most]


def test_only_one_changes_a_file_at_a_time(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    store = written(tmp_path, b'["one"]')
    monkeypatch.setattr(files, "LOCK_SECONDS", 0.05)
    with store.lock():
        with pytest.raises(Conflict, match="another khronos process"):
            store.change(appended("two"))
        assert store.read() == ["one"], "reading needs no lock"
        store.path.write_bytes(b"{")
        assert store.read() == [], "nor does it wait to move a damaged file aside"
    assert store.path.read_bytes() == b"{"


CHANGING = """
import sys, pathlib
from functools import partial
from khronos_pbem.storage import files, json_store
path, home = pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2])
lock = partial(files.file_lock, path, home)
store = json_store.JsonStore(path, json_store.json_codec(json_store.text_list), [], lock)
for number in range(25):
    store.change(lambda known: [*known, sys.argv[3]])
"""


def test_two_processes_lose_nothing_of_each_other(tmp_path: Path) -> None:
    store = numbers(tmp_path)
    command = [sys.executable, "-c", CHANGING, str(store.path), str(tmp_path)]
    running = [subprocess.Popen([*command, name]) for name in "ab"]
    assert [each.wait(60) for each in running] == [0, 0]
    assert sorted(store.read()) == ["a"] * 25 + ["b"] * 25


@pytest.mark.skipif(not hasattr(os, "fork"), reason="no fork here")
@pytest.mark.parametrize("moment", ["before", "after"])
def test_a_kill_at_the_rename_leaves_the_old_file_or_the_new(moment: str, tmp_path: Path) -> None:
    store = written(tmp_path, b'["old"]')
    child = os.fork()
    if child == 0:
        rename = Path.replace

        def killed(path: Path, target: Path) -> Path:
            if moment == "after":
                rename(path, target)
            os.kill(os.getpid(), signal.SIGKILL)
            return target

        Path.replace = killed  # type: ignore[method-assign, assignment]
        store.change(appended("new"))
        os._exit(0)
    assert os.WTERMSIG(os.waitpid(child, 0)[1]) == signal.SIGKILL
    left = ["old"] if moment == "before" else ["old", "new"]
    assert store.read() == left
    assert store.change(appended("more")) == [*left, "more"], "the lock went with the process"
    assert [path.name for path in store.path.parent.iterdir()] == [store.path.name]


def test_tables_of_texts() -> None:
    assert text_table({"a": "b"}) == {"a": "b"}
    for damaged in (b"[]", b'{"a": 1}', b"null"):
        with pytest.raises(TypeError):
            json_codec(text_table).decode(damaged)
