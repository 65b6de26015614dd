"""A cache for results derived from one board: each board stores its own results."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import TypeVar, TypeVarTuple

from khronos_pbem.games.khronos.model.field import Field

A = TypeVarTuple("A")
R = TypeVar("R")


def cached_by_board(compute: Callable[[Field, *A], R]) -> Callable[[Field, *A], R]:
    """Return the function with a cache: each board stores one result for each set of other arguments.

    The other arguments must be hashable. Callers must not change a result.
    """

    @wraps(compute)
    def cached(board: Field, *args: *A) -> R:
        key = (compute, args)
        if key not in board.cache:
            board.cache[key] = compute(board, *args)
        found: R = board.cache[key]
        return found

    return cached
