"""Khronos in German and French, as people read it: names of players, numbers with their units."""

from __future__ import annotations

import pytest

from khronos_pbem.errors import OrderError
from khronos_pbem.languages import translator
from tests.games.khronos.cases import FOLDER, read_case
from tests.games.khronos.sandbox import play_text


def told(case: str, language: str) -> list[str]:
    """What happens in a case of the rules, in a language."""
    read = read_case(FOLDER / f"{case}.toml")
    return [translator(language)(event.text) for event in play_text(read.position, read.orders).events]


@pytest.mark.parametrize(
    ("language", "last"),
    [
        ("en", "the game is over: red and blue win"),
        ("de", "Die Partie ist zu Ende: Rot und Blau gewinnen"),
        ("fr", "La partie est finie : Rouge et Bleu gagnent"),
    ],
)
def test_all_winners_have_capitals(language: str, last: str) -> None:
    assert told("3_3_equal_wealth", language)[-1] == last


@pytest.mark.parametrize(
    ("language", "domain", "total"),
    [
        ("en", "red earns 7 ecus from the domain on might at B2", "red earns 11 ecus in all"),
        (
            "de",
            "Rot bekommt 7 Taler aus der Domäne bei B2 im Zeitalter der Macht",
            "Rot bekommt insgesamt 11 Taler",
        ),
        (
            "fr",
            "Rouge gagne 7 écus avec le domaine en B2 sur le plateau des commanderies",
            "Rouge gagne 11 écus en tout",
        ),
    ],
)
def test_revenue_is_told_in_ecus(language: str, domain: str, total: str) -> None:
    said = told("13_16_revenue", language)
    assert (said[2], said[4]) == (domain, total)


def test_no_ecu_is_a_singular_in_french() -> None:
    assert "red earns 0 ecus in all" in told("10_no_adventurer", "en")
    assert "Rouge gagne 0 écu en tout" in told("10_no_adventurer", "fr")


@pytest.mark.parametrize(
    ("case", "hint"),
    [
        ("5_2_edition_2_alone", "each adventurer can carry 2 cards in one turn"),
        (
            "13_20_third_board",
            (
                "in one turn, you can use 2 cards on each of two boards, or 4 on the board where both of "
                "your adventurers are"
            ),
        ),
    ],
)
def test_only_the_rule_of_the_own_edition_is_named(case: str, hint: str) -> None:
    with pytest.raises(OrderError) as caught:
        told(case, "en")
    assert caught.value.hint == hint
