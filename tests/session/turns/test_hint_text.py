"""What a hint says of the answer of the next opponent, and plans in other languages."""

from __future__ import annotations

from datetime import UTC

import pytest

from khronos_pbem.archive.studies.game_analysis import played_blocks
from khronos_pbem.engine.features.bots import SearchSettings, Strength
from khronos_pbem.languages import translator
from khronos_pbem.session.turns.hint import Advice, advise
from khronos_pbem.session.turns.hint_text import advice_lines
from khronos_pbem.session.turns.rated_turn import ExpectedReply
from khronos_pbem.session.turns.turn_draft import StartingPoint
from tests.archive.games import sample
from tests.archive.studies.whys import plan

THINKING = SearchSettings(Strength.STEADY, "7", 0.01)


@pytest.fixture(scope="module")
def advice() -> Advice:
    chronicle = sample("two-players")
    moment = played_blocks(chronicle)[0][1]
    readable = frozenset(chronicle.game.hand(moment.view, moment.seat))
    start = StartingPoint(chronicle.game, moment.view, chronicle.colours, moment.seat, readable)
    return advise(start, THINKING)


def told(advice: Advice, times: int, language: str = "en") -> list[str]:
    """The lines about an answer that was best in so many of four worlds."""
    reply = ExpectedReply("blue", ("travel 1 faith", "end"), times, 4, ())
    lines = advice_lines(advice._replace(reply=reply), THINKING)
    return [line for line in map(translator(language, UTC), lines) if "ntwort" in line or "best repl" in line]


def test_an_answer_is_probable_if_half_of_the_worlds_have_it(advice: Advice) -> None:
    assert told(advice, 2) == ["Blue's best reply is probably: travel 1 faith; end"]
    assert told(advice, 1) == ["One of blue's best replies, depending on cards or rolls: travel 1 faith; end"]
    assert told(advice, 2, "de") == ["Die beste Antwort von Blau ist wahrscheinlich: reisen 1 glaube; ende"]


def test_without_an_answer_or_a_plan_nothing_is_said_of_them(advice: Advice) -> None:
    lines = advice_lines(advice._replace(reply=None, plan="", others=()), THINKING)
    assert not [line for line in lines if line.startswith(("Plan", "Blue", "Worth", "One of"))]


@pytest.mark.parametrize(
    ("language", "sentence"),
    [
        (
            "de",
            "im Zeitalter der Macht eine Domäne beherrschen, die 3 Taler bringt, und zwar mit dem "
            "Wachturm bei D12; andere können ihn abreißen",
        ),
        (
            "fr",
            "dominer, sur le plateau des commanderies, un domaine qui rapporte 3 écus, avec la tour de "
            "guet en D12, que les autres peuvent détruire",
        ),
    ],
)
def test_a_plan_in_other_languages(language: str, sentence: str) -> None:
    assert translator(language, UTC)(plan("two-players", 4)) == sentence
