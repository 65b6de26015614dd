"""Ask whether to save the address that a letter came from."""

from __future__ import annotations

import shlex
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

import typer

from khronos_pbem.cli.delivery.send_option import SendOptions
from khronos_pbem.cli.terminal.is_terminal import can_ask
from khronos_pbem.cli.terminal.printing import note, translate
from khronos_pbem.errors import KhronosError
from khronos_pbem.home.config import Config
from khronos_pbem.library.contact_list import key_words, read_contacts
from khronos_pbem.library.library import configured_library
from khronos_pbem.mail.incoming.learn_addresses import Sender, addresses_to_confirm, save_address
from khronos_pbem.mail.incoming.received_item import ReceivedItem
from khronos_pbem.messages import listed, message
from khronos_pbem.storage.home_folder import home


@dataclass(frozen=True, slots=True)
class Confirmation:
    """The way to answer a yes-or-no question: with `--yes`, by a person at the terminal, or not at all.

    With `quiet`, nobody is asked, because standard output is reserved for a JSON document.
    """

    yes: bool = False
    quiet: bool = False

    def ask_to_agree(self, question: str) -> bool:
        """Ask, and return whether the answer is yes.

        With `--yes`, the answer is always yes; otherwise it is no if nobody can be asked.
        """
        if self.yes:
            return True
        return self.can_ask() and typer.confirm(translate(question), default=False, err=True)

    def can_ask(self) -> bool:
        """Return whether there is a person at a terminal to ask; always False with `quiet`."""
        return not self.quiet and can_ask()


def learn_addresses(
    news: Iterable[ReceivedItem], config: Config, asking: Confirmation
) -> list[dict[str, Any]]:
    """For each new address, ask whether to save it, and save it if the answer is yes.

    If nobody can be asked, print the command that saves it. Returns one JSON-able row for each new address.
    """
    try:
        games = {one.sender: one.game for one in news if one.sender is not None}
        found = addresses_to_confirm(home(), games, config.get("address"))
        shelf = configured_library(config)
        words = {sender: "" if game is None else shelf.name_of(game) for sender, game in games.items()}
        return [_ask_to_save_address(sender, words[sender], asking) for sender in found]
    except KhronosError as problem:
        note(problem.full_message)
        return []


def ask_for_correspondents(
    how: SendOptions,
    found: Iterable[str],
    asked: Iterable[Mapping[str, Any]],
    config: Config,
    asking: Confirmation,
) -> SendOptions:
    """Ask whether the reply should also go to the sender and the recipients of a letter.

    `found` contains their addresses. The person's own address and contacts are left out. So are the addresses
    in `asked`, about which the person has already been asked. Returns the options with the remaining
    addresses as `to` if the person agrees, else with an empty `to`. `suggested` is set in any case.
    """
    own = config.get("address").lower()
    others = [each for each in found if each.lower() != own]
    known = {contact.address.lower() for contact in read_contacts(home())}
    known |= {str(each["address"]).lower() for each in asked}
    new = [each for each in others if each.lower() not in known]
    question = message(
        "The e-mail also lists {addresses}, but the header of an e-mail can be forged. Send your "
        "e-mail there too?",
        addresses=listed(new, " and "),
    )
    return how._replace(
        to=tuple(new) if new and asking.ask_to_agree(question) else (), suggested=tuple(others)
    )


def _ask_to_save_address(sender: Sender, word: str, asking: Confirmation) -> dict[str, Any]:
    name, address = sender.seat.name, sender.address
    parts = {"name": name, "colour": sender.seat.colour, "title": sender.title, "words": address}
    question = message(
        "{name} ({colour} in {title}) wrote from {words}. Sender addresses can be forged. Save this address?",
        **parts,
    )
    kept = asking.ask_to_agree(question)
    if kept:
        save_address(home(), sender)
        note(message("saved the address of {name}: {words}", name=name, words=address))
    elif not asking.can_ask():
        key = ["--from", word] if word else []
        told = message(
            "{name} ({colour} in {title}) wrote from {words}. Nobody has checked this address; to save "
            "it: {keys}",
            keys=shlex.join(["khronos", "contacts", "add", *key, "--", name, address]),
            **parts,
        )
        note(told)
    return {"name": name, "address": address, "key": key_words(sender.seat.identity), "kept": kept}
