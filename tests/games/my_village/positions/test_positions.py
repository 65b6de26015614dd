"""Set-up positions: in with defaults, out with every key, and what is refused (VILLAGE 15)."""

from __future__ import annotations

import tomllib
from copy import deepcopy
from typing import Any

import pytest

from khronos_pbem.errors import ExitCode, InvalidFile, OrderError
from khronos_pbem.games.my_village.model.cards_file import standard_cards
from khronos_pbem.games.my_village.positions.from_data import position_from_data
from khronos_pbem.games.my_village.positions.to_data import position_to_data
from khronos_pbem.games.my_village.rules.turn import decision
from khronos_pbem.languages import translator
from tests.games.my_village.cases import DISPLAY, POOLS, merged, play_text

EXAMPLE = """
game = "my-village"
cards = "my_village_cards"
rounds = 0
round = 5
first = "red"
active = "red"
phase = "take"
turn = { number = 3, dice = [], branch = "", used = [], offers = [], revealed = "", reaper = false, buried = "" }
pool = ["1", "3", "4", "4", "6", "b2", "b5"]
hand = { holder = "red", side = "palm", story = 2 }
rat = 4
chronicle = { abbot = 0, councillor = 1, traveller = 0, craftsman = 0, merchant = 1 }
graves = 0
zone = ["k03", "k07", "k11", "k20", "k24", "k29"]
monks = { quill = "m02", chalice = "m04", rosary = "m08" }
results = ["5", "k12"]
[[player]]
colour = "red"
personal = "5/8"
cloud = 8
coins = 2
tree = 4
hall = 0
headman = "coin"
villagers = ["abbot", "traveller", "craftsman", "merchant"]
school = ["left"]
labourers = 0
church = "cloister"
sheltered = 0
monks = ["m01"]
chamber = "mint"
marks = []
guild = 0
square = -1
tile = ""
fields = [true, false]
workshops = ["scriptorium 6/9 2", "forge 5/6 0"]
travels = ["t02", "t07"]
market = ["k01", "k09"]
served = []
policy = "ask"
gone = false
[[player]]
colour = "green"
"""  # noqa: E501


def example() -> dict[str, Any]:
    return tomllib.loads(EXAMPLE)


def test_the_example_comes_out_canonically() -> None:
    data = position_to_data(position_from_data(example()))
    given = example()
    given["player"][0]["workshops"].reverse()  # in the order of the cards file
    green = data["player"].pop()
    given["player"].pop()
    assert data == given
    assert list(data) == list(given)
    assert list(data["player"][0]) == list(given["player"][0])
    assert list(data["turn"]) == list(given["turn"])
    assert green == {**green, "personal": "5/6", "coins": 2, "cloud": 1, "policy": "ask", "square": -1}


def short(**changes: Any) -> dict[str, Any]:
    """A first turn of two with its display."""
    base = {**DISPLAY, "pool": POOLS[2], "player": [{"colour": "red"}, {"colour": "blue"}]}
    return merged(base, changes)


def player(**changes: Any) -> dict[str, Any]:
    return short(player=[{"colour": "red", **changes}, {"colour": "blue"}])


def test_what_is_not_said_is_a_first_turn() -> None:
    """VILLAGE 2.1, 2.2, 2.3, 3.1."""
    data = position_to_data(position_from_data(short(first="blue")))
    blue, red = data["player"]
    assert (blue["colour"], blue["coins"], blue["personal"]) == ("blue", 1, "5/8")
    assert (red["colour"], red["coins"], red["personal"]) == ("red", 2, "5/6")
    assert data["active"] == "blue"
    assert data["hand"] == {"holder": "blue", "side": "palm", "story": 1}
    assert (data["rat"], data["round"], data["phase"]) == (10, 1, "take")
    assert red["villagers"] == ["abbot", "councillor", "traveller", "craftsman", "merchant"]
    assert (red["cloud"], red["headman"], red["hall"], red["tree"]) == (1, "hall", 0, 0)


def test_what_is_left_out_is_drawn_first_in_the_order_of_the_set_up() -> None:
    """VILLAGE 15.2, 12.1."""
    position = position_from_data({"player": [{"colour": colour} for colour in ("red", "blue", "green")]})
    names = [draw.name for draw in position.draws]
    assert names == ["customers", "monk quill", "monk chalice", "monk rosary", "pool"]
    assert decision(position) is None
    results = [
        "k01",
        "k02",
        "k03",
        "k04",
        "k05",
        "k06",
        "m03",
        "m04",
        "m08",
        "1",
        "1",
        "1",
        "2",
        "3",
        "4",
        "5",
    ]
    trial = play_text(position, "", results)
    data = position_to_data(trial.position)
    assert data["zone"] == ["k01", "k02", "k03", "k04", "k05", "k06"]
    assert data["monks"] == {"quill": "m03", "chalice": "m04", "rosary": "m08"}
    assert data["pool"][:6] == ["1", "1", "1", "2", "3", "4"]
    assert data["pool"][6] == "b5" or data["pool"][7] == "b5"
    assert data["results"] == []


