"""A season: the league tables of finished games, by identity, with places, points and ratings.

A player is an Ed25519 identity, under any name. A player gets one point for each opponent placed below, and
half a point for each equal one. A player who left the game, or was voted out, is placed below all who stayed
and gets no points.

The rating is OpenSkill's Plackett–Luce model, updated game by game in the order in which they ended. The
table shows a lower bound of the skill: mu − 3 sigma.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations
from typing import NamedTuple

from openskill import models

from khronos_pbem.archive.studies.game_statistics import ReadResult, game_key_of, name_sort_key
from khronos_pbem.characters import lookalike_key
from khronos_pbem.engine.features.statistics import GameFacts, Study
from khronos_pbem.errors import InvalidFile, KhronosError
from khronos_pbem.games.registry import feature
from khronos_pbem.messages import message


class SeatResult(NamedTuple):
    """The result of one seat in a game.

    `place` counts from 1, and equal players share it. It depends on who left (`gone`), then on who won, then
    on `score`.
    """

    key: str
    place: int
    score: float
    points: float
    won: bool
    gone: bool


class FinishedGame(NamedTuple):
    """A finished game: its id, kind and title, its end (UTC), and the result of each seat, in seat order."""

    id: str
    kind: str
    title: str
    ended: str
    results: tuple[SeatResult, ...]


@dataclass
class Standing:
    """A player's row of the league table.

    `own_name` is the player's name, and `name` is the form of it that is unique in the table. `seats` counts
    the games in each seat, from 0.
    """

    key: str
    name: str
    own_name: str
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
        """The lower bound of the player's skill: mu − 3 sigma."""
        return self.mu - 3 * self.sigma

    @property
    def place(self) -> float:
        """The player's average place."""
        return sum(place * times for place, times in self.places.items()) / max(1, self.played)

    def to_data(self) -> dict[str, object]:
        """The row as JSON-able data."""
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


class HeadToHead(NamedTuple):
    """The record of two players: how often `one` finished ahead of, behind, or equal with `other`."""

    one: str
    other: str
    games: int
    ahead: int
    behind: int
    equal: int


@dataclass(frozen=True)
class League:
    """The games of a season, oldest first, and its table, best player first."""

    games: tuple[FinishedGame, ...]
    table: tuple[Standing, ...]
    unfinished: int = 0

    @property
    def kinds(self) -> tuple[str, ...]:
        """The names of the kinds of game that were played."""
        return tuple(sorted({game.kind for game in self.games}))

    @property
    def names(self) -> Mapping[str, str]:
        """The name of each player in the table, by key."""
        return {each.key: each.name for each in self.table}

    def head_to_heads(self) -> list[HeadToHead]:
        """The record of each pair of players who have met, in the order of the table."""
        order = {each.key: rank for rank, each in enumerate(self.table)}
        found: dict[tuple[int, int], list[int]] = {}
        for game in self.games:
            placed = sorted((order[result.key], result.place) for result in game.results)
            for (one, mine), (other, theirs) in combinations(placed, 2):
                row = found.setdefault((one, other), [0, 0, 0])
                row[(mine > theirs) + 2 * (mine == theirs)] += 1
        keys = tuple(order)
        return [
            HeadToHead(keys[one], keys[other], sum(row), *row) for (one, other), row in sorted(found.items())
        ]

    def to_data(self) -> dict[str, object]:
        """The games and the table as JSON-able data."""
        names = self.names
        return {
            "games": len(self.games),
            "unfinished": self.unfinished,
            "kinds": list(self.kinds),
            "table": [{"rank": place, **each.to_data()} for place, each in enumerate(self.table, 1)],
            "against": [
                {**each._asdict(), "one": names[each.one], "other": names[each.other]}
                for each in self.head_to_heads()
            ],
            "results": [_game_data(game, names) for game in self.games],
        }


def _game_data(game: FinishedGame, names: Mapping[str, str]) -> dict[str, object]:
    rows = [{"player": names[each.key], **each._asdict()} for each in game.results]
    return {"id": game.id, "game": game.kind, "title": game.title, "ended": game.ended, "results": rows}


# --- reading ----------------------------------------------------------------------------------------------


