"""Banners that a monk can offer as extras: "?", school and desk (VILLAGE 8.12)."""

from __future__ import annotations

from khronos_pbem.engine.orders.verbs import Check, Refusal, first_refusal
from khronos_pbem.games.my_village.model.position import Position
from khronos_pbem.games.my_village.model.terms import Branch
from khronos_pbem.games.my_village.rules.base.refusals import (
    BLACK,
    after_burial_refusal,
    after_reveal_refusal,
    dice_not_taken_refusal,
)


def is_offered(position: Position, kind: str) -> bool:
    """Return whether a monk's offer of this kind is still open in this turn."""
    return any(_offer_kind(offer) == kind for offer in position.offers)


def offer_limit(position: Position, kind: str) -> int:
    """Return the number in the next offer of a kind, such as 2 in "desk 2"; 0 without a number.

    Raises StopIteration if the kind is not offered.
    """
    offer = next(offer for offer in position.offers if _offer_kind(offer) == kind)
    return int(offer.partition(" ")[2] or 0)


def _offer_kind(offer: str) -> str:
    return offer.partition(" ")[0]


def black_or_offered(kind: str) -> Check[object]:
    """Return a check whether a banner can be used as the black banner or as a monk's offer."""

    def may_be_used(position: Position, seat: int, order: object) -> Refusal | None:
        checks = OFFERED if is_offered(position, kind) else BLACK
        return first_refusal(checks, position, seat, order)

    return may_be_used


OFFERED: tuple[Check[object], ...] = (dice_not_taken_refusal, after_burial_refusal, after_reveal_refusal)
"""The checks made first for every banner that a monk offers."""


def with_banner_begun(position: Position, kind: str, branch: Branch) -> Position:
    """Return the position after a banner has begun.

    This uses up the banner's offer and all offers before it. Without an offer, it sets the branch of the turn
    and records a white banner as used.
    """
    if is_offered(position, kind):
        place = [_offer_kind(offer) for offer in position.offers].index(kind)
        return position._replace(offers=position.offers[place + 1 :])
    if branch is Branch.WHITE:
        return position._replace(branch=branch, used=(*position.used, kind))
    return position._replace(branch=branch)
