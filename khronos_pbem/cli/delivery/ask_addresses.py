"""Asking whether the address that a letter came from is to be kept."""

from __future__ import annotations

import shlex
import sys
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

import typer

from khronos_pbem.cli.delivery.send_option import Posting
from khronos_pbem.cli.terminal.printing import note, spoken
from khronos_pbem.errors import KhronosError
from khronos_pbem.home.config import Config
from khronos_pbem.library.contact_list import key_words, read_contacts
from khronos_pbem.library.library import configured
from khronos_pbem.mail.incoming.findings import News
from khronos_pbem.mail.incoming.learn_addresses import Sender, learn, offers
from khronos_pbem.messages import listed, message
from khronos_pbem.storage.home_folder import home


@dataclass(frozen=True, slots=True)
class Asking:
    """Whether somebody can be asked, and whether `--yes` has answered for all."""

    yes: bool = False
    quiet: bool = False

    def agrees(self, question: str) -> bool:
        """What somebody at the terminal says, no if nobody is there."""
        if self.yes:
            return True
        return self.can_ask() and typer.confirm(spoken(question), default=False, err=True)

    def can_ask(self) -> bool:
        """Whether there is a person at a terminal; with `quiet` standard output is for a document."""
        streams = (sys.stdin, sys.stderr if self.quiet else sys.stdout)
        return not self.quiet and all(
            stream is not None and not stream.closed and stream.isatty() for stream in streams
        )


def learn_addresses(news: Iterable[News], config: Config, asking: Asking) -> list[dict[str, Any]]:
    """Ask for each new address whether to keep it; what there was to ask, for the document.

    Where nobody can be asked, each is told with the command that keeps it.
    """
    try:
        games = {one.sender: one.game for one in news if one.sender is not None}
        found = offers(home(), games, config.get("address"))
        shelf = configured(config)
        words = {sender: "" if game is None else shelf.name_of(game) for sender, game in games.items()}
        return [_asked(sender, words[sender], asking) for sender in found]
    except KhronosError as problem:
        note(problem.said)
        return []


def with_correspondents(
    how: Posting, found: Iterable[str], asked: Iterable[Mapping[str, Any]], config: Config, asking: Asking
) -> Posting:
    """How an answer to a letter leaves: to all who wrote or got that, if this is agreed to, but for contacts
    and those who were `asked` for already."""
    own = config.get("address").lower()
    others = [each for each in found if each.lower() != own]
    known = {contact.address.lower() for contact in read_contacts(home())}
    known |= {str(each["address"]).lower() for each in asked}
    new = [each for each in others if each.lower() not in known]
    question = message(
        "The letter also names {addresses}, but the header of a letter can be forged. Send your "
        "letter there too?",
        addresses=listed(new, " and "),
    )
    return how._replace(to=tuple(new) if new and asking.agrees(question) else (), suggested=tuple(others))


def _asked(sender: Sender, word: str, asking: Asking) -> dict[str, Any]:
    name, colour = sender.seat.name, sender.seat.colour
    question = message(
        "{name} ({colour} in {title}) writes from {words}. Sender addresses can be forged. Save "
        "this address?",
        name=name,
        colour=colour,
        title=sender.title,
        words=sender.address,
    )
    kept = asking.agrees(question)
    if kept:
        learn(home(), sender)
        note(message("saved the address of {name}: {words}", name=name, words=sender.address))
    elif not asking.can_ask():
        key = ["--from", word] if word else []
        command = shlex.join(["khronos", "contacts", "add", *key, "--", name, sender.address])
        told = message(
            "{name} ({colour} in {title}) writes from {words}. Nobody has checked this address; to "
            "save it: {keys}",
            name=name,
            colour=colour,
            title=sender.title,
            words=sender.address,
            keys=command,
        )
        note(told)
    return {"name": name, "address": sender.address, "key": key_words(sender.seat.identity), "kept": kept}
