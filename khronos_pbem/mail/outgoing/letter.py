"""The letter that carries a game to the next player. The same save always gives the same letter."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from email.message import EmailMessage
from hashlib import sha256
from urllib.parse import quote

from khronos_pbem.engine.markers import ORDERS_BEGIN, ORDERS_END, SAVE_BEGIN
from khronos_pbem.errors import KhronosError, UsageError
from khronos_pbem.mail.formats.armor import MAX_INLINE, armor
from khronos_pbem.mail.formats.mail_sources import MAX_MAIL
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
from khronos_pbem.mail.outgoing.letter_headers import (
    DOMAIN,
    addressed_letter,
    labelled_letter,
    letter_subject,
    table_attachment_name,
)
from khronos_pbem.mail.outgoing.letter_reader import LetterReader, reader_seat
from khronos_pbem.mail.outgoing.order_forms import order_form_lines
from khronos_pbem.mail.outgoing.recipients import Addresses
from khronos_pbem.messages import Translate, message, shell_operand, untranslated
from khronos_pbem.record.block import ACK, ASSIST, JOIN
from khronos_pbem.record.names import title_slug
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

ENGLISH = "en"


def compose_letter(opened: Opened, between: Addresses, speak: Translate = untranslated) -> EmailMessage:
    """The letter for the newest block of a save: plain text and HTML, with the save attached.

    The text also contains the save as armor, if that is not too long. The letter depends only on the save,
    the addresses and the language, so it is identical if sent again. Comments in the file are not sent, and
    no player's hand is shown.

    Raises UsageError if the save is too large for mail.
    """
    table, data = opened.table, save_text(opened.save, opened.history).encode()
    if len(data) * 3 // 2 > MAX_MAIL:
        hint = message("send the file some other way")
        raise UsageError(message("the save is too large for an e-mail"), hint=hint)
    mail = labelled_letter(opened, between, speak)
    news = entries_since_turn(opened.history, reader_seat(table))
    events = tuple(event for entry in news for event in entry.events)
    body = _letter_body(opened, between, news, speak)
    lines = plain_letter_lines(body, picture_lines(table, events, speak, WIDTH))
    mail.set_content("\n".join([*lines, *_armor_lines(data, speak)]), cte="quoted-printable")
    name = table_attachment_name(table)
    save = message("The save is attached: {file}.", file=name)
    head = PageHead(between.language or ENGLISH, letter_subject(table, speak, between), speak(save))
    mail.add_alternative(
        letter_page(body, table, events, head, speak), subtype="html", cte="quoted-printable"
    )
    _attach(mail, data, name, opened.history.heads[-1].hex()[:32])
    return mail


def compose_offer_letter(
    opened: Opened, between: Addresses, file: str, text: str, speak: Translate = untranslated
) -> EmailMessage:
    """The letter with a successor's offer for the other players; `text` is attached as `file` (DECK 9.4)."""
    title = opened.table.header.title
    subject = message("[khronos] {title}: an offer to take over a seat", title=title)
    mark = sha256(text.encode()).hexdigest()[:32]
    mail = addressed_letter(opened, between, speak(subject), f"<offer.{mark}@{DOMAIN}>")
    said = message("To read the offer, save the attachment, open a terminal in its folder and type:")
    agree = message("If you agree, type the command that khronos prints.")
    lines = [
        *wrapped_lines(speak(said)),
        "",
        f"  khronos receive {file}",
        "",
        *wrapped_lines(speak(agree)),
        "",
    ]
    mail.set_content("\n".join(lines), cte="quoted-printable")
    _attach(mail, text.encode(), file, mark)
    return mail


def _attach(mail: EmailMessage, data: bytes, name: str, mark: str) -> None:
    """Attach a file under this name.

    The MIME boundaries, which would otherwise be random, are made from `mark`: text that no encoded line can
    contain.
    """
    mail.add_attachment(data, maintype="application", subtype="octet-stream", filename=name, cte="base64")
    mail.set_boundary(f"=_khronos_{mark}")
    for part in mail.iter_parts():
        if part.is_multipart():
            part.set_boundary(f"=_both_{mark}")


def unsent_letter_text(mail: EmailMessage) -> str:
    """The letter as the text of a file, which mail programs open as an unsent letter.

    Outlook needs an additional header for this.
    """
    line_end = mail.policy.linesep
    head, gap, body = mail.as_bytes().decode().partition(line_end * 2)
    return f"{head}{line_end}X-Unsent: 1{gap}{body}"


def has_armor(mail: EmailMessage) -> bool:
    """Return whether the text of a letter contains the save as armor, in addition to the attachment."""
    body = mail.get_body(("plain",))
    return body is not None and SAVE_BEGIN in body.get_content()


