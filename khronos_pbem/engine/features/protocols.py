"""What a game may offer beside its contract: small protocols, asked for through `games.registry.feature`.

A game lists its features in its `GamePlugin` as import paths; a feature is imported when it is first needed.
Each is a class without arguments that holds no state. A command that needs one which a game lacks says so.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from enum import Enum
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol, TypeVar, runtime_checkable

from khronos_pbem.engine.digests import canonical_json
from khronos_pbem.errors import InvalidFile, UsageError
from khronos_pbem.messages import Speak, listed, message, untranslated

if TYPE_CHECKING:
    from rich.text import Text

    from khronos_pbem.engine.contract import Event, Request
    from khronos_pbem.engine.runner import Serve
P = TypeVar("P")
P_contra = TypeVar("P_contra", contravariant=True)
O_contra = TypeVar("O_contra", contravariant=True)
O_co = TypeVar("O_co", covariant=True)


class GamePlugin(NamedTuple):
    """Where a game is and what it offers: the game, and its features by their protocols' names, all as
    `module:name`: naming them loads nothing.

    `title` is what people call the game, if that is another word than its name.
    """

    game: str
    features: Mapping[str, str]
    title: str = ""


class Option(NamedTuple):
    """An option that a game declares for a command: `new`, whose value goes into the save, or `show`.

    `name` is its key in [game] and in Python, `flag` how it is typed; `kind` is bool, int or str. The value
    of a `data_file` is the name or path of data that a save carries whole (`DataFiles`).
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
    """What can be chosen for a game with `new`, and asked of it with `show`; light, as help loads it."""

    declared: tuple[Option, ...]
    """In the order in which help shows them, and a save of the game has their keys."""
    counted: str = ""
    """What `stats` counts in games of it, as words of a list for the help."""
    parts: tuple[str, ...] = ()
    """The English words of the parts that `show --board` can show alone, in their order."""
    seats: tuple[int, int] = (2, 2)
    """How few and how many players there can be."""
    colours: tuple[str, ...] = ()
    """The English words of the colours that they choose from, in their order."""


@runtime_checkable
class DataFiles(Protocol):
    """Data that a save carries whole, and that come with the program or from a player's file: maps, cards."""

    def named(self, name: str) -> dict[str, Any]:
        """The data of this name, as a save holds them. Raises UsageError for a name there is not."""

    def names(self) -> Sequence[str]:
        """The names of the data that come with the program, sorted."""

    def checked(self, data: Mapping[str, Any]) -> dict[str, Any]:
        """The data of a player's file, as a save holds them. Raises InvalidFile for what cannot be."""

    heads: tuple[str, ...] = ("Data",)
    """The keys of the heads in which a text record keeps a player's own data, beside their name."""

    def to_heads(self, data: Mapping[str, Any]) -> tuple[str, tuple[str, ...]]:
        """The name of a player's own data, and a line for each of the `heads`."""
        return str(data.get("name", "own")), (canonical_json(data).decode(),)

    def from_heads(self, name: str, lines: Sequence[str]) -> dict[str, Any]:
        """The data of the name and lines that `to_heads` gives, for the game to check. Raises InvalidFile."""
        try:
            data = json.loads(lines[0])
        except (ValueError, RecursionError):
            data = None
        if not isinstance(data, dict):
            raise InvalidFile(message("the data cannot be read"), rule="FORMATS 4")
        return data


class Audience(Enum):
    """Audiences that are no seat: the PUBLIC sees no hand, EVERYTHING is for set-up positions."""

    PUBLIC = "public"
    EVERYTHING = "everything"


