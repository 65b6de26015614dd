"""The letter that takes a game to the player who has to act: the same letter for the same save, always."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterator, Mapping, Sequence
from copy import deepcopy
from datetime import datetime
from email.message import EmailMessage
from email.utils import format_datetime
from hashlib import sha256
from typing import NamedTuple
from urllib.parse import quote

from khronos_pbem.engine.digests import decode_bytes
from khronos_pbem.engine.features.protocols import Words
from khronos_pbem.engine.markers import ORDERS_BEGIN, ORDERS_END, SAVE_BEGIN
from khronos_pbem.errors import KhronosError, UsageError
from khronos_pbem.games.registry import optional, round_of
from khronos_pbem.mail.formats.armor import MAX_INLINE, armor
from khronos_pbem.mail.formats.headers import add_text, add_words, empty_letter, harmless
from khronos_pbem.mail.formats.mail_sources import MAX_MAIL, Letter
from khronos_pbem.mail.outgoing.html_letter import Head, page
from khronos_pbem.mail.outgoing.invitation import invitation, invited
from khronos_pbem.mail.outgoing.letter_body import WIDTH, Body, Section, plain, shortened, wrapped
from khronos_pbem.mail.outgoing.recipients import Addresses
from khronos_pbem.messages import Message, Speak, as_it_is, message, operand
from khronos_pbem.record.block import ACK, ASSIST, JOIN, VOTE, moment_at
from khronos_pbem.record.chain import hang_together, heads_of
from khronos_pbem.record.names import file_word
from khronos_pbem.record.save import Header, Save
from khronos_pbem.session.commands.write_save import save_text
from khronos_pbem.session.queries.deadlines import time_line, vote_to_come
from khronos_pbem.session.queries.since_last_turn import since_turn_of
from khronos_pbem.session.queries.summaries import entry_lines, whose_move
from khronos_pbem.session.queries.text_picture import picture
from khronos_pbem.session.queries.vote_status import ballot_words, next_voter
from khronos_pbem.session.replay.history import Entry
from khronos_pbem.session.replay.open_save import Opened
from khronos_pbem.session.replay.table import Table, clock_of, waiting
from khronos_pbem.session.turns.open_choice import answer_lines, cause_lines

DOMAIN = "khronos.invalid"  # RFC 2606: message ids need a domain, and players have none
LABEL = "X-Khronos-ID"
"""A second place for the id of a letter: some servers write one of their own into `Message-ID`."""

ENGLISH = "en"

_LABEL = re.compile(
    rb"^(?:Message-ID|X-Khronos-ID):\s*<([0-9a-f]{32})\.(\d{1,6})\.([0-9a-f]{16})@khronos\.invalid>",
    re.MULTILINE | re.IGNORECASE,
)


def letter(opened: Opened, between: Addresses, speak: Speak = as_it_is) -> EmailMessage:
    """The letter for the newest block of a save: plain text and a page, the save attached.

    The text holds the save as armor too, if that is not too long. The letter depends on the save, the
    addresses and the language alone, so that sending it again sends the same; comments in the file that it
    was read from are not sent. It shows nobody's hand.

    Raises UsageError for a save too large for any mail.
    """
    table, data = opened.table, save_text(opened.save, opened.history).encode()
    if len(data) * 3 // 2 > MAX_MAIL:
        hint = message("send the file in another way")
        raise UsageError(message("the save is too large for a letter"), rule="FORMATS 1", hint=hint)
    mail = _headed(opened, between, speak)
    news = since_turn_of(opened.history, _reader(table))
    events = tuple(event for entry in news for event in entry.events)
    body = _body(opened, between, news, speak)
    lines = plain(body, picture(table, events, speak, WIDTH))
    mail.set_content("\n".join([*lines, *_armored(data, speak)]), cte="quoted-printable")
    name = _attached(table)
    save = message("The save is attached: {file}.", file=name)
    head = Head(between.language or ENGLISH, subject(table, speak, between), speak(save))
    mail.add_alternative(page(body, table, events, head, speak), subtype="html", cte="quoted-printable")
    mail.add_attachment(data, maintype="application", subtype="octet-stream", filename=name, cte="base64")
    _bounded(mail, opened.history.heads[-1].hex()[:32])
    return mail


def offer_letter(
    opened: Opened, between: Addresses, file: str, text: str, speak: Speak = as_it_is
) -> EmailMessage:
    """The letter that takes an offer of a successor to those who play, attached as `file` (DECK 9.4)."""
    title = opened.table.header.title
    mail = empty_letter((between.sender, *between.to, *between.copies))
    add_words(mail, "From", [between.sender])
    add_words(mail, "To", between.to, ",")
    if between.copies:
        add_words(mail, "Cc", between.copies, ",")
    add_text(
        mail,
        "Subject",
        harmless(speak(message("[khronos] {title}: an offer to take over a seat", title=title))),
    )
    mail["Date"] = _date(opened)
    mark = sha256(text.encode()).hexdigest()[:32]
    add_words(mail, "Message-ID", [f"<offer.{mark}@{DOMAIN}>"])
    said = message("To read the offer, save the attachment, open a terminal in its folder and type:")
    lines = [*wrapped(speak(said)), "", f"  khronos receive {file}", "", *wrapped(speak(_agree()))]
    mail.set_content("\n".join([*lines, ""]), cte="quoted-printable")
    mail.add_attachment(
        text.encode(), maintype="application", subtype="octet-stream", filename=file, cte="base64"
    )
    _bounded(mail, mark)
    return mail


def _agree() -> Message:
    return message("If you agree, type the command that khronos then prints.")


def _headed(opened: Opened, between: Addresses, speak: Speak) -> EmailMessage:
    """A letter with its headers only."""
    table = opened.table
    mail = empty_letter((between.sender, *between.to, *between.copies))
    add_words(mail, "From", [between.sender])
    add_words(mail, "To", between.to, ",")
    if between.copies:
        add_words(mail, "Cc", between.copies, ",")
    add_text(mail, "Subject", subject(table, speak, between))
    mail["Date"] = _date(opened)
    add_words(mail, "Message-ID", [message_id(opened, table.seq)])
    add_words(mail, LABEL, [message_id(opened, table.seq)])
    if table.seq > 0:
        add_words(mail, "In-Reply-To", [message_id(opened, table.seq - 1)])
        add_words(mail, "References", dict.fromkeys(message_id(opened, seq) for seq in (0, table.seq - 1)))
    return mail


def _bounded(mail: EmailMessage, head: str) -> None:
    """Set what parts a letter, which would be chance: of signs that no encoded line of it holds together."""
    mail.set_boundary(f"=_khronos_{head}")
    for part in mail.iter_parts():
        if part.is_multipart():
            part.set_boundary(f"=_both_{head}")


def unsent(mail: EmailMessage) -> str:
    """The text of a letter as a file that mail programs open to be sent (Outlook, by its own header)."""
    draft = deepcopy(mail)
    draft["X-Unsent"] = "1"
    return draft.as_bytes().decode()


def attachment_name(title: str, seq: int) -> str:
    """The name of the file of a letter: the title for people, and the block that it has come to."""
    folded = unicodedata.normalize("NFKD", title.replace("ß", "ss"))
    letters = "".join(letter for letter in folded if not unicodedata.combining(letter))
    name = re.sub(r"[^A-Za-z0-9]+", "-", letters).strip("-").lower()[:40].rstrip("-")
    return f"{name or 'game'}-{max(seq, 0):04}.khronos"


def _attached(table: Table) -> str:
    return attachment_name(table.header.title, table.seq)


def has_armor(mail: EmailMessage) -> bool:
    """Whether the save stands in the text of a letter too, and not in its attachment only."""
    body = mail.get_body(("plain",))
    return body is not None and SAVE_BEGIN in body.get_content()


def subject(table: Table, speak: Speak = as_it_is, between: Addresses | None = None) -> str:
    """The subject: the game, the round, whose move it is; of an invitation who invites.

    It is one line, in which no mail program finds anything to decode.
    """
    return harmless(speak(_about(table, between)))


def _about(table: Table, between: Addresses | None) -> Message:
    """What a letter is about, in a few words."""
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
        round=round_of(table.game, table.game.round(table.position)),
        what=_NEXT[now.need](table.seats[now.seat].colour),
    )
    return message("[khronos] {title}: {where}", title=title, where=where)


_NEXT: dict[str, Callable[[str], str]] = {
    "turn": lambda colour: message("{colour}'s turn", colour=colour),
    "answer": lambda colour: message("{colour}'s choice", colour=colour),
    "assist": lambda colour: message("{colour}'s shares are missing", colour=colour),
    "ack": lambda colour: message("{colour} has to confirm the vote", colour=colour),
}


def message_id(opened: Opened, seq: int) -> str:
    """The id of the letter that carries block `seq`: of the game and the block's hash."""
    return f"<{game_of(opened.save.header)}.{seq}.{opened.history.heads[seq + 1].hex()[:16]}@{DOMAIN}>"


