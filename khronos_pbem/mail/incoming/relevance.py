"""What a save that comes in is to whoever takes it in: whether it asks anything, and of whom it tells."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from khronos_pbem.errors import KhronosError
from khronos_pbem.home.keyring import kept_keys, own_keys
from khronos_pbem.library.contact_list import Contact, key_words, read_contacts, warnings_for
from khronos_pbem.messages import Typed, message
from khronos_pbem.record.block import JOIN, VOTE, Block
from khronos_pbem.record.offers import Offer
from khronos_pbem.session.replay.replay import seat_in
from khronos_pbem.session.replay.table import Seat, Table, waiting


def about_keys(home: Path, blocks: Sequence[Block]) -> tuple[str, ...]:
    """What to say of the keys of those who join or are offered a seat in these blocks, own ones left out."""
    joined = [seat_in(block) for block in blocks if block.kind == JOIN]
    voted = [block for block in blocks if block.kind == VOTE]
    if not joined and not voted:
        return ()
    own = kept_keys(home)
    try:
        known = read_contacts(home)
    except KhronosError as problem:
        return (problem.said,)
    lines = [line for seat in joined if seat.identity.hex() not in own for line in warnings_for(known, seat)]
    offers = dict.fromkeys(offer for block in voted for offer in block.offers)
    return (
        *lines,
        *(line for offer in offers if offer.key.hex() not in own for line in _offered(known, offer)),
    )


def _offered(known: list[Contact], offer: Offer) -> list[str]:
    """What to say of the key of somebody who votes would give a seat to."""
    if any(contact.name == offer.name and contact.key not in (b"", offer.key) for contact in known):
        return warnings_for(known, Seat(offer.name, message("a successor"), offer.key, offer.bot))
    if any(contact.key == offer.key for contact in known):
        return []
    words = key_words(offer.key)
    return [
        message(
            "{name} offers to take over a seat, with a public key you do not know: {words}",
            name=Typed(offer.name),
            words=words,
        )
    ]


def asks_me(home: Path, table: Table) -> bool:
    """Whether a game waits for one of my identities, or none of them plays in it."""
    own, now = own_keys(home), waiting(table)
    mine = [
        seat for seat, player in enumerate(table.seats) if player.identity.hex() in own and not player.bot
    ]
    return not mine or (now is not None and now.seat in mine)
