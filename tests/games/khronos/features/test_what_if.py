"""What Khronos says of orders before they are given: loads, prices, gains, reasons, squares misread."""

from __future__ import annotations

import pytest

from khronos_pbem.errors import OrderError
from khronos_pbem.games.khronos.features.what_if import KhronosWhatIf
from khronos_pbem.games.khronos.game import Khronos
from khronos_pbem.games.khronos.model.pieces import Board
from khronos_pbem.games.khronos.model.position import Position
from khronos_pbem.games.khronos.positions.from_data import position_from_data
from khronos_pbem.games.khronos.positions.to_data import position_to_data
from khronos_pbem.games.khronos.rules.effects.revenue import domain_incomes
from tests.games.khronos.cases import FOLDER, position_of, read_case
from tests.games.khronos.sandbox import play_text

GAME, WHATIF = Khronos(), KhronosWhatIf()


def red(hand: list[str], *buildings: str, board: str = "might", ecus: int = 4, **more: object) -> Position:
    """Red's turn with this hand, both adventurers on a board, against blue."""
    player = {"colour": "red", "ecus": ecus, "adventurers": [board, board], "hand": hand}
    return position_of({"players": [player, "blue"], "buildings": list(buildings), **more})


def refusal(position: Position, orders: str) -> OrderError:
    """Why some orders may not be given."""
    with pytest.raises(OrderError) as caught:
        play_text(position, orders)
    return caught.value


# --- loads and prices -------------------------------------------------------------------------------------


def used_after(case: str, orders: str) -> list[str]:
    position = play_text(read_case(FOLDER / f"{case}.toml").position, orders).position
    return [str(line) for line in WHATIF.used_lines(position, position.active)]


def test_who_has_carried_what() -> None:
    """13.19: two on might by one of them, one more there by the other, who travels and plays on faith."""
    case = read_case(FOLDER / "13_19_edition_2.toml")
    parts = [part.strip() for part in case.orders.replace("\n", ";").split(";")]
    orders = [part for part in parts if part not in ("", "end")]
    lines = used_after("13_19_edition_2", "; ".join(orders))
    assert [line.partition(" has ")[2] for line in lines] == ["carried 2 of the 2 cards allowed"] * 2
    position = play_text(case.position, orders[0]).position
    loads = WHATIF.used_data(position, position.active)
    assert loads["cards_used"] == sum(position.loads[0])
    assert [(each["least"], each["most"]) for each in loads["carried"]] == [
        (min(load[place] for load in position.loads), max(load[place] for load in position.loads))
        for place in (0, 1)
    ]


def test_edition_1_counts_by_boards() -> None:
    position = red(["civil", "civil"], edition=1)
    after = play_text(position, "build hamlet might A1").position
    assert [str(line) for line in WHATIF.used_lines(after, 0)] == ["1 card used on might"]
    assert WHATIF.used_data(after, 0) == {"spent": {"might": 1}}
    assert WHATIF.used_lines(position, 0) == []


PRICES = {
    "travel 1 faith": ([], 1, "1 ecu"),
    "exchange civil civil": (["civil", "civil"], 2, "2 civil cards, 2 ecus"),
    "build town might A1": None,
    "build hamlet might A1": (["civil"], 0, "1 civil card"),
    "build watchtower might E5": (["military"], 0, "1 military card"),
    "demolish might C3": (["religious"], 1, "1 religious card, 1 ecu"),
    "end": ([], 0, "nothing"),
    "policy placement auto": ([], 0, "nothing"),
}


@pytest.mark.parametrize("order", PRICES)
def test_what_an_order_costs(order: str) -> None:
    position = red(["civil", "civil", "military", "religious"], "might chapel C3 blue")
    wanted = PRICES[order]
    if wanted is None:
        assert refusal(position, order).rule == "5.3"
        return
    (spelled,) = GAME.parse(order)
    outcome = GAME.apply(position, 0, spelled.order)
    price = WHATIF.price(position, outcome.position, 0, spelled.order, outcome.events)
    cards, ecus, words = wanted
    assert (dict(price.data), str(price.words)) == ({"cards": cards, "ecus": ecus}, words)
    assert price.size == len(cards) + ecus


def test_gain_counts_the_best_of_the_others() -> None:
    changes = {"red": {"ecus": 2, "income": 1, "cards": -2}, "blue": {"income": -1}, "green": {"income": 2}}
    assert WHATIF.gain(changes, "red") == 1
    assert WHATIF.gain(changes, "green") == -1
    assert WHATIF.gain({}, "red") == 0
    assert WHATIF.gain({"blue": {"income": -3}}, "red") == 0


def test_incomes_are_found_out_once_and_belong_to_the_board() -> None:
    position = red([], "might keep C3 red", "might town E3")
    assert domain_incomes(position, Board.MIGHT) is domain_incomes(position, Board.MIGHT)
    assert [income.amount for income in domain_incomes(position, Board.MIGHT) if income.rulers] == [3]
    other = red([], "might keep C3 blue", "might town E3")
    assert [income.rulers for income in domain_incomes(other, Board.MIGHT) if income.rulers] == [(1,)]


# --- the next turn ----------------------------------------------------------------------------------------


def test_the_next_turn_of_each_seat() -> None:
    """RULES 3.1: later in this round, or in the next one; after the last round there is none."""
    position = position_of({"players": ["red", "blue", "green"], "active": "blue", "round": 3})
    rounds = [WHATIF.at_next_turn(position, seat) for seat in (0, 1, 2)]
    assert [(each.active, each.round) for each in rounds if each] == [(0, 4), (1, 3), (2, 3)]
    last = position._replace(round=7)
    assert [WHATIF.at_next_turn(last, seat) is None for seat in (0, 1, 2)] == [True, False, False]
    gone = {"colour": "green", "gone": True, "policy": "auto"}
    left = position_of({"players": ["red", "blue", gone], "active": "blue"})
    assert WHATIF.at_next_turn(left, 2) is None


