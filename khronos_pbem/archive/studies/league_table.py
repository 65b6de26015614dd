"""A season: the table of players over finished games, by their identities, with places, points and a rating.

A player is an Ed25519 identity, whatever he calls himself. Points are opponents: one for each that one has
left behind in a game, half a one for each that one is equal with; who has gone, by his own will or by votes,
is behind all who stay and gets none. The rating is OpenSkill's Plackett–Luce model, game by game in the order
in which they ended; what is shown of it is what somebody is at least worth, mu − 3 sigma.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations
from typing import Any, NamedTuple

from openskill import models

from khronos_pbem.archive.studies.game_statistics import Read, by_name, game_key_of
from khronos_pbem.characters import look
from khronos_pbem.engine.features.statistics import Study
from khronos_pbem.errors import InvalidFile, KhronosError
from khronos_pbem.games.registry import feature
from khronos_pbem.messages import message


class Result(NamedTuple):
    """What a seat came to in a game: who, his place (from 1, equals share it), what he is ranked by, his
    points, whether he won, whether he has gone."""

    key: str
    place: int
    worth: float
    points: float
    won: bool
    gone: bool


class Game(NamedTuple):
    """A finished game: its id, kind, title, end (UTC), and what each seat came to, in seat order."""

    id: str
    kind: str
    title: str
    ended: str
    results: tuple[Result, ...]


@dataclass
class Standing:
    """What a player has come to so far: `called` is his name, `name` the same told apart from others' names;
    `seats` counts the games in each seat, from 0."""

    key: str
    name: str
    called: str
    played: int = 0
    won: int = 0
    gone: int = 0
    points: float = 0.0
    places: Counter[int] = field(default_factory=Counter)
    seats: Counter[int] = field(default_factory=Counter)
    mu: float = 0.0
    sigma: float = 0.0

    @property
    def rating(self) -> float:
        """What he is at least worth, with all but certainty."""
        return self.mu - 3 * self.sigma

    @property
    def place(self) -> float:
        """The mean of his places."""
        return sum(place * times for place, times in self.places.items()) / max(1, self.played)

    def to_data(self) -> dict[str, Any]:
        """The standing as JSON-able data."""
        return {
            "player": self.name,
            "key": self.key,
            "played": self.played,
            "won": self.won,
            "points": self.points,
            "place": round(self.place, 2),
            "places": {str(place): times for place, times in sorted(self.places.items())},
            "gone": self.gone,
            "rating": round(self.rating, 2),
            "mu": round(self.mu, 2),
            "sigma": round(self.sigma, 2),
        }


class Meeting(NamedTuple):
    """Two players against each other: their games, how often each was before the other, and equal."""

    one: str
    other: str
    games: int
    ahead: int
    behind: int
    equal: int


@dataclass(frozen=True)
class League:
    """The games of a season, oldest first, and the players, the best first."""

    games: tuple[Game, ...]
    table: tuple[Standing, ...]
    unfinished: int = 0

    @property
    def kinds(self) -> tuple[str, ...]:
        """The kinds of games that were played, by their names."""
        return tuple(sorted({game.kind for game in self.games}))

    @property
    def names(self) -> Mapping[str, str]:
        """What each player is called, by his key."""
        return {each.key: each.name for each in self.table}

    def meetings(self) -> list[Meeting]:
        """Everybody against everybody he has met, in the order of the table."""
        order = {each.key: rank for rank, each in enumerate(self.table)}
        found: dict[tuple[int, int], list[int]] = {}
        for game in self.games:
            placed = sorted((order[result.key], result.place) for result in game.results)
            for (one, mine), (other, theirs) in combinations(placed, 2):
                row = found.setdefault((one, other), [0, 0, 0])
                row[(mine > theirs) + 2 * (mine == theirs)] += 1
        keys = tuple(order)
        return [
            Meeting(keys[one], keys[other], sum(row), *row) for (one, other), row in sorted(found.items())
        ]

    def to_data(self) -> dict[str, Any]:
        """Everything, as JSON-able data."""
        names = self.names
        return {
            "games": len(self.games),
            "unfinished": self.unfinished,
            "kinds": list(self.kinds),
            "table": [{"rank": place, **each.to_data()} for place, each in enumerate(self.table, 1)],
            "against": [
                {**each._asdict(), "one": names[each.one], "other": names[each.other]}
                for each in self.meetings()
            ],
            "results": [_game_data(game, names) for game in self.games],
        }


def _game_data(game: Game, names: Mapping[str, str]) -> dict[str, Any]:
    rows = [{"player": names[each.key], **each._asdict()} for each in game.results]
    return {"id": game.id, "game": game.kind, "title": game.title, "ended": game.ended, "results": rows}


# --- reading ----------------------------------------------------------------------------------------------


@dataclass
class Season:
    """What was read of a folder: the facts of finished games, and which games go on, each by what tells it
    from all others."""

    finished: dict[str, dict[str, Any]] = field(default_factory=dict)
    going_on: set[str] = field(default_factory=set)

    def leagues(self, *, together: bool) -> dict[str, League]:
        """The league of each kind of game by its name, or, `together`, one of all under no name."""
        kinds = [""] if together else sorted({facts["game"] for facts in self.finished.values()})
        return {kind: self._league(kind) for kind in kinds}

    def _league(self, kind: str) -> League:
        facts = [each for each in self.finished.values() if kind in ("", each["game"])]
        facts.sort(key=lambda each: (each["ended"], each["id"]))
        games = tuple(game_of(each) for each in facts)
        known = set(self.finished) | {each["id"] for each in self.finished.values()}
        return League(games, _table(games, _called(facts)), len(self.going_on - known))


def season_of(reads: Iterable[Read], refused: Callable[[KhronosError], None]) -> Season:
    """The season of some files: each game counts once; what cannot be counted is passed on.

    That is a file that does not hold, a record that nobody has signed, and a second end of one game.
    """
    season = Season()
    for read in reads:
        problem = read.problem if read.facts is None else _taken(season, read.facts)
        if problem is not None:
            problem.file = problem.file or str(read.path)
            refused(problem)
    return season


def _taken(season: Season, facts: dict[str, Any]) -> KhronosError | None:
    """Take a game in; what is wrong with it, if anything is."""
    key = game_key_of(facts)
    if not facts["finished"]:
        season.going_on.add(key)
        return None
    if not facts.get("signed"):
        if any(each["id"] == facts["id"] for each in season.finished.values()):
            return None
        hint = message("give the save instead")
        return InvalidFile(
            message("a league does not count text records, because no player has signed them"),
            rule="FORMATS 1",
            hint=hint,
        )
    known = season.finished.get(key)
    if known is not None and known != facts:
        hint = message("compare the two saves to see which one is valid: khronos verify ONE TWO")
        return InvalidFile(
            message("this game is already counted, in a different version"), rule="FORMATS 4", hint=hint
        )
    season.finished[key] = facts
    return None


def game_of(facts: dict[str, Any]) -> Game:
    """A finished game by its facts."""
    worth = feature(facts["game"], Study).worth
    seats = [
        {**seat, "identity": key, "gone": gone}
        for seat, key, gone in zip(facts["seats"], facts["identities"], facts["gone"], strict=True)
    ]
    marks = [(seat["gone"], not seat["won"], -seat[worth]) for seat in seats]
    results = tuple(
        Result(
            seat["identity"],
            1 + sum(other < mark for other in marks),
            seat[worth],
            0.0 if seat["gone"] else sum((mark < other) + (mark == other) / 2 for other in marks) - 0.5,
            seat["won"],
            seat["gone"],
        )
        for seat, mark in zip(seats, marks, strict=True)
    )
    return Game(facts["id"], facts["game"], facts["title"], facts["ended"], results)


def _called(facts: Sequence[dict[str, Any]]) -> dict[str, str]:
    """What each player called himself last, by his key."""
    return {
        key: str(seat["name"])
        for each in facts
        for key, seat in zip(each["identities"], each["seats"], strict=True)
    }


def _told_apart(called: Mapping[str, str]) -> dict[str, str]:
    """What each player is called in the table: those whose names look alike with so much of their keys as
    tells them apart."""
    looks: dict[str, list[str]] = {}
    for key, name in called.items():
        looks.setdefault(look(name), []).append(key)
    names = dict(called)
    for keys in (keys for keys in looks.values() if len(keys) > 1):
        sizes = range(_SHORTEST, _SHORTEST + max(map(len, keys)))
        size = next(size for size in sizes if len({key[:size] for key in keys}) == len(keys))
        names |= {key: f"{called[key]} ({key[:size]})" for key in keys}
    return names


_SHORTEST = 6
"""Characters of a key that are shown at least where names look alike."""


def _table(games: Sequence[Game], called: Mapping[str, str]) -> tuple[Standing, ...]:
    names = _told_apart(called)
    table = {key: Standing(key, names[key], name) for key, name in called.items()}
    for game in games:
        for seat, result in enumerate(game.results):
            mine = table[result.key]
            mine.played += 1
            mine.won += result.won
            mine.gone += result.gone
            mine.points += result.points
            mine.places[result.place] += 1
            mine.seats[seat] += 1
    _rate(games, table)
    return tuple(sorted(table.values(), key=_order))


def _order(each: Standing) -> tuple[Any, ...]:
    return (-each.points, -each.won, -round(each.rating, 6), *by_name({"name": each.name}), each.key)


def _rate(games: Sequence[Game], table: Mapping[str, Standing]) -> None:
    """Rate all players, game by game."""
    model = models.PlackettLuce()
    ratings = {key: model.rating() for key in table}
    for game in games:
        teams = [[ratings[result.key]] for result in game.results]
        rated = model.rate(teams, ranks=[float(result.place) for result in game.results])
        for result, team in zip(game.results, rated, strict=True):
            ratings[result.key] = team[0]
    for key, rating in ratings.items():
        table[key].mu, table[key].sigma = rating.mu, rating.sigma
