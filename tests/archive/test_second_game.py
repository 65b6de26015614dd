"""The archive knows no game: a second one is kept, shown and counted by what it offers alone."""

from __future__ import annotations

import base64
import csv
import io
import json
import zlib
from pathlib import Path

import pytest

from khronos_pbem.archive.file_kind import is_text_record
from khronos_pbem.archive.game_summary import game_document
from khronos_pbem.archive.records.open_record import ViewedGame
from khronos_pbem.archive.records.text_record import text_record_of
from khronos_pbem.archive.records.text_record_reader import read_text_record
from khronos_pbem.archive.replay.export_formats import FORMATS, ExportOptions
from khronos_pbem.archive.studies.game_statistics import Statistics
from khronos_pbem.archive.studies.statistics_text import statistics_csv, statistics_lines, statistics_page
from khronos_pbem.canvas.player_styles import OWNERS
from khronos_pbem.engine.features.protocols import GamePlugin
from khronos_pbem.errors import InvalidFile, UsageError
from khronos_pbem.games.registry import GAMES
from khronos_pbem.messages import untranslated
from tests.archive.games import sample
from tests.archive.tally import NAME, PLACE

HERE = Path("game.krec")
OWN = r'[Prizes "ours"]' "\n" r'[Data "{\"name\":\"ours\",\"prizes\":[\"a \\\\ \\\"cup\\\"\"]}"]'
RECORD = """[TallyUp "1"]
[Title "Sums"]
[Id "AAAAAAAAAAAAAAAAAAAAAA"]
[Created "2026-11-21T12:00:00Z"]
[Rules "1"]
[Step "1"]
[Quick "yes"]
[Mood "calm"]
[Prizes "none"]
[Seat "yellow alice"]
[Seat "red bob"]
[Result "yellow 10, red 3: yellow"]

3. yellow 2026-11-21T13:00:00Z
  add 5
4. red 2026-11-21T14:00:00Z
  add 3
5. yellow 2026-11-21T16:00:00Z
  add 5
"""


@pytest.fixture(autouse=True)
def _tally(monkeypatch: pytest.MonkeyPatch) -> None:
    """The second game at the table, after the first."""
    monkeypatch.setitem(GAMES, NAME, PLACE)


def shown() -> ViewedGame:
    """The game of the record."""
    return ViewedGame(read_text_record(RECORD.encode(), HERE), None)


@pytest.mark.parametrize("prizes", ['[Prizes "none"]', OWN])
def test_its_record_begins_with_its_own_word_and_keeps_its_own_options(prizes: str) -> None:
    text = RECORD.replace('[Prizes "none"]', prizes)
    assert is_text_record(text.encode())
    chronicle = read_text_record(text.encode(), HERE)
    assert text_record_of(chronicle) == text
    options = chronicle.header.options
    assert (options["step"], options["quick"], options["mood"]) == (1, True, "calm")
    assert options["prizes"]["name"] == ("none" if prizes not in OWN else "ours")


WRONG = [
    ('[Mood "calm"]\n', "", "Mood is missing"),
    ('[Quick "yes"]', '[Keep "yes"]', "Keep is unknown"),
    ('[Quick "yes"]', '[Quick "no"]', "according to the rules, the line should be"),
    ('[Step "1"]', '[Step "one"]', "cannot be"),
    ('[Prizes "none"]', '[Prizes "gold"]', "no prizes 'gold'"),
    ('[Prizes "none"]', '[Prizes "x"]\n[Data "[1]"]', "the data cannot be read"),
    ('[Prizes "none"]', f'[Prizes "x"]\n[Data "{"[" * 9000}"]', "the data cannot be read"),
    ('[Seat "yellow', '[Seat "white', "there is no colour"),
    (
        '[Seat "red bob"]\n',
        '[Seat "red bob"]\n[First "yellow"]\n',
        "according to the rules, the line should be",
    ),
    ('[TallyUp "1"]', '[Tally "1"]', "not a text record"),
    ('[TallyUp "1"]', '[TallyUp "x"]', "this is not a text record of TallyUp"),
    ("14:00:00Z\n", "14:00:00Z {1 king}\n", "is not a card"),
]


@pytest.mark.parametrize(("what", "by", "said"), WRONG, ids=[row[2] for row in WRONG])
def test_a_record_that_its_options_do_not_fit(what: str, by: str, said: str) -> None:
    assert what in RECORD
    with pytest.raises(InvalidFile) as caught:
        read_text_record(RECORD.replace(what, by, 1).encode(), HERE)
    assert said in str(caught.value)


