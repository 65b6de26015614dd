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
