"""Choosing between versions of a game: their contents, their differences, and the choice (FORMATS 1)."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from khronos_pbem.engine.digests import encode_bytes
from khronos_pbem.errors import Conflict, KhronosError, NothingToDo, UsageError
from khronos_pbem.home.game_paths import game_lock
from khronos_pbem.home.versions.newest_seen import (
    OlderVersion,
    newest_seen,
    remember_newest,
    seen_path,
    undecided_versions,
)
from khronos_pbem.home.versions.other_versions import (
    load_other_versions,
    mark_as_settled,
    store_other_version,
)
from khronos_pbem.messages import GAME, Moment, VerbatimText, message, shell_operand
from khronos_pbem.record.block import Block
from khronos_pbem.record.chain import head_hash
from khronos_pbem.record.leaving.differences import find_late_block, first_difference
from khronos_pbem.record.leaving.forks import VersionConflict, find_fork, is_turn_signed_twice
from khronos_pbem.record.save import Save, parse_save
from khronos_pbem.session.commands.write_save import save_text
from khronos_pbem.session.queries.compare_versions import precedence_line
from khronos_pbem.session.queries.documents import seat_document, waiting_document
from khronos_pbem.session.queries.summaries import headline, player_name, whose_move_line
from khronos_pbem.session.replay.history import History
from khronos_pbem.session.replay.open_save import receive_save, replay_known, with_file
from khronos_pbem.session.replay.table import waiting
from khronos_pbem.storage.files import read_file


@dataclass(frozen=True, slots=True)
class VersionToChoose:
    """One of the versions of a game: its number from 1, its file, its save, and the replayed record."""

    number: int
    path: Path
    save: Save
    history: History


@dataclass(frozen=True, slots=True)
class VersionPair:
    """The versions between which a person has to choose; the first is the newest seen."""

    sides: tuple[VersionToChoose, ...]

    @property
    def parts_at(self) -> int:
        """The number of the first block that is not the same in all versions."""
        first = self.sides[0].save
        return min(n for side in self.sides[1:] if (n := first_difference(first, side.save)) is not None)


def find_conflict(home: Path, file: Path) -> VersionPair:
    """Receive the save in a file, and return the versions of its game to choose between.

    Raises NothingToDo if there is only one version, UsageError or InvalidFile for an unusable file, or
    Conflict if the versions cannot be compared.
    """
    save = _receive_file(home, file)
    seen = newest_seen(home, save.header)
    others = {each.path: each.save for each in undecided_versions(home, save.header)}
    known = {each.path: each.save for each in load_other_versions(home, save.header)}
    if seen is not None and first_difference(seen, save) is not None:  # its file asks: even if settled before
        count = len(save.blocks)
        again = {path: each for path, each in known.items() if each.blocks[:count] == save.blocks}
        others |= again or {file: save}
    if seen is not None and not others:
        others = {path: each for path, each in known.items() if _can_choose_again(seen, each)}
    if seen is None or not others:
        what = message(
            "{path}: you have only one version of this game, so there is nothing to choose", path=file
        )
        hint = message("see whose turn it is: khronos status {path}", path=shell_operand(file))
        raise NothingToDo(what, rule="FORMATS 4", hint=hint)
    found = enumerate([(seen_path(home, save.header), seen), *others.items()], 1)
    return VersionPair(
        tuple(VersionToChoose(n, path, each, replay_known(home, each)) for n, (path, each) in found)
    )


def _receive_file(home: Path, file: Path) -> Save:
    """Receive and return the save in a file as `receive_save` does, even if older or conflicting."""
    try:
        save = parse_save(read_file(file))
        receive_save(home, save)
    except (OlderVersion, VersionConflict):
        return save
    except KhronosError as problem:
        raise with_file(problem, file) from None
    return save


def _can_choose_again(seen: Save, other: Save) -> bool:
    """Return whether the choice between a finished vote and a late block can be made again.

    The vote must not be final.
    """
    return find_late_block(seen, other) is not None or find_late_block(other, seen) is not None


def find_version(home: Path, asked: VersionPair, word: str) -> VersionToChoose:
    """Return the version that a word gives, by its number or by a file that contains it.

    Raises UsageError if the word gives none of them.
    """
    numbers = {str(side.number): side for side in asked.sides}
    if word in numbers:
        return numbers[word]
    path = Path(word)
    if path.exists():
        save = _receive_file(home, path)
        for side in asked.sides:
            if side.save == save:
                return side
    hint = message(
        "after --take, give a number from 1 to {number} or a file that contains one of these versions",
        number=len(asked.sides),
    )
    raise UsageError(message("{words} is not one of these versions", words=word), hint=hint)


def take_version(home: Path, asked: VersionPair, side: VersionToChoose) -> str:
    """Store the version that a person chose as the newest seen; return the text of its save.

    The others are put aside in the home. Raises UsageError if the home cannot be written, or Conflict if
    something newer has arrived since the versions were read.
    """
    first = asked.sides[0]
    with game_lock(home, side.save.header):
        if newest_seen(home, side.save.header) != first.save:
            what = message("the game has moved on in the meantime")
            hint = message("compare the versions again: khronos settle {game}", game=GAME)
            raise Conflict(what, hint=hint)
        remember_newest(home, side.save, rewind=side is not first)
        for each in load_other_versions(home, side.save.header):
            if any(each.save == other.save for other in asked.sides):
                mark_as_settled(each)
        for other in asked.sides:
            if other is not side:
                store_other_version(home, other.save, settled=True)
    return save_text(side.save, side.history)


# --- what is said -----------------------------------------------------------------------------------------


def conflict_lines(asked: VersionPair) -> list[str]:
    """Return a comparison of the versions for people.

    It gives the place where they differ, the blocks of each, and the meaning of the difference.
    """
    first = asked.sides[0]
    lines: list[str] = [
        message(
            "{title}: two versions of this game, identical up to block {number}",
            title=VerbatimText(first.save.header.title),
            number=asked.parts_at - 1,
        )
    ]
    for side in asked.sides:
        lines += ["", *_version_lines(asked, side)]
    for side in asked.sides[1:]:
        lines += ["", _difference_line(first.save, side), *_late_block_lines(first, side)]
    return lines


def _late_block_lines(first: VersionToChoose, side: VersionToChoose) -> list[str]:
    """The advice for a choice between votes that wait for the reader's ack and a late block (DECK 9.6)."""
    for voted, other in ((first, side), (side, first)):
        run = voted.history.table.run
        if run is not None and find_late_block(voted.save, other.save) is not None:
            seats = voted.history.table.seats
            return [
                message(
                    "{awaited} has played after all, but too late: {decider} had already cast the deciding "
                    "vote. You should normally accept the vote with --take {number}; khronos next then "
                    "confirms it. If you do not accept it, the game cannot continue, because {decider} is "
                    "bound by the vote",
                    awaited=seats[run.awaited].colour,
                    decider=seats[run.decider].colour,
                    number=voted.number,
                )
            ]
    return []