def _letter_body(opened: Opened, between: Addresses, news: Sequence[Entry], speak: Translate) -> LetterBody:
    """The contents of a letter: for players the news and an order block, for others how to join."""
    table = opened.table
    title = table.header.title
    if between.inviter:
        sections = invitation_sections(table, between, table_attachment_name(table), speak)
        return LetterBody(title, (speak(invitation_sentence(table, between)),), "", (), sections)
    reader = LetterReader.of(table, between)
    told = [[speak(line) for line in entry_lines(entry)] for entry in news]
    told += [[speak(line)] for line in _open_roll_lines(table, reader)]
    sections = (
        *_deadline_sections(opened, speak),
        *_how_to_continue_sections(table, reader, speak),
        *_choice_sections(opened, reader, speak),
        *_order_block_sections(table, reader, speak),
    )
    shown = shortened_news(told, _game_word(table), speak)
    lead = tuple(speak(line) for line in (whose_move_line(table), *reader.salutation()))
    return LetterBody(title, lead, speak(reader.news_head()), shown, sections)


def _open_roll_lines(table: Table, reader: LetterReader) -> Iterator[str]:
    """Yield a line if the reader's share completes a dice roll.

    The boards show the state before the roll.
    """
    opened, seat = table.ledger.rolls.open, reader_seat(table)
    if opened is not None and opened.missing == (seat,):
        yield reader.asked(message("Your share completes a dice roll. To see the result, type khronos next."))


def _deadline_sections(opened: Opened, speak: Translate) -> Iterator[Section]:
    """The deadline and the vote that may follow, if the game has votes or a clock."""
    table = opened.table
    if table.run is not None or clock_of(table.header) is not None:
        yield from (Section(speak(line)) for line in deadline_lines(opened.save, table, opened.seen))
    follows = vote_after_deadline(table, _game_word(table))
    if follows is not None:
        yield Section(speak(follows[0]), (follows[1],), True)


def _game_word(table: Table) -> str:
    """The name of the game in the reader's commands, once the letter has been received."""
    return shell_operand(title_slug(table.header.title))


def _choice_sections(opened: Opened, reader: LetterReader, speak: Translate) -> Iterator[Section]:
    """The reason why a choice is needed, and the public effects of each answer."""
    table = opened.table
    now = waiting(table)
    if table.run is None and now is not None and now.choice is not None:
        ask = reader.asked(message("Choose an answer. This is what each one does:"))
        answers = [ask, *answer_lines(table, now.choice)]
        for head, *lines in filter(None, (cause_lines(table, opened.history), answers)):
            yield Section(speak(head), tuple(speak(line) for line in lines))


def _armor_lines(data: bytes, speak: Translate) -> list[str]:
    """The save as text armor, or a sentence instead if the armor would be too long."""
    try:
        text = armor(data)
    except KhronosError:
        text = ""
    if 0 < len(text) <= MAX_INLINE:
        said = message("The save as text (also attached):")
        return [*wrapped_lines(speak(said)), "", text]
    said = message("The save is attached. It is too long to be shown here as text.")
    return [*wrapped_lines(speak(said)), ""]


def _how_to_continue_sections(table: Table, reader: LetterReader, speak: Translate) -> Iterator[Section]:
    """The command that receives the letter and shows what to do next."""
    if waiting(table) is None:
        head = message("To keep the game, save the attachment, open a terminal in its folder and type:")
        yield Section(speak(head), (f"khronos receive {table_attachment_name(table)}",), True)
        return
    yield Section(speak(reader.next_head()), (f"khronos next {table_attachment_name(table)} --send",), True)


def _order_block_sections(table: Table, reader: LetterReader, speak: Translate) -> Iterator[Section]:
    """An empty order block for this turn, to fill in and send back, or the command for a vote."""
    now = waiting(table)
    if next_voter(table) is not None:
        said = reader.asked(message("After that, if you agree, type:"))
        yield Section(
            speak(said), (" ".join(["khronos vote", _game_word(table), *ballot_words(table)]),), True
        )
        return
    if now is None or now.seat is None or now.need in (ASSIST, ACK, JOIN):
        return
    head = message(
        "Write your orders between the first and last lines below, then send all the lines to "
        "yourself by e-mail. Alternatively, type khronos play {word} -c 'ORDERS'.",
        word=_game_word(table),
    )
    lines = order_form_lines(table, now, speak)
    begin = f"{ORDERS_BEGIN} {table.header.id} {table.seq}-----"
    yield Section(speak(reader.asked(head)), (begin, *lines, ORDERS_END), True)


def mailto_link(opened: Opened, between: Addresses, speak: Translate = untranslated) -> str:
    """A `mailto:` link for the letter. The save does not fit into a link and has to be attached."""
    body = speak(
        message("{whose_move:Name}\n\nThe save is attached.\n", whose_move=whose_move_line(opened.table))
    )
    copies = f"&cc={quote(','.join(between.copies))}" if between.copies else ""
    to = ",".join(quote(address, safe="@") for address in between.to)
    subject = quote(letter_subject(opened.table, speak, between))
    return f"mailto:{to}?subject={subject}{copies}&body={quote(body)}"
