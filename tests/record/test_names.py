"""Names that people can tell apart; what is not seen is refused in new names and shown in old ones."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from khronos_pbem.characters import comparison_key, escape_invisible, find_invisible
from khronos_pbem.errors import InvalidFile
from khronos_pbem.record.chain import sign
from khronos_pbem.record.names import check_game_names, check_player_name
from khronos_pbem.record.save import write_save
from khronos_pbem.record.toml import comment_lines, read_toml
from tests.record.test_save import BERT, HEADER, chain
from tests.support.shell import Person

UNSEEN = {
    "zero width space": "\u200b",
    "zero width joiner": "\u200d",
    "word joiner": "\u2060",
    "byte order mark": "\ufeff",
    "soft hyphen": "\u00ad",
    "right to left": "\u202e",
    "isolate": "\u2067",
    "arabic letter mark": "\u061c",
    "hangul filler": "\u3164",
    "blank braille": "\u2800",
    "variation selector": "\ufe0f",
    "tag": "\U000e0041",
    "combining grapheme joiner": "\u034f",
    "new line": "\n",
    "escape": "\x1b",
    "next line": "\u0085",
    "line separator": "\u2028",
    "a flood of marks": "a\u0301\u0302\u0303\u0304",
}
SEEN = [
    "Partie à trois",
    "Größe",
    "Трое",
    "三人対戦",
    "ลานหมู่บ้าน",
    "שלושה",
    "a\u0301\u0323b",
    "🏰 ours",
    "O’Brien – 2",
]


@pytest.mark.parametrize("kind", UNSEEN)
def test_what_is_not_seen_is_refused_in_names(kind: str) -> None:
    text = f"x{UNSEEN[kind]}y"
    with pytest.raises(InvalidFile, match="invisible"):
        check_game_names(text, {})
    with pytest.raises(InvalidFile, match="the name of the map"):
        check_game_names("ours", {"edition": 2, "map": {"name": text}})
    with pytest.raises(InvalidFile, match="invisible"):
        check_player_name(text, [])


@pytest.mark.parametrize("text", SEEN)
def test_every_script_may_be_written(text: str) -> None:
    assert find_invisible(text) == ""
    assert escape_invisible(text) == text
    check_game_names(text, {"map": {"name": text}})


def test_names_that_look_the_same_are_the_same() -> None:
    for one, other in (
        ("Anna", "anna"),
        ("anna", "ａｎｎａ"),
        ("Größe", "GRÖSSE"),
        ("a b", "a \u3000 b"),
        ("ﬁn", "fin"),
    ):
        assert comparison_key(one) == comparison_key(other)
        with pytest.raises(InvalidFile, match=f"already has the name {one}"):
            check_player_name(other, ["bert", one])
    check_player_name("anna", ["bert", "hanna"])


def test_escapes_are_what_other_programs_write() -> None:
    assert (
        escape_invisible("a\nb\tc\x1bd\x7fe\u202ef\U000e0041g\udcffh")
        == r"a\nb\tc\x1bd\x7fe\u202ef\U000e0041g\xffh"
    )


def test_comments_show_what_is_not_seen_and_are_one_line_each() -> None:
    (line,) = comment_lines(["a title\u2028red has resigned\u202e\r\x85"])
    assert line == r"# a title\u2028red has resigned\u202e\r\x85"
    assert read_toml(line + "\n") == {}


def test_new_games_have_names_that_can_be_read(tmp_path: Path) -> None:
    anna, bert = Person("anna", tmp_path / "anna"), Person("bert", tmp_path / "bert")
    for somebody in (anna, bert):
        somebody.ok("keygen", "Anna" if somebody is bert else "anna")
    new = ("new", "game.khronos", "--colour", "red", "--seats", "2")
    assert r"\u200b" in anna.fails(2, *new, "--title", "a\u200btitle")
    (anna.folder / "land.toml").write_text(
        'name = "a\\u202eland"\nterrain = """\n....\n....\n....\n"""\nhamlets = ["A1"]\n', encoding="utf-8"
    )
    assert "name of the map" in anna.fails(2, *new, "--map", "land.toml")
    assert not anna.save.exists()
    anna.ok(*new)
    anna.hand_to(bert)
    before = bert.save.read_bytes()
    assert "already has the name anna" in bert.fails(2, "join", "game.khronos", "--colour", "blue")
    assert bert.save.read_bytes() == before


def test_names_have_to_be_seen_and_told_apart() -> None:
    odd: dict[str, Any] = {"title": "a\u200btitle", "options": {"edition": 2, "map": {"name": "m\u2060"}}}
    for changed, name, words in (
        (odd, "bert", "title"),
        ({}, "be\u200brt", "block 1: the player"),
        ({}, "ANNA", "already has the name anna"),
    ):
        save = chain(3, replace(HEADER, **changed))
        block = sign(replace(save.blocks[1], name=name), BERT)
        with pytest.raises(InvalidFile, match=words):
            write_save(save._replace(blocks=(save.blocks[0], block)), [])
