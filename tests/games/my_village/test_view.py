"""The view of a position: it shows what the position says, and computes the rest once."""

from __future__ import annotations

from typing import Any

from khronos_pbem.games.my_village.model.terms import Advantage, Person
from khronos_pbem.games.my_village.positions.to_data import position_to_data
from khronos_pbem.games.my_village.rules.turn import decision, next_to_act
from khronos_pbem.games.my_village.view import Places, view
from tests.games.my_village.cases import position_of
from tests.games.my_village.playing import game

_OWN = {"church", "chamber", "square", "workshops", "travels", "market", "served"}
"""What a village shows as cards."""


def alike(shown: Any, real: Any, but: set[str] | frozenset[str] = frozenset()) -> bool:
    """Whether two values agree in the fields that both have."""
    both = (set(shown._fields) & set(dir(real))) - but - set(dir(tuple))
    return all(getattr(shown, name) == getattr(real, name) for name in both) and len(both) > 2


def test_a_view_says_what_the_position_says() -> None:
    for step in game(3, 4, rounds=3):
        position, shown = step.after, view(step.after)
        for real, village in zip(position.players, shown.villages, strict=True):
            assert alike(village, real, _OWN), position_to_data(position)
            assert tuple(card.id for card in village.market) == real.market
            assert tuple(shop.goods.filled for shop in village.workshops) == tuple(
                shop.goods for shop in real.workshops
            )
        assert alike(shown.turn, position, {"active", "first", "choice"})
        assert alike(shown.graves, position, {"chronicle"})
        assert shown.turn.waits == (decision(position) is None)
        seat = next_to_act(position)
        assert [village.moves for village in shown.villages] == [each == seat for each in range(3)]


def test_who_can_shelter_from_the_rats() -> None:
    """VILLAGE 9.8: the sanatorium needs a free place and an abbot."""
    red: dict[str, Any] = {"church": str(Advantage.SANATORIUM), "tree": 5, "policy": "never"}
    position = position_of({"red": red, "blue": {"policy": "3"}})
    own, other = view(position).villages
    assert (own.loss, own.shelters, own.policy, other.policy) == (2, True, "never", "3")
    assert own.church is not None
    assert own.church.shelter == Places(0, 2)
    assert not view(position.with_player(0, sheltered=2)).villages[0].shelters
    assert not view(position.with_player(0, villagers=(Person.MERCHANT,))).villages[0].shelters
    assert view(position.with_player(0, refuge="best")).villages[0].refuge == "best"
