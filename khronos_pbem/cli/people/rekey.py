"""The command `rekey`: name a new identity as the replacement of an old one in all games."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

from khronos_pbem.cli import completion
from khronos_pbem.cli import shared_options as opt
from khronos_pbem.cli.command_context import context
from khronos_pbem.cli.delivery.send_option import send_options, with_copies_to_all
from khronos_pbem.cli.next_steps import game_argument
from khronos_pbem.cli.option_types import argument, flag
from khronos_pbem.cli.people.send_offer import write_and_send_offer
from khronos_pbem.cli.terminal.printing import note, print_json, print_lines
from khronos_pbem.engine.digests import encode_bytes
from khronos_pbem.errors import KhronosError, UsageError
from khronos_pbem.home.config import read_config
from khronos_pbem.home.keyring import public_key_of
from khronos_pbem.home.successors import note_successor
from khronos_pbem.library.contact_list import find_public_key
from khronos_pbem.library.library import configured_library
from khronos_pbem.library.newest_copy import update_inbox_rows
from khronos_pbem.messages import VerbatimText, message, players_message, plural_message, shell_quoted
from khronos_pbem.session.commands.rekey import NAMED, NOT_THERE, SuccessorStatus, successor_status
from khronos_pbem.session.commands.seat_identity import successor_colour
from khronos_pbem.session.commands.write_blocks import make_offer
from khronos_pbem.session.identities import name_of_key, name_or_only_one
from khronos_pbem.session.replay.open_save import open_for_reading

_New = Annotated[
    str | None,
    argument(
        "[NEW]",
        "The new identity: its name in your keyring, the name of a contact, or its public key. With "
        "--offer: the game.",
        completion.identities,
    ),
]
_Offer = Annotated[
    bool,
    flag("--offer", "In this game, offer to take over the seat for which you are the named replacement."),
]
_Stop = Annotated[bool, flag("--stop", "Stop naming a replacement, beginning with your next block.")]


@dataclass(frozen=True, slots=True)
class _ReplacementGame:
    """A game in the library in which the old identity plays, with the status of its replacement."""

    title: str
    path: Path
    replacement: SuccessorStatus

    def command(self, key: str) -> str:
        """The command by which the other players vote for the new identity."""
        colour = self.replacement.colour
        return f"khronos vote {game_argument(self.path)} --without {colour} --for {colour}={key}"

    def to_data(self, key: str) -> dict[str, object]:
        return {
            "title": self.title,
            "file": str(self.path),
            "colour": self.replacement.colour,
            "state": self.replacement.state,
            "votes": list(self.replacement.voters),
            "now": self.replacement.now,
            "command": self.command(key),
        }

    def offer(self, new: str) -> str:
        """The command by which the new identity offers to play."""
        return f"khronos rekey {game_argument(self.path)} --offer --as {shell_quoted(new)}"

    def line(self, new: str) -> str:
        """The state of the replacement and the next commands, as one line of text."""
        title, colour = VerbatimText(self.title), self.replacement.colour
        voters = players_message(self.replacement.voters, message(", then "))
        parts = {"title": title, "colour": colour, "voters": voters, "words": self.offer(new)}
        if self.replacement.state == NOT_THERE:
            return message(
                "{title}: {colour}'s seat cannot be given to this identity", title=title, colour=colour
            )
        if self.replacement.state != NAMED:
            return plural_message(
                "{title}: your next block will name this identity as {colour}'s replacement. After "
                "that, when the game is waiting for {colour}, type {words} to offer to take over. "
                "Then {voters} votes",
                "{title}: your next block will name this identity as {colour}'s replacement. After "
                "that, when the game is waiting for {colour}, type {words} to offer to take over. "
                "Then these players vote, in this order: {voters}",
                len(self.replacement.voters),
                **parts,
            )
        if self.replacement.now:
            return plural_message(
                "{title}: {colour} has named this identity as a replacement, and the game is waiting "
                "for {colour}. Type {words} to offer to take over. Then {voters} votes on your offer",
                "{title}: {colour} has named this identity as a replacement, and the game is waiting "
                "for {colour}. Type {words} to offer to take over. Then these players vote on your "
                "offer, in this order: {voters}",
                len(self.replacement.voters),
                **parts,
            )
        return plural_message(
            "{title}: {colour} has named this identity as their replacement. When the game is "
            "waiting for {colour}, type {words} to offer to take over. Then {voters} votes on your offer",
            "{title}: {colour} has named this identity as their replacement. When the game is "
            "waiting for {colour}, type {words} to offer to take over. Then these players vote on "
            "your offer, in this order: {voters}",
            len(self.replacement.voters),
            **parts,
        )


def rekey(
    new: _New = None,
    name: opt.As = None,
    stop: _Stop = False,
    offer: _Offer = False,
    send: opt.Send = False,
    settings: opt.Settings = None,
    as_json: opt.Json = False,
) -> None:
    where = context(name)
    if offer:
        file = opt.file_to_play(Path(new)) if new is not None else None
        if file is None:
            hint = message("type khronos rekey GAME --offer --as NEW")
            raise UsageError(message("--offer needs a game"), hint=hint)
        made = make_offer(file, where, successor_colour(file, where))
        write_and_send_offer(made, where, with_copies_to_all(send_options(send, settings)), as_json=as_json)
        return
    if (new is None) is not stop:
        hint = message("type khronos rekey NEW --as OLD, or khronos rekey --stop --as OLD")
        raise UsageError(message("give either the new identity or --stop"), hint=hint)
    replacement = None if new is None else find_public_key(where.home, new)
    old = _old_identity(where.home, name, replacement)
    identity = public_key_of(where.home, old)
    note_successor(where.home, identity, replacement)
    games = [] if replacement is None else _games_of_identity(settings, where.home, identity, replacement)
    key = "" if replacement is None else encode_bytes(replacement)
    if as_json:
        print_json({"old": old, "key": key or None, "games": [game.to_data(key) for game in games]})
        return
    head = message(
        "from now on, the blocks that you sign as {old} will not name a replacement", old=shell_quoted(old)
    )
    if replacement is not None:
        head = message(
            "from now on, the blocks that you sign as {old} will name the identity {key} as your replacement",
            old=shell_quoted(old),
            key=key,
        )
    new_name = "NAME" if replacement is None else name_of_key(where.home, replacement) or "NAME"
    print_lines([head, *(game.line(new_name) for game in games)])


def _old_identity(home: Path, name: str | None, replacement: bytes | None) -> str:
    """Return the name of the old identity: the one given, else the only one besides the new one.

    Raises UsageError if there are several, or if the old and the new identity are the same.
    """
    old = name_or_only_one(home, name, replacement)
    if replacement is not None and public_key_of(home, old) == replacement:
        what = message("the new identity is the same as the old one")
        raise UsageError(what, hint=message("to create a different identity: khronos keygen NAME"))
    return old


def _games_of_identity(
    settings: list[str] | None, home: Path, identity: bytes, replacement: bytes
) -> list[_ReplacementGame]:
    """The unfinished games of the library in which the old identity plays."""
    found = list[_ReplacementGame]()
    for row in update_inbox_rows(configured_library(read_config(settings or []))):
        if row.get("finished") or identity.hex() not in row.get("keys", ()):
            continue
        try:
            table = open_for_reading(Path(row["file"]), home, rewind=True).table
        except KhronosError as problem:
            note(problem.full_message)
            continue
        there = successor_status(table, identity, replacement)
        if there is not None:
            found.append(_ReplacementGame(row["title"], Path(row["file"]), there))
    return found
