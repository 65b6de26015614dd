"""The command `status`: print whose turn it is."""

from __future__ import annotations

from pathlib import Path

from khronos_pbem.cli import shared_options as opt
from khronos_pbem.cli.command_context import context
from khronos_pbem.cli.look.open_file import has_unsent_block, note_two_versions, unsent_lines
from khronos_pbem.cli.next_steps import game_argument
from khronos_pbem.cli.people.without_seat import seatless_lines
from khronos_pbem.cli.terminal.printing import print_json, print_lines
from khronos_pbem.engine.features.protocols import Columns
from khronos_pbem.games.registry import feature_or_none, round_text
from khronos_pbem.home.versions.received_offers import load_offers
from khronos_pbem.messages import listed, message
from khronos_pbem.record.chain import head_hash
from khronos_pbem.session.bots import bot_seats as company
from khronos_pbem.session.notes.notes import note_lines
from khronos_pbem.session.notes.player_messages import new_message_lines
from khronos_pbem.session.queries import player_view
from khronos_pbem.session.queries.deadlines import absence_lines, offer_line
from khronos_pbem.session.queries.documents import current_round, seat_documents
from khronos_pbem.session.queries.player_view import PlayerView
from khronos_pbem.session.queries.summaries import waiting_line
from khronos_pbem.session.replay.table import Table, has_cards, lacks_share
from khronos_pbem.session.turns.open_choice import cause_lines


def status(
    file: opt.SaveFile, name: opt.As = None, rewind: opt.Rewind = False, as_json: opt.Json = False
) -> None:
    where = context(name, rewind=rewind)
    seen = player_view.load_view(file, where)
    if as_json:
        print_json({**player_view.view_document(seen, where), "unsent": has_unsent_block(seen.opened)})
    else:
        word = game_argument(seen.opened.path)
        unsent = unsent_lines(seen.opened, seen.now, seen.seat, where)
        heard = new_message_lines(seen.opened.history.entries, seen.seat, word, seen.sealed)
        lines = [*_status_lines(seen), *player_view.leaving_lines(seen, where, word)]
        lines += [*_offer_lines(seen, where.home, word), *absence_lines(seen.table, seen.seat), *heard]
        lines += seatless_lines(where.home, seen.table, seen.opened.path)
        print_lines([*lines, *note_lines(seen.notes, word), *unsent, *_command_lines(seen, where.home, word)])
    note_two_versions(seen.opened)


def _offer_lines(seen: PlayerView, home: Path, word: str) -> list[str]:
    """Return the current offers to play a seat, and how to vote for them.

    The list is empty if the reader is not a player.
    """
    if seen.seat is None or seen.table.run is not None:
        return []
    save = seen.opened.save
    return [
        offer_line(seen.table, file.offer, word) for file in load_offers(home, save.header, head_hash(save))
    ]


def _command_lines(seen: PlayerView, home: Path, word: str) -> list[str]:
    """Return the command to type if the game is waiting for the reader or one of their bots.

    Otherwise the list is empty.
    """
    if seen.now is None:
        return []
    if company.awaited_bot(home, seen.table):
        return [message("Type: {words}", words=f"khronos bot {word}")]
    return [message("Type: {words}", words=f"khronos next {word}")] if seen.now.seat == seen.seat else []


def _status_lines(seen: PlayerView) -> list[str]:
    table, title = seen.opened.table, seen.table.header.title
    now = round_text(table.game, current_round(table))
    lines: list[str] = [message("{title}: {round}, block {seq}", title=title, round=now, seq=table.seq)]
    columns = feature_or_none(table.game, Columns)
    for seat, values in zip(table.seats, seat_documents(table), strict=True):
        worth = "" if columns is None else columns.main_value(values)
        lines.append(message("  {colour}: {who}{worth}", colour=seat.colour, who=seat.called, worth=worth))
    lines += [waiting_line(seen.table, seen.now), *cause_lines(seen.table, seen.opened.history)]
    if seen.seat is not None:
        hand = ""
        if seen.hand is not None and has_cards(table):
            hand = message(" Your hand: {hand}.", hand=listed(seen.hand, " ") or message("empty"))
        owed = _missing_share_text(seen.table) if lacks_share(table, seen.seat) else ""
        colour = table.colours[seen.seat]
        lines.append(message("You play {colour}.{hand}{owed}", colour=colour, hand=hand, owed=owed))
    return lines


def _missing_share_text(table: Table) -> str:
    if table.run is not None:
        return message(" It is your turn to confirm the vote.")
    return message(" Your next block will contain your share.")
