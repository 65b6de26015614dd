"""What a command leaves behind if it is killed before any change that it makes to a file.

`python -m tests.support.killing WORK ARGUMENTS…` runs the command once, in WORK/run, and copies that folder
right before each change of a file there to WORK/1, WORK/2, … Such a copy is what a SIGKILL in this moment
leaves (`tests/support/test_killing.py`). Nothing depends on time: the states are the same in every run.
"""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Callable, Collection, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from khronos_pbem.cli.main import run_arguments
from tests.support.shell import COMMAND, Person

RENAMES = frozenset({"os.rename", "os.remove", "os.link"})
"""Audit events that change what the next process finds; a new temporary file is nothing to it."""
CHANGES = RENAMES | {"os.mkdir", "os.rmdir", "os.chmod", "os.truncate"}
"""Audit events of the interpreter that change a folder or file."""
OPENED = "open"
"""The audit event of opening a file, which is a change if the file is opened to write."""


def killed(person: Person, work: Path, *arguments: str) -> list[Person]:
    """This person's command, killed at every change; for each kill the person with what it left behind.

    The person's folder stays as it is. What is left behind can be read as it is; to go on, use `revived`.
    Raises AssertionError if the command fails when nobody kills it.
    """
    shutil.copytree(person.folder, work / "run", ignore=shutil.ignore_patterns("work"))
    command = [COMMAND[0], "-m", "tests.support.killing", str(work), *arguments]
    done = Person(person.name, work).shell(command)
    assert done.code == 0, (arguments, done.out, done.err)
    shutil.rmtree(work / "run")
    numbers = range(1, len(list(work.glob("[1-9]*"))) + 1)
    return [Person(person.name, work / str(number)) for number in numbers]


@contextmanager
def revived(left_behind: Person) -> Iterator[Person]:
    """Somebody whose command was killed, in the folder in which it ran, to go on there."""
    place = left_behind.folder.parent / "run"
    left_behind.folder.rename(place)
    try:
        yield Person(left_behind.name, place)
    finally:
        place.rename(left_behind.folder)


def before_changes(
    folder: Path, act: Callable[[int], object], changes: Collection[str] = (*CHANGES, OPENED)
) -> None:
    """From now on, call a function right before each change of a file in a folder, with its number from 1.

    Its own changes do not count. It holds for the rest of this process.
    """
    number, is_acting = 0, False

    def watch(event: str, found: tuple[Any, ...]) -> None:
        nonlocal number, is_acting
        if event not in changes or is_acting or (event == OPENED and not _to_write(found)):
            return
        path = found[0]
        if isinstance(path, str | bytes | os.PathLike) and _within(Path(os.fsdecode(path)), folder):
            number, is_acting = number + 1, True
            act(number)
            is_acting = False

    sys.addaudithook(watch)


def copy_before_changes(
    folder: Path, copies: Mapping[Path, str], work: Path, changes: Collection[str]
) -> None:
    """From now on, copy folders to WORK/1, WORK/2, … before each change in `folder`, each by its name."""

    def copy(number: int) -> None:
        for source, name in copies.items():
            shutil.copytree(source, work / str(number) / name)

    before_changes(folder, copy, changes)


def _to_write(found: tuple[Any, ...]) -> bool:
    return bool(found[2] & (os.O_WRONLY | os.O_RDWR | os.O_CREAT))


def _within(path: Path, folder: Path) -> bool:
    return Path(os.path.abspath(path)).is_relative_to(folder)  # noqa: PTH100 - a link itself is changed


def _run(work: Path, arguments: list[str]) -> int:
    folder = work / "run"
    os.chdir(folder)
    os.environ["KHRONOS_HOME"] = str(folder / "home")
    copy_before_changes(folder, {folder: ""}, work, (*CHANGES, OPENED))
    return run_arguments(arguments)


if __name__ == "__main__":
    sys.dont_write_bytecode = True
    raise SystemExit(_run(Path(sys.argv[1]), sys.argv[2:]))