@runtime_checkable
class Drawing(Protocol[P_contra]):
    """Pictures of a position in text. An audience is a seat, the public (None, PUBLIC) or EVERYTHING."""

    parts: tuple[str, ...] = ()
    """The parts (boards) that can be shown alone, in their order; empty if there are none."""
    parts_rule: str = "FORMATS 1"
    """The paragraph that names these parts."""

    def check_part(self, word: str) -> None:
        """Raise UsageError for a part (a board) that there is not."""
        if word not in self.parts:
            hint = message("choose one of {boards}", boards=listed(self.parts)) if self.parts else None
            raise UsageError(
                message("there is no board {words!r}", words=word), rule=self.parts_rule, hint=hint
            )

    def lines(
        self,
        position: P_contra,
        audience: int | Audience | None,
        width: int,
        events: Iterable[Event] = (),
        speak: Speak = untranslated,
        part: str | None = None,
    ) -> list[str]:
        """The position, or one part of it, in plain lines of a width in columns.

        What the events changed is marked.
        """

    def coloured(
        self,
        position: P_contra,
        audience: int | Audience | None,
        width: int,
        events: Iterable[Event] = (),
        speak: Speak = untranslated,
        part: str | None = None,
    ) -> Text:
        """The same for a terminal: with colours, and with the frames of `canvas.frames`."""

    def legend(self, position: P_contra, width: int, speak: Speak = untranslated) -> list[str]:
        """What the signs of the picture mean, in lines of a width in columns; empty if all is plain.

        Its signs are those of `canvas.frames`, which whoever prints it turns into ASCII where need be.
        """
        return []

    def facts(
        self,
        position: P_contra,
        audience: int | Audience | None,
        events: Iterable[Event] = (),
        speak: Speak = untranslated,
        part: str | None = None,
    ) -> list[str]:
        """The same as facts, one a line, for people who have the screen read to them; empty if the game has
        no such form, so that `--plain` shows the plain lines."""
        return []

    def told(self, events: Iterable[Event], width: int, speak: Speak = untranslated) -> list[str]:
        """What happened in words, to stand below the picture where nothing else tells it; may be empty."""
        return []


@runtime_checkable
class Reports(Protocol[P_contra]):
    """What `show` tells of a position instead of its picture, by the options declared for `show`."""

    def data(self, report: str, position: P_contra) -> dict[str, Any]:
        """The report with the name of its option, as keys added to the document of `show`."""

    def lines(self, report: str, position: P_contra, speak: Speak) -> list[str]:
        """The report for people."""


@runtime_checkable
class Positions(Protocol[P]):
    """Set-up positions as data (FORMATS 3)."""

    def from_data(self, data: Mapping[str, Any]) -> P:
        """The position that the data of a file describe. Raises InvalidFile."""

    def to_data(self, position: P) -> dict[str, Any]:
        """The position as JSON-able data that `from_data` reads."""

    def colours(self, position: P) -> list[str]:
        """The colours of the players, in seat order."""

    writes_choices: bool = False
    """Whether `to_data` has a form for a position with an open choice."""

    def asked(self, position: P) -> tuple[Request, ...]:
        """What a set-up position asks for before the first order."""
        return ()

    def serve(self, seed: int) -> Serve:
        """What serves all that the game asks for when orders are tried; the seed decides all chance."""


@runtime_checkable
class Words(Protocol):
    """The words of orders in the languages of the program, help and completion."""

    def help_table(self, language: str) -> Sequence[tuple[str, str, str]]:
        """One row for every order: its form in a language, what it does (English), the paragraph."""

    def suggested(self, position: Any) -> Sequence[str]:
        """The orders of a turn that the options of this game allow, for a letter's empty order block.

        Each shows a form, `message("{form}", form=…)`, or an order, `message("{order}", order=…)`.
        """

    def complete(self, text: str, language: str) -> list[str]:
        """The words of a language that may stand next in an order that begins so, or finish its last word."""

    def knows(self, text: str) -> bool:
        """Whether a canonical order, or its beginning, is in the words of this game."""

    def in_language(self, canonical: str, language: str) -> str:
        """A canonical order in the words of a language; texts in quotes are left alone."""

    def begins(self, canonical: str, words: Sequence[str]) -> bool:
        """Whether a canonical order begins with these words, of any language and abbreviated."""

    def colour(self, word: str) -> str:
        """The English word of a colour written in any language; what is none stays as it is."""

    def part(self, word: str) -> str:
        """The English word of a part of the picture written in any language; what is none stays as it is."""


@runtime_checkable
class Guide(Protocol):
    """Topics of `khronos help` that are a game's own; light, as the list of topics loads it."""

    def topics(self, language: str) -> str:
        """The topics in a language as Markdown, in the form that `khronos_pbem.manual.topics` reads."""


