"""Letters to telephones for tests: of games in play, and what their links open."""

from __future__ import annotations

from datetime import UTC
from email.message import EmailMessage
from typing import NamedTuple
from urllib.parse import unquote

from khronos_pbem.engine.features.bots import SearchSettings
from khronos_pbem.languages import translator
from khronos_pbem.remote.letters.letter_contents import LetterContents
from khronos_pbem.remote.letters.telephone_letter import compose_telephone_letter
from khronos_pbem.session.queries.player_view import load_view
from khronos_pbem.session.replay.table import waiting
from khronos_pbem.session.turns.starting_point import starting_point_in_view
from khronos_pbem.session.turns.turn_draft import Composition
from tests.mail.letterbox import Page, page_of, parsed, text_of
from tests.support.clocks import saw
from tests.support.playing import Group

ADDRESS = "alice+games@example.org"
TOKEN = "khr-abcdefgh-abcdefghijklmnopqrstuvwxyz"
MARK = "0123456789abcdef" * 2
SEEN, AT = "2026-11-17T12:00:00Z", "2026-11-20T12:00:00Z"
CLOCK = {"days": 7, "workdays": False}


def telephone(group: Group, name: str = "", token: str = TOKEN) -> LetterContents:
    """What the letter to a player (without a name: to the player to move) is made of, in a game as it is."""
    reader = name or group.mover()
    saw(group.home(reader), group.save, SEEN)
    view = load_view(group.save, group.context(reader))
    return LetterContents(view.opened, view, ADDRESS, token, MARK, at=AT)


def letter_of(
    letter: LetterContents, language: str = "en", thinking: SearchSettings | None = None
) -> EmailMessage:
    """The letter in a language, read again from its bytes."""
    return parsed(bytes_of_letter(letter, language, thinking))


def bytes_of_letter(
    letter: LetterContents, language: str = "en", thinking: SearchSettings | None = None
) -> bytes:
    """The letter in a language, as it is sent."""
    speak = translator(language, UTC)
    return compose_telephone_letter(letter._replace(language=language), thinking, speak).as_bytes()


def plain_text_of(mail: EmailMessage) -> str:
    """The plain text of a letter, with the line ends of Python."""
    return text_of(mail).replace("\r\n", "\n")


class OpenedReply(NamedTuple):
    """What a mail program opens for a link: the address, the subject, and the lines of the text."""

    address: str
    subject: str
    lines: tuple[str, ...]

    @property
    def request(self) -> tuple[str, ...]:
        """The lines that are no comments, without the token."""
        assert self.lines[-2:] == ("", TOKEN)
        return tuple(line for line in self.lines[:-2] if not line.startswith("#"))

    @property
    def comments(self) -> tuple[str, ...]:
        """The comments."""
        return tuple(line for line in self.lines if line.startswith("#"))

    @property
    def orders(self) -> str:
        """The orders of a request to play or to try."""
        word, _, more = self.request[0].partition(" ")
        assert word in ("play", "try")
        return "\n".join((more, *self.request[1:]))


def opened_reply(url: str) -> OpenedReply:
    """What a link opens (RFC 6068); it has a subject and a text, and nothing else."""
    scheme, _, rest = url.partition(":")
    address, _, fields = rest.partition("?")
    assert scheme == "mailto"
    names, values = zip(*(field.split("=") for field in fields.split("&")), strict=True)
    assert names == ("subject", "body")
    subject, body = map(unquote, values)
    return OpenedReply(unquote(address), subject, tuple(body.split("\r\n")))


class LinkedPage(Page):
    """The page of a letter with its links, which are strange in all other letters."""

    def __init__(self, text: str) -> None:
        self.urls: list[str] = []
        super().__init__(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Take links aside: they have an address for mail, a style, and nothing else."""
        if tag != "a":
            super().handle_starttag(tag, attrs)
            return
        self.open.append(tag)
        found = dict(attrs)
        url = found.pop("href", None) or ""
        self.urls.append(url)
        if set(found) != {"style"} or not url.startswith("mailto:"):
            self.strange.append(f"a {attrs}")


def replies_in(mail: EmailMessage) -> list[OpenedReply]:
    """What the links of a letter open, in their order."""
    return [opened_reply(url) for url in LinkedPage(page_of(mail)).urls]


def composition_of(letter: LetterContents) -> Composition:
    """No orders yet, on the position of a letter whose player is to move."""
    return Composition(starting_point_in_view(letter.view))


def played_until(group: Group, need: str, most: int = 60) -> Group:
    """Play on until somebody has to do this; the group itself."""
    for _ in range(most):
        now = waiting(group.table())
        assert now is not None
        if now.need == need:
            return group
        group.step()
    raise AssertionError(f"nobody had to do this: {need}")
