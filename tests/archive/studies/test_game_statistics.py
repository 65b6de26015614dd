"""Statistics over many games."""

from __future__ import annotations

import csv
import io
import json
import shutil
from hashlib import sha256
from itertools import groupby
from pathlib import Path
from typing import Any

import pytest

from khronos_pbem.archive.game_summary import game_document
from khronos_pbem.archive.studies.document_cache import open_document_cache
from khronos_pbem.archive.studies.game_statistics import (
    Statistics,
    find_game_files,
    gather_statistics,
    name_sort_key,
    read_documents,
)
from khronos_pbem.archive.studies.statistics_text import statistics_lines
from khronos_pbem.canvas.spans import screen_width
from khronos_pbem.errors import KhronosError, UsageError
from khronos_pbem.languages import translator
from khronos_pbem.messages import untranslated
from tests.archive.games import EVERY, MIDDLE, SAMPLES, VILLAGES, knowing, sample
from tests.support.playing import Group
from tests.support.shell import ROOT, Person


def fail(problem: KhronosError) -> None:
    raise AssertionError(problem)


@pytest.fixture
def somebody(tmp_path: Path) -> Person:
    """Somebody who has looked at the samples before."""
    return knowing(Person("x", tmp_path))


def statistics(paths: list[Path], home: Path) -> Statistics:
    with open_document_cache(home) as cache:
        return gather_statistics(read_documents(paths, cache, home), fail)


def named(name: str, *players: str) -> dict[str, Any]:
    """The facts of a sample in which the players have other names."""
    facts: dict[str, Any] = json.loads(json.dumps({"game": "khronos", **game_document(sample(name))}))
    for account, player in zip(facts["seats"], players, strict=True):
        account["name"] = player
    return facts


def test_tables_are_in_an_order_that_says_something() -> None:
    """Players by wins, colours by their rate, openings by how often they were played, seats by number."""
    found = Statistics()
    for path in SAMPLES:
        found.add({"game": "khronos", **game_document(sample(path.stem))})
    tables = found.tables()
    for key in ("seat", "players", "edition"):
        names = [row["name"] for row in tables[key]]
        assert names == sorted(names), key
    assert [row["wins"] for row in tables["player"]] == sorted(
        (row["wins"] for row in tables["player"]), reverse=True
    )
    rates = [row["win %"] for row in tables["colour"]]
    assert rates == sorted(rates, reverse=True)
    played = [(row["played"], row["win %"]) for row in tables["opening"]]
    assert played == sorted(played, reverse=True)
    assert [row["name"] for row in tables["colour"]] != sorted(row["name"] for row in tables["colour"])


def test_numbers_are_sorted_as_numbers() -> None:
    names = sorted(("10", "9", "2 keep", "2", "Ärger", "b", "A"), key=name_sort_key)
    assert names == ["2", "2 keep", "9", "10", "A", "b", "Ärger"]


@pytest.mark.parametrize("width", [80, 110, 200])
def test_each_table_has_its_heads_and_its_columns(width: int) -> None:
    """Names with blanks, umlauts and wide letters leave the columns where they are; no word is cut."""
    found = Statistics()
    names = ("Zoë Müller-Lüdenscheidt", "日本 太郎", "a\u0308 b")
    found.add(named("three-players-holdem", *names))
    found.add(named("two-players", *names[:2]))
    lines = statistics_lines(found, width, untranslated)
    assert max(map(screen_width, lines)) <= width
    tables = [list(group) for filled, group in groupby(lines[1:], bool) if filled]
    titles = [table[0] for table in tables]
    heads = {
        "By player": "player",
        "By seat": "seat",
        "By number of players": "players",
        "Openings": "opening",
    }
    assert [title for title in titles if ", continued" not in title] == list(found.titles.values())
    for title, *table in tables:
        rule = next(number for number, line in enumerate(table) if set(line) == {"-"})
        assert {screen_width(line) for line in table[rule + 1 :]} == {len(table[rule])} or "Openings" in title
        first = table[rule - 1].split()[0]
        assert first == heads.get(title.removesuffix(", continued"), first) != "who"
        assert not any("…" in line for line in table)
    for name in names:
        assert sum(line.startswith(f"{name} ") for line in lines) >= 2


