"""The text record: the same to the byte, and nothing in it that is not so."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from khronos_pbem.archive.file_kind import is_text_record
from khronos_pbem.archive.records.text_record import text_record_of
from khronos_pbem.archive.records.text_record_reader import read_text_record
from khronos_pbem.errors import InvalidFile, KhronosError, UnsupportedFormat
from khronos_pbem.games.khronos.model.maps import standard_map
from tests.archive.games import EVERY, MIDDLE, context, names, sample
from tests.support.playing import Group
from tests.support.shell import ROOT, Person

HERE = Path("game.krec")


def text_of(name: str) -> str:
    return text_record_of(sample(name))


@pytest.mark.parametrize("name", names(EVERY))
def test_import_and_export_are_the_same(name: str) -> None:
    """From the text alone, the same positions, events and bytes."""
    chronicle, text = sample(name), text_of(name)
    assert is_text_record(text.encode())
    again = read_text_record(text.encode(), HERE)
    assert text_record_of(again) == text
    assert again.winners == chronicle.winners
    ours = list(again.played_steps())
    theirs = list(chronicle.played_steps())
    assert [(s.seq, s.at, s.order, s.auto, s.events) for s in ours] == [
        (s.seq, s.at, s.order, s.auto, s.events) for s in theirs
    ]
    data = chronicle.game.public_data
    assert [data(step.position) for step in ours] == [data(step.position) for step in theirs]
    assert len(text) < 24_000


def test_an_unfinished_game() -> None:
    from khronos_pbem.archive.records.open_record import read_game

    text = text_record_of(read_game(MIDDLE, context()).chronicle)
    assert "[Result" not in text
    assert text_record_of(read_text_record(text.encode(), HERE)) == text


def test_any_map_and_any_title(tmp_path: Path) -> None:
    """A map of one's own, messages and names with everything in them."""
    from khronos_pbem.archive.records.open_record import read_game

    data = standard_map().to_data()
    own = {**data, "name": "mine", "hamlets": list(data["hamlets"])[:4]}
    group = Group(tmp_path, 2, seed=3)
    group.start('A "quoted" \\ title ] [Seat "x"]', map=own, keep=True, clock={"days": 7, "workdays": True})
    group.play(3)
    says = ['message "end; { <x> [ 5. red \\\\ \\" |"', "end"]
    for _ in range(3):
        group.step(lambda table, context, random: says)
    chronicle = read_game(group.save, context()).chronicle
    text = text_record_of(chronicle)
    assert "Terrain" in text
    assert '[Clock "7 workdays"]' in text
    assert text_record_of(read_text_record(text.encode(), HERE)) == text


WRONG = [
    (r'\[Khronos "1"\]', '[Khronos "x"]', 1, "not a text record"),
    (r'\[Title "[^"]*"\]\n', "", 1, "Title is missing"),
    (r'\[Seat "red', '[Seat "pink', None, "colour"),
    (r'\[First "blue"\]', '[First "green"]', None, "First"),
    (r'\[First "blue"\]', '[Firts "blue"]', None, "Firts is unknown"),
    (r"red 54", "red 55", None, "according to the rules, the line should be"),
    (r"\{0 civil", "{0 religious", None, ""),
    (r"\{0 civil", "{0 joker", None, "is not a card"),
    (r"build keep might D12", "build keep might P16", None, ""),
    (r"build keep might D12", "build castle might D12", None, ""),
    (r"build keep might D12", "bild keep might D12", None, "does not belong here"),
    (r"build keep might D12", "bu keep might D12", None, "according to the rules, the line should be"),
    (r"4\. red", "4. blue", None, "it is not blue's turn"),
    (r"4\. red", "4. white", None, "is not a player in this game"),
    (r"4\. red 2026", "4. red 20x6", None, ""),
    (r"4\. red", "four. red", None, "this line is not the header of a block"),
    (r"\n  upgrade", "\n\n  upgrade", None, ""),
    (r"\{0 civil, ", "{", None, ""),
    (r"\{0 civil, ", "{0 civil, 9 civil, ", None, "leave the hand"),
    (r"4\. red", "2. red", None, "out of order"),
    (r"red alice", "red \x1b[31malice", None, "unprintable"),
    (r"red alice", "red ", None, "needs a name of at most 60 printable characters"),
    (r'\[Khronos "1"\]', '[Khronos "²"]', 1, "not a text record"),
    (r'\[Khronos "1"\]', f'[Khronos "{"1" * 5000}"]', 1, "not a text record"),
    (r'\[Map "valley"\]', '[Map "../x"]', 1, "no map"),
    (r"\n\n3\. .*", "\n", None, ""),
    (r"red alice", f"red {'a' * 61}", None, "needs a name of at most 60 printable characters"),
    (r"upgrade town might B7", "upgrade  town might B7", None, "according to the rules, the line should be"),
]


