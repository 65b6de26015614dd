"""The policy `best` is what its definition says, worked out once more with fractions (VILLAGE 13.2, 13.5)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from random import Random
from typing import Any

import pytest

from khronos_pbem.engine.contract import Seating
from khronos_pbem.errors import InvalidFile
from khronos_pbem.games.my_village.game import MyVillage
from khronos_pbem.games.my_village.model.orders import BuyChurch, Order, Refuge, Sanatorium, Take, Travel
from khronos_pbem.games.my_village.model.position import Open, Position
from khronos_pbem.games.my_village.model.terms import Phase
from khronos_pbem.games.my_village.positions.to_data import position_to_data
from khronos_pbem.games.my_village.rules.banners.refuge import worst_travels
from khronos_pbem.games.my_village.rules.banners.travels import keep_travel, next_letter
from khronos_pbem.games.my_village.rules.base.board_queries import rat_loss, travels_left
from khronos_pbem.games.my_village.rules.phases.rat import apply_invasion, standing_answer
from khronos_pbem.games.my_village.rules.phases.score import score, tiebreak
from tests.games.my_village.playing import Step, any_of, game
from tests.support.playing import options_for

GAME = MyVillage()
Number = Fraction | int
Rank = tuple[Number, Number, Number, Number]


def pilgrim(position: Position, orders: list[Order], random: Random) -> Order:
    """A player who wants the refuge, and then to travel."""
    wished: list[Order] = [o for o in orders if isinstance(o, Travel) or o == BuyChurch("refuge")]
    if not wished and position.phase is Phase.TAKE:
        value = 7 if position.players[position.active].church else random.choice((5, 6, 8, 9))
        taken = [o for o in orders if isinstance(o, Take) and o.first.face + o.second.face == value]
        return random.choice(taken) if taken else any_of(position, orders, random)
    return random.choice(wished) if wished else any_of(position, orders, random)


def seen(choices: str) -> Iterator[Step]:
    """The steps of random games of pilgrims with these policies at first."""
    for players, seed in ((2, 5), (3, 6), (4, 7), (2, 8), (3, 9), (4, 10)):
        yield from game(players, seed, pilgrim, choices=choices)


def rank(positions: list[Position], seat: int, leaders: list[int]) -> Rank:
    """What 13.5 compares, the most first, as the mean over what may be drawn."""

    def mean(count: Callable[[Position, int], int], seats: list[int]) -> Fraction:
        return Fraction(sum(count(each, one) for each in positions for one in seats), len(positions))

    def points(position: Position, one: int) -> int:
        return score(position, one).total

    def number(position: Position, one: int) -> int:
        return tiebreak(position.players[one])

    own, others = [seat], leaders
    return mean(points, own), mean(number, own), -mean(points, others), -mean(number, others)


def leaders_beside(position: Position, seat: int) -> list[int]:
    """The other players with the most points, of these those with the largest number of 10.4."""
    others = [each for each, village in enumerate(position.players) if each != seat and not village.gone]
    ranks = {each: (score(position, each).total, tiebreak(position.players[each])) for each in others}
    return [each for each in others if ranks[each] == max(ranks.values())]


def best_of(position: Position, seat: int, options: dict[str, list[Position]]) -> str:
    """The best option, the first of several, in the order in which they are listed."""
    leaders = leaders_beside(position, seat)
    ranks = {option: rank(after, seat, leaders) for option, after in options.items()}
    return max(ranks, key=lambda option: ranks[option])


def test_the_sanatorium_is_always_used() -> None:
    """VILLAGE 13.5: that follows from the definition, for every owner who would lose something."""
    asked = 0
    for step in [*seen("ask")][::40]:
        for seat, village in enumerate(step.after.players):
            if step.after.phase is Phase.OVER or not rat_loss(village):
                continue
            position = step.after.with_player(seat, church="sanatorium", policy="best")
            options = {
                "yes": [apply_invasion(position, seat).position],
                "no": [apply_invasion(position, None).position],
            }
            assert best_of(position, seat, options) == "yes"
            position = position._replace(choice=Open("sanatorium", seat))
            assert standing_answer(position) == Sanatorium(True)
            assert standing_answer(position.with_player(seat, policy="ask")) is None
            asked += 1
    assert asked > 20


def test_the_cards_that_go_back_are_those_of_the_definition() -> None:
    """VILLAGE 13.5: card by card, whoever has how many points."""
    judged = set[tuple[str, ...]]()
    for step in [*seen("ask")][::40]:
        position, seat = step.after, step.after.active
        letter = next_letter(position, position.players[seat])
        pile = travels_left(position, letter) if letter else []
        if len(pile) < 2:
            continue
        kept = {card: [keep_travel(position, seat, card).position] for card in pile}
        back = []
        for card in pile:
            others = [kept[each][0] for each in pile if each != card]
            if best_of(position, seat, {"back": others, "keep": kept[card]}) == "back":
                back.append(card)
        assert worst_travels(position, letter) == tuple(sorted(back))
        judged.add(tuple(back))
    assert len(judged) > 5


def test_nobody_is_asked_by_the_policy() -> None:
    """VILLAGE 12.4, 13.2: no choice is left to a player, and no journey stops a turn."""
    travelled = 0
    for step in seen("best"):
        assert step.after.choice is None or standing_answer(step.after) is not None
        assert not any(draw.ask for draw in step.after.draws)
        travelled += isinstance(step.order, Travel) and bool(step.order.refuse)
        assert not isinstance(step.order, Refuge)
    assert travelled > 3


# --- the option -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("choices", ["ask", "best"])
def test_the_option_choices_is_where_every_player_begins(choices: str) -> None:
    """VILLAGE 13.2: an agreed option, for every seat."""
    seating = Seating(("red", "blue"), options_for("my-village", choices=choices))
    players = GAME.begin(seating).position.players
    assert {(player.policy, player.refuge) for player in players} == {(choices, choices)}


def test_without_the_option_a_game_begins_as_ever() -> None:
    """VILLAGE 13.2, 15: old games stay what they are; `refuge` is written only if it is `best`."""
    plain, asking = (
        GAME.begin(Seating(("red", "blue"), options_for("my-village", **more))).position
        for more in ({}, {"choices": "ask"})
    )
    assert GAME.public_data(plain) == GAME.public_data(asking)
    data = position_to_data(plain.with_player(1, refuge="best"))
    assert ["refuge" in player for player in data["player"]] == [False, True]


@pytest.mark.parametrize(
    "value", ["auto", "never", "2", "", 1, True, None, ["best"], {"best": 1}, "x" * 5000]
)
def test_other_choices_are_refused(value: Any) -> None:
    """VILLAGE 13.2: whatever a file says; the refusal is one short line."""
    with pytest.raises(InvalidFile, match='the option "choices" cannot be') as caught:
        GAME.check_options(options_for("my-village", choices=value), 2)
    assert caught.value.rule == "VILLAGE 13.2"
    assert len(str(caught.value)) < 200
