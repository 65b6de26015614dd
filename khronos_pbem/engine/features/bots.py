"""Computer players: their strengths, their settings for a search, and the protocol of a game's bots.

A bot receives only what its seat can see. All its random decisions come from its seed, and its thinking
time is counted in orders tried, not measured. So the same seed gives the same play in any process, on any
machine, with any number of cores.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum
from typing import TYPE_CHECKING, Generic, NamedTuple, Protocol, TypeVar, runtime_checkable

from khronos_pbem.cores import WorkerPoolMap, map_in_process

if TYPE_CHECKING:
    from random import Random

P = TypeVar("P")
O = TypeVar("O")  # noqa: E741


class Strength(Enum):
    """The strengths of computer players, by the words that players use."""

    EASY = "easy"
    STEADY = "steady"
    STRONG = "strong"
    EXPERT = "expert"

    @property
    def searches(self) -> bool:
        """Whether a bot of this strength searches whole turns for its seconds."""
        return self in (Strength.STRONG, Strength.EXPERT)

    @property
    def default_seconds(self) -> float:
        """The seconds for which a bot of this strength thinks about a turn, unless others are given."""
        return 30.0 if self is Strength.EXPERT else 3.0


class SearchSettings(NamedTuple):
    """The settings with which a bot searches for one turn.

    `seed` determines all random decisions. `seconds` (above 0) is turned into the number of orders that one
    core tries in that time; not every strength uses it. `starmap` runs the trials, possibly in other
    processes.
    """

    strength: Strength = Strength.STEADY
    seed: str = "0"
    seconds: float = 3.0
    starmap: WorkerPoolMap = map_in_process


class CandidateTurn(NamedTuple, Generic[O]):
    """A candidate turn: orders that a seat can give in sequence, at least one, and their evaluation.

    The orders are a whole turn, an answer, or the part of a turn before chance or another player decides.
    `evaluation` is the expected final lead over the other players, in the units the game counts. Evaluations
    of turns with the same position and settings can be compared.
    """

    orders: tuple[O, ...]
    evaluation: float


class EvaluationPart(NamedTuple):
    """One term of an evaluation: a sentence that says what it is, and its value."""

    what: str
    value: float


class Outlook(NamedTuple):
    """What a seat has after some orders, and what it is expected to gain later, in what the game counts."""

    now: float
    later: float


class Reply(NamedTuple, Generic[O]):
    """The best answer of the next opponent to a turn, as far as a seat can know it.

    `orders` is the turn of `seat` that is typical of its best answers in sampled worlds: its most frequent
    order belongs to the best answers in `times` of `worlds` worlds. `effects` are sentences about what the
    orders do.
    """

    seat: int
    orders: tuple[O, ...]
    times: int
    worlds: int
    effects: tuple[str, ...]


@runtime_checkable
class Bots(Protocol[P, O]):
    """A game's computer players of every `Strength`. Implementations hold no state."""

    def seat_view(self, position: P, seat: int) -> P:
        """Return the position as a seat can see it: hidden things are only known to be there.

        Two positions that a seat cannot tell apart give equal results.
        """

    def choose(self, position: P, random: Random) -> O:
        """Return the next order of a player that decides at once, like the steady one, with this randomness.

        Demonstrations play with it.
        """

    def turns(self, view: P, seat: int, thinking: SearchSettings) -> Sequence[CandidateTurn[O]]:
        """Return candidate turns of the deciding seat, best first, at least one; `view` is a
        `seat_view`.

        Raises ValueError if this seat has nothing to decide.
        """

    def evaluate(self, view: P, seat: int, orders: Sequence[O], thinking: SearchSettings) -> float:
        """Return the evaluation of legal orders, comparable to that of `turns` with the same settings."""

    def parts(
        self, view: P, seat: int, orders: Sequence[O], thinking: SearchSettings
    ) -> Sequence[EvaluationPart]:
        """Return the terms of the evaluation after these orders, always the same terms in the same order.

        The last is what the others are expected to have, the one before what the seat gains later. Their sum
        differs from `evaluate` by the value of what can follow.
        """

    def explain(self, view: P, seat: int, orders: Sequence[O]) -> Sequence[str]:
        """Return the reasons for these orders as sentences: what they earn, prevent or threaten."""

    def plan(self, view: P, seat: int, orders: Sequence[O]) -> str:
        """Return the plan of these orders in a few words, as what to do; empty if they have none."""
        return ""

    def outlook(self, view: P, seat: int, orders: Sequence[O], thinking: SearchSettings) -> Outlook:
        """Return what these orders lead to: all but the last of their `parts`, of which the last but one is
        what comes later.
        """
        *now, later, _others = self.parts(view, seat, orders, thinking)
        return Outlook(sum(part.value for part in now), later.value)

    def reply(self, view: P, seat: int, orders: Sequence[O], thinking: SearchSettings) -> Reply[O] | None:
        """Return the best answer of the next opponent to a turn of this seat, from what the seat sees.

        None if no opponent plays before the seat's next turn, or if the game has no such search.
        """
        return None
