"""A cache for what follows from one board: each board keeps its own results, as long as it lives."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import TypeVar, TypeVarTuple

from khronos_pbem.games.khronos.model.field import Field

A = TypeVarTuple("A")
R = TypeVar("R")


def cached_by_board(compute: Callable[[Field, *A], R]) -> Callable[[Field, *A], R]:
    """The function, computed once for each board and each combination of the other arguments.

    These must be hashable. Callers must not change a result.
    """

    @wraps(compute)
    def cached(board: Field, *args: *A) -> R:
        key = (compute, args)
        if key not in board.cache:
            board.cache[key] = compute(board, *args)
        found: R = board.cache[key]
        return found

    return cached
