"""The letter that takes a game to the player who has to act: the same letter for the same save, always."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from email.message import EmailMessage
from email.policy import SMTP
from email.utils import format_datetime
from typing import NamedTuple
from urllib.parse import quote

from khronos_pbem.engine.digests import decode_bytes
from khronos_pbem.engine.features import Words
from khronos_pbem.engine.markers import ORDERS_BEGIN, ORDERS_END, SAVE_BEGIN
from khronos_pbem.errors import KhronosError, UsageError
from khronos_pbem.games.registry import optional
from khronos_pbem.mail.armor import MAX_INLINE, armor
from khronos_pbem.mail.contacts import Contact, address_named, address_of
from khronos_pbem.mail.sources import MAX_MAIL
from khronos_pbem.record.block import ASSIST
from khronos_pbem.saying import Speak, as_it_is, say
from khronos_pbem.session.opening import Opened
from khronos_pbem.session.pictures import picture
from khronos_pbem.session.saving import save_text, since_last_turn, whose_move
from khronos_pbem.session.table import Table, waiting

DOMAIN = "khronos.invalid"  # RFC 2606: message ids need a domain, and players have none


_LABEL = re.compile(
    rb"^Message-ID:\s*<([0-9a-f]{32})\.(\d{1,6})\.([0-9a-f]{16})@khronos\.invalid>",
    re.MULTILINE | re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Addresses:
    """Who writes, to whom, and who gets a copy."""

    sender: str
    to: tuple[str, ...]
    copies: tuple[str, ...] = ()


def addresses(
    table: Table, contacts: list[Contact], sender: str, me: int | None, *, to: Sequence[str], copies: bool
) -> Addresses:
    """To whom it is said (names or addresses), else to the player who must act, at the end to all others.

    With `copies` the rest of the players get a copy. Raises UsageError if an address is not known.
    """
    now = waiting(table)
    others = [seat for seat in range(len(table.seats)) if seat != me]
    main = [now.seat] if now is not None and now.seat is not None else others
    if to:
        main = []
    elif now is not None and now.seat is None:
        hint = say("khronos send FILE --to bob, or his address")
        raise UsageError(
            say("the game waits for players to join: say whom you invite"), rule="FORMATS 1", hint=hint
        )
    elif main == [me]:
        raise UsageError(
            say("it is your own move: play first, then send"), rule="FORMATS 1", hint=say("khronos play FILE")
        )
    rest = [seat for seat in others if seat not in main] if copies else []
    told = tuple(address_named(contacts, word) for word in to)
    named = tuple(address_of(contacts, table.seats[seat]) for seat in main if seat is not None)
    return Addresses(sender, told + named, tuple(address_of(contacts, table.seats[seat]) for seat in rest))


def letter(opened: Opened, between: Addresses, speak: Speak = as_it_is) -> EmailMessage:
    """The letter for the newest block of a save: text, text armor if it is not too long, the save attached.

    It depends on the save, the addresses and the language alone, so that sending it again sends the same;
    comments in the file that it was read from are not sent.

    Raises UsageError for a save too large for any mail.
    """
    table, data = opened.table, save_text(opened.save, opened.history).encode()
    if len(data) * 3 // 2 > MAX_MAIL:
        hint = say("hand the file over in another way")
        raise UsageError(say("the save is too large for a letter"), rule="FORMATS 1", hint=hint)
    mail = EmailMessage(policy=SMTP.clone(max_line_length=998))
    mail["From"], mail["To"] = between.sender, ", ".join(between.to)
    if between.copies:
        mail["Cc"] = ", ".join(between.copies)
    mail["Subject"] = subject(table, speak)
    mail["Date"] = _date(opened)
    mail["Message-ID"] = message_id(opened, table.seq)
    if table.seq > 0:
        mail["In-Reply-To"] = message_id(opened, table.seq - 1)
        mail["References"] = " ".join(dict.fromkeys(message_id(opened, seq) for seq in (0, table.seq - 1)))
    mail.set_content(_body(opened, data, speak), cte="quoted-printable")
    name = re.sub(r"[^A-Za-z0-9]+", "-", table.header.title).strip("-").lower() or "game"
    mail.add_attachment(data.decode(), subtype="plain", filename=f"{name}.khronos.txt", cte="base64")
    mail.set_boundary(f"=_khronos_{opened.history.heads[-1].hex()[:32]}")
    return mail


def has_armor(mail: EmailMessage) -> bool:
    """Whether the save stands in the text of a letter too, and not in its attachment only."""
    body = mail.get_body()
    return body is not None and SAVE_BEGIN in body.get_content()


def subject(table: Table, speak: Speak = as_it_is) -> str:
    """The subject: the game, the round, whose move it is."""
    now = waiting(table)
    if now is None:
        return speak(say("[khronos] {title}: the game is over", title=table.header.title))
    if now.seat is None:
        return speak(say("[khronos] {title}: join the game", title=table.header.title))
    where = say(
        "round {round}, {what}",
        round=table.game.round(table.position),
        what=_NEXT[now.need](table.seats[now.seat].colour),
    )
    return speak(say("[khronos] {title}: {where}", title=table.header.title, where=where))


_NEXT: dict[str, Callable[[str], str]] = {
    "turn": lambda colour: say("{colour}'s move", colour=colour),
    "answer": lambda colour: say("{colour}'s choice", colour=colour),
    "assist": lambda colour: say("{colour}'s shares", colour=colour),
}


def message_id(opened: Opened, seq: int) -> str:
    """The id of the letter that carries block `seq`: of the game and the block's hash."""
    game = decode_bytes(opened.save.header.id, 16).hex()
    return f"<{game}.{seq}.{opened.history.heads[seq + 1].hex()[:16]}@{DOMAIN}>"


