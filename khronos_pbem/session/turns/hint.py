"""Hints from a computer player: the best turn for a seat, the next best, and the likely answer.

The computer player knows only what the seat sees.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from khronos_pbem.engine.contract import AnyOrder
from khronos_pbem.engine.features.bots import Bots, CandidateTurn, Outlook, SearchSettings
from khronos_pbem.engine.features.protocols import Columns
from khronos_pbem.engine.rule_references import rule_references_of
from khronos_pbem.errors import NothingToDo
from khronos_pbem.games.registry import feature, feature_or_none
from khronos_pbem.session.turns.branching import stage_line
from khronos_pbem.session.turns.rated_turn import ExpectedReply, RatedTurn
from khronos_pbem.session.turns.turn_draft import Composition, StartingPoint

_MOST_PARTS = 60
"""The largest number of successive searches within one turn; no turn has so many orders."""
MOST_OTHERS, MOST_EFFECTS = 2, 2
"""The largest numbers of alternatives to the best turn, and of sentences about an answer's effects."""


class Advice(NamedTuple):
    """The advised turn of a seat: its orders, evaluation, plan, reasons and results.

    `others` are the next best turns that lead to other positions, best first. `reply` is the best answer of
    the next opponent.
    """

    composition: Composition
    seat: int
    evaluation: float
    plan: str
    why: tuple[str, ...]
    outlook: Outlook
    others: tuple[RatedTurn, ...] = ()
    reply: ExpectedReply | None = None

    def less(self, other: RatedTurn) -> float:
        """Return how much lower another turn is evaluated."""
        return max(0.0, self.evaluation - other.evaluation)


def advise(starting_point: StartingPoint, thinking: SearchSettings) -> Advice:
    """Return the advice for the next turn at a starting point; only what the seat sees is used.

    Raises NothingToDo if nobody has to decide, UsageError for a game without bots.
    """
    start, seat = _start_as_seen(starting_point)
    bots, view = feature(starting_point.game, Bots), start.position
    turns = bots.turns(view, seat, thinking)
    begun = _with_turn(start, turns[0])
    best = _complete_turn(begun, seat, thinking)
    orders = [each.order for each in best.given]
    return Advice(
        best,
        seat,
        turns[0].evaluation if best is begun else bots.evaluate(view, seat, orders, thinking),
        bots.plan(view, seat, orders),
        tuple(bots.explain(view, seat, orders)),
        bots.outlook(view, seat, orders, thinking),
        tuple(_others(start, seat, turns, begun, thinking)) if best is begun else (),
        expected_reply(start, seat, orders, thinking),
    )


def expected_reply(
    start: Composition, seat: int, orders: Sequence[AnyOrder], thinking: SearchSettings
) -> ExpectedReply | None:
    """The best answer of the next opponent to these orders of a seat; None if nobody answers.

    `start` is the empty composition with what the seat sees.
    """
    found = feature(start.game, Bots).reply(start.position, seat, orders, thinking)
    if found is None:
        return None
    texts = tuple(start.game.text(order) for order in found.orders)
    colour = start.starting_point.colours[found.seat]
    return ExpectedReply(colour, texts, found.times, found.worlds, tuple(found.effects[:MOST_EFFECTS]))


def best_turns(starting_point: StartingPoint, thinking: SearchSettings, most: int) -> list[Composition]:
    """Return at most `most` turns at a starting point, best first; they lead to different positions.

    Raises the errors of `advise`.
    """
    start, seat = _start_as_seen(starting_point)
    found: list[Composition] = []
    for turn in feature(start.game, Bots).turns(start.position, seat, thinking):
        turned = _complete_turn(_with_turn(start, turn), seat, thinking)
        if all(turned.position != other.position for other in found):
            found.append(turned)
        if len(found) == most:
            break
    return found


def _start_as_seen(starting_point: StartingPoint) -> tuple[Composition, int]:
    """Return the empty composition at a starting point as the deciding seat sees it, and that seat.

    Raises NothingToDo if nobody has to decide, UsageError for a game without bots.
    """
    start, bots = Composition(starting_point), feature(starting_point.game, Bots)
    if not start.can_continue or start.decision is None:
        raise NothingToDo(stage_line(start), rule=rule_references_of(starting_point.game).turn)
    seat = start.decision.seat
    view = bots.seat_view(start.position, seat)
    return Composition(starting_point._replace(position=view, serve=None)), seat


def _with_turn(start: Composition, turn: CandidateTurn[AnyOrder]) -> Composition:
    """Return the composition with as many of a turn's orders as can be given."""
    now = start
    for order in turn.orders:
        if not now.can_continue:
            break
        now = now.add(order)
    return now


def _complete_turn(now: Composition, seat: int, thinking: SearchSettings) -> Composition:
    """Continue the composition until the turn ends, or until another player or a random result decides."""
    bots = feature(now.game, Bots)
    for number in range(_MOST_PARTS):
        decision = now.decision
        if now.is_whole_block or decision is None or decision.seat != seat or not _knows_hand(now, seat):
            break
        more = thinking._replace(seed=f"{thinking.seed}/{number}")
        now = _with_turn(now, bots.turns(bots.seat_view(now.position, seat), seat, more)[0])
    return now


def _knows_hand(now: Composition, seat: int) -> bool:
    """Return whether the seat knows all cards in its hand."""
    columns = feature_or_none(now.game, Columns)
    return columns is None or columns.hand(now.position, seat) is not None


def _others(
    start: Composition,
    seat: int,
    turns: Sequence[CandidateTurn[AnyOrder]],
    best: Composition,
    thinking: SearchSettings,
) -> Iterator[RatedTurn]:
    """Yield the next best turns, each leading to a different position from those before it."""
    bots, positions = feature(start.game, Bots), [best.position]
    for turn in turns[1:]:
        other = _with_turn(start, turn)
        if all(other.position != position for position in positions):
            positions.append(other.position)
            outlook = bots.outlook(start.position, seat, turn.orders, thinking)
            yield RatedTurn(other.texts, turn.evaluation, outlook)
        if len(positions) > MOST_OTHERS:
            return