def game_of(header: Header) -> str:
    """The id of a game as labels have it."""
    return decode_bytes(header.id, 16).hex()


class Label(NamedTuple):
    """What the id of a letter of ours says: the game (hex), the block, 16 hex digits of its hash."""

    game: str
    seq: int
    head: str


def label_of(head: bytes) -> Label | None:
    """The label of a letter of ours by the headers of a mail; None if it is another mail."""
    match = _LABEL.search(head.split(b"\n\n")[0].split(b"\r\n\r\n")[0])
    return Label(match[1].decode(), int(match[2]), match[3].decode()) if match else None


def is_labelled(save: Save, label: Label) -> bool:
    """Whether a save is the one that the label was made for, block by block: mail has not changed it."""
    heads = heads_of(save)
    newest = (game_of(save.header), len(save.blocks) - 1, heads[-1].hex()[:16])
    return newest == label and hang_together(save.blocks, heads)


def newest_first(
    labelled: Mapping[str, Sequence[tuple[Letter, Label]]],
) -> tuple[list[tuple[Letter, Label]], list[tuple[Letter, Label]]]:
    """Of the letters of each game the one to look into at once, and those that it may make needless."""
    first: list[tuple[Letter, Label]] = []
    later: list[tuple[Letter, Label]] = []
    for letters in labelled.values():
        newest, *rest = sorted(letters, key=lambda entry: -entry[1].seq)
        first.append(newest)
        later += rest
    return first, later


