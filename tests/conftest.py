"""What all tests share: no chance in examples, and proofs that are checked once in a run."""

from __future__ import annotations

import gc
import os
import sys
from collections.abc import Callable, Iterator
from functools import cache, lru_cache
from typing import Any

import pytest
from hypothesis import settings

from khronos_pbem.__main__ import OFTEN_ENOUGH
from khronos_pbem.deck import joining, mixing, payment
from khronos_pbem.deck.equality import holds_equality
from khronos_pbem.deck.shuffle_proof import holds_shuffle
from khronos_pbem.record import keyring, toml
from khronos_pbem.record.tokens import check_tokens

settings.register_profile("fixed", derandomize=True, deadline=None, database=None)
settings.register_profile("chance", deadline=None)
settings.load_profile("fixed")
"""The same examples in every run; `pytest --hypothesis-profile=chance` looks for others."""


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> Any:
    """Give each worker tests that stand beside each other, and so share fixtures, until one has none left."""
    from xdist.scheduler import WorkStealingScheduling

    return WorkStealingScheduling(config, log) if config.getoption("dist") == "load" else None


def pytest_collection_finish() -> None:
    """Look for garbage as seldom as the program itself does, and never among the tests that were found."""
    gc.freeze()
    gc.set_threshold(OFTEN_ENOUGH)


@pytest.fixture(scope="session", autouse=True)
def _each_proof_once() -> Iterator[None]:
    """Whether a proof holds follows from its bytes: the same bytes are asked for once in a run.

    Most tests read the same joins again, in a home that knows nothing; all but the arithmetic is done anew.
    So is all but scrypt for a passphrase that is asked for again, and all of reading a text but to see that
    it is no more than may be read.
    """
    equality, shuffle = cache(holds_equality), cache(holds_shuffle)
    with pytest.MonkeyPatch.context() as patch:
        for module in (joining, payment):
            patch.setattr(module, "holds_equality", equality)
        patch.setattr(mixing, "holds_shuffle", shuffle)
        patch.setattr(keyring, "_key", cache(keyring._key))
        patch.setattr(toml, "check_tokens", _each_text_once())
        yield


def _each_text_once() -> Callable[[str], None]:
    """`check_tokens`, for texts of the size of saves, of which most are read more than once."""
    known = lru_cache(maxsize=128)(check_tokens)
    return lambda text: known(text) if len(text) < 2**18 else check_tokens(text)


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
def _processes_find_bytecode(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Where nothing may be written beside the sources, processes keep their bytecode with the run's files.

    So each starts as one of an installed program does, which would compile all of it anew otherwise.
    """
    with pytest.MonkeyPatch.context() as patch:
        if sys.dont_write_bytecode:
            base = tmp_path_factory.getbasetemp()
            whole_run = base.parent if "PYTEST_XDIST_WORKER" in os.environ else base
            patch.delenv("PYTHONDONTWRITEBYTECODE", raising=False)
            patch.setenv("PYTHONPYCACHEPREFIX", str(whole_run / "bytecode"))
        yield
