"""Three friends who type only what the program has told them last: by mail, and in a shared folder."""

from __future__ import annotations

import re
import shlex
from dataclasses import dataclass, field
from email import message_from_bytes
from email.message import EmailMessage
from email.policy import default
from pathlib import Path
from random import Random

from khronos_pbem.session.bots.bot_turn import quick_orders
from khronos_pbem.session.context import Context
from khronos_pbem.session.replay.open_save import open_for_play
from khronos_pbem.session.replay.table import Table
from tests.support.playing import no_passphrase
from tests.support.shell import Person, Result

NAMES = ("alice", "bob", "carol")
_LINE = re.compile(r"(?:Type: |.*; to (?:send|keep) it: |.*; to send it there too: )?(khronos [a-z].*)")
"""A line with a command to type; a line that only explains one goes on in words."""


def advised(text: str) -> list[str]:
    """The commands that a text tells somebody to type, in its order; what only explains one is none."""
    found = (_LINE.fullmatch(line) for line in text.splitlines())
    return [match[1] for match in found if match and not re.search(r" (?:lists|shows) ", match[1])]


def body_of(letter: bytes) -> tuple[str, EmailMessage]:
    """The plain text of a letter, and the letter."""
    mail = message_from_bytes(letter, policy=default)
    part = mail.get_body(("plain",))
    assert part is not None
    return str(part.get_content()), mail


@dataclass
class Friends:
    """Three friends, each with a home and a folder; every command that is typed is kept.

    Nobody has a configuration, a contact, or a terminal.
    """

    folder: Path
    typed: list[tuple[str, str]] = field(default_factory=list)
    random: Random = field(default_factory=lambda: Random(7))

    def person(self, name: str) -> Person:
        """One of them."""
        return Person(name, self.folder / name)

    def type(self, name: str, line: str, *, may: tuple[int, ...] = (0,)) -> Result:
        """Type a line: as it was told, but for one's own name, address and orders."""
        if "'…'" in line:
            line = line.replace("'…'", shlex.quote(self._orders(name, line)))
        line = line.replace("YOUR-NAME", name).replace("YOU@EXAMPLE.ORG", f"{name}@example.org")
        self.typed.append((name, line))
        person = self.person(name)
        done = person.run(*shlex.split(line)[1:], KHRONOS_CONFIG=str(person.folder / "none"))
        assert done.code in may, (name, line, done.out[-800:], done.err)
        return done

    def _orders(self, name: str, line: str) -> str:
        """A turn of the program's own for the game that a line names."""
        table = self.table(name, shlex.split(line)[2])
        context = Context(self.person(name).home, no_passphrase, "2026-11-21T09:00:00Z", name)
        return "; ".join(quick_orders(table, context, self.random))

    def table(self, name: str, word: str = "") -> Table:
        """The game as one of them has it: in the file that is named, else in the library."""
        home = self.person(name).home
        path = Path(word) if word.endswith(".khronos") else next((home / "library").glob("*.khronos"))
        return open_for_play(path, home, rewind=False).table

    def round(self, name: str, word: str = "") -> int:
        """The round in which the game is; 0 as long as players are to join."""
        table = self.table(name, word)
        return 0 if table.position is None else table.game.round(table.position)


@dataclass
class ByMail(Friends):
    """Friends who send each other what lies in their outboxes, and save the attachments that they get."""

    letters: list[str] = field(default_factory=list)
    came: dict[str, str] = field(default_factory=dict)
    """The newest letter of each who has one to read, longest waiting first."""

    def post(self, name: str) -> None:
        """Send what is new in somebody's outbox."""
        for path in sorted(self.person(name).outbox.glob("*.eml")):
            if str(path) in self.letters:
                continue
            self.letters.append(str(path))
            text, mail = body_of(path.read_bytes())
            for each in (address for head in ("To", "Cc") if mail[head] for address in mail[head].addresses):
                self._save(self.person(each.username), mail)
                self.came[each.username] = text

    @staticmethod
    def _save(person: Person, mail: EmailMessage) -> None:
        person.folder.mkdir(exist_ok=True)
        (part,) = mail.iter_attachments()
        (person.folder / str(part.get_filename())).write_bytes(part.get_content())

    def read(self) -> str:
        """Who waits longest reads the newest letter and types what it says, then what that says; who it was.

        Who has a seat does not type how to get one, and who has none only that.
        """
        name = next(iter(self.came))
        joins = not (self.person(name).home / "keys").exists()
        lines = advised(self.came.pop(name))
        self.follow(name, [line for line in lines if (line.split()[1] in ("keygen", "join")) is joins])
        return name

    def follow(self, name: str, lines: list[str]) -> None:
        """Type these lines, and what each of them tells to type next, until that is nothing."""
        for line in lines:
            done = self.type(name, line, may=(0, 4))
            self.post(name)
            self.follow(name, advised(done.err + done.out))


@dataclass
class ByFolder(Friends):
    """Friends who share a folder, at which each looks in turn."""

    @property
    def shared(self) -> Path:
        """The folder."""
        return self.folder / "Shared"

    @property
    def file(self) -> Path:
        """The game."""
        return self.shared / "ours.khronos"

    def look(self, name: str) -> int:
        """Look at the folder and type what that says, then what that says; how many lines were typed."""
        before = len(self.typed)
        lines = [f"khronos watch {self.shared} --assist --once"]
        while lines:
            done = self.type(name, lines.pop(0), may=(0, 4))
            lines += advised(done.err + done.out)
        return len(self.typed) - before
