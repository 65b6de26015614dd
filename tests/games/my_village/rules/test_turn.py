"""Turns, draws, leaving: what position files do not show (VILLAGE 2, 3, 12, 13)."""

from __future__ import annotations

import re
from itertools import combinations_with_replacement
from typing import Any

import pytest

from khronos_pbem.engine.contract import Outcome
from khronos_pbem.engine.orders.verbs import first_refusal
from khronos_pbem.errors import IllegalOrder, InvalidFile, NothingToDo, NotYourDecision
from khronos_pbem.games.my_village.model.boards import COLOURS
from khronos_pbem.games.my_village.model.cards_file import standard_cards
from khronos_pbem.games.my_village.model.orders import Bury, Desk, End, Pick, Resign, Take
from khronos_pbem.games.my_village.model.position import Die, Position
from khronos_pbem.games.my_village.model.terms import Kind, Person, Phase, Zone
from khronos_pbem.games.my_village.order_text.grammar import parse, text
from khronos_pbem.games.my_village.positions.from_data import position_from_data
from khronos_pbem.games.my_village.positions.to_data import position_to_data
from khronos_pbem.games.my_village.rules.base import dice
from khronos_pbem.games.my_village.rules.base.board_queries import is_zone_active, white_banners
from khronos_pbem.games.my_village.rules.base.draws import open_roll
from khronos_pbem.games.my_village.rules.phases.first_deal import new_position
from khronos_pbem.games.my_village.rules.phases.rat import standing_answer
from khronos_pbem.games.my_village.rules.phases.score import score, standings, winners
from khronos_pbem.games.my_village.rules.turn import (
    apply,
    apply_draw_results,
    apply_roll,
    decision,
    ends_turn,
    legal_orders,
    moves,
    next_to_act,
    pauses,
    without_seat,
)
from tests.games.my_village.cases import merged, play_text, position_of, rolls, value


def table(number: int = 0, **changes: Any) -> Position:
    """A position; with `number` the dice of a value are taken."""
    return position_of(merged(value(number) if number else {}, changes))


def give(position: Position, words: str) -> Outcome[Position]:
    """The orders of a text, by whoever decides; draws stay open."""
    outcome = Outcome(position)
    for spelled in parse(words):
        waiting = decision(outcome.position)
        assert waiting is not None
        outcome = apply(outcome.position, waiting.seat, spelled.order).outcome()
    return outcome


def names(position: Position) -> list[str]:
    return [draw.name for draw in position.draws]


# --- the beginning ------------------------------------------------------------------------------------------


def test_a_game_begins_with_its_draws_in_order() -> None:
    """VILLAGE 2.1, 2.2, 2.3, 12.1, 12.3."""
    position = new_position(standard_cards(), ("red", "blue", "green"))
    assert names(position) == ["first", "boards", "customers", "monk quill", "monk chalice", "monk rosary"]
    assert decision(position) is None
    bounds = []
    for results in (
        ["1"],
        ["5/8", "8/9", "5/6"],
        ["k01", "k02", "k03", "k04", "k05", "k06"],
        ["m03"],
        ["m04"],
    ):
        roll = open_roll(position)
        assert roll is not None
        bounds.append((roll.name, roll.bounds))
        position = apply_draw_results(position, results).position
    assert bounds == [
        ("1 first", (3,)),
        ("2 boards", (4, 3, 2)),
        ("3 customers", (33, 32, 31, 30, 29, 28)),
        ("4 monk quill", (3,)),
        ("5 monk chalice", (4,)),
    ]
    outcome = apply_draw_results(position, ["m12"])
    assert [roll.name for roll in rolls(outcome.requests)] == ["7 pool"]
    assert rolls(outcome.requests)[0].bounds == (6,) * 8
    position = apply_roll(outcome.position, (0, 1, 2, 3, 4, 5, 0, 5)).position
    assert [str(die) for die in position.pool] == ["1", "2", "3", "4", "5", "6", "b1", "b6"]
    assert [village.coins for village in position.players] == [3, 1, 2]
    assert ["/".join(map(str, village.personal)) for village in position.players] == ["5/6", "5/8", "8/9"]
    assert (position.active, position.round, position.hand.story) == (1, 1, 1)
    assert (position.zone, position.monks) == (
        ("k01", "k02", "k03", "k04", "k05", "k06"),
        ("m03", "m04", "m12"),
    )


