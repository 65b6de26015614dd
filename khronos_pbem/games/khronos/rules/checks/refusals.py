"""The checks and refusals that several orders share."""

from __future__ import annotations

from khronos_pbem.engine.choice_text import answers_message
from khronos_pbem.engine.orders.verbs import Refusal
from khronos_pbem.games.khronos.model.pieces import Type
from khronos_pbem.games.khronos.model.position import Phase, Position
from khronos_pbem.games.khronos.rules.checks.causes import choice_cause
from khronos_pbem.games.khronos.rules.checks.costs import known_hand, missing_cards
from khronos_pbem.games.khronos.rules.checks.payments import cards_text
from khronos_pbem.messages import Message, listed, message

ANSWER_RULES = {"downsize": "8.4", "place": "8.5", "keep": "7.8"}


def check_no_open_choice(position: Position, seat: int, order: object) -> Refusal | None:
    """Check that no choice is open (RULES 9).

    Returns the refusal, or None if the order passes.
    """
    if position.pending is None:
        return None
    return open_choice_refusal(position)


def open_choice_refusal(position: Position) -> Refusal:
    """Return the refusal of an order that does not answer the open choice, with its cause (RULES 9)."""
    assert position.pending is not None
    rule, cause = ANSWER_RULES[position.pending.choice.kind], choice_cause(position)
    assert cause is not None
    return Refusal(rule, message("a choice is still open"), expected_answers(position), cause.text)


def expected_answers(position: Position) -> Message:
    """The hint to choose one of the possible answers to the open choice."""
    assert position.pending is not None
    return message("choose {orders}", orders=answers_message(position.pending.choice))


def unknown_square_refusal(position: Position, name: str) -> Refusal:
    """The refusal of a square that is not on the map."""
    return Refusal(
        "1.1",
        message("{name} is not on the map", name=name),
        message("the squares are A1 to {part}", part=position.land.names[-1]),
    )


def phase_refusal(position: Position, rule: str) -> Refusal | None:
    """The refusal if cards can no longer be changed in this turn; else None (RULES 4)."""
    if position.phase is Phase.ACT:
        return Refusal(rule, message("you can change cards only before the first action of your turn"))
    return None


def hand_refusal(position: Position, seat: int, cards: tuple[Type, ...], rule: str) -> Refusal | None:
    """Return the refusal if `cards` is empty or names cards that are not in the hand; else None."""
    if not cards:
        return Refusal(rule, message("name at least one card"))
    hand = known_hand(position, seat)
    missing = missing_cards(hand, cards)
    if not missing:
        return None
    counts = [_in_hand_text(hand, cards, kind) for kind in sorted(set(missing))]
    what = message("these cards are not in your hand: {cards}", cards=cards_text(tuple(missing)))
    return Refusal(rule, what, detail=message("in your hand: {cards}", cards=listed(counts)))


def _in_hand_text(hand: tuple[Type, ...], wanted: tuple[Type, ...], kind: Type) -> str:
    """Return a text with the number of cards of a type in the hand and in the order."""
    return message(
        "{kind} {count} of {wanted}", count=hand.count(kind), wanted=wanted.count(kind), kind=kind.word
    )
