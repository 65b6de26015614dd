"""Header lines of letters: what players typed stays text in them, and nothing that is read is decoded."""

from __future__ import annotations

import base64
import re
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from email.header import decode_header, make_header
from email.message import EmailMessage
from pathlib import Path
from typing import Any

import pytest

from khronos_pbem.characters import escape_invisible
from khronos_pbem.errors import UsageError
from khronos_pbem.home.config import is_address, read_config
from khronos_pbem.home.keyring import load_identity
from khronos_pbem.mail.formats.mail_sources import Letter
from khronos_pbem.mail.formats.mime_parts import parse_mime_parts
from khronos_pbem.mail.incoming.learn_addresses import find_sender
from khronos_pbem.mail.outgoing.letter import compose_letter, mailto_link, unsent_letter_text
from khronos_pbem.mail.outgoing.smtp import send_letter
from khronos_pbem.record.chain import head_hash
from khronos_pbem.record.save import Header, Save, new_id, parse_save, write_save
from khronos_pbem.session.commands.write_blocks import new_game
from khronos_pbem.session.replay.draft_block import Author, draft_join, game_secret
from khronos_pbem.session.replay.table import Seat, new_table
from tests.archive.games import MIDDLE, opened
from tests.mail.letterbox import BETWEEN, attached, parsed
from tests.mail.servers import smtp_server
from tests.support.playing import Group, no_passphrase, options
from tests.support.shell import Person

EVIL = "\r\nBcc: eve@example.org\r\nContent-Type: text/html\r\n\r\n<h1>You have won</h1>"


def q_word(text: str) -> str:
    """A text as an encoded word of RFC 2047, letter by letter."""
    return f"=?utf-8?q?{''.join(f'={byte:02X}' for byte in text.encode())}?="


def b_word(text: str) -> str:
    """A text as an encoded word in base64."""
    return f"=?utf-8?b?{base64.b64encode(text.encode()).decode()}?="


TRICKS = {
    "q": q_word(EVIL),
    "short": "=?utf-8?q?x=0D=0ABcc:_eve@example.org=0D=0AContent-Type:_text/html=0D=0A=0D=0A<h1>Won</h1>?=",
    "b": b_word(EVIL),
    "case": q_word(EVIL).replace("?q?", "?Q?").replace("utf-8", "US-ASCII"),
    "language": q_word(EVIL).replace("utf-8", "utf-8*en"),
    "twice": b_word(q_word(EVIL)),
    "beside text": f"a{q_word(EVIL)}b",
    "two words": f"{q_word('a')} {q_word(EVIL)}",
    "overlapping": f"==??{q_word(EVIL)}?=",
    "long": f"{'x' * 60} {q_word(EVIL)} {'y' * 60}",
    "not ASCII": f"Grüße 🎲 {q_word(EVIL)}",
    "CR LF": f"a{EVIL}",
    "LF": f"a{EVIL}".replace("\r", ""),
    "CR": f"a{EVIL}".replace("\n", ""),
    "line ends of Unicode": "a\x0bBcc: x\x0cBcc: x\x1cBcc: x\x85Bcc: x\u2028Bcc: x\u2029Bcc: x",
    "NUL": "a\x00b",
    "quotes": 'a"; filename="../x.exe"; x="',
    "percent": "utf-8''a%0D%0ABcc:%20eve@example.org",
    "comment": "a (b) <eve@example.org>, eve@example.org",
    "only long": "z" * 200,
    "wide": "漢字" * 90,
}
FIELDS = ("title", "name", "sender", "to", "copies")

HEADERS = [
    "From", "To", "Cc", "Subject", "Date", "Message-ID", "X-Khronos-ID", "In-Reply-To", "References",
    "MIME-Version", "Content-Type",
]  # fmt: skip
OF_PARTS = ["Content-Type", "Content-Transfer-Encoding", "Content-Disposition", "MIME-Version"]


def letter_with(field: str, trick: str) -> EmailMessage:
    """A letter in which somebody has typed a trick for one of the fields."""
    between = replace(BETWEEN, copies=("carol@example.org",))
    found = opened(MIDDLE)
    table = found.table
    if field == "title":
        table = table._replace(header=replace(table.header, title=trick))
    elif field == "name":  # of whoever invites: it stands in the subject
        between = replace(between, inviter=trick)
    elif field == "sender":
        between = replace(between, sender=f"{trick}@example.org")
    elif field == "to":
        between = replace(between, to=(f"{trick}@example.org", "dave@example.org"))
    else:
        between = replace(between, copies=(f"{trick}@example.org", "dave@example.org"))
    entries = [*found.history.entries[:-1], found.history.entries[-1]._replace(table=table)]
    return compose_letter(found._replace(history=found.history._replace(entries=entries)), between)


