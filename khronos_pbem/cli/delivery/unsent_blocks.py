"""Your own unsent blocks that other players are waiting for: send them, or print the command."""

from __future__ import annotations

import shlex
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from khronos_pbem.cli.delivery.send_option import (
    LetterResult,
    SendOptions,
    exit_code_of,
    letter_data,
    send_game,
)
from khronos_pbem.cli.terminal.printing import translate
from khronos_pbem.errors import KhronosError
from khronos_pbem.home.versions.signed_blocks import SignedBlockNote, unsent_last_block
from khronos_pbem.library.game_row import GameRow
from khronos_pbem.mail.incoming.players_games import PlayersGames
from khronos_pbem.mail.outgoing import last_addresses
from khronos_pbem.messages import SOME_ADDRESS, VerbatimText, message
from khronos_pbem.record.block import ASSIST, JOIN
from khronos_pbem.record.save import parse_save
from khronos_pbem.storage.files import read_file


@dataclass(frozen=True, slots=True)
class UnsentBlock:
    """A block that had not been sent, the command that sends it, and the letter if it was sent now."""

    title: str
    file: Path
    seq: int
    command: str
    letter: LetterResult | None

    def line(self) -> str:
        """Return the line that says that the block has not been sent, with the command that sends it."""
        return message(
            "{title}: your block {seq} has not been sent yet; to send it: {words}",
            title=VerbatimText(self.title),
            seq=self.seq,
            words=self.command,
        )

    def to_data(self) -> dict[str, Any]:
        """The block and its letter as JSON-able data."""
        facts = {"file": str(self.file), "title": self.title, "seq": self.seq, "command": self.command}
        return {**facts, **letter_data(self.letter)}

    def code(self) -> int:
        """The exit code for the letter's problem; 0 if there is none."""
        return exit_code_of(None, self.letter)


def send_unsent_blocks(
    games: PlayersGames, rows: Iterable[GameRow], how: SendOptions | None
) -> list[UnsentBlock]:
    """Find your own unsent blocks in these games, and send those with shares if `how` is given.

    Turns are not sent, because you can still take them back. Games that wait for you or exist in two versions
    are skipped. If you have not configured your address, so are games without any letter received or written
    here.
    """
    return [
        _send_or_report(games, row, block, how)
        for row in rows
        if row.get("unsent")
        and not row["yours"]
        and not row.get("histories")
        and (games.config.get("address") or last_addresses.has_letters(games.context.home, row["game"]))
        for block in _unsent_block(games, row)
    ]


def _unsent_block(games: PlayersGames, row: GameRow) -> Iterator[SignedBlockNote]:
    """Yield the newest block of a game if it has not left this machine.

    Nothing is yielded for a broken save.
    """
    try:
        found = unsent_last_block(games.context.home, parse_save(read_file(Path(row["file"]))))
    except KhronosError:
        return
    if found is not None:
        yield found


def _recipient_options(games: PlayersGames, row: GameRow, file: Path) -> list[str]:
    """Return the recipient options of `send` for a game with a free seat.

    The list is empty if addresses were already typed for a letter of the game.
    """
    if row["for"] != JOIN or row["waiting_for"] is not None:
        return []
    header, home = parse_save(read_file(file)).header, games.context.home
    if last_addresses.has_typed_addresses(home, header):
        return []
    found = last_addresses.proposed_addresses(home, header, games.config.get("address"))
    addresses = found or (translate(SOME_ADDRESS),)
    return ["--copies", *(word for address in addresses for word in ("--to", address))]


def _send_or_report(
    games: PlayersGames, row: GameRow, block: SignedBlockNote, how: SendOptions | None
) -> UnsentBlock:
    file = Path(row["file"])
    server = ["--smtp"] if games.config.get("smtp_host") else []
    command = shlex.join(
        ["khronos", "send", games.name_of(file), *server, *_recipient_options(games, row, file)]
    )
    letter = send_game(file, games.context.name, how) if how is not None and block.kind == ASSIST else None
    return UnsentBlock(row["title"], file, block.seq, command, letter)
