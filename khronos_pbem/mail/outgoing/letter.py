"""The letter that takes a game to the next player. The same save always gives the same letter."""

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
from khronos_pbem.games.registry import feature_or_none, round_text
from khronos_pbem.mail.formats.armor import MAX_INLINE, armor
from khronos_pbem.mail.formats.headers import (
    add_text_header,
    add_word_header,
    empty_letter,
    without_encoded_words,
)
from khronos_pbem.mail.formats.mail_sources import MAX_MAIL, Letter
from khronos_pbem.mail.outgoing.html_letter import PageHead, letter_page
from khronos_pbem.mail.outgoing.invitation import invitation_sections, invitation_sentence
from khronos_pbem.mail.outgoing.letter_body import (
    WIDTH,
    LetterBody,
    Section,
    plain_letter_lines,
    shortened_news,
    wrapped_lines,
)
from khronos_pbem.mail.outgoing.recipients import Addresses
from khronos_pbem.messages import Message, Translate, message, shell_operand, untranslated
from khronos_pbem.record.block import ACK, ASSIST, JOIN, VOTE, block_moment
from khronos_pbem.record.chain import are_linked, block_hashes
from khronos_pbem.record.names import title_slug
from khronos_pbem.record.save import Header, Save
from khronos_pbem.session.commands.write_save import save_text
from khronos_pbem.session.queries.deadlines import deadline_lines, vote_after_deadline
from khronos_pbem.session.queries.since_last_turn import entries_since_turn
from khronos_pbem.session.queries.summaries import entry_lines, whose_move_line
from khronos_pbem.session.queries.text_picture import picture_lines
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


def compose_letter(opened: Opened, between: Addresses, speak: Translate = untranslated) -> EmailMessage:
    """The letter for the newest block of a save: plain text and HTML, with the save attached.

    The text also has the save as armor, if that is not too long. The letter depends only on the save, the
    addresses and the language, so that sending it again sends the same. Comments in the file are not sent. No
    hand is shown.

    Raises UsageError if the save is too large for mail.
    """
    table, data = opened.table, save_text(opened.save, opened.history).encode()
    if len(data) * 3 // 2 > MAX_MAIL:
        hint = message("send the file in another way")
        raise UsageError(message("the save is too large for a letter"), hint=hint)
    mail = _letter_with_headers(opened, between, speak)
    news = entries_since_turn(opened.history, _reader_seat(table))
    events = tuple(event for entry in news for event in entry.events)
    body = _letter_body(opened, between, news, speak)
    lines = plain_letter_lines(body, picture_lines(table, events, speak, WIDTH))
    mail.set_content("\n".join([*lines, *_armor_lines(data, speak)]), cte="quoted-printable")
    name = _attachment_name_of(table)
    save = message("The save is attached: {file}.", file=name)
    head = PageHead(between.language or ENGLISH, letter_subject(table, speak, between), speak(save))
    mail.add_alternative(
        letter_page(body, table, events, head, speak), subtype="html", cte="quoted-printable"
    )
    mail.add_attachment(data, maintype="application", subtype="octet-stream", filename=name, cte="base64")
    _set_boundaries(mail, opened.history.heads[-1].hex()[:32])
    return mail


def compose_offer_letter(
    opened: Opened, between: Addresses, file: str, text: str, speak: Translate = untranslated
) -> EmailMessage:
    """The letter with a successor's offer for the other players; `text` is attached as `file` (DECK 9.4)."""
    title = opened.table.header.title
    mail = empty_letter((between.sender, *between.to, *between.copies))
    add_word_header(mail, "From", [between.sender])
    add_word_header(mail, "To", between.to, ",")
    if between.copies:
        add_word_header(mail, "Cc", between.copies, ",")
    add_text_header(
        mail,
        "Subject",
        without_encoded_words(speak(message("[khronos] {title}: an offer to take over a seat", title=title))),
    )
    mail["Date"] = _date(opened)
    mark = sha256(text.encode()).hexdigest()[:32]
    add_word_header(mail, "Message-ID", [f"<offer.{mark}@{DOMAIN}>"])
    said = message("To read the offer, save the attachment, open a terminal in its folder and type:")
    lines = [
        *wrapped_lines(speak(said)),
        "",
        f"  khronos receive {file}",
        "",
        *wrapped_lines(speak(_agree_message())),
    ]
    mail.set_content("\n".join([*lines, ""]), cte="quoted-printable")
    mail.add_attachment(
        text.encode(), maintype="application", subtype="octet-stream", filename=file, cte="base64"
    )
    _set_boundaries(mail, mark)
    return mail


def _agree_message() -> Message:
    return message("If you agree, type the command that khronos then prints.")


