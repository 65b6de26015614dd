"""What a machine refuses to sign: it would prove its owner a cheat, or be a second vote (DECK 9.2, 9.6)."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from khronos_pbem.errors import Conflict
from khronos_pbem.record.block import JOIN, VOTE, Block
from khronos_pbem.record.following import parting
from khronos_pbem.record.precedence import base_of, cheat, way_from
from khronos_pbem.record.save import Save
from khronos_pbem.record.seen import Unreadable, known_histories
from khronos_pbem.record.votes import seats_after
from khronos_pbem.saying import say
from khronos_pbem.session.table import Table


def check_honest(home: Path, save: Save, table: Table) -> None:
    """Raise Conflict if the last block of a save, which its author has not signed as yet, would prove him a
    cheat beside a history that is known here, or be a vote where he is bound already.

    `table` is the one before the block. It is asked before every signature; nobody can allow more.
    """
    block = save.blocks[-1]
    if block.kind == JOIN or len(table.sitting.colours) < table.header.seats:
        return
    try:
        known = known_histories(home, save.header)
    except Unreadable:
        known = []
    for each in known:
        if block.kind == VOTE:
            _check_unbound(save.blocks, each.blocks, block)
        _check_no_cheat(save, each, block)


def _check_unbound(blocks: Sequence[Block], others: Sequence[Block], block: Block) -> None:
    """Raise Conflict for a vote by a seat that has bound itself behind the same base (DECK 9.2)."""
    base = base_of(seats_after(blocks[:-1]), len(blocks) - 1)
    if len(others) <= base or blocks[:base] != others[:base]:
        return
    bound = (each for _, each in way_from(others, base).binding() if each.seat == block.seat)
    found = next(bound, None)
    if found is not None and found != block:
        what = say(
            "you have gone on from block {base} by block {seq} already: you cannot vote there any more",
            base=base - 1,
            seq=found.seq,
        )
        hint = say("khronos settle GAME shows the histories of a game that are known here")
        raise Conflict(what, rule="DECK 9.2", hint=hint, block=block.seq)


def _check_no_cheat(save: Save, known: Save, block: Block) -> None:
    number = parting(known, save)
    if number is None:
        return
    found = cheat(known.blocks, save.blocks, number)
    if found is None or found[1] != block:
        return
    what = say(
        "beside block {seq}, which you have signed, this block would prove you a cheat: nothing is signed",
        seq=found[0].seq,
    )
    hint = say("khronos settle GAME shows both histories; yours goes on with block {seq}", seq=found[0].seq)
    raise Conflict(what, rule="DECK 9.6", hint=hint, block=block.seq)
