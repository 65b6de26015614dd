"""What statistics need from a game: what its players did and earned, how it is counted, and its names."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, NamedTuple, Protocol, TypeAlias, TypeVar, runtime_checkable

from khronos_pbem.engine.contract import AnyOrder, AnyPosition, Event, GameOptions
from khronos_pbem.messages import Number, VerbatimText, listed, message

P_contra = TypeVar("P_contra", contravariant=True)


Account: TypeAlias = Mapping[str, Any]
"""What one seat did and earned in a game, as JSON-able data; its keys are the game's own."""

GameFacts: TypeAlias = Mapping[str, Any]
"""A game as JSON-able data: its own options beside the keys that all games have (`archive.game_summary`)."""


class PlayedOrder(NamedTuple):
    """One order that was played: by which seat, in which round, and what happened.

    `before` is the position in which it was given; None if that is unknown. `order` is None for the result of
    a roll that `seat` completed.
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
    """What a page of statistics of this game is called."""
    score_column: str
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
        """Return an amount of what the `score_column` counts, as a phrase."""

    def heading(self, options: GameOptions, players: str) -> str:
        """Return one sentence that says what is played and by whom."""

    def options(self, options: GameOptions) -> dict[str, object]:
        """Return those of a save's options that are stored in the facts of a game."""

    def group(self, facts: GameFacts) -> dict[str, str]:
        """Return the group of a game within each of the `groups`, by its facts."""

    def accounts(
        self, colours: Sequence[str], played: Sequence[PlayedOrder], end: P_contra | None
    ) -> Sequence[Account]:
        """Return an account for each seat: its score, what its numbers are made of, its `opening` in
        words.

        `colours` are those of the seats in order; `end` is None for a game that has not begun.
        """

    def numbers(self, account: Account) -> dict[str, float]:
        """Return the numbers of an account by their columns."""

    def shares_title(self, what: str) -> str:
        """Return the title of a bar chart of `shares` by `what`."""

    def ledger(self, accounts: Sequence[Account]) -> StatisticsTable:
        """Return the table of what each account is made of; accounts include `name` and `colour`."""

    def gains(self, colours: Sequence[str], played: Sequence[PlayedOrder]) -> StatisticsTable:
        """Return the table of every single gain, in chronological order."""


def account_table(
    name: str,
    title: str,
    heads: Sequence[str],
    accounts: Sequence[Account],
    numbers: Callable[[Account], Iterable[int]],
) -> StatisticsTable:
    """Return a table of accounts: a row for each player with that player's numbers."""
    rows: tuple[tuple[str | int, ...], ...] = tuple(
        (listed([account["colour"], VerbatimText(account["name"])], " "), *numbers(account))
        for account in accounts
    )
    return StatisticsTable(name, title, (message("player"), *heads), rows)
