"""`check` of turns that are not ended or not on, `moves` behind other orders, and positions out of a save."""

from __future__ import annotations

import re
import shutil
import tomllib
from pathlib import Path

import pytest

from khronos_pbem.cli.terminal import paging
from khronos_pbem.games.khronos.positions.to_data import position_to_data
from khronos_pbem.session.turns.setup_position import position_toml
from tests.games.khronos.cases import FOLDER, read_case
from tests.support.shell import ROOT, Person

MIDDLE = ROOT / "sample_games" / "middle"


@pytest.fixture
def player(tmp_path: Path) -> Person:
    """Who has to move in a game of two in the middle."""
    shutil.copy(MIDDLE / "game.khronos", tmp_path / "game.khronos")
    shutil.copytree(MIDDLE / "keyring", tmp_path / "home")
    return Person("alice", tmp_path)


@pytest.fixture
def waiter(player: Person) -> Person:
    """The same player when it is the other one's turn."""
    player.ok("play", "game.khronos", "-c", "end")
    return player


# --- check ------------------------------------------------------------------------------------------------


def test_a_turn_that_is_not_ended(player: Person) -> None:
    """It says so and what it did, and nothing is written; `play` wants the end."""
    before = player.save.read_bytes()
    out = player.ok("check", "game.khronos", "-c", "travel 1 might").out
    assert "red's adventurer 1 travels from faith to might" in out
    assert 'The turn has not ended yet: end it with "end"' in out
    assert "ecus -1 (total 14)" in out
    facts = player.ok("check", "game.khronos", "-c", "travel 1 might", "--json").json
    assert (facts["ended"], facts["orders"], facts["left"]) == (False, ["travel 1 might"], [])
    assert facts["difference"]["red"]["ecus"] == -1
    assert facts["exploring"] is None
    line = player.fails(3, "play", "game.khronos", "-c", "travel 1 might")
    assert "these orders do not end the turn" in line
    assert player.save.read_bytes() == before


def test_an_ended_turn_is_what_play_says(player: Person) -> None:
    """The same keys, besides what was carried and whether it has ended."""
    turn = "build monastery faith K7; end"
    checked = player.ok("check", "game.khronos", "-c", turn, "--json").json
    played = player.ok("play", "game.khronos", "-c", turn, "--json").json
    assert checked["ended"] is True
    assert {key: checked[key] for key in played} == played


def test_what_each_adventurer_has_carried(player: Person) -> None:
    """RULES 5.2: before the end and behind it; the engine does not ask who carried, it knows from where."""
    for orders in ("build monastery faith K7", "build monastery faith K7; end"):
        out = player.ok("check", "game.khronos", "-c", orders).out
        assert "adventurer 1 on faith has carried 2 of the 2 cards allowed" in out
        assert "adventurer 2 on reason has carried 0 of the 2 cards allowed" in out
        facts = player.ok("check", "game.khronos", "-c", orders, "--json").json
        assert [(each["least"], each["most"]) for each in facts["carried"]] == [(2, 2), (0, 0)]
        assert facts["cards_used"] == 2
    both = "travel 2 faith; build chapel faith D1 with religious"
    facts = player.run("check", "game.khronos", "-c", both, "--json").json
    assert [(each["least"], each["most"]) for each in facts["carried"]] == [(0, 2), (0, 2)]
    out = player.ok("check", "game.khronos", "-c", both).out
    assert "adventurer 1 on faith has carried between 0 and 2 cards (at most 2 are allowed)" in out


def test_a_turn_that_pauses_for_cards(player: Person) -> None:
    """An exchange: a block of its own, which `play` takes; what follows has to be given again."""
    facts = player.ok("check", "game.khronos", "-c", "exchange military; travel 1 might", "--json").json
    assert facts["left"] == ["travel 1 might"]
    assert facts["ended"] is False
    assert facts["paused"]["for"] == "assist"


