"""The sample games are verified, and together they show all that a game may hold."""

from __future__ import annotations

import re
import shutil
from collections import Counter
from pathlib import Path

import pytest

from khronos_pbem.session.replay.open_save import open_for_reading
from khronos_pbem.session.replay.table import Table, waiting
from tests.archive.games import EVERY, SAMPLES, VILLAGES, opened
from tests.games.my_village.bots.curious import kind_of
from tests.support.shell import ROOT, Person


def test_there_are_samples() -> None:
    assert len(SAMPLES) >= 5
    assert {len(opened(path).table.seats) for path in VILLAGES} == {2, 3, 4}


@pytest.mark.parametrize("path", EVERY, ids=lambda path: path.stem)
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


KINDS = """
away; bury; buy citizens; buy cloister; buy counter; buy field; buy guild; buy mint; buy property;
buy refuge; buy sanatorium; buy square; buy brewery; buy forge; buy scriptorium; buy stable; buy
wheelwright; desk; desk free; desk free new; end; hand; headman coin; headman hall; headman stay;
headman story; hire; look; message; monk chalice; monk quill; monk rosary; plough forge; policy
sanatorium 2; policy sanatorium ask; policy sanatorium never; refuge back; resign; reveal;
sanatorium yes; school left; school left to; school none; school right; school right to; serve with;
take; take to; take to square; travel A refuse cards; travel B; travel C; travel D; use citizens;
use field; use guild; use mint; use personal; use property; use square
"""
"""Kinds of orders of My Village (VILLAGE 14): the last journey is made in none of these games."""
EVENTS = """
bought chronicle coins desk died free good grave hand headman banked invasion labourer laid lost marked monk
moved over paid passed ploughed pool rat refused resigned returned round score served sheltered skipped spent
story tile took top trainee travelled turn won
"""


def test_together_the_villages_show_everything() -> None:
    """VILLAGE 14, 17: every kind of order, and a chronicle full of deaths."""
    orders: set[str] = set()
    events: set[str] = set()
    for path in VILLAGES:
        for entry in opened(path).history.entries:
            orders |= {kind_of(order) for order in (*entry.block.orders, *entry.block.auto)}
            events |= {event.event for event in entry.events}
        assert opened(path).table.position.coffins >= 5
    assert {" ".join(kind.split()) for kind in KINDS.split(";")} <= orders
    assert set(EVENTS.split()) <= events


def test_the_villages_are_small() -> None:
    """A finished game of My Village has 150 KiB at most, its cards included.

    Where players went those who stayed may go on for very long: half a KiB a block, its cards included.
    """
    for path in VILLAGES:
        size = path.stat().st_size
        if path.stem.endswith("-gone"):
            assert size <= max(150, (opened(path).table.seq + 1) / 2) * 1024
        else:
            assert size <= 150 * 1024


def test_the_turn_in_the_middle_is_played(tmp_path: Path) -> None:
    middle = ROOT / "sample_games" / "my-village-middle"
    somebody = Person("bob", tmp_path)
    shutil.copytree(middle / "keyring", somebody.home)
    shutil.copy(middle / "game.khronos", somebody.save)
    checked = somebody.ok("check", "game.khronos", str(middle / "turn.txt"), "--json").json
    played = somebody.ok("play", "game.khronos", str(middle / "turn.txt"), "--json").json
    assert checked["events"] == played["events"]
    assert somebody.ok("verify", "game.khronos", "--json").json["valid"] is True


def test_the_folder_is_described() -> None:
    text = (ROOT / "sample_games" / "README.md").read_text(encoding="utf-8")
    for path in EVERY:
        assert re.search(rf"`{path.name}`", text), path.name
