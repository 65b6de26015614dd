"""A command that is killed at every change it makes to a file, in a copy of its folder each time.

`python -m tests.support.killing SCENE WORK ARGUMENTS…` copies SCENE to WORK/0, WORK/1, … The command runs
to its end in WORK/0; in WORK/n it gets SIGKILL right before its n-th change of a file there, until a run has
no more changes to be killed at. Nothing depends on time: what is killed where is the same in every run.
"""

from __future__ import annotations

import os
import shutil
import signal
import sys
from pathlib import Path
from typing import Any

from khronos_pbem.cli.main import run_arguments
from tests.support.shell import COMMAND, Person

CHANGES = {"os.rename", "os.remove", "os.mkdir", "os.rmdir", "os.chmod", "os.link", "os.truncate"}
"""Audit events of the interpreter that change a folder or file; opening one to write is another."""
MOST = 200


def killed(person: Person, work: Path, *arguments: str) -> list[Person]:
    """This person's command, killed at every change; for each kill the person with what it left behind.

    The person's folder stays as it is. Raises AssertionError if the command fails when nobody kills it.
    """
    command = [COMMAND[0], "-m", "tests.support.killing", str(person.folder), str(work), *arguments]
    done = Person(person.name, work).shell(command)
    assert done.code == 0, (arguments, done.out, done.err)
    return [
        Person(person.name, work / str(number)) for number in range(1, len(list(work.glob("[1-9]*"))) + 1)
    ]


def _until_the_end(scene: Path, work: Path, arguments: list[str]) -> int:
    """Run the command unharmed, then killed at every change; the exit code of the unharmed one."""
    _copy(scene, work / "0")
    code = _run(work / "0", arguments)
    for number in range(1, MOST):
        folder = work / str(number)
        _copy(scene, folder)
        child = os.fork()
        if child == 0:
            _die_at(folder, number)
            _run(folder, arguments)
            os._exit(0)
        status = os.waitpid(child, 0)[1]
        if not os.WIFSIGNALED(status):
            shutil.rmtree(folder)
            return code
        assert os.WTERMSIG(status) == signal.SIGKILL
    raise AssertionError(f"more than {MOST} changes")


def _copy(scene: Path, folder: Path) -> None:
    shutil.copytree(scene, folder, ignore=shutil.ignore_patterns("work"))


def _run(folder: Path, arguments: list[str]) -> int:
    os.chdir(folder)
    os.environ["KHRONOS_HOME"] = str(folder / "home")
    return run_arguments(arguments)


def _die_at(folder: Path, number: int) -> None:
    """From now on, kill this process before its change of that number in the folder."""
    left = number

    def watch(event: str, found: tuple[Any, ...]) -> None:
        nonlocal left
        if event in CHANGES or (event == "open" and found[2] & (os.O_WRONLY | os.O_RDWR | os.O_CREAT)):
            path = found[0]
            if isinstance(path, str | bytes | os.PathLike) and _within(Path(os.fsdecode(path)), folder):
                left -= 1
                if not left:
                    os.kill(os.getpid(), signal.SIGKILL)

    sys.addaudithook(watch)


def _within(path: Path, folder: Path) -> bool:
    return Path(os.path.abspath(path)).is_relative_to(folder)  # noqa: PTH100 - a link itself is changed


if __name__ == "__main__":
    sys.dont_write_bytecode = True
    raise SystemExit(_until_the_end(Path(sys.argv[1]), Path(sys.argv[2]), sys.argv[3:]))