@pytest.mark.parametrize("colours", [("red",), ("red", "red"), ("red", "pink"), (*COLOURS, "black")])
def test_two_to_four_players_of_four_colours(colours: tuple[str, ...]) -> None:
    """VILLAGE 1.1."""
    with pytest.raises(InvalidFile):
        new_position(standard_cards(), colours)


def test_numbers_pick_among_what_is_left() -> None:
    """VILLAGE 12.2, 12.3: those already drawn are left out; nothing but numbers below the bounds is taken."""
    position = apply_draw_results(new_position(standard_cards(), ("red", "blue")), ["0"]).position
    position = apply_roll(position, (1, 1)).position
    assert [village.personal for village in position.players] == [(5, 8), (6, 9)]
    for values in ((33, 0, 0, 0, 0, 0), (0, 0, 0, 0, 0, 28), (-1, 0, 0, 0, 0, 0), (0,)):
        with pytest.raises(InvalidFile):
            apply_roll(position, values)
    assert apply_roll(position, (0, 0, 0, 0, 0, 27)).position.zone[-1] == "k33"


# --- what is on the board -----------------------------------------------------------------------------------


def test_boards_have_what_is_printed_on_them() -> None:
    """VILLAGE 1.2, 1.3: two places for each of five professions, a clock, a desk of six."""
    board = standard_cards().board
    assert [len(places) for places in board.chronicle.values()] == [2] * 5
    assert (board.clouds, board.zone) == (10, 6)


def test_labourers_never_run_out_and_points_count_at_the_end_only() -> None:
    """VILLAGE 1.4."""
    position = table(5, turn={"reaper": True, "branch": "white", "used": ["personal"]}, graves=104, red={
        "villagers": ["abbot"], "labourers": 99,
    })  # fmt: skip
    position = give(position, "bury abbot; hire abbot").position
    assert position.players[0].labourers == 100


def test_no_card_leaves_a_village_but_to_its_served_pile() -> None:
    """VILLAGE 1.5."""
    position = table(10, red={"market": ["k14"], "workshops": ["brewery 5/6 1"]})
    village = give(position, "serve k14").position.players[0]
    assert (village.market, village.served) == ((), ("k14",))
    assert not [card for card in standard_cards().card.values() if card.kind is Kind.MONK and card.use]


def test_zones_and_their_villagers() -> None:
    """VILLAGE 1.6: harvest needs nobody; school, personal banner, hand, desk and headman neither."""
    lone = {"villagers": ["abbot"], "fields": [False], "personal": "5/8"}
    position = table(7, red=lone, graves=4)
    assert [zone for zone in Zone if is_zone_active(position.players[0], zone)] == [
        Zone.RELIGION,
        Zone.HARVEST,
    ]
    found = legal_orders(position)
    assert {type(order).__name__ for order in found} == {"BuyField", "UseField", "Headman"}
    found = legal_orders(table(8, red=lone, graves=4))
    assert {type(order).__name__ for order in found} == {"UsePersonal", "Headman", "BuyChurch"}


@pytest.mark.parametrize("order", ["take w1 4 to 2", "TAKE 1 4 TO 2", "take 1 4 to 2 # a comment"])
def test_words_of_orders(order: str) -> None:
    """VILLAGE 1.7."""
    assert parse(order)[0].order == parse("take 1 4 to 2")[0].order
    assert isinstance(parse(order)[0].order, Take)


# --- turns --------------------------------------------------------------------------------------------------


def test_nobody_else_acts() -> None:
    """VILLAGE 3.2."""
    with pytest.raises(NotYourDecision) as caught:
        apply(table(), 1, End())
    assert caught.value.rule == "VILLAGE 3.2"


def test_the_question_mark_is_always_possible() -> None:
    """VILLAGE 3.4, 7.1: any value; and a black banner gives its zone nothing to do."""
    for number in range(2, 13):
        found = legal_orders(table(number, red={"villagers": ["abbot"], "coins": 0}, graves=4))
        assert "Headman" in {type(order).__name__ for order in found}


