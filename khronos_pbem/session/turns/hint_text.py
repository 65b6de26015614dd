"""A hint as lines and as JSON: the advised turn, its plan and reasons, the answer to it, and other turns."""

from __future__ import annotations

from collections.abc import Sequence

from khronos_pbem.engine.contract import DecisionKind
from khronos_pbem.engine.features.bots import Outlook, SearchSettings, Strength
from khronos_pbem.engine.features.statistics import Study
from khronos_pbem.games.registry import feature_or_none
from khronos_pbem.messages import Number, Player, listed, message, plural_message
from khronos_pbem.session.turns.branching import stage_line
from khronos_pbem.session.turns.hint import Advice
from khronos_pbem.session.turns.rated_turn import ExpectedReply, RatedTurn
from khronos_pbem.session.turns.turn_draft import CompositionStage

PLAYERS = {
    Strength.EASY: message("the computer player (easy)"),
    Strength.STEADY: message("the computer player (steady)"),
    Strength.STRONG: message("the computer player (strong)"),
    Strength.EXPERT: message("the computer player (expert)"),
}
"""The names of the computer players, for use in sentences."""


def evaluation_text(game: str, worth: float, form: str = ".1f") -> str:
    """Return an evaluation for people, in the unit of the game's most important number (default: points)."""
    study, n = feature_or_none(game, Study), Number(f"{worth:{form}}")
    return plural_message("{n} point", "{n} points", n) if study is None else study.amount(n)


def outlook_line(who: str, outlook: Outlook, game: str) -> str:
    """Return a line about what a seat has after a turn, and what it is expected to gain later."""
    return message(
        "{who:Name} then has {now} and can expect {later} more.",
        who=Player(who),
        now=evaluation_text(game, outlook.now, "g"),
        later=evaluation_text(game, outlook.later),
    )


def orders_text(orders: Sequence[str]) -> str:
    """Orders as one line, separated by `;`."""
    return listed([message("{order}", order=order) for order in orders], "; ")


# --- the document -----------------------------------------------------------------------------------------


def advice_document(advice: Advice, thinking: SearchSettings) -> dict[str, object]:
    """The document of `hint`: canonical orders, their evaluation, plan and reasons, and what may follow."""
    composition = advice.composition
    first = composition.game.decision(composition.starting_point.position)
    others = [_other_document(advice, other) for other in advice.others]
    return {
        "colour": composition.starting_point.colours[advice.seat],
        "for": (DecisionKind.TURN if first is None else first.need).value,
        "strength": thinking.strength.value,
        "think": thinking.seconds,
        "seed": thinking.seed,
        "orders": list(composition.texts),
        "stage": composition.stage.value,
        "worth": round(advice.evaluation, 2),
        "plan": str(advice.plan),
        "why": [str(line) for line in advice.why],
        "leads_to": outlook_document(advice.outlook),
        "reply": reply_document(advice.reply),
        "second": others[0] if others else None,
        "others": others,
        "difference": composition.difference(),
    }


def _other_document(advice: Advice, other: RatedTurn) -> dict[str, object]:
    return {**turn_document(other), "less": round(advice.less(other), 2)}


def turn_document(turn: RatedTurn) -> dict[str, object]:
    """Return a turn with its evaluation and its results as JSON-able data."""
    leads_to = outlook_document(turn.outlook)
    return {"orders": list(turn.orders), "worth": round(turn.evaluation, 2), "leads_to": leads_to}


def outlook_document(outlook: Outlook) -> dict[str, object]:
    """Return what a seat has after a turn, and what it is expected to gain later, as JSON-able data."""
    return {"now": round(outlook.now, 2), "later": round(outlook.later, 2)}


def reply_document(reply: ExpectedReply | None) -> dict[str, object] | None:
    """Return the next opponent's best answer as JSON-able data; None if there is none.

    It includes the number of worlds in which the answer was found.
    """
    if reply is None:
        return None
    effects = [str(line) for line in reply.effects]
    return {**reply._asdict(), "orders": list(reply.orders), "effects": effects}


# --- the lines --------------------------------------------------------------------------------------------


def advice_lines(advice: Advice, thinking: SearchSettings) -> list[str]:
    """Return the advice for people: the orders, their plan and reasons, the answer, and other turns."""
    composition = advice.composition
    who, game = composition.starting_point.colours[advice.seat], composition.game.name
    player = PLAYERS[thinking.strength]
    lines: list[str] = [message("In {who}'s place, {player} would play:", player=player, who=who)]
    lines += [message("  {order}", order=text) for text in composition.texts]
    if composition.stage not in (CompositionStage.ENDED, CompositionStage.OVER):
        lines.append(message("  ({line})", line=stage_line(composition)))
    lines += plan_lines(advice.plan)
    lines += [message("Why:"), *(message("  * {line}", line=line) for line in advice.why)]
    lines.append(expected_result_line(who, advice.evaluation, game))
    lines.append(outlook_line(who, advice.outlook, game))
    if advice.reply is not None:
        lines += _reply_lines(advice.reply)
    for other in advice.others:
        lines += _other_lines(advice, other, game)
    return lines


def plan_lines(plan: str) -> list[str]:
    """The line about the plan of a turn; none if it has no plan."""
    return [message("Plan: {plan}", plan=plan)] if plan else []


def _reply_lines(reply: ExpectedReply) -> list[str]:
    """Return lines about the best answer of the next opponent, and its effects."""
    told = {"who": Player(reply.colour), "orders": orders_text(reply.orders)}
    if reply.is_likely:
        line = message("{who:Name}'s best reply is probably: {orders}", **told)
    else:
        line = message("One of {who}'s best replies, depending on cards or rolls: {orders}", **told)
    return [line, *(message("  * {line}", line=effect) for effect in reply.effects)]


def _other_lines(advice: Advice, other: RatedTurn, game: str) -> list[str]:
    """Return lines about another turn: how much lower it is evaluated, and its results."""
    less, orders = advice.less(other), orders_text(other.orders)
    if f"{less:.1f}" == "0.0":
        line = message("A different turn is worth just as much: {orders}", orders=orders)
    else:
        line = message("Worth {amount} less: {orders}", amount=evaluation_text(game, less), orders=orders)
    who = advice.composition.starting_point.colours[advice.seat]
    return [line, message("  {line}", line=outlook_line(who, other.outlook, game))]


def expected_result_line(who: str, worth: float, game: str) -> str:
    """Return a line about how far a seat is expected to finish ahead of or behind the others."""
    amount = evaluation_text(game, abs(worth))
    if worth < 0:
        return message("Expected result: {who} finishes {amount} behind the others.", who=who, amount=amount)
    return message("Expected result: {who} finishes {amount} ahead of the others.", who=who, amount=amount)
