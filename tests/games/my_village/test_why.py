"""Why a player of My Village would give some orders, in words."""

from __future__ import annotations

from tests.archive.whys import why

GAME = "my-village-two-players"


def test_points_time_deaths_and_the_end() -> None:
    assert why(GAME, 34) == [
        "red loses 4 PP: harvest +1, labourers -5",
        "red has coins +1 to 6",
        "from now on red can use the field with value 7",
        "it takes 6 time: the clock passes the bridge, and somebody dies",
        "the abbot gets a grave, for nothing; the religion zone rests",
        "with 3 of 6 rolls the rats come and take SP: red 3, yellow 3",
        "the game ends with this round",
    ]


def test_cards_that_come_and_customers_that_can_be_served() -> None:
    assert why(GAME, 17) == [
        "yellow has tree +1 to 3, goods +1 to 2, villagers -1 to 3",
        "from now on yellow can use the forge with value 5/6",
        "it takes 3 time: the clock passes the bridge, and somebody dies",
        "the abbot dies into the chronicle, for 1 SP; the religion zone rests",
        "next yellow threatens to serve k07 with value 2/12 for 3 PP",
        "with 6 of 6 rolls the rats come and take SP: red 2, yellow 1",
    ]


def test_travels_say_what_may_be_drawn() -> None:
    assert "a card of travel A is drawn: 2 to 4 PP" in why(GAME, 27)


def test_the_hand_opens_the_next_round() -> None:
    assert why("my-village-three-players", 25)