def test_out_of_turn_check_explores(waiter: Person) -> None:
    """It says whose turn it is; no exit code says that there was nothing to do, for something was done."""
    before = waiter.save.read_bytes()
    out = waiter.ok("check", "game.khronos", "-c", "travel 1 might; end").out
    assert out.startswith(
        "this is only a trial, because it is blue's turn\nthe result assumes that nothing changes"
    )
    assert "4 cards in your hand are not known yet" in out
    assert "The turn has ended" in out
    assert out.endswith("nothing was written\n")
    facts = waiter.ok("check", "game.khronos", "-c", "travel 1 might", "--json").json
    assert facts["exploring"] == {"colour": "blue", "for": "turn", "assumed": [], "unknown_cards": 4}
    assert facts["waiting_for"]["colour"] == "blue"
    assert waiter.save.read_bytes() == before
    assert "not your move" in waiter.fails(4, "play", "game.khronos", "-c", "travel 1 might; end")
    waiter.fails(3, "check", "game.khronos", "-c", "build keep might A1")


def test_a_finished_game_is_not_explored(tmp_path: Path) -> None:
    stranger = Person("x", tmp_path)
    shutil.copytree(MIDDLE / "keyring", tmp_path / "home")
    shutil.copy(ROOT / "sample_games" / "two-players.khronos", tmp_path / "game.khronos")
    stranger.fails(2, "check", "game.khronos", "-c", "end")
    shutil.copy(MIDDLE / "game.khronos", tmp_path / "middle.khronos")
    stranger.ok("play", "middle.khronos", "-c", "resign")
    assert "the game is over" in stranger.fails(4, "check", "middle.khronos", "-c", "end")
    assert "the game is over" in stranger.fails(4, "moves", "middle.khronos", "--explore")


# --- moves ------------------------------------------------------------------------------------------------


