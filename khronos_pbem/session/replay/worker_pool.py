"""Parallel work in worker processes, which stop on Ctrl-C without printing anything."""

from __future__ import annotations

import signal
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor, as_completed
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from multiprocessing import active_children, get_context, resource_tracker
from pathlib import Path
from typing import TypeVar

from khronos_pbem.cores import core_count
from khronos_pbem.messages import Message
from khronos_pbem.storage.json_store import add_notices, take_notices

T = TypeVar("T")


class WorkerPool:
    """Worker processes, one for each core, started when there is work for them.

    If a process is killed, for example for lack of memory, its remaining work is done in this process. On a
    single core all work is done in this process.
    """

    def __init__(self) -> None:
        self._pool: ProcessPoolExecutor | None = None

    def starmap(self, function: Callable[..., T], calls: Sequence[tuple[object, ...]]) -> list[T]:
        """Call a function with each tuple of arguments in parallel; return the results in order."""
        found = dict(self.map_unordered(function, calls))
        return [found[number] for number in range(len(calls))]

    def map_unordered(
        self, function: Callable[..., T], calls: Sequence[tuple[object, ...]]
    ) -> Iterator[tuple[int, T]]:
        """Call a function with each tuple of arguments; yield each call's index and result as it ends."""
        if len(calls) < 2 or core_count() < 2:
            yield from ((number, function(*call)) for number, call in enumerate(calls))
            return
        with _interrupts_blocked():
            futures = {self._submit(function, call): number for number, call in enumerate(calls)}
        for done in as_completed(futures):
            number = futures[done]
            yield number, _result(function, calls[number], done)

    def _submit(self, function: Callable[..., T], call: tuple[object, ...]) -> Future[_Done[T]]:
        if self._pool is None:
            self._pool = ProcessPoolExecutor(mp_context=get_context("spawn"))
        try:
            return self._pool.submit(_call, function, call)
        except BrokenProcessPool as problem:
            broken: Future[_Done[T]] = Future()
            broken.set_exception(problem)
            return broken

    def leave(self) -> None:
        """Wait for the running work, and end the processes."""
        if self._pool is not None:
            self._pool.shutdown()

    def stop(self) -> None:
        """End the processes at once, even if they are working."""
        if self._pool is not None:
            self._pool.shutdown(wait=False, cancel_futures=True)
            for child in active_children():
                child.terminate()


@contextmanager
def worker_pool() -> Iterator[WorkerPool]:
    """Provide a worker pool for the `with` block; an exception ends its processes at once."""
    found = WorkerPool()
    try:
        yield found
    except BaseException:
        found.stop()
        raise
    found.leave()


def map_in_processes(function: Callable[..., T], *items: Sequence[object]) -> list[T]:
    """Call a function with the first items of the sequences, then with the second, and so on, in parallel.

    The results are in order. Raises ValueError if the sequences have different lengths.
    """
    with worker_pool() as found:
        return found.starmap(function, list(zip(*items, strict=True)))


_Done = tuple[T, dict[Path, Message]]
"""The result of a call, and the notices about damaged files from its process."""


def _call(function: Callable[..., T], call: tuple[object, ...]) -> _Done[T]:
    return function(*call), take_notices()


def _result(function: Callable[..., T], call: tuple[object, ...], done: Future[_Done[T]]) -> T:
    """Return the result of a call; if its process was killed, make the call in this process."""
    try:
        result, notices = done.result()
    except BrokenProcessPool:
        return function(*call)
    add_notices(notices)
    return result


@contextmanager
def _interrupts_blocked() -> Iterator[None]:
    """Block SIGINT while processes are started, so that they never receive a Ctrl-C.

    This process receives it afterwards.
    """
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    resource_tracker.ensure_running()  # which, when it starts, lets the keyboard in (Python 3.11)
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