def _date(opened: Opened) -> str:
    blocks = opened.save.blocks
    at = moment_at(blocks, len(blocks) - 1) or opened.save.header.created
    return format_datetime(datetime.fromisoformat(at))


def _reader(table: Table) -> int | None:
    """The seat that a letter is for: whose vote is next, else whose it is to act; None at the end, and while
    seats are free."""
    now = waiting(table)
    if now is None or now.need == JOIN:
        return None
    return now.seat


def _body(opened: Opened, between: Addresses, news: Sequence[Entry], speak: Speak) -> Body:
    """What is said: to whom plays what happened and an order block, to others the game and how to join."""
    table = opened.table
    title = table.header.title
    if between.inviter:
        sections = invited(table, between, _attached(table), speak)
        return Body(title, speak(invitation(table, between)), "", (), sections)
    told = [[speak(line) for line in entry_lines(entry)] for entry in news]
    told += [[speak(line)] for line in _roll_to_come(table)]
    head = message("The most recent round:") if _reader(table) is None else message("Since your last turn:")
    going_on = (*_going_on(table, speak), *_choice(opened, speak), *_skeleton(table, speak))
    sections = (*_since_when(opened, speak), *going_on)
    return Body(title, speak(whose_move(table)), speak(head), shortened(told, _word(table), speak), sections)


def _roll_to_come(table: Table) -> Iterator[str]:
    """That what an open roll brings shows with the reader's share; the boards are those before it."""
    opened, reader = table.ledger.rolls.open, _reader(table)
    if opened is not None and opened.missing == (reader,):
        yield message("Your share completes a dice roll: khronos next shows the result.")


