"""Optional features of a game: small protocols, looked up by `games.registry.feature`.

A game lists its features in its `GamePlugin` as import paths; each is imported when first needed. A feature
is a class that is created without arguments and holds no state. If a game lacks a feature that a command
needs, the command says so.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from enum import Enum
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Generic, NamedTuple, Protocol, TypeAlias, TypeVar, runtime_checkable

from khronos_pbem.engine.digests import canonical_json
from khronos_pbem.errors import InvalidFile, UsageError
from khronos_pbem.messages import Translate, listed, message, untranslated

if TYPE_CHECKING:
    from rich.text import Text

    from khronos_pbem.engine.contract import AnyPosition, Event, Request
    from khronos_pbem.engine.runner import Serve
P = TypeVar("P")
P_co = TypeVar("P_co", covariant=True)
P_contra = TypeVar("P_contra", contravariant=True)
O_contra = TypeVar("O_contra", contravariant=True)


class GamePlugin(NamedTuple):
    """The import paths (`module:name`) of a game and its features, by the names of their protocols.

    Creating a `GamePlugin` imports nothing. `title` is the name that people use for the game; it is empty
    if that is `game.name`.
    """

    game: str
    features: Mapping[str, str]
    title: str = ""


class Option(NamedTuple):
    """An option that a game adds to `new` (its value is saved in the game) or to `show`.

    `name` is its key in [game] and in Python, `flag` is its form on the command line, and `kind` is bool,
    int or str. If `data_file` is true, its value names data, or a file of data, that a save contains in
    full (`DataFiles`). If the `default` is None, a save has the key only if the option was chosen.
    """

    name: str
    flag: str
    help: str
    kind: type[bool] | type[int] | type[str] = bool
    default: bool | int | str | None = False
    choices: tuple[int | str, ...] = ()
    metavar: str = ""
    data_file: bool = False
    command: str = "new"


@runtime_checkable
class Options(Protocol):
    """A game's options for `new` and `show`, its seats and colours; cheap to import, since help needs it."""

    declared: tuple[Option, ...]
    """The options, in the sequence in which help lists them and a save of the game stores their keys."""
    counted: str = ""
    """The topics that `stats` counts for this game, as a list of words for the help."""
    parts: tuple[str, ...] = ()
    """The English words for the parts that `show --board` can show alone, in order."""
    seats: tuple[int, int] = (2, 2)
    """The smallest and the largest number of players."""
    colours: tuple[str, ...] = ()
    """The English words for the colours from which players choose, in order."""


@runtime_checkable
class DataFiles(Protocol):
    """Data that a save contains in full, such as a map or cards: built-in, or from a player's file."""

    def built_in(self, name: str) -> dict[str, object]:
        """Return the built-in data of this name, in the form in which a save stores it.

        Raises UsageError for an unknown name.
        """

    def names(self) -> Sequence[str]:
        """Return the names of the built-in data, sorted."""

    def validate(self, data: Mapping[str, object]) -> dict[str, object]:
        """Return the data of a player's file in the form in which a save stores it.

        Raises InvalidFile for invalid data.
        """

    heads: tuple[str, ...] = ("Data",)
    """The header keys under which a text record stores a player's own data, in addition to its name."""

    def to_heads(self, data: Mapping[str, object]) -> tuple[str, tuple[str, ...]]:
        """Return the name of a player's own data, and one line for each of the `heads` of a text record."""
        return str(data.get("name", "own")), (canonical_json(data).decode(),)

    def from_heads(self, name: str, lines: Sequence[str]) -> dict[str, object]:
        """Return the data from a name and lines that `to_heads` made; the game still has to check it.

        Raises InvalidFile.
        """
        try:
            data = json.loads(lines[0])
        except (ValueError, RecursionError):
            data = None
        if not isinstance(data, dict):
            raise InvalidFile(message("the data cannot be read"))
        return data


class Audience(Enum):
    """Audiences other than seats: PUBLIC sees no hand; and EVERYTHING is for set-up positions."""

    PUBLIC = "public"
    EVERYTHING = "everything"


class PositionToDraw(NamedTuple, Generic[P_co]):
    """A position to be drawn as text: for whom, in which language, and as a whole or one `part` only.

    The audience is a seat, the public (None or PUBLIC) or EVERYTHING. What the `events` changed is
    marked.
    """

    position: P_co
    audience: int | Audience | None = None
    events: Iterable[Event] = ()
    speak: Translate = untranslated
    part: str | None = None


