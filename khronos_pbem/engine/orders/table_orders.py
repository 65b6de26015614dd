"""The orders that are the same in every game, such as messages and ending a turn (FORMATS 2).

A game adds those that it uses to its forms and words. It may use its own classes for policies and
`end`.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from khronos_pbem.engine.contract import Event
from khronos_pbem.engine.digests import decode_bytes, is_public_key
from khronos_pbem.engine.markers import holds_mark
from khronos_pbem.engine.orders.forms import Form, InvalidValue, Shape
from khronos_pbem.engine.orders.splitting import quote_text
from khronos_pbem.engine.orders.vocabulary import FRENCH, GERMAN
from khronos_pbem.messages import Moment, VerbatimText, message

MAX_MESSAGE = 500

WORDS = """
POLICY | policy | consigne | vorgabe regel
MESSAGE | message | message | nachricht
AWAY | away | absent absente | abwesend
UNTIL | until | jusqu'au jusque | bis
HANDOVER | handover | transmettre | übergeben
RESIGN | resign | abandonner | aufgeben
END | end | fin finir | ende beenden
LOOK | look | regarder | schauen
"""
"""The words of all table orders; a game selects the words of its own orders with `words.rows_of`."""


@dataclass(frozen=True, slots=True)
class Message:
    """Send a message to all players; it is stored in the record."""

    text: str


@dataclass(frozen=True, slots=True)
class Away:
    """Tell the others that you are away until a day (`2026-12-24`); it has no effect on the game."""

    until: str


@dataclass(frozen=True, slots=True)
class Handover:
    """Name the identity that may take over the seat (DECK 9.5).

    `key` is an Ed25519 public key: 32 bytes as base64url.
    """

    key: str


@dataclass(frozen=True, slots=True)
class Resign:
    """Leave the game."""


@dataclass(frozen=True, slots=True)
class Look:
    """Wait for the result of a roll before the turn continues (DECK 10.6)."""


@dataclass(frozen=True, slots=True)
class Policy:
    """A standing order that answers choices of one kind from now on. Each game has its own subclass."""

    setting: str


@dataclass(frozen=True, slots=True)
class End:
    """End the turn. A game can have its own class with more parts."""


def unquote_message(quoted: str) -> str:
    """Return the text inside plain quotes, unescaped.

    Raises InvalidValue if the quotes are incomplete or the text is not a valid message.
    """
    if len(quoted) < 2 or not re.fullmatch(r'"(?:[^"\\]|\\["\\])*"', quoted):
        raise InvalidValue(message('put a " at the end; inside the text, write \\" for " and \\\\ for \\'))
    text = re.sub(r"\\(.)", r"\1", quoted[1:-1])
    if not text.strip() or len(text) > MAX_MESSAGE or not text.isprintable():
        raise InvalidValue(message("a message must have 1 to {most} printable characters", most=MAX_MESSAGE))
    if holds_mark(text):
        raise InvalidValue(
            message(
                "a message must not contain a line that looks like the start of the orders or of the "
                "save in an e-mail"
            )
        )
    return text


def parse_identity(text: str) -> str:
    """Return the text of a public key unchanged.

    Raises InvalidValue if the text cannot be an identity's public key.
    """
    try:
        fits = is_public_key(decode_bytes(text, 32))
    except ValueError:
        fits = False
    if not fits:
        raise InvalidValue(
            message(
                "this is not the public key of an identity; khronos contacts list shows the keys you know"
            )
        )
    return text


NUMBER = Shape("NUMBER", re.compile(r"[1-9][0-9]?", re.ASCII), "a number", "1", int)
TEXT = Shape(
    "TEXT",
    re.compile(r'".*', re.DOTALL),
    'text in quotes, like "well played"',
    '"text"',
    unquote_message,
    quote_text,
    examples={FRENCH: '"texte"', GERMAN: '"Text"'},
)
DATE = Shape(
    "DATE",
    re.compile(r"20[0-9]{2}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12][0-9]|3[01])", re.ASCII),
    "a date like 2026-12-24",
    "2026-12-24",
)

IDENTITY = Shape(
    "IDENTITY",
    re.compile(r"[A-Za-z0-9_-]{43}", re.ASCII),
    "a public key of 43 characters",
    "KEY",
    parse_identity,
    examples={FRENCH: "CLÉ", GERMAN: "SCHLÜSSEL"},
)

MESSAGE = Form(Message, "MESSAGE TEXT", "FORMATS 2", "send a message to all players")
AWAY = Form(Away, "AWAY UNTIL DATE", "FORMATS 2", "tell the others that you will be away until the given day")
HANDOVER = Form(Handover, "HANDOVER IDENTITY", "DECK 9.5", "name the identity that can take over your seat")
LOOK = Form(Look, "LOOK", "DECK 10.6", "see the result of the roll before you continue your turn")


def resign_form(paragraph: str) -> Form:
    """Return the form of `resign`; `paragraph` explains what leaving means in a game."""
    return Form(Resign, "RESIGN", paragraph, "leave the game")


def end_form(paragraph: str, order: type = End, line: str = "END") -> Form:
    """Return the form of `end`, or of a game's own class for it with more parts."""
    return Form(order, line, paragraph, "end your turn; every turn needs this order")


def policy_form(order: type[Policy], line: str, paragraph: str, does: str) -> Form:
    """Return the form of a policy; `line` is its subject and settings, like `PLACEMENT (AUTO | ASK)`."""
    return Form(order, f"POLICY {line}", paragraph, does)


# --- what happens by them, the same in all games ----------------------------------------------------------


def message_event(who: str, order: Message) -> Event:
    """Return the public event of a message."""
    text = message("{who} says: {words}", who=who, words=VerbatimText(order.text))
    return Event("message", "FORMATS 2", text, seat=who)


def away_event(who: str, order: Away) -> Event:
    """Return the public event of an absence."""
    text = message("{who} is away until {until}", who=who, until=Moment(order.until))
    return Event("away", "FORMATS 2", text, seat=who)


def handover_event(who: str, order: Handover) -> Event:
    """Return the public event for a player's choice of who may take over the seat."""
    text = message("{who} names the identity {key} as their replacement", who=who, key=order.key)
    return Event("handover", "DECK 9.5", text, seat=who)
