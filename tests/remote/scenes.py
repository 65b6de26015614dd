"""A game by mail in which somebody has to take the first turn, made once and copied for each test."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from khronos_pbem.record.block import Block
from khronos_pbem.record.save import parse_save
from khronos_pbem.storage.files import read_file
from tests.mail.servers import Post, smtp_server
from tests.remote.players import Player, begin_game, make_players
from tests.remote.telephone import Telephone, TelephoneLetter
from tests.support.chance import without_chance
from tests.support.playing import NAMES
from tests.support.shell import ROOT

COUNT = 3


def make_scene(folder: Path, *options: str) -> Path:
    """The homes of the players of a new game with these options that waits for a turn.

    They are moved from where they were made, so that no copy finds the files of another one.
    """
    with without_chance("attacked by telephone"):
        homes, office = folder / "homes", Post(folder / "post")
        controller = smtp_server(office)
        given = {"smtp_host": "127.0.0.1", "smtp_port": controller.port, "smtp_security": "none"}
        group = make_players(homes, office, COUNT)
        for player in group:
            player.settings |= given
        begin_game(group, "Ours", *options)
        for _ in range(COUNT):
            for player in group:
                player.run("next", "--send")
        controller.stop()
    return homes.rename(folder / "kept")


class Scene(NamedTuple):
    """The players, the one who moves first, and the telephone of that one."""

    players: Sequence[Player]
    mover: Player
    phone: Telephone

    @property
    def others(self) -> list[Player]:
        """The players who do not move first."""
        return [player for player in self.players if player is not self.mover]


def copied_scene(homes: Path, folder: Path, post: Post, *options: str) -> Scene:
    """A copy of a scene in which the robot has written its first letter to the player who moves first."""
    shutil.copytree(homes, folder / "homes")
    players = [Player(name, folder / "homes", post) for name in NAMES[:COUNT]]
    mover = next(player for player in players if "YOUR MOVE" in player.ok("inbox"))
    mover.ok("remote", "on", *options)
    mover.round()
    return Scene(players, mover, Telephone(post, mover.address, post.port))


def blocks_of(player: Player) -> tuple[Block, ...]:
    """The blocks of the game as a player has it."""
    return parse_save(read_file(player.file)).blocks


def robot_process(player: Player) -> subprocess.Popen[bytes]:
    """A round of a player's robot in a process of its own."""
    values = {"home": player.home, "config": player.home / "config.toml", "address": player.address}
    given = {f"KHRONOS_{key.upper()}": str(value) for key, value in {**values, **player.settings}.items()}
    return subprocess.Popen(
        [sys.executable, "-m", "khronos_pbem", "watch", "--mail", "--once"],
        cwd=player.home,
        env={**os.environ, "PYTHONPATH": str(ROOT), "LC_ALL": "C.UTF-8", **given},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
    )


# --- letters ---------------------------------------------------------------------------------------------


def put(scene: Scene, mail: bytes, *, to: str = "") -> None:
    """Put a letter into the mailbox of the player, or of another one."""
    scene.phone.post.box(to or scene.mover.name).add(mail)


def answer_bytes(scene: Scene, text: str, letter: TelephoneLetter | None = None, head: str = "") -> bytes:
    """An answer with the token of the newest letter, or another one."""
    me, token = scene.mover.address, (letter or scene.phone.newest()).token
    own = "" if "From:" in head else f"From: {me}\n"
    return f"{own}To: {me}\nSubject: Re: x\n{head}\n{text}\n\n{token}\n".encode()


def is_untouched(scene: Scene, *, letters: int) -> bool:
    """Whether a round plays nothing, and writes so many letters."""
    before, sent = blocks_of(scene.mover), scene.phone.post.letters
    scene.mover.round()
    return blocks_of(scene.mover) == before and scene.phone.post.letters == sent + letters


def can_play(scene: Scene) -> bool:
    """Whether an answer to the newest letter plays a turn."""
    before = len(blocks_of(scene.mover))
    scene.phone.answer("play end")
    scene.mover.round()
    return len(blocks_of(scene.mover)) == before + 1
