"""What is counted of games of My Village: accounts, statistics, the score, the text record (VILLAGE 10.2)."""

from __future__ import annotations

import csv
import io
from pathlib import Path
from typing import Any

import pytest

from khronos_pbem.archive import game_summary
from khronos_pbem.archive.file_kind import is_text_record
from khronos_pbem.archive.records.text_record import text_record_of
from khronos_pbem.archive.records.text_record_reader import read_text_record
from khronos_pbem.archive.timeline import Chronicle, chronicle_from_history
from khronos_pbem.games.my_village.features.statistics import VillageStudy
from khronos_pbem.games.my_village.model.cards_file import standard_cards
from khronos_pbem.games.my_village.rules.phases.score import HEADINGS, score
from khronos_pbem.languages import translator
from khronos_pbem.record.chain import block_hashes
from khronos_pbem.record.save import parse_save
from khronos_pbem.session.replay.replay import replay
from khronos_pbem.storage.files import read_file
from tests.support.playing import NAMES, Group
from tests.support.shell import Person

GAME = "my-village"
HERE = Path("game.krec")


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Group:
    """A game of three with deaths and rats in it, that is over."""
    group = Group(tmp_path_factory.mktemp("study"), 3, 12, game=GAME)
    group.start(rounds=9)
    group.finish()
    assert group.events["died"] > 1
    return group


@pytest.fixture(scope="module")
def chronicle(played: Group) -> Chronicle:
    save = parse_save(read_file(played.save))
    return chronicle_from_history(replay(save, block_hashes(save)), played.save)


@pytest.fixture
def somebody(played: Group, tmp_path: Path) -> Person:
    """Somebody with the file of the game."""
    person = Person(NAMES[0], tmp_path)
    person.save.write_bytes(played.save.read_bytes())
    return person


def test_an_account_is_the_score_by_its_headings(chronicle: Chronicle) -> None:
    found, position = game_summary.seat_accounts(chronicle), chronicle.position
    study = VillageStudy()
    for seat, account in enumerate(found):
        points = score(position, seat)
        numbers = study.numbers(account)
        assert account["score"] == points.total == sum(account["headings"].values())
        assert [numbers[f"from {heading}"] for heading in HEADINGS] == list(points)
        assert set(numbers) == set(study.columns)
        assert account["opening"]
    best = max(account["score"] for account in found)
    assert [account["rank"] == 1 for account in found] == [account["score"] == best for account in found]


def test_what_happened_is_counted_once(chronicle: Chronicle, played: Group) -> None:
    found, events = game_summary.seat_accounts(chronicle), played.events
    assert sum(account["chronicle"] for account in found) == events["chronicle"]
    assert sum(account["graves"] for account in found) == events["grave"]
    assert events["chronicle"] + events["grave"] == events["died"] == chronicle.position.coffins
    banners = sum(sum(account["banners"].values()) for account in found)
    turns = sum(account["turns"] for account in found)
    assert turns <= banners
    assert sum(account["time"] for account in found) >= chronicle.position.cards.board.clouds * events["died"]


def test_the_chronicle_is_a_table_of_deaths(chronicle: Chronicle) -> None:
    table = game_summary.gains_table(chronicle)
    assert len(table.rows) == chronicle.position.coffins
    assert {row[0] for row in table.rows} <= {village.colour for village in chronicle.position.players}
    assert all(isinstance(row[1], int) and 1 <= row[1] <= 9 for row in table.rows)
    for language in ("de", "fr"):
        heads, rows = game_summary.translated_table(table, translator(language))
        assert heads != list(table.heads)
        assert len(rows) == len(table.rows)
    ledger = game_summary.ledger_table(chronicle)
    assert [row[-1] for row in ledger.rows] == [
        each["score"] for each in game_summary.seat_accounts(chronicle)
    ]


def test_a_finished_save_is_small(played: Group) -> None:
    """At most 150 KiB for a long game of four, the whole cards file in it; a round costs about 2 KiB."""
    assert played.save.stat().st_size < 40 * 1024


def test_games_are_counted_from_the_shell(somebody: Person) -> None:
    found = somebody.ok("stats", "game.khronos", "--json").json
    assert found["games"] == 1
    rows: list[dict[str, Any]] = found["by"]["player"]
    assert {row["name"] for row in rows} == set(NAMES[:3])
    assert all("from hall" in row and "deaths" in row for row in rows)
    assert found["by"]["rounds"][0]["name"] == "9"
    assert found["by"]["cards"][0]["name"] == "standard"
    text = somebody.ok("stats", "game.khronos").out
    assert "PP" in text
    assert "By number of rounds agreed" in text
    csv_rows = list(csv.DictReader(io.StringIO(somebody.ok("stats", "game.khronos", "--csv").out)))
    assert len([row for row in csv_rows if row["by"] == "player"]) == 3


def test_the_score_is_shown(somebody: Person, chronicle: Chronicle) -> None:
    """VILLAGE 16: a table, a column for each player."""
    lines = somebody.ok("show", "game.khronos", "--score").out.splitlines()
    assert lines[0].split() == ["red", "yellow", "green"]
    totals = [score(chronicle.position, seat).total for seat in range(3)]
    assert [line.split()[-3:] for line in lines if line.startswith("PP")] == [list(map(str, totals))]
    data = somebody.ok("show", "game.khronos", "--score", "--json").json["scores"]
    assert [row["total"] for row in data] == totals
    assert "won by" in lines[-1]
    german = somebody.ok("show", "game.khronos", "--score", KHRONOS_LANG="de").out
    assert "Kirche" in german
    assert somebody.ok("show", "game.khronos", "--score", "--at", "12").out != german
    assert "no option --earn" in somebody.fails(2, "show", "game.khronos", "--earn")


def test_a_text_record_is_read_again(chronicle: Chronicle) -> None:
    """docs/text-record: with the rolls, and the result by points."""
    text = text_record_of(chronicle)
    assert is_text_record(text.encode())
    villages = enumerate(chronicle.position.players)
    points = [f"{village.colour} {score(chronicle.position, seat).total}" for seat, village in villages]
    assert ", ".join(points) in text
    again = read_text_record(text.encode(), HERE)
    assert again.position == chronicle.position
    assert text_record_of(again) == text
    ours = [step for step in again.steps if step.order or step.rolled]
    theirs = [step for step in chronicle.played_steps() if step.order or step.rolled]
    assert [(step.order, step.auto, step.events) for step in ours] == [
        (step.order, step.auto, step.events) for step in theirs
    ]
    assert (
        game_summary.seat_accounts(again)[0]["headings"]
        == game_summary.seat_accounts(chronicle)[0]["headings"]
    )


def test_cards_of_ones_own_are_in_the_text_record(tmp_path: Path) -> None:
    """VILLAGE 1.5: it carries the whole cards file."""
    group, cards = Group(tmp_path, 2, 3, game=GAME), {**standard_cards().data, "revision": 7}
    group.start(rounds=1, cards=cards)
    group.play()
    save = parse_save(read_file(group.save))
    found = chronicle_from_history(replay(save, block_hashes(save)), group.save)
    again = read_text_record(text_record_of(found).encode(), HERE)
    assert again.position == found.position
    assert again.header.options["cards"] == cards
    assert VillageStudy().options(found.header.options) == {"rounds": 1, "cards": "own"}
    assert VillageStudy().group({"rounds": 0, "cards": "own"}) == {"rounds": "-", "cards": "own"}
