"""`hint` and `analyse` as players use them."""

from __future__ import annotations

import html
import shutil
from io import TextIOWrapper
from pathlib import Path

import pytest

from khronos_pbem.cli.terminal.progress_line import ProgressLine
from tests.archive.games import knowing
from tests.support.shell import ROOT, Person

QUICK = ("--think", "0.001")
GONE = ROOT / "sample_games" / "my-village-three-players-gone.khronos"
MIDDLES = {"middle": "red", "my-village-middle": "yellow"}


class Screen(TextIOWrapper):
    """A stream to a terminal."""

    def isatty(self) -> bool:
        return True


def in_the_middle(folder: Path, name: str = "middle") -> Person:
    """Who has to move in a sample in the middle."""
    sample = ROOT / "sample_games" / name / "game.khronos"
    shutil.copytree(sample.parent / "keyring", folder / "home")
    shutil.copy(sample, folder)
    return knowing(Person("x", folder), sample)


# --- hint -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", MIDDLES)
def test_a_hint_is_a_turn_that_may_be_played_and_says_why(tmp_path: Path, name: str) -> None:
    player = in_the_middle(tmp_path, name)
    before = player.save.read_bytes()
    hint = player.ok("hint", "game.khronos", *QUICK, "--json").json
    assert (hint["colour"], hint["for"], hint["strength"]) == (MIDDLES[name], "turn", "strong")
    assert hint["orders"][-1] == "end"
    assert hint["why"]
    out = player.ok("hint", "game.khronos", *QUICK).out
    assert f"In {MIDDLES[name]}'s place, the computer player (strong) would play:\n" in out
    assert all(f"  {order}\n" in out for order in hint["orders"])
    assert all(f"  * {line}\n" in out for line in hint["why"])
    assert f"khronos play game.khronos -c '{'; '.join(hint['orders'])}'" in out
    assert player.ok("check", "game.khronos", "-c", "; ".join(hint["orders"]), "--json").json["ended"]
    assert player.save.read_bytes() == before
    assert {path.name for path in tmp_path.iterdir()} == {"game.khronos", "home"}


def test_a_hint_is_the_same_for_the_same_seed_and_speaks_the_players_language(tmp_path: Path) -> None:
    player = in_the_middle(tmp_path, "my-village-middle")
    asked = ("hint", "game.khronos", *QUICK, "--seed", "4")
    assert player.ok(*asked).out == player.ok(*asked).out
    out = player.ok(*asked, "--lang", "de").out
    assert "nehmen" in out
    assert "khronos play game.khronos -c 'nehmen " in out


def test_a_hint_for_a_position(tmp_path: Path) -> None:
    player = in_the_middle(tmp_path)
    position = player.ok("show", "game.khronos", "--position").out
    (tmp_path / "p.toml").write_text(position, encoding="utf-8")
    assert "khronos try p.toml -c '" in player.ok("hint", "p.toml", *QUICK).out


def test_the_second_best_and_what_it_is_worth_less(tmp_path: Path) -> None:
    player = in_the_middle(tmp_path, "my-village-middle")
    hint = player.ok("hint", "game.khronos", *QUICK, "--json").json
    second = hint["second"]
    assert second["orders"] != hint["orders"]
    assert second["less"] == pytest.approx(hint["worth"] - second["worth"], abs=0.011)


@pytest.mark.parametrize("name", MIDDLES)
def test_a_hint_names_its_plan_the_next_best_turns_and_the_answer(tmp_path: Path, name: str) -> None:
    player = in_the_middle(tmp_path, name)
    asked = ("hint", "game.khronos", "--think", "1")
    hint, out = player.ok(*asked, "--json").json, player.ok(*asked).out
    assert f"Plan: {hint['plan']}\n" in out
    assert [hint["second"]] == hint["others"][:1]
    assert len(hint["others"]) == 2
    less = [other["less"] for other in hint["others"]]
    assert less == sorted(less)
    for turn in (hint, *hint["others"]):
        assert "; ".join(turn["orders"]) in out
        assert f" then has {turn['leads_to']['now']:g} " in out
        assert f" can expect {turn['leads_to']['later']:.1f} " in out
    reply = hint["reply"]
    assert reply["colour"] != hint["colour"]
    assert 1 <= reply["times"] <= reply["worlds"]
    assert f": {'; '.join(reply['orders'])}\n" in out
    assert all(f"  * {line}\n" in out for line in reply["effects"])


