"""The order of the strengths, in two games each; `docs/bots.md` has the tournaments."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.khronos.rules.test_random_play import SMALL
from tests.support.playing import options_for
from tests.tournament import tournament


@pytest.mark.parametrize(
    ("better", "worse", "more"), [("steady", "greedy", {"map": SMALL}), ("steady", "easy", {})]
)
def test_the_better_strength_earns_more(better: str, worse: str, more: dict[str, Any]) -> None:
    """Each plays once in each seat, with the same cards; the greedy one, who tries every order, where there
    are few."""
    options = options_for("khronos", **more)
    games = tournament("khronos", options, [better, worse], range(2), "test", 0.1, 1)
    totals = dict.fromkeys((better, worse), 0.0)
    for game in games:
        for name, total in zip(game.strengths, game.totals, strict=True):
            totals[name] += total
    assert totals[better] > totals[worse] + 10
