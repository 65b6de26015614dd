"""The keys of the screens: one word for what ends them, in every language."""

from __future__ import annotations

import pytest

from khronos_pbem.composer.keys import ACTING
from khronos_pbem.languages import translator


@pytest.mark.parametrize(("language", "word"), [("en", "quit"), ("de", "beenden"), ("fr", "quitter")])
def test_q_quits(language: str, word: str) -> None:
    """Leaving is what a player does with a game."""
    (key,) = [each for each in ACTING if "q" in each.keys]
    assert translator(language)(key.short) == word
