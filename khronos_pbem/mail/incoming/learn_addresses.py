"""Learn addresses from letters: pair the signer of the newest block with the address in `From`.

Anyone can forge a `From` header. So an address is only proposed to the player, and only for the identity that
signed the newest block in that letter, if that identity has no known address yet. A letter never changes a
known address.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from email.errors import InvalidHeaderDefect
from email.parser import BytesHeaderParser
from email.policy import default
from operator import eq
from pathlib import Path
from typing import NamedTuple

from khronos_pbem.errors import KhronosError
from khronos_pbem.home.config import is_address
from khronos_pbem.home.keyring import all_own_keys
from khronos_pbem.library.contact_list import Contact, change_contacts, read_contacts, with_contact
from khronos_pbem.mail.formats.headers import ENCODED_WORD
from khronos_pbem.mail.formats.mail_sources import Letter
from khronos_pbem.record.block import JOIN
from khronos_pbem.record.leaving.votes import seats_after
from khronos_pbem.record.save import Save
from khronos_pbem.session.replay.replay import seat_of_join
from khronos_pbem.session.replay.table import Seat

_MOST_HEAD = 256 * 1024
_LONGEST = 998  # RFC 5322 2.1.1
_WHOLE_WORD = re.compile(r"=\?[^?\s]*\?[bBqQ]\?[^?\s]*\?=")
_IN_NO_ADDRESS = "\x00"
"""The replacement for the beginning of an encoded word.

