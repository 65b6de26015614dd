"""What happened, in words: every event of VILLAGE 17, naming whom it concerns."""

from __future__ import annotations

import ast
import inspect
import re

from khronos_pbem.games.my_village.rules.base import causes, events
from khronos_pbem.manual.rule_pages import page
from tests.games.my_village.playing import game

NAMES = set(re.findall(r"`(\w+)`(?=,|:)", page("VILLAGE").paragraphs["17"].text))
"""The events of VILLAGE 17."""

NOBODY = {"invasion", "pool", "over", "won"}
"""What concerns all."""


def test_the_page_names_every_event() -> None:
    made = {
        node.args[0].value
        for module in (events, causes)
        for node in ast.walk(ast.parse(inspect.getsource(module)))
        if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "Event"
        if isinstance(node.args[0], ast.Constant)
    }
    assert made == NAMES


def test_sentences_name_player_and_paragraph() -> None:
    seen = set()
    for step in game(3, 17, rounds=12):
        for event in step.outcome.events:
            seen.add(event.event)
            assert event.rule.startswith("VILLAGE ")
            in_a_turn = step.before.round > 0 and event.event not in NOBODY
            assert not in_a_turn or (event.seat and event.seat in event.text), event
    assert len(seen) > 20