def test_a_seed_makes_what_results_do_not_say() -> None:
    """VILLAGE 15.2."""
    position = position_from_data({"player": [{"colour": "red"}, {"colour": "blue"}]})
    same = {str(position_to_data(play_text(position, "", (), 7).position)) for _ in range(3)}
    other = position_to_data(play_text(position, "", (), 8).position)
    assert len(same) == 1
    assert str(other) not in same


def test_results_that_no_draw_can_have_are_refused() -> None:
    """VILLAGE 12.1."""
    position = position_from_data({"player": [{"colour": "red"}, {"colour": "blue"}]})
    for results in (["k01", "k01"], ["k99"], ["7"], ["k01", "k02", "k03", "k04", "k05", "k06", "m09"]):
        with pytest.raises(InvalidFile, match="cannot have the result"):
            play_text(position, "", results)


def test_results_left_over_come_out() -> None:
    position = position_from_data(short())
    trial = play_text(position, "take 1 2; headman coin; end", ["5", "k12"])
    assert trial.position.results == ("5", "k12")
    assert position_to_data(trial.position)["results"] == ["5", "k12"]


def test_an_order_that_does_not_work_says_where() -> None:
    with pytest.raises(OrderError) as caught:
        play_text(position_from_data(short()), "take 1 2\nheadman coin; headman hall")
    assert (caught.value.line, caught.value.column) == (2, 15)
    assert str(caught.value).startswith("2:15: 'headman hall': ")


def test_a_whole_table_of_cards_is_a_position_s_own() -> None:
    cards = standard_cards().data
    cards["board"]["hand"]["values"] = [3, 4]
    position = position_from_data(short(cards=cards))
    assert position.cards.board.hand_values == (3, 4)
    assert position_to_data(position)["cards"] == cards
    assert (
        position_to_data(position_from_data(short(cards=standard_cards().data)))["cards"]
        == "my_village_cards"
    )


def test_open_draws_and_choices_are_the_last_keys() -> None:
    """VILLAGE 15.2."""
    data = short(phase="act", turn={"dice": ["3", "3"], "branch": "black"}, pool=POOLS[2][2:])
    data["draws"] = [{"number": 31, "name": "customers", "count": 1, "to": "market"}]
    data["stopped"] = "end"
    position = position_from_data(data)
    assert decision(position) is None
    found = position_to_data(position)
    assert list(found)[-2:] == ["draws", "stopped"]
    assert found["draws"] == data["draws"]