@runtime_checkable
class Nouns(Protocol):
    """What languages have to know of the nouns of a game; light, as every command in them loads it."""

    genders: Mapping[str, Mapping[str, int]]
    """By language and by the noun's first word in small letters: 0 masculine, 1 feminine, 2 neuter."""
    aspirated: frozenset[str]
    """French nouns whose h keeps the article whole."""
    bent: Mapping[str, tuple[str, ...]] = {}
    """German nouns, or their first words, in small letters, that end otherwise after an article: after `der`,
    after the articles of the other cases, and, if that is a third form, after `des`."""
    round_head: str = message("round")
    """The head of a column of rounds."""

    def round(self, number: int) -> str:
        """A round by its number, as a phrase: what the printed rules of each language call it.

        A game in which a language has another word for it says it with another template.
        """
        return message("round {round}", round=number)


@runtime_checkable
class Columns(Protocol[P_contra]):
    """What `status`, `show`, `check` and pages print about each seat."""

    before: Mapping[str, Any]
    """What stands in the seats of `status` before the game has begun."""

    def standings(self, position: P_contra) -> tuple[dict[str, Any], ...]:
        """What is open about each seat, `colour` first."""

    def worth(self, facts: Mapping[str, Any]) -> str:
        """The most important of a seat's standings as words, for `status`; empty before the game."""

    counted: Mapping[str, Callable[[str, Any], str]] = MappingProxyType({})
    """The numbers in `standings` that turns change, with what is said of a change ("+2") and its result."""

    def changes(self, before: P_contra, after: P_contra) -> dict[str, dict[str, int]]:
        """By how much a turn changes each colour's numbers; what stays the same is left out."""
        pairs = zip(self.standings(before), self.standings(after), strict=True)
        found = {
            new["colour"]: {key: new[key] - old[key] for key in self.counted if new[key] != old[key]}
            for old, new in pairs
        }
        return {colour: changes for colour, changes in found.items() if changes}

    def change(self, key: str, by: int, facts: Mapping[str, Any]) -> str:
        """One change as words; `facts` are the standings that it led to."""
        return self.counted[key](f"{by:+}", facts[key])

    def turn_facts(
        self, position: P_contra | None, before: P_contra | None = None, seat: int | None = None
    ) -> dict[str, Any]:
        """The game's own keys in the document of `check` and `play`; None: it has not begun.

        `before` is the position that the orders of `seat` have begun with, where that is known.
        """

    def turn_lines(self, position: P_contra, before: P_contra, seat: int) -> list[str]:
        """What people are told of a turn of `seat` besides its `changes`."""
        return []

    def hand(self, position: P_contra, seat: int) -> list[str] | None:
        """The labels of the cards in a seat's hand, sorted, for its owner only; None if not all are known."""


class Caution(NamedTuple):
    """What a player should know before an order is signed, as a sentence; `waits` if the turn stops for it,
    so that the table adds how many letters pass before it goes on."""

    text: str
    waits: bool = False


@runtime_checkable
class Cautions(Protocol[P_contra, O_contra]):
    """Orders that `play` asks about on a terminal before it signs them."""

    def before(self, position: P_contra, seat: int, order: O_contra) -> Sequence[Caution]:
        """What to say of an order by `seat` that is legal in this position, the own hand known; mostly
        nothing. Leaving the game is told by the table itself."""


MISSING: Mapping[str, Callable[[str], str]] = {
    "Options": lambda game: message("the game {name} has no options", name=game),
    "DataFiles": lambda game: message("the game {name} reads no maps or cards from files", name=game),
    "Drawing": lambda game: message("the game {name} has no pictures", name=game),
    "Scenes": lambda game: message("the game {name} has no pictures", name=game),
    "Grids": lambda game: message("the game {name} has no pictures", name=game),
    "Study": lambda game: message("the game {name} keeps no statistics", name=game),
    "Reports": lambda game: message("the game {name} has no reports", name=game),
    "Positions": lambda game: message("the game {name} has no prepared positions", name=game),
    "Bots": lambda game: message("the game {name} has no computer players", name=game),
    "Puzzles": lambda game: message("the game {name} has no puzzles", name=game),
    "Words": lambda game: message("the game {name} has no list of its orders", name=game),
    "Guide": lambda game: message("the game {name} has no help pages of its own", name=game),
    "Nouns": lambda game: message("the game {name} has no nouns", name=game),
    "Cautions": lambda game: message("the game {name} has no warnings", name=game),
    "Lessons": lambda game: message("the game {name} has no lessons", name=game),
    "Composing": lambda game: message(
        "turns of the game {name} cannot be composed in full screen", name=game
    ),
    "Columns": lambda game: message("the game {name} has no overview of its players", name=game),
}
"""What is said of a game that lacks a feature, by the name of its protocol."""
