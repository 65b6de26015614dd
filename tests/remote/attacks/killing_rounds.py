"""A round of the robot that carries out an answer, killed at every change it makes to a file.

`python -m tests.remote.attacks.killing_rounds HOME WORK POST PORT ANSWER…` copies HOME to WORK/1, WORK/2, …
There the robot writes a letter to the player. All answers but the last are given to its newest letter, and
carried out. The round that carries out the last one gets SIGKILL right before its n-th change, until a round
has none left. Then three rounds run to their ends; before the last of them the same answer comes once more. A
line of JSON says what came of it. Requests are carried out inside the process of the robot, so their changes
count too.

Each home has an address of its own, so that the letters of all can go to one server, whose folder is POST.
"""

from __future__ import annotations

import json
import os
import shutil
import signal
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from khronos_pbem.cli.mail import mail_robot
from khronos_pbem.mail.formats.decode_mail import decode_readings
from khronos_pbem.record.chain import head_hash
from khronos_pbem.record.save import Save, is_save, parse_save
from khronos_pbem.storage.files import read_file
from tests.mail.servers import Post
from tests.remote.players import Player
from tests.remote.requests import run_inside
from tests.remote.telephone import Telephone
from tests.support.playing import NAMES

CHANGES = {"os.rename", "os.remove", "os.link"}
"""Audit events that change what the next process finds; a new temporary file is nothing to it."""
MOST = 300


def main(home: str, work: str, post: str, port: str, *answers: str) -> None:
    """Print a line for each kill."""
    setattr(mail_robot, "run_program", run_inside)  # noqa: B010 - it is that of another module
    kept = Path(work).resolve() / "kept"
    kept.parent.mkdir(parents=True)
    Path(home).rename(kept)  # so that no copy finds the files of another one
    for number in range(1, MOST):
        name, folder = Path(home).name, Path(work) / str(number)
        shutil.copytree(kept, folder / name)
        if not _is_killed(Killed(folder, name, Post(Path(post), port=int(port)), number), answers):
            return
    raise AssertionError(f"more than {MOST} changes")


class Killed:
    """A player in a folder of their own whose robot is killed at its n-th change."""

    def __init__(self, folder: Path, name: str, post: Post, number: int) -> None:
        self.folder, self.number, self.post = folder, number, post
        box = f"{name}{number}"
        self.player = Player(name, folder, post, mailboxes=post.folder / box)
        self.player.address = f"{box}@example.org"
        post.box(box)
        self.phone = Telephone(post, self.player.address, post.port)

    @property
    def save(self) -> Save:
        """The game as the player has it."""
        return parse_save(read_file(self.player.file))

    def sent_blocks(self) -> list[str]:
        """The hashes of the newest blocks in the letters to the other players, in any order."""
        mails = [mail for name in NAMES[:3] if name != self.player.name for mail in self.post.box(name)]
        mine = [mail.as_bytes() for mail in mails if self.player.address in str(mail["From"])]
        texts = [text.encode() for mail in mine for text in decode_readings(mail)]
        return [head_hash(parse_save(text)).hex() for text in texts if is_save(text)]


def _is_killed(one: Killed, answers: Sequence[str]) -> bool:
    """Whether the last round was killed at its change; if so, print what came of it."""
    one.player.round()
    for answer in answers[:-1]:
        one.phone.answer(answer)
        one.player.round()
    asked, letters, before = one.phone.newest(), len(one.phone.letters()), one.save
    one.phone.answer(answers[-1])
    child = os.fork()
    if child == 0:
        _die_at(one.folder, one.number)
        one.player.round()
        os._exit(0)
    status = os.waitpid(child, 0)[1]
    if not os.WIFSIGNALED(status):
        return False
    assert os.WTERMSIG(status) == signal.SIGKILL
    one.player.round()
    one.player.round()
    one.phone.answer(answers[-1], to=asked, Message_ID="<again@example.org>")
    one.player.round()
    after = one.save
    outcome = {
        "kill": one.number,
        "new_blocks": len(after.blocks) - len(before.blocks),
        "is_same_before": after.blocks[: len(before.blocks)] == before.blocks,
        "head": head_hash(after).hex(),
        "orders": [order for block in after.blocks[len(before.blocks) :] for order in block.orders],
        "sent": one.sent_blocks(),
        "letters": [" ".join(letter.text.split()) for letter in one.phone.letters()[letters:]],
    }
    print(json.dumps(outcome), flush=True)
    return True


def _die_at(folder: Path, number: int) -> None:
    """From now on, kill this process before its change of that number in the folder."""
    left = number

    def watch(event: str, found: tuple[Any, ...]) -> None:
        nonlocal left
        if event in CHANGES and Path(os.path.abspath(os.fsdecode(found[0]))).is_relative_to(folder):  # noqa: PTH100
            left -= 1
            if not left:
                os.kill(os.getpid(), signal.SIGKILL)

    sys.addaudithook(watch)


if __name__ == "__main__":
    sys.dont_write_bytecode = True
    main(*sys.argv[1:])
