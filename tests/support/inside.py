"""A command run inside this process as if it had one of its own: streams, folder, environment, clock.

Whatever the command changes of these is as before when it is done, and it finds nothing of the one before.
"""

from __future__ import annotations

import os
import signal
import sys
import threading
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from io import BytesIO, TextIOWrapper
from pathlib import Path
from types import FrameType

from khronos_pbem.cli.main import run_arguments
from khronos_pbem.cli.terminal.printing import language, set_language

ONE_AT_A_TIME = threading.Lock()
"""Held while a command is run."""


class Stuck(BaseException):
    """A command that does not come to an end; no `except Exception` of the program may hide it."""


def run_inside(
    arguments: Sequence[str], stdin: bytes, folder: Path, variables: Mapping[str, str], seconds: float
) -> tuple[int, bytes, bytes]:
    """The exit code of `khronos` with these arguments, and what it wrote to both its streams.

    Raises Stuck if it takes longer than `seconds`, AssertionError if another command is being run: the
    streams, the folder and the environment are those of the whole process.
    """
    assert ONE_AT_A_TIME.acquire(blocking=False), "two commands at once need a process each"
    try:
        with _at_most(seconds):
            return _run(arguments, stdin, folder, variables)
    finally:
        ONE_AT_A_TIME.release()


def run_started(
    arguments: Sequence[str], stdin: bytes, variables: Mapping[str, str]
) -> tuple[int, bytes, bytes]:
    """The same of a command that another command starts and waits for, in the folder of that one."""
    spoken = language()
    try:
        return _run(arguments, stdin, Path.cwd(), variables)
    finally:
        set_language(spoken)


def _run(
    arguments: Sequence[str], stdin: bytes, folder: Path, variables: Mapping[str, str]
) -> tuple[int, bytes, bytes]:
    out, err = _Kept(), _Kept()
    with _surroundings(folder, variables), _streams(stdin, out, err):
        code = _code_of(arguments)
    return code, out.whole, err.whole


def _code_of(arguments: Sequence[str]) -> int:
    """The exit code, also of a command that leaves by SystemExit."""
    try:
        return run_arguments(list(arguments))
    except SystemExit as leaving:
        if isinstance(leaving.code, str):
            sys.stderr.write(f"{leaving.code}\n")
            return 1
        return leaving.code or 0


@contextmanager
def _surroundings(folder: Path, variables: Mapping[str, str]) -> Iterator[None]:
    """In this folder, with these environment variables and no others."""
    before, here, words = dict(os.environ), Path.cwd(), sys.argv
    try:
        os.chdir(folder)
        _set_variables(variables)
        sys.argv = ["khronos"]
        yield
    finally:
        sys.argv = words
        _set_variables(before)
        os.chdir(here)


def _set_variables(variables: Mapping[str, str]) -> None:
    zone = os.environ.get("TZ")
    for name in set(os.environ) - set(variables):
        del os.environ[name]
    os.environ.update(variables)
    if os.environ.get("TZ") != zone:
        time.tzset()


@contextmanager
def _streams(stdin: bytes, out: _Kept, err: _Kept) -> Iterator[None]:
    """Standard streams as those of a pipe in a UTF-8 locale."""
    before = sys.stdin, sys.stdout, sys.stderr
    sys.stdin = TextIOWrapper(BytesIO(stdin), encoding="utf-8")
    sys.stdout = TextIOWrapper(out, encoding="utf-8", errors="surrogateescape")
    sys.stderr = TextIOWrapper(err, encoding="utf-8", errors="backslashreplace", line_buffering=True)
    try:
        yield
    finally:
        for stream in (sys.stdout, sys.stderr):
            if not stream.closed:
                stream.flush()
        sys.stdin, sys.stdout, sys.stderr = before


class _Kept(BytesIO):
    """Bytes that are still there when the stream over them is closed."""

    kept = b""

    def close(self) -> None:
        if not self.closed:
            self.kept = self.getvalue()
        super().close()

    @property
    def whole(self) -> bytes:
        """All that was written."""
        return self.kept if self.closed else self.getvalue()


@contextmanager
def _at_most(seconds: float) -> Iterator[None]:
    """Raises Stuck in what takes longer; only the main thread can be interrupted so."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return

    def ring(_signal: int, _frame: FrameType | None) -> None:
        raise Stuck(f"no end after {seconds} s")

    before = signal.signal(signal.SIGALRM, ring)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
