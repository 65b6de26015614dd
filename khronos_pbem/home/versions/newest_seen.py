"""The newest history seen of every game: older and conflicting files are recognised (FORMATS 4).

What was seen lies in the home, one file for each game, named by its id and by the hash of its header, so that
another game with the same id neither overwrites nor hides it. Only `remember` writes there, under the game's
lock, and it goes neither back nor sideways unless a person has said `--rewind`, or chosen with `settle`.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum
from pathlib import Path
from typing import NamedTuple

from khronos_pbem.engine.digests import encode_bytes
from khronos_pbem.errors import Conflict, InvalidFile, KhronosError
from khronos_pbem.home.game_paths import at_game, game_key, id_key
from khronos_pbem.home.keyring import kept_keys
from khronos_pbem.home.versions.first_seen import note_first_seen
from khronos_pbem.home.versions.other_versions import Kept, drop, keep, kept
from khronos_pbem.home.versions.unsent import note_gone_on
from khronos_pbem.messages import GAME, Typed, message
from khronos_pbem.record.block import Block
from khronos_pbem.record.chain import hang_together, head_hash, heads_of
from khronos_pbem.record.leaving import following
from khronos_pbem.record.leaving import forks as parting
from khronos_pbem.record.save import Header, Save, parse_save, write_save
from khronos_pbem.storage.file_types import open_to_read, why_of
from khronos_pbem.storage.files import MAX_BYTES, read_file, read_if_possible, write_aside
from khronos_pbem.storage.home_folder import folder


class Behind(Conflict):
    """The file is a part of what this machine has seen already."""


class Overtaken(Behind):
    """Another history stands against that of the file, by votes or by a block in time against them (DECK
    9.6).
    """


class SideBySide(Overtaken):
    """A file holds votes that bind nobody yet, and others that have got as far are seen here (DECK 9.6)."""


class Unreadable(Conflict):
    """What this machine has seen of the game is there, but cannot be read: nobody knows what was seen."""


class Compared(Enum):
    """How a save stands to the newest history seen of its game.

    `TWICE`: as long, and its last block is the same turn signed twice; either may be taken. `NEWER_TWICE`: it
    goes on from such a block, while nothing here was built on the other one. `WENT_OUT`: it holds an own
    block that others have, and has taken the place of one that never left. `OVERTAKES`: it takes the place
    of what was seen, by votes or by a block that was in time against them (DECK 9.6).
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
        """Whether the save holds more than what was seen."""
        return self in (Compared.FIRST, Compared.NEWER, Compared.NEWER_TWICE, Compared.OVERTAKES)


class _Stored(NamedTuple):
    """The file of what was seen, and the head that its first line names."""

    path: Path
    head: str

    def read(self) -> Save:
        """The history, whole as it was written. Raises Unreadable."""
        try:
            save = parse_save(read_file(self.path))
        except KhronosError as problem:
            raise _unreadable(self.path, problem.message) from None
        heads = heads_of(save)
        of_game = self.path.stem == game_key(save.header)
        if not of_game or encode_bytes(heads[-1]) != self.head or not hang_together(save.blocks, heads):
            raise _unreadable(self.path, message("the file was damaged or replaced"))
        return save


def compare(home: Path, save: Save, heads: Sequence[bytes] | None = None) -> Compared:
    """How a save stands to what was seen; `heads` are those of `heads_of`, if they are known.

    Raises Behind if it is older, Parted if it is another history, Conflict if it is another game with the
    same id, Unreadable if what was seen is damaged.
    """
    stored = _stored(home, save.header)
    if stored is None:
        _check_namesakes(home, save.header)
        return Compared.FIRST
    names = [encode_bytes(head) for head in (heads or heads_of(save))]
    if stored.head in names:
        return Compared.SAME if stored.head == names[-1] else Compared.NEWER
    return _standing(home, stored.read(), save)


