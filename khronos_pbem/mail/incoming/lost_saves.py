"""Report khronos letters whose save was lost or damaged in transit: who can send it again, and how."""

from __future__ import annotations

from khronos_pbem.errors import Damaged, KhronosError
from khronos_pbem.library.contact_list import read_contacts
from khronos_pbem.library.library import Library
from khronos_pbem.mail.incoming.learn_addresses import from_address
from khronos_pbem.mail.incoming.scan_letter import SaveLoss, ScannedLetter
from khronos_pbem.mail.outgoing.letter_headers import parse_label
from khronos_pbem.messages import VerbatimText, message
from khronos_pbem.record.names import title_slug
from khronos_pbem.record.save import Save


def lost_save_error(found: ScannedLetter, library: Library) -> Damaged:
    """Return the error for a letter whose save was lost or damaged; its hint asks to send it again."""
    name, game = VerbatimText(_sender_name(found, library)), _game_word_of_sender(found, library)
    damaged = found.lost is SaveLoss.DAMAGED
    if not name:
        what = message("the e-mail arrived without its attachment")
        if damaged:
            what = message("the attachment to the e-mail is damaged")
        return Damaged(what, hint=message("ask the sender to type khronos resend {game}", game=game))
    what = message("the attachment to {name}'s e-mail is damaged", name=name)
    if not damaged:
        what = message("{name}'s e-mail arrived without its attachment", name=name)
    return Damaged(what, hint=message("ask {name} to type khronos resend {game}", name=name, game=game))


def _sender_name(found: ScannedLetter, library: Library) -> str:
    """The name of the contact with the letter's address, else the address; empty if there is none."""
    address = from_address(found.letter)
    try:
        known = read_contacts(library.home)
    except KhronosError:
        known = []
    names = (each.name for each in known if each.address.lower() == address.lower())
    return next(names, address)


def _game_word_of_sender(found: ScannedLetter, library: Library) -> str:
    """The name of the game in the sender's commands: its title, or its id if the title is unknown."""
    label = parse_label(found.letter.head)
    number = "" if label is None else label.game[:8]
    paths = library.called(number)
    if paths:
        return library.name_of(paths[0])
    return number if found.header is None else title_slug(found.header.title)


def is_truncated(found: ScannedLetter, save: Save) -> bool:
    """Return whether a valid save has fewer blocks than the label of its letter states."""
    label = parse_label(found.letter.head)
    return label is not None and len(save.blocks) <= label.seq