def test_a_table_goes_on_under_its_title_in_every_language() -> None:
    found = Statistics()
    for name in ("two-players", "my-village-two-players"):
        chronicle = sample(name)
        found.add({"game": chronicle.game.name, **game_document(chronicle)})
    lines = statistics_lines(found, 80, translator("de"))
    titles = [line for line in lines if line.endswith(", Fortsetzung")]
    groups = ("Spielern", "Platz", "Farbe", "Spielerzahl", "Spiel", "Spielausgabe und Optionen")
    more = ("vereinbarter Rundenzahl", "Kartensatz")
    told = {*(f"Nach {one}" for one in (*groups, *more)), "Eröffnungen"}
    assert {title.removesuffix(", Fortsetzung") for title in titles} == told
    assert any("50,0" in line for line in lines)


def test_the_samples_together(somebody: Person) -> None:
    found = statistics(find_game_files([ROOT / "sample_games"]), somebody.home)
    assert found.games == len(EVERY)
    assert found.unfinished == 2
    tables = found.tables()
    players = {row["name"]: row for row in tables["player"]}
    assert players["alice"]["played"] == len(EVERY) - 2  # in two games she has a successor
    assert sum(row["wins"] for row in tables["player"]) == pytest.approx(len(EVERY))
    ours = sum(len(sample(path.stem).players) for path in SAMPLES)
    theirs = sum(len(sample(path.stem).players) for path in VILLAGES)
    seats = ours + theirs
    for key, rows in tables.items():
        assert sum(row["played"] for row in rows) == {"edition": ours, "rounds": theirs, "cards": theirs}.get(
            key, seats
        )
    ecus = [sample(path.stem).position.players[0].ecus for path in SAMPLES if "gone" not in path.stem]
    assert players["alice"]["ecus"] == round(sum(ecus) / len(ecus), 2)


FACTS = {
    "five-players": "fcbaa10210897c56",
    "four-players-keep": "b6bad91c577bc639",
    "three-players-edition-1": "356caac8c10752c6",
    "three-players-holdem": "a9bbc1c116ea4631",
    "three-players-keep-holdem": "22bdaadb241ac214",
    "two-players": "ae8bf53f7a3d97e5",
}
"""For each sample the beginning of the SHA-256 of its facts, which are kept and printed."""


@pytest.mark.parametrize("name", FACTS)
def test_the_facts_of_a_game_stay_as_they_are(name: str) -> None:
    facts = json.dumps(game_document(sample(name)), ensure_ascii=False)
    assert sha256(facts.encode()).hexdigest()[:16] == FACTS[name]


def test_the_cache_changes_nothing(tmp_path: Path) -> None:
    """What is remembered gives the same; a file that changes is read again."""
    paths = [*SAMPLES[-2:], MIDDLE]
    first = statistics(paths, tmp_path).to_data()  # nothing was verified there before
    assert statistics(paths, tmp_path).to_data() == first
    copy = tmp_path / "copy.khronos"
    text = SAMPLES[-1].read_text(encoding="utf-8")
    copy.write_text(text.replace('["build', '["bild', 1), encoding="utf-8")
    with open_document_cache(tmp_path) as cache:
        read = next(iter(read_documents([copy], cache, tmp_path)))
    assert read.facts is None
    assert read.problem is not None


def test_a_home_that_cannot_be_written(tmp_path: Path) -> None:
    (tmp_path / "cache").write_text("in the way", encoding="utf-8")
    assert statistics([SAMPLES[-1]], tmp_path).games == 1


