"""Who writes a letter of a game, to whom, in which language, and who gets a copy."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from khronos_pbem.errors import UsageError
from khronos_pbem.library.contact_list import Contact, contact_named, contact_of
from khronos_pbem.messages import listed, message
from khronos_pbem.record.block import VOTE
from khronos_pbem.session.queries.summaries import player_name
from khronos_pbem.session.replay.table import Table, waiting


class NoAddress(UsageError):
    """There is no address that a letter could go to; the hint says how to give one."""


@dataclass(frozen=True, slots=True)
class Addresses:
    """Who writes, to whom, and who gets a copy.

    The `language` is that of those who get it, empty if none is set for them, or several are. `inviter` is
    who invites somebody without a seat, else empty; `missing` are the players whose address nobody knows.
    `given` are the addresses that were typed for letters of this game, this one and those before.
    """

    sender: str
    to: tuple[str, ...]
    copies: tuple[str, ...] = ()
    language: str = ""
    inviter: str = ""
    missing: tuple[str, ...] = ()
    given: tuple[str, ...] = ()


def addresses(
    table: Table,
    contacts: Sequence[Contact],
    sender: str,
    me: int | None,
    *,
    to: Sequence[str],
    copies: bool,
    to_others: bool = False,
    given: Sequence[str] = (),
    word: str = "FILE",
) -> Addresses:
    """To whom it is said (names or addresses), else to the player who must act, at the end, and with
    `to_others`, to all others.

    With `copies` the rest of the players get a copy. Who is no contact is reached by the addresses that were
    `given` for letters of this game before and belong to no contact at the table: it goes to all of these. A
    letter that several get goes to those whose address is known, and not to `sender`. `word` is the game in
    commands. Raises UsageError if that is nobody, or if it is not known of the player who must act.
    """
    named = [contact_named(contacts, each) for each in to]
    typed = tuple(dict.fromkeys((*given, *(each.address for each in named))))
    book = _Book(table, contacts, me, _strangers(table, contacts, typed, sender), word)
    main, missing = _named_or_main(book, named, copies=copies, to_others=to_others)
    main = [each for each in main if each.address.lower() != sender.lower()] or main
    rest: list[Contact] = []
    if copies:
        rest, missing = book.reached([seat for seat in book.others if not _has(table, seat, main)])
        main = [*(each for each in rest if to and _has(table, book.awaited, [each])), *main]
    told = tuple(dict.fromkeys(contact.address for contact in main))
    spoken = {contact.language for contact in main if contact.language}
    return Addresses(
        sender,
        told,
        tuple(address for address in dict.fromkeys(each.address for each in rest) if address not in told),
        spoken.pop() if len(spoken) == 1 else "",
        _inviter(table, main, sender, me),
        tuple(missing),
        typed,
    )


@dataclass(frozen=True, slots=True)
class _Book:
    """The addresses at a table: of contacts, and those `given` that belong to none of them.

    `me` is the own seat; `word` is the game in a command.
    """

    table: Table
    contacts: Sequence[Contact]
    me: int | None
    given: tuple[Contact, ...]
    word: str

    @property
    def others(self) -> list[int]:
        """The seats of the other players."""
        return [seat for seat in range(len(self.table.seats)) if seat != self.me]

    @property
    def awaited(self) -> int | None:
        """The seat that votes or acts next; None while a player is to join, and after the end."""
        now = waiting(self.table)
        return None if now is None else now.seat

    def any_of(self, seats: Sequence[int]) -> tuple[list[Contact], list[str]]:
        """What `reached` gives. Raises NoAddress if that is nobody."""
        found, missing = self.reached(seats)
        if not found:
            what = message("you have no address for {player}", player=player_name(self.table, seats[0]))
            raise NoAddress(what, rule="FORMATS 1", hint=self._how())
        return found, missing

    def reached(self, seats: Iterable[int]) -> tuple[list[Contact], list[str]]:
        """The addresses by which players are reached, and the players of whom none is known.

        If fewer addresses were given than there are players who are no contacts, any of these may be missed.
        """
        found, strangers = list[Contact](), list[int]()
        for seat in seats:
            contact = contact_of(self.contacts, self.table.seats[seat])
            if contact is None:
                strangers.append(seat)
            else:
                found.append(contact)
        if not strangers:
            return found, []
        missed = [player_name(self.table, seat) for seat in strangers]
        if not self.given:
            return found, missed
        there = [contact_of(self.contacts, self.table.seats[seat]) for seat in self.others]
        return [*found, *self.given], [listed(missed, " or ")] if len(self.given) < there.count(None) else []

    def nobody(self) -> NoAddress:
        """That nobody is known who could take a seat."""
        what = message("the game is waiting for players to join; give the address of the player you invite")
        return NoAddress(what, rule="FORMATS 1", hint=self._how())

    def _how(self) -> str:
        return message("khronos send {word} --to ADDRESS", word=self.word)


def _strangers(
    table: Table, contacts: Sequence[Contact], given: Iterable[str], sender: str
) -> tuple[Contact, ...]:
    """The given addresses that are neither one's own nor of a contact at the table."""
    seated = (contact_of(contacts, seat) for seat in table.seats)
    known = {each.address.lower() for each in seated if each is not None} | {sender.lower()}
    found = {each.lower(): each for each in given if "@" in each and each.lower() not in known}
    return tuple(contact_named((), each) for each in found.values())


def _named_or_main(
    book: _Book, named: list[Contact], *, copies: bool, to_others: bool
) -> tuple[list[Contact], list[str]]:
    """Those who are named; else all other players, if it is for these, or those whom the letter is for."""
    if named:
        return named, []
    return book.any_of(book.others) if to_others else _main(book, copies=copies)


def _main(book: _Book, *, copies: bool) -> tuple[list[Contact], list[str]]:
    """Those whom the letter is for if nobody says so, and the players whose address nobody knows."""
    now = waiting(book.table)
    if now is not None and now.seat is None:
        return _invited(book, copies=copies)
    if now is not None and now.seat == book.me:
        if now.need == VOTE:
            what = message("your vote comes next: vote first, then send the letter")
            hint = message("khronos status {word} shows the command", word=book.word)
            raise UsageError(what, rule="FORMATS 1", hint=hint)
        what = message("it is your turn: play first, then send the letter")
        raise UsageError(what, rule="FORMATS 1", hint=message("khronos next {word}", word=book.word))
    return book.any_of(book.others if book.awaited is None else [book.awaited])


def _invited(book: _Book, *, copies: bool) -> tuple[list[Contact], list[str]]:
    """Those who may take a free seat: all who were written to and have none; with `copies` at least the other
    players."""
    if book.given:
        return list(book.given), []
    seated, missing = book.reached(book.others) if copies else ([], [])
    if not seated:
        raise book.nobody()
    return seated, missing


def _has(table: Table, seat: int | None, contacts: Iterable[Contact]) -> bool:
    """Whether one of these contacts sits on a seat."""
    return seat is not None and any(_sits(table, seat, contact) for contact in contacts)


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
