"""`league`: players by identity, places, points, a rating in the order of time, and fair next rounds."""

from __future__ import annotations

import csv
import io
import shutil
from collections import Counter
from itertools import combinations, permutations
from pathlib import Path
from random import Random
from typing import Any

import pytest

from khronos_pbem.archive.studies.game_statistics import ReadResult
from khronos_pbem.archive.studies.league_table import League, Season, gather_season
from khronos_pbem.archive.studies.pairing import pair_next_round, table_commands
from khronos_pbem.errors import KhronosError, UsageError
from khronos_pbem.games.khronos.model.pieces import COLOURS
from tests.support.shell import ROOT, Person

KEYS = {name: f"{name}-key" for name in "abcdefghij"}


def game(number: int, *worths: tuple[str, int], gone: str = "", **changes: Any) -> dict[str, Any]:
    """The facts of a finished game: who came to what, in seat order."""
    best = max(worth for name, worth in worths if name not in gone)
    seats = [
        {"name": name, "ecus": worth, "won": worth == best and name not in gone} for name, worth in worths
    ]
    return {
        "id": f"game {number}",
        "header": f"header {number}",
        "game": "khronos",
        "title": "x",
        "finished": True,
        "signed": True,
        "ended": f"2026-11-{number:02}T10:00:00Z",
        "seats": seats,
        "identities": [KEYS[name] for name, _ in worths],
        "gone": [name in gone for name, _ in worths],
        **changes,
    }


def season(*facts: dict[str, Any]) -> tuple[Season, list[KhronosError]]:
    problems: list[KhronosError] = []
    reads = (ReadResult(Path(f"{number}.khronos"), each) for number, each in enumerate(facts))
    return gather_season(reads, problems.append), problems


def league(*facts: dict[str, Any]) -> League:
    found, problems = season(*facts)
    assert not problems
    return found.leagues(together=False)["khronos"]


def points(found: League) -> dict[str, float]:
    return {each.name: each.points for each in found.table}


def test_points_are_opponents_left_behind() -> None:
    found = league(game(1, ("a", 10), ("b", 30), ("c", 20)), game(2, ("a", 10), ("b", 10)))
    assert points(found) == {"b": 2.5, "c": 1.0, "a": 0.5}
    assert [each.won for each in found.table] == [2, 0, 1]


def test_who_has_gone_is_behind_all_who_stay_and_gets_nothing() -> None:
    found = league(game(1, ("a", 50), ("b", 3), ("c", 40), gone="ac"))
    assert points(found) == {"b": 2.0, "a": 0.0, "c": 0.0}
    assert {each.name: each.gone for each in found.table} == {"b": 0, "a": 1, "c": 1}


def test_all_points_of_a_game_are_its_pairs() -> None:
    """And they are what the meetings say, whoever is equal with whom."""
    random = Random(5)
    facts = [
        game(n, *((name, random.randint(1, 3)) for name in random.sample("abcde", 4))) for n in range(1, 9)
    ]
    found = league(*facts)
    assert sum(points(found).values()) == 8 * 6
    order = [each.key for each in found.table]
    pairs = [(order.index(m.one), order.index(m.other)) for m in found.head_to_heads()]
    assert pairs == sorted(pairs)
    assert all(one < other for one, other in pairs)
    for each in found.table:
        mine = [m for m in found.head_to_heads() if each.key in (m.one, m.other)]
        ahead = sum(m.ahead if m.one == each.key else m.behind for m in mine)
        assert ahead + sum(m.equal for m in mine) / 2 == each.points


def test_the_rating_goes_by_time_and_not_by_files() -> None:
    facts = [game(1, ("a", 3), ("b", 1)), game(2, ("b", 3), ("c", 1)), game(3, ("c", 3), ("a", 1))]
    tables = {
        tuple((each.name, round(each.rating, 9)) for each in league(*order).table)
        for order in permutations(facts)
    }
    assert len(tables) == 1
    better = league(*(game(n, ("a", 5), ("b", 1)) for n in range(1, 9))).table
    assert better[0].name == "a"
    assert better[0].rating > 10 > better[1].rating


def test_players_are_identities_whatever_they_are_called() -> None:
    one, other = game(1, ("a", 3), ("b", 1)), game(2, ("a", 3), ("b", 1))
    other["seats"][0]["name"] = "a new name"
    assert {each.name for each in league(one, other).table} == {"a new name", "b"}
    other["seats"][0]["name"] = "b"
    assert {each.name for each in league(one, other).table} == {"b (a-key)", "b (b-key)"}