@runtime_checkable
class Drawing(Protocol[P_contra]):
    """Text pictures of a position."""

    parts: tuple[str, ...] = ()
    """The parts (boards) that can be shown alone, in their order; empty if there are none."""
    parts_rule: str = "FORMATS 1"
    """The paragraph that defines the names of these parts."""

    def check_part(self, word: str) -> None:
        """Raise UsageError unless the game has this part (a board)."""
        if word not in self.parts:
            hint = message("choose one of {boards}", boards=listed(self.parts)) if self.parts else None
            raise UsageError(
                message("there is no board {words!r}", words=word), rule=self.parts_rule, hint=hint
            )

    def lines(self, shown: PositionToDraw[P_contra], width: int) -> list[str]:
        """Return the position as lines of plain text; `width` is in columns."""

    def coloured(self, shown: PositionToDraw[P_contra], width: int) -> Text:
        """Return the same picture for a terminal, with colours and with the frames of `canvas.frames`."""

    def legend(self, position: P_contra, width: int, speak: Translate = untranslated) -> list[str]:
        """Return the meanings of the symbols in the picture, in lines of `width` columns; may be empty.

        The symbols are those of `canvas.frames`; the caller replaces them by ASCII where necessary.
        """
        return []

    def sentences(self, shown: PositionToDraw[P_contra]) -> list[str]:
        """Return the position as sentences, one per line, for screen readers.

        The list is empty if the game has no such form; `--plain` then shows the plain lines.
        """
        return []

    def event_lines(self, events: Iterable[Event], width: int, speak: Translate = untranslated) -> list[str]:
        """Return the events as lines to print below a picture that does not show them; may be empty."""
        return []


@runtime_checkable
class Reports(Protocol[P_contra]):
    """Reports on a position, which options of `show` select and which it prints instead of a picture."""

    def data(self, report: str, position: P_contra) -> dict[str, object]:
        """Return the report selected by this option, as keys and values for the JSON document of `show`."""

    def lines(self, report: str, position: P_contra, speak: Translate) -> list[str]:
        """Return the report selected by this option, as lines of text."""


@runtime_checkable
class Positions(Protocol[P]):
    """Set-up positions as data (FORMATS 3)."""

    def from_data(self, data: Mapping[str, Any]) -> P:
        """Return the position that the data of a file describe. Raises InvalidFile."""

    def to_data(self, position: P) -> dict[str, Any]:
        """Return the position as JSON-able data that `from_data` reads."""

    def colours(self, position: P) -> list[str]:
        """Return the colours of the players, in seat order."""

    writes_choices: bool = False
    """Whether `to_data` can represent a position with an open choice."""

    def open_requests(self, position: P) -> tuple[Request, ...]:
        """Return the requests of a set-up position that must be served before the first order."""
        return ()

    def serve(self, seed: int) -> Serve:
        """Return a function that serves all requests in a trial of orders; `seed` determines all chance."""


@runtime_checkable
class Words(Protocol):
    """The words of a game's orders in all languages, for help and completion."""

    def help_table(self, language: str) -> Sequence[tuple[str, str, str]]:
        """Return a row for each order: its form in a language, its effect (in English), the paragraph."""

    def suggestions(self, position: AnyPosition) -> Sequence[str]:
        """Return the orders to suggest in a letter's empty order block, under this game's options.

        Each is a form, `message("{form}", form=…)`, or an order, `message("{order}", order=…)`.
        """

    def complete(self, text: str, language: str) -> list[str]:
        """Return the words in a language that can come next in an order, or that complete its last word."""

    def knows(self, text: str) -> bool:
        """Return whether an order in canonical text, or part of one, uses only this game's words."""

    def in_language(self, canonical: str, language: str) -> str:
        """Return a canonical order in the words of a language; quoted texts remain unchanged."""

    def begins_with(self, canonical: str, words: Sequence[str]) -> bool:
        """Return whether a canonical order begins with these words, in any language, possibly abbreviated."""

    def colours_meant(self, word: str) -> list[str]:
        """Return the English words of the colours that a word, or its beginning, names in any language."""

    def parts_meant(self, word: str) -> list[str]:
        """Return the English words of the parts of the picture that a word, or its beginning, names."""


@runtime_checkable
class Guide(Protocol):
    """A game's own topics of `khronos help`; cheap to import, since the list of topics needs it."""

    def topics(self, language: str) -> str:
        """Return the topics in a language as Markdown, as `khronos_pbem.manual.topics` reads it."""