@dataclass
class Season:
    """The finished games of some files, by `game_key_of`, and the keys of the games in progress."""

    finished: dict[str, GameFacts] = field(default_factory=dict)
    going_on: set[str] = field(default_factory=set)

    def add(self, facts: GameFacts) -> KhronosError | None:
        """Add a game; return the problem if it cannot be counted, else None.

        A game in progress is no problem; only its key is stored.
        """
        key = game_key_of(facts)
        if not facts["finished"]:
            self.going_on.add(key)
            return None
        if not facts.get("signed"):
            if any(each["id"] == facts["id"] for each in self.finished.values()):
                return None
            what = message("a league does not count text records, because no player has signed them")
            return InvalidFile(what, rule="FORMATS 1", hint=message("use the save instead"))
        known = self.finished.get(key)
        if known is not None and known != facts:
            hint = message("compare the two saves to see which one is valid: khronos verify ONE TWO")
            return InvalidFile(
                message("a different version of this game has already been counted"), hint=hint
            )
        self.finished[key] = facts
        return None

    def leagues(self, *, together: bool) -> dict[str, League]:
        """The league of each kind of game by name; with `together`, one league of all games under ""."""
        kinds = [""] if together else sorted({facts["game"] for facts in self.finished.values()})
        return {kind: self._league(kind) for kind in kinds}

    def _league(self, kind: str) -> League:
        facts = [each for each in self.finished.values() if kind in ("", each["game"])]
        facts.sort(key=lambda each: (each["ended"], each["id"]))
        games = tuple(placed_game(each) for each in facts)
        known = set(self.finished) | {each["id"] for each in self.finished.values()}
        return League(games, _standings(games, _latest_names(facts)), len(self.going_on - known))


def gather_season(reads: Iterable[ReadResult], refused: Callable[[KhronosError], None]) -> Season:
    """Return the season of some files; each game counts once. Call `refused` with each problem.

    Problems are invalid files, a second, different version of a game, and text records (no player has signed
    them).
    """
    season = Season()
    for read in reads:
        problem = read.problem if read.facts is None else season.add(read.facts)
        if problem is not None:
            refused(problem.in_file(str(read.path)))
    return season


def placed_game(facts: GameFacts) -> FinishedGame:
    """A finished game with the place and the points of each seat, from its document."""
    column = feature(facts["game"], Study).score_column
    seats = [
        {**seat, "identity": key, "gone": gone}
        for seat, key, gone in zip(facts["seats"], facts["identities"], facts["gone"], strict=True)
    ]
    marks = [(seat["gone"], not seat["won"], -seat[column]) for seat in seats]
    results = tuple(
        SeatResult(
            seat["identity"],
            1 + sum(other < mark for other in marks),
            seat[column],
            0.0 if seat["gone"] else sum((mark < other) + (mark == other) / 2 for other in marks) - 0.5,
            seat["won"],
            seat["gone"],
        )
        for seat, mark in zip(seats, marks, strict=True)
    )
    return FinishedGame(facts["id"], facts["game"], facts["title"], facts["ended"], results)


def _latest_names(facts: Sequence[GameFacts]) -> dict[str, str]:
    """The name of each player in the latest of that player's games, by key."""
    return {
        key: str(seat["name"])
        for each in facts
        for key, seat in zip(each["identities"], each["seats"], strict=True)
    }


def _unique_names(called: Mapping[str, str]) -> dict[str, str]:
    """The name of each player in the table, by key.

    Names that look alike are followed by the beginning of the key, long enough to differ.
    """
    looks: dict[str, list[str]] = {}
    for key, name in called.items():
        looks.setdefault(lookalike_key(name), []).append(key)
    names = dict(called)
    for keys in (keys for keys in looks.values() if len(keys) > 1):
        sizes = range(_SHORTEST, _SHORTEST + max(map(len, keys)))
        size = next(size for size in sizes if len({key[:size] for key in keys}) == len(keys))
        names |= {key: f"{called[key]} ({key[:size]})" for key in keys}
    return names


_SHORTEST = 6
"""The minimum number of key characters shown where names look alike."""


def _standings(games: Sequence[FinishedGame], called: Mapping[str, str]) -> tuple[Standing, ...]:
    names = _unique_names(called)
    table = {key: Standing(key, names[key], name) for key, name in called.items()}
    for key, rating in _ratings(games, called).items():
        table[key].mu, table[key].sigma = rating.mu, rating.sigma
    for game in games:
        for seat, result in enumerate(game.results):
            mine = table[result.key]
            mine.played += 1
            mine.won += result.won
            mine.gone += result.gone
            mine.points += result.points
            mine.places[result.place] += 1
            mine.seats[seat] += 1
    return tuple(sorted(table.values(), key=_table_sort_key))


def _table_sort_key(each: Standing) -> tuple[object, ...]:
    return (-each.points, -each.won, -round(each.rating, 6), *name_sort_key(each.name), each.key)


def _ratings(games: Sequence[FinishedGame], keys: Iterable[str]) -> dict[str, models.PlackettLuceRating]:
    """The rating of each player after all games, by key."""
    model = models.PlackettLuce()
    ratings = {key: model.rating() for key in keys}
    for game in games:
        teams = [[ratings[result.key]] for result in game.results]
        rated = model.rate(teams, ranks=[float(result.place) for result in game.results])
        for result, team in zip(game.results, rated, strict=True):
            ratings[result.key] = team[0]
    return ratings