def headers_of(data: bytes) -> list[tuple[str, str]]:
    """The headers of some bytes as RFC 5322 has them, without any parser of ours or of Python."""
    lines = re.sub(rb"\r\n(?=[ \t])", b"", data.partition(b"\r\n\r\n")[0]).decode().split("\r\n")
    return [(name, text.strip()) for name, _, text in (line.partition(":") for line in lines)]


def decodings(text: str) -> Iterator[str]:
    """A header as it is sent, as a mail program decodes it, and as one does that decodes again and again."""
    for _ in range(4):
        yield text
        with suppress(ValueError, LookupError):
            text = str(make_header(decode_header(text)))


def check_harmless(data: bytes) -> None:
    """What is sent has the headers of every letter and no others, whoever reads them, and one body."""
    assert b"\n" not in data.replace(b"\r\n", b"")
    assert b"\r" not in data.replace(b"\r\n", b"")
    found = headers_of(data)
    assert [name for name, _ in found if name != "X-Unsent"] == HEADERS
    for name, text in found:
        for shown in decodings(text):
            assert shown.isprintable(), (name, shown)
    mail = parsed(data)
    assert [part.get_content_type() for part in mail.walk()] == [
        "multipart/mixed", "multipart/alternative", "text/plain", "text/html", "application/octet-stream"
    ]  # fmt: skip
    for part in mail.walk():
        assert part is mail or set(part.keys()) <= set(OF_PARTS)
    for each in mail.values():
        assert not re.search(r"[\r\n]", str(each))
    name, save = attached(mail)
    assert re.fullmatch(r"[a-z0-9-]+-\d{4}\.khronos", name)
    assert parse_save(save) == opened(MIDDLE).save


@pytest.mark.parametrize("trick", TRICKS)
@pytest.mark.parametrize("field", FIELDS)
def test_no_trick_becomes_a_header_in_a_file(field: str, trick: str) -> None:
    """Typed as a title, a name or an address, in the file that a mail program opens."""
    check_harmless(unsent_letter_text(letter_with(field, TRICKS[trick])).encode())


class Taken:
    """A mail server's storage: the bytes of what it was given."""

    def __init__(self) -> None:
        self.letters: list[bytes] = []

    async def handle_DATA(self, server: Any, session: Any, envelope: Any) -> str:  # noqa: N802 - aiosmtpd's
        self.letters.append(envelope.content)
        return "250 taken"


@pytest.mark.parametrize("field", ["title", "name"])
def test_no_trick_becomes_a_header_on_its_way_through_a_server(field: str, tmp_path: Path) -> None:
    """Addresses of that kind are refused where they are typed, so only the others get as far."""
    taken = Taken()
    controller = smtp_server(taken)  # type: ignore[arg-type]
    config = read_config(["smtp_host=127.0.0.1", f"smtp_port={controller.port}", "smtp_security=none"])
    try:
        for trick in TRICKS.values():
            assert send_letter(config, tmp_path, letter_with(field, trick), list, again=True).sent
    finally:
        controller.stop()
    assert len(taken.letters) == len(TRICKS)
    for data in taken.letters:
        check_harmless(data)


@pytest.mark.parametrize("trick", TRICKS)
def test_a_title_is_shown_as_it_was_typed(trick: str) -> None:
    """What hides nothing is there, letter by letter, and of what would hide something all can be read."""
    mail = parsed(letter_with("title", TRICKS[trick]).as_bytes())
    shown = escape_invisible(TRICKS[trick]).replace("=?", "= ?")
    assert str(mail["Subject"]).startswith(f"[khronos] {shown}:")
    assert "=?" not in mail["Subject"]
    link = mailto_link(opened(MIDDLE), replace(BETWEEN, inviter=TRICKS[trick]))
    assert not re.search(r"%3D%3F|%0D", link.partition("&body=")[0], re.IGNORECASE)


