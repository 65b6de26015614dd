"""Computer players: their strengths, their settings for a search, and the protocol of a game's bots.

A bot receives only what its seat can see. All its random decisions come from its seed. Its thinking time is
counted in orders tried, not measured. So the same seed gives the same play in any process, on any machine,
with any number of cores.
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
    """The strengths of computer players, named by the words that players use."""

    EASY = "easy"
    STEADY = "steady"
    STRONG = "strong"
    EXPERT = "expert"

    @property
    def searches(self) -> bool:
        """Whether a bot of this strength spends its thinking time searching whole turns."""
        return self in (Strength.STRONG, Strength.EXPERT)

    @property
    def default_seconds(self) -> float:
        """The default time in seconds for which a bot of this strength thinks about a turn."""
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
    """A candidate turn: at least one order that a seat can give in sequence, and its evaluation.

    The orders are a whole turn, an answer, or the part of a turn before chance or another player decides.
    `evaluation` is the expected final lead over the other players, in the units that the game counts.
    Evaluations of turns with the same position and settings can be compared.
    """

    orders: tuple[O, ...]
    evaluation: float


class EvaluationPart(NamedTuple):
    """One term of an evaluation: a sentence that says what it is, and its value."""

    what: str
    value: float


class Outlook(NamedTuple):
    """The value that a seat has after some orders, and the gain expected later, in the game's units."""

    now: float
    later: float


class Reply(NamedTuple, Generic[O]):
    """The best answer of the next opponent to a turn, as far as a seat can predict it.

    `orders` is the most typical of the best answers of `seat` in sampled worlds. The most frequent of these
    orders is part of the best answer in `times` of `worlds` worlds. `effects` are sentences about what the
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
        """Return the position as a seat can see it, where hidden things have no known contents.

        The results for two positions that a seat cannot tell apart are equal.
        """

    def choose(self, position: P, random: Random) -> O:
        """Return the next order of a player that decides at once, like the steady one.

        `random` is the source of its random decisions. Demonstrations use this method.
        """

    def turns(self, view: P, seat: int, thinking: SearchSettings) -> Sequence[CandidateTurn[O]]:
        """Return at least one candidate turn of the deciding seat, best first.

        `view` is a `seat_view`. Raises ValueError if this seat has nothing to decide.
        """

    def evaluate(self, view: P, seat: int, orders: Sequence[O], thinking: SearchSettings) -> float:
        """Return the evaluation of legal orders, comparable to that of `turns` with the same settings."""

    def parts(
        self, view: P, seat: int, orders: Sequence[O], thinking: SearchSettings
    ) -> Sequence[EvaluationPart]:
        """Return the terms of the evaluation after these orders, always the same terms in the same order.

        The last term is what the other players are expected to have. The one before it is what the seat gains
        later. The sum of the terms differs from `evaluate` by the value of what can follow.
        """

    def explain(self, view: P, seat: int, orders: Sequence[O]) -> Sequence[str]:
        """Return the reasons for these orders as sentences: what they earn, prevent or threaten."""

    def plan(self, view: P, seat: int, orders: Sequence[O]) -> str:
        """Return the plan of these orders in a few words, phrased as an action; empty if they have none."""
        return ""

    def outlook(self, view: P, seat: int, orders: Sequence[O], thinking: SearchSettings) -> Outlook:
        """Return what a seat has after these orders, and what it is expected to gain later.

        Both values come from `parts`: the last term is left out, and the one before it is the later gain.
        """
        *now, later, _others = self.parts(view, seat, orders, thinking)
        return Outlook(sum(part.value for part in now), later.value)

    def reply(self, view: P, seat: int, orders: Sequence[O], thinking: SearchSettings) -> Reply[O] | None:
        """Return the next opponent's best answer to a turn of this seat, based on what the seat can see.

        Returns None if no opponent plays before the seat's next turn, or if the game has no such search.
        """
        return None
