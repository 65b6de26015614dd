"""Blocks that this machine refuses to sign: proofs of cheating, and forbidden votes."""

from __future__ import annotations

from pathlib import Path

from khronos_pbem.errors import Conflict
from khronos_pbem.home.versions.newest_seen import NewestUnreadable, known_versions
from khronos_pbem.messages import message, shell_operand
from khronos_pbem.record.block import JOIN, VOTE
from khronos_pbem.record.leaving.precedence import find_block_against_vote, find_own_cheat
from khronos_pbem.record.save import Save
from khronos_pbem.session.replay.table import Table


def check_safe_to_sign(home: Path, save: Save, table: Table, file: Path) -> None:
    """Raise Conflict if signing the last block of a save would prove cheating or break a vote rule.

    The block is compared with every version known here. `table` is the table before the block, `file` the
    file of the game. The check precedes every signature, and no option overrides it.
    """
    block = save.blocks[-1]
    if block.kind == JOIN or len(table.record_seats.colours) < table.header.seats:
        return
    try:
        known = [each.blocks for each in known_versions(home, save.header)]
    except NewestUnreadable:
        known = []
    bound = find_block_against_vote(save.blocks, known) if block.kind == VOTE else None
    if bound is not None:
        what = message(
            "you have signed block {seq} of another version of this game, so you can no longer vote in "
            "this one",
            seq=bound.seq,
        )
        hint = message("see the versions of this game: khronos settle {game}", game=shell_operand(file))
        raise Conflict(what, rule="DECK 9.2", hint=hint, block=block.seq)
    cheat = find_own_cheat(save.blocks, known)
    if cheat is not None:
        signed = cheat[1]
        what = message(
            "you have already signed a different block {seq}; signing a second version would count "
            "as proof of cheating, so nothing was signed",
            seq=signed.seq,
        )
        hint = message(
            "continue from your block {seq}; khronos settle {game} shows both versions",
            seq=signed.seq,
            game=shell_operand(file),
        )
        raise Conflict(what, rule="DECK 9.6", hint=hint, block=block.seq)
