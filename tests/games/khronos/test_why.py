"""Why a seat would give some orders: effects that the rules find, in words."""

from __future__ import annotations

from tests.archive.whys import why


def test_what_is_earned_now_and_later_and_what_others_earn_less() -> None:
    told = why("two-players", 8)
    assert told[:3] == [
        "blue gets back what it costs: bonuses +1, demolishing -1",
        "the revenue of round 4 would pay blue 7 instead of 3: might 2 to 6",
        "the revenue of round 4 would pay red 7 instead of 14: might 7 to 5, faith 7 to 2",
    ]


def test_what_never_was_and_what_is_threatened() -> None:
    told = why("two-players", 14)
    assert "paradox: red's monastery on faith at G7 is removed" in told
    assert told[-1] == (
        "next turn blue threatens to build town might G4 with 3 civil cards: "
        "what red rules would pay 6 instead of 13"
    )


def test_what_endangers_it() -> None:
    told = why("two-players", 5)
    assert told[-1] == (
        "blue could build monastery might H2 with 2 religious cards: what red rules would pay 6 instead of 11"
    )


def test_what_it_forestalls() -> None:
    """The own watchtower stands where blue's monastery would; on faith it can still come."""
    told = why("two-players", 7, "build watchtower might H2; end")
    loss = "what red rules would pay 6 instead of 11"
    assert told == [
        "nothing changes in what anybody has or earns",
        f"without it, blue could build monastery might H2 with 2 religious cards: {loss}",
        f"blue could build monastery faith H2 with 2 religious cards: {loss}",
    ]


def test_the_last_turn_of_the_game_threatens_nobody() -> None:
    told = why("two-players", 16)
    assert told[:2] == [
        "blue gains 23 ecus at once: bonuses +1, revenue +22",
        "its revenue is made of might 5, might 1, might 4, might 1, faith 9, faith 2",
    ]
    assert not any("could" in line or "threatens" in line for line in told)


def test_it_hangs_on_nothing_that_the_seat_does_not_see() -> None:
    assert why("two-players", 8) == why("two-players", 8, everything=True)
