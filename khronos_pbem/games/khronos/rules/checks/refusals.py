"""Small questions that several orders share: each says why an order may not be given, None if it may."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from khronos_pbem.engine.choice_text import answers_to
from khronos_pbem.errors import IllegalOrder
from khronos_pbem.games.khronos.model.pieces import Type
from khronos_pbem.games.khronos.model.position import Phase, Position
from khronos_pbem.games.khronos.rules.checks.causes import cause_of
from khronos_pbem.games.khronos.rules.checks.costs import hand_of, lacking
from khronos_pbem.games.khronos.rules.checks.payments import words
from khronos_pbem.games.khronos.rules.checks.site_refusals import Refusal
from khronos_pbem.messages import Message, listed, message

Question = Callable[[Position, int, Any], Refusal | None]
"""Asked of a position, a seat and an order of one class: why it may not be given, or None.

What the questions before it in the row of the verb have found to be so it takes for granted.
"""


def illegal(refusal: Refusal) -> IllegalOrder:
    """A refusal as the error that a player reads."""
    return IllegalOrder(
        refusal.message, rule=refusal.rule, detail=refusal.detail or None, hint=refusal.hint or None
    )


ANSWER_RULES = {"downsize": "8.4", "place": "8.5", "keep": "7.8"}


def choice_comes_first(position: Position, seat: int, order: object) -> Refusal | None:
    """RULES 9: an order of the turn waits until the open choice is answered."""
    if position.pending is None:
        return None
    return choice_is_open(position)


def choice_is_open(position: Position) -> Refusal:
    """The refusal of anything but an answer: it says why the choice is asked (RULES 9)."""
    assert position.pending is not None
    rule, cause = ANSWER_RULES[position.pending.choice.kind], cause_of(position)
    assert cause is not None
    return Refusal(rule, message("a choice is still open"), expected_answers(position), cause.text)


def expected_answers(position: Position) -> Message:
    """The answers that the open choice may have, as orders."""
    assert position.pending is not None
    return answers_to(position.pending.choice)


def no_square(position: Position, name: str) -> Refusal:
    """The refusal of a square that the map does not have."""
    return Refusal(
        "1.1",
        message("{name} is not on the map", name=name),
        message("the squares are A1 to {part}", part=position.land.names[-1]),
    )


def phase_refusal(position: Position, rule: str) -> Refusal | None:
    """Why cards are not changed any more in this turn, if they are not (RULES 4)."""
    if position.phase is Phase.ACT:
        return Refusal(rule, message("you can change cards only before the first action of your turn"))
    return None


def hand_refusal(position: Position, seat: int, cards: tuple[Type, ...], rule: str) -> Refusal | None:
    """Why these cards, at least one, are not in the hand, if they are not."""
    if not cards:
        return Refusal(rule, message("name at least one card"))
    hand = hand_of(position, seat)
    missing = lacking(hand, cards)
    if not missing:
        return None
    counts = [_in_hand(hand, cards, kind) for kind in sorted(set(missing))]
    what = message("these cards are not in your hand: {cards}", cards=words(tuple(missing)))
    return Refusal(rule, what, detail=message("in your hand: {cards}", cards=listed(counts)))


def _in_hand(hand: tuple[Type, ...], wanted: tuple[Type, ...], kind: Type) -> str:
    """How many cards of a type are in a hand, and how many an order names."""
    return message(
        "{kind} {count} of {wanted}", count=hand.count(kind), wanted=wanted.count(kind), kind=kind.word
    )
