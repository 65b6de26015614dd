"""Khronos in German and French, as people read it: names of players, numbers with their units."""

from __future__ import annotations

import pytest

from khronos_pbem.games.khronos.positions.sandbox import play_text
from khronos_pbem.languages import speaker
from tests.games.khronos.cases import FOLDER, read_case


def told(case: str, language: str) -> list[str]:
    """What happens in a case of the rules, in a language."""
    read = read_case(FOLDER / f"{case}.toml")
    return [speaker(language)(event.text) for event in play_text(read.position, read.orders).events]


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
            "Rouge gagne 7 écus avec le domaine des commanderies en B2",
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
