"""What of ours is in a letter: saves in every form, order blocks, damaged armor; no letter harms another."""

from __future__ import annotations

import contextlib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from enum import Enum

from khronos_pbem.errors import InvalidFile, KhronosError
from khronos_pbem.mail.formats.armor import Armors, Damage, dearmor
from khronos_pbem.mail.formats.decode_mail import Contents, contents
from khronos_pbem.mail.formats.mail_sources import MAX_MAIL, Letter
from khronos_pbem.mail.formats.order_blocks import OrderBlock, order_blocks
from khronos_pbem.mail.formats.zipped import zipped_save
from khronos_pbem.mail.outgoing.letter import Label, game_of, is_labelled, label_of
from khronos_pbem.messages import message
from khronos_pbem.record.offers import OfferFile, is_offer, parse_offer_file
from khronos_pbem.record.save import Header, Save, as_read, is_save, parse_save
from khronos_pbem.storage.files import SMALL_BYTES

_MOST_READ = 2 * MAX_MAIL
_MOST_ZIPS = 5


class Loss(Enum):
    """What mail has done to the save in a letter of ours."""

    DAMAGED = "damaged"
    MISSING = "missing"


@dataclass(frozen=True, slots=True)
class Found:
    """The saves (of `size` bytes), order blocks, offers and damaged armors in a letter; else what is wrong.

    Of a letter of ours whose save did not arrive as it was sent `lost` says what mail has done to it, and
    `header` of which game it was, if that can still be read.
    """

    letter: Letter
    saves: tuple[Save, ...] = ()
    orders: tuple[OrderBlock, ...] = ()
    damages: tuple[Damage, ...] = ()
    problem: KhronosError | None = None
    size: int = 0
    lost: Loss | None = None
    offers: tuple[OfferFile, ...] = ()
    header: Header | None = None


def look_into(letter: Letter) -> Found:
    """Everything of ours in a letter; all else in it is ignored. Whatever goes wrong is its `problem`."""
    try:
        return _looked_into(letter)
    except Exception as problem:
        return Found(letter, problem=unreadable(problem))


def unreadable(problem: Exception) -> KhronosError:
    """What went wrong with one letter, as an error that keeps no other out."""
    if isinstance(problem, KhronosError):
        return problem
    what = message("this letter cannot be read: {name}", name=type(problem).__name__)
    return InvalidFile(what, rule="FORMATS 1", hint=message("it was skipped; all other letters were read"))


def _looked_into(letter: Letter) -> Found:
    inside, label = contents(letter.data), label_of(letter.head)
    bare = {text: text.encode("utf-8", "replace") for text in inside.texts if "khronos-pbem/" in text}
    bare = {text: data for text, data in bare.items() if is_save(data)}
    packed, problem = _unpacked(inside, is_zip=not inside.texts)
    read = _read_saves([*bare.values(), *packed])
    armors = Armors((), ())
    if label is None or not _as_sent(read, label):  # a letter of ours holds the same in both forms
        armors = dearmor(inside.texts)
        read = _read_saves([*bare.values(), *packed, *armors.saves])
    sent = () if label is None else _as_sent(read, label)
    blocks = {block: None for text in inside.bodies if text not in bare for block in order_blocks(text)}
    orders = tuple(sorted(blocks, key=lambda block: (block.game, block.seq, block.lines)))
    problem = problem or read.problem or (None if inside.whole or orders else _cut())
    offers = tuple(_offers(inside.texts))
    found = Found(letter, sent or read.saves, orders, armors.damages, None, read.size, offers=offers)
    if label is not None and not sent:
        is_there = read.saves or armors.damages or inside.attached
        lost = Loss.DAMAGED if is_there else Loss.MISSING
        return replace(found, lost=lost, header=_header(bare.values(), label))
    return replace(found, problem=None if found.saves or offers else problem)


def _offers(texts: Iterable[str]) -> Iterator[OfferFile]:
    """The offers of successors among the texts of a letter; one that cannot be read is none."""
    for text in texts:
        data = text.encode("utf-8", "replace")
        if "khronos-offer/" in text and len(data) <= SMALL_BYTES and is_offer(data):
            with contextlib.suppress(KhronosError):
                yield parse_offer_file(data)


def _header(texts: Iterable[bytes], label: Label) -> Header | None:
    """The header of the game that a label names, if one of these damaged saves still shows it."""
    headers = [save.header for save in map(as_read, texts) if save is not None]
    return next((header for header in headers if game_of(header) == label.game), None)


def _as_sent(read: Read, label: Label) -> tuple[Save, ...]:
    """Of the saves in a letter of ours the one that was sent with it, if it is there unchanged."""
    return tuple(save for save in read.saves if is_labelled(save, label))[:1]


def _cut() -> KhronosError:
    what = message("this letter has too many parts, or they are nested too deeply")
    return InvalidFile(what, rule="FORMATS 1", hint=message("ask for the save as a plain attachment"))


def _unpacked(inside: Contents, *, is_zip: bool) -> tuple[list[bytes], KhronosError | None]:
    """The saves in zips, and what is wrong with a zip."""
    found: list[bytes] = []
    problem: KhronosError | None = None
    for data in inside.zips[:_MOST_ZIPS]:
        try:
            save = zipped_save(data)
        except KhronosError as error:
            problem = error
            continue
        if save is not None:
            found.append(save)
        elif is_zip and len(inside.zips) == 1:
            problem = InvalidFile(message("no save was found in the zip"), rule="FORMATS 4")
    return found, problem


@dataclass(frozen=True, slots=True)
class Read:
    """The different saves that some bytes are, what is wrong with others, and how many bytes they are."""

    saves: tuple[Save, ...]
    problem: KhronosError | None
    size: int


def _read_saves(texts: Iterable[bytes]) -> Read:
    """Armor and attachment hold the same save; what is far too much is not even looked at."""
    saves: dict[int, Save] = {}
    wrong: KhronosError | None = None
    left, size = _MOST_READ, 0
    for data in dict.fromkeys(texts):
        left -= len(data)
        if left < 0:
            break
        try:
            save = parse_save(data)
        except KhronosError as problem:
            wrong = problem
            continue
        if save not in saves.values():
            saves[len(saves)] = save
            size += len(data)
    return Read(tuple(saves.values()), wrong, size)


def found_in(origin: str, texts: Iterable[bytes]) -> Found:
    """The saves in some bytes, as if they had come in one letter."""
    read = _read_saves(texts)
    return Found(Letter(origin), read.saves, problem=read.problem, size=read.size)


def longest(texts: Iterable[bytes]) -> bytes:
    """Of some bytes those that are the save with most blocks. Raises what is wrong if none is a save."""
    best, most = b"", -1
    wrong: KhronosError = InvalidFile(message("no save was found"), rule="FORMATS 4")
    for data in texts:
        try:
            blocks = len(parse_save(data).blocks)
        except KhronosError as problem:
            wrong = problem
            continue
        if blocks > most:
            best, most = data, blocks
    if most < 0:
        raise wrong
    return best
