"""Banners that a monk may offer besides: "?", school, desk (VILLAGE 8.12)."""

from __future__ import annotations

from khronos_pbem.games.my_village.model.position import Position
from khronos_pbem.games.my_village.model.terms import Branch
from khronos_pbem.games.my_village.rules.base.refusals import (
    BLACK,
    Question,
    Refusal,
    dice_are_taken,
    first_refusal,
    nobody_is_buried,
    nothing_is_revealed,
)


def offered(position: Position, kind: str) -> bool:
    """Whether a monk of this turn offers it still."""
    return any(_kind(offer) == kind for offer in position.offers)


def most_offered(position: Position, kind: str) -> int:
    """The number that the next offer of a kind says, as "desk 2" does; 0 for one that says none."""
    offer = next(offer for offer in position.offers if _kind(offer) == kind)
    return int(offer.partition(" ")[2] or 0)


def _kind(offer: str) -> str:
    return offer.partition(" ")[0]


def as_black(kind: str) -> Question[object]:
    """The question whether a banner may be used as the black one of this turn, or is offered by a monk."""

    def may_be_used(position: Position, seat: int, order: object) -> Refusal | None:
        questions = OFFERED if offered(position, kind) else BLACK
        return first_refusal(questions, position, seat, order)

    return may_be_used


OFFERED: tuple[Question[object], ...] = (dice_are_taken, nobody_is_buried, nothing_is_revealed)
"""What every banner that a monk offers asks first."""


def begun(position: Position, kind: str, branch: Branch) -> Position:
    """The position when a banner begins: an offer is used, with those before it; or the branch is chosen."""
    if offered(position, kind):
        place = [_kind(offer) for offer in position.offers].index(kind)
        return position._replace(offers=position.offers[place + 1 :])
    if branch is Branch.WHITE:
        return position._replace(branch=branch, used=(*position.used, kind))
    return position._replace(branch=branch)