def test_gains_come_after_the_whole_cost_is_paid() -> None:
    """VILLAGE 6.1: the coin of the monk has to be there; what a banner gives pays the next one."""
    position = table(
        7, red={"coins": 0, "fields": [False], "travels": ["t03"], "workshops": ["brewery 5/8 1"]}
    )
    assert "Travel" not in {type(order).__name__ for order in legal_orders(position)}
    richer = table(7, red={"coins": 1, "travels": ["t03"], "workshops": ["brewery 5/8 1"]})
    assert "Travel" in {type(order).__name__ for order in legal_orders(richer)}


def test_a_gain_without_a_choice_is_always_taken() -> None:
    """VILLAGE 6.3, 8.5, 7.6."""
    assert give(table(5, red={"personal": "5/8"}), "use personal").position.players[0].tree == 1
    square = {"square": 1, "tile": "square"}
    after = give(table(12, red=square), "use square").position.players[0]
    assert (after.tree, after.square, after.tile) == (1, 2, "square")


def test_a_workshop_is_bought_with_a_good_on_it() -> None:
    """VILLAGE 8.1, 7.1: any card of the column that shows the value; one of a type."""
    position = table(8)
    found = {parse_text for parse_text in texts(position) if parse_text.startswith("buy brewery")}
    assert found == {"buy brewery 5/8", "buy brewery 8/9"}
    after = give(position, "buy brewery 5/8").position
    assert after.players[0].workshops == (("brewery", "5/8", 1),)
    assert after.players[0].cloud == 3
    taken = table(8, blue={"workshops": ["brewery 5/8 0"]})
    assert give(taken, "buy brewery").position.players[0].workshops[0].values == "8/9"


def texts(position: Position) -> list[str]:
    return [text(order) for order in legal_orders(position)]


def test_moves_groups_takes_by_value_the_cheapest_first() -> None:
    """VILLAGE 14.3."""
    groups = moves(table(red={"coins": 2}))
    assert [group.value for group in groups] == list(range(2, 13))
    eight = moves(table(red={"coins": 2}), 8)
    assert len(eight) == 1
    first = eight[0].orders[0]
    assert isinstance(first, Take)
    assert (first.first.to, first.second.to, first.first.die.black, first.second.die.black) == (
        0,
        0,
        False,
        False,
    )


def test_tile_places_are_the_white_banners() -> None:
    """VILLAGE 8.6."""
    red = {"fields": [False], "chamber": "mint", "workshops": ["forge 5/6 0"], "market": ["k01"]}
    village = table(2, red=red).players[0]
    assert white_banners(village) == ["personal", "school", "forge", "field 1", "mint", "k01"]


# --- draws --------------------------------------------------------------------------------------------------


def test_orders_go_on_while_draws_are_open() -> None:
    """VILLAGE 12.4: the rat is drawn when the customers are there, the pool when the rat has moved."""
    position = table(4, red={"cloud": 10}, turn={"number": 4}, first="blue", active="red")
    position = give(position, "desk k03; bury merchant; end").position
    assert names(position) == ["customers"]
    assert decision(position) is None
    with pytest.raises(NothingToDo):
        apply(position, 0, End())
    outcome = apply_draw_results(position, ["k01"])
    assert [roll.name for roll in rolls(outcome.requests)] == ["2 rat"]
    outcome = apply_draw_results(outcome.position, ["1"])
    assert [roll.name for roll in rolls(outcome.requests)] == ["3 pool"]
    assert names(outcome.position) == ["pool"]


def test_before_the_take_a_banner_is_told_which_values_would_do() -> None:
    """VILLAGE 14.3, 3.4: with what they cost."""
    position = table(red={"coins": 1, "chamber": "mint"})
    with pytest.raises(IllegalOrder) as caught:
        give(position, "use mint")
    assert caught.value.rule == "VILLAGE 3.4"
    assert str(caught.value).endswith("first take two dice that add up to 3 (at no cost)")
    dead = table(red={"coins": 1, "chamber": "mint", "villagers": ["abbot"]}, graves=4)
    with pytest.raises(IllegalOrder) as caught:
        give(dead, "use mint")
    assert "you have not taken your dice yet" in str(caught.value)


