"""VILLAGE 17 quotes the sentences of the events, in each language of the page."""

from __future__ import annotations

import re
from inspect import getmembers, isfunction

import pytest

from khronos_pbem.games.my_village.model.position import Die
from khronos_pbem.games.my_village.rules.base import events
from khronos_pbem.games.my_village.rules.base.phrases import goods_texts
from khronos_pbem.languages import LANGUAGES, translator
from tests.support.shell import ROOT

WHITE, BLACK = (tuple(Die(black, face) for face in range(1, 7)) for black in (False, True))
CHANGES = events.dice_changes_message(2, 0, [events.die_change_message(WHITE[3], 2)])
(TOLL,) = goods_texts(["beer"])
EVENTS = (
    events.first("red"),
    events.board("red", "5/8"),
    events.took("red", (WHITE[0].word, WHITE[3].word), CHANGES, 3),
    events.spent("red", 2, 8, 10),
    events.passed("red"),
    events.paid("red", 0, ["wagon", "beer"]),
    events.hand("red", 2),
    events.desk("red", ["k03", "k11"]),
    events.free("red", "k20"),
    events.laid("red", "k12", ""),
    events.laid("", "k12", ""),
    events.put_back("red", "k12"),
    events.bought("red", "brewery 5/8", ""),
    events.coins("red", 2, ""),
    events.story("red", 3, ""),
    events.good("red", "beer", ""),
    events.marker("red"),
    events.full("red", "forge"),
    events.marked("red", "journeys"),
    events.tile("red", "school"),
    events.monk("red", "m03", 3),
    events.top("red", "m05", "chalice"),
    events.top("", "m05", "chalice"),
    events.travelled("red", "t07", "B", 5, TOLL),
    events.refused("red", "t05"),
    events.headman("red", "coin"),
    events.stays("red"),
    events.banked("red", 5),
    events.trainee("red"),
    events.idle("red"),
    events.moved("red"),
    events.returned("red", "councillor"),
    events.served("red", "k01", 3),
    events.ploughed("red", 2),
    events.died("red", "merchant"),
    events.chronicle("red", "merchant", 1),
    events.grave("red", "merchant", 3),
    events.labourer("red", "abbot"),
    events.rat("red", 5),
    events.invasion(),
    events.lost("red", 2),
    events.sheltered("red"),
    events.round_begins("red", 8, 1),
    events.pool([WHITE[0], WHITE[2], WHITE[3], WHITE[3], BLACK[1], BLACK[5]]),
    events.turn("blue"),
    events.skipped("red"),
    events.looks("red"),
    events.policy("red", "2"),
    events.resigned("red"),
    events.gone("red"),
    events.over(14),
    events.score("red", 58),
    events.won(["red"]),
)
"""An example of each event; those with two sentences twice."""


def chapter(language: str) -> str:
    """Chapter 17 of the page in a language, without line ends."""
    page = ROOT / "khronos_pbem" / "manual" / "law" / language / "village.md"
    text = page.read_text(encoding="utf-8").partition("\n## 17")[2].partition("\n## 18")[0]
    return " ".join(text.split())


def entries(language: str) -> dict[str, str]:
    """What the page says of each event, by its name."""
    _, *found = re.split(r"`(\w+)` ?: ", chapter(language))
    return dict(zip(found[::2], found[1::2], strict=True))


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_page_quotes_every_event(language: str) -> None:
    """`choice` has a sentence for each cause; `answered` is the event of a standing order in every game."""
    speak, told = translator(language), entries(language)
    assert set(told) == {"answered", "choice", *(event.event for event in EVENTS)}
    for event in EVENTS:
        assert speak(event.text) in told[event.event]


def test_every_event_has_an_example() -> None:
    makers = [made for _, made in getmembers(events, isfunction) if made.__module__ == events.__name__]
    returned = [made.__annotations__["return"] for made in makers]
    assert returned.count("Event") == len(EVENTS) - len(("laid", "top"))
