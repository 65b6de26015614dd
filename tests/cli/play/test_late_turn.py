"""A late turn that all have seen cannot be voted away by one who keeps it back (DECK 9.2, 9.6)."""

from __future__ import annotations

import shutil
from dataclasses import dataclass
from typing import Any

import pytest

from tests.mail.letterbox import parsed
from tests.support.playing import NAMES
from tests.support.shell import Result
from tests.support.voters import Player, order


@dataclass(frozen=True)
class Trio:
    """A game of three in which one is late; of the others one votes first, and one decides."""

    missing: Player
    first: Player
    decider: Player
    colour: str

    def run(self, player: Player, *arguments: str) -> Result:
        """A command of one of them, whose letters are read from a box."""
        box = player.folder / "box"
        own = {"KHRONOS_ADDRESS": f"{player.name}@example.org", "KHRONOS_MAILBOXES": str(box)}
        return player.run(*arguments, **own, KHRONOS_CONFIG=str(player.folder / "none"))

    def sent(self, player: Player, *arguments: str, kept_by: Player | None = None) -> list[str]:
        """The command of one of them that sends a letter: bring it to all it is for; who these are.

        One of them may keep a letter back, and not read it.
        """
        before = {*player.outbox.glob("*.eml")}
        done = self.run(player, *arguments, "--send")
        (path,) = {*player.outbox.glob("*.eml")} - before
        assert done.code in (0, 4), done.err
        mail = parsed(path.read_bytes())
        names = [each.username for head in ("To", "Cc") if mail[head] for each in mail[head].addresses]
        for reader in (self.missing, self.first, self.decider):
            if reader.name in names and reader != kept_by:
                shutil.copy(path, reader.folder / "box" / f"{player.name} {path.name}")
        return sorted(names)

    def vote(self, player: Player, kept_by: Player | None = None) -> list[str]:
        """A vote to go on without the late one."""
        return self.sent(player, "vote", "ours", "--without", self.colour, kept_by=kept_by)

    def late_turn(self, *options: str, kept_by: Player | None = None) -> list[str]:
        """The turn of the late one."""
        return self.sent(self.missing, "play", "ours", "-c", "end", *options, kept_by=kept_by)


@pytest.fixture
def trio(table: dict[str, Player]) -> Trio:
    """The three, who know each other's addresses and have the game in their libraries."""
    found = Trio(*order(table))
    for player in table.values():
        player.ok("receive", "game.khronos")
        player.save.unlink()
        (player.folder / "box").mkdir()
        for name in {*NAMES[:3]} - {player.name}:
            player.ok("contacts", "add", name, f"{name}@example.org")
    return found


def versions(player: Player) -> int:
    """How many versions of the game one of them has to choose from; 0 if there is nothing to choose."""
    (row,) = player.ok("inbox", "--json").json["games"]
    return int(row.get("histories", 0))


def test_who_has_a_copy_of_a_late_turn_cannot_begin_a_vote(trio: Trio) -> None:
    assert trio.late_turn() == sorted([trio.first.name, trio.decider.name])
    assert trio.run(trio.first, "next").code == 4
    assert "(DECK 9.2)" in trio.first.fails(3, "vote", "ours", "--without", trio.colour)


@pytest.mark.parametrize("copies", ["--copies", "--no-copies"])
def test_one_who_keeps_a_late_turn_back_cannot_vote_it_away(copies: str, trio: Trio) -> None:
    """The last vote ignores the turn: who has a copy of it confirms nothing, until they choose that."""
    everybody = sorted([trio.missing.name, trio.decider.name])
    assert trio.vote(trio.first) == everybody
    assert trio.run(trio.decider, "next").code == 0
    news = trio.late_turn(copies, kept_by=trio.decider)
    assert news == sorted([trio.decider.name, *([trio.first.name] if copies == "--copies" else [])])
    trio.run(trio.first, "next", "--send")
    trio.vote(trio.decider)
    before = {*trio.first.outbox.glob("*.eml")}
    done = trio.run(trio.first, "next", "--send")
    written = {*trio.first.outbox.glob("*.eml")} - before
    if copies == "--no-copies":
        assert (done.code, len(written), versions(trio.first)) == (4, 1, 0)
        assert "confirmed the vote to continue without" in done.out
        return
    assert (done.code, len(written), versions(trio.first)) == (6, 0, 2)
    assert trio.run(trio.first, "assist", "ours", "--send").code == 4
    (late,) = (each for each in shown(trio.first) if each["waiting_for"]["for"] == "turn")
    trio.first.ok("settle", "ours", "--take", str(late["number"]))
    assert "waiting for bob (blue)" in trio.run(trio.first, "next", "--send").err
    assert {*trio.first.outbox.glob("*.eml")} == before


def shown(player: Player) -> list[dict[str, Any]]:
    """The versions that `settle` shows."""
    return list(player.run("settle", "ours", "--json").json["histories"])
