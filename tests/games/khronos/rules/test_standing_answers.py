"""Where standing orders answer, and that `best` sees only what everybody sees (RULES 9.3, 9.4)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from random import Random
from typing import Any

import pytest

from khronos_pbem.engine.card_handles import Handle
from khronos_pbem.engine.contract import Seating
from khronos_pbem.errors import InvalidFile
from khronos_pbem.games.khronos.game import Khronos
from khronos_pbem.games.khronos.model.orders import Downsize, Place, Policy
from khronos_pbem.games.khronos.model.pieces import Type
from khronos_pbem.games.khronos.model.position import Card, Position
from khronos_pbem.games.khronos.positions.from_data import position_from_data
from khronos_pbem.games.khronos.positions.to_data import position_to_data
from khronos_pbem.games.khronos.rules.legal_orders import legal_orders
from khronos_pbem.games.khronos.rules.standing_answers import apply_with_standing_answers, standing_answer
from tests.games.khronos.cases import FOLDER, position_of, read_case
from tests.games.khronos.rules.test_lockstep import chosen, refreshed
from tests.games.khronos.rules.test_random_play import SMALL, deal
from tests.games.khronos.sandbox import after_order, play_text
from tests.support.playing import options

GAME = Khronos()


def with_policies(position: Position, placing: str, downsizing: str) -> Position:
    """The position in which every player has these standing orders."""
    for seat in range(len(position.players)):
        position = position.with_player(seat, policy=placing, downsizing=downsizing)
    return position


def asked(seed: int, steps: int = 120) -> Iterator[Position]:
    """Positions of a busy random game in which a placement or a downsizing is asked."""
    random = Random(seed)
    position = deal(3, 2, random, map=SMALL)
    for _ in range(steps):
        if position.pending is None:
            position = refreshed(position, random)
        elif position.pending.choice.kind != "keep":
            yield position
        seat = position.active if position.pending is None else position.pending.choice.seat
        position = after_order(position, seat, chosen(legal_orders(position), random, busy=True), 1).position


@cache
def all_asked() -> tuple[Position, ...]:
    """Those of a few games, found once for a whole run."""
    return tuple(position for seed in range(6) for position in asked(seed))


def dealt_otherwise(position: Position, random: Random) -> Iterator[Position]:
    """The same public position: with other cards in the hands and the pile, and as a spectator has it."""
    for hidden in (False, True):
        other = position
        for seat, player in enumerate(position.players):
            hand = tuple(_card(hidden, random, place) for place in range(len(player.hand)))
            other = other.with_player(seat, hand=hand)
        yield other._replace(pile=tuple(_card(hidden, random, place) for place in range(len(other.pile))))


def _card(hidden: bool, random: Random, place: int) -> Card:
    return Card(None, Handle("cards/1", place)) if hidden else Card(random.choice(list(Type)))


# --- what everybody sees ----------------------------------------------------------------------------------


def test_hidden_cards_change_no_answer() -> None:
    """RULES 9.4: two tables that look the same to everybody get the same answer, also one without hands."""
    random, kinds = Random(3), set[type]()
    for asking in all_asked():
        position = with_policies(asking, "best", "best")
        answer = standing_answer(position)
        kinds.add(type(answer))
        for other in dealt_otherwise(position, random):
            assert standing_answer(other) == answer
    assert kinds >= {Place, Downsize}


def test_an_answer_is_one_of_the_options_and_changes_nothing_but_the_order_it_ends() -> None:
    """RULES 9.4: whoever is asked, the answer is legal, and asking for it again gives it again."""
    for asking in all_asked():
        position = with_policies(asking, "best", "best")
        frozen = position_to_data(position)
        answer, pending = standing_answer(position), position.pending
        assert pending is not None
        own_placement = pending.choice.kind == "place" and pending.choice.seat == position.active
        assert (answer is None) == own_placement
        if answer is not None:
            assert answer in legal_orders(position)
            assert standing_answer(position) == answer
        assert position_to_data(position) == frozen


def test_answers_go_on_until_somebody_has_to_choose() -> None:
    """RULES 9.3: nothing is left open that a standing order answers."""
    for asking in all_asked():
        pending = asking.pending
        assert pending is not None
        position = with_policies(asking, "best", "best")
        for answer in legal_orders(position)[:3]:
            if not isinstance(answer, Policy):
                after = apply_with_standing_answers(position, pending.choice.seat, answer).position
                assert standing_answer(after) is None


def test_a_policy_in_another_language_gives_the_same_answer() -> None:
    """RULES 9.3: canonical orders are stored, whatever was typed."""
    case = read_case(FOLDER / "9_3_policy_answers_an_open_choice.toml")
    german = "abreißen Macht D2; Vorgabe Verkleinerung beste; Regel Platzierung bestes"
    french = "détruire commanderies D2; consigne réduction meilleure; consigne placement meilleur"
    ended = [play_text(case.position, orders).orders for orders in (case.orders, german, french)]
    assert ended[0] == ended[1] == ended[2]


# --- who is not asked -------------------------------------------------------------------------------------

_ASKED = ("ask", "ask")
STARTS: dict[str, tuple[str, str]] = {"ask": _ASKED, "auto": ("auto", "ask"), "best": ("best", "best")}
"""The policies for placements and downsizings by the option `choices`."""


@pytest.mark.parametrize("choices", STARTS)
def test_the_option_choices_is_where_every_player_begins(choices: str) -> None:
    """RULES 9.3: an agreed option, for every seat."""
    seating = Seating(("red", "blue", "green"), options(choices=choices))
    players = GAME.begin(seating).position.players
    assert {(player.policy, player.downsizing) for player in players} == {STARTS[choices]}


def test_without_the_option_a_game_begins_as_ever() -> None:
    """RULES 9.3: old games stay what they are, byte by byte."""
    plain, asking = (
        GAME.public_data(GAME.begin(Seating(("red", "blue"), options(**more))).position)
        for more in ({}, {"choices": "ask"})
    )
    assert plain == asking
    assert "downsizing" not in str(plain)


@pytest.mark.parametrize("value", ["never", "", "BEST", 1, True, None, ["best"], {"best": 1}, "x" * 5000])
def test_other_choices_are_refused(value: Any) -> None:
    """RULES 9.3: whatever a file says; the refusal is one short line."""
    with pytest.raises(InvalidFile, match='the option "choices" cannot be') as caught:
        GAME.check_options(options(choices=value), 2)
    assert caught.value.rule == "9.3"
    assert len(str(caught.value)) < 200


def test_whoever_has_left_is_asked_nothing() -> None:
    """RULES 11.2: `auto` and the first option, whatever the policies were."""
    for asking in all_asked():
        pending = asking.pending
        assert pending is not None
        position = with_policies(asking, "best", "best")
        gone = GAME.without_seat(position, pending.choice.seat).position
        player = gone.players[pending.choice.seat]
        assert (player.policy, player.downsizing) == ("auto", "ask")
        if pending.choice.kind == "downsize" and gone.pending == pending:
            assert standing_answer(gone) == Downsize(pending.choice.options[0])


PLAYERS = ["red", {"colour": "blue", "policy": "best", "downsizing": "best"}]


def test_policies_stand_in_positions() -> None:
    """RULES 9.3: `downsizing` is written only if it is not `ask`."""
    position = position_of({"players": PLAYERS})
    data = position_to_data(position)
    assert data["player"][0] == {**data["player"][0], "policy": "ask"}
    assert "downsizing" not in data["player"][0]
    assert data["player"][1] == {**data["player"][1], "policy": "best", "downsizing": "best"}
    assert position_to_data(position_from_data(data)) == data
    assert "'downsizing': 'best'" in str(GAME.public_data(position))