def test_each_game_counts_once_and_another_end_of_it_is_told() -> None:
    first = game(1, ("a", 3), ("b", 1))
    found, problems = season(
        first, first, game(1, ("a", 1), ("b", 3)), game(2, ("a", 1), ("b", 3), signed=False)
    )
    assert [str(problem) for problem in problems] == [
        "2.khronos: a different version of this game has already been counted — compare the two "
        "saves to see which one is valid: khronos verify ONE TWO",
        "3.khronos: a league does not count text records, because no player has signed them — use "
        "the save instead",
    ]
    assert points(found.leagues(together=False)["khronos"]) == {"a": 1.0, "b": 0.0}


def test_a_game_is_told_by_its_header_and_not_by_its_id() -> None:
    """Whoever starts a game chooses the id: one like that of another game neither hides nor spoils it."""
    first, other = game(1, ("a", 3), ("b", 1)), game(2, ("b", 3), ("a", 1), id="game 1")
    found, problems = season(first, other, first, other, game(1, ("a", 3), ("b", 1), finished=False))
    assert problems == []
    league_of_it = found.leagues(together=False)["khronos"]
    assert (len(league_of_it.games), league_of_it.unfinished) == (2, 0)
    assert points(league_of_it) == {"a": 1.0, "b": 1.0}


@pytest.mark.parametrize("twin", ["B", " b", "\uff42", "\u0432", "b\u0301", "\u03b2"])
def test_names_that_look_alike_are_told_apart_by_their_keys(twin: str) -> None:
    """By as much of them as it takes, whoever has searched for a key that begins like another one."""
    one, other = game(1, ("a", 3), ("b", 1)), game(2, ("a", 3), ("b", 1))
    other["seats"][1]["name"], other["identities"] = twin, [KEYS["a"], "b-key-again"]
    assert {each.name for each in league(one, other).table} == {"a", "b (b-key)", f"{twin} (b-key-)"}
    other["identities"] = [KEYS["a"], "b-keX"]
    assert {each.name for each in league(one, other).table} == {"a", "b (b-key)", f"{twin} (b-keX)"}


def test_games_of_several_kinds_have_a_table_each_unless_asked() -> None:
    village = game(2, ("a", 1), ("b", 3), game="my-village")
    for seat in village["seats"]:
        seat["score"] = seat["ecus"]
    found, _ = season(game(1, ("a", 3), ("b", 1)), village)
    assert sorted(found.leagues(together=False)) == ["khronos", "my-village"]
    assert points(found.leagues(together=True)[""]) == {"a": 1.0, "b": 1.0}


# --- the next round ---------------------------------------------------------------------------------------


def test_everybody_sits_once_at_tables_of_equal_size() -> None:
    for players, seats in ((2, 2), (3, 2), (5, 4), (7, 3), (10, 4)):
        names = list(KEYS)[:players]
        found = league(game(1, *((name, n) for n, name in enumerate(names))))
        tables = pair_next_round(found, "khronos", COLOURS, seats).tables
        assert sorted(each.name for table in tables for each in table.players) == names
        sizes = [len(table.players) for table in tables]
        assert max(sizes) - min(sizes) <= 1
        assert min(sizes) >= 2


def test_who_has_met_does_not_meet_again_as_long_as_there_is_somebody_else() -> None:
    found = league(game(1, ("a", 3), ("b", 2)), game(2, ("c", 3), ("d", 1)))
    tables = pair_next_round(found, "khronos", COLOURS, 2).tables
    met = {frozenset(each.name for each in table.players) for table in tables}
    assert met.isdisjoint({frozenset("ab"), frozenset("cd")})


def test_rounds_after_rounds_everybody_meets_and_sits_everywhere() -> None:
    """Six players at tables of two, five rounds: nobody meets anybody twice."""
    facts = [game(1, ("a", 1), ("b", 2)), game(2, ("c", 1), ("d", 2)), game(3, ("e", 1), ("f", 2))]
    for turn in range(4):
        for table in pair_next_round(league(*facts), "khronos", COLOURS, 2).tables:
            pair = [(each.name, seat) for seat, each in enumerate(table.players)]
            facts.append(game(4 + turn * 3 + table.number - 1, *pair))
    found = league(*facts)
    met = Counter(
        frozenset((each.one, each.other)) for each in found.head_to_heads() for _ in range(each.games)
    )
    assert max(met.values()) <= 2
    assert len(met) >= 13
    assert all(abs(each.seats[0] - each.seats[1]) <= 1 for each in found.table)