def _version_lines(asked: VersionPair, side: VersionToChoose) -> list[str]:
    number = asked.parts_at
    last = len(side.save.blocks) - 1
    head = message("1. the version you are playing here, up to block {last}", last=last)
    if side.number > 1:
        head = message("{number}. another version, up to block {last}", number=side.number, last=last)
    blocks = [_block_line(side, block) for block in side.save.blocks[number:]]
    return [head, *blocks, message("   {whose_move}", whose_move=whose_move_line(side.history.table))]


def _block_line(side: VersionToChoose, block: Block) -> str:
    table = side.history.entries[block.seq].table
    parts = {"number": block.seq, "who": player_name(table, block.seat), "what": headline(block)}
    if not block.at:
        return message("   block {number} by {who}: {what}", **parts)
    return message("   block {number} by {who}, {at}: {what}", **parts, at=Moment(block.at))


def _difference_line(first: Save, side: VersionToChoose) -> str:
    """Return the meaning of a difference from the first version: cheating, accident, or neither."""
    number = first_difference(first, side.save)
    assert number is not None
    fork = find_fork(first, side.save)
    if fork is not None:
        return message(
            "versions 1 and {number}: {who} signed two different blocks numbered {block}; the "
            "signatures {sig} and {sig2} prove it",
            number=side.number,
            who=player_name(side.history.entries[fork.theirs.seq].table, fork.theirs.seat),
            block=fork.numbers,
            sig=fork.ours.sig,
            sig2=fork.theirs.sig,
        )
    if is_turn_signed_twice(first, side.save):
        return message(
            "versions 1 and {number}: {who} signed the same turn twice (block {block}); this was an "
            "accident, not cheating",
            number=side.number,
            who=player_name(side.history.table, side.save.blocks[number].seat),
            block=number,
        )
    told = precedence_line(first, side.save, "1", str(side.number))
    return message(
        "versions 1 and {number}: nothing in them proves that anyone has cheated; {told}",
        number=side.number,
        told=told,
    )


def conflict_document(asked: VersionPair, taken: VersionToChoose | None = None) -> dict[str, object]:
    """Return the versions as JSON-able data; `kind` is "fork", "twice" or "other"."""
    header = asked.sides[0].save.header
    return {
        "id": header.id,
        "title": header.title,
        "parts_at": asked.parts_at,
        "histories": [_version_document(asked, side) for side in asked.sides],
        "taken": None if taken is None else taken.number,
    }


def _version_document(asked: VersionPair, side: VersionToChoose) -> dict[str, object]:
    table = side.history.table
    facts: dict[str, object] = {
        "number": side.number,
        "seen": side.number == 1,
        "file": str(side.path),
        "seq": len(side.save.blocks) - 1,
        "head": encode_bytes(head_hash(side.save)),
        "waiting_for": waiting_document(table, waiting(table)),
        "blocks": [_block_document(side, block) for block in side.save.blocks[asked.parts_at :]],
    }
    first = asked.sides[0].save
    fork = find_fork(first, side.save)
    if fork is not None:
        ours, theirs = fork.ours, fork.theirs
        proof = {"block": ours.seq, "blocks": [ours.seq, theirs.seq], "colour": fork.colour}
        return {**facts, "kind": "fork", "proof": {**proof, "signatures": [ours.sig, theirs.sig]}}
    if side.number > 1:
        facts["kind"] = "twice" if is_turn_signed_twice(first, side.save) else "other"
    return facts


def _block_document(side: VersionToChoose, block: Block) -> dict[str, object]:
    seat = side.history.entries[block.seq].table.seats[block.seat]
    return {
        "seq": block.seq,
        **seat_document(seat),
        "kind": block.kind,
        "at": block.at,
        "orders": list(block.orders),
        "sig": block.sig,
    }
