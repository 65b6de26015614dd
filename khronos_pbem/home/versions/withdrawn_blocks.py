"""Own blocks that were withdrawn on this machine but arrive again, in an old file or by e-mail."""

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
    """The file is an old copy: it ends with a block that was withdrawn here and never left this machine."""


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
    """Make the refused version the newest seen if it has an own block that others have.

    Return whether this was done. The blocks here in its place must never have left this machine, so nobody
    else can compare two signed blocks. Raises the same errors as `note_signed` and `rewind_unsent`.
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
    """Return whether `have` differs from `save` only by blocks that never left this machine."""
    number = first_difference(have, save)
    return number is not None and _are_unsent(signed_here(home, have.header), have.blocks[number:])


def _number(parted: VersionConflict) -> int:
    """The number of the first block that differs."""
    number = first_difference(parted.ours, parted.theirs)
    assert number is not None
    return number


def _are_unsent(noted: list[SignedBlockNote], blocks: tuple[Block, ...]) -> bool:
    """Return whether all these blocks are noted as signed on this machine and not sent."""
    free = [one for one in noted if not one.left]
    return all(any(one.is_block(block) for one in free) for block in blocks)