@pytest.mark.usefixtures("two_cores")
def test_a_game_counts_once(somebody: Person, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The same game as a save, as a copy and as a text record, read in processes side by side."""
    monkeypatch.setattr("khronos_pbem.archive.studies.game_statistics._WORTH_PROCESSES", 2)
    shutil.copy(SAMPLES[0], tmp_path / "a.khronos")
    shutil.copy(SAMPLES[0], tmp_path / "b.khronos")
    somebody.ok("export", "a.khronos", "--record")
    assert somebody.ok("stats", "a.khronos", "b.khronos", "a.krec", "--json").json["games"] == 1


def test_nothing_to_count(tmp_path: Path) -> None:
    with pytest.raises(UsageError):
        find_game_files([tmp_path])
    with pytest.raises(UsageError):
        find_game_files([tmp_path / "nothing"])


def test_csv_is_a_line_a_group(somebody: Person) -> None:
    out = somebody.ok("stats", *map(str, SAMPLES), "--csv").out
    rows = list(csv.DictReader(io.StringIO(out)))
    assert list(rows[0]) == ["by", *Statistics().heads]
    assert {row["by"] for row in rows} == {"player", "seat", "colour", "players", "edition", "opening"}


def test_text_html_and_bad_files(somebody: Person, tmp_path: Path) -> None:
    """A file that is none is said so at the end, the others are counted."""
    (tmp_path / "bad.khronos").write_text("format = 3\n", encoding="utf-8")
    result = somebody.run("stats", str(SAMPLES[0]), "bad.khronos")
    assert result.code == 5
    assert "1 finished game" in result.out
    assert "bad.khronos" in result.err
    assert max(len(line) for line in result.out.splitlines()) <= 120
    result.out.encode("ascii")
    somebody.ok("stats", str(SAMPLES[0]), str(MIDDLE), "--html", "-o", "page.html")
    page = (tmp_path / "page.html").read_text(encoding="utf-8")
    assert page.count("<svg") == 3
    assert "http://www.w3.org/2000/svg" in page
    assert "https://" not in page
    somebody.fails(2, "stats", str(SAMPLES[0]), "--html", "-o", "page.html")
    somebody.fails(2, "stats", str(SAMPLES[0]), "--html", "--csv")
    somebody.fails(2, "stats", "nowhere")


def test_a_game_without_waiting(somebody: Person, tmp_path: Path) -> None:
    """A game that ended with its first turn has nobody who let others wait; the rest is counted."""
    group = Group(tmp_path, 2, seed=8)
    group.start()
    group.play(3, lambda table, context, random: ["resign"])
    somebody.ok("export", str(group.save), "--record", "-o", "short.krec")
    for order in (("short.krec", str(SAMPLES[0])), (str(SAMPLES[0]), "short.krec"), ("short.krec",)):
        for more in ([], ["--csv"], ["--html"], ["--json"]):
            somebody.ok("stats", *order, *more)


def test_a_record_has_the_numbers_of_its_save(somebody: Person) -> None:
    for path in SAMPLES:
        somebody.ok("export", str(path), "--record", "-o", f"{path.stem}.krec")
        saved = somebody.ok("stats", str(path), "--json").json
        assert somebody.ok("stats", f"{path.stem}.krec", "--json").json == saved


def test_a_save_counts_before_a_record(somebody: Person, tmp_path: Path) -> None:
    """Anybody can write another name into a record that nobody has signed."""
    somebody.ok("export", str(SAMPLES[-1]), "--record", "-o", "a.krec")
    text = (tmp_path / "a.krec").read_text(encoding="utf-8")
    (tmp_path / "a.krec").write_text(text.replace("red alice", "red zoe"), encoding="utf-8")
    for files in (("a.krec", str(SAMPLES[-1])), (str(SAMPLES[-1]), "a.krec")):
        names = [row["name"] for row in somebody.ok("stats", *files, "--json").json["by"]["player"]]
        assert "alice" in names
        assert "zoe" not in names


def test_no_finished_game(somebody: Person) -> None:
    assert len(somebody.ok("stats", str(MIDDLE)).out.splitlines()) == 1
