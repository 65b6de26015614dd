"""Every printed example and ruling: position in, orders, position out (RULES 13)."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from khronos_pbem.errors import OrderError
from khronos_pbem.games.khronos.positions.problems import faults
from khronos_pbem.games.khronos.positions.to_data import position_to_data
from khronos_pbem.languages import translator
from tests.games.khronos.cases import Case, all_cases, lines_of, read_case
from tests.games.khronos.sandbox import Trial, play_text

KNOWN = {
    "buildings", "events", "pending", "ecus", "hand", "adventurers", "active", "round", "phase", "market",
    "pile", "discard", "loads", "says",
}  # fmt: skip

ENGLISH = re.compile(r"\b(?:the|two|three|four|is|are|may|not|with|of)\b")
"""Words that are in no sentence of another language."""


@pytest.mark.parametrize("path", all_cases(), ids=lambda path: path.stem)
def test_case(path: Path) -> None:
    case = read_case(path)
    if case.error:
        with pytest.raises(OrderError) as caught:
            play_text(case.position, case.orders)
        assert caught.value.rule == case.error["rule"]
        assert case.error["contains"] in str(caught.value)
        for language in ("de", "fr"):
            assert not ENGLISH.search(translator(language)(caught.value.full_message))
        return
    check_after(case, play_text(case.position, case.orders))


def check_after(case: Case, trial: Trial) -> None:
    assert set(case.after) <= KNOWN
    data = position_to_data(trial.position)
    if "buildings" in case.after:
        assert lines_of(trial.position) == case.after["buildings"]
    if "events" in case.after:
        words = [event.event for event in trial.events]
        assert words == case.after["events"]
    said = {event.text for event in trial.events}
    assert set(case.after.get("says", [])) <= said
    check_pending(case.after.get("pending"), trial)
    for key in ("active", "round", "phase", "market", "pile", "discard"):
        if key in case.after:
            assert data[key] == case.after[key]
    if "loads" in case.after:
        assert data["turn"]["loads"] == case.after["loads"]
    players = {player["colour"]: player for player in data["player"]}
    for key in ("ecus", "hand", "adventurers"):
        for colour, value in case.after.get(key, {}).items():
            assert players[colour][key] == value, (key, colour)
    if trial.pending is None:
        assert faults(trial.position) == []


def check_pending(expected: dict[str, Any] | None, trial: Trial) -> None:
    if expected is None:
        assert trial.pending is None
        return
    assert trial.pending is not None
    assert trial.pending.kind == expected["kind"]
    assert trial.position.players[trial.pending.seat].colour == expected["player"]
    assert trial.pending.board == expected["board"]
    assert list(trial.pending.options) == expected["options"]
