"""Players with a home, a mailbox, and addresses of each other."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from tests.mail.servers import Post
from tests.support.playing import COLOURS, NAMES
from tests.support.shell import Person as User


class Player:
    """A player with a home and a mailbox; `settings` are more settings, by their names."""

    def __init__(self, name: str, folder: Path, post: Post, **settings: object) -> None:
        self.name, self.home, self.post = name, folder / name, post
        self._user = User(name, folder)
        self.address = f"{name}@example.org"
        self.settings: dict[str, object] = {"mailboxes": post.folder / name, **settings}

    def run(self, *arguments: str, stdin: str | None = None) -> tuple[int, str, str]:
        done = self._user.run(*arguments, stdin=stdin, **self._environment())
        return done.code, done.out, done.err

    def _environment(self) -> dict[str, str]:
        return {
            "KHRONOS_HOME": str(self.home),
            "KHRONOS_CONFIG": str(self.home / "config.toml"),
            "KHRONOS_ADDRESS": self.address,
            **{f"KHRONOS_{key.upper()}": str(value) for key, value in self.settings.items()},
        }

    def first_line(self, *arguments: str) -> str:
        """The first line that a command prints, which is stopped then."""
        with self._user.started(*arguments, **self._environment()) as process:
            assert process.stdout is not None
            line = process.stdout.readline().decode()
            process.kill()
        return line

    def ok(self, *arguments: str) -> str:
        code, out, err = self.run(*arguments)
        assert code == 0, (arguments, out, err)
        return out + err

    def fails(self, *arguments: str) -> str:
        """The one line with which a command fails."""
        code, _, err = self.run(*arguments)
        assert code == 2, (arguments, code, err)
        assert err.count("\n") == 1, err
        return err

    def round(self, *options: str) -> str:
        """One round of the robot."""
        return self.ok("watch", "--mail", "--once", *options)

    @property
    def file(self) -> Path:
        (path,) = (self.home / "library").glob("*.khronos")
        return path

    def status(self, path: Path | None = None) -> Any:
        """The status of the game, by this player's copy."""
        code, out, err = self.run("status", str(path or self.file), "--json")
        assert code == 0, err
        return json.loads(out)

    def is_waited_for(self, path: Path | None = None) -> bool:
        """Whether the game waits for a turn or a choice of this player, by this player's copy."""
        found = self.status(path)
        colours = [seat["colour"] for seat in found["seats"] if seat["name"] == self.name]
        awaited = found["waiting_for"] or {"colour": "", "for": ""}
        return awaited["colour"] in colours and awaited["for"] in ("turn", "answer")


def make_players(folder: Path, post: Post, count: int = 3) -> list[Player]:
    """New players who know each other's addresses."""
    group = [Player(name, folder, post) for name in NAMES[:count]]
    for player in group:
        player.ok("keygen", player.name)
        for other in group:
            if other is not player:
                player.ok("contacts", "add", other.name, other.address)
    return group


def begin_game(group: Sequence[Player], title: str, *options: str) -> None:
    """Let players join a new game, which goes by mail from then on: each has a copy in the library."""
    file = group[0].home.parent / f"{title}.khronos"
    seats = ("--seats", str(len(group)), "--title", title)
    group[0].ok("new", str(file), "--colour", COLOURS[0], *seats, *options)
    for player, colour in zip(group[1:], COLOURS[1:], strict=False):
        player.ok("join", str(file), "--colour", colour)
    for player in group:
        player.ok("receive", str(file))
    file.unlink()  # from here on the game goes by mail
