"""The inbox tells games apart, says what is only an update, and shows what others have said."""

from __future__ import annotations

import shutil
from dataclasses import replace
from datetime import UTC
from pathlib import Path
from typing import Any, cast

import pytest

from khronos_pbem.languages import translator
from khronos_pbem.library.game_row import GameRow
from khronos_pbem.library.inbox_rows import row_line
from khronos_pbem.record.block import ASSIST, TURN
from khronos_pbem.record.save import parse_save
from khronos_pbem.session.notes.player_messages import (
    LONGEST,
    SHOWN,
    PlayerMessage,
    message_line,
    message_lines,
    messages_in,
)
from khronos_pbem.session.replay.table import waiting
from tests.support.playing import NAMES, Group
from tests.support.shell import Person

ODD = '[bold]hello[/bold] "you", \\ <b>x</b> %s {0} «ça va?»'
LONG = "so long " * 40


class Round:
    """A game of three: the first to move has said two things, the second one has played in silence."""

    def __init__(self, folder: Path) -> None:
        self.group = Group(folder, 3, 3)
        self.group.start("Our game")
        while (now := waiting(self.group.table())) is not None and now.need == ASSIST:
            self.group.step()
        self.first = self.moves(ODD, LONG)
        self.second = self.moves()
        (self.third,) = {*NAMES[:3]} - {self.first, self.second}

    def moves(self, *texts: str) -> str:
        """Whoever is to move ends his turn, having said this; everybody pays. Who it was."""
        said = [f'message "{escaped(text)}"' for text in texts]
        now = waiting(self.group.table())
        assert now is not None
        assert now.seat is not None
        self.group.step(lambda *_: [*said, "end"])
        while (after := waiting(self.group.table())) is not None and after.need == ASSIST:
            self.group.step()
        return NAMES[now.seat]

    def person(self, name: str) -> Person:
        """A player with the game in his library."""
        person = Person(name, self.group.folder / name)
        if not person.home.exists():
            shutil.copytree(self.group.home(name), person.home)
        shutil.copy(self.group.save, person.folder / "game.khronos")
        person.run("receive", "game.khronos")
        return person


def escaped(text: str) -> str:
    return text.strip().replace("\\", "\\\\").replace('"', '\\"')


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Round:
    return Round(tmp_path_factory.mktemp("round"))


# --- lines ------------------------------------------------------------------------------------------------


def test_a_line_tells_the_game_by_its_opponents_and_its_id(played: Round) -> None:
    person = played.person(played.third)
    line = person.ok("inbox").out.splitlines()[0]
    (row,) = person.ok("inbox", "--json").json["games"]
    assert row["opponents"] == [name for name in NAMES[:3] if name != played.third]
    assert line.startswith(f">> Our game {row['id']} with {', '.join(row['opponents'])}, round 1: YOUR MOVE")
    assert "update" not in line
    assert person.ok("status", row["id"]).out.startswith("Our game")


def test_others_turns_that_ask_nothing_are_an_update(played: Round) -> None:
    """Who moved first hears of the second's turn; who moved last knows of it, he played it himself."""
    assert ": news, waiting for" in played.person(played.first).ok("inbox").out
    assert played.person(played.first).ok("inbox", "--json").json["games"][0]["update"] is True
    (row,) = played.person(played.third).ok("inbox", "--json").json["games"]
    assert (row["update"], row["yours"]) == (False, True)


def test_a_spectator_has_no_opponents_of_his_own(played: Round, tmp_path: Path) -> None:
    somebody = Person("x", tmp_path)
    shutil.copy(played.group.save, tmp_path / "game.khronos")
    somebody.ok("receive", "game.khronos")
    (row,) = somebody.ok("inbox", "--json").json["games"]
    assert row["opponents"] == list(NAMES[:3])
    assert row["update"] is False
    assert set(row) & {"heard", "turns", "by", "acts", "said"} == set(), "for the program alone"


def test_the_index_of_another_version_is_made_anew(played: Round) -> None:
    person = played.person(played.third)
    before = person.ok("inbox").out
    (person.home / "cache" / "inbox").write_bytes(b"{}")
    assert person.ok("inbox").out == before


def row_of(**parts: Any) -> GameRow:
    """A row of a game that has begun, for people."""
    players = [{"name": name, "bot": None} for name in ("anna", "bob")]
    row: dict[str, Any] = {
        "title": "Ours",
        "id": "f9c2d841",
        "file": "ours.khronos",
        "kind": "khronos",
        "opponents": ["anna"],
        "players": players,
    }
    waits = {"name": "anna", "colour": "green", "bot": None}
    row |= {"finished": False, "yours": False, "your_vote": False, "update": False, "waiting_for": waits}
    row |= {"for": "turn", "round": 3, "since": "2026-11-22T18:03:00Z", "winners": [], **parts}
    return cast("GameRow", row)


