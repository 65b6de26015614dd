"""The program as its users run it: a process, a home, a working folder."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parent.parent.parent


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
    def save(self) -> Path:
        """This person's copy of the game."""
        return self.folder / "game.khronos"

    def run(self, *arguments: str, stdin: str | None = None, **environment: str) -> Result:
        """Run `khronos` with these arguments in the person's folder."""
        self.folder.mkdir(parents=True, exist_ok=True)
        path = os.pathsep.join([str(ROOT), os.environ.get("PYTHONPATH", "")]).rstrip(os.pathsep)
        variables = {**os.environ, "KHRONOS_HOME": str(self.home), "PYTHONPATH": path, "COLUMNS": "120"}
        for name in ("KHRONOS_PASSPHRASE", "KHRONOS_LANG"):
            variables.pop(name, None)
        variables["LC_ALL"] = "C.UTF-8"
        done = subprocess.run(
            [sys.executable, "-m", "khronos_pbem", *arguments],
            cwd=self.folder,
            env={**variables, **environment},
            input=stdin if stdin is not None else "",
            capture_output=True,
            text=True,
            encoding="utf-8",
            timeout=120,
            check=False,
        )
        assert "Traceback" not in done.stderr + done.stdout, done.stderr
        return Result(done.returncode, done.stdout, done.stderr)

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

    def hand_to(self, other: Person) -> None:
        """Give the file to somebody else."""
        other.folder.mkdir(parents=True, exist_ok=True)
        shutil.copy(self.save, other.save)
