"""Work that is done side by side in processes of their own, which a Ctrl-C stops without a word of theirs."""

from __future__ import annotations

import signal
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from multiprocessing import active_children, get_context
from typing import Any, TypeVar

T = TypeVar("T")


def side_by_side(function: Callable[..., T], *items: Sequence[Any]) -> list[T]:
    """What a function gives for the first of each sequence, for the second of each, and so on.

    If a process is killed, as for want of memory, what is missing is done in this one.
    """
    calls = list(zip(*items, strict=True))
    with ProcessPoolExecutor(mp_context=get_context("spawn")) as pool:
        try:
            with _keyboard_kept_back():
                futures = [_submitted(pool, function, call) for call in calls]
            return [_result(function, call, done) for call, done in zip(calls, futures, strict=True)]
        except BaseException:
            pool.shutdown(wait=False, cancel_futures=True)
            for child in active_children():
                child.terminate()
            raise


def _submitted(pool: ProcessPoolExecutor, function: Callable[..., T], call: tuple[Any, ...]) -> Future[T]:
    try:
        return pool.submit(function, *call)
    except BrokenProcessPool as problem:
        broken: Future[T] = Future()
        broken.set_exception(problem)
        return broken


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
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