@pytest.mark.parametrize("trick", [*TRICKS.values(), "=?utf-8?q?a?="], ids=[*TRICKS, "short"])
def test_no_trick_is_an_address(trick: str) -> None:
    if "=?" in trick or not trick.isprintable() or " " in trick:
        assert not is_address(f"{trick}@example.org")
        assert not is_address(f"bob@{trick}")
    else:
        check_harmless(letter_with("to", trick).as_bytes())


@pytest.mark.parametrize(
    "line",
    [
        "From: =?utf-8?q?eve?=@example.org",
        "From: =?utf-8?q?eve=40example.org?=",
        "From: <=?utf-8?b?ZXZl?=@example.org>",
        "From: eve@=?utf-8?q?example.org?=",
        f"From: {q_word('eve@example.org' + EVIL)}",
    ],
)
def test_no_address_is_learnt_from_an_encoded_word(line: str) -> None:
    """RFC 2047 5: an encoded word is no part of an address; one in a name hides nothing."""
    assert _learnt(line) == ""
    assert _learnt("From: =?utf-8?q?J=C3=B6rg_=0D=0ABcc:_x?= <joerg@example.org>") == "joerg@example.org"


def _learnt(line: str) -> str:
    """The address that is offered to be kept of a letter with this From."""
    found = opened(MIDDLE)
    data = re.sub(
        rb"^From: .*\r$", line.encode() + b"\r", compose_letter(found, BETWEEN).as_bytes(), flags=re.M
    )
    sender = find_sender(Letter("x", data), [found.save], found.save)
    return "" if sender is None else sender.address


@pytest.mark.parametrize("key", ["name", "filename", "boundary", "charset"])
def test_no_line_end_is_read_from_a_parameter(key: str) -> None:
    """RFC 2231 hides them in percent signs, RFC 2047 in encoded words."""
    for value in (f"{key}*=utf-8''a%0D%0Ab.khronos", f'{key}="=?utf-8?q?a=0D=0Ab.khronos?="'):
        head = f"Content-Type: text/plain; {value}\nContent-Disposition: attachment; {value}\n\nsome text"
        (part,) = parse_mime_parts(head.encode()).found
        assert part.data == b"some text"
        assert part.charset.isprintable()
        assert part.media == "text/plain"


# --- the title of a game ----------------------------------------------------------------------------------


@pytest.mark.parametrize("title", ["=?utf-8?q?Ours?=", "Ours =?", "a=?b"])
def test_a_new_title_holds_no_encoded_word(title: str, tmp_path: Path) -> None:
    """FORMATS 2."""
    group = Group(tmp_path, 2)
    wrong = re.escape("the title contains =?, which mail programs would mistake for encoded text")
    with pytest.raises(UsageError, match=wrong):
        new_game(group.save, group.context("alice"), title, 2, options(), "red")
    assert not group.save.exists()


def test_the_letter_of_an_honest_joiner(tmp_path: Path) -> None:
    """Somebody starts a game of such a title with a program of his own; who joins sends a harmless letter."""
    group = Group(tmp_path, 2)
    path = tmp_path / "evil.khronos"
    path.write_text(write_save(_started(group, TRICKS["short"]), []), encoding="utf-8")
    bob = Person("bob", tmp_path / "bob")
    bob.ok("keygen", "bob")
    sent = ("--send", "--to", "alice@example.org", "--config", "address=bob@example.org")
    bob.ok("join", str(path), "--colour", "blue", *sent)
    (file,) = bob.folder.rglob("*.eml")
    data = file.read_bytes()
    assert [name for name, _ in headers_of(data)] == [
        each for each in HEADERS if each != "Cc"
    ] + ["X-Unsent"]  # fmt: skip
    mail = parsed(data)
    assert "=?" not in mail["Subject"]
    assert mail.get_content_type() == "multipart/mixed"
    assert "Bcc" not in mail


def _started(group: Group, title: str) -> Save:
    """A game with its first player, by what the program is made of, and without its check of new titles."""
    context = group.context("alice")
    header = Header(
        id=new_id(), title=title, game="khronos", seats=2, created=context.at, rules=1, options=options()
    )
    table = new_table(header)
    identity = load_identity(group.home("alice"), "alice", no_passphrase)
    seat = Seat(identity.name, "red", identity.public)
    writer = Author(0, identity, game_secret(identity.seed, table))
    return Save(header, (draft_join(table, seat, writer, head_hash(Save(header)), context.at).block,))