def test_what_the_active_player_has_used_is_not_used_by_the_next() -> None:
    position = play_text(red(["civil"]), "build hamlet might A1").position
    assert position.loads != ((0, 0),)
    mine = WHATIF.at_next_turn(position, 0)
    assert mine is not None
    assert mine.loads == position.loads
    other = WHATIF.at_next_turn(position, 1)
    assert other is not None
    assert other.loads == ((0, 0),)


# --- hidden cards -----------------------------------------------------------------------------------------


def test_hidden_cards_are_written_and_read_as_numbers() -> None:
    data = position_to_data(position_of({"players": [{"colour": "red", "hidden": 3}, "blue"], "hidden": 5}))
    assert data["hidden"] == 5
    assert [player.get("hidden") for player in data["player"]] == [3, None]
    again = position_from_data(data)
    assert position_to_data(again) == data
    assert len(again.pile) == 5


def test_a_hidden_hand_ends_its_turn() -> None:
    """What is discarded nobody learns; what is drawn is hidden too. With the option they may be kept."""
    start = {"players": [{"colour": "red", "hidden": 3, "hand": ["civil"]}, "blue"], "hidden": 9}
    trial = play_text(position_of(start), "end")
    assert trial.position.discard == tuple(sorted(trial.position.discard))
    assert len(trial.position.discard) == 1
    assert "red discards civil, 3 hidden cards" in [str(event.text) for event in trial.events]
    assert position_to_data(trial.position)["player"][0]["hidden"] == 4
    kept = play_text(position_of({**start, "keep": True}), "end keep 3 civil").position
    assert len(kept.players[0].hand) == 4
    assert kept.discard == ()
    assert "hidden" in refusal(position_of({**start, "keep": True}), "end keep 2 civil").message


# --- mistakes ---------------------------------------------------------------------------------------------


LAND = {"name": "m", "terrain": "..ff....\n" * 2 + "..^^....\n" * 2 + "........\n" * 8, "hamlets": ["H8"]}

COSTS = {
    "build keep might C1": "a keep on C1–D2 (forest ×4) costs 2 + 1 cards",
    "build keep might B3": "a keep on B3–C4 (mountain ×2) costs 2 + 2 cards",
    "build castle might B1": "a castle on B1–D3 (forest ×4, mountain ×2) costs 4 + 3 cards",
    "build watchtower might C1": "a watchtower on C1 (forest ×1) costs 1 + 1 cards",
    "build keep might E5": "a keep on E5–F6 costs 2 cards",
    "upgrade castle might B1 from A1": "a castle on B1–D3 (forest ×4, mountain ×2) costs 2 + 3 cards",
}


@pytest.mark.parametrize("order", COSTS)
def test_a_refusal_names_price_and_terrain(order: str) -> None:
    """RULES 5.3, 6.2: what is built where, on what ground, and the cards for both."""
    position = red(["military"], "might keep B2 red" if "upgrade" in order else "might hamlet A9", map=LAND)
    problem = refusal(position, order.replace("from A1", "from B2"))
    assert problem.rule in ("5.3", "6.2")
    assert problem.detail == COSTS[order]


def test_the_terrain_that_costs_nothing_is_not_named() -> None:
    """RULES 6.2: with five players."""
    others = ["blue", "green", "white", "black"]
    player = {"colour": "red", "adventurers": ["might", "might"], "hand": []}
    position = position_of({"players": [player, *others], "map": LAND})
    assert refusal(position, "build keep might C3").detail == "a keep on C3–D4 costs 2 cards"


def test_how_many_cards_one_has() -> None:
    position = red(["civil", "military", "military"])
    problem = refusal(position, "exchange military military military religious")
    assert problem.message.endswith("these cards are not in your hand: military religious")
    assert problem.detail == "in your hand: military 2 of 3, religious 0 of 1"


NEAR = {
    "upgrade castle might C3 from B3": "did you mean from C3?",
    "upgrade castle might B3 from B3": "did you mean from C3 or C3 from C3?",
    "demolish might G3": "did you mean H3?",
    "build hamlet might A9": "did you mean B9?",
    "build hamlet might D3": "did you mean E3?",
}


@pytest.mark.parametrize("order", NEAR)
def test_squares_misread_by_a_column(order: str) -> None:
    """Where the same order is legal one column beside, it is what was meant."""
    buildings = ("might keep C3 red", "might chapel H3 blue", "might hamlet A9")
    hand = ["military", "military", "religious", "civil"]
    problem = refusal(red(hand, *buildings), order)
    assert problem.hint is not None
    assert NEAR[order] in problem.hint


def test_on_reason_it_is_said_what_is_there() -> None:
    position = red(["civil"], "reason keep C3 ruin", "reason town E3", board="reason")
    problem = refusal(position, "populate D3")
    assert problem.detail == "a keep ruin stands on C3"
    assert problem.hint == "did you mean E3?"
    assert refusal(position, "populate J3").detail == "J3 is open plain"
    assert refusal(position, "renovate E3").detail == "a town stands on E3"


def test_a_square_that_cannot_be_paid_is_not_misread() -> None:
    problem = refusal(red(["military"], map=LAND), "build watchtower might C1")
    assert problem.rule == "6.2"
    assert problem.hint is None


def test_at_the_edge_of_the_map() -> None:
    problem = refusal(red(["civil"], "might hamlet A1", "might hamlet B1"), "build hamlet might A1")
    assert problem.hint is None
    assert "not on the map" in refusal(red(["civil"]), "build hamlet might Z1").message
