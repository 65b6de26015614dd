"""What a player of the program's own would do in a seat's place, and why: by what that seat sees."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, NamedTuple

from khronos_pbem.engine.contract import Need
from khronos_pbem.engine.features.bots import Bots, Strength, Thinking, Turn
from khronos_pbem.engine.features.protocols import Columns
from khronos_pbem.engine.features.statistics import Study
from khronos_pbem.engine.rule_references import cites_of
from khronos_pbem.errors import NothingToDo
from khronos_pbem.games.registry import feature, optional
from khronos_pbem.messages import Number, listed, message, plural_message
from khronos_pbem.session.turns.branching import stage_line
from khronos_pbem.session.turns.turn_draft import Composition, Stage, StartingPoint

PLAYERS = {
    Strength.EASY: message("the computer player (easy)"),
    Strength.STEADY: message("the computer player (steady)"),
    Strength.STRONG: message("the computer player (strong)"),
}
"""What sentences call the program's players."""

_MOST_PARTS = 60
"""Parts of one turn that are thought about one after another; no turn has so many orders."""


class Advice(NamedTuple):
    """What is advised: the orders composed, and as what they are `worth`; the second best, with its worth,
    where another turn comes to something else; and why, in sentences."""

    composition: Composition
    seat: int
    worth: float
    why: tuple[str, ...]
    second: Composition | None = None
    second_worth: float = 0.0

    @property
    def less(self) -> float:
        """By how much the second best is worth less."""
        return max(0.0, self.worth - self.second_worth)


def advise(starting_point: StartingPoint, thinking: Thinking) -> Advice:
    """What to do where a seat's orders begin; nothing that the seat does not see is looked at.

    Raises NothingToDo where nobody decides, UsageError for a game without players of its own.
    """
    start, bots = Composition(starting_point), feature(starting_point.game, Bots)
    if not start.goes_on or start.decision is None:
        raise NothingToDo(stage_line(start), rule=cites_of(starting_point.game).turn)
    seat = start.decision.seat
    view = bots.seen(start.position, seat)
    start = Composition(replace(starting_point, position=view, serve=None))
    turns = bots.turns(view, seat, thinking)
    begun = _given(start, turns[0])
    best = _completed(begun, seat, thinking)
    orders = [each.order for each in best.given]
    worth = turns[0].worth if best is begun else bots.worth(view, seat, orders, thinking)
    why = tuple(bots.why(view, seat, orders))
    second = _second(start, turns, begun) if best is begun else None
    return Advice(best, seat, worth, why) if second is None else Advice(best, seat, worth, why, *second)


def _given(start: Composition, turn: Turn[Any]) -> Composition:
    """The composition with the orders of a turn, as far as they go."""
    now = start
    for order in turn.orders:
        if not now.goes_on:
            break
        now = now.add(order)
    return now


def _completed(now: Composition, seat: int, thinking: Thinking) -> Composition:
    """The turn thought on to its end, or to where somebody else, or chance, has the word."""
    bots = feature(now.game, Bots)
    for number in range(_MOST_PARTS):
        decision = now.decision
        if now.whole or decision is None or decision.seat != seat or not _knows_hand(now, seat):
            break
        more = thinking._replace(seed=f"{thinking.seed}/{number}")
        now = _given(now, bots.turns(bots.seen(now.position, seat), seat, more)[0])
    return now


def _knows_hand(now: Composition, seat: int) -> bool:
    """Whether nothing was drawn that the seat does not know yet."""
    columns = optional(now.game, Columns)
    return columns is None or columns.hand(now.position, seat) is not None


def _second(
    start: Composition, turns: Sequence[Turn[Any]], best: Composition
) -> tuple[Composition, float] | None:
    """The best of the other turns that comes to another position, with its worth."""
    for turn in turns[1:]:
        other = _given(start, turn)
        if other.position != best.position:
            return other, turn.worth
    return None


# --- what is said -----------------------------------------------------------------------------------------


def worth_said(game: str, worth: float, form: str = ".1f") -> str:
    """What a turn of a game is worth, as people say it: so much of its most important number."""
    study, n = optional(game, Study), Number(f"{worth:{form}}")
    return plural_message("{n} point", "{n} points", n) if study is None else study.amount(n)


def advice_facts(advice: Advice, thinking: Thinking) -> dict[str, Any]:
    """The document of `hint`: canonical orders, what they are worth, why, and the second best."""
    composition, second = advice.composition, None
    first = composition.game.decision(composition.starting_point.position)
    if advice.second is not None:
        second = {
            "orders": list(advice.second.texts),
            "worth": round(advice.second_worth, 2),
            "less": round(advice.less, 2),
        }
    return {
        "colour": composition.starting_point.colours[advice.seat],
        "for": (Need.TURN if first is None else first.need).value,
        "strength": thinking.strength.value,
        "think": thinking.seconds,
        "seed": thinking.seed,
        "orders": list(composition.texts),
        "stage": composition.stage.value,
        "worth": round(advice.worth, 2),
        "why": [str(line) for line in advice.why],
        "second": second,
        "difference": composition.difference(),
    }


def advice_lines(advice: Advice, thinking: Thinking) -> list[str]:
    """The advice for people: the orders one a line, why, and what the second best is worth less."""
    composition = advice.composition
    who, game = composition.starting_point.colours[advice.seat], composition.game.name
    player = PLAYERS[thinking.strength]
    lines: list[str] = [message("As {who}, {player} would play:", player=player, who=who)]
    lines += [message("  {order}", order=text) for text in composition.texts]
    lines += [_open_end(composition)] if composition.stage not in (Stage.ENDED, Stage.OVER) else []
    lines += [message("Why:"), *(message("  * {line}", line=line) for line in advice.why)]
    lines.append(standing_line(who, advice.worth, game))
    return lines if advice.second is None else [*lines, _second_line(advice, advice.second, game)]


def _second_line(advice: Advice, second: Composition, game: str) -> str:
    """The second best, and by how much it is worth less."""
    orders = listed([message("{order}", order=text) for text in second.texts], "; ")
    if f"{advice.less:.1f}" == "0.0":
        return message("This turn is worth just as much: {orders}", orders=orders)
    return message(
        "The second-best turn is worth {amount} less: {orders}",
        amount=worth_said(game, advice.less),
        orders=orders,
    )


def standing_line(who: str, worth: float, game: str) -> str:
    """How a seat is expected to stand at the end against the others."""
    amount = worth_said(game, abs(worth))
    if worth < 0:
        return message("Expected result: {who} finishes {amount} behind the others.", who=who, amount=amount)
    return message("Expected result: {who} finishes {amount} ahead of the others.", who=who, amount=amount)


def _open_end(composition: Composition) -> str:
    """What the turn waits for behind these orders."""
    return message("  ({line})", line=stage_line(composition))
