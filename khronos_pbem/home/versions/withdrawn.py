"""Own blocks that were taken back here, met again: in an old copy of a file, or in a letter after all."""

from __future__ import annotations

from pathlib import Path

from khronos_pbem.home.versions.newest_seen import Behind, go_back
from khronos_pbem.home.versions.unsent import Signed, note_signed, signed_here
from khronos_pbem.messages import GAME, message
from khronos_pbem.record.block import Block
from khronos_pbem.record.leaving.following import parting
from khronos_pbem.record.leaving.forks import Parted, fork_proof
from khronos_pbem.record.save import Save


class TakenBack(Behind):
    """A file ends with a block that was taken back here and never left: it is an old copy."""


def check_not_taken_back(home: Path, parted: Parted) -> None:
    """Raise TakenBack if the history that was refused has nothing new but blocks that never left."""
    header, number = parted.theirs.header, _number(parted)
    noted = signed_here(home, header)
    if _never_left(noted, parted.theirs.blocks[number:]):
        what = message("the file still holds block {number}, which you took back", number=number)
        hint = message("use the newest file, or bring this one up to date: khronos undo {game}", game=GAME)
        raise TakenBack(what, rule="FORMATS 1", hint=hint, block=number)


def went_out_before(home: Path, parted: Parted) -> bool:
    """Whether the history that was refused holds an own block that others have, while what stands here in its
    place never left: then it is the one newest seen from now on, and nobody has signed two that can be shown.

    Raises as `go_back`.
    """
    header, number = parted.theirs.header, _number(parted)
    if not _never_left(signed_here(home, header), parted.ours.blocks[number:]):
        return False
    if fork_proof(parted.ours, parted.theirs) is None:
        return False
    note_signed(home, parted.theirs._replace(blocks=parted.theirs.blocks[: number + 1]), left=True)
    go_back(home, parted.ours, parted.theirs)
    return True


def never_left(home: Path, have: Save, save: Save) -> bool:
    """Whether all that one history holds beyond another one's beginning are blocks that never left."""
    number = parting(have, save)
    return number is not None and _never_left(signed_here(home, have.header), have.blocks[number:])


def _number(parted: Parted) -> int:
    number = parting(parted.ours, parted.theirs)
    assert number is not None
    return number


def _never_left(noted: list[Signed], blocks: tuple[Block, ...]) -> bool:
    """Whether all these blocks are noted as signed here and not left."""
    free = [one for one in noted if not one.left]
    return all(any(one.is_block(block) for one in free) for block in blocks)
