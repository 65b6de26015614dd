"""Files of the robot that are lost, damaged, restored or copied: no used code becomes valid again."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from khronos_pbem.remote.answers.remote_state import MOST_WRONG
from tests.remote.scenes import (
    Scene,
    answer_bytes,
    blocks_of,
    can_play,
    is_untouched,
    put,
)


def _each_state_file(scene: Scene) -> list[Path]:
    return sorted((scene.mover.home / "remote").glob("*.json"))


DAMAGES: dict[str, Callable[[bytes], bytes | None]] = {
    "gone": lambda data: None,
    "empty": lambda data: b"",
    "cut": lambda data: data[: len(data) // 2],
    "no JSON": lambda data: b"\xff" * 100,
    "another value": lambda data: b"[]",
    "null": lambda data: b"null",
    "deep": lambda data: b"[" * 100_000,
    "a huge number": lambda data: data.replace(b'"number": 1', b'"number": ' + b"9" * 10_000),
    "a moment that is none": lambda data: data.replace(b"Z", b"X"),
}


@pytest.mark.parametrize("name", DAMAGES)
def test_no_used_code_is_valid_after_a_file_was_lost(scene: Scene, name: str) -> None:
    scene.phone.answer("try end")
    scene.mover.round()
    old = scene.phone.letters()
    for path in _each_state_file(scene):
        data = DAMAGES[name](path.read_bytes())
        if data is None:
            path.unlink()
        else:
            path.write_bytes(data)
    before = blocks_of(scene.mover)
    for _ in range(2):
        for letter in old:
            put(scene, answer_bytes(scene, "play end", letter))
        scene.mover.run("watch", "--mail", "--once")
        assert blocks_of(scene.mover) == before
    scene.mover.ok("remote", "on")
    scene.mover.round()
    assert can_play(scene)


def test_a_lost_state_of_the_game_alone_makes_new_letters(scene: Scene) -> None:
    """Answers to the old ones are unknown, and do not lock the game."""
    scene.phone.answer("try end")
    scene.mover.round()
    old = scene.phone.letters()
    (state,) = (scene.mover.home / "remote").glob("game-*.json")
    state.unlink()
    assert is_untouched(scene, letters=1)
    for letter in old * (MOST_WRONG + 1):
        put(scene, answer_bytes(scene, "play end", letter))
    assert is_untouched(scene, letters=0)
    assert can_play(scene)


def test_no_used_code_is_valid_in_a_restored_home(scene: Scene, tmp_path: Path) -> None:
    """The answer of yesterday, which is still in the mailbox, does not play a second turn."""
    shutil.copytree(scene.mover.home, tmp_path / "backup")
    old, before = scene.phone.newest(), blocks_of(scene.mover)
    assert can_play(scene)
    shutil.rmtree(scene.mover.home)
    shutil.copytree(tmp_path / "backup", scene.mover.home)
    put(scene, answer_bytes(scene, "play end", old, "Message-ID: <again@x>\n"))
    scene.mover.round()
    assert blocks_of(scene.mover) == before
    assert scene.phone.newest().token not in ("", old.token)
    assert can_play(scene)


def test_a_backup_that_keeps_all_times_is_noticed(scene: Scene, tmp_path: Path) -> None:
    """Times of changes can be set, but not the time at which a file got its place."""
    old, before = scene.phone.newest(), blocks_of(scene.mover)
    settings = scene.mover.home / "remote" / "settings.json"
    copy, status = settings.read_bytes(), settings.stat()
    settings.unlink()
    settings.write_bytes(copy)
    os.utime(settings, ns=(status.st_atime_ns, status.st_mtime_ns))
    put(scene, answer_bytes(scene, "play end", old))
    scene.mover.round()
    assert blocks_of(scene.mover) == before
    assert can_play(scene)


def test_one_answer_plays_at_one_of_two_homes_with_one_identity(scene: Scene, tmp_path: Path) -> None:
    """A second machine has a copy of the home; both robots write letters, and read the same mailbox."""
    second = Scene(
        scene.players, type(scene.mover)(scene.mover.name, tmp_path / "second", scene.mover.post), scene.phone
    )
    shutil.copytree(scene.mover.home, second.mover.home)
    second.mover.ok("remote", "on")
    second.mover.round()
    first, other = scene.phone.letters()
    assert first.token != other.token
    scene.phone.answer("play end", to=first)
    before = blocks_of(second.mover)
    second.mover.round()
    assert blocks_of(second.mover) == before
    scene.mover.round()
    assert len(blocks_of(scene.mover)) == len(before) + 1


def test_two_robots_with_one_mailbox_write_no_letters_to_each_other(
    scene: Scene, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two players share an address. Each robot reads the letters of the other, and answers none."""
    scene.phone.answer("try end")
    other = scene.others[0]
    other.settings["mailboxes"] = scene.mover.settings["mailboxes"]
    other.address = scene.mover.address
    other.ok("remote", "on")
    scene.phone.answer("play end")
    for _ in range(4):
        scene.mover.round()
        other.round()
    letters = scene.phone.post.letters
    for _ in range(3):
        scene.mover.round()
        other.round()
    assert scene.phone.post.letters == letters


def test_settings_changed_during_a_round_leave_no_code_valid(scene: Scene) -> None:
    """`remote off` forgets all codes, even those that the robot still knows."""
    seen = scene.phone.newest()
    scene.mover.ok("remote", "off")
    scene.mover.ok("remote", "on")
    put(scene, answer_bytes(scene, "play end", seen))
    assert is_untouched(scene, letters=1)
    assert can_play(scene)
