"""Positions and orders that include their game: the interface for Python programs that play it."""

from __future__ import annotations

import secrets
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from khronos_pbem.canvas.frames import to_ascii
from khronos_pbem.engine.contract import (
    AnyGame,
    AnyOrder,
    AnyPosition,
    Choice,
    Decision,
    Event,
    GameOptions,
    Seating,
)
from khronos_pbem.engine.features.bots import Bots
from khronos_pbem.engine.features.protocols import (
    Audience,
    Columns,
    DataFiles,
    Drawing,
    Options,
    PositionToDraw,
)
from khronos_pbem.engine.features.statistics import Study
from khronos_pbem.engine.rule_references import rule_references_of
from khronos_pbem.engine.runner import step, with_standing_answers
from khronos_pbem.errors import IllegalOrder, UsageError
from khronos_pbem.games.registry import feature, feature_or_none, game_by_name
from khronos_pbem.messages import listed, message
from khronos_pbem.session.turns.chance import Chance, ChanceServer
from khronos_pbem.session.turns.setup_position import parse_position, served_position


@dataclass(frozen=True, slots=True, eq=False)
class Order:
    """An order of a game. `str(order)` is its canonical text; orders of the same text are equal.

    `inner` is the game's own value. Its form may change in any version.
    """

    game: str
    inner: AnyOrder

    def __str__(self) -> str:
        return to_text(self)

    def __repr__(self) -> str:
        return f"<Order of {self.game}: {self}>"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Order) and (self.game, str(self)) == (other.game, str(other))

    def __hash__(self) -> int:
        return hash((self.game, str(self)))


@dataclass(frozen=True, slots=True)
class Position:
    """A position of a game. It never changes: `apply` returns a new one.

    `colours` are the colours of the players, in seat order. `inner` is the game's own value, and `chance` are
    its decks and dice. Their form may change in any version.
    """

    game: str
    colours: tuple[str, ...]
    inner: AnyPosition = field(repr=False)
    chance: Chance = field(default=Chance(), repr=False)

    @property
    def to_move(self) -> str | None:
        """The colour of the player who has to decide; None if the game is over or waits for a roll."""
        decision = _decision(self)
        return None if decision is None else self.colours[decision.seat]

    @property
    def choice(self) -> Choice | None:
        """The open choice that the player to move has to answer; None in a turn."""
        decision = _decision(self)
        return None if decision is None else decision.choice

    @property
    def round(self) -> int:
        """The current round, from 1."""
        return _rules(self).round(self.inner)

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return _rules(self).is_over(self.inner)

    @property
    def winners(self) -> tuple[str, ...]:
        """The colours that have won; empty until the game has ended."""
        return tuple(self.colours[seat] for seat in _rules(self).winners(self.inner))

    @property
    def public_data(self) -> dict[str, object]:
        """Return everything about the position that all players may know, as JSON-able data."""
        return _rules(self).public_data(self.inner)

    def seen_by(self, colour: str) -> Position:
        """Return the position as a player sees it, without others' hands, the decks or the next rolls.

        Raises UsageError for an unknown colour, or for a game without computer players.
        """
        inner = feature(self.game, Bots).seat_view(self.inner, seat_number(self, colour))
        return replace(self, inner=inner, chance=Chance("view"))


def _rules(position: Position) -> AnyGame:
    return game_by_name(position.game)


def _decision(position: Position) -> Decision | None:
    return _rules(position).decision(position.inner)


def seat_number(position: Position, colour: str) -> int:
    """The seat of a colour, from 0. Raises UsageError for an unknown colour."""
    if colour not in position.colours:
        hint = message("the colours are {known}", known=listed(position.colours))
        raise UsageError(message("there is no colour {colour!r}", colour=colour), hint=hint)
    return position.colours.index(colour)


def new_position(
    game: str = "khronos",
    options: GameOptions | None = None,
    *,
    colours: Sequence[str] = (),
    seed: str | None = None,
) -> Position:
    """Return the first position of a new game, with all cards dealt and dice rolled.

    `options` are named as in a save; those not given have the defaults of `khronos new`. A map or a set of
    cards is given by the name of a built-in one, or as a table of its data. `colours` are the players'
    colours, in seat order; without them, the game has as few players as possible. The same seed gives the
    same game; without a seed, the game is random. Raises InvalidFile or UsageError for an unknown game, and
    for invalid options or colours.

    >>> new_position("khronos", {"keep": True}, colours=["red", "blue", "green"]).colours
    ('red', 'blue', 'green')
    """
    rules, all_options = game_by_name(game), _with_defaults(game, options or {})
    seats = tuple(colours) or rules.colours[: _fewest_seats(game)]
    rules.check_options(all_options, len(seats))
    for colour in seats:
        if colour not in rules.colours or seats.count(colour) > 1:
            what = message("there is no colour {colour!r}", colour=colour)
            if colour in rules.colours:
                what = message("two players cannot both be {colour}", colour=colour)
            raise UsageError(what, hint=message("the colours are {known}", known=listed(rules.colours)))
    server = ChanceServer(rules, Chance(secrets.token_hex(16) if seed is None else seed))
    for deck, labels in rules.first_decks(all_options, len(seats)).items():
        server.shuffle(deck, labels)
    begun = with_standing_answers(rules, rules.begin(Seating(seats, all_options)), server.serve)
    return Position(game, seats, begun.position, server.chance)