def _letter_with_headers(opened: Opened, between: Addresses, speak: Translate) -> EmailMessage:
    """A letter with only its headers."""
    table = opened.table
    mail = empty_letter((between.sender, *between.to, *between.copies))
    add_word_header(mail, "From", [between.sender])
    add_word_header(mail, "To", between.to, ",")
    if between.copies:
        add_word_header(mail, "Cc", between.copies, ",")
    add_text_header(mail, "Subject", letter_subject(table, speak, between))
    mail["Date"] = _date(opened)
    add_word_header(mail, "Message-ID", [message_id(opened, table.seq)])
    add_word_header(mail, LABEL, [message_id(opened, table.seq)])
    if table.seq > 0:
        add_word_header(mail, "In-Reply-To", [message_id(opened, table.seq - 1)])
        add_word_header(
            mail, "References", dict.fromkeys(message_id(opened, seq) for seq in (0, table.seq - 1))
        )
    return mail


def _set_boundaries(mail: EmailMessage, head: str) -> None:
    """Set the MIME boundaries, which would be random, to text that no encoded line can contain."""
    mail.set_boundary(f"=_khronos_{head}")
    for part in mail.iter_parts():
        if part.is_multipart():
            part.set_boundary(f"=_both_{head}")


def unsent_letter_text(mail: EmailMessage) -> str:
    """A letter as the text of a file that mail programs open as unsent (Outlook needs a header)."""
    draft = deepcopy(mail)
    draft["X-Unsent"] = "1"
    return draft.as_bytes().decode()


def attachment_name(title: str, seq: int) -> str:
    """The name of the attached save: the game's title in ASCII, and the number of its last block."""
    folded = unicodedata.normalize("NFKD", title.replace("ß", "ss"))
    letters = "".join(letter for letter in folded if not unicodedata.combining(letter))
    name = re.sub(r"[^A-Za-z0-9]+", "-", letters).strip("-").lower()[:40].rstrip("-")
    return f"{name or 'game'}-{max(seq, 0):04}.khronos"


def _attachment_name_of(table: Table) -> str:
    return attachment_name(table.header.title, table.seq)


def has_armor(mail: EmailMessage) -> bool:
    """Whether the text of a letter has the save as armor, besides the attachment."""
    body = mail.get_body(("plain",))
    return body is not None and SAVE_BEGIN in body.get_content()


def letter_subject(table: Table, speak: Translate = untranslated, between: Addresses | None = None) -> str:
    """The subject: the game, and whose move it is; of an invitation the inviter.

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
    "answer": lambda colour: message("{colour}'s choice", colour=colour),
    "assist": lambda colour: message("{colour}'s shares are missing", colour=colour),
    "ack": lambda colour: message("{colour} has to confirm the vote", colour=colour),
}


def message_id(opened: Opened, seq: int) -> str:
    """The Message-ID of the letter with block `seq`: the game's id, the number, and the block's hash."""
    return f"<{label_game_id(opened.save.header)}.{seq}.{opened.history.heads[seq + 1].hex()[:16]}@{DOMAIN}>"


def label_game_id(header: Header) -> str:
    """The id of a game as in labels: 32 hex digits."""
    return decode_bytes(header.id, 16).hex()


class Label(NamedTuple):
    """The contents of a khronos Message-ID: the game (hex), the block, 16 hex digits of its hash."""

    game: str
    seq: int
    head: str


def parse_label(head: bytes) -> Label | None:
    """The label in the headers of a mail, given as bytes; None if it is no khronos letter."""
    match = _LABEL.search(head.split(b"\n\n")[0].split(b"\r\n\r\n")[0])
    return Label(match[1].decode(), int(match[2]), match[3].decode()) if match else None


def has_label(save: Save, label: Label) -> bool:
    """Whether a save is exactly the one with this label, unchanged in all its blocks."""
    heads = block_hashes(save)
    newest = (label_game_id(save.header), len(save.blocks) - 1, heads[-1].hex()[:16])
    return newest == label and are_linked(save.blocks, heads)


def split_newest(
    labelled: Mapping[str, Sequence[tuple[Letter, Label]]],
) -> tuple[list[tuple[Letter, Label]], list[tuple[Letter, Label]]]:
    """The newest letter of each game, to be read first, and all others, which it may make needless."""
    first: list[tuple[Letter, Label]] = []
    later: list[tuple[Letter, Label]] = []
    for letters in labelled.values():
        newest, *rest = sorted(letters, key=lambda entry: -entry[1].seq)
        first.append(newest)
        later += rest
    return first, later


def _date(opened: Opened) -> str:
    blocks = opened.save.blocks
    at = block_moment(blocks, len(blocks) - 1) or opened.save.header.created
    return format_datetime(datetime.fromisoformat(at))


def _reader_seat(table: Table) -> int | None:
    """The seat that votes or acts next; None after the end, and while seats are free."""
    now = waiting(table)
    if now is None or now.need == JOIN:
        return None
    return now.seat


def _letter_body(opened: Opened, between: Addresses, news: Sequence[Entry], speak: Translate) -> LetterBody:
    """The contents of a letter: for players the news and an order block, for others how to join."""
    table = opened.table
    title = table.header.title
    if between.inviter:
        sections = invitation_sections(table, between, _attachment_name_of(table), speak)
        return LetterBody(title, speak(invitation_sentence(table, between)), "", (), sections)
    told = [[speak(line) for line in entry_lines(entry)] for entry in news]
    told += [[speak(line)] for line in _open_roll_lines(table)]
    head = (
        message("The most recent round:") if _reader_seat(table) is None else message("Since your last turn:")
    )
    going_on = (
        *_how_to_continue_sections(table, speak),
        *_choice_sections(opened, speak),
        *_order_block_sections(table, speak),
    )
    sections = (*_deadline_sections(opened, speak), *going_on)
    return LetterBody(
        title,
        speak(whose_move_line(table)),
        speak(head),
        shortened_news(told, _game_word(table), speak),
        sections,
    )


def _open_roll_lines(table: Table) -> Iterator[str]:
    """A line if the reader's share completes a dice roll; the boards are those before the roll."""
    opened, reader = table.ledger.rolls.open, _reader_seat(table)
    if opened is not None and opened.missing == (reader,):
        yield message("Your share completes a dice roll: khronos next shows the result.")


