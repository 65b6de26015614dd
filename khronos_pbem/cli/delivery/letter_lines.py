"""Lines and documents about a letter: where it went, and what is missing from it."""

from __future__ import annotations

from collections.abc import Iterator
from hashlib import sha256
from typing import Any

from khronos_pbem.cli.delivery.letters import PreparedLetter
from khronos_pbem.home.game_paths import id_key
from khronos_pbem.home.notices import mark_notice_shown
from khronos_pbem.mail.outgoing.letter import has_armor
from khronos_pbem.messages import listed, message
from khronos_pbem.session.replay.table import waiting
from khronos_pbem.storage.home_folder import home


def letter_document(ready: PreparedLetter) -> dict[str, Any]:
    """Return a letter as JSON-able data.

    This is the document of `send` without the way in which the letter was sent.
    """
    mail = ready.mail
    return {
        "to": mail["To"],
        "copies": list(ready.between.copies),
        "subject": mail["Subject"],
        "mailto": ready.link,
        "id": mail["Message-ID"],
        "inline": has_armor(mail),
        "missing": list(ready.between.missing),
    }


def letter_lines(facts: dict[str, Any], ready: PreparedLetter) -> list[str]:
    """Return the document of `send` as lines of text.

    They say where the letter went and what is missing from it.
    """
    lines = [_delivery_line(facts, ready.word), *_refused_lines(facts, ready.word), *unreached_lines(ready)]
    if not facts["inline"]:
        lines.append(no_armor_line())
    return lines


def unreached_lines(ready: PreparedLetter) -> list[str]:
    """Return lines about players without a known address and about a free seat.

    Each line contains the command that sends the letter. If a player only misses a copy that was not
    requested, the player is named only once per game.
    """
    now, lines = waiting(ready.opened.table), list[str]()
    command = f"khronos send {ready.word} --to ADDRESS"
    for each in filter(lambda player: _is_to_be_named(ready, player), ready.between.missing):
        told = message(
            "the address of {player} is unknown; to send the e-mail to this player too, type {command}",
            player=each,
            command=command,
        )
        lines.append(told)
    if now is not None and now.seat is None and not ready.between.inviter:
        lines.append(message("a seat is still free; to invite a player: {command}", command=command))
    return lines


def _is_to_be_named(ready: PreparedLetter, player: str) -> bool:
    """Return whether to print that a player's address is unknown.

    Unless it must always be printed, also record that it has now been printed.
    """
    if ready.asked or ready.between.uncertain:
        return True
    what = sha256(f"{id_key(ready.save.header)} {player}".encode()).hexdigest()[:32]
    return mark_notice_shown(home(), f"no-address-{what}")


def no_armor_line() -> str:
    """Return the line that says that the save is only attached to the letter and not in its text."""
    return message(
        "the save is included only as an attachment, because its text would make the e-mail too long"
    )


def _delivery_line(facts: dict[str, Any], word: str) -> str:
    to, copies, subject, file = facts["to"], facts["copies"], facts["subject"], facts.get("file")
    everybody = listed([to, *copies])
    if file is not None and copies:
        return message(
            "wrote {file}, an e-mail to {to}, with a copy to {copies}: {subject}",
            file=file,
            to=to,
            copies=listed(copies),
            subject=subject,
        )
    if file is not None:
        return message("wrote {file}, an e-mail to {to}: {subject}", file=file, to=to, subject=subject)
    if facts["sent"]:
        return message("sent to {to}: {subject}", to=listed(facts["reached"]), subject=subject)
    return message(
        "this e-mail has already been sent to {to}; to send it again, type khronos resend {word} --send",
        to=everybody,
        word=word,
    )


def _refused_lines(facts: dict[str, Any], word: str) -> Iterator[str]:
    """A line for each copy that the server has refused."""
    for address in facts.get("refused", ()):
        yield message(
            "the mail server refused the copy for {address}; to try again: khronos send {word} --smtp",
            address=address,
            word=word,
        )
