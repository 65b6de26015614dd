"""What statistics ask of a game: what its players did and got, and how that is counted and called."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, NamedTuple, Protocol, TypeVar, runtime_checkable

from khronos_pbem.engine.contract import Event
from khronos_pbem.messages import Number, VerbatimText, listed, message

P_contra = TypeVar("P_contra", contravariant=True)


class Played(NamedTuple):
    """One order that was played: who gave it, in which round, and what followed from it.

    `before` is the position in which it was given; None if that is not known. `order` is None for what a roll
    gave, which `seat` completed.
    """

    seat: int
    round: int
    before: Any
    order: Any
    events: tuple[Event, ...]


class Table(NamedTuple):
    """Rows under heads; the first cell of a row says who. Texts are sentences, `name` tells tables apart."""

    name: str
    title: str
    heads: tuple[str, ...]
    rows: tuple[tuple[str | int, ...], ...]


@runtime_checkable
class Study(Protocol[P_contra]):
    """A game's part in statistics and texts. Facts and accounts are JSON-able: they are kept and printed."""

    title: str
    """What a page of statistics of this game is called."""
    worth: str
    """The number of an account by which players are ranked: one of the columns, and of a seat's standings."""
    columns: Mapping[str, str]
    """The heads of the numbers of an account, in their order, as sentences."""
    results: tuple[str, ...]
    """The columns that tables of results show."""
    play: tuple[str, ...]
    """The columns that tables of how it was played show."""
    groups: Mapping[str, str]
    """By what of its options games are grouped: the titles of the tables, as sentences."""
    shares: Mapping[str, str]
    """The columns of which a bar chart shows the parts, with the sentences of its key; may be empty."""

    def amount(self, n: int | Number) -> str:
        """So many of what `worth` counts, as a phrase."""

    def heading(self, options: Mapping[str, Any], players: str) -> str:
        """What is played and by whom, in one sentence."""

    def options(self, options: Mapping[str, Any]) -> dict[str, Any]:
        """What of a save's options stands in the facts of a game."""

    def group(self, facts: Mapping[str, Any]) -> dict[str, str]:
        """To which of each of the `groups` a game belongs, by its facts."""

    def accounts(
        self, colours: Sequence[str], played: Sequence[Played], end: P_contra | None
    ) -> list[dict[str, Any]]:
        """What each seat did and got: its `worth`, what the numbers are made of, and its `opening` in words.

        `colours` are those of the seats in their order; `end` is None for a game that has not begun.
        """

    def numbers(self, account: Mapping[str, Any]) -> dict[str, float]:
        """The numbers of an account by their columns."""

    def shares_title(self, what: str) -> str:
        """The title of a bar chart of `shares` by something."""

    def ledger(self, accounts: Sequence[Mapping[str, Any]]) -> Table:
        """What each account is made of; `name` and `colour` are in the accounts."""

    def gains(self, colours: Sequence[str], played: Sequence[Played]) -> Table:
        """Every single gain, in the order in which they came."""


def ledger_of(
    name: str,
    title: str,
    heads: Sequence[str],
    accounts: Sequence[Mapping[str, Any]],
    numbers: Callable[[Mapping[str, Any]], Iterable[int]],
) -> Table:
    """The table of what accounts are made of: a row for each player, with his numbers under their heads."""
    rows: tuple[tuple[str | int, ...], ...] = tuple(
        (listed([account["colour"], VerbatimText(account["name"])], " "), *numbers(account))
        for account in accounts
    )
    return Table(name, title, (message("player"), *heads), rows)
