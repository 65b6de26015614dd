"""`status`: whose move it is."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from khronos_pbem.cli import shared_options as opt
from khronos_pbem.cli.look.open_file import about_unsent, is_unsent, tell_histories
from khronos_pbem.cli.next_steps import called
from khronos_pbem.cli.people.without_seat import seatless_lines
from khronos_pbem.cli.table_context import context
from khronos_pbem.cli.terminal.printing import print_json, print_lines
from khronos_pbem.engine.features.protocols import Columns
from khronos_pbem.games.registry import optional, round_of
from khronos_pbem.home.versions.received_offers import offers_here
from khronos_pbem.messages import listed, message
from khronos_pbem.record.chain import head_hash
from khronos_pbem.record.names import called_in
from khronos_pbem.session.bots import bot_seats as company
from khronos_pbem.session.notes.notes import note_lines
from khronos_pbem.session.notes.player_messages import told_messages
from khronos_pbem.session.queries import queries
from khronos_pbem.session.queries.deadlines import offer_line, stays_away_line
from khronos_pbem.session.queries.queries import Seen
from khronos_pbem.session.queries.summaries import move_sentence
from khronos_pbem.session.replay.table import Table, game_options
from khronos_pbem.session.turns.open_choice import cause_lines


def status(
    file: opt.SaveFile, name: opt.As = None, rewind: opt.Rewind = False, as_json: opt.Json = False
) -> None:
    """Show whose turn it is, what the game is waiting for, and whether your share is missing."""
    where = context(name, rewind=rewind)
    seen, facts = queries.status(file, where)
    if as_json:
        print_json({**facts, "unsent": is_unsent(seen.opened)})
    else:
        word = called(seen.opened.path)
        unsent = about_unsent(seen.opened, seen.now, seen.seat, where)
        heard = told_messages(seen.opened.history.entries, seen.seat, word, seen.sealed)
        lines = [*_status_lines(seen, facts), *queries.leaving_lines(seen, where, word)]
        lines += [*_offers(seen, where.home, word), *stays_away_line(seen.table, seen.seat), *heard]
        lines += seatless_lines(where.home, seen.table, seen.opened.path)
        print_lines([*lines, *note_lines(seen.notes, word), *unsent, *_to_type(seen, where.home, word)])
    tell_histories(seen.opened)


def _offers(seen: Seen, home: Path, word: str) -> list[str]:
    """For a player: who offers to play a seat at this moment of the game, and how the others agree."""
    if seen.seat is None or seen.table.run is not None:
        return []
    save = seen.opened.save
    return [
        offer_line(seen.table, file.offer, word) for file in offers_here(home, save.header, head_hash(save))
    ]


def _to_type(seen: Seen, home: Path, word: str) -> list[str]:
    """The command that goes on, where the game waits for the reader, a bot of his, or players to join."""
    if seen.now is None:
        return []
    if company.bot_awaited(home, seen.table):
        return [message("Type: {words}", words=f"khronos bot {word}")]
    return [message("Type: {words}", words=f"khronos next {word}")] if seen.now.seat == seen.seat else []


def _status_lines(seen: Seen, facts: dict[str, Any]) -> list[str]:
    lines: list[str] = [
        message(
            "{title}: {round}, block {seq}",
            title=facts["title"],
            round=round_of(seen.table.game, facts["round"]),
            seq=facts["seq"],
        )
    ]
    columns = optional(seen.table.game, Columns)
    for seat in facts["seats"]:
        worth = "" if columns is None else columns.worth(seat)
        who = called_in(seat)
        lines.append(message("  {colour}: {who}{worth}", colour=seat["colour"], who=who, worth=worth))
    lines += [move_sentence(seen.table, seen.now), *cause_lines(seen.table, seen.opened.history)]
    mine = facts["mine"]
    if mine is not None:
        hand = (
            ""
            if mine["hand"] is None or not _deals(seen.table)
            else message(" Your hand: {hand}.", hand=listed(mine["hand"], " ") or message("empty"))
        )
        owed = _owed(seen.table) if mine["owes"] else ""
        lines.append(message("You play {colour}.{hand}{owed}", colour=mine["colour"], hand=hand, owed=owed))
    return lines


def _owed(table: Table) -> str:
    if table.run is not None:
        return message(" You are next to confirm the vote.")
    return message(" Your next block sends your share.")


def _deals(table: Table) -> bool:
    """Whether the game of a table has cards that somebody may hold."""
    return bool(table.game.first_decks(game_options(table.header), table.header.seats))