def test_who_acts_after_the_draws_is_said_where_it_is_certain() -> None:
    """VILLAGE 12.4, 3.2, 3.3: a table asks whoever comes next to pay for a roll."""
    position = give(table(4, red={"cloud": 10}), "desk k03; bury merchant; end").position
    assert next_to_act(position) == 1
    owner = {"church": "sanatorium", "tree": 5}
    position = give(table(4, red={"cloud": 10}, blue=owner), "desk k03; bury merchant; end").position
    assert next_to_act(position) is None  # the rats may come
    for policy in ("never", "best"):
        own = {**owner, "policy": policy}
        position = give(table(4, red={"cloud": 10}, blue=own), "desk k03; bury merchant; end").position
        assert next_to_act(position) == 1
    assert next_to_act(give(table(4), "desk k03; look").position) == 0
    last = table(4, turn={"number": 4}, hand={"holder": "blue", "side": "back"})
    assert next_to_act(give(last, "desk k03; end").position) == 1
    assert next_to_act(give(last._replace(rounds=1), "desk k03; end").position) is None
    assert next_to_act(table()) == 0


def test_standings_are_what_is_open() -> None:
    """VILLAGE 15.3."""
    red, blue = standings(table(red={"tree": 3, "hall": 4}))
    assert red == {"colour": "red", "coins": 1, "tree": 3, "hall": 4, "villagers": 5, "score": 5, "cards": 0}
    assert blue["score"] == 0


def test_what_ends_a_turn_and_what_pauses_it() -> None:
    """VILLAGE 12.5, 13.4."""
    orders = [spelled.order for spelled in parse("end; resign; look; headman coin")]
    assert [ends_turn(order) for order in orders] == [True, True, False, False]
    assert [pauses(order) for order in orders] == [False, False, True, False]


def test_look_waits_until_all_is_served() -> None:
    """VILLAGE 12.5."""
    position = give(table(4), "desk k03 k07; look").position
    assert decision(position) is None
    position = apply_draw_results(position, ["k01", "k02"]).position
    waiting = decision(position)
    assert waiting is not None
    assert waiting.seat == 0
    assert give(position, "look").position == position  # nothing is drawn: no effect
    assert "look" not in texts(position)


def test_a_card_that_must_be_asked_about_stops_the_turn() -> None:
    """VILLAGE 12.4, 13.3."""
    red = {"church": "refuge", "travels": []}
    position = give(table(7, red=red), "travel A").position
    assert decision(position) is None
    position = apply_draw_results(position, ["t01"]).position
    waiting = decision(position)
    assert waiting is not None
    assert waiting.choice is not None
    assert waiting.choice.options == ("back", "keep")


def test_a_refuge_that_comes_too_late_is_not_asked() -> None:
    """VILLAGE 12.5: an abbot hired after the travel was ordered does not change what is drawn."""
    red = {"church": "refuge", "villagers": ["traveller"], "cloud": 10}
    position = give(table(7, red=red, graves=4), "travel A; bury traveller; hire abbot; end").position
    position = apply_draw_results(position, ["t01"]).position
    assert position.choice is None
    assert position.players[0].travels == ("t01",)


def test_what_is_laid_open_is_free_whenever_it_is_seen() -> None:
    """VILLAGE 12.5, 8.15."""
    red = {"church": "counter", "coins": 0}
    blind = give(table(4, red=red), "reveal; desk k03 free new").position
    blind = apply_draw_results(apply_draw_results(blind, ["k12"]).position, ["k01"]).position
    seen = apply_draw_results(give(table(4, red=red), "reveal; look").position, ["k12"]).position
    seen = apply_draw_results(give(seen, "desk k03 free k12").position, ["k01"]).position
    assert blind == seen


# --- choices and leaving ------------------------------------------------------------------------------------

INVASION = {
    "rat": 1,
    "turn": {"reaper": True, "branch": "white", "used": ["personal"]},
    "blue": {"church": "sanatorium", "tree": 6},
}


def invaded(**changes: Any) -> Position:
    """Red has buried his abbot and the rats come."""
    position = give(table(5, **merged(INVASION, changes)), "bury abbot; end").position
    return apply_draw_results(position, ["3"]).position


