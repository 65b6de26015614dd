"""A round of the robot that carries out an answer, killed at every change it makes to a file.

`python -m tests.remote.attacks.killing_rounds HOME WORK POST PORT ANSWER…` moves HOME to WORK. There the
robot writes a letter to the player. All answers but the last are given to its newest letter, and carried
out. The round that carries out the last one runs once; home and mail are copied right before each of its
changes, which is what a SIGKILL in this moment leaves. From each copy three rounds run; before the last
of them the same answer comes once more. A line of JSON says what came of it. Requests are carried out
inside the process of the robot, so their changes count too.
"""

from __future__ import annotations

import gc
import json
import os
import sys
import traceback
from collections.abc import Callable, Sequence
from email import message_from_bytes
from functools import lru_cache, partial
from pathlib import Path
from shutil import move

from khronos_pbem.__main__ import OFTEN_ENOUGH
from khronos_pbem.cli.mail import mail_robot
from khronos_pbem.mail.formats.decode_mail import decode_readings
from khronos_pbem.record.chain import head_hash
from khronos_pbem.record.save import Save, is_save, parse_save
from khronos_pbem.storage.files import read_file
from tests.mail.servers import Post
from tests.remote.players import Player
from tests.remote.requests import run_inside
from tests.remote.telephone import Telephone
from tests.support.killing import RENAMES, copy_before_changes
from tests.support.playing import NAMES


def main(home: str, work: str, post: str, port: str, *answers: str) -> None:
    """Print a line for each kill."""
    setattr(mail_robot, "run_program", run_inside)  # noqa: B010 - it is that of another module
    folder, states = Path(work).resolve() / "player", Path(work).resolve() / "states"
    folder.mkdir(parents=True)
    Path(home).rename(folder / Path(home).name)
    gc.set_threshold(OFTEN_ENOUGH)
    one = Killed(folder, Path(home).name, Post(Path(post), port=int(port)), answers)
    copies = {folder: "player", one.post.folder: "post"}

    def copied_round() -> None:
        copy_before_changes(folder, copies, states, RENAMES)
        one.player.round()

    _in_child(copied_round)
    for number in range(1, len(list(states.iterdir())) + 1):
        for place, name in copies.items():
            _restore(states / str(number) / name, place)
        if number == 1:  # in this process, so that those of the others need not load the program again
            one.go_on(number)
            gc.freeze()
        else:
            _in_child(partial(one.go_on, number))


class Killed:
    """A player in a folder of their own whose letters were answered, up to the last of the answers."""

    def __init__(self, folder: Path, name: str, post: Post, answers: Sequence[str]) -> None:
        self.post, self.answer = post, answers[-1]
        box = f"{name}1"
        self.player = Player(name, folder, post, mailboxes=post.folder / box)
        self.player.address = f"{box}@example.org"
        post.box(box)
        self.phone = Telephone(post, self.player.address, post.port)
        self.player.round()
        for answer in answers[:-1]:
            self.phone.answer(answer)
            self.player.round()
        self.asked, self.letters, self.before = self.phone.newest(), len(self.phone.letters()), self.save
        self.phone.answer(self.answer)

    @property
    def save(self) -> Save:
        """The game as the player has it."""
        return parse_save(read_file(self.player.file))

    def sent_blocks(self) -> list[str]:
        """The hashes of the newest blocks in the letters to the other players, in any order."""
        boxes = [self.post.box(name) for name in NAMES[:3] if name != self.player.name]
        mails = [box.get_bytes(key) for box in boxes for key in box.iterkeys()]
        return [head for mail in mails for head in _heads_from(self.player.address, mail)]

    def go_on(self, number: int) -> None:
        """Go on after the kill before this change, and print what came of it."""
        self.player.round()
        self.player.round()
        self.phone.answer(self.answer, to=self.asked, Message_ID="<again@example.org>")
        self.player.round()
        before, after = self.before, self.save
        outcome = {
            "kill": number,
            "new_blocks": len(after.blocks) - len(before.blocks),
            "is_same_before": after.blocks[: len(before.blocks)] == before.blocks,
            "head": head_hash(after).hex(),
            "orders": [order for block in after.blocks[len(before.blocks) :] for order in block.orders],
            "sent": self.sent_blocks(),
            "letters": [" ".join(letter.text.split()) for letter in self.phone.letters()[self.letters :]],
        }
        print(json.dumps(outcome), flush=True)


@lru_cache
def _heads_from(address: str, mail: bytes) -> list[str]:
    """The hashes of the newest blocks in a letter, if it comes from this address."""
    if address not in str(message_from_bytes(mail)["From"]):
        return []
    return [
        head_hash(parse_save(text.encode())).hex() for text in decode_readings(mail) if is_save(text.encode())
    ]


def _in_child(act: Callable[[], object]) -> None:
    """Do something in a process that knows what this one knows, and of which nothing is left in it."""
    child = os.fork()
    if child == 0:
        try:
            act()
        except BaseException:
            traceback.print_exc()
            os._exit(1)
        os._exit(0)
    assert os.waitpid(child, 0)[1] == 0


def _restore(state: Path, place: Path) -> None:
    """Make a folder as it was in a copy of it. What is the same stays, and so does the time it got its place.

    A copied home has no valid codes, which the robot notices by the time of its settings alone.
    """
    for path in sorted(place.rglob("*"), reverse=True):
        then = state / path.relative_to(place)
        if not then.exists():
            path.rmdir() if path.is_dir() else path.unlink()
    for then in sorted(state.rglob("*")):
        path = place / then.relative_to(state)
        if then.is_dir():
            path.mkdir(exist_ok=True)
        elif not (path.exists() and _is_same(path, then)):
            assert path.name != "settings.json", "it is not written in a round"
            move(then, path)


def _is_same(path: Path, other: Path) -> bool:
    times = [each.stat().st_mtime_ns for each in (path, other)]
    return times[0] == times[1] and path.read_bytes() == other.read_bytes()


if __name__ == "__main__":
    sys.dont_write_bytecode = True
    main(*sys.argv[1:])
