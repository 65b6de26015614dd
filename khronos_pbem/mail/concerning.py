"""What a save that comes in is to whoever takes it in: whether it asks anything, and of whom it tells."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from khronos_pbem.errors import KhronosError
from khronos_pbem.mail.contacts import read_contacts, warnings_for
from khronos_pbem.record.block import JOIN, VOTE, Block
from khronos_pbem.record.keyring import kept_keys, own_keys
from khronos_pbem.session.fold import seat_in
from khronos_pbem.session.table import Seat, Table, waiting


def about_keys(home: Path, blocks: Sequence[Block]) -> tuple[str, ...]:
    """What to say of the keys of those who join or are offered a seat in these blocks, own ones left out."""
    joined = [seat_in(block) for block in blocks if block.kind == JOIN]
    offers = (offer for block in blocks if block.kind == VOTE for offer in block.offers)
    joined += dict.fromkeys(Seat(offer.name, "", offer.key, offer.bot) for offer in offers)
    if not joined:
        return ()
    own = kept_keys(home)
    try:
        known = read_contacts(home)
    except KhronosError as problem:
        return (problem.said,)
    strangers = [seat for seat in joined if seat.identity.hex() not in own]
    return tuple(line for seat in strangers for line in warnings_for(known, seat))


def asks_me(home: Path, table: Table) -> bool:
    """Whether a game waits for one of my identities, or none of them plays in it."""
    own, now = own_keys(home), waiting(table)
    mine = [
        seat for seat, player in enumerate(table.seats) if player.identity.hex() in own and not player.bot
    ]
    return not mine or (now is not None and now.seat in mine)
