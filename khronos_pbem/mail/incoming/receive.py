"""Receive letters: write their saves to the library and their orders to drafts. Nothing is played."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import NamedTuple

from khronos_pbem.errors import KhronosError
from khronos_pbem.home.versions.newest_seen import (
    Comparison,
    NewestUnreadable,
    OlderVersion,
    SupersededVersion,
    newest_seen,
    undecided_versions,
)
from khronos_pbem.home.versions.signed_blocks import mark_received
from khronos_pbem.library.library import Library
from khronos_pbem.mail.formats.armor import completed_saves
from khronos_pbem.mail.formats.mail_sources import Letter
from khronos_pbem.mail.formats.order_blocks import OrderBlock
from khronos_pbem.mail.incoming.drafts import LibraryGames
from khronos_pbem.mail.incoming.known_letters import KnownLetters, read_label
from khronos_pbem.mail.incoming.learn_addresses import (
    Sender,
    WantedAddresses,
    block_author,
    correspondent_addresses,
    find_sender,
)
from khronos_pbem.mail.incoming.lost_saves import is_truncated, lost_save_error
from khronos_pbem.mail.incoming.received_item import ReceivedItem, refused_item, repeated_item
from khronos_pbem.mail.incoming.relevance import asks_me, new_key_warnings
from khronos_pbem.mail.incoming.scan_letter import (
    ScannedLetter,
    scan_letter,
    scan_texts,
    unreadable_letter_error,
)
from khronos_pbem.mail.outgoing import last_addresses
from khronos_pbem.mail.outgoing.letter_headers import Label, split_newest
from khronos_pbem.messages import GAME, message, shell_quoted
from khronos_pbem.record.block import JOIN, same_turn
from khronos_pbem.record.leaving.forks import VersionConflict, replaced_version_text
from khronos_pbem.record.offers import OfferFile
from khronos_pbem.record.save import Save, write_save
from khronos_pbem.session.commands.write_save import save_text
from khronos_pbem.session.context import Context
from khronos_pbem.session.queries.summaries import whose_move_line
from khronos_pbem.session.replay.history import History
from khronos_pbem.session.replay.open_save import gave_way_message, receive_save, replay_known, verify_many

_BATCH = 64 * 1024 * 1024
"""The size in bytes of the saves that are kept in memory before they are stored."""

_MOST_DAMAGES = 200


class ReceiveResult(NamedTuple):
    """The items found in some letters, and the origins of the letters to be read again later."""

    news: list[ReceivedItem]
    still_open: frozenset[str]


def receive(letters: Iterable[Letter], library: Library, context: Context) -> list[ReceivedItem]:
    """Receive all letters; return an item for each thing found. A bad letter does not stop the others."""
    return receive_with_open_letters(letters, library, context).news


def receive_with_open_letters(letters: Iterable[Letter], library: Library, context: Context) -> ReceiveResult:
    """Receive all letters as `receive` does; also return which of them are to be read again."""
    wanted = WantedAddresses(library.home)
    intake = _PendingLetters(library, wanted)
    labelled: dict[str, list[tuple[Letter, Label]]] = {}
    for letter in letters:
        label = read_label(letter)
        if label is None:
            intake.look(letter, None)
        else:
            labelled.setdefault(label.game, []).append((letter, label))
    first, later = split_newest(labelled)
    known = KnownLetters(library, wanted)
    for letter, label in first:
        intake.look(letter, known.news(letter, label))
    intake.take()
    known = KnownLetters(library, wanted)
    for letter, label in later:
        intake.look(letter, known.news(letter, label))
        intake.take()
    intake.combine_damaged()
    games = LibraryGames(library, context)
    news = intake.news + [games.draft(block, origin) for block, origin in intake.orders]
    news += [games.offer(offer, origin) for offer, origin in intake.offers]
    return ReceiveResult(news, _still_open(intake, news))


def _still_open(intake: _PendingLetters, news: Iterable[ReceivedItem]) -> frozenset[str]:
    """The origins of letters to be read again: with orders, offers, damage, an error, or an address."""
    found = {origin for _, origin in (*intake.orders, *intake.offers)} | intake.harmed
    found |= {
        one.origin for one in news if one.state not in ("new", "same", "older") or one.sender is not None
    }
    return frozenset(found)


@dataclass
class _PendingLetters:
    """Scanned letters whose saves are not stored yet; they are stored in batches that fit into memory.

    `weight` is the size in bytes of the pending saves. `damages` is the number of damaged armors, which is
    limited. `harmed` are the origins of letters with damaged armor.
    """

    library: Library
    wanted: WantedAddresses
    news: list[ReceivedItem] = field(default_factory=list)
    orders: list[tuple[OrderBlock, str]] = field(default_factory=list)
    offers: list[tuple[OfferFile, str]] = field(default_factory=list)
    damaged: list[ScannedLetter] = field(default_factory=list)
    waiting: list[ScannedLetter] = field(default_factory=list)
    harmed: set[str] = field(default_factory=set)
    weight: int = 0
    damages: int = 0

    def look(self, letter: Letter, old: ReceivedItem | None) -> None:
        """Scan a letter, unless `old` is given because it contains nothing new."""
        if old is not None:
            self.news.append(old)
            return
        found = scan_letter(letter)
        may_be_mended = bool(found.damages) and self.damages < _MOST_DAMAGES
        if found.lost is not None:
            found = replace(found, problem=lost_save_error(found, self.library))
        if found.saves or (found.problem is not None and not (found.lost and may_be_mended)):
            self.waiting.append(found)
        self.orders += [(block, letter.origin) for block in found.orders]
        self.offers += [(offer, letter.origin) for offer in found.offers]
        self.weight += found.size
        if found.damages:
            self.harmed.add(letter.origin)
        if may_be_mended:
            self.damaged.append(found)
            self.damages += len(found.damages)
        if self.weight > _BATCH:
            self.take()

    def take(self) -> None:
        """Store the pending saves."""
        self.news += _store_saves(self.waiting, self.library, self.wanted)
        self.waiting, self.weight = [], 0

    def combine_damaged(self) -> None:
        """Decode damaged armors whose lines arrived in several letters; refuse those still damaged."""
        complaints = [each.problem.message for each in self.damaged if each.lost is not None and each.problem]
        read = {
            one.origin
            for one in self.news
            if one.state != "refused" or (one.problem is not None and one.problem.message in complaints)
        }
        mended = completed_saves(damage for each in self.damaged for damage in each.damages)
        if mended:
            self.waiting = [scan_texts(message("several e-mails combined"), mended.values())]
            self.take()
        for each in self.damaged:
            if each.letter.origin not in read:
                broken = [damage for damage in each.damages if damage.tag not in mended]
                errors: list[KhronosError] = [damage.error() for damage in broken]
                if each.lost is not None and each.problem is not None:
                    errors = [each.problem] if broken else []  # the whole letter is easier to ask for
                self.news += [refused_item(error, each.letter.origin) for error in errors]


def _store_saves(
    found: Sequence[ScannedLetter], library: Library, wanted: WantedAddresses
) -> list[ReceivedItem]:
    """Store saves, starting with the longest of each game, so that only that one has to be verified."""
    news = [
        refused_item(each.problem, each.letter.origin)
        for each in found
        if each.problem is not None and not (each.lost and each.saves)
    ]
    read = [(each, save) for each in found for save in each.saves]
    read.sort(key=lambda entry: -len(entry[1].blocks))
    _verify_in_parallel({save.header.id: save for _, save in reversed(read)}.values(), library)
    for each, save in read:
        origin = each.letter.origin
        try:
            taken = _store_save(origin, save, library)
            news.append(replace(taken, sender=_sender_if_wanted(each, save, library, wanted)))
            if taken.state == "new" and _has_free_seat(save):
                last_addresses.store_proposed_addresses(
                    library.home, save.header, correspondent_addresses(each.letter)
                )
        except VersionConflict as problem:
            refused = problem.changed(hint=_settle_hint(library, save))
            text = message("{title}: {problem}", title=save.header.title, problem=refused)
            news.append(ReceivedItem("refused", text, origin, refused))
        except Exception as problem:
            news.append(refused_item(each.problem or unreadable_letter_error(problem), origin))
        else:
            if each.problem is not None and is_truncated(each, save):
                news.append(refused_item(each.problem, origin))
    return news


def _settle_hint(library: Library, save: Save) -> str:
    file = library.file_of(save.header)
    name = shell_quoted(library.name_of(file)) if file.exists() else GAME
    return message(
        "ask the others which version they have, then compare the two versions and choose one: "
        "khronos settle {game}",
        game=name,
    )


def _has_free_seat(save: Save) -> bool:
    return sum(block.kind == JOIN for block in save.blocks) < save.header.seats


def _sender_if_wanted(
    found: ScannedLetter, save: Save, library: Library, wanted: WantedAddresses
) -> Sender | None:
    """The sender of a stored save, if the address is wanted."""
    if not wanted.takes(block_author(save, len(save.blocks) - 1)):
        return None
    have = library.load_save(save.header)
    return None if have is None else find_sender(found.letter, found.saves, have)


def _verify_in_parallel(saves: Iterable[Save], library: Library) -> None:
    """Verify many saves in parallel. Errors are ignored here; they recur when each save is stored."""
    try:
        longest = list(saves)
        verify_many(
            library.home, longest, [write_save(save, []).encode() for save in longest], whose_move_line
        )
    except Exception:
        return


def _store_save(origin: str, save: Save, library: Library) -> ReceivedItem:
    """Verify a save and write it to the library, with comments in your language.

    Raises VersionConflict for another version of the game (which is kept for `settle`), Conflict, or
    InvalidFile if the save is not valid.
    """
    title, turn = save.header.title, len(save.blocks) - 1
    back = _note_received(library.home, save)
    before = _newest_seen_if_readable(library.home, save)
    try:
        compared = receive_save(library.home, save)
    except SupersededVersion as problem:
        text = message(
            "{title}: block {turn} is no longer valid: {problem}", title=title, turn=turn, problem=problem
        )
        return ReceivedItem("older", text, origin, game=library.file_of(save.header))
    except OlderVersion:
        seen = newest_seen(library.home, save.header)
        last = turn if seen is None else len(seen.blocks) - 1
        return repeated_item(save.header, turn, last, origin, library.file_of(save.header))
    have = library.load_save(save.header)
    if have is not None and _have_same_turns(have, save):
        return repeated_item(save.header, turn, turn, origin, library.file_of(save.header))
    history = _replay_valid(library.home, save)
    path = library.write_newest(save, save_text(save, history).encode())
    sentence = _status_sentence(library.home, history, path)
    text = message(
        "{title}: block {turn}. {sentence:Name} ({path})",
        title=title,
        turn=turn,
        sentence=sentence,
        path=path,
    )
    if compared is Comparison.WENT_OUT and not back:
        back = message("{what}.", what=gave_way_message())
    text = message("{text} {back}", text=text, back=back) if back else text
    fell = ""
    if compared is Comparison.OVERTAKES and before is not None:
        fell = replaced_version_text(before, save)
    if fell:
        text = message("{text} This replaces the version you had: {fell}", text=text, fell=fell)
    joined = save.blocks[len(have.blocks) if have else 0 :]
    warnings, asks = new_key_warnings(library.home, joined), asks_me(library.home, history.table)
    return ReceivedItem("new", text, origin, warnings=warnings, game=path, asks=asks)


def _status_sentence(home: Path, history: History, path: Path) -> str:
    """A sentence about whose move it is in a game, or that the game has two versions."""
    if not undecided_versions(home, history.table.header):
        return whose_move_line(history.table)
    name = shell_quoted(path.stem)
    return message("There are two versions of this game: khronos settle {name} shows both", name=name)


def _newest_seen_if_readable(home: Path, save: Save) -> Save | None:
    """The newest version seen of a save's game; None if there is none, or it is unreadable."""
    try:
        return newest_seen(home, save.header)
    except NewestUnreadable:
        return None


def _note_received(home: Path, save: Save) -> str:
    """Record that the blocks of a received save have left this machine.

    Returns a message if one of them had been taken back, else an empty text.
    """
    seen = newest_seen(home, save.header)
    known = () if seen is None else seen.blocks
    fresh = mark_received(home, save)
    gone = [block.seq for block in fresh if block not in known[block.seq : block.seq + 1]]
    if not gone:
        return ""
    return message("You took block {seq} back after it had been sent, so it stays in the game.", seq=gone[0])


def _have_same_turns(have: Save, save: Save) -> bool:
    """Return whether two saves hold the same turns, even if a block was signed twice."""
    return len(have.blocks) == len(save.blocks) and all(map(same_turn, have.blocks, save.blocks))


def _replay_valid(home: Path, save: Save) -> History:
    """Replay a save. Raises InvalidFile if it is not valid."""
    history = replay_known(home, save)
    if history.problem is not None:
        raise history.problem
    return history
