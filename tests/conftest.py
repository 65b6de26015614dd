"""What all tests share: no chance in examples, and one start of all workers.

What is worked out once in a run stands in `tests/support/once.py`, which is for those who run tests.
"""

from __future__ import annotations

import gc
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from shutil import disk_usage
from tempfile import gettempdir, mkdtemp
from typing import Any

import pytest
from hypothesis import HealthCheck, settings

from khronos_pbem.__main__ import OFTEN_ENOUGH
from tests.archive.page.browser import Browser
from tests.support.sharing import begin
from tests.support.starting import compile_together

settings.register_profile(
    "fixed",
    derandomize=True,
    deadline=None,
    database=None,
    suppress_health_check=[HealthCheck.too_slow],  # the machine may be busy with something else
)
settings.register_profile("chance", deadline=None)
settings.load_profile("fixed")
"""The same examples in every run; `pytest --hypothesis-profile=chance` looks for others."""


_FILES = pytest.StashKey[str]()
"""The folder in memory that has the files of a run."""
MEMORY = Path("/dev/shm")
"""Where Linux keeps files in memory."""


def pytest_configure(config: pytest.Config) -> None:
    """Let workers compile a part each of what all import; who only hands tests out imports nothing."""
    worker = getattr(config, "workerinput", None)
    if worker is None and config.getoption("basetemp") is None and _has_room(MEMORY):
        config.option.basetemp = config.stash[_FILES] = mkdtemp(prefix="khronos-tests-", dir=MEMORY)
    cache = getattr(config, "cache", None)
    if worker is not None and cache is not None:
        number = int(worker["workerid"].removeprefix("gw"))
        compile_together(cache.mkdir("bytecode"), number, worker["workercount"])
    if worker is not None or config.getoption("dist", "no") == "no":
        config.pluginmanager.import_plugin("tests.support.once")


def _has_room(folder: Path) -> bool:
    """Whether the files of a run, which are less than one GB, fit there with much to spare."""
    return folder.is_dir() and os.access(folder, os.W_OK) and disk_usage(folder).free > 2**32


@pytest.hookimpl(trylast=True)  # fixtures of the whole run are gone by then
def pytest_sessionfinish(session: pytest.Session, exitstatus: int) -> None:
    """Free the memory again; what failed tests have left is put among other temporary files, to be looked at.

    The commands of the system take a tenth of the time of `shutil`.
    """
    files = session.config.stash.get(_FILES, None)
    if files is not None and exitstatus in (pytest.ExitCode.OK, pytest.ExitCode.NO_TESTS_COLLECTED):
        subprocess.run(["rm", "-rf", files], check=True)
    elif files is not None:
        subprocess.run(["mv", files, gettempdir()], check=True)


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> Any:
    """Give each worker tests that stand beside each other, and so share fixtures, until one has none left."""
    from xdist.scheduler import WorkStealingScheduling

    return WorkStealingScheduling(config, log) if config.getoption("dist") == "load" else None


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Put tests of pages beside each other and first: one worker opens one browser for all of them."""
    items.sort(key=lambda item: "browser" not in getattr(item, "fixturenames", ()))


def pytest_collection_finish() -> None:
    """Look for garbage as seldom as the program itself does, and never among the tests that were found."""
    gc.freeze()
    gc.set_threshold(OFTEN_ENOUGH)


@pytest.fixture(scope="session", autouse=True)
def _power_stays_on() -> Iterator[None]:
    """No test waits for the disk: what was written and not flushed is lost with the power alone.

    Processes that tests start, kills among them, flush as ever.
    """

    def flushed(descriptor: int) -> None:
        os.fstat(descriptor)  # which fails for what is closed, as flushing would

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(os, "fsync", flushed)
        yield


@pytest.fixture(scope="session", autouse=True)
def _nobody_has_settings(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """No test reads or changes the settings of who runs it: there is no file, unless a test names one."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("KHRONOS_CONFIG", str(tmp_path_factory.mktemp("settings") / "none" / "config.toml"))
        yield


@pytest.fixture(scope="session", autouse=True)
def _processes_find_bytecode(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Where nothing may be written beside the sources, processes keep their bytecode with the run's files.

    So each starts as one of an installed program does, which would compile all of it anew otherwise.
    """
    whole_run = begin(tmp_path_factory)
    with pytest.MonkeyPatch.context() as patch:
        if os.environ.get("PYTHONDONTWRITEBYTECODE"):
            patch.delenv("PYTHONDONTWRITEBYTECODE")
            patch.setenv("PYTHONPYCACHEPREFIX", sys.pycache_prefix or str(whole_run / "bytecode"))
        yield


@pytest.fixture(scope="session")
def _window() -> Iterator[Browser]:
    """A window of a real browser."""
    window = Browser()
    yield window
    window.close()


@pytest.fixture
def browser(_window: Browser) -> Browser:
    """The window, by day and on a screen as it was at first."""
    _window.prefer("light")
    return _window