def _deadline_sections(opened: Opened, speak: Translate) -> Iterator[Section]:
    """The deadline and the vote that may follow, if there are votes or the game has a clock."""
    table = opened.table
    if table.run is not None or clock_of(table.header) is not None:
        yield from (Section(speak(line)) for line in deadline_lines(opened.save, table, opened.seen))
    follows = vote_after_deadline(table, _game_word(table))
    if follows is not None:
        yield Section(speak(follows[0]), (follows[1],), True)


def _game_word(table: Table) -> str:
    """The word for the game in the reader's commands, once the letter is received."""
    return shell_operand(title_slug(table.header.title))


def _choice_sections(opened: Opened, speak: Translate) -> Iterator[Section]:
    """Why a choice is needed, and the effects of each answer that are public."""
    table = opened.table
    now = waiting(table)
    if table.run is None and now is not None and now.choice is not None:
        answers = [message("Choose an answer. This is what each one does:"), *answer_lines(table, now.choice)]
        for head, *lines in filter(None, (cause_lines(table, opened.history), answers)):
            yield Section(speak(head), tuple(speak(line) for line in lines))


def _armor_lines(data: bytes, speak: Translate) -> list[str]:
    """The save as text armor, or a sentence if that would be too long."""
    try:
        text = armor(data)
    except KhronosError:
        text = ""
    if 0 < len(text) <= MAX_INLINE:
        said = message("The save as text (it is attached too):")
        return [*wrapped_lines(speak(said)), "", text]
    said = message("The save is attached. It is too long to be shown here as text.")
    return [*wrapped_lines(speak(said)), ""]


def _how_to_continue_sections(table: Table, speak: Translate) -> Iterator[Section]:
    """The command that receives the letter and shows what to do next."""
    if waiting(table) is None:
        head = message("To keep the game, save the attachment, open a terminal in its folder and type:")
        yield Section(speak(head), (f"khronos receive {_attachment_name_of(table)}",), True)
        return
    head = message("To continue, save the attachment, open a terminal in its folder and type:")
    yield Section(speak(head), (f"khronos next {_attachment_name_of(table)} --send",), True)


def _order_block_sections(table: Table, speak: Translate) -> Iterator[Section]:
    """An empty order block for this turn, to fill in and send back, or the command for a vote."""
    now = waiting(table)
    if next_voter(table) is not None:
        said = message("If you agree, type after that:")
        yield Section(
            speak(said), (" ".join(["khronos vote", _game_word(table), *ballot_words(table)]),), True
        )
        return
    if now is None or now.seat is None or now.need in (ASSIST, ACK, JOIN):
        return
    if now.choice is not None:
        todo = [message("# {order}", order=f"{now.choice.kind} {option}") for option in now.choice.options]
    else:
        words = feature_or_none(table.game, Words)
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
        word=_game_word(table),
    )
    lines = [each for line in todo for each in wrapped_lines(speak(line), deeper="# ")]
    begin = f"{ORDERS_BEGIN} {table.header.id} {table.seq}-----"
    yield Section(speak(head), (begin, *lines, ORDERS_END), True)


def mailto_link(opened: Opened, between: Addresses, speak: Translate = untranslated) -> str:
    """A `mailto:` link for the letter. The save does not fit into a link and has to be attached."""
    body = speak(
        message("{whose_move:Name}\n\nThe save is attached.\n", whose_move=whose_move_line(opened.table))
    )
    copies = f"&cc={quote(','.join(between.copies))}" if between.copies else ""
    to = ",".join(quote(address, safe="@") for address in between.to)
    subject = quote(letter_subject(opened.table, speak, between))
    return f"mailto:{to}?subject={subject}{copies}&body={quote(body)}"
