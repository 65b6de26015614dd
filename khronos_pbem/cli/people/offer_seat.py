"""An offer to play a seat of a game that goes on: written to a file, and sent to all who play (DECK 9.4)."""

from __future__ import annotations

from pathlib import Path

from khronos_pbem.cli.delivery import letters
from khronos_pbem.cli.delivery.send_option import Posting
from khronos_pbem.cli.terminal.printing import note, print_json, print_lines
from khronos_pbem.engine.digests import encode_bytes
from khronos_pbem.errors import KhronosError
from khronos_pbem.home import config as settings
from khronos_pbem.home.versions.received_offers import keep_offer
from khronos_pbem.messages import message
from khronos_pbem.record.names import file_word
from khronos_pbem.session.commands.write_blocks import Offered
from khronos_pbem.session.context import Context
from khronos_pbem.session.queries.deadlines import vote_to_give
from khronos_pbem.storage.files import write_new


def give_out(made: Offered, context: Context, how: Posting | None, *, as_json: bool) -> None:
    """Write an offer to its file, keep it here, send it if that is wanted, and say what the others type.

    Raises UsageError if it cannot be written.
    """
    offer, table = made.file.offer, made.opened.table
    colour, key = table.seats[offer.seat].colour, encode_bytes(offer.key)
    path = context.out or Path(f"{file_word(table.header.title)}-{colour}-{file_word(offer.name)}.offer")
    write_new(path, made.text, force=context.force or context.out is None)
    keep_offer(context.home, table.header, made.file)
    command = vote_to_give(table, offer, file_word(table.header.title))
    letter = None if how is None else _sent(made, path, how)
    if as_json:
        facts = {"offer": str(path), "colour": colour, "key": key, "command": command}
        print_json(facts if letter is None else {**facts, "letter": letter})
        return
    lines = [
        message("wrote {path}, your offer to play {colour}", path=path, colour=colour),
        message(
            "Send this file to all players. If {colour} no longer plays, each of them types:", colour=colour
        ),
        message("  {command}", command=command),
    ]
    if letter is not None and "file" in letter:
        lines.append(message("the letter with this offer is in {path}", path=letter["file"]))
    print_lines(lines)


def _sent(made: Offered, path: Path, how: Posting) -> dict[str, object]:
    """What became of the letter with an offer."""
    try:
        config, to = settings.read_config(how.settings), list(how.to or how.suggested)
        return letters.offered(made.opened, config, to, (path.name, made.text))
    except KhronosError as problem:
        note(message("wrote {path}, but no letter was sent: {problem}", path=path, problem=problem.said))
        return dict(problem.to_data())
