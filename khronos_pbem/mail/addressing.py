"""Who writes a letter of a game, to whom, in which language, and who gets a copy."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from khronos_pbem.errors import UsageError
from khronos_pbem.mail.contacts import Contact, contact_named, contact_of
from khronos_pbem.record.block import JOIN
from khronos_pbem.saying import say
from khronos_pbem.session.leaving import next_voter
from khronos_pbem.session.table import Table, Waiting, waiting
from khronos_pbem.session.telling import player_name


@dataclass(frozen=True, slots=True)
class Addresses:
    """Who writes, to whom, and who gets a copy.

    The `language` is that of those who get it, empty if none is set for them, or several are. `inviter` is
    who invites somebody without a seat, else empty; `missing` are the players whose address nobody knows.
    """

    sender: str
    to: tuple[str, ...]
    copies: tuple[str, ...] = ()
    language: str = ""
    inviter: str = ""
    missing: tuple[str, ...] = ()


def addresses(
    table: Table, contacts: list[Contact], sender: str, me: int | None, *, to: Sequence[str], copies: bool
) -> Addresses:
    """To whom it is said (names or addresses), else to the player who must act, at the end to all others.

    With `copies` the rest of the players get a copy. A letter that several get goes to those whose address is
    known, and not to `sender`. Raises UsageError if that is nobody, or if it is not known of the player who
    must act.
    """
    others = [seat for seat in range(len(table.seats)) if seat != me]
    main, missing = _main(table, contacts, waiting(table), me, to)
    main = [each for each in main if each.address.lower() != sender.lower()] or main
    rest: list[Contact] = []
    if copies:
        rest, more = _known(table, contacts, [seat for seat in others if not _has(table, seat, main)])
        missing += [each for each in more if each not in missing]
    told = tuple(dict.fromkeys(contact.address for contact in main))
    spoken = {contact.language for contact in main if contact.language}
    return Addresses(
        sender,
        told,
        tuple(address for address in dict.fromkeys(each.address for each in rest) if address not in told),
        spoken.pop() if len(spoken) == 1 else "",
        _inviter(table, main, sender, me),
        tuple(missing),
    )


def _main(
    table: Table, contacts: list[Contact], now: Waiting | None, me: int | None, to: Sequence[str]
) -> tuple[list[Contact], list[str]]:
    """Those whom the letter is for, and the players whose address nobody knows."""
    if to:
        return [contact_named(contacts, word) for word in to], []
    following = next_voter(table)
    if following is not None:
        return _voter(table, contacts, me, following)
    if now is not None and now.seat is not None and now.seat in table.vacant:
        found = [each for each in contacts if each.key == table.vacant[now.seat]]
        if found:
            return found[:1], []
    if now is not None and (now.seat is None or now.need == JOIN):
        hint = say("khronos send FILE --to bob, or his address")
        raise UsageError(
            say("the game waits for players to join: say whom you invite"), rule="FORMATS 1", hint=hint
        )
    if now is not None and now.seat == me:
        raise UsageError(
            say("it is your own move: play first, then send"), rule="FORMATS 1", hint=say("khronos play FILE")
        )
    if now is not None and now.seat is not None:
        return [contact_of(contacts, table.seats[now.seat])], []
    others = [seat for seat in range(len(table.seats)) if seat != me]
    found, missing = _known(table, contacts, others)
    if not found:
        contact_of(contacts, table.seats[others[0]])
    return found, missing


def _voter(
    table: Table, contacts: list[Contact], me: int | None, following: int
) -> tuple[list[Contact], list[str]]:
    """Who has the next vote in a run that has begun (DECK 9.2)."""
    if following == me:
        what = say("it is your own vote: vote first, then send")
        raise UsageError(what, rule="DECK 9.2", hint=say("khronos status FILE says what to type"))
    return [contact_of(contacts, table.seats[following])], []


def _known(table: Table, contacts: list[Contact], seats: Iterable[int]) -> tuple[list[Contact], list[str]]:
    """The contacts that sit on some seats, and the players of whom no address is known."""
    found, missing = list[Contact](), list[str]()
    for seat in seats:
        try:
            found.append(contact_of(contacts, table.seats[seat]))
        except UsageError:
            missing.append(player_name(table, seat))
    return found, missing


def _has(table: Table, seat: int, contacts: Iterable[Contact]) -> bool:
    """Whether one of these contacts sits on a seat."""
    return any(_sits(table, seat, contact) for contact in contacts)


def _sits(table: Table, seat: int, contact: Contact) -> bool:
    there = table.seats[seat]
    return contact.key == there.identity if contact.key else contact.name == there.name


def _inviter(table: Table, main: Iterable[Contact], sender: str, me: int | None) -> str:
    """Who invites: the player or address that writes to somebody without a seat while seats are free."""
    now = waiting(table)
    if now is None or now.seat is not None:
        return ""
    seated = all(any(_sits(table, seat, each) for seat in range(len(table.seats))) for each in main)
    return "" if seated else str(sender if me is None else table.seats[me].name)
