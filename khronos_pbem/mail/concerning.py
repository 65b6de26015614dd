"""What a save that comes in is to whoever takes it in: whether it asks anything, and of whom it tells."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from khronos_pbem.errors import KhronosError
from khronos_pbem.mail.contacts import read_contacts, warnings_for
from khronos_pbem.record.block import JOIN, Block
from khronos_pbem.record.keyring import own_keys
from khronos_pbem.session.table import Seat, Table, waiting


def about_keys(home: Path, blocks: Sequence[Block]) -> tuple[str, ...]:
    """What to say of the keys of those who join in these blocks, own ones left out."""
    joined = [Seat(b.name, b.colour, b.identity) for b in blocks if b.kind == JOIN]
    if not joined:
        return ()
    own = own_keys(home)
    try:
        known = read_contacts(home)
    except KhronosError as problem:
        return (problem.said,)
    strangers = [seat for seat in joined if seat.identity.hex() not in own]
    return tuple(line for seat in strangers for line in warnings_for(known, seat))


def asks_me(home: Path, table: Table) -> bool:
    """Whether a game waits for one of my identities, or none of them plays in it."""
    own, now = own_keys(home), waiting(table)
    mine = [seat for seat, player in enumerate(table.seats) if player.identity.hex() in own]
    return not mine or (now is not None and now.seat in mine)