def _since_when(opened: Opened, speak: Speak) -> Iterator[Section]:
    """Until when somebody has time, and which vote may follow, where others vote or the game has a clock."""
    table = opened.table
    if table.run is not None or clock_of(table.header) is not None:
        yield from (Section(speak(line)) for line in time_line(opened.save, table, opened.seen))
    follows = vote_to_come(table, _word(table))
    if follows is not None:
        yield Section(speak(follows[0]), (follows[1],), True)


def _word(table: Table) -> str:
    """How a reader's commands find the game once the letter is taken in."""
    return operand(file_word(table.header.title))


def _choice(opened: Opened, speak: Speak) -> Iterator[Section]:
    """Why a choice is asked, and what each answer does, as far as everybody can know it."""
    table = opened.table
    now = waiting(table)
    if table.run is None and now is not None and now.choice is not None:
        answers = [message("Choose an answer. This is what each one does:"), *answer_lines(table, now.choice)]
        for head, *lines in filter(None, (cause_lines(table, opened.history), answers)):
            yield Section(speak(head), tuple(speak(line) for line in lines))


def _armored(data: bytes, speak: Speak) -> list[str]:
    """The save as text armor; where it is, if that would be too long."""
    try:
        text = armor(data)
    except KhronosError:
        text = ""
    if 0 < len(text) <= MAX_INLINE:
        said = message("The save as text (it is attached too):")
        return [*wrapped(speak(said)), "", text]
    said = message("The save is attached. It is too long to be shown here as text.")
    return [*wrapped(speak(said)), ""]


def _going_on(table: Table, speak: Speak) -> Iterator[Section]:
    """How to take the letter in; what is to be typed then is said by `next`."""
    if waiting(table) is None:
        head = message("To keep the game, save the attachment, open a terminal in its folder and type:")
        yield Section(speak(head), (f"khronos receive {_attached(table)}",), True)
        return
    head = message("To continue, save the attachment, open a terminal in its folder and type:")
    yield Section(speak(head), (f"khronos next {_attached(table)} --send",), True)


def _skeleton(table: Table, speak: Speak) -> Iterator[Section]:
    """An order block of this very turn to fill in and send back."""
    now = waiting(table)
    if next_voter(table) is not None:
        said = message("If you agree, type after that:")
        yield Section(speak(said), (" ".join(["khronos vote", _word(table), *ballot_words(table)]),), True)
        return
    if now is None or now.seat is None or now.need in (ASSIST, ACK, JOIN):
        return
    if now.choice is not None:
        todo = [message("# {order}", order=f"{now.choice.kind} {option}") for option in now.choice.options]
    else:
        words = optional(table.game, Words)
        found = words.suggested(table.position) if words is not None else ()
        todo = [message("# {todo}", todo=each) for each in found]
        todo.append(
            message(
                "# To give an order, delete the # before it and fill it in. The last order is always "
                "{order}.",
                order="end",
            )
        )
    head = message(
        "Write your orders between the first and the last line. Then mail all lines to yourself, or "
        "type khronos play {word} -c 'ORDERS':",
        word=_word(table),
    )
    lines = [each for line in todo for each in wrapped(speak(line), deeper="# ")]
    begin = f"{ORDERS_BEGIN} {table.header.id} {table.seq}-----"
    yield Section(speak(head), (begin, *lines, ORDERS_END), True)


def mailto(opened: Opened, between: Addresses, speak: Speak = as_it_is) -> str:
    """A link for a mail program; the save does not fit into it and has to be attached."""
    body = speak(message("{whose_move:Name}\n\nThe save is attached.\n", whose_move=whose_move(opened.table)))
    copies = f"&cc={quote(','.join(between.copies))}" if between.copies else ""
    to = ",".join(quote(address, safe="@") for address in between.to)
    return f"mailto:{to}?subject={quote(subject(opened.table, speak, between))}{copies}&body={quote(body)}"