def test_its_page_shows_its_own_boards_columns_charts_and_tables() -> None:
    page = FORMATS["html"][1](shown(), ExportOptions("en", untranslated)).decode()
    data = json.loads(zlib.decompress(base64.b64decode(page.split('id="game">')[1].split("</script>")[0])))
    assert [step["players"] for step in data["steps"]] == [
        [["5"], ["0"]],
        [["5"], ["3"]],
        [["10"], ["3"]],
    ]
    assert [step["active"] for step in data["steps"]] == [1, 0, 1]
    assert [[len(board) for board in step["boards"]] for step in data["steps"]][-1] == [10, 3]
    assert 'viewBox="0 0 100 50" role="img" aria-label="the slate of yellow"' in page
    assert 'viewBox="0 0 110 50" role="img" aria-label="the slate of red"' in page
    assert "<use" not in page
    for words in ("Points: yellow 10, red 3", "Where the points came from", "Point by point", "a point"):
        assert words in page
    assert OWNERS["yellow"][0] in page
    assert not any(word in page.lower() for word in ("ecus", "adventurer", "domain"))


def test_its_texts_and_pictures() -> None:
    wishes = ExportOptions("en", untranslated)
    said = {kind: FORMATS[kind][1](shown(), wishes).decode() for kind in ("text", "markdown", "json", "svg")}
    assert "Tally: yellow (alice), red (bob)" in said["text"]
    assert "points: (10, 3)" in said["text"]
    assert "## Where the points came from" in said["markdown"]
    assert "alice yellow, bob red" in said["svg"]
    facts = json.loads(said["json"])
    assert facts["mood"] == "calm"
    assert [(seat["points"], seat["rank"], seat["turns"]) for seat in facts["seats"]] == [
        (10, 1, 2),
        (3, 2, 1),
    ]
    assert facts["seats"][0]["waiting"] == {"blocks": 1, "seconds": 7200, "longest": 7200}


def test_games_are_counted_together_and_told_apart() -> None:
    """One table says by which game; a column of one game is empty for who never played it."""
    statistics = Statistics()
    ours = sample("two-players")
    for chronicle in (ours, shown().chronicle):
        statistics.add({"game": chronicle.game.name, **game_document(chronicle)})
    tables = statistics.tables()
    assert [*tables] == ["player", "seat", "colour", "players", "game", "edition", "mood", "opening"]
    assert [(row["name"], row["played"]) for row in tables["game"]] == [("khronos", 2), (NAME, 2)]
    assert [(row["name"], row["points"]) for row in tables["mood"]] == [("calm", 6.5)]
    alice = next(row for row in tables["player"] if row["name"] == "alice")
    assert alice["points"] == 10
    assert alice["ecus"] == ours.position.players[0].ecus
    rows = list(csv.DictReader(io.StringIO(statistics_csv(statistics))))
    assert {row["points"] for row in rows if row["by"] == "edition"} == {""}
    text = "\n".join(statistics_lines(statistics, 120, untranslated))
    assert "By game" in text
    assert "By mood" in text
    page = statistics_page(statistics, "en", untranslated)
    assert "<title>Games</title>" in page
    assert page.count("<svg") == 3, "the second game has nothing to stack into bars"


def test_statistics_of_the_second_game_alone_say_nothing_of_the_first() -> None:
    statistics = Statistics()
    statistics.add({"game": NAME, **game_document(shown().chronicle)})
    assert [*statistics.tables()] == ["player", "seat", "colour", "players", "mood", "opening"]
    assert "<title>Games of Tally</title>" in statistics_page(statistics, "en", untranslated)
    assert "ecus" not in statistics_csv(statistics)


def test_what_a_game_lacks_is_told_in_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    """A feature is asked for, and may be missing."""
    chronicle = read_text_record(RECORD.encode(), HERE)
    monkeypatch.setitem(GAMES, NAME, "tests.archive.test_second_game:BARE")
    with pytest.raises(UsageError, match="the game tally_up has no statistics"):
        game_document(chronicle)
    with pytest.raises(UsageError, match="the game tally_up has no pictures"):
        FORMATS["html"][1](ViewedGame(chronicle, None), ExportOptions("en", untranslated))


BARE = GamePlugin("tests.archive.tally:Tally", {})
"""The wing of the same game that offers nothing."""
