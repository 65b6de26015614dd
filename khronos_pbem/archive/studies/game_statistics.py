"""Statistics over many games: winners, scores, openings, durations."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple, TypeAlias

from khronos_pbem.archive.file_kind import LONGEST_START, is_text_record
from khronos_pbem.archive.game_summary import game_document
from khronos_pbem.archive.records.text_record_reader import read_text_record
from khronos_pbem.archive.studies.document_cache import DocumentCache
from khronos_pbem.archive.timeline import Chronicle, chronicle_from_history
from khronos_pbem.engine.contract import AnyPosition
from khronos_pbem.engine.digests import encode_bytes
from khronos_pbem.engine.features.statistics import Account, GameFacts, Study
from khronos_pbem.errors import InvalidFile, KhronosError, UsageError
from khronos_pbem.games.registry import DEFAULT, feature
from khronos_pbem.messages import listed, message
from khronos_pbem.record.chain import game_hash
from khronos_pbem.record.save import is_save, parse_save
from khronos_pbem.session.replay.open_save import replay_known
from khronos_pbem.session.replay.worker_pool import map_in_processes
from khronos_pbem.storage.files import read_file, read_if_possible

ENDINGS = (".khronos", ".krec")
NOTHING = "nothing"
"""The opening of players who did nothing in their first turn."""

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
"""The head of the first column of each table."""

_RESULTS = {
    "name": message("name"),
    "played": message("games"),
    "wins": message("wins"),
    "win %": message("win %"),
}
_PLAY = {"orders a turn": message("orders per turn"), "hours a block": message("hours per block")}
_OPENING = {"opening": message("favourite opening"), "opening times": message("times")}

_WORTH_PROCESSES, _AT_ONCE = 8, 32


StatisticsRow: TypeAlias = dict[str, Any]
"""A row of a statistics table: the name of its group, and numbers by column."""


class ReadResult(NamedTuple):
    """The result of reading one file: the document of its game (`facts`), or the problem."""

    path: Path
    facts: GameFacts | None
    problem: KhronosError | None = None


def find_game_files(paths: Sequence[Path]) -> list[Path]:
    """The given files, and all saves and text records in the given folders and their subfolders.

    Files in folders are recognized by their endings. Raises UsageError if a path does not exist or nothing is
    found.
    """
    found: list[Path] = []
    for path in paths:
        if path.is_dir():
            found += sorted(each for each in path.rglob("*") if each.suffix in ENDINGS and each.is_file())
        elif path.exists():
            found.append(path)
        else:
            raise UsageError(message("{path} does not exist", path=path))
    if not found:
        hint = message(
            "give files whose names end in {endings}, or their folder", endings=listed(ENDINGS, " or ")
        )
        raise UsageError(message("the paths you gave contain no games"), hint=hint)
    return list(dict.fromkeys(found))


def read_documents(paths: Sequence[Path], cache: DocumentCache, home: Path) -> Iterator[ReadResult]:
    """Read the document of the game in each file.

    Saves are verified, unless this was done before with the same home folder. At most 32 files are in memory
    at a time; many new files are read in parallel processes. Saves are read before text records, because
    nobody has signed the records. If a game exists as both, the save is therefore the one that counts.
    """
    paths = sorted(paths, key=_is_record)
    for start in range(0, len(paths), _AT_ONCE):
        yield from _read_batch(paths[start : start + _AT_ONCE], cache, home)


def _is_record(path: Path) -> bool:
    return is_text_record(read_if_possible(path, LONGEST_START) or b"")


def _read_batch(paths: Sequence[Path], cache: DocumentCache, home: Path) -> Iterator[ReadResult]:
    known: dict[Path, ReadResult] = {}
    fresh: list[tuple[Path, bytes]] = []
    for path in paths:
        try:
            data = read_file(path)
        except KhronosError as problem:
            known[path] = ReadResult(path, None, problem)
            continue
        facts = cache.get(data)
        if facts is None:
            fresh.append((path, data))
        else:
            known[path] = ReadResult(path, facts)
    for (path, data), read in zip(fresh, _read_new_files(fresh, home), strict=True):
        if read.facts is not None:
            cache.put(data, read.facts)
        known[path] = read
    yield from (known[path] for path in paths)


def _read_new_files(files: list[tuple[Path, bytes]], home: Path) -> list[ReadResult]:
    if len(files) < _WORTH_PROCESSES:
        return [read_document(home, *file) for file in files]
    return map_in_processes(partial(read_document, home), *zip(*files, strict=True))


def read_document(home: Path, path: Path, data: bytes) -> ReadResult:
    """Read the document of the game in one file, given its bytes.

    A KhronosError is returned as the `problem`.
    """
    try:
        chronicle = _read_chronicle(home, path, data)
        return ReadResult(
            path, {"game": chronicle.game.name, **game_document(chronicle), **_identity_fields(chronicle)}
        )
    except KhronosError as problem:
        return ReadResult(path, None, problem.changed(file=str(path)))


def _identity_fields(chronicle: Chronicle) -> dict[str, object]:
    """The fields for league tables: whether the record is signed, game hash, identities and departures."""
    if not all(player.identity for player in chronicle.players):
        return {"signed": False}
    header = encode_bytes(game_hash(chronicle.header))
    if chronicle.position is None:
        return {"signed": False, "header": header}
    gone = [chronicle.game.has_left(chronicle.position, seat) for seat in range(len(chronicle.players))]
    keys = [encode_bytes(player.identity) for player in chronicle.players]
    return {"signed": True, "header": header, "identities": keys, "gone": gone}


def _read_chronicle(home: Path, path: Path, data: bytes) -> Chronicle:
    if is_text_record(data):
        return read_text_record(data, path)
    if not is_save(data):
        raise InvalidFile(message("the file is neither a save nor a text record"))
    history = replay_known(home, parse_save(data))
    if history.problem is not None:
        raise history.problem
    return chronicle_from_history(history, path)


# --- together ---------------------------------------------------------------------------------------------


@dataclass
class _Average:
    """The sum and the count of some numbers, for their mean."""

    count: int = 0
    total: float = 0.0

    def add(self, value: float) -> None:
        self.count += 1
        self.total += value

    @property
    def mean(self) -> float:
        return round(self.total / self.count, 2) if self.count else 0.0


@dataclass
class _GroupTotals:
    """The totals of one group of seats: a player, a colour, a seat number or a kind of game."""

    played: int = 0
    wins: float = 0.0
    numbers: dict[str, _Average] = field(default_factory=lambda: defaultdict(_Average))
    openings: Counter[str] = field(default_factory=Counter)

    def add(self, account: Account, numbers: dict[str, float], shared: float) -> None:
        self.played += 1
        self.wins += shared if account["won"] else 0
        for key, value in numbers.items():
            self.numbers[key].add(value)
        waiting, turns = account["waiting"], max(1, account["turns"])
        self.numbers["orders a turn"].add(account["orders"] / turns)
        if waiting["blocks"]:
            self.numbers["hours a block"].add(waiting["seconds"] / waiting["blocks"] / 3600)
        self.openings[account["opening"] or NOTHING] += 1

    def as_row(self, name: str) -> StatisticsRow:
        rate = round(100 * self.wins / self.played, 1) if self.played else 0.0
        numbers = {key: sum_.mean for key, sum_ in self.numbers.items()}
        opening, times = self.openings.most_common(1)[0] if self.openings else ("", 0)
        row = {"name": name, "played": self.played, "wins": round(self.wins, 2), "win %": rate}
        return {**row, **numbers, "opening": opening, "opening times": times}


class Statistics:
    """Statistics to which games are added one by one; only totals are stored.

    Each game counts once, even if its text record is added after its save.
    """

    def __init__(self) -> None:
        self.games = 0
        self._studies: dict[str, Study[AnyPosition]] = {}
        self._over: set[str] = set()
        self._ids: set[str] = set()
        self._open: set[str] = set()
        self._lines: dict[str, dict[str, _GroupTotals]] = {}
        self._openings: dict[str, _GroupTotals] = defaultdict(_GroupTotals)

    @property
    def studies(self) -> dict[str, Study[AnyPosition]]:
        """The statistics feature of each kind of game counted so far, by name; each has its own columns."""
        return self._studies or {DEFAULT: feature(DEFAULT, Study)}

    def add(self, facts: GameFacts) -> None:
        """Add a game, given its document. A game that is not over only counts as unfinished."""
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
                lines = self._lines.setdefault(key, defaultdict(_GroupTotals))
                lines[group].add(account, numbers, 1 / winners)
            self._openings[account["opening"] or NOTHING].add(account, numbers, 1 / winners)

    @property
    def unfinished(self) -> int:
        """The number of games that are not over."""
        return len(self._open - self._over - self._ids)

    @property
    def titles(self) -> dict[str, str]:
        """The title of each table by its key, in order.

        The table by game exists only if there are several kinds of game.
        """
        titles: dict[str, str] = {
            key: title for key, title in _TITLES.items() if key != "game" or len(self.studies) > 1
        }
        for study in self.studies.values():
            titles |= study.groups
        return {**titles, "opening": message("Openings")}

    @property
    def heads(self) -> dict[str, str]:
        """The head of each column by its key, in order."""
        own = {key: head for study in self.studies.values() for key, head in study.columns.items()}
        return {**_RESULTS, **own, **_PLAY, **_OPENING}

    def first_column_head(self, key: str) -> str:
        """The head of the first column of a table, by the table's key."""
        return _WHO.get(key, message("group"))

    def tables(self) -> dict[str, list[StatisticsRow]]:
        """The rows of each table, by the table's key.

        Players are sorted by wins, colours by win rate, openings by how often they were played. All other
        tables are sorted by name.
        """
        found = {key: _rows(key, self._lines.get(key, {})) for key in self.titles if key != "opening"}
        columns = [*_RESULTS, *dict.fromkeys(study.score_column for study in self.studies.values())]
        rows = _rows("opening", self._openings)
        return {**found, "opening": [{key: row[key] for key in columns if key in row} for row in rows]}

    def to_data(self) -> dict[str, object]:
        """All tables as JSON-able data."""
        return {"games": self.games, "unfinished": self.unfinished, "by": self.tables()}