REFUSED: dict[str, tuple[dict[str, Any], str]] = {
    "one player": (
        {"player": [{"colour": "red"}]},
        "My Village cannot be played by 1 player (VILLAGE 1.1)",
    ),
    "a colour that is none": (short(player=[{"colour": "red"}, {"colour": "pink"}]), "no colour 'pink'"),
    "a colour twice": (
        short(player=[{"colour": "red"}, {"colour": "red"}]),
        "two players cannot both be red",
    ),
    "another game": (short(game="khronos"), 'game is "khronos"'),
    "unknown cards": (short(cards="others"), "no set of cards called 'others'"),
    "an unknown key": (short(wind=1), 'unknown key "wind"'),
    "an unknown key of a player": (player(ecus=1), 'player 1: unknown key "ecus"'),
    "a card twice": (player(market=["k03"]), "k03 appears 2 times (VILLAGE 18.1)"),
    "a monk twice": (player(church="refuge", monks=["m02"]), "m02 appears 2 times"),
    "a workshop twice": (
        short(player=[{"colour": c, "workshops": ["forge 5/6 0"]} for c in ("red", "blue")]),
        "forge 5/6 appears 2 times",
    ),
    "a church twice": (
        short(player=[{"colour": c, "church": "refuge"} for c in ("red", "blue")]),
        "refuge appears 2 times",
    ),
    "too many fields": (player(fields=[False] * 9), "too many fields"),
    "a zone of seven": (short(zone=[*DISPLAY["zone"], "k01"]), "there are 7 customers in the customer zone"),
    "a zone of five": (
        short(zone=["k03", "k07", "k11", "k20", "k24"]),
        "although the pile has more",
    ),
    "no open monk": (short(monks={"quill": ""}), "the quill pile has cards, but no face-up monk"),
    "a monk of another pile": (short(monks={"quill": "m08"}), 'monks: quill: "m08" is unknown'),
    "boards alike": (
        short(player=[{"colour": c, "personal": "5/6"} for c in ("red", "blue")]),
        "two village boards have the same values: 5/6",
    ),
    "a board that is none": (player(personal="5/7"), "player 1: personal"),
    "dead without a coffin": (player(villagers=["abbot"]), "VILLAGE 18.2"),
    "nobody alive": (merged(player(villagers=[]), {"graves": 5}), "red has no villagers (VILLAGE 18.5)"),
    "labourers without coffins": (player(labourers=1), "VILLAGE 18.2"),
    "no cloud 0": (player(cloud=0), "player 1: cloud is 0"),
    "no cloud 11": (player(cloud=11), "cloud"),
    "negative coins": (player(coins=-1), "player 1: coins is -1"),
    "coins that are true": (player(coins=True), "coins is True"),
    "too many goods": (
        player(workshops=["forge 5/6 3"]),
        "the forge cannot hold 3 goods (VILLAGE 18.3)",
    ),
    "goods of no guild": (player(guild=1), "the guild cannot hold 1 good"),
    "a sanatorium that is none": (player(sheltered=1), "the sanatorium cannot have 1 filled place"),
    "a workshop that is none": (player(workshops=["forge 5/7 0"]), "player 1: workshops"),
    "two forges": (
        player(workshops=["forge 5/6 0", "forge 5/8 0"]),
        "2 workshops are of the same type: forge (VILLAGE 18.4)",
    ),
    "monks without a church": (player(monks=["m01"]), "there are monks, but no church"),
    "seven windows": (
        player(church="cloister", monks=["m01", "m03", "m05", "m06", "m07", "m09"]),
        "too many windows",
    ),
    "travels with a gap": (player(travels=["t01", "t09"]), "the wrong letters: A C (VILLAGE 18.4)"),
    "a travel after the chapel": (player(travels=["t01", "t05", "t09", "t16", "t17"]), "after the chapel"),
    "a tile without a square": (
        player(tile="school"),
        "a 2/12 tile, but the square that it belongs to is missing",
    ),
    "a square without its tile": (
        player(square=0),
        "there is a square, but no 2/12 tile",
    ),
    "a tile on a banner one has not": (
        player(square=0, tile="mint"),
        "which is not in the village (VILLAGE 8.6)",
    ),
    "a tile on no banner": (player(square=0, tile="moon"), '"moon" is not a banner'),
    "four markers": (player(square=4, tile="square"), "square is 4"),
    "marks without their card": (
        player(marks=["fields"]),
        'the place "fields" is marked, but its chamber is missing',
    ),
    "marks of another chamber": (
        player(chamber="citizens", marks=["fields"]),
        "but its chamber is missing",
    ),
    "property without a mark": (player(chamber="property"), "the property chamber has no mark"),
    "a policy that is none": (player(policy="0"), "player 1: policy"),
    "a policy of the refuge that is none": (player(refuge="never"), "player 1: refuge"),
    "the invasion space": (short(rat=0), "the rat is 0 steps"),
    "beyond the start": (short(rat=11), "rat is 11"),
    "three of a profession": (short(chronicle={"abbot": 3}), "chronicle: abbot is 3"),
    "a number that does not fit": (
        short(active="blue", turn={"number": 3}),
        "turn 3 of the round does not belong to blue",
    ),
    "a die too few": (short(pool=POOLS[2][1:]), "10 dice are in the pool (VILLAGE 18.6)"),
    "four black dice": (
        short(pool=[*["b1"] * 4, *["1"] * 7]),
        "too many dice of one colour in the pool: 7 white, 4 black",
    ),
    "a die that is none": (short(pool=["7"]), "pool"),
    "no dice in a turn that acts": (short(phase="act", pool=POOLS[2][2:]), "0 dice have been taken"),
    "dice before the take": (short(turn={"dice": ["1", "2"]}), "2 dice have been taken"),
    "a reaper before the take": (short(turn={"reaper": True}), "the dice have not been taken yet"),
    "story points on the back": (short(hand={"side": "back", "story": 1}), "VILLAGE 18.7"),
    "no story point on the palm": (short(hand={"story": 0}), "set story to 1 or more; each round adds one"),
    "the palm at another than the first": (
        short(hand={"holder": "blue"}),
        "blue has the hand with its palm up, but did not begin the round (VILLAGE 18.7) — give the hand to",
    ),
    "the turn of a player who is gone": (
        short(
            player=[{"colour": "red", "gone": True}, {"colour": "blue"}, {"colour": "green"}], pool=POOLS[3]
        ),
        "it is red's turn, but red has left the game (VILLAGE 13.4)",
    ),
    "a round after the last": (short(round=4, rounds=3), "round 4 comes after the agreed last round"),
    "a sanatorium that nobody has": (
        merged(short(choice={"kind": "sanatorium", "player": "red"}), {"rat": 0}),
        "no sanatorium can",
    ),
    "a refuge that nobody has": (
        short(choice={"kind": "refuge", "player": "red", "card": "t01"}),
        "no refuge can",
    ),
    "a draw that cannot be served": (
        short(draws=[{"number": 1, "name": "customers", "count": 40}]),
        "the draw (1 customers) is not possible",
    ),
    "a draw of a letter too far": (short(draws=[{"number": 1, "name": "travel C", "count": 1}]), "travel C"),
    "draws that are no list": (short(draws=7), "draws"),
    "results that are no texts": (short(results=[5]), "results"),
}
ACTING = {"phase": "act", "pool": POOLS[2][2:]}


