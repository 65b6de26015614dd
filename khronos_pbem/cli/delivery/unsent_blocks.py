"""Blocks of mine that others wait for and that have not left this machine: sent again, or told of."""

from __future__ import annotations

import shlex
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from khronos_pbem.cli.delivery.send_option import Posted, Posting, post
from khronos_pbem.errors import KhronosError
from khronos_pbem.home.versions.unsent import Signed, unsent
from khronos_pbem.mail.incoming.todo import Games, Row
from khronos_pbem.mail.outgoing import last_addresses
from khronos_pbem.messages import Typed, message
from khronos_pbem.record.block import ASSIST, JOIN
from khronos_pbem.record.save import parse_save
from khronos_pbem.storage.files import read_file


@dataclass(frozen=True, slots=True)
class Behind:
    """A block that has not left: what became of its letter, if it was sent now, else what is to be typed."""

    title: str
    file: Path
    seq: int
    command: str
    letter: Posted | None

    def line(self) -> str:
        """That the block has not left, and how it does."""
        return message(
            "{title}: your block {seq} has not been sent yet; to send it: {words}",
            title=Typed(self.title),
            seq=self.seq,
            words=self.command,
        )

    def to_data(self) -> dict[str, Any]:
        """The block in a JSON document."""
        data = {"file": str(self.file), "title": self.title, "seq": self.seq, "command": self.command}
        return data if self.letter is None else {**data, "letter": self.letter.to_data()}

    def code(self) -> int:
        """The exit code that it stands for."""
        return int(self.letter.problem.exit) if self.letter is not None and self.letter.problem else 0


def left_behind(games: Games, rows: Iterable[Row], how: Posting | None) -> list[Behind]:
    """The own blocks of these games that have not left; payments are sent now, if anything is to be sent.

    A turn is left to the player, who may still take it back. Who has no address, and has written no letter of
    a game, sends nothing by mail.
    """
    return [
        _behind(games, row, block, how)
        for row in rows
        if row.get("unsent")
        and not row["yours"]
        and not row.get("histories")
        and (games.config.get("address") or last_addresses.has_letters(games.context.home, row["game"]))
        for block in _unsent(games, row)
    ]


def _unsent(games: Games, row: Row) -> Iterator[Signed]:
    """The newest block of a game, which has not left this machine."""
    try:
        found = unsent(games.context.home, parse_save(read_file(Path(row["file"]))))
    except KhronosError:
        return
    if found is not None:
        yield found


def _to_whom(games: Games, row: Row, file: Path) -> list[str]:
    """The options of `send` where nobody has been told yet who is to be invited."""
    if row["for"] != JOIN or row["waiting_for"] is not None:
        return []
    header, home = parse_save(read_file(file)).header, games.context.home
    if last_addresses.is_addressed(home, header):
        return []
    found = last_addresses.proposed(home, header, games.config.get("address")) or ("ADDRESS",)
    return ["--copies", *(word for address in found for word in ("--to", address))]


def _behind(games: Games, row: Row, block: Signed, how: Posting | None) -> Behind:
    file = Path(row["file"])
    server = ["--smtp"] if games.config.get("smtp_host") else []
    command = shlex.join(["khronos", "send", games.name_of(file), *server, *_to_whom(games, row, file)])
    letter = post(file, games.context.name, how) if how is not None and block.kind == ASSIST else None
    return Behind(row["title"], file, block.seq, command, letter)
