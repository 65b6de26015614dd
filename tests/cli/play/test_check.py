"""What `check` and `play` say of a turn's difference."""

from __future__ import annotations

import shutil
from pathlib import Path

from tests.support.shell import ROOT, Person

MIDDLE = ROOT / "sample_games" / "middle"


def test_the_difference_is_before_against_after(tmp_path: Path) -> None:
    """For every player, what changes and by how much; JSON has the same numbers."""
    shutil.copy(MIDDLE / "game.khronos", tmp_path / "game.khronos")
    shutil.copytree(MIDDLE / "keyring", tmp_path / "home")
    player = Person("alice", tmp_path)
    before = {seat["colour"]: seat for seat in player.ok("status", "game.khronos", "--json").json["seats"]}
    turn = str(MIDDLE / "turn.txt")
    checked = player.ok("check", "game.khronos", turn, "--json").json
    text = player.ok("check", "game.khronos", turn).out
    played = player.ok("play", "game.khronos", turn, "--json").json
    assert checked["difference"] == played["difference"]
    after = {seat["colour"]: seat for seat in player.ok("status", "game.khronos", "--json").json["seats"]}
    words = {"ecus": "ecus", "income": "revenue", "cards": "cards", "cubes": "cubes in stock"}
    for colour, seat in after.items():
        wanted = {key: seat[key] - before[colour][key] for key in words if seat[key] != before[colour][key]}
        assert played["difference"].get(colour, {}) == wanted
        for key, change in wanted.items():
            assert f"{words[key]} {change:+} (total {seat[key]})" in text
    assert any(played["difference"].values())
