"""Why a seat would give some orders: effects that the rules find, in words."""

from __future__ import annotations

from tests.archive.studies.whys import why


def test_what_is_earned_now_and_later_and_what_others_earn_less() -> None:
    told = why("two-players", 9)
    assert told[:5] == [
        "blue immediately gains 6 ecus: bonuses +2, revenue +6, travelling -1, demolishing -1",
        "revenue by domain: might 1, faith 5",
        "in the revenue phase of round 7, blue would earn 6 instead of 1: faith from 0 to 5",
        "paradox: the town on reason at B7 is removed",
        "in the revenue phase of round 4, red would earn 9 instead of 13: might from 7 to 3",
    ]
    assert why("two-players", 13)[:2] == [
        "blue has as many ecus as before: bonuses +2, travelling -2",
        "in the revenue phase of round 7, blue would earn 8 instead of 6: might from 1 to 2, faith "
        "from 5 to 6",
    ]


def test_what_never_was_and_what_is_threatened() -> None:
    told = why("two-players", 17)
    assert "paradox: red's monastery on faith at I11 is removed" in told
    assert "so the monastery ruin at I11 on the Reason board never existed" in told
    assert why("two-players", 7)[-1] == (
        "on their next turn, blue could play build abbey might D16 with 4 religious cards: red's "
        "domains would earn 4 instead of 9"
    )


def test_what_endangers_it() -> None:
    told = why("two-players", 6)
    assert told[-1] == (
        "blue could play build abbey might D16 with 4 religious cards: red's domains would earn 4 "
        "instead of 9"
    )


def test_what_it_forestalls() -> None:
    """The own hamlet stands where blue's abbey would; on faith it can still come."""
    told = why("two-players", 8, "build hamlet might D16; end")
    loss = "red's domains would earn 4 instead of 9"
    assert told == [
        "no player gains or loses ecus or revenue",
        f"otherwise, blue could play build abbey might D16 with 4 religious cards: {loss}",
        f"blue could play build abbey faith D16 with 4 religious cards: {loss}",
    ]


def test_the_last_turn_of_the_game_threatens_nobody() -> None:
    told = why("two-players", 18)
    assert told[:2] == [
        "red immediately gains 31 ecus: bonuses +1, revenue +30",
        "revenue by domain: might 1, might 3, might 4, might 4, faith 1, faith 5, faith 12",
    ]
    assert not any("could" in line or "next turn" in line for line in told)


def test_it_hangs_on_nothing_that_the_seat_does_not_see() -> None:
    assert why("two-players", 8) == why("two-players", 8, everything=True)
