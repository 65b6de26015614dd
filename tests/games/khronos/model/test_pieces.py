"""The material of the game: RULES 1.2, 1.3, 1.5."""

from __future__ import annotations

from collections import Counter

from khronos_pbem.games.khronos.game import initial_pile
from khronos_pbem.games.khronos.model.pieces import BY_NAME, PIECES, Type, piece_of
from khronos_pbem.games.khronos.model.position import Options


def test_values() -> None:
    """RULES 1.2: price, worth at revenue, and room for cubes."""
    values = {piece.name: piece.value for piece in PIECES}
    assert values == {
        "watchtower": 1,
        "keep": 2,
        "castle": 4,
        "chapel": 1,
        "monastery": 2,
        "abbey": 4,
        "hamlet": 1,
        "town": 3,
        "city": 5,
    }


def test_ruins() -> None:
    """RULES 1.2: a ruin is worth 1 (size 2) or 2 (size 3)."""
    for kind in (Type.MILITARY, Type.RELIGIOUS):
        assert [piece_of(kind, size).ruin_value for size in (2, 3)] == [1, 2]


def test_stock() -> None:
    """RULES 1.3: tiles for any board."""
    stock = [BY_NAME[name].stock for name in ("watchtower", "keep", "castle", "chapel", "monastery", "abbey")]
    assert stock == [20, 24, 9, 20, 20, 9]
    assert [BY_NAME[name].stock for name in ("hamlet", "town", "city")] == [20, 24, 9]


def test_cards() -> None:
    """RULES 1.5: 55 cards in edition 2, 33 in edition 1; Hold'em lays one of each type open (RULES 2)."""
    military, religious, civil = Type.MILITARY, Type.RELIGIOUS, Type.CIVIL
    assert Counter(initial_pile(Options(2))) == {military: 18, religious: 18, civil: 19}
    assert Counter(initial_pile(Options(1))) == {military: 11, religious: 11, civil: 11}
    assert Counter(initial_pile(Options(2, holdem=True))) == {military: 17, religious: 17, civil: 18}