def _standing(home: Path, seen: Save, save: Save) -> Compared:
    number = following.parting(seen, save)
    if number is None:
        if len(save.blocks) < len(seen.blocks):
            raise _behind(seen, save)
        return Compared.SAME if len(save.blocks) == len(seen.blocks) else Compared.NEWER
    stands = following.follows(seen, save, {bytes.fromhex(key) for key in kept_keys(home)})
    if stands:
        return Compared.OVERTAKES
    if stands is False:
        if not following.are_side_by_side(seen, save):
            raise Overtaken(parting.lost(seen, save), rule="DECK 9.6", hint=message("use the newest file"))
        what = message("you have another unfinished vote for this game, and neither of them is binding yet")
        raise SideBySide(what, hint=_vote_too(save))
    if not parting.signed_twice(seen, save):
        raise parting.conflict_between(seen, save)
    if len(seen.blocks) == number + 1:  # nothing here was built on it: the other signature is as good
        return Compared.TWICE if len(save.blocks) == number + 1 else Compared.NEWER_TWICE
    if len(save.blocks) == number + 1:
        raise _behind(seen, save)
    raise parting.conflict_between(seen, save)


def _vote_too(save: Save) -> str:
    """What votes as the last block of a file does."""
    vote = save.blocks[-1]
    words = [f"--without {colour}" for colour in vote.without]
    words += [f"--for={encode_bytes(offer.key)}" for offer in vote.offers]
    return message(
        "to vote as in this file: khronos vote {game} {words}", game=GAME, words=Typed(" ".join(words))
    )


def _behind(seen: Save, save: Save) -> Behind:
    what = message(
        "this file is older than the newest version you have seen: it ends with block {last}, and "
        "the newest version ends with block {seen}",
        last=len(save.blocks) - 1,
        seen=len(seen.blocks) - 1,
    )
    return Behind(
        what, rule="FORMATS 4", hint=message("use the newest file, or go back on purpose with --rewind")
    )


def newest_seen(home: Path, header: Header) -> Save | None:
    """The newest history seen of a game; None if nothing of it was seen. Raises Unreadable."""
    stored = _stored(home, header)
    return None if stored is None else stored.read()


def remember(
    home: Path,
    save: Save,
    *,
    rewind: bool = False,
    heads: Sequence[bytes] | None = None,
    at: str = "",
    chosen: bool = False,
) -> None:
    """Take a save that holds as the newest seen of its game, if it goes on from what was seen; its newest
    blocks are first seen at a moment (empty: now), if they were not before. What its owner has `chosen` by
    his own vote takes the place of votes that stand beside it (DECK 9.6).

    Only a person's `rewind` goes back or sideways; what was seen until then is put aside, not lost. Raises as
    `compare`, UsageError if the home cannot be written, InvalidFile if it is too large: nothing changes then.
    """
    with at_game(home, save.header):
        try:
            compared: Compared | None = _compared(home, save, heads, chosen=chosen)
            if rewind:
                newest_seen(home, save.header)  # of a damaged one the first line may be whole
        except Conflict:
            if not rewind:
                raise
            compared = None
        if compared is Compared.SAME or (compared is Compared.TWICE and not rewind):
            return
        if compared in (None, Compared.OVERTAKES):
            _put_aside(home, save)
        note_gone_on(home, save)
        heads = heads or heads_of(save)
        note_first_seen(home, save.header, heads, at)
        _write(home, save, heads[-1])
        if compared is None:
            for each in kept(home, save.header):
                if save.blocks[: len(each.save.blocks)] == each.save.blocks:
                    drop(each)


def _compared(home: Path, save: Save, heads: Sequence[bytes] | None, *, chosen: bool) -> Compared:
    try:
        return compare(home, save, heads)
    except SideBySide:
        if not chosen:
            raise
        return Compared.OVERTAKES


def go_back(home: Path, seen: Save, save: Save) -> None:
    """Take a history as the newest seen in the place of the one that is, whose last blocks never left.

    That is for blocks that nobody else can have; `remember` puts aside what others may have. Without blocks
    the game was never seen. Raises Conflict if something else was seen in the meantime, UsageError.
    """
    with at_game(home, save.header):
        if newest_seen(home, save.header) != seen:
            raise Conflict(
                message("the game has moved on in the meantime"),
                rule="FORMATS 4",
                hint=message("look at the game again"),
            )
        if save.blocks:
            _write(home, save, heads_of(save)[-1])
            return
        seen_path(home, save.header).unlink(missing_ok=True)


