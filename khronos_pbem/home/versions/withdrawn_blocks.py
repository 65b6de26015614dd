"""Own blocks that were taken back here and come in again: in an old copy of a file, or by mail."""

from __future__ import annotations

from pathlib import Path

from khronos_pbem.home.versions.newest_seen import OlderVersion, rewind_unsent
from khronos_pbem.home.versions.signed_blocks import SignedBlockNote, note_signed, signed_here
from khronos_pbem.messages import GAME, message
from khronos_pbem.record.block import Block
from khronos_pbem.record.leaving.differences import first_difference
from khronos_pbem.record.leaving.forks import VersionConflict, find_fork
from khronos_pbem.record.save import Save


class WithdrawnBlock(OlderVersion):
    """A file ends with a block that was taken back here and never left: it is an old copy."""


def check_not_withdrawn(home: Path, parted: VersionConflict) -> None:
    """Raise WithdrawnBlock if the only new blocks of the refused version never left this machine."""
    header, number = parted.theirs.header, _number(parted)
    noted = signed_here(home, header)
    if _are_unsent(noted, parted.theirs.blocks[number:]):
        what = message("the file still contains block {number}, which you have taken back", number=number)
        hint = message(
            "use the newest file, or bring this file up to date with khronos undo {game}", game=GAME
        )
        raise WithdrawnBlock(what, rule="FORMATS 1", hint=hint, block=number)


def accept_sent_block(home: Path, parted: VersionConflict) -> bool:
    """Make the refused version the newest seen if others have an own block in it; return True then.

    That is the case if the blocks here that stand in its place never left this machine. Then nobody has
    signed two blocks that others could compare. Raises as `rewind_unsent`.
    """
    header, number = parted.theirs.header, _number(parted)
    if not _are_unsent(signed_here(home, header), parted.ours.blocks[number:]):
        return False
    if find_fork(parted.ours, parted.theirs) is None:
        return False
    note_signed(home, parted.theirs._replace(blocks=parted.theirs.blocks[: number + 1]), left=True)
    rewind_unsent(home, parted.ours, parted.theirs)
    return True


def differs_by_unsent(home: Path, have: Save, save: Save) -> bool:
    """Whether `have` differs from `save` only by blocks that never left this machine."""
    number = first_difference(have, save)
    return number is not None and _are_unsent(signed_here(home, have.header), have.blocks[number:])


def _number(parted: VersionConflict) -> int:
    """The number of the first block that differs."""
    number = first_difference(parted.ours, parted.theirs)
    assert number is not None
    return number


def _are_unsent(noted: list[SignedBlockNote], blocks: tuple[Block, ...]) -> bool:
    """Whether all these blocks are noted as signed here and not sent."""
    free = [one for one in noted if not one.left]
    return all(any(one.is_block(block) for one in free) for block in blocks)
