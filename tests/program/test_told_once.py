"""What has changed stands above the board that shows it, and is told once, in both games."""

from __future__ import annotations

import shutil
from dataclasses import dataclass
from pathlib import Path

import pytest

from khronos_pbem.mail.outgoing.letter import compose_letter
from khronos_pbem.mail.outgoing.recipients import Addresses
from khronos_pbem.session.identities import load_author
from khronos_pbem.session.replay.draft_block import foreseen_roll_events
from khronos_pbem.session.replay.open_save import open_for_reading
from khronos_pbem.session.replay.table import waiting
from tests.support.playing import Group, no_passphrase
from tests.support.shell import Person

NEW = "What has changed since you last looked:"
ROLL = "Your share completes a dice roll:"


@dataclass(frozen=True)
class Player(Person):
    """A player of a group, in the home that the group has given."""

    kept: Path

    @property
    def home(self) -> Path:
        return self.kept


def player_of(group: Group, folder: Path) -> Player:
    """Whoever has to act, with a copy of the home and of the game in its library."""
    name = group.mover()
    player = Player(name, folder, shutil.copytree(group.home(name), folder / "home"))
    shutil.copy(group.save, player.save)
    player.ok("receive", "game.khronos")
    return player


@pytest.fixture(scope="module")
def rolled(tmp_path_factory: pytest.TempPathFactory) -> Group:
    """My Village: the roll of a new round shows to the player who begins it, and to nobody else yet."""
    group = Group(tmp_path_factory.mktemp("rolled"), 2, 4, game="my-village")
    group.start("Dice")
    while (now := waiting(table := group.table())) is not None:
        name = group.mover()
        writer = load_author(group.home(name), table, name, no_passphrase)
        if now.need == "turn" and any(event.event == "pool" for event in foreseen_roll_events(table, writer)):
            return group
        group.step()
    raise AssertionError("no roll has come in by a turn")


def above_board(out: str) -> str:
    """What is printed above a board of My Village."""
    above, board, _ = out.partition("MY VILLAGE ")
    assert board
    return above


def test_a_roll_is_told_above_the_board_that_it_changes(rolled: Group, tmp_path: Path) -> None:
    player = player_of(rolled, tmp_path)
    shown = above_board(player.ok("show", "dice").out)
    assert NEW in shown
    told = shown.partition(ROLL)[2]
    assert "the dice show" in told
    again = player.ok("show", "dice").out
    assert "the dice show" not in above_board(again)
    assert above_board(player.ok("next").out).count("the dice show") == 1
    events = [event["event"] for event in player.ok("show", "dice", "--json").json["rolled"]]
    assert "pool" in events
    assert player.ok("next", "--json").json["game"]["rolled"]


def orders_of(player: Player) -> str:
    """A turn that the program plays."""
    return "; ".join(player.ok("hint", "dice", "--strength", "easy", "--json").json["orders"])


def test_what_was_told_before_a_turn_is_not_told_after_it(rolled: Group, tmp_path: Path) -> None:
    """Who plays without having looked reads it after the turn instead, once."""
    looked, blind = player_of(rolled, tmp_path / "looked"), player_of(rolled, tmp_path / "blind")
    looked.ok("show", "dice")
    orders = orders_of(looked)
    done = above_board(looked.ok("play", "dice", "--yes", "-c", orders).out)
    assert "the dice show" not in done
    assert " takes " in done
    assert above_board(blind.ok("play", "dice", "--yes", "-c", orders).out).count("the dice show") == 1
    assert NEW not in looked.ok("show", "dice").out


def test_a_damaged_note_of_the_last_look_tells_it_again(rolled: Group, tmp_path: Path) -> None:
    player = player_of(rolled, tmp_path)
    player.ok("show", "dice")
    (note,) = (player.home / "told").glob("seen-*")
    for data in (b"", b"\xff" * 40, b"x" * 5000, b"rolled rolled"):
        note.write_bytes(data)
        assert ROLL in player.ok("show", "dice").out
        assert ROLL not in player.ok("show", "dice").out


def test_a_letter_says_that_a_roll_is_to_come(rolled: Group, tmp_path: Path) -> None:
    opened = open_for_reading(rolled.save, tmp_path / "home", rewind=True)
    body = compose_letter(opened, Addresses("me@example.org", ("you@example.org",))).get_body(("plain",))
    assert body is not None
    text = " ".join(above_board(body.get_content()).split())
    assert "Your share completes a dice roll. To see the result, type khronos next." in text


def test_blocks_of_others_are_told_once(tmp_path: Path) -> None:
    """Khronos too: `show` tells what came in since the last look, and nothing of a moment that is past."""
    group = Group(tmp_path / "group", 2, 6).until_a_turn("Cards")
    player = player_of(group, tmp_path / "player")
    player.ok("show", "cards")
    assert NEW not in player.ok("show", "cards").out
    mine = player.name
    player.ok("play", "cards", "--yes", "-c", "end", "-o", "mine.khronos")
    shutil.copy(player.folder / "mine.khronos", group.save)
    group.step()
    while group.mover() != mine:
        group.step()
    shutil.copy(group.save, player.folder / "theirs.khronos")
    player.ok("receive", "theirs.khronos")
    first = player.ok("show", "cards").out
    assert NEW in first
    assert "draws" in first.partition(NEW)[2]
    assert NEW not in player.ok("show", "cards").out
    assert NEW not in player.ok("show", "cards", "--at", "2").out