def test_the_same_results_propose_the_same_round() -> None:
    facts = [game(n, *pair) for n, pair in enumerate(combinations([(k, ord(k)) for k in "abcdef"], 3), 1)]
    one, other = (pair_next_round(league(*order), "khronos", COLOURS, 3) for order in (facts, facts[::-1]))
    told = [table_commands(found, table, "Ours") for found in (one, other) for table in found.tables]
    assert told[: len(told) // 2] == told[len(told) // 2 :]


@pytest.mark.parametrize("seats", [1, 6])
def test_tables_that_no_game_has(seats: int) -> None:
    with pytest.raises(UsageError, match="a table cannot have"):
        pair_next_round(league(game(1, ("a", 3), ("b", 1))), "khronos", COLOURS, seats)


# --- the command ------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def somebody(tmp_path_factory: pytest.TempPathFactory) -> Person:
    """Somebody with a folder of two finished games, one that goes on, and a file that is none."""
    person = Person("x", tmp_path_factory.mktemp("league"))
    folder = person.folder / "games"
    folder.mkdir(parents=True)
    for name in ("two-players", "three-players-holdem"):
        shutil.copy(ROOT / "sample_games" / f"{name}.khronos", folder)
    shutil.copy(ROOT / "sample_games" / "middle" / "game.khronos", folder / "middle.khronos")
    return person


def test_all_forms_say_the_same(somebody: Person) -> None:
    document = somebody.ok("league", "games", "--json").json
    table = document["leagues"]["khronos"]["table"]
    assert document["problems"] == []
    rows = list(csv.DictReader(io.StringIO(somebody.ok("league", "games", "--csv").out)))
    assert [row["key"] for row in rows] == [row["key"] for row in table]
    text, page = somebody.ok("league", "games").out, somebody.ok("league", "games", "--html").out
    for row in table:
        assert row["player"] in text
        assert row["player"] in page
    assert "<script" not in page
    assert somebody.ok("league", "games").out == text
    french = somebody.ok("league", "games", "--lang", "fr").out
    assert "parties" in french
    assert "adversaire" in french
    assert "joué" not in french.replace("joueur", "")


def test_a_round_is_ready_to_be_typed(somebody: Person) -> None:
    made = somebody.ok("league", "games", "--pair", "--seats", "2", "--title", "Ours", "--json").json
    commands = [line for table in made["tables"] for line in table["commands"]]
    assert commands[0].startswith("khronos new --game khronos --as ")
    assert all(
        line in somebody.ok("league", "games", "--pair", "--seats", "2", "--title", "Ours").out
        for line in commands
    )


def test_a_round_is_told_in_one_language(somebody: Person) -> None:
    """The title in the command is that above the letter, and the file to join is called as in messages."""
    told = somebody.ok("league", "games", "--pair", "--seats", "2", "--lang", "fr").out
    head, command = told.splitlines()[0], told.splitlines()[3]
    assert head == "Ligue, ronde 2, table 1"
    assert command.endswith(f"--title '{head}'")
    assert "  khronos join FICHIER --as " in told


def test_a_record_that_was_changed_is_told_and_not_counted(somebody: Person) -> None:
    whole = somebody.ok("league", "games", "--json").json["leagues"]["khronos"]["games"]
    other = somebody.folder / "games" / "wrong.khronos"
    text = (somebody.folder / "games" / "two-players.khronos").read_text(encoding="utf-8")
    other.write_text(text.replace('colour = "red"', 'colour = "white"', 1), encoding="utf-8")
    problem = somebody.fails(5, "league", "games", "--json")
    assert "wrong.khronos" in problem
    assert somebody.run("league", "games", "--json").json["leagues"]["khronos"]["games"] == whole
    other.unlink()


def test_what_does_not_go_together_is_one_line(somebody: Person) -> None:
    for words in (("--csv", "--html"), ("--seats", "2"), ("--pair", "--together"), ("--pair", "--csv")):
        somebody.fails(2, "league", "games", *words)
    somebody.fails(2, "league", "nothing there")
    assert "no game" in somebody.fails(2, "league", "games/middle.khronos", "--pair")
    assert "a table cannot have 9 players" in somebody.fails(2, "league", "games", "--pair", "--seats", "9")
