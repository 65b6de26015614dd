"""The score and the winners (VILLAGE 10.2 to 10.4)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from khronos_pbem.games.my_village.model.position import Position, Village
from khronos_pbem.games.my_village.model.terms import (
    CHURCH,
    CITIZENS,
    FIELD,
    FIELDS,
    JOURNEYS,
    PROPERTY,
    SERVED,
    SHOPS,
    SQUARE,
    Phase,
)
from khronos_pbem.games.my_village.rules.base.board_queries import goods_count, window_count
from khronos_pbem.messages import message


class Score(NamedTuple):
    """The prestige points under each heading of VILLAGE 10.2."""

    church: int
    council: int
    harvest: int
    travel: int
    served: int
    hall: int
    labourers: int
    hand: int

    @property
    def total(self) -> int:
        """The sum of the points; may be negative (VILLAGE 10.3)."""
        return sum(self)

    def by_heading(self) -> dict[str, int]:
        """Return the points by the name of their heading, in the same order as VILLAGE 10.2."""
        return dict(zip(HEADINGS, self, strict=True))


HEADINGS: Mapping[str, str] = {
    "church": message("church"),
    "council": message("council"),
    "harvest": message("harvest"),
    "travel": message("journeys"),
    "served": message("customers"),
    "hall": message("hall"),
    "labourers": message("labourers"),
    "hand": message("hand"),
}
"""The headings of the score as messages, by name."""


def score(position: Position, seat: int) -> Score:
    """The score that a seat would have if the game ended now (VILLAGE 10.2)."""
    village, card, board = position.players[seat], position.cards.card, position.cards.board
    return Score(
        church_points(position, village),
        _council_points(position, village),
        card[FIELD].prestige * len(village.fields),
        sum(card[travel].prestige for travel in village.travels),
        sum(card[customer].prestige for customer in village.served),
        village.hall,
        board.labourer * village.labourers,
        board.hand_prestige if position.hand.holder == seat else 0,
    )


def church_points(position: Position, village: Village) -> int:
    """The prestige points of a church and its windows; 0 without a church (VILLAGE 10.2)."""
    if not village.church:
        return 0
    cards, seen = position.cards, window_count(position, village)
    return cards.card[village.church].prestige + (cards.board.windows[seen - 1] if seen else 0)


def _council_points(position: Position, village: Village) -> int:
    card = position.cards.card
    points = card[SQUARE].prestige if village.square >= 0 else 0
    if not village.chamber:
        return points
    chamber = card[village.chamber]
    points += chamber.prestige
    if village.chamber == PROPERTY:
        points += chamber.per * sum(_property_count(village, place) for place in village.marks)
    if village.chamber == CITIZENS:
        points += chamber.per * sum(person in village.villagers for person in village.marks)
    return points


def _property_count(village: Village, place: str) -> int:
    """Return the number of cards in one kind of property (VILLAGE 10.2).

    The painted monk of the cloister does not count.
    """
    counts = {
        JOURNEYS: len(village.travels),
        SHOPS: len(village.workshops),
        SERVED: len(village.served),
        CHURCH: (1 if village.church else 0) + len(village.monks),
        FIELDS: len(village.fields),
    }
    return counts[place]


def standings(position: Position) -> tuple[dict[str, str | int], ...]:
    """Return the public data of each seat, as `status` prints it (VILLAGE 15.3).

    `score` is the score that the seat would have if the game ended now.
    """
    return tuple(
        {
            "colour": village.colour,
            "coins": village.coins,
            "tree": village.tree,
            "hall": village.hall,
            "villagers": len(village.villagers),
            "score": score(position, seat).total,
            "cards": 0,
        }
        for seat, village in enumerate(position.players)
    )


def tiebreak(village: Village) -> int:
    """The tie-break number: coins, goods and story points on the tree (VILLAGE 10.4)."""
    return village.coins + goods_count(village) + village.tree


def winners(position: Position) -> tuple[int, ...]:
    """The seats that won; empty until the game ends (VILLAGE 10.4, 13.4)."""
    if position.phase is not Phase.OVER:
        return ()
    present = [seat for seat, village in enumerate(position.players) if not village.gone]
    ranks = {seat: (score(position, seat).total, tiebreak(position.players[seat])) for seat in present}
    best = max(ranks.values())
    return tuple(seat for seat in present if ranks[seat] == best)
