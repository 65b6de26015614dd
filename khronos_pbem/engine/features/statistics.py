"""The feature that statistics need: what players did and earned, how to count it, and what to call it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, NamedTuple, Protocol, TypeAlias, TypeVar, runtime_checkable

from khronos_pbem.engine.contract import AnyOrder, AnyPosition, Event, GameOptions
from khronos_pbem.messages import Number, VerbatimText, listed, message

P_contra = TypeVar("P_contra", contravariant=True)


Account: TypeAlias = Mapping[str, Any]
"""A record of what one seat did and earned in a game, as JSON-able data with the game's own keys."""

GameFacts: TypeAlias = Mapping[str, Any]
"""The facts of a game as JSON-able data.

They include the game's own options and the keys that all games have (`archive.game_summary`).
"""


class PlayedOrder(NamedTuple):
    """One order that was played, with its seat, its round and its events.

    `before` is the position in which the order was given; None if that is unknown. `order` is None for the
    result of a roll that `seat` completed.
    """

    seat: int
    round: int
    before: AnyPosition
    order: AnyOrder
    events: tuple[Event, ...]


class StatisticsTable(NamedTuple):
    """A table of statistics; the first cell of a row is a player.

    `name` identifies the table. Texts are sentences.
    """

    name: str
    title: str
    heads: tuple[str, ...]
    rows: tuple[tuple[str | int, ...], ...]


@runtime_checkable
class Study(Protocol[P_contra]):
    """A game's part in statistics. Facts and accounts are stored and printed."""

    title: str
    """The title of a page of statistics for this game."""
    score_column: str
    """The number by which players are ranked: a column of an account, and a key of a seat's standings."""
    columns: Mapping[str, str]
    """The headings of the numbers in an account, in order, as sentences."""
    results: tuple[str, ...]
    """The columns that tables of results show."""
    play: tuple[str, ...]
    """The columns that tables about the course of play show."""
    groups: Mapping[str, str]
    """The criteria by which games are grouped, with the titles of the tables, as sentences."""
    shares: Mapping[str, str]
    """The columns that a bar chart shows as parts, with the sentences of its key; may be empty."""

    def amount(self, n: int | Number) -> str:
        """Return an amount in the unit of the `score_column`, as a phrase."""

    def heading(self, options: GameOptions, players: str) -> str:
        """Return one sentence that names the game being played and its players."""

    def options(self, options: GameOptions) -> dict[str, object]:
        """Return the options of a save that are stored in the facts of a game."""

    def group(self, facts: GameFacts) -> dict[str, str]:
        """Return the group of a game under each of the `groups`, according to its facts."""

    def accounts(
        self, colours: Sequence[str], played: Sequence[PlayedOrder], end: P_contra | None
    ) -> Sequence[Account]:
        """Return an account for each seat: its score, the components of its numbers, and its `opening`.

        The `opening` is in words. `colours` are the seats' colours in seat order; `end` is None for a game
        that has not begun.
        """

    def numbers(self, account: Account) -> dict[str, float]:
        """Return the numbers of an account, with their column names as keys."""

    def shares_title(self, what: str) -> str:
        """Return the title of a bar chart of `shares` by `what`."""

    def ledger(self, accounts: Sequence[Account]) -> StatisticsTable:
        """Return the table of the components of each account; accounts include `name` and `colour`."""

    def gains(self, colours: Sequence[str], played: Sequence[PlayedOrder]) -> StatisticsTable:
        """Return the table of every single gain, in chronological order."""


def account_table(
    name: str,
    title: str,
    heads: Sequence[str],
    accounts: Sequence[Account],
    numbers: Callable[[Account], Iterable[int]],
) -> StatisticsTable:
    """Return a table of accounts, with a row of numbers for each player."""
    rows: tuple[tuple[str | int, ...], ...] = tuple(
        (listed([account["colour"], VerbatimText(account["name"])], " "), *numbers(account))
        for account in accounts
    )
    return StatisticsTable(name, title, (message("player"), *heads), rows)
