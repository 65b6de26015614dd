"""Choosing between two histories of a game: what each says, where they part, what is taken (FORMATS 1)."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from khronos_pbem.engine.digests import encode_bytes
from khronos_pbem.errors import Conflict, KhronosError, NothingToDo, UsageError
from khronos_pbem.home.game_paths import at_game
from khronos_pbem.home.versions.newest_seen import Behind, newest_seen, remember, seen_path, two_histories
from khronos_pbem.home.versions.other_versions import keep, kept, settled
from khronos_pbem.messages import GAME, Moment, Typed, message, operand
from khronos_pbem.record.block import Block
from khronos_pbem.record.chain import head_hash
from khronos_pbem.record.leaving.following import late_block, parting
from khronos_pbem.record.leaving.forks import Parted, fork_proof, signed_twice
from khronos_pbem.record.save import Save, parse_save
from khronos_pbem.session.commands.write_save import save_text
from khronos_pbem.session.queries.compare_versions import standing_line
from khronos_pbem.session.queries.documents import seat_facts, waiting_facts
from khronos_pbem.session.queries.summaries import headline, player_name, whose_move
from khronos_pbem.session.replay.history import History
from khronos_pbem.session.replay.open_save import at_file, enter, replay_known
from khronos_pbem.session.replay.table import waiting
from khronos_pbem.storage.files import read_file


@dataclass(frozen=True, slots=True)
class Side:
    """One of the histories of a game: its number from 1, its file, and the record replayed."""

    number: int
    path: Path
    save: Save
    history: History


@dataclass(frozen=True, slots=True)
class Question:
    """The histories among which a person has to choose; the first is the newest seen."""

    sides: tuple[Side, ...]

    @property
    def parts_at(self) -> int:
        """The number of the first block that is not the same in all of them."""
        first = self.sides[0].save
        return min(n for side in self.sides[1:] if (n := parting(first, side.save)) is not None)


def question(home: Path, file: Path) -> Question:
    """What is to be settled in the game of a file, which comes in by the door first.

    Raises NothingToDo if there is but one history, UsageError or InvalidFile for a file that is none,
    Conflict if the game cannot be compared.
    """
    save = _let_in(home, file)
    seen = newest_seen(home, save.header)
    others = {each.path: each.save for each in two_histories(home, save.header)}
    if seen is not None and parting(seen, save) is not None:  # asked for by its file: even if settled before
        again = {each.path: each.save for each in kept(home, save.header) if _contains(each.save, save)}
        others |= again or {file: save}
    if seen is not None and not others:
        others = {each.path: each.save for each in kept(home, save.header) if _may_turn(seen, each.save)}
    if seen is None or not others:
        raise NothingToDo(
            message(
                "{path}: you have only one version of this game, so there is nothing to choose", path=file
            ),
            rule="FORMATS 4",
            hint=message("see whose turn it is: khronos status {path}", path=operand(file)),
        )
    found = [(seen_path(home, save.header), seen), *others.items()]
    return Question(
        tuple(
            Side(number, path, each, replay_known(home, each)) for number, (path, each) in enumerate(found, 1)
        )
    )


def _let_in(home: Path, file: Path) -> Save:
    """The save of a file that was compared, verified and remembered or kept."""
    try:
        save = parse_save(read_file(file))
        enter(home, save)
    except (Behind, Parted):
        return save
    except KhronosError as problem:
        raise at_file(problem, file) from None
    return save


def _may_turn(seen: Save, other: Save) -> bool:
    """Whether a choice that was made can be made anew: a finished run, not final, against the late block."""
    return late_block(seen, other) is not None or late_block(other, seen) is not None


def _contains(history: Save, save: Save) -> bool:
    return history.blocks[: len(save.blocks)] == save.blocks


def chosen(home: Path, asked: Question, word: str) -> Side:
    """The side that a word names: its number, or a file with that history. Raises UsageError."""
    numbers = {str(side.number): side for side in asked.sides}
    if word in numbers:
        return numbers[word]
    path = Path(word)
    if path.exists():
        save = _let_in(home, path)
        for side in asked.sides:
            if side.save == save:
                return side
    raise UsageError(
        message("{words} is none of these versions", words=word),
        rule="FORMATS 1",
        hint=message(
            "after --take, write a number from 1 to {number} or a file that holds one of them",
            number=len(asked.sides),
        ),
    )


def take(home: Path, asked: Question, side: Side) -> str:
    """Take one of the histories as the newest seen, by a person's choice; the text of its save.

    The others stay in the home, put aside. Raises UsageError if the home cannot be written, Conflict if
    something newer has come in since it was asked.
    """
    first = asked.sides[0]
    with at_game(home, side.save.header):
        if newest_seen(home, side.save.header) != first.save:
            what = message("the game has moved on in the meantime")
            hint = message("compare the versions again: khronos settle {game}", game=GAME)
            raise Conflict(what, rule="FORMATS 4", hint=hint)
        remember(home, side.save, rewind=side is not first)
        for each in kept(home, side.save.header):
            if any(each.save == other.save for other in asked.sides):
                settled(each)
        for other in asked.sides:
            if other is not side:
                keep(home, other.save, settled=True)
    return save_text(side.save, side.history)


# --- what is said -----------------------------------------------------------------------------------------


def question_lines(asked: Question) -> list[str]:
    """The histories for people: where they part and what that means, then each with its head."""
    first = asked.sides[0]
    lines: list[str] = [
        message(
            "{title}: two versions of this game, the same up to block {number}",
            title=Typed(first.save.header.title),
            number=asked.parts_at - 1,
        )
    ]
    for side in asked.sides:
        lines += ["", *_side_lines(asked, side)]
    for side in asked.sides[1:]:
        lines += ["", _meaning(first.save, side), *_ack_or_wait(first, side)]
    return lines


def _ack_or_wait(first: Side, side: Side) -> list[str]:
    """What a choice between votes that wait for an own ack and the late block means (DECK 9.6)."""
    for voted, other in ((first, side), (side, first)):
        run = voted.history.table.run
        if run is not None and late_block(voted.save, other.save) is not None:
            seats = voted.history.table.seats
            return [
                message(
                    "{awaited} has played after all, but too late: {decider} had already decided the vote. "
                    "Usually you accept the vote with --take {number}; khronos next then confirms it. If you "
                    "do not, the game cannot continue, because {decider} is bound by the vote",
                    awaited=seats[run.awaited].colour,
                    decider=seats[run.decider].colour,
                    number=voted.number,
                )
            ]
    return []


def _side_lines(asked: Question, side: Side) -> list[str]:
    number = asked.parts_at
    if side.number == 1:
        head = message(
            "1. the version you are playing here, up to block {last}", last=len(side.save.blocks) - 1
        )
    else:
        head = message(
            "{number}. another version, up to block {last}",
            number=side.number,
            last=len(side.save.blocks) - 1,
        )
    blocks = [_block_line(side, block) for block in side.save.blocks[number:]]
    return [head, *blocks, message("   {whose_move}", whose_move=whose_move(side.history.table))]


def _block_line(side: Side, block: Block) -> str:
    table = side.history.entries[block.seq].table
    parts = {"number": block.seq, "who": player_name(table, block.seat), "what": headline(block)}
    if not block.at:
        return message("   block {number} by {who}: {what}", **parts)
    return message("   block {number} by {who}, {at}: {what}", **parts, at=Moment(block.at))


def _meaning(first: Save, side: Side) -> str:
    """What the parting of the first history and another one means."""
    number = parting(first, side.save)
    assert number is not None
    fork = fork_proof(first, side.save)
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
    if signed_twice(first, side.save):
        return message(
            "versions 1 and {number}: {who} signed the same turn twice (block {block}); this is an "
            "accident, not cheating",
            number=side.number,
            who=player_name(side.history.table, side.save.blocks[number].seat),
            block=number,
        )
    told = standing_line(first, side.save, "1", str(side.number))
    return message(
        "versions 1 and {number}: nothing here proves that anyone cheated; {told}",
        number=side.number,
        told=told,
    )


def question_facts(asked: Question, taken: Side | None = None) -> dict[str, Any]:
    """The same as JSON-able data; `kind` is fork, twice or other."""
    header = asked.sides[0].save.header
    return {
        "id": header.id,
        "title": header.title,
        "parts_at": asked.parts_at,
        "histories": [_side_facts(asked, side) for side in asked.sides],
        "taken": None if taken is None else taken.number,
    }


def _side_facts(asked: Question, side: Side) -> dict[str, Any]:
    table = side.history.table
    facts: dict[str, Any] = {
        "number": side.number,
        "seen": side.number == 1,
        "file": str(side.path),
        "seq": len(side.save.blocks) - 1,
        "head": encode_bytes(head_hash(side.save)),
        "waiting_for": waiting_facts(table, waiting(table)),
        "blocks": [_block_facts(side, block) for block in side.save.blocks[asked.parts_at :]],
    }
    first = asked.sides[0].save
    fork = fork_proof(first, side.save)
    if fork is not None:
        proof = {
            "block": fork.ours.seq,
            "blocks": [fork.ours.seq, fork.theirs.seq],
            "colour": fork.colour,
            "signatures": [fork.ours.sig, fork.theirs.sig],
        }
        return {**facts, "kind": "fork", "proof": proof}
    if side.number > 1:
        facts["kind"] = "twice" if signed_twice(first, side.save) else "other"
    return facts


def _block_facts(side: Side, block: Block) -> dict[str, Any]:
    seat = side.history.entries[block.seq].table.seats[block.seat]
    return {
        "seq": block.seq,
        **seat_facts(seat),
        "kind": block.kind,
        "at": block.at,
        "orders": list(block.orders),
        "sig": block.sig,
    }
