"""A robot that is killed at any change it makes: each turn is played at most once, sent, and told."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.mail.servers import Post
from tests.remote.players import Player
from tests.remote.scenes import COUNT
from tests.support.playing import NAMES
from tests.support.shell import PATIENCE, ROOT


@pytest.fixture
def mover(homes: Path, post: Post, tmp_path: Path) -> Player:
    """The player who moves first, in a game of three by mail."""
    shutil.copytree(homes, tmp_path / "homes")
    players = [Player(name, tmp_path / "homes", post) for name in NAMES[:COUNT]]
    found = next(player for player in players if "YOUR MOVE" in player.ok("inbox"))
    found.ok("remote", "on")
    return found


def outcomes(mover: Player, work: Path, *answers: str) -> list[dict[str, Any]]:
    """What came of each kill of the round after the last of these answers."""
    where = [str(mover.home), str(work), str(mover.post.folder), str(mover.post.port)]
    command = [sys.executable, "-m", "tests.remote.attacks.killing_rounds", *where, *answers]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False, timeout=PATIENCE)
    assert done.returncode == 0, done.stderr
    return [json.loads(line) for line in done.stdout.splitlines()]


def test_a_turn_is_played_once_and_sent(mover: Player, tmp_path: Path) -> None:
    """And so is the message that waited for it."""
    found = outcomes(mover, tmp_path / "work", 'message "good night"', "play end")
    assert len(found) > 20
    for one in found:
        assert one["is_same_before"], one
        assert one["new_blocks"] in (0, 1), one
        assert one["orders"] == ['message "good night"', "end"] * one["new_blocks"], one
        assert set(one["sent"]) == ({one["head"]} if one["new_blocks"] else set()), one
        assert len(one["sent"]) <= 4, one  # a letter and a second copy, each to two players
        told = "will be sent now" if one["new_blocks"] else "look at the game below before you answer again"
        assert any(told in text for text in one["letters"]), one
        assert len(one["letters"]) <= 4, one


def test_a_turn_is_taken_back_or_kept(mover: Player, tmp_path: Path) -> None:
    """Nothing of it leaves, and the player can answer the newest letter."""
    mover.ok("remote", "on", "--delay", "1d")
    found = outcomes(mover, tmp_path / "work", "play end", "undo")
    assert len(found) > 15
    for one in found:
        assert one["new_blocks"] in (0, -1), one
        assert one["sent"] == [], one
        assert "khr-" in one["letters"][-1], one
        assert len(one["letters"]) <= 4, one
