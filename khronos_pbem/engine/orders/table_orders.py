"""Orders that belong to the table and not to a game: talking, waiting, leaving, ending a turn (FORMATS 2).

A game takes those it has into its forms, with their words; policies and `end` may say more in a game.
"""

from __future__ import annotations

import re

from khronos_pbem.engine.contract import Event
from khronos_pbem.engine.digests import decode_bytes, is_public_key
from khronos_pbem.engine.markers import holds_mark
from khronos_pbem.engine.orders.forms import Form, Shape, Unfit
from khronos_pbem.engine.orders.splitting import in_quotes
from khronos_pbem.engine.orders.vocabulary import FRENCH, GERMAN
from khronos_pbem.messages import Moment, VerbatimText, message
from khronos_pbem.values import value

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
"""The words of all table orders; a game takes those of its own by `words.rows_of`."""


@value
class Message:
    """A line to all players, in the record."""

    text: str


@value
class Away:
    """Tell the others until which day (`2026-12-24`) not to wait for you; in the record, without effect."""

    until: str


@value
class Handover:
    """Name the identity that may take the seat over: an Ed25519 public key, base64url of 32 bytes (DECK
    9.5).
    """

    key: str


@value
class Resign:
    """Leave the game."""


@value
class Look:
    """Wait until what is rolled is there, and then go on with the turn (DECK 10.6)."""


@value
class Policy:
    """A standing order: how choices of some kind are answered from now on; a game has a class of its own."""

    setting: str


@value
class End:
    """End the turn; games may have a class of their own with more to say."""


def unquoted(quoted: str) -> str:
    """A text out of its quotes. Raises Unfit for one that is no message."""
    if len(quoted) < 2 or not re.fullmatch(r'"(?:[^"\\]|\\["\\])*"', quoted):
        raise Unfit(message('close the text with a "; inside it, write \\" for " and \\\\ for \\'))
    text = re.sub(r"\\(.)", r"\1", quoted[1:-1])
    if not text.strip() or len(text) > MAX_MESSAGE or not text.isprintable():
        raise Unfit(message("a message has 1 to {most} printable characters", most=MAX_MESSAGE))
    if holds_mark(text):
        raise Unfit(
            message(
                "a message must not contain a line that looks like the beginning of orders or of a save in "
                "a letter"
            )
        )
    return text


def usable_key(text: str) -> str:
    """The text of an identity. Raises Unfit for one that no identity can have."""
    try:
        fits = is_public_key(decode_bytes(text, 32))
    except ValueError:
        fits = False
    if not fits:
        raise Unfit(
            message("this is not a public key of an identity; khronos contacts list shows those you know")
        )
    return text


NUMBER = Shape("NUMBER", re.compile(r"[1-9][0-9]?", re.ASCII), "a number", "1", int)
TEXT = Shape(
    "TEXT",
    re.compile(r'".*', re.DOTALL),
    'a text in quotes, like "well played"',
    '"text"',
    unquoted,
    in_quotes,
    examples={FRENCH: '"texte"', GERMAN: '"Text"'},
)
DATE = Shape(
    "DATE",
    re.compile(r"20[0-9]{2}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12][0-9]|3[01])", re.ASCII),
    "a day like 2026-12-24",
    "2026-12-24",
)

IDENTITY = Shape(
    "IDENTITY",
    re.compile(r"[A-Za-z0-9_-]{43}", re.ASCII),
    "a public key of 43 characters",
    "KEY",
    usable_key,
    examples={FRENCH: "CLÉ", GERMAN: "SCHLÜSSEL"},
)

MESSAGE = Form(Message, "MESSAGE TEXT", "FORMATS 2", "send a message to all players")
AWAY = Form(Away, "AWAY UNTIL DATE", "FORMATS 2", "tell the others that you are away until that day")
HANDOVER = Form(Handover, "HANDOVER IDENTITY", "DECK 9.5", "name the identity that can take over your seat")
LOOK = Form(Look, "LOOK", "DECK 10.6", "see what was rolled before your turn continues")


def resign_form(paragraph: str) -> Form:
    """The form of `resign`; the paragraph says what leaving means in a game."""
    return Form(Resign, "RESIGN", paragraph, "leave the game")


def end_form(paragraph: str, order: type = End, line: str = "END") -> Form:
    """The form of `end`, or of a game's own class of it with more to say."""
    return Form(order, line, paragraph, "end your turn; every turn needs this order")


def policy_form(order: type[Policy], line: str, paragraph: str, does: str) -> Form:
    """The form of a policy; `line` says what it is about, and the settings: `PLACEMENT (AUTO | ASK)`."""
    return Form(order, f"POLICY {line}", paragraph, does)


# --- what happens by them, the same in all games ----------------------------------------------------------


def said(who: str, order: Message) -> Event:
    """A message, as all read it."""
    text = message("{who} says: {words}", who=who, words=VerbatimText(order.text))
    return Event("message", "FORMATS 2", text, seat=who)


def gone_away(who: str, order: Away) -> Event:
    """An absence, as all read it."""
    text = message("{who} is away until {until}", who=who, until=Moment(order.until))
    return Event("away", "FORMATS 2", text, seat=who)


def heir_named(who: str, order: Handover) -> Event:
    """That somebody has named his heir, as all read it."""
    text = message("{who} names a replacement for the seat: the identity {key}", who=who, key=order.key)
    return Event("handover", "DECK 9.5", text, seat=who)
