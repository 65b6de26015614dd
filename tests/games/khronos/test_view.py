"""What an audience may see of a position, throughout random games (RULES 11.1)."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from khronos_pbem.engine.card_handles import Handle
from khronos_pbem.engine.contract import Event
from khronos_pbem.engine.features.protocols import Audience
from khronos_pbem.games.khronos.model.decision import decision
from khronos_pbem.games.khronos.model.pieces import Type, card_words
from khronos_pbem.games.khronos.model.position import Card, Position, known_types
from khronos_pbem.games.khronos.rules.legal_orders import legal_orders
from khronos_pbem.games.khronos.view import View, changed_squares, view
from tests.games.khronos.cases import position_of
from tests.games.khronos.rules.test_random_play import SMALL, deal, pick
from tests.games.khronos.sandbox import after_order


def played(seats: int, steps: int, seed: int) -> Position:
    """A position some orders into a random game on a small map."""
    random = Random(seed)
    position = deal(seats, 2, random, map=SMALL)
    for _ in range(steps):
        waiting = decision(position)
        if waiting is None:
            break
        order = pick(list(legal_orders(position)), random)
        position = after_order(position, waiting.seat, order, seed).position
    return position


def with_other_secrets(position: Position, seat: int | None) -> Position:
    """The position with all cards that this audience may not see replaced by others, or by handles."""
    hidden = Card(None, Handle("cards/1", 0))
    pile = (hidden,) * len(position.pile)
    for other, player in enumerate(position.players):
        if other != seat:
            new = [
                Card(Type((card.type or 0) + 1)) if card.type != Type.CIVIL else hidden
                for card in player.hand
            ]
            position = position.with_player(other, hand=tuple(new))
    return position._replace(pile=pile)


@settings(max_examples=40, deadline=None)
@given(st.integers(2, 5), st.integers(0, 25), st.integers(0, 10**6))
def test_a_view_does_not_depend_on_what_its_audience_may_not_see(seats: int, steps: int, seed: int) -> None:
    position = played(seats, steps, seed)
    audiences: list[int | Audience | None] = [None, Audience.PUBLIC, *range(seats)]
    for audience in audiences:
        seat = audience if isinstance(audience, int) else None
        assert view(position, audience) == view(with_other_secrets(position, seat), audience)


@settings(max_examples=20, deadline=None)
@given(st.integers(2, 5), st.integers(0, 25), st.integers(0, 10**6))
def test_a_seat_sees_its_own_hand(seats: int, steps: int, seed: int) -> None:
    position = played(seats, steps, seed)
    for seat, player in enumerate(position.players):
        seen = view(position, seat)
        assert seen.mine == player.colour
        assert hands(seen) == {player.colour: tuple(card_words(known_types(player.hand)))}
        assert [shown.cards for shown in seen.players if shown.colour == player.colour] == [len(player.hand)]


def hands(seen: View) -> dict[str, tuple[str, ...]]:
    """The hands that a view holds, by colour."""
    return {player.colour: player.hand for player in seen.players if player.hand is not None}


def test_the_public_sees_no_hand_and_everything_all() -> None:
    position = deal(3, 2, Random(1))
    assert hands(view(position, None)) == hands(view(position, Audience.PUBLIC)) == {}
    assert list(hands(view(position, Audience.EVERYTHING))) == ["red", "blue", "green"]
    assert view(position, None).mine == ""


def test_cards_that_cannot_be_read_yet_are_counted() -> None:
    hand = (Card(None, Handle("cards/1", 3)), Card(Type.CIVIL, Handle("cards/1", 4)))
    position = deal(2, 2, Random(1)).with_player(0, hand=hand)
    assert hands(view(position, 0)) == {"red": ("civil", "?")}


@pytest.mark.parametrize("colours", [["red", "blue"], ["red", "blue", "green"]])
def test_what_is_open_to_all(colours: list[str]) -> None:
    table = {"players": colours, "round": 4, "discard": ["civil", "civil"], "pile": ["military"] * 3}
    seen = view(position_of({"map": SMALL, **table}), None)
    assert (seen.round, seen.active, seen.over, seen.pile) == (4, "red", False, 3)
    assert seen.discard == (("civil", 2),)
    assert dict(seen.stock)["castle"] == 9
    assert [player.colour for player in seen.players] == colours


def test_marks_are_the_squares_of_events() -> None:
    events = [Event("built", "5.4", "", "might", ("A1", "B1")), Event("earned", "10", "")]
    assert changed_squares(events) == {("might", "A1"), ("might", "B1")}
    seen = view(position_of({"map": SMALL}), None, [*changed_squares(events), ("faith", "Z99")])
    assert [sorted(board.marked) for board in seen.boards] == [[(0, 0), (0, 1)], [], []]
