"""Map functions over items, in parallel threads or through the interface of a process pool.

There is one thread per core. Threads only help with functions that release the interpreter's lock, such as
the multiplications of the deck.
"""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Callable, Sequence
from concurrent import futures
from functools import cache
from typing import Generic, Protocol, TypeVar

S = TypeVar("S")
T = TypeVar("T")


def core_count() -> int:
    """Return the number of processor cores that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def parallel_map(function: Callable[[S], T], items: Sequence[S], least: int = 1) -> list[T]:
    """Apply a function to items in parallel threads; return the results in the order of the items.

    An extra thread is used only if each thread then has at least `least` items. Raises the exception of the
    first item that failed, as a sequential loop would.
    """
    helpers = min(core_count(), len(items) // least) - 1
    if helpers < 1:
        return [function(item) for item in items]
    work = _SharedQueue(function, items)
    asked = [_thread_pool(helpers).submit(work.do) for _ in range(helpers)]
    try:
        work.do()
    finally:
        work.left.clear()
        futures.wait([future for future in asked if not future.cancel()])  # nothing waits for a busy thread
    return work.results()


class WorkerPoolMap(Protocol):
    """A function like `itertools.starmap` that may make the calls in other processes.

    The function it calls must be defined at module level, so that another process can find it.
    """

    def __call__(self, function: Callable[..., T], calls: Sequence[tuple[object, ...]]) -> list[T]:
        """Call the function with each tuple of arguments; return the results in the order of the calls."""


def map_in_process(function: Callable[..., T], calls: Sequence[tuple[object, ...]]) -> list[T]:
    """Call the function with each tuple of arguments in turn, in this process: a `WorkerPoolMap`."""
    return [function(*call) for call in calls]


@cache
def _thread_pool(count: int) -> futures.ThreadPoolExecutor:
    return futures.ThreadPoolExecutor(count)


class _SharedQueue(Generic[S, T]):
    """A queue of items that several threads process together; each thread takes the first item left."""

    def __init__(self, function: Callable[[S], T], items: Sequence[S]) -> None:
        self.left = deque(range(len(items)))
        self._function, self._items = function, items
        self._found: dict[int, T] = {}
        self._failed: dict[int, Exception] = {}

    def do(self) -> None:
        """Process items until none is left or one of them has failed."""
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
        """The results in the order of the items. Raises the exception of the first item that failed."""
        if self._failed:
            raise self._failed[min(self._failed)]
        return [self._found[place] for place in range(len(self._items))]
