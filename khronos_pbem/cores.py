"""Work that is done side by side in threads, one for each core of the machine.

It pays for functions that let go of the interpreter's lock, as the multiplications of the deck do.
"""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Callable, Sequence
from concurrent import futures
from functools import cache
from typing import Any, Generic, TypeVar

T = TypeVar("T")


def cores() -> int:
    """How many cores this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def spread(function: Callable[[Any], T], items: Sequence[Any], least: int = 1) -> list[T]:
    """What a function gives for each of some items, in their order.

    A thread is asked for help only if that leaves at least `least` items to each. Raises what the function
    raises for the first item that it fails for, as if one item had been worked after the other.
    """
    helpers = min(cores(), len(items) // least) - 1
    if helpers < 1:
        return [function(item) for item in items]
    work = _Work(function, items)
    asked = [_threads(helpers).submit(work.do) for _ in range(helpers)]
    try:
        work.do()
    finally:
        work.left.clear()
        futures.wait([future for future in asked if not future.cancel()])  # nothing waits for a busy thread
    return work.results()


@cache
def _threads(count: int) -> futures.ThreadPoolExecutor:
    return futures.ThreadPoolExecutor(count)


class _Work(Generic[T]):
    """Items from which several threads take one after the other, always the first that is left."""

    def __init__(self, function: Callable[[Any], T], items: Sequence[Any]) -> None:
        self.left = deque(range(len(items)))
        self._function, self._items = function, items
        self._found: dict[int, T] = {}
        self._failed: dict[int, Exception] = {}

    def do(self) -> None:
        """Work items until none is left, or one of them has failed."""
        while self.left:
            try:
                place = self.left.popleft()
            except IndexError:  # another thread was faster
                return
            try:
                self._found[place] = self._function(self._items[place])
            except Exception as problem:
                self._failed[place] = problem
                self.left.clear()

    def results(self) -> list[T]:
        """The results in order. Raises the failure of the first item that failed."""
        if self._failed:
            raise self._failed[min(self._failed)]
        return [self._found[place] for place in range(len(self._items))]