def _write(home: Path, save: Save, head: bytes) -> None:
    """Write the file of what was seen, its head in the first line."""
    data = write_save(save, [encode_bytes(head)]).encode()
    if len(data) > MAX_BYTES:
        raise InvalidFile(
            message("the save is too large"), rule="FORMATS 4", hint=message("nothing was written")
        )
    folder(home, "games")
    write_aside(seen_path(home, save.header), data)


def _put_aside(home: Path, save: Save) -> None:
    """Keep what a person goes back behind; what cannot be read is left where it can be looked at."""
    try:
        seen = newest_seen(home, save.header)
    except Unreadable:
        path = seen_path(home, save.header)
        if path.is_file():
            write_aside(path.with_suffix(".damaged"), path.read_bytes()[:MAX_BYTES])
        return
    if seen is not None:
        keep(home, seen, settled=True)


def blocks_known_on(home: Path, save: Save) -> list[Block]:
    """The blocks known on this machine that go on from this very save: of what was seen or put aside.

    Raises Unreadable if what was seen is damaged.
    """
    stored, count = _stored(home, save.header), len(save.blocks)
    seen: list[Save] = []
    if stored is not None and stored.head != encode_bytes(head_hash(save)):
        seen.append(stored.read())
    seen += [each.save for each in kept(home, save.header)]
    return [each.blocks[count] for each in seen if _goes_on(each, save)]


def _goes_on(history: Save, save: Save) -> bool:
    """Whether a history goes on from this very save."""
    return len(history.blocks) > len(save.blocks) and history.blocks[: len(save.blocks)] == save.blocks


def head_seen(home: Path, game: str) -> str:
    """The head of what was seen last of a game, by its `game_key`; empty if that is nothing, or is broken."""
    data = read_if_possible(home / "games" / f"{game}.khronos", 200)
    return (data or b"").partition(b"\n")[0].decode("ascii", "replace").removeprefix("# ").strip()


def seen_path(home: Path, header: Header) -> Path:
    """The file of the newest history seen of a game."""
    return home / "games" / f"{game_key(header)}.khronos"


def _stored(home: Path, header: Header) -> _Stored | None:
    """What was seen of a game, without reading more than its first line. Raises Unreadable."""
    path = seen_path(home, header)
    try:
        with open_to_read(path) as file:
            line = file.readline(200)
    except (FileNotFoundError, NotADirectoryError):
        return None
    except KhronosError as problem:
        raise _unreadable(path, problem.message) from None
    except OSError as problem:
        raise _unreadable(path, why_of(problem)) from None
    return _Stored(path, line.decode("ascii", "replace").removeprefix("# ").strip())


def _check_namesakes(home: Path, header: Header) -> None:
    """Raise Conflict if another game with the same id was seen here."""
    if any((home / "games").glob(f"{id_key(header)}*.khronos")):
        raise Conflict(
            message("you already have another game with the same id"),
            rule="FORMATS 4",
            hint=message("ask the player who started it, or accept it as a separate game with --rewind"),
        )


def _unreadable(path: Path, why: str) -> Unreadable:
    return Unreadable(
        message(
            "{path}: the newest version you have seen of this game cannot be read: {why}",
            path=path,
            why=why,
        ),
        rule="FORMATS 4",
        hint=message("ask all others for their newest file, then accept the newest of them with --rewind"),
    )


def two_histories(home: Path, header: Header) -> list[Kept]:
    """The other histories of a game among which a person has to choose; empty if there are none."""
    found = [each for each in kept(home, header) if not each.settled]
    if not found:
        return []
    try:
        seen = newest_seen(home, header)
    except Unreadable:
        return found
    return [each for each in found if seen is None or _is_open(home, seen, each.save)]


def _is_open(home: Path, seen: Save, save: Save) -> bool:
    """Whether a person has to choose between the newest seen and another history."""
    if following.parting(seen, save) is None:
        return False
    keys = {bytes.fromhex(key) for key in kept_keys(home)}
    return following.follows(seen, save, keys) is not False


def known_histories(home: Path, header: Header) -> list[Save]:
    """Every history of a game that this machine has: the newest seen, and those put aside or kept. Raises
    Unreadable."""
    seen = newest_seen(home, header)
    return [*([] if seen is None else [seen]), *(each.save for each in kept(home, header))]
