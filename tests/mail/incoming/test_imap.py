"""A mail server that is hostile, or holds a hostile letter: the other letters are taken in all the same."""

from __future__ import annotations

import imaplib
from typing import Any

import pytest

from khronos_pbem.errors import InvalidFile, KhronosError, UsageError
from khronos_pbem.mail.formats.mail_sources import MAX_MAIL
from khronos_pbem.mail.incoming.imap import MAX_ANSWER, Mailbox, _LimitedImap, _quoted_mailbox_name


class Server:
    """Answers with what it was given, by letter; an exception is raised."""

    def __init__(self, letters: dict[bytes, Any], found: Any = None) -> None:
        self.letters = letters
        self.found = [b" ".join(letters)] if found is None else found
        self.read: list[str] = []

    def search(self, *_: Any) -> tuple[str, Any]:
        return "OK", self.found

    def fetch(self, number: str, what: str) -> tuple[str, Any]:
        letter = self.letters[number.encode()]
        if isinstance(letter, Exception):
            raise letter
        if "SIZE" in what:
            size = letter if isinstance(letter, int) else 5
            return "OK", [b"%s (RFC822.SIZE %d)" % (number.encode(), size)]
        return ("NO", []) if letter is None else ("OK", letter)

    def store(self, number: str, *_: Any) -> tuple[str, Any]:
        self.read.append(number)
        return "OK", []

    def logout(self) -> None:
        raise imaplib.IMAP4.abort("gone")

    def shutdown(self) -> None:
        raise OSError("gone")


def body(data: bytes) -> list[Any]:
    return [(b"1 (BODY[] {5}", data), b")"]


def looked(server: Server) -> list[bytes | str]:
    """What comes of each letter: its bytes, or what kept them."""
    mailbox = Mailbox(server, "host/INBOX")  # type: ignore[arg-type]
    found: list[bytes | str] = []
    try:
        for _, letter in mailbox.unread_letters():
            try:
                found.append(letter.data)
            except KhronosError as problem:
                found.append(str(problem))
    finally:
        mailbox.close()
    return found


BAD: dict[str, Any] = {
    "refused": None,
    "broken off": imaplib.IMAP4.abort("gone"),
    "with a number of many digits": ValueError("too many digits"),
    "timed out": TimeoutError(),
    "too large": MAX_MAIL + 1,
    "without a body": [b")"],
    "with a body that is none": [(b"1 (BODY[] {5}", None), (b"x",), None, 7],
}


@pytest.mark.parametrize("name", BAD)
def test_one_bad_letter_keeps_no_other_out(name: str) -> None:
    before, bad, after = looked(Server({b"1": body(b"hello"), b"2": BAD[name], b"3": body(b"world")}))
    assert (before, after) == (b"hello", b"world")
    assert bad == b"" or isinstance(bad, str)


@pytest.mark.parametrize("found", [[None], [b""], [b"x \xff " + b"9" * 5000], [7], [b"\x00"]], ids=ascii)
def test_a_list_of_letters_that_is_none(found: Any) -> None:
    server = Server({b"9" * 10: None}, found)
    assert all(isinstance(each, str) for each in looked(server))


def test_no_list_at_all(monkeypatch: pytest.MonkeyPatch) -> None:
    server = Server({})
    monkeypatch.setattr(server, "search", lambda *_: ("NO", []))
    with pytest.raises(UsageError, match="refused the command search"):
        looked(server)


def test_a_server_that_sends_without_end() -> None:
    """It is left before anything of such a size is read."""
    connection = _LimitedImap.__new__(_LimitedImap)
    with pytest.raises(imaplib.IMAP4.abort, match="too much"):
        connection.read(MAX_ANSWER + 1)


def test_the_letter_that_is_too_large_says_so() -> None:
    mailbox = Mailbox(Server({b"1": MAX_MAIL + 1}), "host/INBOX")  # type: ignore[arg-type]
    ((_, letter),) = mailbox.unread_letters()
    assert isinstance(letter.problem, InvalidFile)
    mailbox.close()


def test_names_of_mailboxes() -> None:
    """RFC 3501, 5.1.3: the example there, and signs that would end the name."""
    assert (
        _quoted_mailbox_name("~peter/mail/\u53f0\u5317/\u65e5\u672c\u8a9e")
        == '"~peter/mail/&U,BTFw-/&ZeVnLIqe-"'
    )
    assert _quoted_mailbox_name('a"b\\') == '"a\\"b\\\\"'
    assert _quoted_mailbox_name("Entw\u00fcrfe & mehr") == '"Entw&APw-rfe &- mehr"'
    assert _quoted_mailbox_name("INBOX") == '"INBOX"'
