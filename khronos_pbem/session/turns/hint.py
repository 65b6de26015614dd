"""What a computer player would do for a seat, and why; it knows only what the seat sees."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from khronos_pbem.engine.contract import AnyOrder, DecisionKind
from khronos_pbem.engine.features.bots import Bots, CandidateTurn, SearchSettings, Strength
from khronos_pbem.engine.features.protocols import Columns
from khronos_pbem.engine.features.statistics import Study
from khronos_pbem.engine.rule_references import rule_references_of
from khronos_pbem.errors import NothingToDo
from khronos_pbem.games.registry import feature, feature_or_none
from khronos_pbem.messages import Number, listed, message, plural_message
from khronos_pbem.session.turns.branching import stage_line
from khronos_pbem.session.turns.turn_draft import Composition, CompositionStage, StartingPoint

PLAYERS = {
    Strength.EASY: message("the computer player (easy)"),
    Strength.STEADY: message("the computer player (steady)"),
    Strength.STRONG: message("the computer player (strong)"),
    Strength.EXPERT: message("the computer player (expert)"),
}
"""What sentences call the program's players."""

_MOST_PARTS = 60
"""Parts of one turn that are thought about one after another; no turn has so many orders."""


class Advice(NamedTuple):
    """The advised turn of a seat, its evaluation, and the reasons in sentences.

    `second` is the second-best turn that leads to another position, with its evaluation; None if there is
    none.
    """

    composition: Composition
    seat: int
    evaluation: float
    why: tuple[str, ...]
    second: Composition | None = None
    second_evaluation: float = 0.0

    @property
    def less(self) -> float:
        """By how much the second-best turn is evaluated lower."""
        return max(0.0, self.evaluation - self.second_evaluation)


def advise(starting_point: StartingPoint, thinking: SearchSettings) -> Advice:
    """The advice for the next turn at a starting point; only what the seat sees is used.

    Raises NothingToDo if nobody has to decide, UsageError for a game without bots.
    """
    start, seat = _start_as_seen(starting_point)
    bots, view = feature(starting_point.game, Bots), start.position
    turns = bots.turns(view, seat, thinking)
    begun = _with_turn(start, turns[0])
    best = _complete_turn(begun, seat, thinking)
    orders = [each.order for each in best.given]
    evaluation = turns[0].evaluation if best is begun else bots.evaluate(view, seat, orders, thinking)
    why = tuple(bots.explain(view, seat, orders))
    second = _second(start, turns, begun) if best is begun else None
    return Advice(best, seat, evaluation, why, *(second or ()))


def best_turns(starting_point: StartingPoint, thinking: SearchSettings, most: int) -> list[Composition]:
    """The best turns at a starting point, at most so many, best first; they lead to different positions.

    Raises as `advise`.
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
    """The empty composition at a starting point with what the deciding seat sees of it, and that seat.

    Raises NothingToDo if nobody has to decide, UsageError for a game without bots.
    """
    start, bots = Composition(starting_point), feature(starting_point.game, Bots)
    if not start.can_continue or start.decision is None:
        raise NothingToDo(stage_line(start), rule=rule_references_of(starting_point.game).turn)
    seat = start.decision.seat
    view = bots.seat_view(start.position, seat)
    return Composition(starting_point._replace(position=view, serve=None)), seat


def _with_turn(start: Composition, turn: CandidateTurn[AnyOrder]) -> Composition:
    """The composition with the orders of a turn, as far as they go."""
    now = start
    for order in turn.orders:
        if not now.can_continue:
            break
        now = now.add(order)
    return now


def _complete_turn(now: Composition, seat: int, thinking: SearchSettings) -> Composition:
    """The composition, planned on until the turn ends, or until another player or chance decides."""
    bots = feature(now.game, Bots)
    for number in range(_MOST_PARTS):
        decision = now.decision
        if now.is_whole_block or decision is None or decision.seat != seat or not _knows_hand(now, seat):
            break
        more = thinking._replace(seed=f"{thinking.seed}/{number}")
        now = _with_turn(now, bots.turns(bots.seat_view(now.position, seat), seat, more)[0])
    return now


def _knows_hand(now: Composition, seat: int) -> bool:
    """Whether the seat knows all cards in its hand."""
    columns = feature_or_none(now.game, Columns)
    return columns is None or columns.hand(now.position, seat) is not None


def _second(
    start: Composition, turns: Sequence[CandidateTurn[AnyOrder]], best: Composition
) -> tuple[Composition, float] | None:
    """The best of the other turns that leads to another position, with its evaluation."""
    for turn in turns[1:]:
        other = _with_turn(start, turn)
        if other.position != best.position:
            return other, turn.evaluation
    return None


# --- what is said -----------------------------------------------------------------------------------------


def evaluation_text(game: str, worth: float, form: str = ".1f") -> str:
    """An evaluation for people, in the unit of the game's most important number; points by default."""
    study, n = feature_or_none(game, Study), Number(f"{worth:{form}}")
    return plural_message("{n} point", "{n} points", n) if study is None else study.amount(n)


def advice_document(advice: Advice, thinking: SearchSettings) -> dict[str, object]:
    """The document of `hint`: canonical orders, their evaluation, the reasons, and the second-best turn."""
    composition, second = advice.composition, None
    first = composition.game.decision(composition.starting_point.position)
    if advice.second is not None:
        worth, less = round(advice.second_evaluation, 2), round(advice.less, 2)
        second = {"orders": list(advice.second.texts), "worth": worth, "less": less}
    return {
        "colour": composition.starting_point.colours[advice.seat],
        "for": (DecisionKind.TURN if first is None else first.need).value,
        "strength": thinking.strength.value,
        "think": thinking.seconds,
        "seed": thinking.seed,
        "orders": list(composition.texts),
        "stage": composition.stage.value,
        "worth": round(advice.evaluation, 2),
        "why": [str(line) for line in advice.why],
        "second": second,
        "difference": composition.difference(),
    }


def advice_lines(advice: Advice, thinking: SearchSettings) -> list[str]:
    """The advice for people: the orders, the reasons, the expected result, the second-best turn."""
    composition = advice.composition
    who, game = composition.starting_point.colours[advice.seat], composition.game.name
    player = PLAYERS[thinking.strength]
    lines: list[str] = [message("In {who}'s place, {player} would play:", player=player, who=who)]
    lines += [message("  {order}", order=text) for text in composition.texts]
    if composition.stage not in (CompositionStage.ENDED, CompositionStage.OVER):
        lines.append(message("  ({line})", line=stage_line(composition)))
    lines += [message("Why:"), *(message("  * {line}", line=line) for line in advice.why)]
    lines.append(expected_result_line(who, advice.evaluation, game))
    return lines if advice.second is None else [*lines, _second_line(advice, advice.second, game)]


def _second_line(advice: Advice, second: Composition, game: str) -> str:
    """The second-best turn, and by how much it is evaluated lower."""
    orders = listed([message("{order}", order=text) for text in second.texts], "; ")
    if f"{advice.less:.1f}" == "0.0":
        return message("This turn is worth just as much: {orders}", orders=orders)
    return message(
        "The second-best turn is worth {amount} less: {orders}",
        amount=evaluation_text(game, advice.less),
        orders=orders,
    )


def expected_result_line(who: str, worth: float, game: str) -> str:
    """By how much a seat is expected to finish ahead of the others, or behind them."""
    amount = evaluation_text(game, abs(worth))
    if worth < 0:
        return message("Expected result: {who} finishes {amount} behind the others.", who=who, amount=amount)
    return message("Expected result: {who} finishes {amount} ahead of the others.", who=who, amount=amount)
