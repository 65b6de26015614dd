"""Acks go out with whatever is typed next, and have a clock of their own (DECK 9.2)."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from khronos_pbem.home.versions.newest_seen import undecided_versions
from khronos_pbem.record.save import parse_save
from tests.support.voters import (
    Player,
    colour_of,
    decided,
    order,
    pay,
    status,
)


def test_who_is_on_the_list_stays_where_he_is_until_the_run_is_final(table: dict[str, Player]) -> None:
    """DECK 9.6: his machine keeps his block against a run that is only finished, and asks nothing."""
    missing, first, decider, colour = order(table)
    missing.ok("play", "game.khronos", "-c", "end")
    late = parse_save(missing.save.read_bytes())
    decided(first, decider, colour)
    missing.run("receive", str(decider.save))
    missing.ok("status", "game.khronos")
    assert undecided_versions(missing.home, late.header) == []
    assert parse_save(missing.save.read_bytes()) == late


def test_the_ack_goes_out_with_the_next_command(table: dict[str, Player]) -> None:
    """DECK 9.2: nobody types an ack; `status` says whose is next, and that nothing is decided before."""
    _, first, decider, colour = order(table)
    decided(first, decider, colour)
    who = colour_of(table, first)
    waits = (
        f"all remaining players have voted to continue without {colour}; "
        f"waiting for {who} to confirm the vote"
    )
    assert waits in decider.ok("status", "game.khronos").out
    assert "khronos undo" not in decider.ok("status", "game.khronos").out
    lines = decider.ok("verify", "game.khronos").out
    assert f"  not final yet: waiting for {colour_of(table, first)} to confirm the vote\n" in lines
    assert waits not in lines
    assert status(decider)["waiting_for"]["for"] == "ack"
    decider.fails(4, "play", "game.khronos", "-c", "end")
    first.ok("receive", str(decider.save))
    assert "It is your turn to confirm the vote" in first.ok("status", "ours").out
    assert f"confirmed the vote to continue without {colour}. " in first.run("next").out
    shutil.copy(next((first.home / "library").glob("*.khronos")), first.save)
    assert "  final" in first.ok("verify", "game.khronos").out.splitlines()
    first.hand_to(decider)
    pay(first, decider)
    assert [seat["colour"] for seat in status(first)["seats"] if seat["colour"] == colour] == [colour]
    colours = {status(first)["waiting_for"]["colour"]}
    assert colours <= {colour_of(table, first), colour_of(table, decider)}


@pytest.mark.parametrize("command", ["assist", "play", "watch", "receive"])
def test_whatever_is_typed_acks_first(command: str, table: dict[str, Player], tmp_path: Path) -> None:
    """A turn comes as a second block behind the ack, if it is the acking player's turn then."""
    _, first, decider, colour = order(table)
    decided(first, decider, colour)
    decider.hand_to(first)
    if command == "watch":
        first.ok("watch", ".", "--once")
    elif command == "receive":
        first.ok("receive", "game.khronos", "--assist")
        shutil.copy(next((first.home / "library").glob("*.khronos")), first.save)
    else:
        first.run(command, "game.khronos", *(["-c", "end"] if command == "play" else []))
    assert [block.kind for block in parse_save(first.save.read_bytes()).blocks].count("ack") == 1
    assert status(first)["votes"] is None


def test_whose_ack_is_missing_has_a_clock_of_its_own(table: dict[str, Player]) -> None:
    """It counts from when the finishing vote was first seen here, not from the base of the run."""
    _, first, decider, colour = order(table)
    decided(first, decider, colour)
    facts = status(decider)["awaited"]
    assert facts["colour"] == colour_of(table, first)
    assert facts["counted"] > facts["since"]
    assert "time ran out" not in decider.ok("status", "game.khronos").out