The parser would otherwise decode the word, even in an address.
"""

_MOST_CORRESPONDENTS = 12
_TRIES = 3
"""The maximum number of known letters examined again for one address; a mailbox may hold thousands."""


@dataclass(frozen=True, slots=True)
class Sender:
    """The address of a letter, the seat that signed its newest block, and the title of the game."""

    seat: Seat
    address: str
    title: str


def find_sender(letter: Letter, saves: Sequence[Save], known: Save) -> Sender | None:
    """The sender of a letter with these saves; `known` is the verified save of the library.

    None unless there is exactly one save, `known` contains all its blocks, and `From` has one plain address.
    """
    if len(saves) != 1 or saves[0].header != known.header:
        return None
    count = len(saves[0].blocks)
    if saves[0].blocks != known.blocks[:count]:
        return None
    seat = block_author(known, count - 1)
    address = from_address(letter)
    return None if seat is None or not address else Sender(seat, address, known.header.title)


def block_author(save: Save, seq: int) -> Seat | None:
    """The seat that signed a block, with its player at that time; None if there is no such block."""
    if not 0 <= seq < len(save.blocks):
        return None
    block, seats = save.blocks[seq], seats_after(save.blocks[: seq + 1])[-2:]
    if block.kind == JOIN:
        return seat_of_join(block)
    then, number = seats[0], block.seat
    return Seat(then.names[number], then.colours[number], then.identities[number], then.bots[number])


def from_address(letter: Letter) -> str:
    """Return the plain address in a letter's `From` header; empty unless there is exactly one.

    The header can be forged.
    """
    found = _addresses_in_header(letter, "From")
    return found[0] if len(found) == 1 else ""


def correspondent_addresses(letter: Letter) -> tuple[str, ...]:
    """Return the plain addresses in a letter's headers `From`, `To` and `Cc`, up to a limit.

    These headers can be forged.
    """
    found = [each for header in ("From", "To", "Cc") for each in _addresses_in_header(letter, header)]
    return tuple(dict.fromkeys(found))[:_MOST_CORRESPONDENTS]


def _addresses_in_header(letter: Letter, name: str) -> list[str]:
    """The addresses in a header; empty if it is repeated or invalid, or an address is not plain ASCII."""
    try:
        head = letter.data[:_MOST_HEAD].replace(b"\r\n", b"\n").partition(b"\n\n")[0]
        if head.startswith(b"From "):  # of an mbox
            head = head.partition(b"\n")[2]
        found = BytesHeaderParser().parsebytes(head).get_all(name, [])
        if len(found) != 1 or len(str(found[0])) > _LONGEST:
            return []
        text = " ".join(str(found[0]).split())
        if _is_invalid(name, text):
            return []
        undecoded = text.replace(ENCODED_WORD, _IN_NO_ADDRESS)
        parsed = default.header_factory(name, undecoded).addresses
    except Exception:  # the parser of headers has its own mind about hostile ones
        return []
    texts = [str(each.addr_spec) for each in parsed]
    return texts if all(text.isascii() and is_address(text) for text in texts) else []


def _is_invalid(name: str, text: str) -> bool:
    """Return whether a header is invalid, so that mail programs may find other addresses than the parser."""
    header = default.header_factory(name, _WHOLE_WORD.sub("x", text))
    return any(isinstance(each, InvalidHeaderDefect) for each in header.defects)


@dataclass
class WantedAddresses:
    """Decide whose addresses are still wanted, and count the letters searched for each identity.

    An address is wanted only if the player would be asked about it. Otherwise, the letters would be searched
    again each time.
    """

    home: Path
    tries: dict[bytes, int] = field(default_factory=dict)
    settled: _SettledPlayers | None = None

    def takes(self, seat: Seat | None) -> bool:
        """Return whether to search one more letter for the address of this player.

        Each letter is counted; the number of letters for each player is limited.
        """
        if self.settled is None:
            self.settled = _not_wanted(self.home)
        if seat is None or seat.identity in self.settled.keys or seat.name in self.settled.names:
            return False
        self.tries[seat.identity] = self.tries.get(seat.identity, 0) + 1
        return self.tries[seat.identity] <= _TRIES


class _SettledPlayers(NamedTuple):
    """The public keys and the names of players whose addresses are not wanted."""

    keys: frozenset[bytes]
    names: frozenset[str]


def _not_wanted(home: Path) -> _SettledPlayers:
    """The keys of your identities, and the keys and names of your contacts."""
    own = frozenset(bytes.fromhex(key) for key in all_own_keys(home))
    try:
        known = read_contacts(home)
    except KhronosError:
        return _SettledPlayers(own, frozenset())
    return _SettledPlayers(own | {each.key for each in known}, frozenset(each.name for each in known))


def addresses_to_confirm(home: Path, senders: Iterable[Sender], address: str) -> list[Sender]:
    """The senders, without duplicates, whose addresses the player may be asked to save.

    Your own identities are left out (`address` is your own), and so are senders whose name, key or address
    belongs to a contact. Senders that seem to use several addresses or keys are also left out. Raises
    InvalidFile if the contacts are damaged.
    """
    known, own = read_contacts(home), all_own_keys(home)
    taken = {address.lower(), *(contact.address.lower() for contact in known)}
    names, keys = {contact.name for contact in known}, {contact.key for contact in known}
    fresh = {
        _name_key_address(each): each
        for each in senders
        if each.seat.name not in names
        and each.seat.identity not in keys
        and each.seat.identity.hex() not in own
        and each.address.lower() not in taken
    }
    return [each for each in fresh.values() if _is_unique(each, list(fresh.values()))]


def _is_unique(one: Sender, senders: Sequence[Sender]) -> bool:
    """Return whether no other sender has the same name, key or address."""
    others = (other for other in senders if other is not one)
    return not any(any(map(eq, _name_key_address(other), _name_key_address(one))) for other in others)


def _name_key_address(sender: Sender) -> tuple[str, bytes, str]:
    return sender.seat.name, sender.seat.identity, sender.address.lower()


def save_address(home: Path, sender: Sender) -> None:
    """Save a sender's address, which the player has confirmed, as a contact with the sender's key.

    Raises UsageError or InvalidFile on failure.
    """
    new = Contact(sender.seat.name, sender.address, sender.seat.identity)

    def added(known: list[Contact]) -> list[Contact]:
        is_known = any(each.name == new.name or each.key == new.key for each in known)
        return known if is_known else with_contact(known, new)

    change_contacts(home, added)