@pytest.mark.parametrize(
    ("language", "names"), [("en", "red and blue"), ("de", "Rot und Blau"), ("fr", "Rouge et Bleu")]
)
def test_players_are_named_as_players(language: str, names: str) -> None:
    speak = translator(language, UTC)
    assert names in speak(row_line(row_of(finished=True, winners=["red", "blue"])))
    votes = {"without": ["red", "blue"], "voted": ["red", "blue"], "finished": False}
    for decider in ("green", "white"):
        told = speak(row_line(row_of(votes=votes | {"next": "green", "decider": decider})))
        assert told.count(names) == 2
    assert names in speak(
        row_line(row_of(votes=votes | {"finished": True, "next": None, "decider": "green"}))
    )


def test_who_votes_next_and_last_is_named_once() -> None:
    votes = {"without": ["red"], "voted": ["white"], "finished": False, "next": "blue", "decider": "blue"}
    told = row_line(row_of(votes=votes))
    assert told.endswith("; white voted to continue without red, and blue has the deciding vote")
    assert row_line(row_of(votes=votes | {"next": "green"})).endswith(
        "; green votes next, and blue casts the last vote"
    )


# --- messages ---------------------------------------------------------------------------------------------


def test_messages_of_others_are_shown_until_one_has_moved(played: Round) -> None:
    """In `show`, `status` and the inbox; never to who said them."""
    for name, heard in ((played.first, False), (played.second, False), (played.third, True)):
        person = played.person(name)
        for command in (["show", "game.khronos"], ["status", "game.khronos"], ["inbox"]):
            out = person.ok(*command).out
            assert (f"{played.first} (" in out and "hello" in out) is heard, (name, command)
        facts = person.ok("status", "game.khronos", "--json").json["messages"]
        assert [message["text"] for message in facts] == ([ODD, LONG.strip()] if heard else [])
        assert person.ok("show", "game.khronos", "--json").json["messages"] == facts


def test_a_message_is_text_and_nothing_else(played: Round) -> None:
    """No markup is obeyed, and nothing of it is a part of a sentence."""
    person = played.person(played.third)
    for command in (["show", "game.khronos"], ["status", "game.khronos"], ["inbox"]):
        for language in ("en", "fr", "de"):
            assert ODD in person.ok(*command, "--lang", language).out


def test_what_is_long_is_shortened_with_how_to_see_all(played: Round) -> None:
    person = played.person(played.third)
    out = person.ok("status", "game.khronos").out
    assert LONG.strip() not in out
    assert f"{LONG[: LONGEST - 1].rstrip()}…" in out
    assert LONG.strip() in person.ok("log", "game.khronos").out


def test_a_spectator_hears_the_last_round(played: Round, tmp_path: Path) -> None:
    somebody = Person("x", tmp_path)
    shutil.copy(played.group.save, tmp_path / "game.khronos")
    out = somebody.ok("status", "game.khronos").out
    assert ("Newest messages:" in out) is ("hello" in out)


def test_an_earlier_moment_has_the_messages_of_that_moment(played: Round) -> None:
    """`show --at` before anything was said shows nothing of it."""
    blocks = parse_save(played.group.save.read_bytes()).blocks
    said = next(block.seq for block in blocks if any(o.startswith("message") for o in block.orders))
    person = played.person(played.third)
    assert "hello" in person.ok("show", "game.khronos", "--at", str(said)).out
    assert "hello" not in person.ok("show", "game.khronos", "--at", str(said - 1)).out
    assert person.ok("show", "game.khronos", "--at", str(said - 1), "--json").json["messages"] == []


def test_of_many_messages_the_newest_are_shown() -> None:
    many = [PlayerMessage(n, "red", "alice", "2026-11-22T18:03:00Z", f"number {n}") for n in range(SHOWN + 2)]
    first, *shown = message_lines(many, "ours")
    assert first == "2 earlier messages; khronos log ours shows all messages"
    assert [line.split(": ")[-1] for line in shown] == [f"number {n}" for n in range(2, SHOWN + 2)]
    assert (
        message_lines(many[: SHOWN + 1], "ours")[0]
        == "1 earlier message; khronos log ours shows all messages"
    )
    assert message_lines([], "ours") == []
    assert message_line(many[0], 5).endswith(": numb…")


def test_orders_that_are_no_messages_say_nothing(played: Round) -> None:
    blocks = parse_save(played.group.save.read_bytes()).blocks
    assert [m.text for m in messages_in(blocks)] == [ODD, LONG.strip()]
    broken = (replace(b, orders=('message "open',)) if b.kind == TURN else b for b in blocks)
    assert messages_in([*broken]) == []


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("en", ["nofile.eml does not exist", "none of these files can be read"]),
        ("de", ["nofile.eml gibt es nicht", "keine dieser Dateien ist lesbar"]),
        ("fr", ["nofile.eml n'existe pas", "aucun de ces fichiers n'est lisible"]),
    ],
)
def test_a_file_that_is_not_there_is_told_in_the_readers_language(
    language: str, words: list[str], tmp_path: Path
) -> None:
    reader = Person("anna", tmp_path)
    reader.ok("keygen", "anna")
    told = reader.run("next", "nofile.eml", "--lang", language).err
    assert [each for each in words if each not in told] == []
