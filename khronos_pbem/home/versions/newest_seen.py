"""The newest version seen of each game, to recognise older and conflicting files (FORMATS 4).

Each game has one file in the home, named by its id and the hash of its header. Another game with the same id
therefore neither overwrites nor hides it.

`remember_newest` writes this file, under the game's lock. It replaces the newest version with an older or
conflicting one only with `--rewind`, a choice with `settle`, or by the rules of DECK 9.6. `rewind_unsent` is
for blocks that never left this machine.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum
from pathlib import Path
from typing import NamedTuple

from khronos_pbem.engine.digests import encode_bytes
from khronos_pbem.errors import Conflict, InvalidFile, KhronosError
from khronos_pbem.home.game_paths import game_key, game_lock, id_key
from khronos_pbem.home.keyring import all_own_keys
from khronos_pbem.home.versions.first_seen import note_first_seen
from khronos_pbem.home.versions.other_versions import (
    OtherVersion,
    delete_other_version,
    load_other_versions,
    store_other_version,
)
from khronos_pbem.home.versions.signed_blocks import update_signed_notes
from khronos_pbem.messages import GAME, VerbatimText, message
from khronos_pbem.record.block import Block
from khronos_pbem.record.chain import are_linked, block_hashes, head_hash
from khronos_pbem.record.leaving import differences
from khronos_pbem.record.leaving import forks as parting
from khronos_pbem.record.save import Header, Save, parse_save, write_save
from khronos_pbem.storage.file_types import open_to_read, system_error_text
from khronos_pbem.storage.files import MAX_BYTES, read_file, read_if_possible, write_state_file
from khronos_pbem.storage.home_folder import ensure_folder


class OlderVersion(Conflict):
    """The file is an older version than the newest seen here."""


class SupersededVersion(OlderVersion):
    """Another version replaces the file, by votes or by a block made in time to defeat them (DECK 9.6)."""


class ConcurrentVotes(SupersededVersion):
    """The file and the newest version seen hold different unfinished votes, neither binding (DECK 9.6)."""


class NewestUnreadable(Conflict):
    """The stored newest version of the game cannot be read, so no file can be compared with it."""


class Comparison(Enum):
    """The result of comparing a save with the newest version seen of its game.

    `TWICE`: the save has the same length, and its last block is the same turn signed twice; either copy may
    be used. `NEWER_TWICE`: the save continues such a copy, and no block here continues the other copy.
    `WENT_OUT`: the save holds an own block that others have, in place of one that never left this machine.
    `OVERTAKES`: the save replaces the newest version seen, by votes or by a block that was in time to defeat
    them (DECK 9.6).
    """

    FIRST = "first"
    SAME = "same"
    TWICE = "twice"
    NEWER = "newer"
    NEWER_TWICE = "newer, signed twice"
    WENT_OUT = "went out before"
    OVERTAKES = "overtakes"

    @property
    def goes_on(self) -> bool:
        """Whether the save goes beyond the newest version seen."""
        return self in (Comparison.FIRST, Comparison.NEWER, Comparison.NEWER_TWICE, Comparison.OVERTAKES)


class _Stored(NamedTuple):
    """The file of the newest version seen, and the hash of its last block, taken from its first line."""

    path: Path
    head: str

    def read(self) -> Save:
        """Return the stored save, after a check for damage. Raises NewestUnreadable."""
        try:
            save = parse_save(read_file(self.path))
        except KhronosError as problem:
            raise _unreadable(self.path, problem.message) from None
        heads = block_hashes(save)
        of_game = self.path.stem == game_key(save.header)
        if not of_game or encode_bytes(heads[-1]) != self.head or not are_linked(save.blocks, heads):
            raise _unreadable(self.path, message("the file was damaged or replaced"))
        return save


def compare_with_newest(home: Path, save: Save, heads: Sequence[bytes] | None = None) -> Comparison:
    """Compare a save with the newest version seen.

    `heads` is the result of `block_hashes`, if known. Raises OlderVersion if the save is older,
    VersionConflict if it is a conflicting version, and Conflict if it is another game with the same id.
    Raises NewestUnreadable if the stored version is damaged.
    """
    stored = _stored(home, save.header)
    if stored is None:
        _check_namesakes(home, save.header)
        return Comparison.FIRST
    names = [encode_bytes(head) for head in (heads or block_hashes(save))]
    if stored.head in names:
        return Comparison.SAME if stored.head == names[-1] else Comparison.NEWER
    return _compare_saves(home, stored.read(), save)


def _compare_saves(home: Path, seen: Save, save: Save) -> Comparison:
    """Compare a save with the newest version seen, block by block.

    Raises the same errors as `compare_with_newest`.
    """
    number = differences.first_difference(seen, save)
    if number is None:
        if len(save.blocks) < len(seen.blocks):
            raise _behind(seen, save)
        return Comparison.SAME if len(save.blocks) == len(seen.blocks) else Comparison.NEWER
    stands = differences.should_switch(seen, save, {bytes.fromhex(key) for key in all_own_keys(home)})
    if stands:
        return Comparison.OVERTAKES
    if stands is False:
        if not differences.are_side_by_side(seen, save):
            raise SupersededVersion(
                parting.refused_version_text(seen, save), rule="DECK 9.6", hint=message("use the newest file")
            )
        what = message(
            "the unfinished vote in this file differs from the one you already have, and neither vote "
            "is binding yet"
        )
        raise ConcurrentVotes(what, hint=_same_vote_hint(save))
    if not parting.is_turn_signed_twice(seen, save):
        raise parting.build_conflict(seen, save)
    if len(seen.blocks) == number + 1:  # nothing here was built on it: the other signature is as good
        return Comparison.TWICE if len(save.blocks) == number + 1 else Comparison.NEWER_TWICE
    if len(save.blocks) == number + 1:
        raise _behind(seen, save)
    raise parting.build_conflict(seen, save)


def _same_vote_hint(save: Save) -> str:
    """Return a hint on how to cast the same vote as in the last block of a file."""
    vote = save.blocks[-1]
    words = [f"--without {colour}" for colour in vote.without]
    words += [f"--for={encode_bytes(offer.key)}" for offer in vote.offers]
    return message(
        "to cast the same vote as in this file: khronos vote {game} {words}",
        game=GAME,
        words=VerbatimText(" ".join(words)),
    )


def _behind(seen: Save, save: Save) -> OlderVersion:
    what = message(
        "this file is older than the newest version you have seen: it ends with block {last}, and "
        "the newest version ends with block {seen}",
        last=len(save.blocks) - 1,
        seen=len(seen.blocks) - 1,
    )
    return OlderVersion(
        what, hint=message("use the newest file, or add --rewind if you really want to go back")
    )


def newest_seen(home: Path, header: Header) -> Save | None:
    """The newest version seen of a game; None if the game was never seen. Raises NewestUnreadable."""
    stored = _stored(home, header)
    return None if stored is None else stored.read()


def remember_newest(
    home: Path,
    save: Save,
    *,
    rewind: bool = False,
    heads: Sequence[bytes] | None = None,
    at: str = "",
    chosen: bool = False,
) -> None:
    """Store a valid save as the newest version seen of its game, if it continues the stored one.

    `at` is the time at which its new blocks count as first seen (empty: now). With `chosen`, for an own vote,
    it may replace concurrent votes (DECK 9.6). With `rewind` it may also be older or conflicting; the
    previous version is then put aside.

    Raises the same errors as `compare_with_newest`, UsageError if the home cannot be written, and InvalidFile
    if the save is too large. After an error nothing has changed.
    """
    with game_lock(home, save.header):
        try:
            compared: Comparison | None = _compared(home, save, heads, chosen=chosen)
            if rewind:
                newest_seen(home, save.header)  # of a damaged one the first line may be whole
        except Conflict:
            if not rewind:
                raise
            compared = None
        if compared is Comparison.SAME or (compared is Comparison.TWICE and not rewind):
            return
        if compared in (None, Comparison.OVERTAKES):
            _put_aside(home, save)
        update_signed_notes(home, save)
        heads = heads or block_hashes(save)
        note_first_seen(home, save.header, heads, at)
        _write(home, save, heads[-1])
        if compared is None:
            for each in load_other_versions(home, save.header):
                if save.blocks[: len(each.save.blocks)] == each.save.blocks:
                    delete_other_version(each)


def _compared(home: Path, save: Save, heads: Sequence[bytes] | None, *, chosen: bool) -> Comparison:
    try:
        return compare_with_newest(home, save, heads)
    except ConcurrentVotes:
        if not chosen:
            raise
        return Comparison.OVERTAKES


def rewind_unsent(home: Path, seen: Save, save: Save) -> None:
    """Replace the newest version `seen` with `save`; the blocks that differ must not have been sent.

    No version is put aside, since nobody else can have these blocks. If `save` has no blocks, the game counts
    as never seen. Raises Conflict if the newest version is no longer `seen`, UsageError if the home cannot be
    written.
    """
    with game_lock(home, save.header):
        if newest_seen(home, save.header) != seen:
            what = message("the game has moved on in the meantime")
            raise Conflict(what, hint=message("look at the game again"))
        if save.blocks:
            _write(home, save, block_hashes(save)[-1])
            return
        seen_path(home, save.header).unlink(missing_ok=True)


def _write(home: Path, save: Save, head: bytes) -> None:
    """Write the file of the newest version seen, with its head in the first line."""
    data = write_save(save, [encode_bytes(head)]).encode()
    if len(data) > MAX_BYTES:
        raise InvalidFile(message("the save is too large"), hint=message("nothing was written"))
    ensure_folder(home, "games")
    write_state_file(seen_path(home, save.header), data)


def _put_aside(home: Path, save: Save) -> None:
    """Move the newest version to the other versions; copy it to `.damaged` if it cannot be read."""
    try:
        seen = newest_seen(home, save.header)
    except NewestUnreadable:
        path = seen_path(home, save.header)
        if path.is_file():
            write_state_file(path.with_suffix(".damaged"), path.read_bytes()[:MAX_BYTES])
        return
    if seen is not None:
        store_other_version(home, seen, settled=True)


def known_next_blocks(home: Path, save: Save) -> list[Block]:
    """Return the blocks that follow the last block of a save, in all versions stored on this machine.

    Raises NewestUnreadable if the newest version is damaged.
    """
    stored, count = _stored(home, save.header), len(save.blocks)
    seen: list[Save] = []
    if stored is not None and stored.head != encode_bytes(head_hash(save)):
        seen.append(stored.read())
    seen += [each.save for each in load_other_versions(home, save.header)]
    return [each.blocks[count] for each in seen if _goes_on(each, save)]


def _goes_on(history: Save, save: Save) -> bool:
    """Return whether a version continues exactly this save."""
    return len(history.blocks) > len(save.blocks) and history.blocks[: len(save.blocks)] == save.blocks


def head_seen(home: Path, game: str) -> str:
    """The hash (base64url) of the last block seen of a game, by its `game_key`; empty if there is none."""
    data = read_if_possible(home / "games" / f"{game}.khronos", 200)
    return (data or b"").partition(b"\n")[0].decode("ascii", "replace").removeprefix("# ").strip()


def seen_path(home: Path, header: Header) -> Path:
    """The path of the file with the newest version seen of a game."""
    return home / "games" / f"{game_key(header)}.khronos"


def _stored(home: Path, header: Header) -> _Stored | None:
    """Return the stored newest version of a game, after reading only its first line.

    Raises NewestUnreadable.
    """
    path = seen_path(home, header)
    try:
        with open_to_read(path) as file:
            line = file.readline(200)
    except (FileNotFoundError, NotADirectoryError):
        return None
    except KhronosError as problem:
        raise _unreadable(path, problem.message) from None
    except OSError as problem:
        raise _unreadable(path, system_error_text(problem)) from None
    return _Stored(path, line.decode("ascii", "replace").removeprefix("# ").strip())


def _check_namesakes(home: Path, header: Header) -> None:
    """Raise Conflict if this machine has seen another game with the same id."""
    if any((home / "games").glob(f"{id_key(header)}*.khronos")):
        hint = message(
            "ask the player who started the new game about this, or use --rewind to accept it as a "
            "separate game"
        )
        raise Conflict(message("you already have a different game with the same ID"), hint=hint)


def _unreadable(path: Path, why: str) -> NewestUnreadable:
    what = message(
        "{path}: the newest version of this game that you have seen cannot be read: {why}", path=path, why=why
    )
    hint = message(
        "ask all the other players for their newest file, then accept the newest of these files with --rewind"
    )
    return NewestUnreadable(what, hint=hint)


def undecided_versions(home: Path, header: Header) -> list[OtherVersion]:
    """Return the other versions of a game that still need a person's choice; usually none."""
    found = [each for each in load_other_versions(home, header) if not each.settled]
    if not found:
        return []
    try:
        seen = newest_seen(home, header)
    except NewestUnreadable:
        return found
    return [each for each in found if seen is None or _is_undecided(home, seen, each.save)]


def _is_undecided(home: Path, seen: Save, save: Save) -> bool:
    """Return whether a person has to choose between the newest version and another one."""
    if differences.first_difference(seen, save) is None:
        return False
    keys = {bytes.fromhex(key) for key in all_own_keys(home)}
    return differences.should_switch(seen, save, keys) is not False


def known_versions(home: Path, header: Header) -> list[Save]:
    """All versions of a game stored on this machine: the newest seen first, then the others.

    Raises NewestUnreadable if the newest is damaged.
    """
    seen = newest_seen(home, header)
    return [*([] if seen is None else [seen]), *(each.save for each in load_other_versions(home, header))]