class Label(NamedTuple):
    """What the id of a letter of ours says: the game (hex), the block, 16 hex digits of its hash."""

    game: str
    seq: int
    head: str


def label_of(head: bytes) -> Label | None:
    """The label of a letter of ours by the headers of a mail; None if it is another mail."""
    match = _LABEL.search(head.split(b"\n\n")[0].split(b"\r\n\r\n")[0])
    return Label(match[1].decode(), int(match[2]), match[3].decode()) if match else None


def _date(opened: Opened) -> str:
    at = opened.save.blocks[-1].at if opened.save.blocks else opened.save.header.created
    return format_datetime(datetime.fromisoformat(at))


def _body(opened: Opened, data: bytes, speak: Speak) -> str:
    """What happened since the player's last turn, the boards, what can be done now, the save."""
    table = opened.table
    told = [speak(line) for line in (whose_move(table), "", *since_last_turn(opened.history))]
    lines = [table.header.title, "", *told, *picture(table, (), speak), "", *_skeleton(table, speak)]
    return "\n".join([*lines, "", *_armored(data, speak)])


def _armored(data: bytes, speak: Speak) -> list[str]:
    """The save as text armor; where it is, if that would be too long."""
    try:
        text = armor(data)
    except KhronosError:
        text = ""
    if 0 < len(text) <= MAX_INLINE:
        return [speak(say("The save, for khronos receive; it is in the attachment too:")), "", text]
    return [
        speak(say("The save, for khronos receive, is in the attachment; it is too long for the text.")),
        "",
    ]


def _skeleton(table: Table, speak: Speak) -> list[str]:
    """An order block of this very turn to fill in and send back."""
    now = waiting(table)
    if now is None or now.seat is None or now.need == ASSIST:
        return []
    if now.choice is not None:
        todo = [say("# {order}", order=f"{now.choice.kind} {option}") for option in now.choice.options]
    else:
        words = optional(table.game, Words)
        todo = [say("# {form}", form=form) for form in (words.suggested() if words is not None else ())]
        todo.append(
            say(
                "# take away the # before what you order, and fill it in; the last order is {order}",
                order="end",
            )
        )
    return [
        speak(say("Reply to yourself with your orders in this block, or give them to khronos play:")),
        "",
        f"{ORDERS_BEGIN} {table.header.id} {table.seq}-----",
        *map(speak, todo),
        ORDERS_END,
    ]


def mailto(opened: Opened, between: Addresses, speak: Speak = as_it_is) -> str:
    """A link for a mail program; the save does not fit into it and has to be attached."""
    body = speak(say("{whose_move}\n\nThe save is attached.\n", whose_move=whose_move(opened.table)))
    copies = f"&cc={quote(','.join(between.copies))}" if between.copies else ""
    to = ",".join(quote(address, safe="@") for address in between.to)
    return f"mailto:{to}?subject={quote(subject(opened.table, speak))}{copies}&body={quote(body)}"