def _fewest_seats(game: str) -> int:
    options = feature_or_none(game, Options)
    return 2 if options is None else options.seats[0]


def _with_defaults(game: str, options: GameOptions) -> dict[str, object]:
    """Return the options of a new game as they are in its save: with the defaults, and with all data."""
    declared = feature_or_none(game, Options)
    found: dict[str, object] = {}
    for option in () if declared is None else declared.declared:
        if option.command == "new":
            value = options.get(option.name, option.default)
            if option.data_file:
                files = feature(game, DataFiles)
                value = files.validate(value) if isinstance(value, Mapping) else files.built_in(str(value))
            if value is not None:
                found[option.name] = value
    return {**options, **found}


def position_from_toml(text: str | bytes, *, seed: int = 0) -> Position:
    """Return the set-up position in a TOML text, read as by `khronos try` (FORMATS 3).

    `seed` decides all random results. Raises InvalidFile for an invalid text.
    """
    start = parse_position(text.encode() if isinstance(text, str) else text)
    colours = tuple(start.positions.colours(start.position))
    chance = Chance(str(seed), prepared=True)
    return Position(start.game.name, colours, served_position(start, seed), chance)


def legal_orders(position: Position) -> tuple[Order, ...]:
    """Return all orders that the player to move can give now, in a fixed sequence; may be empty."""
    return tuple(Order(position.game, order) for order in _rules(position).legal_orders(position.inner))


def parse(text: str, game: str = "khronos") -> tuple[Order, ...]:
    """The orders of a text in English, French or German.

    Raises UnreadableOrder or AmbiguousOrder, with line and column.

    >>> [str(order) for order in parse("ende; fin")]
    ['end', 'end']
    """
    return tuple(Order(game, parsed.order) for parsed in game_by_name(game).parse(text))


def to_text(order: Order) -> str:
    """The canonical text of an order; `parse` reads it back."""
    return game_by_name(order.game).text(order.inner)


def apply(
    position: Position, order: Order, *, rolls: Iterable[int] = (), cards: Iterable[str] = ()
) -> tuple[Position, tuple[Event, ...]]:
    """Return the position after an order of the player to move, and the events.

    Answers by standing order are given, and random results are decided, at once. `rolls` are the next numbers
    of dice and draws, from 0; `cards` are the labels of the next cards that are dealt. The rest follows from
    the seed. Raises IllegalOrder if the rules forbid the order, UsageError for impossible or superfluous
    rolls or cards.
    """
    rules, decision = _rules(position), _decision(position)
    if decision is None:
        raise IllegalOrder(message("the game is over"), rule=rule_references_of(rules).over)
    server = ChanceServer(rules, position.chance, rolls, cards)
    done = step(rules, position.inner, decision.seat, order.inner, server.serve)
    server.check_all_used()
    return replace(position, inner=done.position, chance=server.chance), done.events


def render(
    position: Position,
    audience: str | Audience = Audience.PUBLIC,
    *,
    width: int = 110,
    part: str | None = None,
) -> str:
    """Draw a position as text, `width` columns wide.

    The audience is a colour, `Audience.PUBLIC` or `Audience.EVERYTHING`. `part` selects a single board.
    Raises UsageError for an unknown colour or board, or for a game without pictures.
    """
    drawing = feature(position.game, Drawing)
    if part is not None:
        drawing.check_part(part)
    viewer = audience if isinstance(audience, Audience) else seat_number(position, audience)
    shown = PositionToDraw(position.inner, viewer, part=part)
    return "\n".join(map(to_ascii, drawing.lines(shown, width)))


def score(position: Position) -> dict[str, float]:
    """Return each player's current amount of what decides the game, by colour: coins or points.

    Raises UsageError for a game without statistics.
    """
    number = feature(position.game, Study).score_column
    rows = feature(position.game, Columns).standings(position.inner)
    return {row["colour"]: row[number] for row in rows}
