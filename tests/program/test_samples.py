"""The sample games are verified, and together they show all that a game may hold."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

import pytest

from khronos_pbem.session.opening import open_for_reading
from khronos_pbem.session.table import Table, waiting
from tests.archive.games import SAMPLES, opened
from tests.program.shell import ROOT, Person


def test_there_are_samples() -> None:
    assert len(SAMPLES) >= 5


@pytest.mark.parametrize("path", SAMPLES, ids=lambda path: path.stem)
def test_a_sample_holds(path: Path, tmp_path: Path) -> None:
    """Any save dropped into the folder is tested: verified, finished, and through the program."""
    save = open_for_reading(path, tmp_path / "home", rewind=False, whole_file=True)
    assert save.problem is None
    assert waiting(save.table) is None
    verdict = Person("x", tmp_path).ok("verify", str(path), "--json").json
    assert verdict["valid"] is True
    assert verdict["winners"]


def test_together_they_show_everything() -> None:
    """RULES 5, 7, 8, 10: every kind of order and event occurs in some sample."""
    events: Counter[str] = Counter()
    orders: Counter[str] = Counter()
    tables: list[Table] = []
    for path in SAMPLES:
        tables.append(opened(path).table)
        for entry in opened(path).history.entries:
            events.update(event.event for event in entry.events)
            orders.update(order.split()[0] for order in entry.block.orders)
    wanted = (
        "linked paradox downsized renovated upgraded populated revenue stopped reshuffled exchanged swapped"
    )
    assert set(wanted.split()) <= set(events)
    assert {
        "build",
        "upgrade",
        "demolish",
        "travel",
        "populate",
        "renovate",
        "place",
        "downsize",
        "end",
    } <= set(orders)
    assert {table.header.seats for table in tables} >= {2, 3, 5}
    assert {table.header.options["edition"] for table in tables} == {1, 2}
    assert any(table.header.options["holdem"] for table in tables)


def test_both_revenues_are_taken() -> None:
    """RULES 10: in rounds 4 and 7."""
    for path in SAMPLES:
        rounds = {
            entry.table.game.round(entry.table.position)
            for entry in opened(path).history.entries
            if any(event.event == "revenue" for event in entry.events)
        }
        assert 7 in rounds
        assert rounds & {4, 5}


def test_the_folder_is_described() -> None:
    text = (ROOT / "sample_games" / "README.md").read_text(encoding="utf-8")
    for path in SAMPLES:
        assert re.search(rf"`{path.name}`", text), path.name
