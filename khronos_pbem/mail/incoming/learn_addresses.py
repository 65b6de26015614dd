"""Addresses learnt from letters: who signed the newest block of a letter, and where that came from.

A From can be written by anybody. So it is only ever offered to a person, for an identity whose address nobody
has told as yet, and for the one identity that signed the newest block in that very letter; what is known is
never changed by a letter.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from email.parser import BytesHeaderParser
from email.policy import default
from pathlib import Path

from khronos_pbem.errors import KhronosError
from khronos_pbem.home.config import is_address
from khronos_pbem.home.keyring import kept_keys
from khronos_pbem.library.contact_list import Contact, read_contacts, with_contact, write_contacts
from khronos_pbem.mail.formats.headers import ENCODED_WORD
from khronos_pbem.mail.formats.mail_sources import Letter
from khronos_pbem.record.block import JOIN
from khronos_pbem.record.leaving.votes import seats_after
from khronos_pbem.record.save import Save
from khronos_pbem.session.replay.replay import seat_in
from khronos_pbem.session.replay.table import Seat

_MOST_HEAD = 256 * 1024
_LONGEST = 998  # RFC 5322 2.1.1
_IN_NO_ADDRESS = "\x00"
"""What stands where an encoded word begins: the parser would decode it, in an address too."""

_MOST_CORRESPONDENTS = 12
_TRIES = 3
"""Letters already known that are looked into again for one address: a mailbox may hold thousands."""


@dataclass(frozen=True, slots=True)
class Sender:
    """An address, and who signed the newest block of the letter that came from there, in which game."""

    seat: Seat
    address: str
    title: str


def sent_with(letter: Letter, saves: Sequence[Save], known: Save) -> Sender | None:
    """Who sent a letter that holds these saves; `known` is the game as the library has it, verified.

    None unless there is just one save, block by block a part of what is known, and one plain address in From.
    """
    if len(saves) != 1 or saves[0].header != known.header:
        return None
    count = len(saves[0].blocks)
    if saves[0].blocks != known.blocks[:count]:
        return None
    seat = author_of(known, count - 1)
    address = address_of(letter)
    return None if seat is None or not address else Sender(seat, address, known.header.title)


def author_of(save: Save, seq: int) -> Seat | None:
    """Who signed a block, as he has joined, whoever had the seat before him; None for no such block."""
    if not 0 <= seq < len(save.blocks):
        return None
    block, seats = save.blocks[seq], seats_after(save.blocks[: seq + 1])[-2:]
    if block.kind == JOIN:
        return seat_in(block)
    then, number = seats[0], block.seat
    return Seat(then.names[number], then.colours[number], then.identities[number], then.bots[number])


def address_of(letter: Letter) -> str:
    """The one plain address that a letter says it is from, which anybody can have written; empty if none."""
    found = _in_header(letter, "From")
    return found[0] if len(found) == 1 else ""


def correspondents(letter: Letter) -> tuple[str, ...]:
    """All who write or get a letter by its headers, which anybody can have written; plain addresses alone."""
    found = [each for header in ("From", "To", "Cc") for each in _in_header(letter, header)]
    return tuple(dict.fromkeys(found))[:_MOST_CORRESPONDENTS]


def _in_header(letter: Letter, name: str) -> list[str]:
    """The addresses in a header that a mail has once; none if one of them is not plain ASCII."""
    try:
        head = letter.data[:_MOST_HEAD].replace(b"\r\n", b"\n").partition(b"\n\n")[0]
        if head.startswith(b"From "):  # of an mbox
            head = head.partition(b"\n")[2]
        found = BytesHeaderParser().parsebytes(head).get_all(name, [])
        if len(found) != 1 or len(str(found[0])) > _LONGEST:
            return []
        undecoded = " ".join(str(found[0]).split()).replace(ENCODED_WORD, _IN_NO_ADDRESS)
        parsed = default.header_factory(name, undecoded).addresses
    except Exception:  # the parser of headers has its own mind about hostile ones
        return []
    texts = [str(each.addr_spec) for each in parsed]
    return texts if all(text.isascii() and is_address(text) for text in texts) else []


@dataclass
class Wanted:
    """The identities whose addresses are not known; for each a few old letters may be looked into."""

    home: Path
    tries: dict[bytes, int] = field(default_factory=dict)
    settled: frozenset[bytes] | None = None

    def takes(self, seat: Seat | None) -> bool:
        """Whether a letter whose newest block is by this player is worth a look for his address."""
        if self.settled is None:
            self.settled = _settled(self.home)
        if seat is None or seat.identity in self.settled:
            return False
        self.tries[seat.identity] = self.tries.get(seat.identity, 0) + 1
        return self.tries[seat.identity] <= _TRIES


def _settled(home: Path) -> frozenset[bytes]:
    """The keys of which nothing is to be learnt: one's own, and those of contacts."""
    own = frozenset(bytes.fromhex(key) for key in kept_keys(home))
    try:
        return own | {contact.key for contact in read_contacts(home)}
    except KhronosError:
        return own


def offers(home: Path, senders: Iterable[Sender], address: str) -> list[Sender]:
    """Of some senders those whose address may be asked for: each once, nothing known is touched.

    Left out are oneself (`address` is one's own), everybody who is a contact by name or key, an address that
    is a contact's already, and whoever seems to write from several addresses, or with several keys.
    Raises InvalidFile if the contacts are broken.
    """
    known, own = read_contacts(home), kept_keys(home)
    taken = {address.lower(), *(contact.address.lower() for contact in known)}
    names, keys = {contact.name for contact in known}, {contact.key for contact in known}
    fresh = {
        (each.seat.name, each.seat.identity, each.address.lower()): each
        for each in senders
        if each.seat.name not in names
        and each.seat.identity not in keys
        and each.seat.identity.hex() not in own
        and each.address.lower() not in taken
    }
    return [each for each in fresh.values() if _is_alone(each, list(fresh.values()))]


def _is_alone(one: Sender, senders: Sequence[Sender]) -> bool:
    """Whether no other sender has a part of what this one has: the name, the key, or the address."""
    return not any(
        other is not one
        and (
            other.seat.name == one.seat.name
            or other.seat.identity == one.seat.identity
            or other.address.lower() == one.address.lower()
        )
        for other in senders
    )


def learn(home: Path, sender: Sender) -> None:
    """Keep an address that a person has agreed to, with the key. Raises UsageError, InvalidFile."""
    known = read_contacts(home)
    if any(each.name == sender.seat.name or each.key == sender.seat.identity for each in known):
        return
    write_contacts(home, with_contact(known, Contact(sender.seat.name, sender.address, sender.seat.identity)))
