"""Why a player of My Village would give some orders, in words."""

from __future__ import annotations

from tests.archive.whys import why

GAME = "my-village-two-players"


def test_points_time_deaths_and_the_end() -> None:
    assert why(GAME, 34) == [
        "red loses 5 PP: labourers -5",
        "red's school rests",
        "it takes 4 time: the clock passes the bridge, and somebody dies",
        "the craftsman gets a grave, for nothing; the craft zone rests",
        "with 4 of 6 rolls the rats come and take SP: red 3, yellow 1",
        "the game ends with this round",
    ]
    assert why(GAME, 32) == [
        "red scores 1 PP: harvest +1",
        "red has coins +1 (then 4)",
        "from now on red can use the field with value 7",
        "it takes 4 time: 3 more are free, then somebody dies",
    ]


def test_cards_that_come_and_customers_that_can_be_served() -> None:
    assert why(GAME, 8) == [
        "red has tree +2 (then 2), goods +1 (then 1), villagers -1 (then 4)",
        "from now on red can use the forge with value 6/9",
        "it takes 5 time: the clock passes the bridge, and somebody dies",
        "the councillor dies into the chronicle, for 2 SP; the council zone rests",
    ]
    assert why(GAME, 15) == [
        "yellow has goods +1 (then 1)",
        "from now on yellow can use the wheelwright with value 6/9",
        "it takes 4 time: 2 more are free, then somebody dies",
        "next yellow threatens to serve k08 with value 2/12 for 3 PP",
    ]
    assert why(GAME, 22)[-1] == "with 6 of 6 rolls the rats come and take SP: red 4, yellow 2"


def test_travels_say_what_may_be_drawn() -> None:
    assert "a card of travel A is drawn: 2 to 4 PP" in why(GAME, 37)


def test_the_hand_opens_the_next_round() -> None:
    assert why("my-village-three-players", 25)
