"""Determine whether a received save needs action from its reader, and warn about new keys."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from khronos_pbem.errors import KhronosError
from khronos_pbem.home.keyring import all_own_keys, own_keys
from khronos_pbem.library.contact_list import Contact, key_warnings, key_words, read_contacts
from khronos_pbem.messages import VerbatimText, message
from khronos_pbem.record.block import JOIN, VOTE, Block
from khronos_pbem.record.offers import Offer
from khronos_pbem.session.replay.replay import seat_of_join
from khronos_pbem.session.replay.table import Seat, Table, waiting


def new_key_warnings(home: Path, blocks: Sequence[Block]) -> tuple[str, ...]:
    """Warnings about the keys of players who join, or are offered a seat, in these blocks.

    Your own identities are left out.
    """
    joined = [seat_of_join(block) for block in blocks if block.kind == JOIN]
    voted = [block for block in blocks if block.kind == VOTE]
    if not joined and not voted:
        return ()
    own = all_own_keys(home)
    try:
        known = read_contacts(home)
    except KhronosError as problem:
        return (problem.full_message,)
    lines = [line for seat in joined if seat.identity.hex() not in own for line in key_warnings(known, seat)]
    offers = dict.fromkeys(offer for block in voted for offer in block.offers)
    return (
        *lines,
        *(line for offer in offers if offer.key.hex() not in own for line in _offer_warnings(known, offer)),
    )


def _offer_warnings(known: list[Contact], offer: Offer) -> list[str]:
    """Warnings about the key of a player who would get a seat by votes."""
    if any(contact.name == offer.name and contact.key not in (b"", offer.key) for contact in known):
        return key_warnings(known, Seat(offer.name, message("a successor"), offer.key, offer.bot))
    if any(contact.key == offer.key for contact in known):
        return []
    words = key_words(offer.key)
    return [
        message(
            "{name} offers to take over a seat, with a public key you do not know: {words}",
            name=VerbatimText(offer.name),
            words=words,
        )
    ]


def asks_me(home: Path, table: Table) -> bool:
    """Return whether a game waits for you, or you do not play in it.

    Seats of your own bots do not count.
    """
    own, now = own_keys(home), waiting(table)
    mine = [
        seat for seat, player in enumerate(table.seats) if player.identity.hex() in own and not player.bot
    ]
    return not mine or (now is not None and now.seat in mine)