def test_the_sanatorium_is_its_owner_s_choice_in_another_s_turn() -> None:
    """VILLAGE 13.1, 9.8."""
    position = invaded()
    waiting = decision(position)
    assert waiting is not None
    assert (waiting.seat, position.rat) == (1, 0)
    with pytest.raises(NotYourDecision):
        apply(position, 0, End())
    assert texts(position) == ["sanatorium yes", "sanatorium no"]
    assert apply(position, 1, parse("sanatorium no")[0].order).position.players[1].tree == 3


@pytest.mark.parametrize("answer", ["sanatorium yes", "sanatorium no", ""])
def test_the_rat_is_not_rolled_again_once_the_sanatorium_was_asked(answer: str) -> None:
    """VILLAGE 15.1: who is buried is said until then, in a position too; 13.4: also if its owner leaves."""
    asked = invaded(seats=3)
    written = position_to_data(asked)
    assert written["turn"]["buried"] == "abbot"
    for position in (asked, position_from_data(written)):
        done = apply(position, 1, parse(answer)[0].order) if answer else without_seat(position, 1)
        assert done.requests == ()
        after = done.position
        assert (after.buried, after.choice, after.draws, after.number) == ("", None, (), 2 if answer else 3)
        assert after.rat == after.cards.board.rat[3]


def own_cards(**rows: dict[str, Any]) -> dict[str, Any]:
    """The cards of the game with some rows changed, by their ids."""
    data = standard_cards().data
    for kind in ("monk", "square"):
        data[kind] = [{**row, **rows.get(row["id"], {})} for row in data[kind]]
    return data


@pytest.mark.parametrize(("bought", "most"), [("m06", 1), ("m07", 3)])
def test_the_desk_of_a_monk_is_as_large_as_his_own_card_says(bought: str, most: int) -> None:
    """VILLAGE 8.12: whatever other monks have offered before; a position tells it too (15.1)."""
    cards = own_cards(m06={"first": ["desk 1"]}, m07={"first": ["desk 3"]})
    other = "m07" if bought == "m06" else "m06"
    red = {"church": "refuge", "coins": 9, "monks": [other]}
    start = table(4, cards=cards, monks={"chalice": bought}, red=red)
    position = give(start, "monk chalice").position
    position = apply_draw_results(position, ["m04"]).position
    assert position.offers == (f"desk {most}",)
    read = position_from_data(position_to_data(position))
    assert read == position._replace(drawn=read.drawn)
    zone = position.zone
    for here in (position, read):
        paid = {len(order.cards) for order in legal_orders(here) if isinstance(order, Desk)}
        assert paid == set(range(1, most + 1))
        with pytest.raises(IllegalOrder, match=f"take at most {most}"):
            give(here, f"desk {' '.join(zone[: most + 1])}")


def test_the_tile_adds_its_own_values_and_not_those_of_the_square() -> None:
    """VILLAGE 8.6: 2 or 12, whatever banner values a cards file gives the square."""
    cards = own_cards(square={"values": [5, 9]})
    red = {"square": 0, "tile": "school"}
    values = {n: texts(table(n, cards=cards, red=red)) for n in (2, 12)}
    for number in (2, 12):
        assert "school left" in values[number]
        assert not any(order.startswith("use square") for order in values[number])
    with pytest.raises(IllegalOrder):
        give(table(5, cards=cards, red=red), "school left")
    assert any(order.startswith("use square") for order in texts(table(5, cards=cards, red=red)))


def test_a_burial_ends_what_a_monk_offers() -> None:
    """VILLAGE 14.1: it is left out for good, also where the turn waits to look at what is drawn."""
    red = {"church": "refuge", "coins": 1, "cloud": 10, "villagers": ["abbot", "merchant"]}
    position = give(table(3, chronicle={"councillor": 1}, graves=2, red=red), "monk quill").position
    assert position.offers
    after = give(position, "bury merchant; look").position
    assert (after.offers, after.buried) == ((), "merchant")
    assert position_to_data(after)["turn"]["offers"] == []


def test_a_standing_order_answers() -> None:
    """VILLAGE 13.2."""
    assert standing_answer(invaded()) is None
    policies = ("3", "4", "never", "best")
    answers = {policy: standing_answer(invaded(blue={"policy": policy})) for policy in policies}
    assert {policy: answer and answer.use for policy, answer in answers.items()} == {
        "3": True,
        "4": False,
        "never": False,
        "best": True,
    }
    position = apply(table(), 0, parse("policy sanatorium 12")[0].order).position
    assert position.players[0].policy == "12"


