"""Players of the program's own: how strong they are, how they think, what they answer.

A bot is handed what its seat may see and nothing else. Whatever chance decides in its thinking comes from its
seed, and how long it thinks is counted in orders tried, not measured: the same seed gives the same play in
any process, on any machine, on any number of cores.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from enum import Enum
from typing import TYPE_CHECKING, Any, Generic, NamedTuple, Protocol, TypeVar, runtime_checkable

if TYPE_CHECKING:
    from random import Random

    from khronos_pbem.engine.contract import Decision

P = TypeVar("P")
O = TypeVar("O")  # noqa: E741

WorkerPoolMap = Callable[[Callable[..., Any], Sequence[tuple[Any, ...]]], list[Any]]
"""Calls a function with each of some arguments and gives what it gave, in their order; where, and how many
at once, is nobody's concern. The function is one of a module, so that a process of its own can find it."""


class Strength(Enum):
    """How strong a bot plays, by the words for it."""

    EASY = "easy"
    STEADY = "steady"
    STRONG = "strong"


def one_by_one(function: Callable[..., Any], calls: Sequence[tuple[Any, ...]]) -> list[Any]:
    """A `Spread` in this process."""
    return [function(*call) for call in calls]


class Thinking(NamedTuple):
    """How a bot thinks about one turn.

    `seed` decides all its chance; of `seconds`, above 0, it tries as many orders as one core does in that
    time, where its strength has a use for them; `spread` is where it has them tried.
    """

    strength: Strength = Strength.STEADY
    seed: str = "0"
    seconds: float = 3.0
    spread: WorkerPoolMap = one_by_one


def check_decides(waiting: Decision | None, seat: int) -> None:
    """Raise ValueError if it is not for this seat to decide."""
    if waiting is None or waiting.seat != seat:
        raise ValueError(f"seat {seat} has nothing to decide")


class Turn(NamedTuple, Generic[O]):
    """Orders that a seat may give one after another, at least one: a whole turn or an answer, or as much of
    it as can be said before chance, or another player, has the word.

    `worth` is how the seat is expected to stand at the end of the game against the others, in what its
    game counts: comparable among turns of one position and one thinking.
    """

    orders: tuple[O, ...]
    worth: float


class Part(NamedTuple):
    """A part of what orders are worth: what it is, as a sentence, and how much it counts."""

    what: str
    worth: float


@runtime_checkable
class Bots(Protocol[P, O]):
    """Players of the program's own for a game, of every `Strength`. Each holds no state."""

    def seen(self, position: P, seat: int) -> P:
        """The position as this seat may see it: of all that is hidden from it only that it is there.

        Two positions that a seat cannot tell apart are equal when seen by it.
        """

    def choose(self, position: P, random: Random) -> O:
        """The next order of a player that decides at once, as the steady one does, by these random numbers:
        what demonstrations play with."""

    def turns(self, view: P, seat: int, thinking: Thinking) -> Sequence[Turn[O]]:
        """What the deciding seat may do now, the best first, at least one; by what is `seen`.

        Raises ValueError if this seat has nothing to decide.
        """

    def worth(self, view: P, seat: int, orders: Sequence[O], thinking: Thinking) -> float:
        """What these legal orders of the deciding seat are worth, by the same measure as `turns` with the
        same thinking."""

    def parts(self, view: P, seat: int, orders: Sequence[O], thinking: Thinking) -> Sequence[Part]:
        """How the seat stands behind these orders, part by part, always the same parts in the same order.

        What is left to `worth` is what may follow.
        """

    def why(self, view: P, seat: int, orders: Sequence[O]) -> Sequence[str]:
        """Why a seat would give these orders, as sentences: what they earn, prevent, threaten."""
