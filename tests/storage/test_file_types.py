"""Only regular files are read and replaced, nothing is waited for, and what killed commands left goes."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
from pathlib import Path

import pytest

from khronos_pbem.errors import InvalidFile, UsageError
from khronos_pbem.storage.file_types import check_target, read_at_most, same_file
from khronos_pbem.storage.files import (
    has_written,
    read_file,
    read_if_possible,
    reset_written,
    write_atomically,
    write_output,
    write_state_file,
)
from khronos_pbem.storage.temporary import OLD, temporary_beside


def special(folder: Path, kind: str) -> Path:
    """A path that leads to no regular file."""
    path = folder / kind
    if kind == "pipe":
        os.mkfifo(path)
    elif kind == "socket":
        with socket.socket(socket.AF_UNIX) as server:
            server.bind(str(path.relative_to(Path.cwd())))
    elif kind == "folder":
        path.mkdir()
    elif kind == "device":
        path.symlink_to(os.ttyname(os.openpty()[1]))  # a device that nobody misses, whatever is done to it
    else:
        path.symlink_to(path.name)
    return path


def names_in(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


KINDS = ["pipe", "socket", "folder", "device", "loop"]


@pytest.mark.parametrize("kind", KINDS)
def test_what_is_no_file_is_refused_at_once(
    kind: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    path = special(tmp_path, kind)
    with pytest.raises(UsageError, match="symbolic links" if kind == "loop" else f"is a {kind}, not a file"):
        read_file(path)
    assert read_if_possible(path) is None
    with pytest.raises(UsageError):
        check_target(path, force=True)
    with pytest.raises(UsageError):
        write_output(path, "text", force=True)
    assert names_in(tmp_path) == [kind]


@pytest.mark.parametrize("kind", ["pipe", "socket", "folder"])
@pytest.mark.parametrize("linked", [False, True])
def test_what_is_no_file_is_not_replaced(
    kind: str, linked: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Neither where it lies nor through a link: a save in the library may be one."""
    monkeypatch.chdir(tmp_path)
    place = path = special(tmp_path, kind)
    if linked:
        path = tmp_path / "link"
        path.symlink_to(place)
    before = place.stat()
    for write in (write_atomically, write_state_file):
        with pytest.raises(UsageError, match=f"is a {kind}, not a file"):
            write(path, b"a save")
    assert place.stat() == before


def test_a_device_is_not_replaced(tmp_path: Path) -> None:
    """A terminal, whose folder takes no files: if this fails no harm is done."""
    ours, theirs = os.openpty()
    try:
        (tmp_path / "link").symlink_to(os.ttyname(theirs))
        with pytest.raises(UsageError, match="is a device, not a file"):
            write_atomically(tmp_path / "link", b"a save")
    finally:
        os.close(ours)
        os.close(theirs)


def test_a_pipe_of_the_shell_is_read_to_its_end() -> None:
    read, write = os.pipe()
    try:
        os.write(write, b"end\n")
        os.close(write)
        assert read_file(Path(f"/dev/fd/{read}")) == b"end\n"
    finally:
        os.close(read)


def test_a_path_with_a_nul_or_far_too_long_is_an_error_of_ours(tmp_path: Path) -> None:
    for path in (tmp_path / "a\0b", tmp_path / ("x" * 5000)):
        with pytest.raises(UsageError):
            read_file(path)
        with pytest.raises(UsageError):
            check_target(path, force=False)


def test_a_file_larger_than_asked_for_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "f"
    path.write_bytes(b"x" * 2000)
    with pytest.raises(InvalidFile, match="too large"):
        read_file(path, 1024)
    assert read_if_possible(path, 10) == b"x" * 10


def test_a_file_that_has_more_than_it_says_is_read_to_its_end() -> None:
    """Files of the system say that they are empty; so does a pipe, which waits for what comes."""
    if Path("/proc/self/status").exists():
        assert b"Name:" in read_file(Path("/proc/self/status"))
    read, write = os.pipe()
    with os.fdopen(read, "rb") as file, os.fdopen(write, "wb") as other:
        other.write(b"x" * 2000)
        other.close()
        assert read_at_most(file, 1500) == b"x" * 1500
        assert read_at_most(file, 1500) == b"x" * 500
        assert read_at_most(file, 1500) == b""


def test_an_output_in_a_missing_folder_and_over_another_file(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="does not exist"):
        check_target(tmp_path / "nowhere" / "f", force=True)
    (tmp_path / "f").write_bytes(b"mine")
    with pytest.raises(UsageError, match="exists"):
        check_target(tmp_path / "f", force=False)
    check_target(tmp_path / "f", force=True)
    (tmp_path / "dangling").symlink_to(tmp_path / "target")
    for force in (False, True):
        with pytest.raises(UsageError, match="is a link, and khronos does not write to the target of a link"):
            check_target(tmp_path / "dangling", force=force)
    assert same_file(tmp_path / "dangling", tmp_path / "target")


def ended_process() -> int:
    """The number of a process that has ended."""
    process = subprocess.Popen([sys.executable, "-c", ""])
    process.wait()
    return process.pid


def test_what_killed_commands_left_goes_with_the_next_write(tmp_path: Path) -> None:
    ours = temporary_beside(tmp_path / "f").name
    theirs = [
        ours.replace(f"-{os.getpid()}-", f"-{os.getppid()}-"),
        "f.tmp",
        ".f.12345678.tmp",
        ".khronos-x.tmp",
    ]
    stale = ours.replace(f"-{os.getpid()}-", f"-{ended_process()}-")
    elsewhere = ".khronos-00000000" + stale[17:]
    old = elsewhere[:-5] + ("1.tmp" if elsewhere[-5] == "0" else "0.tmp")
    for name in (*theirs, stale, elsewhere, old, ours):
        (tmp_path / name).write_bytes(b"")
    before = (tmp_path / old).stat().st_mtime - OLD - 60
    os.utime(tmp_path / old, (before, before))
    write_atomically(tmp_path / "f", b"new")
    assert names_in(tmp_path) == sorted([*theirs, elsewhere, ours, "f"])


def test_a_name_as_long_as_the_file_system_takes_is_written(tmp_path: Path) -> None:
    path = tmp_path / ("x" * 255)
    write_atomically(path, b"new")
    assert path.read_bytes() == b"new"


def test_what_was_written_is_known_but_for_what_is_kept_aside(tmp_path: Path) -> None:
    reset_written()
    write_state_file(tmp_path / "cache", b"")
    assert not has_written()
    write_atomically(tmp_path / "f", b"")
    write_state_file(tmp_path / "cache", b"")
    assert has_written()