def test_whoever_leaves_ends_his_turn_at_once() -> None:
    """VILLAGE 13.4: a coffin stands, no further death, no rat; the turn is over."""
    position = table(5, seats=3, turn={"reaper": True, "branch": "white", "used": ["personal"]})
    position = apply(position, 0, Bury(Person.ABBOT)).position
    after = apply(position, 0, Resign()).position
    assert (after.coffins, after.rat, after.active, after.phase) == (1, 14, 1, Phase.TAKE)
    assert not after.draws
    assert not after.reaper
    assert after.players[0].gone


def test_before_the_burial_nobody_dies() -> None:
    """VILLAGE 13.4."""
    position = table(5, seats=3, turn={"reaper": True, "branch": "white", "used": ["personal"]})
    after = apply(position, 0, Resign()).position
    assert (after.coffins, after.rat) == (0, 14)


def test_an_open_choice_falls_away_before_it_takes_effect() -> None:
    """VILLAGE 13.4: no place is filled, nothing lost by who is gone; a card that came stays."""
    position = position_of(merged(value(5), merged(INVASION, {"seats": 3, "green": {"tree": 4}})))
    position = apply_draw_results(give(position, "bury abbot; end").position, ["3"]).position
    after = without_seat(position, 1).position
    assert [village.tree for village in after.players] == [1, 6, 2]
    assert after.players[1].sheltered == 0
    assert (after.rat, after.choice, after.active) == (14, None, 2)
    refuge = give(table(7, seats=3, red={"church": "refuge"}), "travel A").position
    refuge = apply_draw_results(refuge, ["t01"]).position
    assert without_seat(refuge, 0).position.players[0].travels == ("t01",)


def test_what_is_being_drawn_is_still_resolved() -> None:
    """VILLAGE 13.4."""
    position = give(table(4, seats=3), "desk k03 k07").position
    after = without_seat(position, 0).position
    assert names(after) == ["customers"]
    after = apply_draw_results(after, ["k01", "k02"]).position
    assert (after.active, len(after.zone)) == (1, 6)
    assert after.players[0].market == ("k03", "k07")


def test_a_card_laid_open_goes_back() -> None:
    """VILLAGE 13.4, 8.15: seen or not."""
    counter = {"church": "counter"}
    seen = apply_draw_results(give(table(4, seats=3, red=counter), "reveal").position, ["k12"]).position
    after = without_seat(seen, 0).position
    assert len(after.zone) == 6
    assert "k12" not in after.zone
    unseen = without_seat(give(table(4, seats=3, red=counter), "reveal").position, 0).position
    after = apply_draw_results(unseen, ["k12"]).position
    assert len(after.zone) == 6
    assert "k12" not in after.zone
    assert after.active == 1


def test_turns_of_the_gone_are_passed_over_and_their_lead_goes_on() -> None:
    """VILLAGE 13.4: they take no dice and count as turns of the round; the lead goes clockwise."""
    white = {"branch": "white", "used": ["personal"]}
    position = table(5, seats=4, hand={"holder": "blue", "side": "back"}, turn=white)
    position = without_seat(position, 1).position
    position = apply(position, 0, End()).position
    assert (position.active, position.number, len(position.pool)) == (2, 3, 9)
    for _ in range(2):
        position = give(position, f"take {position.pool[0]} {position.pool[1]}; headman coin; end").position
    assert (position.first, position.active, position.hand.holder, position.round) == (2, 2, 2, 2)


def test_whoever_is_left_alone_wins() -> None:
    """VILLAGE 13.4."""
    after = without_seat(table(blue={"hall": 50}), 1).position
    assert after.phase is Phase.OVER
    assert winners(after) == (0,)
    assert without_seat(after, 0).position == after


