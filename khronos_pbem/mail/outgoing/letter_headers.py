"""The headers of a letter: addresses, subject, date, and the label that identifies its save."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from email.message import EmailMessage
from email.utils import format_datetime
from typing import NamedTuple

from khronos_pbem.engine.digests import decode_bytes
from khronos_pbem.games.registry import round_text
from khronos_pbem.mail.formats.headers import (
    add_text_header,
    add_word_header,
    empty_letter,
    without_encoded_words,
)
from khronos_pbem.mail.formats.mail_sources import Letter
from khronos_pbem.mail.outgoing.recipients import Addresses
from khronos_pbem.messages import Message, Translate, message, untranslated
from khronos_pbem.record.block import VOTE, block_moment
from khronos_pbem.record.chain import are_linked, block_hashes
from khronos_pbem.record.save import Header, Save
from khronos_pbem.session.replay.open_save import Opened
from khronos_pbem.session.replay.table import Table, waiting

DOMAIN = "khronos.invalid"  # RFC 2606: message ids need a domain, and players have none
LABEL = "X-Khronos-ID"
"""A second header for the id of a letter: some servers replace the `Message-ID` with their own."""

_LABEL = re.compile(
    rb"^(?:Message-ID|X-Khronos-ID):\s*<([0-9a-f]{32})\.(\d{1,6})\.([0-9a-f]{16})@khronos\.invalid>",
    re.MULTILINE | re.IGNORECASE,
)


def addressed_letter(
    opened: Opened, between: Addresses, subject: str, identifier: str, at: str = ""
) -> EmailMessage:
    """A letter with only its headers: addresses, subject, date, and id.

    The date is the moment `at` (UTC), or that of the newest block if `at` is empty.
    """
    blocks = opened.save.blocks
    at = at or block_moment(blocks, len(blocks) - 1) or opened.save.header.created
    mail = empty_letter((between.sender, *between.to, *between.copies))
    add_word_header(mail, "From", [between.sender])
    add_word_header(mail, "To", between.to, ",")
    if between.copies:
        add_word_header(mail, "Cc", between.copies, ",")
    add_text_header(mail, "Subject", subject)
    mail["Date"] = format_datetime(datetime.fromisoformat(at))
    add_word_header(mail, "Message-ID", [identifier])
    return mail


def labelled_letter(opened: Opened, between: Addresses, speak: Translate) -> EmailMessage:
    """The letter with the newest block of a save, with only its headers and label."""
    table, label = opened.table, message_id(opened, opened.table.seq)
    mail = addressed_letter(opened, between, letter_subject(table, speak, between), label)
    add_word_header(mail, LABEL, [label])
    if table.seq > 0:
        first, before = (message_id(opened, seq) for seq in (0, table.seq - 1))
        add_word_header(mail, "In-Reply-To", [before])
        add_word_header(mail, "References", dict.fromkeys((first, before)))
    return mail


def attachment_name(title: str, seq: int) -> str:
    """The name of the attached save: the game's title in ASCII, and the number of its last block."""
    folded = unicodedata.normalize("NFKD", title.replace("ß", "ss"))
    letters = "".join(letter for letter in folded if not unicodedata.combining(letter))
    name = re.sub(r"[^A-Za-z0-9]+", "-", letters).strip("-").lower()[:40].rstrip("-")
    return f"{name or 'game'}-{max(seq, 0):04}.khronos"


def table_attachment_name(table: Table) -> str:
    """The name of the attached save of a game."""
    return attachment_name(table.header.title, table.seq)


def letter_subject(table: Table, speak: Translate = untranslated, between: Addresses | None = None) -> str:
    """The subject: the game and whose move it is; for an invitation, the inviter.

    It is one line without anything that mail programs decode.
    """
    return without_encoded_words(speak(_subject_message(table, between)))


def _subject_message(table: Table, between: Addresses | None) -> Message:
    """The subject before it is made safe for a header."""
    now, title = waiting(table), table.header.title
    if between is not None and between.inviter:
        return message("[khronos] {title}: {name} invites you", title=title, name=between.inviter)
    if now is None:
        return message("[khronos] {title}: the game is over", title=title)
    if now.seat is None:
        return message("[khronos] {title}: join the game", title=title)
    if now.need == VOTE:
        return message(
            "[khronos] {title}: {colour} has to vote", title=title, colour=table.seats[now.seat].colour
        )
    where = message(
        "{round}, {what}",
        round=round_text(table.game, table.game.round(table.position)),
        what=_NEXT[now.need](table.seats[now.seat].colour),
    )
    return message("[khronos] {title}: {where}", title=title, where=where)


_NEXT: dict[str, Callable[[str], str]] = {
    "turn": lambda colour: message("{colour}'s turn", colour=colour),
    "answer": lambda colour: message("{colour} has to choose", colour=colour),
    "assist": lambda colour: message("{colour}'s shares are missing", colour=colour),
    "ack": lambda colour: message("{colour} has to confirm the vote", colour=colour),
}


def message_id(opened: Opened, seq: int) -> str:
    """The Message-ID of the letter with block `seq`: the game's id, the number, and the block's hash."""
    return f"<{label_game_id(opened.save.header)}.{seq}.{opened.history.heads[seq + 1].hex()[:16]}@{DOMAIN}>"


def label_game_id(header: Header) -> str:
    """The id of a game as used in labels: 32 hex digits."""
    return decode_bytes(header.id, 16).hex()


class Label(NamedTuple):
    """The contents of a khronos Message-ID: game (hex), block number, and 16 hex digits of its hash."""

    game: str
    seq: int
    head: str


def parse_label(head: bytes) -> Label | None:
    """The label in the headers of an e-mail; None if it is not a khronos letter.

    `head` holds the headers as bytes.
    """
    match = _LABEL.search(head.split(b"\n\n")[0].split(b"\r\n\r\n")[0])
    return Label(match[1].decode(), int(match[2]), match[3].decode()) if match else None


def has_label(save: Save, label: Label) -> bool:
    """Return whether a save is exactly the one with this label, with all its blocks unchanged."""
    heads = block_hashes(save)
    newest = (label_game_id(save.header), len(save.blocks) - 1, heads[-1].hex()[:16])
    return newest == label and are_linked(save.blocks, heads)


def split_newest(
    labelled: Mapping[str, Sequence[tuple[Letter, Label]]],
) -> tuple[list[tuple[Letter, Label]], list[tuple[Letter, Label]]]:
    """The newest letter of each game, to be read first, and all other letters.

    The newest letter may make the others of its game unnecessary.
    """
    first: list[tuple[Letter, Label]] = []
    later: list[tuple[Letter, Label]] = []
    for letters in labelled.values():
        newest, *rest = sorted(letters, key=lambda entry: -entry[1].seq)
        first.append(newest)
        later += rest
    return first, later
