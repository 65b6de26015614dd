"""A copy of a folder right before a change is what a SIGKILL in this moment leaves there."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

from tests.support.shell import PATIENCE, ROOT

SCRIPT = """
import os, shutil, signal, sys
from pathlib import Path
from khronos_pbem.cli.main import run_arguments
from tests.support.chance import without_chance
from tests.support.killing import CHANGES, OPENED, before_changes, copy_before_changes

work = Path(sys.argv[1])
folder = work / "run"
os.environ["KHRONOS_HOME"] = str(folder / "home")

def is_killed(watch):
    folder.mkdir()
    child = os.fork()
    if child == 0:
        watch()
        with without_chance("killed"):
            os._exit(run_arguments(["keygen", "alice"]))
    return os.waitpid(child, 0)[1] == signal.SIGKILL

def kill_at(last):
    before_changes(folder, lambda number: number < last or os.kill(os.getpid(), signal.SIGKILL))

assert not is_killed(lambda: None)
shutil.rmtree(folder)
assert not is_killed(lambda: copy_before_changes(folder, {folder: ""}, work / "copied", (*CHANGES, OPENED)))
shutil.rmtree(folder)
(work / "killed").mkdir()
number = 1
while is_killed(lambda: kill_at(number)):
    folder.rename(work / "killed" / str(number))
    number += 1
"""
"""A command of which the folder is copied before each change, and that is killed before each of them."""


def test_a_copy_is_what_a_kill_leaves(tmp_path: Path) -> None:
    command = [sys.executable, "-c", SCRIPT, str(tmp_path)]
    subprocess.run(command, cwd=ROOT, capture_output=True, timeout=PATIENCE, check=True)
    copied, killed = (files(tmp_path / name) for name in ("copied", "killed"))
    assert len(list((tmp_path / "killed").iterdir())) > 5
    assert copied == killed


def files(folder: Path) -> dict[str, bytes | None]:
    """What is in a folder: the bytes of each file, None for a folder; without the numbers of processes."""
    return {
        re.sub(r"(\.khronos-\w+)-\d+-", r"\1-", str(path.relative_to(folder))): path.read_bytes()
        if path.is_file()
        else None
        for path in folder.rglob("*")
    }
