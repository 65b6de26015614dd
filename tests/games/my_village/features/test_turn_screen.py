"""The lists of `turn` in My Village: every row is in the player's language."""

from __future__ import annotations

import re

import pytest

from khronos_pbem.engine.features.turn_screen import Composing, Spot
from khronos_pbem.games.registry import feature
from khronos_pbem.languages import translator
from tests.games.my_village.drawing.display import scene

GOODS = re.compile(r"\b(?:horses?|beers?|ploughs?|parchments?|wagons?)\b")


@pytest.mark.parametrize("language", ["en", "de", "fr"])
def test_goods_are_in_the_language(language: str) -> None:
    """Of customers and journeys in the display, and of those in the village."""
    speak, screen, position = translator(language), feature("my-village", Composing), scene()
    rows = [
        speak(screen.about(position, 0, Spot(panel.name, row, 0)))
        for panel in screen.panels(position, 0)
        for row in range(panel.rows)
    ]
    assert any(map(GOODS.search, rows)) == (language == "en")
