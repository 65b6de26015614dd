"""The order of the strengths, in two games each; `docs/bots.md` has the tournaments."""

from __future__ import annotations

import pytest

from tests.support.playing import options_for
from tests.tournament import tournament


@pytest.mark.parametrize(("better", "worse"), [("steady", "greedy"), ("steady", "easy")])
def test_the_better_strength_earns_more(better: str, worse: str) -> None:
    """Each plays once in each seat, with the same cards."""
    games = tournament("khronos", options_for("khronos"), [better, worse], range(2), "test", 0.1, 1)
    totals = dict.fromkeys((better, worse), 0.0)
    for game in games:
        for name, total in zip(game.strengths, game.totals, strict=True):
            totals[name] += total
    assert totals[better] > totals[worse] + 10