def acting(turn: dict[str, Any]) -> dict[str, Any]:
    """A position in a turn that has taken its dice."""
    return short(**ACTING, turn={"dice": ["3", "3"], **turn})


TURNS: dict[str, tuple[dict[str, Any], str]] = {
    "a banner twice": ({"branch": "white", "used": ["personal", "personal"]}, "used twice"),
    "a banner one has not": ({"branch": "white", "used": ["mint"]}, "mint chamber is not in the village"),
    "white without a banner": ({"branch": "white"}, 'the keys "used" and "branch" contradict each other'),
    "offers of no monk": ({"branch": "", "offers": ["desk 2"]}, "are allowed only with a black banner"),
    "revealed elsewhere": ({"branch": "black", "revealed": "k01"}, "k01 is not in the customer zone"),
    "revealed by nothing": ({"branch": "black", "revealed": "new"}, "no customer is being drawn"),
    "offers after the burial": (
        {"branch": "black", "buried": "abbot", "offers": ["desk 2"]},
        "a monk's offer is still open after the burial (VILLAGE 14.1)",
    ),
    "the reaper after the burial": ({"branch": "black", "reaper": True, "buried": "abbot"}, "VILLAGE 9.1"),
}


@pytest.mark.parametrize("name", [*REFUSED, *TURNS])
def test_a_refusal_says_what_to_write(name: str) -> None:
    data = REFUSED[name][0] if name in REFUSED else acting(TURNS[name][0])
    with pytest.raises(InvalidFile) as caught:
        position_from_data(data)
    assert caught.value.hint
    assert translator("de")(caught.value.hint) != caught.value.hint


@pytest.mark.parametrize("name", REFUSED)
def test_a_position_that_cannot_be_is_refused(name: str) -> None:
    data, words = REFUSED[name]
    with pytest.raises(InvalidFile) as caught:
        position_from_data(data)
    assert words in str(caught.value)
    assert caught.value.exit is ExitCode.INVALID
    assert caught.value.rule.startswith("VILLAGE")


@pytest.mark.parametrize("name", TURNS)
def test_a_turn_that_cannot_be_is_refused(name: str) -> None:
    """VILLAGE 15.1."""
    turn, words = TURNS[name]
    with pytest.raises(InvalidFile) as caught:
        position_from_data(acting(turn))
    assert words in str(caught.value)


def test_no_damage_to_a_position_is_a_traceback() -> None:
    odd: list[Any] = [
        None,
        True,
        -1,
        10**9,
        1.5,
        "",
        "x" * 99,
        [],
        [[]],
        {},
        [None],
        ["k01"],
        [{}],
        {"a": 1},
        "²",
    ]
    whole = example() | {"draws": [{"number": 3, "name": "rat", "count": 1}], "stopped": "end"}
    for number, path in enumerate(leaves(whole)):
        data = deepcopy(whole)
        *way, last = path
        place: Any = data
        for part in way:
            place = place[part]
        place[last] = odd[number % len(odd)]
        try:
            play_text(position_from_data(data), "")
        except InvalidFile:
            continue


def leaves(data: Any, way: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """The ways to every value of a table."""
    keys = list(data) if isinstance(data, dict) else list(range(len(data))) if isinstance(data, list) else []
    return [(*way, key) for key in keys] + [path for key in keys for path in leaves(data[key], (*way, key))]
