"""Taking in what has come: saves into the library, never the wrong file; orders as drafts, never played."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import NamedTuple

from khronos_pbem.errors import KhronosError
from khronos_pbem.home.versions.newest_seen import (
    Behind,
    Compared,
    Overtaken,
    Unreadable,
    newest_seen,
    two_histories,
)
from khronos_pbem.home.versions.unsent import came_in
from khronos_pbem.library.library import Library
from khronos_pbem.mail.formats.armor import completed
from khronos_pbem.mail.formats.mail_sources import Letter
from khronos_pbem.mail.formats.order_blocks import OrderBlock
from khronos_pbem.mail.incoming.drafts import Games
from khronos_pbem.mail.incoming.find_saves import Found, found_in, look_into, unreadable
from khronos_pbem.mail.incoming.findings import News, refused
from khronos_pbem.mail.incoming.known_letters import Known, label_on
from khronos_pbem.mail.incoming.learn_addresses import Sender, Wanted, author_of, correspondents, sent_with
from khronos_pbem.mail.incoming.lost_saves import is_cut_off, loss_error
from khronos_pbem.mail.incoming.relevance import about_keys, asks_me
from khronos_pbem.mail.outgoing import last_addresses
from khronos_pbem.mail.outgoing.letter import Label, newest_first
from khronos_pbem.messages import GAME, message, quoted
from khronos_pbem.record.block import JOIN, same_turn
from khronos_pbem.record.leaving.forks import Parted, fallen
from khronos_pbem.record.offers import OfferFile
from khronos_pbem.record.save import Save, write_save
from khronos_pbem.session.commands.write_save import save_text
from khronos_pbem.session.context import Context
from khronos_pbem.session.queries.summaries import whose_move
from khronos_pbem.session.replay.history import History
from khronos_pbem.session.replay.open_save import (
    about_giving_way,
    enter,
    replay_known,
    verify_many,
)

_BATCH = 64 * 1024 * 1024
"""Bytes of saves that are kept in memory before they are taken in."""

_MOST_DAMAGES = 200


class Taken(NamedTuple):
    """What came of some letters, and the origins of those that have to be looked at again."""

    news: list[News]
    still_open: frozenset[str]


def receive(letters: Iterable[Letter], library: Library, context: Context) -> list[News]:
    """Take in all letters; what came of each thing found. One bad letter does not keep the others out."""
    return take_in(letters, library, context).news


def take_in(letters: Iterable[Letter], library: Library, context: Context) -> Taken:
    """Take in all letters as `receive` does; which of them may bring more another time, too."""
    wanted = Wanted(library.home)
    intake = _Intake(library, wanted)
    labelled: dict[str, list[tuple[Letter, Label]]] = {}
    for letter in letters:
        label = label_on(letter)
        if label is None:
            intake.look(letter, None)
        else:
            labelled.setdefault(label.game, []).append((letter, label))
    first, later = newest_first(labelled)
    known = Known(library, wanted)
    for letter, label in first:
        intake.look(letter, known.news(letter, label))
    intake.take()
    known = Known(library, wanted)
    for letter, label in later:
        intake.look(letter, known.news(letter, label))
        intake.take()
    intake.mend()
    games = Games(library, context)
    news = intake.news + [games.draft(block, origin) for block, origin in intake.orders]
    news += [games.offer(offer, origin) for offer, origin in intake.offers]
    return Taken(news, _still_open(intake, news))


def _still_open(intake: _Intake, news: Iterable[News]) -> frozenset[str]:
    """The letters that may bring more another time: orders, what is damaged or refused, an address."""
    found = {origin for _, origin in (*intake.orders, *intake.offers)} | intake.harmed
    found |= {
        one.origin for one in news if one.state not in ("new", "same", "older") or one.sender is not None
    }
    return frozenset(found)


@dataclass
class _Intake:
    """Letters on their way into the library: as many at once as the memory is good for.

    `weight` counts the bytes of the saves that wait, `damages` the damaged armors, so that a mailbox of very
    many letters is gone through once. `harmed` are the origins of letters with damaged armor.
    """

    library: Library
    wanted: Wanted
    news: list[News] = field(default_factory=list)
    orders: list[tuple[OrderBlock, str]] = field(default_factory=list)
    offers: list[tuple[OfferFile, str]] = field(default_factory=list)
    damaged: list[Found] = field(default_factory=list)
    waiting: list[Found] = field(default_factory=list)
    harmed: set[str] = field(default_factory=set)
    weight: int = 0
    damages: int = 0

    def look(self, letter: Letter, old: News | None) -> None:
        """Look into a letter, unless it is known to be an old one."""
        if old is not None:
            self.news.append(old)
            return
        found = look_into(letter)
        may_be_mended = bool(found.damages) and self.damages < _MOST_DAMAGES
        if found.lost is not None:
            found = replace(found, problem=loss_error(found, self.library))
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
        """Take in the saves that wait."""
        self.news += _take_saves(self.waiting, self.library, self.wanted)
        self.waiting, self.weight = [], 0

    def mend(self) -> None:
        """Read damaged armors whose lines came in several letters, and tell what is wrong with the others."""
        complaints = [each.problem for each in self.damaged if each.lost is not None]
        told = (one for one in self.news if one.state != "refused" or one.problem in complaints)
        read = {one.origin for one in told}
        mended = completed(damage for each in self.damaged for damage in each.damages)
        if mended:
            self.waiting = [found_in(message("several letters together"), mended.values())]
            self.take()
        for each in self.damaged:
            if each.letter.origin not in read:
                broken = [damage for damage in each.damages if damage.tag not in mended]
                errors: list[KhronosError] = [damage.error() for damage in broken]
                if (
                    each.lost is not None and each.problem is not None
                ):  # the whole letter is easier to ask for
                    errors = [each.problem] if broken else []
                self.news += [refused(error, each.letter.origin) for error in errors]


def _take_saves(found: Sequence[Found], library: Library, wanted: Wanted) -> list[News]:
    """The saves, the longest history of each game first, so that only that one has to be verified."""
    news = [
        refused(each.problem, each.letter.origin)
        for each in found
        if each.problem is not None and not (each.lost and each.saves)
    ]
    read = [(each, save) for each in found for save in each.saves]
    read.sort(key=lambda entry: -len(entry[1].blocks))
    _verify_together({save.header.id: save for _, save in reversed(read)}.values(), library)
    for each, save in read:
        origin = each.letter.origin
        try:
            taken = _take(origin, save, library)
            news.append(replace(taken, sender=_sender(each, save, library, wanted)))
            if taken.state == "new" and _has_free_seat(save):
                last_addresses.keep_named(library.home, save.header, correspondents(each.letter))
        except Parted as problem:
            problem.hint = _to_settle(library, save)
            text = message("{title}: {problem}", title=save.header.title, problem=problem)
            news.append(News("refused", text, origin, problem))
        except Exception as problem:
            news.append(refused(each.problem or unreadable(problem), origin))
        else:
            if each.problem is not None and is_cut_off(each, save):
                news.append(refused(each.problem, origin))
    return news


def _to_settle(library: Library, save: Save) -> str:
    file = library.file_of(save.header)
    name = quoted(library.name_of(file)) if file.exists() else GAME
    return message(
        "ask the others which version they have, then compare both and choose: khronos settle {game}",
        game=name,
    )


def _has_free_seat(save: Save) -> bool:
    return sum(block.kind == JOIN for block in save.blocks) < save.header.seats


def _sender(found: Found, save: Save, library: Library, wanted: Wanted) -> Sender | None:
    """Where a save that was taken in came from, if that is an address to ask for."""
    if not wanted.takes(author_of(save, len(save.blocks) - 1)):
        return None
    have = library.save_of(save.header)
    return None if have is None else sent_with(found.letter, found.saves, have)


def _verify_together(saves: Iterable[Save], library: Library) -> None:
    """Verify many saves side by side; what goes wrong there is told when each is taken in by itself."""
    try:
        longest = list(saves)
        verify_many(library.home, longest, [write_save(save, []).encode() for save in longest], whose_move)
    except Exception:
        return


def _take(origin: str, save: Save, library: Library) -> News:
    """Keep a save that comes in by the door, with comments of our own.

    Raises Parted (another history, which is kept for `settle`), Conflict, or InvalidFile if it does not hold.
    """
    title, turn = save.header.title, len(save.blocks) - 1
    back = _come_back(library.home, save)
    before = _seen(library.home, save)
    try:
        compared = enter(library.home, save)
    except Overtaken as problem:
        text = message(
            "{title}: block {turn} is no longer valid: {problem}", title=title, turn=turn, problem=problem
        )
        return News("older", text, origin, game=library.file_of(save.header))
    except Behind:
        seen = newest_seen(library.home, save.header)
        last = turn if seen is None else len(seen.blocks) - 1
        text = message(
            "{title}: this is block {turn}, and you already have block {last}",
            title=title,
            turn=turn,
            last=last,
        )
        return News("older", text, origin, game=library.file_of(save.header))
    have = library.save_of(save.header)
    if have is not None and _are_same(have, save):
        text = message("{title}: you already have block {turn}", title=title, turn=turn)
        return News("same", text, origin, game=library.file_of(save.header))
    history = _verified(library.home, save)
    path = library.put(save, save_text(save, history).encode())
    sentence = _now(library.home, history, path)
    text = message(
        "{title}: block {turn}. {sentence:Name} ({path})",
        title=title,
        turn=turn,
        sentence=sentence,
        path=path,
    )
    if compared is Compared.WENT_OUT and not back:
        back = message("{what}.", what=about_giving_way())
    text = message("{text} {back}", text=text, back=back) if back else text
    if compared is Compared.OVERTAKES and before is not None and (fell := fallen(before, save)):
        text = message("{text} This replaces the version you had: {fell}", text=text, fell=fell)
    joined = save.blocks[len(have.blocks) if have else 0 :]
    warnings, asks = about_keys(library.home, joined), asks_me(library.home, history.table)
    return News("new", text, origin, warnings=warnings, game=path, asks=asks)


def _now(home: Path, history: History, path: Path) -> str:
    """Whose move it is in a game that was written to a path, or that it has two versions."""
    if not two_histories(home, history.table.header):
        return whose_move(history.table)
    name = quoted(path.stem)
    return message("There are two versions of this game: khronos settle {name} shows both", name=name)


def _seen(home: Path, save: Save) -> Save | None:
    """What was seen of a game before; None if nothing was, or nothing that can be read."""
    try:
        return newest_seen(home, save.header)
    except Unreadable:
        return None


def _come_back(home: Path, save: Save) -> str:
    """Note that the blocks of a save that comes in have left; what to say if one of them was taken back."""
    seen = newest_seen(home, save.header)
    known = () if seen is None else seen.blocks
    fresh = came_in(home, save)
    gone = [block.seq for block in fresh if block not in known[block.seq : block.seq + 1]]
    if not gone:
        return ""
    return message("You took block {seq} back after it had been sent, so it stays in the game.", seq=gone[0])


def _are_same(have: Save, save: Save) -> bool:
    """Whether two saves hold the same blocks, one of which may have been signed twice."""
    return len(have.blocks) == len(save.blocks) and all(map(same_turn, have.blocks, save.blocks))


def _verified(home: Path, save: Save) -> History:
    """A save that holds, replayed. Raises InvalidFile if it does not."""
    history = replay_known(home, save)
    if history.problem is not None:
        raise history.problem
    return history