@runtime_checkable
class Nouns(Protocol):
    """The grammar of a game's nouns for translations; cheap to import, since every command needs it."""

    genders: Mapping[str, Mapping[str, int]]
    """By language and by the noun's first word in small letters: 0 masculine, 1 feminine, 2 neuter."""
    aspirated: frozenset[str]
    """The French nouns with an aspirated h, before which the article is not elided."""
    bent: Mapping[str, tuple[str, ...]] = {}
    """The forms of German nouns whose ending depends on the article before them.

    A key is such a noun, or its first word, in small letters. Its forms are those after `der`, after the
    articles of the other cases and, if different, after `des`.
    """
    round_head: str = message("round")
    """The heading of a column of rounds."""

    def round(self, number: int) -> str:
        """Return the phrase for a round with this number, in the wording of the printed rules.

        A game whose rules use another word in some language overrides this with another template.
        """
        return message("round {round}", round=number)


SeatValues: TypeAlias = Mapping[str, Any]
"""The public values of a seat by name, JSON-able: its `colour`, and the values that the game counts."""


@runtime_checkable
class Columns(Protocol[P_contra]):
    """The values that `status`, `show`, `check` and pages print about each seat."""

    before: Mapping[str, object]
    """The values that `status` shows for each seat before the game has begun."""

    def standings(self, position: P_contra) -> tuple[SeatValues, ...]:
        """Return the public values of each seat as JSON-able data, `colour` first."""

    def main_value(self, values: SeatValues) -> str:
        """Return the most important value of a seat as text for `status`; empty before the game has begun."""

    counted: Mapping[str, Callable[[str, Any], str]] = MappingProxyType({})
    """The numbers in `standings` that turns can change, each with a function that describes a change.

    Its arguments are the change ("+2") and the resulting value.
    """

    def changes(self, before: P_contra, after: P_contra) -> dict[str, dict[str, int]]:
        """Return the differences between two positions in each colour's numbers, without zeros."""
        pairs = zip(self.standings(before), self.standings(after), strict=True)
        found = {
            new["colour"]: {key: new[key] - old[key] for key in self.counted if new[key] != old[key]}
            for old, new in pairs
        }
        return {colour: changes for colour, changes in found.items() if changes}

    def change(self, key: str, by: int, values: SeatValues) -> str:
        """Return one change as text; `values` are the seat's standings after it."""
        return self.counted[key](f"{by:+}", values[key])

    def turn_data(
        self, position: P_contra | None, before: P_contra | None = None, seat: int | None = None
    ) -> dict[str, object]:
        """Return the game's own keys for the documents of `check` and `play`.

        `position` is None before the game has begun. `before` is the position before the orders of `seat`, if
        it is known.
        """

    def turn_lines(self, position: P_contra, before: P_contra, seat: int) -> list[str]:
        """Return lines of text about a turn of `seat`, in addition to its `changes`."""
        return []

    def hand(self, position: P_contra, seat: int) -> list[str] | None:
        """Return the sorted labels of a seat's hand, for its owner only; None if some cards are unknown."""


class Caution(NamedTuple):
    """A warning, as a sentence, to be shown before an order is signed.

    `waits` is true if the turn stops after the order; the number of letters until it can continue is then
    added.
    """

    text: str
    waits: bool = False


@runtime_checkable
class Cautions(Protocol[P_contra, O_contra]):
    """Warnings about orders, which `play` shows on a terminal before it signs them."""

    def before(self, position: P_contra, seat: int, order: O_contra) -> Sequence[Caution]:
        """Return the warnings about a legal order by `seat`, whose hand is known; usually none.

        The table itself warns about leaving the game.
        """


MISSING: Mapping[str, Callable[[str], str]] = {
    "Options": lambda game: message("the game {name} has no options", name=game),
    "DataFiles": lambda game: message("the game {name} does not support maps or cards from files", name=game),
    "Drawing": lambda game: message("the game {name} has no pictures", name=game),
    "Scenes": lambda game: message("the game {name} has no pictures", name=game),
    "Grids": lambda game: message("the game {name} has no pictures", name=game),
    "Study": lambda game: message("the game {name} has no statistics", name=game),
    "Reports": lambda game: message("the game {name} has no reports", name=game),
    "Positions": lambda game: message("the game {name} has no prepared positions", name=game),
    "Bots": lambda game: message("the game {name} has no computer players", name=game),
    "Puzzles": lambda game: message("the game {name} has no puzzles", name=game),
    "Words": lambda game: message("the game {name} has no list of orders", name=game),
    "Guide": lambda game: message("there are no help pages for the game {name}", name=game),
    "Nouns": lambda game: message("the game {name} has no list of nouns", name=game),
    "Cautions": lambda game: message("there are no warnings for the game {name}", name=game),
    "Lessons": lambda game: message("the game {name} has no lessons", name=game),
    "Composing": lambda game: message(
        "the game {name} has no full-screen mode for composing turns", name=game
    ),
    "Columns": lambda game: message("the game {name} has no overview of its players", name=game),
}
"""The messages for games that lack a feature, by the name of the feature's protocol."""
