"""Offers to take over a seat, made by a person without a seat (DECK 9.4).

An offer is valid for one block of one game. It is stored in full in the votes of a run and is not valid
anywhere else. This module handles its form; `chain` checks its signature, and the deck checks its proof.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from khronos_pbem.engine.digests import decode_bytes, encode_bytes, is_public_key
from khronos_pbem.engine.features.bots import Strength
from khronos_pbem.engine.fields import Json
from khronos_pbem.errors import InvalidFile, UnsupportedFormat
from khronos_pbem.messages import VerbatimText, listed, message
from khronos_pbem.record.record_fields import Keys
from khronos_pbem.record.toml import comment_lines, read_filled, read_text, table_lines

STRENGTHS = tuple(strength.value for strength in Strength)
"""The bot strengths that a join or an offer can contain."""

MAX_SEATS = 16

OFFER_FORMAT = "khronos-offer/1"
"""The format of an offer in a separate file."""

_OFFER = re.compile(rb'^(?:\xef\xbb\xbf)?format[ \t]*+=[ \t]*+"khronos-offer/', re.MULTILINE)
_HEAD_BYTES = 4096
_KEYS = ("seat", "key", "name", "bot", "X", "proof", "sig")


class Offer(NamedTuple):
    """An offer to play a seat under the identity `key` with the deck key `x` (point X), 32 bytes each.

    `proof` and the signature `sig` have 64 bytes each; `bot` is the strength of a bot, as in a join.
    """

    seat: int
    key: bytes
    name: str
    x: bytes
    proof: bytes
    sig: bytes
    bot: str = ""


def offer_table(offer: Offer) -> dict[str, Json]:
    """Return the offer as a table of a vote, keys in the order of FORMATS 4."""
    table: dict[str, Json] = {"seat": offer.seat, "key": encode_bytes(offer.key), "name": str(offer.name)}
    if offer.bot:
        table["bot"] = offer.bot
    return {
        **table,
        "X": encode_bytes(offer.x),
        "proof": encode_bytes(offer.proof),
        "sig": encode_bytes(offer.sig),
    }


def parse_offer(table: object) -> Offer:
    """Parse the table of an offer. Raises InvalidFile if it violates the schema."""
    keys = Keys(table if isinstance(table, dict) else {}, message("an offer"))
    if not isinstance(table, dict):
        raise keys.wrong(message("this is not a table"))
    keys.allow_only(_KEYS, message(" in an offer"))
    like = message("choose one of {items}", items=listed(STRENGTHS))
    identity = decode_bytes(keys.coded("key", 32))
    if not is_public_key(identity):
        raise keys.wrong(message("{key} is not a usable Ed25519 public key", key="key"))
    return Offer(
        seat=keys.number("seat", 0, MAX_SEATS - 1),
        key=identity,
        name=keys.line("name", 60),
        x=decode_bytes(keys.coded("X", 32)),
        proof=decode_bytes(keys.coded("proof", 64)),
        sig=decode_bytes(keys.coded("sig", 64)),
        bot=keys.word("bot", "|".join(STRENGTHS), like) if "bot" in table else "",
    )


# --- an offer alone --------------------------------------------------------------------------------------


class OfferFile(NamedTuple):
    """An offer as a separate file: the id of its game (base64url), two hashes, and the offer.

    `header` is the hash of the header. `base` is the hash of the block for which the offer is made. Both have
    32 bytes.
    """

    game: str
    header: bytes
    base: bytes
    offer: Offer


def is_offer(data: bytes) -> bool:
    """Return whether the content of a file declares it an offer."""
    return _OFFER.search(data[:_HEAD_BYTES]) is not None


def offer_comment(offer: Offer, title: str) -> str:
    """Return the comment at the top of an offer file, which explains it to readers.

    `title` is the title of the game.
    """
    return message(
        "{name} offers to take over a seat in {title}. Send this file to all players of the game.",
        name=VerbatimText(offer.name),
        title=VerbatimText(title),
    )


def write_offer(file: OfferFile, title: str) -> str:
    """Return the TOML text of an offer for a game of this title; `parse_offer_file` reads it back."""
    head = {"game": file.game, "header": encode_bytes(file.header), "base": encode_bytes(file.base)}
    lines = [f'format = "{OFFER_FORMAT}"', *table_lines(head), "[offer]"]
    lines += table_lines(offer_table(file.offer))
    return "\n".join([*comment_lines([offer_comment(file.offer, title)]), *lines]) + "\n"


def parse_offer_file(data: bytes) -> OfferFile:
    """Parse the bytes of an offer file; only its form is checked.

    Raises InvalidFile, or UnsupportedFormat for a newer format.
    """
    tables = read_filled(read_text(data, message("an offer must be a TOML file")))
    top = Keys(tables, message("the offer"))
    found = tables.get("format")
    if found != OFFER_FORMAT:
        if isinstance(found, str) and re.fullmatch(r"khronos-offer/[1-9]\d{0,8}", found, re.ASCII):
            hint = message("install a newer version of khronos")
            raise UnsupportedFormat(message("this offer needs a newer version of the program"), hint=hint)
        what = message("this is not an offer")
        raise InvalidFile(what, hint=message("create an offer with khronos join GAME --colour COLOUR"))
    top.allow_only(("format", "game", "header", "base", "offer"))
    game, offer = top.coded("game", 16), parse_offer(top.inner("offer").table)
    header, base = (decode_bytes(top.coded(key, 32)) for key in ("header", "base"))
    return OfferFile(game, header, base, offer)
