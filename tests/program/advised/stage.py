"""People in one folder who type lines of a script, and the games in which they do."""

from __future__ import annotations

import shlex
import shutil
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.program.advised.advice import KEY
from tests.program.advised.harvest import Harvest
from tests.support.friends import body_of
from tests.support.playing import NAMES, Group
from tests.support.shell import Person
from tests.support.voters import begun_in, order, players_of


class Stage:
    """Some people in a folder, and what they do, line by line.

    A game of a host is open for everybody who reads how to join one.
    """

    def __init__(self, harvest: Harvest, gaps: dict[str, str] | None = None, **people: Person) -> None:
        self.harvest, self.people = harvest, people
        harvest.busy = True
        self.play("""
            host: keygen host
            host: new game.khronos --colour red --seats 2
        """)
        harvest.busy = False
        opened = dict.fromkeys(("FILE", "ANSWER", "LETTER"), str(self["host"].save))
        harvest.gaps = {**opened, "KEY": KEY, **(gaps or {})}

    def __getitem__(self, name: str) -> Person:
        if name not in self.people:
            self.people[name] = Person(name, self.harvest.root / name)
            self.people[name].folder.mkdir()
        return self.people[name]

    def play(self, script: str) -> None:
        """Do each line: `a: a command`; `a > b` hands the file over, `a @ b` the newest letter."""
        for line in filter(None, map(str.strip, script.splitlines())):
            name, sign, rest = line.split(maxsplit=2) if ": " not in line else (*line.partition(": "),)
            if sign == ": ":
                self.run(name, *shlex.split(rest))
            elif sign == ">":
                self[name].hand_to(self[rest])
            else:
                self.post(name, rest)

    def run(self, name: str, *words: str) -> None:
        """Type a command, whatever comes of it."""
        self[name].run(*words, KHRONOS_ADDRESS=f"{name}@example.org")

    def post(self, sender: str, to: str) -> None:
        """Let somebody get the newest letter of another, and do what it says."""
        path = max(self[sender].outbox.glob("*.eml"), key=lambda each: each.stat().st_mtime_ns)
        text, mail = body_of(path.read_bytes())
        for part in mail.iter_attachments():
            (self[to].folder / str(part.get_filename())).write_bytes(part.get_content())
        shutil.copy(path, self[to].folder / "letter.eml")
        self.harvest.read(self[to], text, KHRONOS_ADDRESS=f"{to}@example.org")


@cache
def _begun() -> TemporaryDirectory[str]:
    """A game of three with a clock, some turns in, in which somebody has a turn to take."""
    folder = TemporaryDirectory()
    made = begun_in(Path(folder.name) / "made", 3)
    made.folder.rename(Path(folder.name) / "begun")  # what the homes know of the file leads nowhere now
    return folder


def clock(harvest: Harvest, **gaps: str) -> tuple[Stage, str]:
    """That game, whose awaited player does not come: `missing`, `first` and `decider`; and the colour."""
    copy = shutil.copytree(Path(_begun().name) / "begun", harvest.root / "begun")
    missing, first, decider, colour = order(players_of(Group(copy, 3, 6)))
    stage = Stage(harvest, {"COLOUR": colour, **gaps}, missing=missing, first=first, decider=decider)
    harvest.others = {"To continue without {colours}, {who} can start": first}
    for one in (missing, first, decider):
        for other in {"alice", "bob", "carol"} - {one.name}:
            one.run("contacts", "add", other, f"{other}@example.org")
    return stage, colour


def two(harvest: Harvest, title: str, gaps: dict[str, str]) -> Stage:
    """A game of two in which one, `mover`, has to take a turn; `twin` is that player on another computer."""
    group = Group(harvest.root / "begun", 2, 4).until_a_turn(title)
    name = group.mover()
    other = next(each for each in NAMES[:2] if each != name)
    people = {"mover": name, "twin": name, "other": other}
    stage = Stage(harvest, gaps)
    for role, each in people.items():
        stage.people[role] = Person(each, harvest.root / role).at_home(group.home(each), group.save)
    return stage
