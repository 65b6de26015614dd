"""What all workers of a run share: a folder, in which what is dear is made by one of them."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from filelock import FileLock


class _Run:
    """The run that this worker is a part of."""

    folder: Path


def begin(factory: pytest.TempPathFactory) -> Path:
    """Find the folder of the run, which goes when its temporary files go."""
    base = factory.getbasetemp()
    _Run.folder = (base.parent if "PYTEST_XDIST_WORKER" in os.environ else base) / "shared"
    _Run.folder.mkdir(exist_ok=True)
    return _Run.folder


@contextmanager
def shared(name: str) -> Iterator[Path]:
    """A folder of this name, as long as no other worker has it."""
    with FileLock(_Run.folder / f"{name}.lock"):
        folder = _Run.folder / name
        folder.mkdir(exist_ok=True)
        yield folder