def game_key_of(facts: GameFacts) -> str:
    """The key that identifies a game: the hash of its header, or its id in a text record.

    The players have signed the hash. An id alone is not reliable, because another game can copy it.
    """
    return str(facts.get("header") or facts["id"])


def _groups(facts: GameFacts, account: Account) -> dict[str, str]:
    """The group of a seat in each of the tables common to all games, by the table's key."""
    return {
        "player": f"{account['name']} ({account['bot']} bot)" if "bot" in account else account["name"],
        "seat": str(account["seat"] + 1),
        "colour": account["colour"],
        "players": str(len(facts["seats"])),
        "game": facts["game"],
    }


def _rows(key: str, lines: dict[str, _GroupTotals]) -> list[StatisticsRow]:
    columns = _SORTED_BY.get(key, ())
    rows = (line.as_row(name) for name, line in lines.items())
    return sorted(rows, key=lambda row: (*(-row[column] for column in columns), *name_sort_key(row["name"])))


def name_sort_key(name: str) -> tuple[object, ...]:
    """The key that sorts names for display: case is ignored, and numbers sort by value."""
    parts = re.findall(r"[0-9]+|[^0-9]+", name.casefold())
    return ([(0, int(part), "") if part.isdigit() else (1, 0, part) for part in parts], name)


_SORTED_BY = {"player": ("wins", "win %"), "colour": ("win %", "played"), "opening": ("played", "win %")}
"""The columns by which some tables are sorted before the name, largest values first."""


def gather_statistics(reads: Iterable[ReadResult], refused: Callable[[KhronosError], None]) -> Statistics:
    """Return the statistics of all games that could be read. Call `refused` with each problem."""
    statistics = Statistics()
    for read in reads:
        if read.facts is None:
            assert read.problem is not None
            refused(read.problem)
        else:
            statistics.add(read.facts)
    return statistics