@pytest.mark.parametrize(("what", "by", "line", "said"), WRONG, ids=[row[3] or row[1][:20] for row in WRONG])
def test_a_record_that_does_not_hold(what: str, by: str, line: int | None, said: str) -> None:
    text, count = re.subn(what, by, text_of("two-players"), count=1)
    assert count == 1
    with pytest.raises(KhronosError) as caught:
        read_text_record(text.encode(), HERE)
    assert caught.value.file == str(HERE)
    assert said in str(caught.value)
    assert isinstance(caught.value, InvalidFile)
    if line is not None:
        assert caught.value.line == line


def test_no_more_cards_than_there_are(tmp_path: Path) -> None:
    """RULES 1.5: there are 19 civil cards, so the fifth hand of four cannot be all civil."""
    from khronos_pbem.archive.records.open_record import read_game

    group = Group(tmp_path, 2, seed=4)
    group.start()
    group.play(9, lambda table, context, random: ["end"])
    text = text_record_of(read_game(group.save, context()).chronicle)
    changed = re.sub(r"(\d+) (?:religious|military)(?=[,}])", r"\1 civil", text)
    with pytest.raises(InvalidFile, match="there are not that many civil cards") as caught:
        read_text_record(changed.encode(), HERE)
    assert text.splitlines()[: (caught.value.line or 0) - 1].count("  end") == 4


def test_a_game_that_has_not_begun(tmp_path: Path) -> None:
    """There is nothing to record, and it would not say how many seats are free."""
    somebody = Person("x", tmp_path)
    somebody.ok("keygen", "x")
    somebody.ok("new", "new.khronos", "--colour", "red", "--seats", "3")
    somebody.fails(4, "export", "new.khronos", "--record")
    assert not (tmp_path / "new.krec").exists()


def test_before_the_first_turn(tmp_path: Path) -> None:
    """All seats are taken, nobody has played: there is nothing to record yet."""
    group = Group(tmp_path, 2, seed=1)
    group.start()
    somebody = Person("x", tmp_path)
    assert "turn" in somebody.fails(4, "export", str(group.save), "--record")
    somebody.ok("export", str(group.save), "--svg", "-o", "start.svg")


def test_a_newer_record() -> None:
    with pytest.raises(UnsupportedFormat):
        read_text_record(text_of("two-players").replace('[Khronos "1"]', '[Khronos "4"]').encode(), HERE)


@settings(max_examples=60, deadline=None)
@given(st.data())
def test_any_change_is_refused_or_the_same_game(data: st.DataObject) -> None:
    """One character changed: refused by an error of ours, or it is a record that holds by itself."""
    text = text_of("three-players-holdem")
    at = data.draw(st.integers(0, len(text) - 1))
    changed = text[:at] + data.draw(st.sampled_from('x1 "{}<>.;\n\\é')) + text[at + 1 :]
    try:
        chronicle = read_text_record(changed.encode(), HERE)
    except KhronosError:
        return
    assert text_record_of(chronicle) == changed


@pytest.mark.parametrize("data", [b"", b"\xff\xfe", b'[Khronos "1"]', b'[Khronos "1"]\n\n', b'[Khronos "'])
def test_rubble(data: bytes) -> None:
    with pytest.raises(InvalidFile):
        read_text_record(data, HERE)


def test_records_are_looked_at_like_saves(tmp_path: Path) -> None:
    """`show`, `log` and the rest read a record; what needs the players' signatures says what to do."""
    somebody = Person("x", tmp_path)
    save = str(ROOT / "sample_games" / "two-players.khronos")
    somebody.ok("export", save, "--record")
    for more in ([], ["--at", "9"], ["--board", "faith"], ["--earn"]):
        ours, theirs = (
            somebody.ok("show", "two-players.krec", "--legend", *more).out,
            somebody.ok("show", save, "--legend", *more).out,
        )
        assert ours.splitlines()[-5:] == theirs.splitlines()[-5:]
    data = somebody.ok("show", "two-players.krec", "--at", "9", "--json").json
    assert data["position"] == somebody.ok("show", save, "--at", "9", "--json").json["position"]
    log = somebody.ok("log", "two-players.krec").out
    assert all(
        str(event.text) in log for step in sample("two-players").played_steps() for event in step.events
    )
    assert len(somebody.ok("log", "two-players.krec", "--json").json["steps"]) > 50
    told = somebody.fails(5, "verify", "two-players.krec")
    assert told.endswith(" — to check a publication: khronos publish two-players.krec --check\n")
    somebody.fails(2, "show", "two-players.krec", "--at", "999")
