"""The newest history seen of every game: older and conflicting files are recognised (FORMATS 4)."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from khronos_pbem.engine.digests import decode_bytes, encode_bytes
from khronos_pbem.errors import Conflict, InvalidFile, KhronosError
from khronos_pbem.record.block import Block
from khronos_pbem.record.chain import head_hash, identities, is_signed_by
from khronos_pbem.record.files import MAX_BYTES, read_file, write_atomically
from khronos_pbem.record.home import folder
from khronos_pbem.record.save import Save, parse_save, write_save
from khronos_pbem.saying import say


class Behind(Conflict):
    """The file is a part of what this machine has seen already."""


@dataclass(frozen=True, slots=True)
class Fork:
    """Two blocks by one seat on the same block, both signed by it: proof that it told two stories."""

    colour: str
    ours: Block
    theirs: Block


def compare(home: Path, save: Save) -> None:
    """Raise Behind or Conflict if a save does not extend the newest history seen of its game."""
    seen = newest_seen(home, save)
    if seen is None or save.blocks[: len(seen.blocks)] == seen.blocks:
        if seen is not None and seen.header != save.header:
            raise Conflict(
                say("another game with the same id was seen here"),
                rule="FORMATS 4",
                hint=say("--rewind takes it"),
            )
        return
    if seen.blocks[: len(save.blocks)] == save.blocks:
        what = say(
            "older than what this machine has seen: it ends with block {last}, block {seen} was seen",
            last=len(save.blocks) - 1,
            seen=len(seen.blocks) - 1,
        )
        raise Behind(
            what, rule="FORMATS 4", hint=say("use the newest file, or --rewind to go back on purpose")
        )
    raise conflict_between(seen, save)


def conflict_between(seen: Save, save: Save) -> Conflict:
    """What to say of two histories that part: the proof of a fork, if they hold one."""
    number = next(
        n for n, (ours, theirs) in enumerate(zip(seen.blocks, save.blocks, strict=False)) if ours != theirs
    )
    ours, theirs = seen.blocks[number], save.blocks[number]
    fork = fork_proof(seen, save)
    if fork is not None:
        what = say(
            "{fork} has signed two different blocks {number} on the same game: at {ours} {told}, "
            "at {theirs} {told2}; the signatures {sig} and {sig2} prove the fork",
            fork=fork.colour,
            number=number,
            ours=ours.at,
            told=_told(ours),
            theirs=theirs.at,
            told2=_told(theirs),
            sig=ours.sig,
            sig2=theirs.sig,
        )
    else:
        what = say(
            "another history than the one seen here: block {number} by seat {seat} at {theirs}, "
            "seen was one by seat {seat2} at {ours}",
            number=number,
            seat=theirs.seat,
            theirs=theirs.at,
            seat2=ours.seat,
            ours=ours.at,
        )
    hint = say("ask the others which one they have; --rewind takes this one")
    return Conflict(what, rule="FORMATS 4", hint=hint, block=number)


def _told(block: Block) -> str:
    orders = "; ".join(block.orders) or block.kind
    return repr(orders if len(orders) < 60 else orders[:59] + "…")


def fork_proof(one: Save, other: Save) -> Fork | None:
    """The proof that a seat has signed two blocks on the same one, if these two histories hold one."""
    for ours, theirs in zip(one.blocks, other.blocks, strict=False):
        if ours == theirs:
            continue
        key = identities(one).get(ours.seat)
        if key is None or ours.seat != theirs.seat or ours.prev != theirs.prev:
            return None
        if not is_signed_by(ours, key) or not is_signed_by(theirs, key):
            return None
        colour = next(
            (b.colour for b in one.blocks if b.seat == ours.seat and b.colour),
            say("seat {seat}", seat=ours.seat),
        )
        return Fork(colour, ours, theirs)
    return None


def newest_seen(home: Path, save: Save) -> Save | None:
    """The newest history seen of a save's game; None if there is none, or it cannot be read any more."""
    path = _path(home, save)
    try:
        if _head(path) == encode_bytes(head_hash(save)):
            return save
        return parse_save(read_file(path)) if path.exists() else None
    except KhronosError:
        return None


def _head(path: Path) -> str:
    """The head that the file names in its first line, without reading the rest."""
    try:
        with path.open("rb") as file:
            return file.readline(200).decode("ascii", "replace").removeprefix("# ").strip()
    except OSError:
        return ""


def remember(home: Path, save: Save) -> None:
    """Take a save as the newest seen of its game. Raises UsageError if the home cannot be written."""
    path, head = _path(home, save), encode_bytes(head_hash(save))
    if _head(path) == head:
        return
    data = write_save(save, [head]).encode()
    if len(data) > MAX_BYTES:
        raise InvalidFile(say("the save is too large"), rule="FORMATS 4")
    folder(home, "games")
    write_atomically(path, data, mode=0o600)


def _path(home: Path, save: Save) -> Path:
    return home / "games" / f"{decode_bytes(save.header.id, 16).hex()}.khronos"
