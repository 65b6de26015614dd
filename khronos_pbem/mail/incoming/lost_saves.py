"""A letter of ours whose save got lost or was damaged on its way: who can send it again, and how."""

from __future__ import annotations

from khronos_pbem.errors import Damaged, KhronosError
from khronos_pbem.library.contact_list import read_contacts
from khronos_pbem.library.library import Library
from khronos_pbem.mail.incoming.find_saves import Found, Loss
from khronos_pbem.mail.incoming.learn_addresses import address_of
from khronos_pbem.mail.outgoing.letter import label_of
from khronos_pbem.messages import Typed, message
from khronos_pbem.record.names import file_word
from khronos_pbem.record.save import Save


def loss_error(found: Found, library: Library) -> Damaged:
    """What to say of such a letter: whom to ask for it again, and what they type."""
    name, game = Typed(_sender(found, library)), _game(found, library)
    damaged = found.lost is Loss.DAMAGED
    if not name:
        what = message("the attachment of the letter is damaged")
        if not damaged:
            what = message("the letter arrived without its attachment")
        return Damaged(what, hint=message("ask the sender to type khronos resend {game}", game=game))
    what = message("the attachment to {name}'s letter is damaged", name=name)
    if not damaged:
        what = message("{name}'s letter arrived without its attachment", name=name)
    return Damaged(what, hint=message("ask {name} to type khronos resend {game}", name=name, game=game))


def _sender(found: Found, library: Library) -> str:
    """Who sent it: the contact with that address, else the address; empty where there is none."""
    address = address_of(found.letter)
    try:
        known = read_contacts(library.home)
    except KhronosError:
        known = []
    names = (each.name for each in known if each.address.lower() == address.lower())
    return next(names, address)


def _game(found: Found, library: Library) -> str:
    """By which word the sender's library finds the game: its title, or its id if that is not known."""
    label = label_of(found.letter.head)
    number = "" if label is None else label.game[:8]
    paths = library.called(number)
    if paths:
        return library.name_of(paths[0])
    return number if found.header is None else file_word(found.header.title)


def is_cut_off(found: Found, save: Save) -> bool:
    """Whether a save that is good itself has fewer blocks than the one that was sent."""
    label = label_of(found.letter.head)
    return label is not None and len(save.blocks) <= label.seq
