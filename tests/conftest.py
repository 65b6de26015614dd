"""What all tests share: no chance in examples, and proofs that are checked once in a run."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any

import pytest
from hypothesis import settings

from khronos_pbem.deck import joining, mixing, payment
from khronos_pbem.deck.equality import holds_equality
from khronos_pbem.deck.shuffle_proof import holds_shuffle

settings.register_profile("fixed", derandomize=True, deadline=None, database=None)
settings.register_profile("chance", deadline=None)
settings.load_profile("fixed")
"""The same examples in every run; `pytest --hypothesis-profile=chance` looks for others."""


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> Any:
    """Give each worker tests that stand beside each other, and so share fixtures, until one has none left."""
    from xdist.scheduler import WorkStealingScheduling

    return WorkStealingScheduling(config, log) if config.getoption("dist") == "load" else None


@pytest.fixture(scope="session", autouse=True)
def _each_proof_once() -> Iterator[None]:
    """Whether a proof holds follows from its bytes: the same bytes are asked for once in a run.

    Most tests read the same joins again, in a home that knows nothing; all but the arithmetic is done anew.
    """
    equality, shuffle = cache(holds_equality), cache(holds_shuffle)
    with pytest.MonkeyPatch.context() as patch:
        for module in (joining, payment):
            patch.setattr(module, "holds_equality", equality)
        patch.setattr(mixing, "holds_shuffle", shuffle)
        yield
