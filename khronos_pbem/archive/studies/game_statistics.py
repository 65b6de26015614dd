"""Many games together: who won, by what, how they began, how long they took."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

from khronos_pbem.archive.file_kind import LONGEST_START, is_notated
from khronos_pbem.archive.game_summary import game_facts
from khronos_pbem.archive.records.text_record_reader import read_notation
from khronos_pbem.archive.studies.facts_cache import FactsCache
from khronos_pbem.archive.timeline import Chronicle, of_history
from khronos_pbem.engine.digests import encode_bytes
from khronos_pbem.engine.features.statistics import Study
from khronos_pbem.errors import InvalidFile, KhronosError, UsageError
from khronos_pbem.games.registry import DEFAULT, feature
from khronos_pbem.messages import listed, message
from khronos_pbem.record.chain import game_hash
from khronos_pbem.record.save import is_save, parse_save
from khronos_pbem.session.replay.open_save import replay_known
from khronos_pbem.session.replay.worker_pool import side_by_side
from khronos_pbem.storage.files import read_file, read_if_possible

ENDINGS = (".khronos", ".krec")
NOTHING = "nothing"
"""The opening of those who did nothing in their first turn."""

_TITLES = {
    "player": message("By player"),
    "seat": message("By seat"),
    "colour": message("By colour"),
    "players": message("By number of players"),
    "game": message("By game"),
}
_WHO = {
    "player": message("player"),
    "seat": message("seat"),
    "colour": message("colour"),
    "players": message("players"),
    "game": message("game"),
    "opening": message("opening"),
}
"""For each table the head of its first column."""

_RESULTS = {
    "name": message("who"),
    "played": message("games"),
    "wins": message("wins"),
    "win %": message("win %"),
}
_PLAY = {"orders a turn": message("orders per turn"), "hours a block": message("hours per block")}
_OPENING = {"opening": message("favourite opening"), "opening times": message("times")}

_WORTH_PROCESSES, _AT_ONCE = 8, 32


class Read(NamedTuple):
    """A file: the facts of its game, or why there are none."""

    path: Path
    facts: dict[str, Any] | None
    problem: KhronosError | None = None


def files_in(paths: Sequence[Path]) -> list[Path]:
    """The files named, and those of folders that end like saves or records. Raises UsageError for none."""
    found: list[Path] = []
    for path in paths:
        if path.is_dir():
            found += sorted(each for each in path.rglob("*") if each.suffix in ENDINGS and each.is_file())
        elif path.exists():
            found.append(path)
        else:
            raise UsageError(message("{path} does not exist", path=path), rule="FORMATS 1")
    if not found:
        hint = message(
            "give files whose names end in {endings}, or their folder", endings=listed(ENDINGS, " or ")
        )
        raise UsageError(message("no games found there"), rule="FORMATS 1", hint=hint)
    return list(dict.fromkeys(found))


def read_all(paths: Sequence[Path], cache: FactsCache, home: Path) -> Iterator[Read]:
    """The facts of each file, verified unless this machine has done so before.

    At most some dozen files are held at a time; what is new is read in processes side by side. Saves come
    before text records, which nobody has signed: of a game that comes as both the save counts.
    """
    paths = sorted(paths, key=_is_record)
    for start in range(0, len(paths), _AT_ONCE):
        yield from _read_some(paths[start : start + _AT_ONCE], cache, home)


def _is_record(path: Path) -> bool:
    return is_notated(read_if_possible(path, LONGEST_START) or b"")


def _read_some(paths: Sequence[Path], cache: FactsCache, home: Path) -> Iterator[Read]:
    known: dict[Path, Read] = {}
    fresh: list[tuple[Path, bytes]] = []
    for path in paths:
        try:
            data = read_file(path)
        except KhronosError as problem:
            known[path] = Read(path, None, problem)
            continue
        facts = cache.get(data)
        if facts is None:
            fresh.append((path, data))
        else:
            known[path] = Read(path, facts)
    for (path, data), read in zip(fresh, _made(fresh, home), strict=True):
        if read.facts is not None:
            cache.put(data, read.facts)
        known[path] = read
    yield from (known[path] for path in paths)


def _made(files: list[tuple[Path, bytes]], home: Path) -> list[Read]:
    if len(files) < _WORTH_PROCESSES:
        return [facts_of(home, *file) for file in files]
    return side_by_side(partial(facts_of, home), *zip(*files, strict=True))


def facts_of(home: Path, path: Path, data: bytes) -> Read:
    """The facts of one file; what was verified in this home is not verified again."""
    try:
        chronicle = _chronicle(home, path, data)
        return Read(path, {"game": chronicle.game.name, **game_facts(chronicle), **_who(chronicle)})
    except KhronosError as problem:
        problem.file = str(path)
        return Read(path, None, problem)


def _who(chronicle: Chronicle) -> dict[str, Any]:
    """Which game it is, who has signed the record, by identities, and who has left the game; for seasons."""
    if not all(player.identity for player in chronicle.players):
        return {"signed": False}
    header = encode_bytes(game_hash(chronicle.header))
    if chronicle.position is None:
        return {"signed": False, "header": header}
    gone = [chronicle.game.gone(chronicle.position, seat) for seat in range(len(chronicle.players))]
    keys = [encode_bytes(player.identity) for player in chronicle.players]
    return {"signed": True, "header": header, "identities": keys, "gone": gone}


def _chronicle(home: Path, path: Path, data: bytes) -> Chronicle:
    if is_notated(data):
        return read_notation(data, path)
    if not is_save(data):
        raise InvalidFile(message("the file is neither a save nor a text record"), rule="FORMATS 4")
    history = replay_known(home, parse_save(data))
    if history.problem is not None:
        raise history.problem
    return of_history(history, path)


# --- together ---------------------------------------------------------------------------------------------


@dataclass
class _Sum:
    """Numbers of which the mean is wanted, added up."""

    count: int = 0
    total: float = 0.0

    def add(self, value: float) -> None:
        self.count += 1
        self.total += value

    @property
    def mean(self) -> float:
        return round(self.total / self.count, 2) if self.count else 0.0


@dataclass
class _Line:
    """What is added up for a player, or for everybody in a seat or a kind of game."""

    played: int = 0
    wins: float = 0.0
    numbers: dict[str, _Sum] = field(default_factory=lambda: defaultdict(_Sum))
    openings: Counter[str] = field(default_factory=Counter)

    def add(self, account: dict[str, Any], numbers: dict[str, float], shared: float) -> None:
        self.played += 1
        self.wins += shared if account["won"] else 0
        for key, value in numbers.items():
            self.numbers[key].add(value)
        waiting, turns = account["waiting"], max(1, account["turns"])
        self.numbers["orders a turn"].add(account["orders"] / turns)
        if waiting["blocks"]:
            self.numbers["hours a block"].add(waiting["seconds"] / waiting["blocks"] / 3600)
        self.openings[account["opening"] or NOTHING] += 1

    def as_row(self, name: str) -> dict[str, Any]:
        rate = round(100 * self.wins / self.played, 1) if self.played else 0.0
        numbers = {key: sum_.mean for key, sum_ in self.numbers.items()}
        opening, times = self.openings.most_common(1)[0] if self.openings else ("", 0)
        row = {"name": name, "played": self.played, "wins": round(self.wins, 2), "win %": rate}
        return {**row, **numbers, "opening": opening, "opening times": times}


class Statistics:
    """Statistics that grow game by game; only sums are kept. A game that comes twice counts once, also if it
    comes as a text record after its save."""

    def __init__(self) -> None:
        self.games = 0
        self._studies: dict[str, Study[Any]] = {}
        self._over: set[str] = set()
        self._ids: set[str] = set()
        self._open: set[str] = set()
        self._lines: dict[str, dict[str, _Line]] = {}
        self._openings: dict[str, _Line] = defaultdict(_Line)

    @property
    def studies(self) -> dict[str, Study[Any]]:
        """What each game that is counted has for statistics, by its name; each has columns of its own."""
        return self._studies or {DEFAULT: feature(DEFAULT, Study)}

    def add(self, facts: dict[str, Any]) -> None:
        """Take a game in; one that is not over is only counted."""
        study = self._studies.setdefault(facts["game"], feature(facts["game"], Study))
        known = game_key_of(facts)
        if not facts["finished"]:
            self._open.add(known)
            return
        if known in self._over or (known == facts["id"] and known in self._ids):
            return
        self._over.add(known)
        self._ids.add(facts["id"])
        self.games += 1
        winners = sum(account["won"] for account in facts["seats"]) or 1
        for account in facts["seats"]:
            numbers = study.numbers(account)
            for key, group in {**_groups(facts, account), **study.group(facts)}.items():
                lines = self._lines.setdefault(key, defaultdict(_Line))
                lines[group].add(account, numbers, 1 / winners)
            self._openings[account["opening"] or NOTHING].add(account, numbers, 1 / winners)

    @property
    def unfinished(self) -> int:
        """Games that go on."""
        return len(self._open - self._over - self._ids)

    @property
    def titles(self) -> dict[str, str]:
        """The title of each table, in their order; games are told apart where there are several."""
        titles: dict[str, str] = {
            key: title for key, title in _TITLES.items() if key != "game" or len(self.studies) > 1
        }
        for study in self.studies.values():
            titles |= study.groups
        return {**titles, "opening": message("Openings")}

    @property
    def heads(self) -> dict[str, str]:
        """The head of each column, in their order."""
        own = {key: head for study in self.studies.values() for key, head in study.columns.items()}
        return {**_RESULTS, **own, **_PLAY, **_OPENING}

    def first_head(self, key: str) -> str:
        """The head of the first column of a table, whatever it is called among all columns."""
        return _WHO.get(key, message("kind"))

    def tables(self) -> dict[str, list[dict[str, Any]]]:
        """A table for each way to group the seats.

        Players and colours come by what they have won, openings by how often they were played, and all that
        has an order of its own (seats, numbers of players, kinds) in it.
        """
        found = {key: _rows(key, self._lines.get(key, {})) for key in self.titles if key != "opening"}
        columns = [*_RESULTS, *dict.fromkeys(study.worth for study in self.studies.values())]
        rows = _rows("opening", self._openings)
        return {**found, "opening": [{key: row[key] for key in columns if key in row} for row in rows]}

    def to_data(self) -> dict[str, Any]:
        """Everything, as JSON-able data."""
        return {"games": self.games, "unfinished": self.unfinished, "by": self.tables()}


def game_key_of(facts: Mapping[str, Any]) -> str:
    """What tells a game from all others: the hash of its header, which its players have signed. Any game may
    have the id of another one; a text record has nothing but that."""
    return str(facts.get("header") or facts["id"])


def _groups(facts: dict[str, Any], account: dict[str, Any]) -> dict[str, str]:
    """What a seat is counted among, whatever the game."""
    return {
        "player": f"{account['name']} ({account['bot']} bot)" if "bot" in account else account["name"],
        "seat": str(account["seat"] + 1),
        "colour": account["colour"],
        "players": str(len(facts["seats"])),
        "game": facts["game"],
    }


def _rows(key: str, lines: dict[str, _Line]) -> list[dict[str, Any]]:
    order = _ORDERS.get(key, by_name)
    return sorted((line.as_row(name) for name, line in lines.items()), key=order)


def _by_wins(row: dict[str, Any]) -> tuple[Any, ...]:
    return (-row["wins"], -row["win %"], *by_name(row))


def _by_rate(row: dict[str, Any]) -> tuple[Any, ...]:
    return (-row["win %"], -row["played"], *by_name(row))


def _by_number(row: dict[str, Any]) -> tuple[Any, ...]:
    return (-row["played"], -row["win %"], *by_name(row))


def by_name(row: dict[str, Any]) -> tuple[Any, ...]:
    """As people sort: numbers in a name by what they are worth, capitals beside small letters."""
    name = row["name"]
    parts = re.findall(r"[0-9]+|[^0-9]+", name.casefold())
    return ([(0, int(part), "") if part.isdigit() else (1, 0, part) for part in parts], name)


_ORDERS: dict[str, Callable[[dict[str, Any]], tuple[Any, ...]]] = {
    "player": _by_wins,
    "colour": _by_rate,
    "opening": _by_number,
}


def gathered(reads: Iterable[Read], refused: Callable[[KhronosError], None]) -> Statistics:
    """The statistics of all games that could be read; of the others their problem is passed on."""
    statistics = Statistics()
    for read in reads:
        if read.facts is None:
            assert read.problem is not None
            refused(read.problem)
        else:
            statistics.add(read.facts)
    return statistics
