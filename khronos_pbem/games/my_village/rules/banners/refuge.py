"""The refuge: the journey cards that it can send back, and those that the policy sends back.

See VILLAGE 8.14 and 13.5.
"""

from __future__ import annotations

from collections.abc import Iterable

from khronos_pbem.engine.orders.verbs import Refusal
from khronos_pbem.games.my_village.model.orders import Travel
from khronos_pbem.games.my_village.model.position import BEST, Position
from khronos_pbem.games.my_village.model.terms import Advantage
from khronos_pbem.games.my_village.rules.base.board_queries import (
    has_advantage,
    travels_available,
    travels_left,
)
from khronos_pbem.messages import Message, listed, message

REFUGE = "VILLAGE 8.14"


def refuse_clause_refusal(position: Position, seat: int, order: Travel) -> Refusal | None:
    """Refuse a `refuse` clause that is not possible (VILLAGE 8.14, 14.1).

    The clause needs a working refuge and at least two cards in the pile. Its cards must be different cards
    from that pile.
    """
    if order.refuse is None:
        return None
    if not has_advantage(position.players[seat], Advantage.REFUGE):
        return Refusal(
            REFUGE, message("you need a refuge and an abbot to send a card back"), _without_clause_hint(order)
        )
    left = travels_left(position, order.letter)
    if len(left) < 2:
        what = message("the pile of {letter} journeys has only one card", letter=order.letter)
        return Refusal(REFUGE, what, _without_clause_hint(order))
    other = next((card for card in order.refuse if card not in left), None)
    if other is not None:
        return Refusal("VILLAGE 14.1", message("{card} is not in the pile", card=other), _cards_hint(left))
    twice = next((card for card in order.refuse if order.refuse.count(card) > 1), None)
    if twice is not None:
        return Refusal(
            "VILLAGE 14.1", message("you named {card} twice", card=twice), message("name each card only once")
        )
    return None


def _cards_hint(cards: Iterable[str]) -> Message:
    return message("choose from {cards}", cards=listed(cards, " "))


def _without_clause_hint(order: Travel) -> Message:
    return message('leave out "{order}"', order=" ".join(("refuse", *(order.refuse or ("none",)))))


def can_refuse(position: Position, seat: int, letter: str) -> bool:
    """Return whether a seat's refuge can send back a card of this letter (VILLAGE 8.14)."""
    works = has_advantage(position.players[seat], Advantage.REFUGE)
    return works and travels_available(position, letter) > 1


def policy_clause(position: Position, seat: int, letter: str) -> tuple[str, ...] | None:
    """Return the `refuse` clause of the policy `best` for a journey.

    Return None if the player has another policy, or if nothing can be refused.
    """
    if position.players[seat].refuge != BEST or not can_refuse(position, seat, letter):
        return None
    return worst_travels(position, letter)


def worst_travels(position: Position, letter: str) -> tuple[str, ...]:
    """Return the cards of a travel pile with at most the pile's mean prestige points (VILLAGE 13.5).

    The cards are sorted, and there is always at least one. Another card from the pile is expected to be at
    least as good as any of them.
    """
    left, card = travels_left(position, letter), position.cards.card
    total = sum(card[travel].prestige for travel in left)
    return tuple(travel for travel in left if card[travel].prestige * len(left) <= total)
