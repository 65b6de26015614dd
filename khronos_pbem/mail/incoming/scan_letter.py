"""Find all khronos data in a letter: saves in any form, order blocks, offers, and damaged armor.

An error in one letter never stops the others.
"""

from __future__ import annotations

import contextlib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from enum import Enum

from khronos_pbem.errors import InvalidFile, KhronosError
from khronos_pbem.mail.formats.armor import Damage, DearmoredSaves, dearmor
from khronos_pbem.mail.formats.decode_mail import MailContents, decode_contents
from khronos_pbem.mail.formats.mail_sources import MAX_MAIL, Letter
from khronos_pbem.mail.formats.order_blocks import OrderBlock, parse_order_blocks
from khronos_pbem.mail.formats.zipped import unzip_save
from khronos_pbem.mail.outgoing.letter_headers import Label, has_label, label_game_id, parse_label
from khronos_pbem.messages import message
from khronos_pbem.record.offers import OfferFile, is_offer, parse_offer_file
from khronos_pbem.record.save import Header, Save, is_save, parse_if_possible, parse_save
from khronos_pbem.storage.files import SMALL_BYTES

_MOST_READ = 2 * MAX_MAIL
_MOST_ZIPS = 5


class SaveLoss(Enum):
    """The ways in which the save of a khronos letter can be lost in transit."""

    DAMAGED = "damaged"
    MISSING = "missing"


@dataclass(frozen=True, slots=True)
class ScannedLetter:
    """Saves (of `size` bytes), order blocks, offers and damaged armor in a letter, or its problem.

    If the save of a khronos letter did not arrive as it was sent, `lost` states what happened to it. `header`
    is then the header of its game, if it is still readable.
    """

    letter: Letter
    saves: tuple[Save, ...] = ()
    orders: tuple[OrderBlock, ...] = ()
    damages: tuple[Damage, ...] = ()
    problem: KhronosError | None = None
    size: int = 0
    lost: SaveLoss | None = None
    offers: tuple[OfferFile, ...] = ()
    header: Header | None = None


def scan_letter(letter: Letter) -> ScannedLetter:
    """Find all khronos data in a letter. Any error becomes its `problem`."""
    try:
        return _scan(letter)
    except Exception as problem:
        return ScannedLetter(letter, problem=unreadable_letter_error(problem))


def unreadable_letter_error(problem: Exception) -> KhronosError:
    """The KhronosError for any exception that one letter caused."""
    if isinstance(problem, KhronosError):
        return problem
    what = message("this e-mail cannot be read: {name}", name=type(problem).__name__)
    return InvalidFile(
        what, rule="FORMATS 1", hint=message("this e-mail was skipped; all other e-mails were read")
    )


def _scan(letter: Letter) -> ScannedLetter:
    inside, label = decode_contents(letter.data), parse_label(letter.head)
    bare = {text: text.encode("utf-8", "replace") for text in inside.texts if "khronos-pbem/" in text}
    bare = {text: data for text, data in bare.items() if is_save(data)}
    packed, problem = _unzip_saves(inside, is_zip=not inside.texts)
    read = _parse_saves([*bare.values(), *packed])
    armors = DearmoredSaves((), ())
    if label is None or not _save_with_label(read, label):  # a letter of ours holds the same in both forms
        armors = dearmor(inside.texts)
        read = _parse_saves([*bare.values(), *packed, *armors.saves])
    sent = () if label is None else _save_with_label(read, label)
    blocks = {block: None for text in inside.bodies if text not in bare for block in parse_order_blocks(text)}
    orders = tuple(sorted(blocks, key=lambda block: (block.game, block.seq, block.lines)))
    problem = problem or read.problem or (None if inside.whole or orders else _too_many_parts_error())
    offers = tuple(_parse_offers(inside.texts))
    found = ScannedLetter(letter, sent or read.saves, orders, armors.damages, None, read.size, offers=offers)
    if label is not None and not sent:
        is_there = read.saves or armors.damages or inside.attached
        lost = SaveLoss.DAMAGED if is_there else SaveLoss.MISSING
        return replace(found, lost=lost, header=_labelled_header(bare.values(), label))
    return replace(found, problem=None if found.saves or offers else problem)


def _parse_offers(texts: Iterable[str]) -> Iterator[OfferFile]:
    """The offers of successors among the texts of a letter; unreadable ones are left out."""
    for text in texts:
        data = text.encode("utf-8", "replace")
        if "khronos-offer/" in text and len(data) <= SMALL_BYTES and is_offer(data):
            with contextlib.suppress(KhronosError):
                yield parse_offer_file(data)


def _labelled_header(texts: Iterable[bytes], label: Label) -> Header | None:
    """The header of the game in a label, if one of these damaged saves still contains it."""
    headers = [save.header for save in map(parse_if_possible, texts) if save is not None]
    return next((header for header in headers if label_game_id(header) == label.game), None)


def _save_with_label(read: ParsedSaves, label: Label) -> tuple[Save, ...]:
    """The save that was sent with this label, if it arrived unchanged; at most one."""
    return tuple(save for save in read.saves if has_label(save, label))[:1]


def _too_many_parts_error() -> KhronosError:
    what = message("this e-mail has too many parts, or they are nested too deeply")
    return InvalidFile(what, rule="FORMATS 1", hint=message("ask for the save as a plain attachment"))


def _unzip_saves(inside: MailContents, *, is_zip: bool) -> tuple[list[bytes], KhronosError | None]:
    """The saves in the zip files of a letter, and the problem of a zip file, if any."""
    found: list[bytes] = []
    problem: KhronosError | None = None
    for data in inside.zips[:_MOST_ZIPS]:
        try:
            save = unzip_save(data)
        except KhronosError as error:
            problem = error
            continue
        if save is not None:
            found.append(save)
        elif is_zip and len(inside.zips) == 1:
            problem = InvalidFile(message("no save was found in the zip file"))
    return found, problem


@dataclass(frozen=True, slots=True)
class ParsedSaves:
    """The different saves in some texts, the last problem, and the size of the saves in bytes."""

    saves: tuple[Save, ...]
    problem: KhronosError | None
    size: int


def _parse_saves(texts: Iterable[bytes]) -> ParsedSaves:
    """Parse some texts as saves. Identical saves (armor and attachment) count once.

    Texts beyond the size limit are not parsed.
    """
    saves: list[Save] = []
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
        if save not in saves:
            saves.append(save)
            size += len(data)
    return ParsedSaves(tuple(saves), wrong, size)


def scan_texts(origin: str, texts: Iterable[bytes]) -> ScannedLetter:
    """The saves in some texts, as if they had arrived in one letter."""
    read = _parse_saves(texts)
    return ScannedLetter(Letter(origin), read.saves, problem=read.problem, size=read.size)


def longest_save(texts: Iterable[bytes]) -> bytes:
    """The bytes of the save with the most blocks. Raises a KhronosError if none of the texts is a save."""
    best, most = b"", -1
    wrong: KhronosError = InvalidFile(message("no save was found"))
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