@pytest.mark.parametrize("leaves", [0, 1])
def test_a_game_that_ends_by_leaving_first_resolves_what_is_drawn(leaves: int) -> None:
    """VILLAGE 13.4: the rats have come, and nobody is asked any more; a card that was drawn stays."""
    position = invaded(red={"tree": 5})
    assert position.choice is not None
    over = without_seat(position, leaves).outcome()
    assert (over.position.phase, over.position.choice) == (Phase.OVER, None)
    assert [village.tree for village in over.position.players] == ([7, 3], [4, 6])[leaves]
    assert over.position.rat == over.position.cards.board.rat[2]
    assert [event.event for event in over.events][:3] == ["gone", "lost", "over"]
    refuge = give(table(7, red={"church": "refuge"}), "travel A").position
    over = without_seat(apply_draw_results(refuge, ["t01"]).position, leaves).outcome()
    assert over.position.phase is Phase.OVER
    assert over.position.players[0].travels == ("t01",)
    points = over.position.cards.card["t01"].prestige
    assert points
    assert score(over.position, 0).total >= points


def test_the_gone_lose_nothing_and_cannot_win() -> None:
    """VILLAGE 13.4."""
    turn = {"number": 3, "reaper": True, "branch": "white", "used": ["personal"]}
    position = table(5, seats=3, red={"hall": 40}, blue={"tree": 8, "hall": 50}, rounds=1, turn=turn, rat=1)
    position = without_seat(position, 1).position
    position = apply_draw_results(give(position, "bury abbot; end").position, ["6"]).position
    assert position.players[1].tree == 8
    assert winners(position) == (0,)


# --- the end ------------------------------------------------------------------------------------------------


def test_the_score_may_be_negative() -> None:
    """VILLAGE 10.3."""
    position = table(red={"labourers": 3, "coins": 50, "tree": 50}, graves=3)
    found = score(position, 0)
    assert (found.total, found.labourers, found.hand) == (-14, -15, 1)
    assert found._replace(labourers=0, hand=0).total == 0


def test_a_game_that_is_over_has_an_empty_turn() -> None:
    """VILLAGE 15, 10.1."""
    position = table(5, rounds=1, turn={"number": 4, "branch": "white", "used": ["personal"]})
    after = apply(position, 1, End()).position
    data = position_to_data(after)
    assert data["phase"] == "over"
    assert data["active"] == "blue"
    assert data["turn"].pop("number") == 4
    assert not any(data["turn"].values())
    assert decision(after) is None
    assert legal_orders(after) == []


@pytest.mark.parametrize(("coins", "square"), [(0, -1), (3, 0), (2, 1), (10, 2)])
def test_takes_are_listed_as_they_would_be_answered(coins: int, square: int) -> None:
    """VILLAGE 14.3: of all pairs of dice, in the pool or not, with any change, those that nothing refuses."""
    position = table(red={"coins": coins}).with_player(0, square=square)
    picks = [
        Pick(Die(black, face), to, by)
        for black in (False, True)
        for face in range(1, 7)
        for to, by in ((0, False), *((to, by) for to in range(1, 8) for by in (False, True)))
    ]
    tried = {dice.normalized_take(Take(*pair)) for pair in combinations_with_replacement(picks, 2)}
    passed = {order for order in tried if first_refusal(dice.CHECKS, position, 0, order) is None}
    listed = dice.possible_takes(position, 0)
    assert set(listed) == passed
    assert len(listed) == len(passed)


@pytest.mark.parametrize(
    ("order", "sentence", "hint"),
    [
        ("take 6 6", "only one die in the pool shows 6", "choose from 1 1 1 2 2 3 5 6 b1 b3 b3"),
        ("take 3 3 to 4", "only one white die in the pool shows 3", "take b3 instead; that costs 2 time"),
        ("take b1 b1", "only one black die in the pool shows 1", "choose from 1 1 1 2 2 3 5 6 b1 b3 b3"),
        ("take 1 4", "no die in the pool shows 4", "choose from 1 1 1 2 2 3 5 6 b1 b3 b3"),
    ],
)
def test_a_die_is_not_taken_twice(order: str, sentence: str, hint: str) -> None:
    """VILLAGE 4.1: the refusal says how many there are, not that there is none."""
    pool = ["1", "1", "1", "2", "2", "3", "5", "6", "b1", "b3", "b3"]
    position = position_of({"seats": 2, "pool": pool, "red": {"coins": 5}})
    with pytest.raises(IllegalOrder, match=re.escape(sentence)) as refused:
        play_text(position, order)
    assert hint in str(refused.value.hint)
