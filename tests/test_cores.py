"""Work in threads comes to the same as one item after the other, whatever happens to the threads."""

from __future__ import annotations

import threading
from collections.abc import Callable

import pytest

from khronos_pbem import cores
from khronos_pbem.cores import parallel_map


class Meeting:
    """Items that wait for each other: they all end only if as many threads work at once."""

    def __init__(self, threads: int) -> None:
        self._barrier = threading.Barrier(threads, timeout=60)
        self.threads = set[str]()

    def __call__(self, item: int) -> int:
        self._barrier.wait()
        self.threads.add(threading.current_thread().name)
        return item * item


@pytest.fixture
def machine(monkeypatch: pytest.MonkeyPatch) -> Callable[[int], None]:
    return lambda count: monkeypatch.setattr(cores, "core_count", lambda: count)


@pytest.mark.parametrize("count", [2, 3])
def test_as_many_threads_as_cores_work_at_once(machine: Callable[[int], None], count: int) -> None:
    machine(count)
    meeting = Meeting(count)
    assert parallel_map(meeting, range(count * 4)) == [item * item for item in range(count * 4)]
    assert len(meeting.threads) == count
    assert threading.current_thread().name in meeting.threads


@pytest.mark.parametrize(("count", "items", "least"), [(1, 100, 1), (4, 1, 1), (4, 7, 4), (4, 0, 1)])
def test_nobody_is_asked_on_one_core_or_for_little(
    machine: Callable[[int], None], count: int, items: int, least: int
) -> None:
    machine(count)
    meeting = Meeting(1)
    assert parallel_map(meeting, range(items), least) == [item * item for item in range(items)]
    assert meeting.threads <= {threading.current_thread().name}


def test_each_thread_has_at_least_what_is_worth_it(machine: Callable[[int], None]) -> None:
    machine(8)
    meeting = Meeting(2)
    assert parallel_map(meeting, range(8), 4) == [item * item for item in range(8)]
    assert len(meeting.threads) == 2


def test_the_failure_is_that_of_the_first_item_that_fails(machine: Callable[[int], None]) -> None:
    """Though another thread has failed before, and nothing is begun after it."""
    machine(2)
    second_failed, begun = threading.Event(), list[int]()

    def work(item: int) -> int:
        begun.append(item)
        if item == 0:
            assert second_failed.wait(60)
        if item == 1:
            second_failed.set()
        if item < 2:
            raise ValueError(item)
        return item

    with pytest.raises(ValueError, match=r"^0$"):
        parallel_map(work, range(100))
    assert sorted(begun) == [0, 1]


def test_work_within_work_ends_though_all_threads_are_busy(machine: Callable[[int], None]) -> None:
    machine(2)

    def work(item: int) -> list[int]:
        return parallel_map(lambda each: item * each, range(10))

    assert parallel_map(work, range(10)) == [[item * each for each in range(10)] for item in range(10)]


def test_a_keyboard_interrupt_ends_the_work_and_the_threads_work_on(machine: Callable[[int], None]) -> None:
    machine(2)
    me, interrupted = threading.current_thread(), threading.Event()

    def work(item: int) -> int:
        if threading.current_thread() is me:
            interrupted.set()
            raise KeyboardInterrupt
        assert interrupted.wait(60)
        return item

    with pytest.raises(KeyboardInterrupt):
        parallel_map(work, range(1000))
    meeting = Meeting(2)
    assert parallel_map(meeting, range(2)) == [0, 1]
    assert len(meeting.threads) == 2
