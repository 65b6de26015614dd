"""The sender, recipients, copies and language of a letter."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from khronos_pbem.errors import UsageError
from khronos_pbem.library.contact_list import Contact, contact_at_seat, find_contact
from khronos_pbem.messages import listed, message
from khronos_pbem.record.block import VOTE
from khronos_pbem.session.queries.summaries import player_name
from khronos_pbem.session.replay.table import Table, waiting


class NoAddress(UsageError):
    """The error if no address is known for a letter; the hint explains how to give one.

    `copies` is true if the other players were to get a copy.
    """

    def __init__(self, message: str, *, hint: str, copies: bool) -> None:
        super().__init__(message, hint=hint)
        self.copies = copies


@dataclass(frozen=True, slots=True)
class Addresses:
    """The sender, recipients and copies of a letter.

    `language` is that of the recipients; it is empty if no language is known or they have different ones.
    `inviter` is the player who invites someone without a seat; empty if this is no invitation. `missing` are
    the players without a known address. `given` are all addresses typed for letters of this game so far.
    `uncertain` is true if a required recipient may be missing.
    """

    sender: str
    to: tuple[str, ...]
    copies: tuple[str, ...] = ()
    language: str = ""
    inviter: str = ""
    missing: tuple[str, ...] = ()
    given: tuple[str, ...] = ()
    uncertain: bool = False


def resolve_addresses(
    table: Table,
    contacts: Sequence[Contact],
    sender: str,
    me: int | None,
    *,
    to: Sequence[str],
    copies: bool,
    to_others: bool = False,
    own: frozenset[int] = frozenset(),
    given: Sequence[str] = (),
    word: str = "FILE",
) -> Addresses:
    """Find the addresses for a letter: those in `to` (names or addresses), or the awaited player's.

    At the end of a game, and with `to_others`, the letter goes to all other players. With `copies`, the
    remaining players get a copy. Players who are not contacts are reached by all addresses in `given` that
    belong to no contact in the game. A letter to several players goes once to each known address, but not to
    `sender`. `me` is the seat that sends, `own` are the seats of all your identities, and `word` is the name
    of the game in commands.

    Raises UsageError, for example if it is your own move. Raises NoAddress if no address is known for the
    required recipients.
    """
    named = [find_contact(contacts, each) for each in to]
    typed = tuple(dict.fromkeys((*given, *(each.address for each in named))))
    strangers = _non_contacts(table, contacts, typed, sender)
    book = _AddressBook(table, contacts, me, own, strangers, copies, word)
    main, missing = _main_recipients(book, named, copies=copies, to_others=to_others)
    main = [each for each in main if each.address.lower() != sender.lower()] or main
    rest, uncertain = list[Contact](), bool(missing)
    if copies:
        rest, missing = book.reached([seat for seat in book.others if not _is_seat_of_any(table, seat, main)])
        main = [*(each for each in rest if to and _is_seat_of_any(table, book.awaited, [each])), *main]
    told = _addresses_once(main)
    spoken = {contact.language for contact in main if contact.language}
    language = spoken.pop() if len(spoken) == 1 else ""
    others = _addresses_once(rest, but=(sender, *told))
    inviter = _inviter(table, main, sender, me)
    return Addresses(sender, told, others, language, inviter, tuple(missing), typed, uncertain)


def _addresses_once(contacts: Iterable[Contact], but: Iterable[str] = ()) -> tuple[str, ...]:
    """The addresses of contacts without duplicates and without those in `but`, ignoring letter case."""
    found, taken = dict[str, str](), {address.lower() for address in but}
    for each in contacts:
        found.setdefault(each.address.lower(), each.address)
    return tuple(address for key, address in found.items() if key not in taken)


@dataclass(frozen=True, slots=True)
class _AddressBook:
    """The known addresses of a game's players: contacts, and `given` addresses that belong to no contact.

    `me` is the seat that sends, and `own` are the seats of all your identities. `copies` tells whether others
    get a copy, `word` is the name of the game in commands.
    """

    table: Table
    contacts: Sequence[Contact]
    me: int | None
    own: frozenset[int]
    given: tuple[Contact, ...]
    copies: bool
    word: str

    @property
    def others(self) -> list[int]:
        """The seats of the other players."""
        return [seat for seat in range(len(self.table.seats)) if seat != self.me]

    @property
    def awaited(self) -> int | None:
        """The seat that votes or acts next; None while seats are free, and after the end of the game."""
        now = waiting(self.table)
        return None if now is None else now.seat

    def reached_or_error(self, seats: Sequence[int]) -> tuple[list[Contact], list[str]]:
        """The result of `reached`. Raises NoAddress if no address is known."""
        found, missing = self.reached(seats)
        if not found:
            what = message("you have no address for {player}", player=player_name(self.table, seats[0]))
            raise self._no_address(what)
        return found, missing

    def reached(self, seats: Iterable[int]) -> tuple[list[Contact], list[str]]:
        """The contacts that reach these seats, and the names of players without a known address.

        Your own identities need no address, because the game is already here. If there are fewer `given`
        addresses than players who are not contacts, any of these players may be missing.
        """
        found, strangers = list[Contact](), list[int]()
        for seat in seats:
            contact = contact_at_seat(self.contacts, self.table.seats[seat])
            if contact is not None:
                found.append(contact)
            elif seat not in self.own:
                strangers.append(seat)
        if not strangers:
            return found, []
        missed = [player_name(self.table, seat) for seat in strangers]
        if not self.given:
            return found, missed
        others = (seat for seat in self.others if seat not in self.own)
        there = [contact_at_seat(self.contacts, self.table.seats[seat]) for seat in others]
        return [*found, *self.given], [listed(missed, " or ")] if len(self.given) < there.count(None) else []

    def nobody(self) -> NoAddress:
        """The error for an invitation when no address is known."""
        what = message(
            "the game is waiting for players to join; give the address of the player you want to invite"
        )
        return self._no_address(what)

    def _no_address(self, what: str) -> NoAddress:
        if self.copies and len(self.others) > 1:
            hint = message("khronos send {word} --copies --to ADDRESS", word=self.word)
            return NoAddress(what, hint=hint, copies=True)
        return NoAddress(what, hint=message("khronos send {word} --to ADDRESS", word=self.word), copies=False)


def _non_contacts(
    table: Table, contacts: Sequence[Contact], given: Iterable[str], sender: str
) -> tuple[Contact, ...]:
    """The given addresses, as unnamed contacts, except your own and those of contacts in the game."""
    seated = (contact_at_seat(contacts, seat) for seat in table.seats)
    known = {each.address.lower() for each in seated if each is not None} | {sender.lower()}
    found = {each.lower(): each for each in given if "@" in each and each.lower() not in known}
    return tuple(find_contact((), each) for each in found.values())


def _main_recipients(
    book: _AddressBook, named: list[Contact], *, copies: bool, to_others: bool
) -> tuple[list[Contact], list[str]]:
    """The named recipients; otherwise all other players with `to_others`, or the default recipients."""
    if named:
        return named, []
    return book.reached_or_error(book.others) if to_others else _default_recipients(book, copies=copies)


def _default_recipients(book: _AddressBook, *, copies: bool) -> tuple[list[Contact], list[str]]:
    """The recipients if none are named, and the players without a known address."""
    now = waiting(book.table)
    if now is not None and now.seat is None:
        return _invitees(book, copies=copies)
    if now is not None and now.seat == book.me:
        if now.need == VOTE:
            what = message("it is your turn to vote; vote first, then send the e-mail")
            hint = message("khronos status {word} shows the command for your vote", word=book.word)
            raise UsageError(what, hint=hint)
        what = message("it is your turn; play first, then send the e-mail")
        raise UsageError(what, hint=message("khronos next {word}", word=book.word))
    return book.reached_or_error(book.others if book.awaited is None else [book.awaited])


def _invitees(book: _AddressBook, *, copies: bool) -> tuple[list[Contact], list[str]]:
    """The recipients who may take a free seat: all `given` addresses of no contact in the game.

    If there are none, the recipients are the other players if `copies` is true. Raises NoAddress if no
    address is known.
    """
    if book.given:
        return list(book.given), []
    seated, missing = book.reached(book.others) if copies else ([], [])
    if not seated:
        raise book.nobody()
    return seated, missing


def _is_seat_of_any(table: Table, seat: int | None, contacts: Iterable[Contact]) -> bool:
    """Return whether one of these contacts plays at a seat."""
    return seat is not None and any(_is_seat_of(table, seat, contact) for contact in contacts)


def _is_seat_of(table: Table, seat: int, contact: Contact) -> bool:
    there = table.seats[seat]
    return contact.key == there.identity if contact.key else contact.name == there.name


def _inviter(table: Table, main: Iterable[Contact], sender: str, me: int | None) -> str:
    """The name or address of the player who invites; empty if all recipients have seats, or none is free."""
    now = waiting(table)
    if now is None or now.seat is not None:
        return ""
    seated = all(any(_is_seat_of(table, seat, each) for seat in range(len(table.seats))) for each in main)
    return "" if seated else str(sender if me is None else table.seats[me].name)
