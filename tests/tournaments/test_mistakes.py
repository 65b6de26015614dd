"""The share of turns that an analysis marks: a stronger player makes fewer mistakes."""

from __future__ import annotations

import pytest

from khronos_pbem.archive.studies import game_analysis
from khronos_pbem.archive.studies.game_analysis import PlayedBlock, Verdict
from khronos_pbem.engine.features.bots import SearchSettings, Strength
from tests import mistakes

JUDGING = SearchSettings(Strength.STRONG, "judge", 0.1)


@pytest.mark.parametrize("game", ["khronos", "my-village"])
def test_a_stronger_player_makes_fewer_mistakes(game: str) -> None:
    """A part of the turns of one game each; `python -m tests.mistakes` counts over many, of all strengths."""
    shares = []
    for strength in ("easy", "strong"):
        turns = mistakes.played_turns(game, strength, "mistakes", 0.1)
        assert {turn.seat for turn in turns} == {0, 1}
        shares.append(mistakes.marks(game, turns[:: max(4, len(turns) // 8)], JUDGING).share)
    easy, strong = shares
    assert easy > strong + 0.25


def test_marks_are_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    worth = {0: 0.5, 1: 1.0, 2: 3.9, 3: 4.0}

    def judged(name: str, colours: tuple[str, ...], turn: PlayedBlock, thinking: SearchSettings) -> Verdict:
        assert thinking.seed == f"judge/{turn.seq}"
        return Verdict(turn.seq, 1, 0, "turn", (), 0.0, (), worth[turn.seq], ())

    monkeypatch.setattr(mistakes, "judge_block", judged)
    turns = [PlayedBlock(number, 1, 0, "turn", None, (), ()) for number in worth]
    found = mistakes.marks("khronos", turns, JUDGING)
    assert found[:3] == (4, 3, 1)
    assert found.lost == pytest.approx(9.4)
    assert found.share == 0.75
    assert mistakes.Marks().share == 0
    assert game_analysis.LEAST == 1
