"""The program as its users run it: a home, a working folder, and a command line.

`Person.run` drives it inside this process, which costs no interpreter; `Person.process` starts one, where a
process is what is tested: pipes, closed streams, kills, several at once.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tests.support.inside import run_inside

ROOT = Path(__file__).parent.parent.parent
COMMAND = (sys.executable, "-m", "khronos_pbem")
"""How a process of the program is started."""
PATIENCE = 600
"""Seconds after which a command is stuck, on however loaded a machine."""


@dataclass(frozen=True)
class Result:
    """What a command printed, and its exit code."""

    code: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        """Standard output as one JSON document."""
        return json.loads(self.out)


def _result(code: int, out: bytes, err: bytes) -> Result:
    out_text, err_text = ("\n".join(data.decode().replace("\r\n", "\n").split("\r")) for data in (out, err))
    assert "Traceback" not in err_text + out_text, err_text
    return Result(code, out_text, err_text)


@dataclass(frozen=True)
class Person:
    """Somebody with a home and a folder of his own."""

    name: str
    folder: Path

    @property
    def home(self) -> Path:
        """KHRONOS_HOME."""
        return self.folder / "home"

    @property
    def outbox(self) -> Path:
        """The folder of the letters that this person's mail program sends."""
        return self.home / "outbox"

    @property
    def save(self) -> Path:
        """This person's copy of the game."""
        return self.folder / "game.khronos"

    def variables(self, more: Mapping[str, str] | None = None) -> dict[str, str]:
        """The environment of this person's commands: in UTF-8, in English, with `more` on top."""
        path = os.pathsep.join([str(ROOT), os.environ.get("PYTHONPATH", "")]).rstrip(os.pathsep)
        own = {"KHRONOS_HOME": str(self.home), "PYTHONPATH": path, "COLUMNS": "120", "LC_ALL": "C.UTF-8"}
        taken = {"KHRONOS_PASSPHRASE", "KHRONOS_LANG"}
        kept = {name: value for name, value in os.environ.items() if name not in taken}
        return {**kept, **own, **(more or {})}

    def run(self, *arguments: str, stdin: str | None = None, **environment: str) -> Result:
        """Run `khronos` with these arguments in the person's folder, inside this process."""
        if any(name.startswith("PYTHON") for name in environment):  # what only an interpreter reads
            return self.process(*arguments, stdin=stdin, **environment)
        self.folder.mkdir(parents=True, exist_ok=True)
        given = (stdin or "").encode()
        return _result(*run_inside(arguments, given, self.folder, self.variables(environment), PATIENCE))

    def process(self, *arguments: str, stdin: str | None = None, **environment: str) -> Result:
        """Run `khronos` as `run` does, in a process of its own."""
        return self.shell([*COMMAND, *arguments], stdin=stdin, **environment)

    def shell(self, command: list[str], *, stdin: str | None = None, **environment: str) -> Result:
        """Run any program in the person's folder, with the environment of his commands."""
        self.folder.mkdir(parents=True, exist_ok=True)
        done = subprocess.run(
            command,
            cwd=self.folder,
            env=self.variables(environment),
            input=(stdin or "").encode(),
            capture_output=True,
            timeout=PATIENCE,
            check=False,
        )
        return _result(done.returncode, done.stdout, done.stderr)

    def started(self, *arguments: str, **environment: str) -> subprocess.Popen[bytes]:
        """A process of `khronos` that goes on by itself; its output goes to pipes."""
        self.folder.mkdir(parents=True, exist_ok=True)
        return subprocess.Popen(
            [*COMMAND, *arguments],
            cwd=self.folder,
            env=self.variables(environment),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
        )

    def ok(self, *arguments: str, **more: Any) -> Result:
        """Run a command that has to succeed."""
        result = self.run(*arguments, **more)
        assert result.code == 0, (arguments, result.out, result.err)
        return result

    def fails(self, code: int, *arguments: str, **more: Any) -> str:
        """Run a command that has to fail with this exit code and one line; the line."""
        result = self.run(*arguments, **more)
        assert result.code == code, (arguments, result.code, result.out, result.err)
        assert result.err.count("\n") == 1, result.err
        assert result.err.startswith("khronos: "), result.err
        return result.err

    def at_home(self, home: Path, save: Path) -> Person:
        """The same person, who has a copy of this home now, and of this save."""
        shutil.copytree(home, self.home)
        shutil.copy(save, self.save)
        return self

    def hand_to(self, other: Person) -> None:
        """Give the file to somebody else."""
        other.folder.mkdir(parents=True, exist_ok=True)
        shutil.copy(self.save, other.save)