def test_what_could_follow(player: Person) -> None:
    """What is listed behind some orders is what `check` takes there; from a file, and from standard input."""
    first = "travel 1 reason"
    after = player.ok("moves", "game.khronos", "-c", first).out.splitlines()
    assert "travel 1 faith" in after
    assert "travel 1 reason" not in after
    assert set(after) - set(player.ok("moves", "game.khronos").out.splitlines())
    for order in after[:: len(after) // 4]:
        player.ok("check", "game.khronos", "-c", f"{first}; {order}")
    (player.folder / "turn.txt").write_text(f"# mine\n{first}\n", encoding="utf-8")
    assert player.ok("moves", "game.khronos", "turn.txt").out.splitlines() == after
    assert player.ok("moves", "game.khronos", "-", stdin=first).out.splitlines() == after
    travels = player.ok("moves", "game.khronos", "turn.txt", "trav").out.splitlines()
    assert travels == [order for order in after if order.startswith("travel")]
    facts = player.ok("moves", "game.khronos", "-c", first, "--json").json
    assert (facts["orders"], facts["given"], facts["stage"]) == (after, [first], "open")
    wrong = player.fails(3, "moves", "game.khronos", "-c", "travel 1 reason; travel 1 reason")
    assert "adventurer 1 is already on reason" in wrong
    player.fails(2, "moves", "game.khronos", "nothing.txt")
    player.fails(2, "moves", "game.khronos", "turn.txt", "-c", first)


def test_nothing_follows_the_end(player: Person) -> None:
    assert player.ok("moves", "game.khronos", "-c", "end").out == "The turn has ended\n"
    assert player.ok("moves", "game.khronos", "-c", "end", "--json").json["orders"] == []
    assert "pauses" in player.ok("moves", "game.khronos", "-c", "exchange military").out


def test_the_effect_of_every_order(player: Person) -> None:
    """Price, what follows, and the difference for everybody are those of `check` of that order."""
    facts = player.ok("moves", "game.khronos", "--effect", "--json").json
    assert {each["order"] for each in facts["effects"]} == set(facts["orders"])
    gains = [each["gain"] for each in facts["effects"]]
    assert gains.index(max(gains)) == 0
    (best,) = (each for each in facts["effects"] if each["order"] == "build monastery faith C12")
    assert best["price"] == {"cards": ["religious", "religious"], "ecus": 0}
    checked = player.ok("check", "game.khronos", "-c", best["order"], "--json").json
    assert best["difference"] == checked["difference"]
    lines = player.ok("moves", "game.khronos", "build", "--effect", "--sort", "text").out.splitlines()
    place = lines.index(best["order"])
    assert lines[place + 1] == "    costs 2 religious cards; red: ecus +2 (total 17), revenue +3 (total 6)"


def test_the_effect_of_an_order_behind_another_one(player: Person) -> None:
    """What follows on the other boards is told too."""
    behind, order = ("moves", "game.khronos", "-c", "travel 1 might"), "build keep might C13"
    (keep,) = player.ok(*behind, *order.split(), "--effect", "--json").json["effects"]
    assert keep["price"] == {"cards": ["military", "military"], "ecus": 0}
    assert {event["event"] for event in keep["events"]} == {"paradox", "rippled"}
    lines = player.ok(*behind, "build", "keep", "--effect", "--sort", "text").out.splitlines()
    place = lines.index(order)
    assert "    paradox: the town on faith at D14 is removed" in lines[place:]
    assert "    red's keep appears on faith at C13" in lines[place:]


def test_sorting(player: Person) -> None:
    texts = player.ok("moves", "game.khronos", "--sort", "text").out.splitlines()
    assert texts == sorted(texts)
    effects = player.ok("moves", "game.khronos", "travel", "--sort", "price", "--json").json["effects"]
    assert [each["price"]["ecus"] for each in effects] == [1] * len(effects)
    assert "gain, price, text" in player.fails(2, "moves", "game.khronos", "--sort", "beauty")


def test_moves_out_of_turn(waiter: Person) -> None:
    """They are none (FORMATS 1), unless one asks for what could be."""
    assert "--explore" in waiter.fails(4, "moves", "game.khronos")
    out = waiter.ok("moves", "game.khronos", "--explore").out
    assert out.startswith("this is only a trial, because it is blue's turn\n")
    assert "\ntravel 1 might\n" in out
    behind = waiter.ok("moves", "game.khronos", "-c", "travel 1 might", "--json").json
    assert behind["exploring"]["colour"] == "blue"
    assert "travel 1 faith" in behind["orders"]


def test_moves_on_a_position(tmp_path: Path) -> None:
    """Orders are given by whoever has to decide, as in `try`: here red has to place what green takes."""
    person = Person("anna", tmp_path)
    case = (FOLDER / "13_11_green_chooses.toml").read_text(encoding="utf-8")
    assert "build hamlet might E4" in case
    person.folder.joinpath("p.toml").write_text(as_toml("13_11_green_chooses"), encoding="utf-8")
    chosen = "build hamlet might E4; downsize C4"
    orders = person.ok("moves", "p.toml", "place", "-c", chosen).out.splitlines()
    assert orders == ["place C4", "place D4", "place C5", "place D5"]
    (effect,) = person.ok("moves", "p.toml", "build hamlet might E4", "--effect", "--json").json["effects"]
    assert effect["choice"]["options"] == ["C4", "F4"]


def as_toml(case: str) -> str:
    """The position of a case in a file of FORMATS 3."""
    return position_toml(position_to_data(read_case(FOLDER / f"{case}.toml").position))


WHY = {
    "keepp": "did you mean keep?",
    "pass": 'to pass, end your turn with "end"',
    "swap": "this game has no market (RULES 4.2) — the market is an option in edition 2",
    "build castle faith": "this costs 4 military cards, but you have 2 (RULES 5.3)",
    "build keep reason": "you cannot build or upgrade on the Reason board (RULES 5.4)",
    "populate": "this costs 1 civil card, but you have 0 (RULES 5.3)",
    "demolish might": "none of your adventurers is on might (RULES 5.2)",
    "build castle": (
        "a castle on L11–N13 costs 4 cards — to send an adventurer there for 1 ecu: travel 1 might"
    ),
    "exchange civil": "these cards are not in your hand: civil (RULES 4.1): in your hand: civil 0 of 1",
    "place": "there is nothing to choose now (RULES 9)",
    "end keep": 'this game does not use the option "keep"',
    "travel 1 faith": "adventurer 1 is already on faith (RULES 5.1)",
}


@pytest.mark.parametrize("words", WHY)
def test_why_nothing_begins_so(words: str, player: Person) -> None:
    """The rule that is nearest to being met, or the word that was meant; no failure: the list is empty."""
    out = player.ok("moves", "game.khronos", *words.split()).out
    assert out.startswith("no legal order begins like this: ")
    assert WHY[words] in out
    facts = player.ok("moves", "game.khronos", *words.split(), "--json").json
    assert facts["orders"] == []
    assert facts["why"]["error"].split(": ")[0] in out


def test_long_lists_are_paged_on_a_terminal_alone(player: Person, monkeypatch: pytest.MonkeyPatch) -> None:
    """$PAGER gets them whole; a pipe never sees it."""
    piped = player.ok("moves", "game.khronos").out
    pager = f"cat > {player.folder}/paged"
    assert player.ok("moves", "game.khronos", PAGER=pager).out == piped
    assert not (player.folder / "paged").exists()
    shown: list[str] = []
    monkeypatch.setattr(paging, "can_ask", lambda: True)
    monkeypatch.setattr("pydoc.pager", shown.append)
    assert player.ok("moves", "game.khronos", LINES="20").out == ""
    assert shown == [piped]
    assert player.ok("moves", "game.khronos", "travel", LINES="20").out.count("\n") == 4
    assert len(player.ok("moves", "game.khronos", "--json", LINES="20").json["orders"]) == piped.count("\n")


# --- positions out of a save ------------------------------------------------------------------------------


def test_what_i_know_as_a_position(player: Person) -> None:
    """My hand is in it, of others only how many cards they have; `try`, `moves` and `show` read it."""
    player.ok("show", "game.khronos", "--position", "-o", "p.toml")
    data = tomllib.loads((player.folder / "p.toml").read_text(encoding="utf-8"))
    red, blue = sorted(data["player"], key=lambda each: each["colour"], reverse=True)
    assert red["hand"] == player.ok("status", "game.khronos", "--json").json["mine"]["hand"]
    assert "hidden" not in red
    assert (blue["hand"], blue["hidden"]) == ([], 4)
    assert (data["pile"], data["hidden"]) == ([], 11)
    assert player.ok("show", "game.khronos", "--position", "--json").json == data
    assert player.ok("show", "p.toml", "--position", "--json").json == data
    mine = player.ok("moves", "game.khronos").out
    assert player.ok("moves", "p.toml").out == mine
    assert "hand: 4 ?" in player.ok("show", "p.toml").out
    tried = player.ok("try", "p.toml", "-c", "build monastery faith K7; end; end", "-o", "q.toml", "--json")
    later = tomllib.loads((player.folder / "q.toml").read_text(encoding="utf-8"))
    assert tried.json["position"] == later
    assert later["hidden"] == 3
    assert sorted(each["hidden"] for each in later["player"]) == [4, 4]
    assert "blue discards 4 hidden cards" in player.ok("try", "p.toml", "-c", "end; end").out
    assert "already exists" in player.fails(2, "show", "game.khronos", "--position", "-o", "p.toml")
    player.ok("show", "game.khronos", "--position", "-o", "p.toml", "--force")
    assert "--position" in player.fails(2, "show", "game.khronos", "-o", "other.toml")


def test_positions_of_the_past(player: Person) -> None:
    """After any block: what I know then; before the first turn there is none."""
    last = player.ok("status", "game.khronos", "--json").json["seq"]
    whole = 0
    for seq in range(last + 1):
        result = player.run("show", "game.khronos", "--position", "--at", str(seq), "-o", f"{seq}.toml")
        if result.code == 3:
            assert "you still have to make a choice" in result.err
            continue
        if result.code == 4:
            assert (
                "not begun" in result.err
                or "this point in the game cannot be saved as a position" in result.err
            )
            continue
        assert result.code == 0, result.err
        data = tomllib.loads((player.folder / f"{seq}.toml").read_text(encoding="utf-8"))
        (blue,) = (each for each in data["player"] if each["colour"] == "blue")
        assert blue["hand"] == []
        player.ok("moves", f"{seq}.toml", "travel")
        whole += 1
    assert whole > 5


def test_a_stranger_learns_nothing_from_a_position(player: Person, tmp_path: Path) -> None:
    stranger = Person("eve", tmp_path / "eve")
    player.hand_to(stranger)
    data = stranger.ok("show", "game.khronos", "--position", "--json").json
    assert [(each["hand"], each["hidden"]) for each in data["player"]] == [([], 4), ([], 4)]


def test_hidden_cards_are_no_more_than_there_are(tmp_path: Path) -> None:
    person = Person("anna", tmp_path)
    players = "".join(f'[[player]]\ncolour = "{colour}"\nhidden = 4\n' for colour in ("red", "blue"))
    for head, words in (
        ("hidden = 48", "there are 56 cards, including hidden ones"),
        ("hidden = -1", "hidden"),
        ('hidden = "x"', "hidden"),
        ("hidden = 99999999999999999999", "hidden"),
    ):
        person.folder.mkdir(exist_ok=True)
        (person.folder / "p.toml").write_text(f"{head}\n{players}", encoding="utf-8")
        assert words in person.fails(5, "show", "p.toml")
    (person.folder / "p.toml").write_text(f"hidden = 47\n{players}", encoding="utf-8")
    person.ok("try", "p.toml", "-c", "end; end; travel 1 faith; end")


# --- mistakes ---------------------------------------------------------------------------------------------


MISTAKES = {
    "pass": 'to pass, end your turn with "end"',
    "build hamlet might A1, end": "commas do not separate orders",
    "exchange civil, religious; end": "write it without the comma",
    "exchange religious religious religious religious; end": "in your hand: religious 2 of 4",
    "build castle faith A1; end": "RULES 5.3): a castle on A1–C3 (forest ×3, mountain ×6) costs 4 + 3 cards",
    "populate Z1; end": "not on the map",
}


@pytest.mark.parametrize("language", ["en", "de", "fr"])
@pytest.mark.parametrize("orders", MISTAKES)
def test_mistakes_say_what_would_be_right(orders: str, language: str, player: Person) -> None:
    line = player.fails(3, "check", "game.khronos", "-c", orders, "--lang", language)
    assert (MISTAKES[orders] in line) == (language == "en")


def test_json_errors_have_the_detail_too(player: Person) -> None:
    error = player.run("check", "game.khronos", "-c", "build castle faith A1; end", "--json").json
    assert re.search(r"you have 2: a castle on A1–C3 \(forest ×3, mountain ×6\) costs 4", error["error"])


# --- for a screen reader ----------------------------------------------------------------------------------


def expanded(line: str) -> list[str]:
    """The orders of a line of `moves --plain`."""
    shared, colon, words = line.partition(": ")
    before, _, behind = shared.partition(" ... ")
    if not colon or not re.fullmatch("[a-z]+( .+)?", shared):
        return [line]
    return [" ".join(filter(None, (before, word, behind))) for word in words.split(", ")]


@pytest.mark.parametrize("name", ["middle", "my-village-middle"])
def test_moves_read_out_are_all_of_them(name: str, tmp_path: Path) -> None:
    """No line is a heading with a sign, few are one order; together they are the orders, each once."""
    folder = ROOT / "sample_games" / name
    mover = Person("x", tmp_path).at_home(folder / "keyring", folder / "game.khronos")
    orders = mover.ok("moves", "game.khronos", "--json").json["orders"]
    count, *lines = mover.ok("moves", "game.khronos", "--plain").out.splitlines()
    assert count == f"{len(orders)} legal orders:"
    headings = [line for line in lines if re.fullmatch(r"value \d+: \d+ ways?", line)]
    assert bool(headings) == (name == "my-village-middle")
    found = [order for line in lines if line not in headings for order in expanded(line)]
    assert sorted(found) == sorted(orders)
    if name == "middle":
        assert len(lines) < len(orders) / 20
        assert mover.ok("moves", "game.khronos", "build chapel", "--plain").out.count("build chapel") == 3
        assert (
            "bauen kirche glaube: F1, G1" in mover.ok("moves", "game.khronos", "--plain", "--lang", "de").out
        )