def test_a_hint_names_its_time_beforehand_and_tells_how_far_it_is(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """On a terminal; elsewhere, and of players who decide at once, nothing is told."""
    told = list[str]()
    player = in_the_middle(tmp_path)
    monkeypatch.setattr(ProgressLine, "_write", lambda _, text: told.append(text.strip()))
    assert player.ok("hint", "game.khronos", "--think", "0.2").err == ""
    assert told == []
    monkeypatch.setattr("tests.support.inside.TextIOWrapper", Screen)
    player.ok("hint", "game.khronos", "--think", "0.2", "--json")
    assert told[0] == "khronos: thinking for about 1 second"
    assert told[1].startswith("khronos: thinking for about 1 second: 1 of ")
    assert told[-1] == "", "gone at the end"
    told.clear()
    player.ok("hint", "game.khronos", "--strength", "steady", "--json")
    assert told == []


def test_what_no_hint_is_given_for(tmp_path: Path) -> None:
    player = in_the_middle(tmp_path)
    assert "there is no strength called 'best'" in player.fails(
        2, "hint", "game.khronos", "--strength", "best"
    )
    for time in ("0", "-1", "nan", "inf", "1e9", "much"):
        player.fails(2, "hint", "game.khronos", f"--think={time}")
    player.ok("play", "game.khronos", "-c", "end")
    assert "it is not your move" in player.fails(4, "hint", "game.khronos")
    player.fails(2, "hint", "nowhere.khronos")
    player.ok("export", "game.khronos", "--record", "-o", "game.krec")
    assert "a text record shows only what everyone can see — use the save instead" in player.fails(
        2, "hint", "game.krec"
    )
    other = in_the_middle(tmp_path / "other")
    other.ok("play", "game.khronos", "-c", "resign", "--yes")
    assert "the game is over" in other.fails(4, "hint", "game.khronos")


# --- analyse ----------------------------------------------------------------------------------------------


def test_an_analysis_in_text_json_replay_and_page(tmp_path: Path) -> None:
    player = knowing(Person("x", tmp_path), GONE)
    shutil.copy(GONE, tmp_path / "game.khronos")
    asked = ("analyse", "game.khronos", "--strength", "easy", *QUICK)
    facts = player.ok(*asked, "--json").json
    marked = [turn for turn in facts["turns"] if turn["mark"]]
    assert len(facts["turns"]) == 22
    assert marked
    assert all(turn["why"] and turn["best_worth"] > turn["worth"] for turn in marked)
    assert all(turn["made_of"] for turn in marked)
    worst = max((turn for turn in marked if turn["colour"] == "red"), key=lambda turn: turn["lost"])
    assert facts["worst"]["red"] == worst["block"]
    assert "lost" not in facts
    out = player.ok(*asked, "--plain").out
    first = marked[0]
    better = f"worth {first['lost']:.1f} PP more: {'; '.join(first['best'])}"
    assert f"{first['block']}. " in out
    assert f"     {better}\n" in out
    assert f": block {worst['block']} in round {worst['round']}, {worst['lost']:.1f} PP\n" in out
    parts = ", ".join(f"{part['what']} {part['worth']:+.1f}" for part in first["made_of"])
    assert f"       Difference: {parts}\n" in out
    planned = [turn for turn in marked if turn["plan"]]
    assert planned
    assert all(f"       Plan: {turn['plan']}\n" in out for turn in planned[:1])
    answered = next(turn for turn in marked if turn["reply"] and turn["best_reply"])
    for key, which in (("reply", "the turn that was played"), ("best_reply", "the better turn")):
        answer = answered[key]
        orders = "; ".join(answer["orders"])
        assert f"       {answer['colour'].capitalize()}'s best reply to {which}: {orders}" in out
    replayed = player.ok("replay", "game.khronos", "--plain").out
    assert f"  {better}\n" in replayed
    assert f"{first['orders'][-1]} {first['mark']}\n" in replayed
    player.ok("export", "game.khronos", "--html")
    page = (tmp_path / "game.html").read_text(encoding="utf-8")
    assert f"<summary>{better}</summary>" in page
    assert f"Difference: {parts}" in page
    assert f"<li>Plan: {planned[0]['plan']}</li>" in page
    assert "'s best reply to the turn that was played: " in html.unescape(page)


def test_what_is_not_analysed(tmp_path: Path) -> None:
    player = in_the_middle(tmp_path)
    line = player.fails(4, "analyse", "game.khronos")
    assert "the game is not over, so an analysis would help one of its players" in line
    assert "for advice on your own turn, use khronos hint game.khronos" in line
    player.fails(2, "analyse", "game.khronos", "--think", "0")
    player.fails(2, "analyse", "game.khronos", "--strength", "")
    player.fails(2, "analyse", "nowhere.khronos")
    broken = GONE.read_text(encoding="utf-8").replace('"end"', '"resign"', 1)
    (tmp_path / "broken.khronos").write_text(broken, encoding="utf-8")
    player.fails(5, "analyse", "broken.khronos")
