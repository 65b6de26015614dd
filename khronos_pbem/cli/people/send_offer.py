"""Write an offer to take over a seat in a running game, and send it to all players (DECK 9.4)."""

from __future__ import annotations

from pathlib import Path

from khronos_pbem.cli.delivery import letters
from khronos_pbem.cli.delivery.send_option import SendOptions
from khronos_pbem.cli.terminal.printing import note, print_json, print_lines
from khronos_pbem.engine.digests import encode_bytes
from khronos_pbem.errors import KhronosError
from khronos_pbem.home import config as settings
from khronos_pbem.home.versions.received_offers import store_offer
from khronos_pbem.messages import message
from khronos_pbem.record.names import title_slug
from khronos_pbem.session.commands.write_blocks import OfferResult
from khronos_pbem.session.context import Context
from khronos_pbem.session.queries.deadlines import accept_offer_command
from khronos_pbem.storage.files import write_output


def write_and_send_offer(
    made: OfferResult, context: Context, how: SendOptions | None, *, as_json: bool
) -> None:
    """Write an offer to its file, store a copy in the home folder, and print how to accept it.

    The offer is also sent if `how` is given; if that fails, only a note is printed. Raises UsageError if the
    file cannot be written.
    """
    offer, table = made.file.offer, made.opened.table
    colour, key = table.seats[offer.seat].colour, encode_bytes(offer.key)
    path = context.out or Path(f"{title_slug(table.header.title)}-{colour}-{title_slug(offer.name)}.offer")
    write_output(path, made.text, force=context.force or context.out is None)
    store_offer(context.home, table.header, made.file)
    command = accept_offer_command(table, offer, title_slug(table.header.title))
    letter = None if how is None else _send_offer(made, path, how)
    if as_json:
        facts = {"offer": str(path), "colour": colour, "key": key, "command": command}
        print_json(facts if letter is None else {**facts, "letter": letter})
        return
    lines = [
        message("wrote {path}, your offer to play {colour}", path=path, colour=colour),
        message(
            "Send this file to all players. If {colour} is no longer playing, the others can accept "
            "your offer by typing:",
            colour=colour,
        ),
        message("  {command}", command=command),
    ]
    if letter is not None and "file" in letter:
        lines.append(message("the e-mail with this offer is in {path}", path=letter["file"]))
    print_lines(lines)


def _send_offer(made: OfferResult, path: Path, how: SendOptions) -> dict[str, object]:
    """Send the letter with an offer; return its document, or that of the error if it cannot be sent."""
    try:
        config, to = settings.read_config(how.settings), list(how.to or how.suggested)
        return letters.send_offer(made.opened, config, to, (path.name, made.text))
    except KhronosError as problem:
        told = message(
            "wrote {path}, but no e-mail was sent: {problem}", path=path, problem=problem.full_message
        )
        note(told)
        return dict(problem.to_data())
