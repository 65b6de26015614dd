"""Why a player of My Village would give some orders, in words."""

from __future__ import annotations

from tests.archive.studies.whys import why

GAME = "my-village-two-players"


def test_points_time_deaths_and_the_end() -> None:
    assert why(GAME, 34) == [
        "red loses 5 PP: labourers -5",
        "red does nothing at the school",
        "the turn costs 4 time; the clock passes the bridge, and a villager dies",
        "the craftsman dies and gets only a grave; without a craftsman, the craft zone cannot be used",
        "on 4 of the 6 possible rolls, the rats come and take: red 3 SP, yellow 1 SP",
        "the game ends with this round",
    ]
    assert why(GAME, 32) == [
        "red scores 1 PP: harvest +1",
        "red gets 1 coin (total 4)",
        "from now on, red can use field 1 with the value 7",
        "the turn costs 4 time; time left before a villager dies: 3",
    ]


def test_cards_that_come_and_customers_that_can_be_served() -> None:
    assert why(GAME, 8) == [
        "red gets 2 SP on the tree (total 2), 1 good (total 1)",
        "red loses 1 villager (4 left)",
        "from now on, red can use the forge with the value 6 or 9",
        "the turn costs 5 time; the clock passes the bridge, and a villager dies",
        "the councillor dies and scores 2 SP in the chronicle; "
        "without a councillor, the council zone cannot be used",
    ]
    assert why(GAME, 15) == [
        "yellow gets 1 good (total 1)",
        "from now on, yellow can use the wheelwright with the value 6 or 9",
        "the turn costs 4 time; time left before a villager dies: 2",
        "yellow will be able to serve: k08 with value 2 or 12 for 3 PP",
    ]
    assert why(GAME, 22)[-1] == "on 6 of the 6 possible rolls, the rats come and take: red 4 SP, yellow 2 SP"


def test_travels_say_what_may_be_drawn() -> None:
    assert "draws a journey card of type A, worth 2 to 4 PP" in why(GAME, 37)


def test_the_hand_opens_the_next_round() -> None:
    assert why("my-village-three-players", 25)
