"""What a machine refuses to sign: what would prove its owner a cheat, and votes that no ack could follow."""

from __future__ import annotations

from pathlib import Path

from khronos_pbem.errors import Conflict
from khronos_pbem.home.versions.newest_seen import Unreadable, known_histories
from khronos_pbem.messages import message, operand
from khronos_pbem.record.block import JOIN, VOTE
from khronos_pbem.record.leaving.precedence import kept_from_voting, would_cheat
from khronos_pbem.record.save import Save
from khronos_pbem.session.replay.table import Table


def check_honest(home: Path, save: Save, table: Table, file: Path) -> None:
    """Raise Conflict if the last block of a save, which its author has not signed yet, would prove the author
    a cheat beside a history that is known here, or be a vote where the author is bound already.

    `table` is the one before the block, `file` where the game lies. It is asked before every
    signature; nobody can allow more.
    """
    block = save.blocks[-1]
    if block.kind == JOIN or len(table.sitting.colours) < table.header.seats:
        return
    try:
        known = [each.blocks for each in known_histories(home, save.header)]
    except Unreadable:
        known = []
    bound = kept_from_voting(save.blocks, known) if block.kind == VOTE else None
    if bound is not None:
        what = message(
            "you have signed block {seq} of another version of this game, so you can no longer vote in "
            "this one",
            seq=bound.seq,
        )
        hint = message("see the versions of this game: khronos settle {game}", game=operand(file))
        raise Conflict(what, rule="DECK 9.2", hint=hint, block=block.seq)
    cheat = would_cheat(save.blocks, known)
    if cheat is not None:
        signed = cheat[1]
        what = message(
            "you have already signed block {seq}; this block would contradict it and prove that you "
            "cheated, so nothing was signed",
            seq=signed.seq,
        )
        hint = message(
            "continue from your block {seq}: khronos settle {game} shows both versions",
            seq=signed.seq,
            game=operand(file),
        )
        raise Conflict(what, rule="DECK 9.6", hint=hint, block=block.seq)
