"""Work that is done side by side in processes of their own, which a Ctrl-C stops without a word of theirs."""

from __future__ import annotations

import signal
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor, as_completed
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from multiprocessing import active_children, get_context, resource_tracker
from typing import Any, TypeVar

from khronos_pbem.cores import cores

T = TypeVar("T")


class WorkerPool:
    """Processes side by side, one for each core, that are started when there is work for them.

    If one is killed, as for want of memory, what is missing is done in this one. On a single core all is.
    """

    def __init__(self) -> None:
        self._pool: ProcessPoolExecutor | None = None

    def spread(self, function: Callable[..., T], calls: Sequence[tuple[Any, ...]]) -> list[T]:
        """What a function gives for each of some arguments, in their order (`features.bots.Spread`)."""
        found = dict(self.as_they_come(function, calls))
        return [found[number] for number in range(len(calls))]

    def as_they_come(
        self, function: Callable[..., T], calls: Sequence[tuple[Any, ...]]
    ) -> Iterator[tuple[int, T]]:
        """The same, each with its place among the calls, as soon as it is there."""
        if len(calls) < 2 or cores() < 2:
            yield from ((number, function(*call)) for number, call in enumerate(calls))
            return
        with _keyboard_kept_back():
            futures = {self._submitted(function, call): number for number, call in enumerate(calls)}
        for done in as_completed(futures):
            number = futures[done]
            yield number, _result(function, calls[number], done)

    def _submitted(self, function: Callable[..., T], call: tuple[Any, ...]) -> Future[T]:
        if self._pool is None:
            self._pool = ProcessPoolExecutor(mp_context=get_context("spawn"))
        try:
            return self._pool.submit(function, *call)
        except BrokenProcessPool as problem:
            broken: Future[T] = Future()
            broken.set_exception(problem)
            return broken

    def leave(self) -> None:
        """Wait for what is being done, and end the processes."""
        if self._pool is not None:
            self._pool.shutdown()

    def stop(self) -> None:
        """End the processes, whatever they do."""
        if self._pool is not None:
            self._pool.shutdown(wait=False, cancel_futures=True)
            for child in active_children():
                child.terminate()


@contextmanager
def worker_pool() -> Iterator[WorkerPool]:
    """Processes for as long as they are used; whatever ends their use too early ends them."""
    found = WorkerPool()
    try:
        yield found
    except BaseException:
        found.stop()
        raise
    found.leave()


def side_by_side(function: Callable[..., T], *items: Sequence[Any]) -> list[T]:
    """What a function gives for the first of each sequence, for the second of each, and so on."""
    with worker_pool() as found:
        return found.spread(function, list(zip(*items, strict=True)))


def _result(function: Callable[..., T], call: tuple[Any, ...], done: Future[T]) -> T:
    try:
        return done.result()
    except BrokenProcessPool:
        return function(*call)


@contextmanager
def _keyboard_kept_back() -> Iterator[None]:
    """Children that are started here never hear of the keyboard; this process does afterwards."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    resource_tracker.ensure_running()  # which, when it starts, lets the keyboard in (Python 3.11)
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
