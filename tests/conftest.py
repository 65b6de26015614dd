"""What all tests share: no chance in examples, and proofs that are checked once in a run."""

from __future__ import annotations

import gc
import os
import pickle
import sys
import tomllib
from collections.abc import Callable, Iterator
from functools import cache, lru_cache
from typing import Any, NamedTuple, TypeVar

import pytest
from hypothesis import settings
from nacl.bindings import crypto_scalarmult_ed25519_noclamp as product

from khronos_pbem.__main__ import OFTEN_ENOUGH
from khronos_pbem.cli import main
from khronos_pbem.deck import group, joining, mixing, payment
from khronos_pbem.deck.equality import holds_equality
from khronos_pbem.deck.shuffle_proof import holds_shuffle
from khronos_pbem.games.registry import GAMES
from khronos_pbem.record import keyring, toml
from khronos_pbem.record.tokens import check_tokens
from tests.sharing import begin
from tests.starting import compile_together

T = TypeVar("T")

settings.register_profile("fixed", derandomize=True, deadline=None, database=None)
settings.register_profile("chance", deadline=None)
settings.load_profile("fixed")
"""The same examples in every run; `pytest --hypothesis-profile=chance` looks for others."""


def pytest_configure(config: pytest.Config) -> None:
    """Let workers compile a part each of what all of them import."""
    worker = getattr(config, "workerinput", None)
    cache = getattr(config, "cache", None)
    if worker is not None and cache is not None:
        number = int(worker["workerid"].removeprefix("gw"))
        compile_together(cache.mkdir("bytecode"), number, worker["workercount"])


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
    """What follows from bytes alone is worked out once in a run: proofs, products of points, keys, tables.

    Most tests read the same joins again, in a home that knows nothing; all but the arithmetic is done anew.
    So is all but scrypt for a passphrase that is asked for again, and all of reading a text but to see that
    it is no more than may be read, and what tables it has.
    """
    equality, shuffle = cache(holds_equality), cache(holds_shuffle)
    with pytest.MonkeyPatch.context() as patch:
        for module in (joining, payment):
            patch.setattr(module, "holds_equality", equality)
        patch.setattr(mixing, "holds_shuffle", shuffle)
        patch.setattr(group, "crypto_scalarmult_ed25519_noclamp", lru_cache(maxsize=2**17)(product))
        patch.setattr(keyring, "_key", cache(keyring._key))
        patch.setattr(toml, "check_tokens", _short_ones_once(check_tokens))
        packed = _short_ones_once(lambda text: pickle.dumps(tomllib.loads(text)))
        patch.setattr(toml, "tomllib", _Tables(lambda text: pickle.loads(packed(text))))
        yield


@pytest.fixture(scope="session", autouse=True)
def _each_command_line_once() -> Iterator[None]:
    """A command line is put together once in a run for each language, and for each set of games."""
    built = cache(lambda first, language, _games: put_together(first, language))
    with pytest.MonkeyPatch.context() as patch:
        put_together = main._built
        patch.setattr(main, "_built", lambda first, language: built(first, language, tuple(GAMES)))
        yield


class _Tables(NamedTuple):
    """As much of tomllib as the program uses."""

    loads: Callable[[str], dict[str, Any]]
    TOMLDecodeError: type[ValueError] = tomllib.TOMLDecodeError


def _short_ones_once(function: Callable[[str], T]) -> Callable[[str], T]:
    """A function of texts, for texts of the size of saves, of which most are read more than once."""
    known = lru_cache(maxsize=128)(function)
    return lambda text: known(text) if len(text) < 2**18 else function(text)


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
    whole_run = begin(tmp_path_factory)
    with pytest.MonkeyPatch.context() as patch:
        if os.environ.get("PYTHONDONTWRITEBYTECODE"):
            patch.delenv("PYTHONDONTWRITEBYTECODE")
            patch.setenv("PYTHONPYCACHEPREFIX", sys.pycache_prefix or str(whole_run / "bytecode"))
        yield
