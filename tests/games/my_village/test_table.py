"""My Village at the table: played from hand to hand to its end, with rolls, from the shell too (DECK 10)."""

from __future__ import annotations

import shutil
import tomllib
from pathlib import Path
from random import Random
from typing import Any

import pytest

from khronos_pbem.engine.choice_text import open_choice_message
from khronos_pbem.engine.contract import Choice
from khronos_pbem.games.my_village.model.cards_file import standard_text
from khronos_pbem.games.my_village.order_text.grammar import parse, text
from khronos_pbem.games.my_village.positions.to_data import position_to_data
from khronos_pbem.games.my_village.rules.base.dice import take_price
from khronos_pbem.record.block import ASSIST, JOIN
from khronos_pbem.record.chain import block_hashes
from khronos_pbem.record.save import Save, parse_save, write_save
from khronos_pbem.session.bots.bot_turn import quick_orders
from khronos_pbem.session.context import Context
from khronos_pbem.session.queries import player_view
from khronos_pbem.session.replay.open_save import open_for_reading
from khronos_pbem.session.replay.replay import replay
from khronos_pbem.session.replay.snapshots import LazyEntries
from khronos_pbem.session.replay.table import Table, waiting
from khronos_pbem.session.turns.setup_position import position_toml
from khronos_pbem.storage.files import read_file
from tests.games.my_village.cases import all_cases
from tests.support.playing import NAMES, Group, no_passphrase
from tests.support.shell import Person

GAME = "my-village"
TABLES = [(2, "", 3, 1), (2, "all", 2, 2), (3, "", 3, 3), (3, "all", 2, 4), (4, "", 2, 5), (4, "all", 2, 6)]
"""Seats, whose every roll is, rounds and a seed."""


def group(folder: Path, seats: int, seed: int) -> Group:
    return Group(folder, seats, seed, game=GAME)


def rolls_of(rolls: str) -> dict[str, str]:
    return {"rolls": rolls} if rolls else {}


def saved(players: Group) -> Save:
    return parse_save(read_file(players.save))


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Group:
    """A game of three that is over, long enough for its last table to be kept."""
    players = group(tmp_path_factory.mktemp("village"), 3, 8)
    players.start(rounds=6)
    players.play()
    return players


@pytest.mark.parametrize(("seats", "rolls", "rounds", "seed"), TABLES)
def test_a_game_is_played_to_its_end(seats: int, rolls: str, rounds: int, seed: int, tmp_path: Path) -> None:
    players = group(tmp_path, seats, seed)
    players.start(rounds=rounds, **rolls_of(rolls))
    players.finish()
    save = saved(players)
    history = replay(save, block_hashes(save))
    table = history.table
    assert history.problem is None
    assert waiting(table) is None
    assert table.position.round == rounds
    assert table.game.winners(table.position)
    assert parse_save(write_save(save, ["a comment"]).encode()) == save
    assert {"pool", "round", "took", "over", "won"} <= set(players.events)


def test_a_kept_table_is_the_one_that_was_played(played: Group) -> None:
    """The cards of a game are not written with every table of it."""
    home = played.home(NAMES[1])
    open_for_reading(played.save, home, rewind=False)
    again = open_for_reading(played.save, home, rewind=False).history
    save = saved(played)
    assert isinstance(again.entries, LazyEntries)
    assert again.table == replay(save, block_hashes(save)).table
    assert max(path.stat().st_size for path in home.rglob("*") if path.is_file()) < 30_000


def test_what_was_played_is_verified(played: Group) -> None:
    facts = player_view.verify_document(player_view.verify(played.save, played.context(NAMES[0])))
    blocks = saved(played).blocks
    assert facts["valid"]
    assert facts["finished"]
    assert facts["winners"]
    payments = sum(("proof" in block.deck) + ("proof" in block.late) for block in blocks)
    assert facts["proofs"] == 3 + payments


def test_a_turn_costs_no_extra_pass(played: Group) -> None:
    """DECK 10.3: after the first roll of all, who comes next pays with his turn, but where death decides."""
    kinds = [block.kind for block in saved(played).blocks]
    assert kinds[:5] == [JOIN] * 3 + [ASSIST] * 2
    assert kinds[5:].count(ASSIST) <= kinds[5:].count("turn") // 3


def looking_first(table: Table, context: Context, random: Random) -> list[str]:
    """A turn that stops to look wherever it has asked for a draw, and goes on afterwards (VILLAGE 12.5)."""
    orders = quick_orders(table, context, random)
    drawing = [place for place, order in enumerate(orders) if order.startswith(("desk", "monk", "travel"))]
    return [*orders[: drawing[0] + 1], "look"] if drawing else orders


def test_a_turn_that_looks_goes_on_when_the_roll_is_there(tmp_path: Path) -> None:
    """VILLAGE 12.5, DECK 10.6."""
    players = group(tmp_path, 3, 3)
    players.start(rounds=3)
    players.finish(looking_first)
    save = saved(players)
    orders = [block.orders for block in save.blocks]
    assert sum(texts[-1:] == ("look",) for texts in orders) > 2
    assert replay(save, block_hashes(save)).problem is None
    assert waiting(players.table()) is None


def test_a_look_without_an_open_draw_has_no_effect(tmp_path: Path) -> None:
    """VILLAGE 14: it does not stop the turn, and is not listed."""
    players = group(tmp_path, 2, 10)
    players.start(rounds=1)
    seen: list[bool] = []

    def looking_twice(table: Table, context: Context, random: Random) -> list[str]:
        first, *rest = quick_orders(table, context, random)
        seen.append(any(order.startswith(("desk", "monk", "travel")) for order in rest))
        return ["look", first, "look", *rest]

    players.play(choose=looking_twice)
    turns = [block.orders for block in saved(players).blocks if block.kind == "turn"]
    assert len(seen) == len(turns) == 4
    assert all(orders[0] == orders[2] == "look" and orders[-1] == "end" for orders in turns)
    assert replay(saved(players), block_hashes(saved(players))).problem is None


# --- from the shell -----------------------------------------------------------------------------------------


def seated(folder: Path, *options: str) -> list[Person]:
    """Two people at the beginning of a game, the first of whom has the file."""
    people = [Person(name, folder / name) for name in NAMES[:2]]
    alice, bob = people
    for person in people:
        person.ok("keygen", person.name)
    alice.ok("new", "game.khronos", "--game", GAME, "--seats", "2", "--colour", "red", *options)
    alice.hand_to(bob)
    bob.ok("join", "game.khronos", "--colour", "blue")
    bob.hand_to(alice)
    return people


def awaited(people: list[Person]) -> tuple[Person, str | None]:
    """Who has the file now, for the file goes to whom the game awaits; and what for, None at the end."""
    holder = max((person for person in people if person.save.exists()), key=blocks_of)
    now = holder.ok("status", "game.khronos", "--json").json["waiting_for"]
    if now is None:
        return holder, None
    person = people[["red", "blue"].index(now["colour"])]
    if person is not holder:
        holder.hand_to(person)
        now = person.ok("status", "game.khronos", "--json").json["waiting_for"]
    return person, now["for"]


def blocks_of(person: Person) -> int:
    return len(parse_save(read_file(person.save)).blocks)


def test_a_game_is_played_from_the_shell(tmp_path: Path) -> None:
    """FORMATS 1, VILLAGE 15.3: every block by the commands, from `new` to `verify`."""
    people, random = seated(tmp_path, "--rounds", "2"), Random(1)
    while (now := awaited(people))[1] is not None:
        person, need = now
        if need == ASSIST:
            person.ok("assist", "game.khronos")
            continue
        context = Context(person.home, no_passphrase, "2026-11-21T12:00:00Z", person.name)
        table = open_for_reading(person.save, person.home, rewind=False).table
        orders = "; ".join(quick_orders(table, context, random))
        checked = person.ok("check", "game.khronos", "-c", orders, "--json").json
        done = person.ok("play", "game.khronos", "-c", orders, "--json").json
        assert checked["events"] == done["events"]
        check_score(done)
        assert checked["score"] == done["score"]
    person = now[0]
    status = person.ok("status", "game.khronos", "--json").json
    assert status["finished"]
    assert status["round"] == 2
    row = {"coins", "tree", "hall", "villagers", "score"}
    assert all(row < set(seat) and seat["cards"] == 0 for seat in status["seats"])
    assert person.ok("verify", "game.khronos", "--json").json["winners"] == status["winners"]
    assert " PP, " in person.ok("status", "game.khronos").out
    assert person.ok("log", "game.khronos").out
    assert person.ok("show", "game.khronos", "--json").json["position"]["phase"] == "over"


def check_score(done: dict[str, Any]) -> None:
    """VILLAGE 15.3: by the headings of 10.2, before and after."""
    assert set(done["scores"]) == {"red", "blue"}
    for points in (done["score"]["before"], done["score"]["after"]):
        assert sum(points.values()) == 2 * points["total"]
        assert len(points) == 9
    assert done["score"]["after"]["total"] == done["scores"][done["score"]["colour"]]


def test_moves_are_listed_with_the_cheapest_takes_first(tmp_path: Path) -> None:
    """VILLAGE 14.3."""
    people = seated(tmp_path)
    while (now := awaited(people))[1] == ASSIST:
        now[0].ok("assist", "game.khronos")
    orders = now[0].ok("moves", "game.khronos", "--json").json["orders"]
    takes: list[Any] = [parse(order)[0].order for order in orders if order.startswith("take ")]
    assert [text(take) for take in takes] == orders[: len(takes)]
    values = [take.first.face + take.second.face for take in takes]
    assert values == sorted(values)
    first = [takes[values.index(value)] for value in sorted(set(values))]
    prices = {take: sum(take_price(take, 2)) for take in takes}
    for take, value in zip(first, sorted(set(values)), strict=True):
        assert prices[take] == min(prices[each] for each, n in zip(takes, values, strict=True) if n == value)


def test_moves_are_grouped_by_value_and_say_why_not(tmp_path: Path) -> None:
    """VILLAGE 14.3: `moves take 8` lists all ways to 8."""
    person = Person("alice", tmp_path)
    players = FEW.replace('colour = "red"', 'colour = "red"\nvillagers = ["abbot", "merchant"]', 1)
    chronicle = "chronicle = { councillor = 1, traveller = 1, craftsman = 1 }\n[[player]]"
    (tmp_path / "few.toml").write_text(players.replace("[[player]]", chronicle, 1), encoding="utf-8")
    lines = person.ok("moves", "few.toml").out.splitlines()
    assert lines[:3] == ["# value 2: 1 way", "take 1 b2 to 1", "# value 3: 3 ways"]
    assert [line.split()[2] for line in lines if line.startswith("# value")] == [
        f"{value}:" for value in range(2, 13)
    ]
    eight = person.ok("moves", "few.toml", "take", "8", "--json").json["orders"]
    assert eight == person.ok("moves", "few.toml", "nehmen", "8", "--json").json["orders"]
    takes: list[Any] = [parse(order)[0].order for order in eight]
    assert {take.first.face + take.second.face for take in takes} == {8}
    assert person.ok("moves", "few.toml", "take", "1", "--json").json["orders"] == []
    ones = person.ok("moves", "few.toml", "take", "1", "3", "--json").json["orders"]
    assert all(order.startswith("take 1 3") for order in ones)
    after = ("moves", "few.toml", "-c", "take 1 3 to 2")
    assert "you have no councillor" in person.ok(*after, "buy", "mint").out
    assert "needs 4 or 10" in person.ok(*after, "desk").out
    effects = person.ok(*after, "--effect", "--json").json["effects"]
    prices = {each["order"]: each["price"] for each in effects}
    assert prices["headman coin"] == {"time": 1, "coins": 0, "goods": 0}


# --- options ------------------------------------------------------------------------------------------------


def test_a_cards_file_goes_whole_into_the_save(tmp_path: Path) -> None:
    """VILLAGE 1.5, FORMATS 4: an owner of the game corrects what is reconstructed."""
    cards = standard_text().replace("revision = 1", "revision = 2", 1)
    assert cards != standard_text()
    tmp_path.joinpath("alice").mkdir()
    tmp_path.joinpath("alice", "mine.toml").write_text(cards, encoding="utf-8")
    alice, _ = seated(tmp_path, "--cards", "mine.toml", "--rounds", "3")
    game = tomllib.loads(alice.save.read_text(encoding="utf-8"))["game"]
    assert game["cards"]["revision"] == 2
    assert game["rounds"] == 3
    assert game["cards"] == {**tomllib.loads(cards)}


@pytest.mark.parametrize(
    ("old", "new", "sentence"),
    [
        ('id = "k01"', 'id = "k02"', "2 cards have the ID k02"),
        ("clouds = { count = 10", "clouds = { count = 1", "board: clouds: count"),
        (
            'places = 3, prestige = 2, mark = "partly"',
            'places = 3, prestige = 2, mark = "printed"',
            "square row 1",
        ),
        ("[[", "[", "mine.toml"),
    ],
)
def test_a_cards_file_that_cannot_be_is_refused(old: str, new: str, sentence: str, tmp_path: Path) -> None:
    """VILLAGE 18, FORMATS 1: what is wrong and where; nothing is written."""
    alice = Person("alice", tmp_path)
    alice.ok("keygen", "alice")
    assert old in standard_text()
    (tmp_path / "mine.toml").write_text(standard_text().replace(old, new, 1), encoding="utf-8")
    line = alice.fails(
        5, "new", "game.khronos", "--game", GAME, "--seats", "2", "--colour", "red", "--cards", "mine.toml"
    )
    assert "mine.toml" in line
    assert sentence in line
    assert not alice.save.exists()


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        (["--cards", "none"], "no set of cards called 'none'"),
        (["--rounds", "-1"], "the number of rounds cannot be -1"),
        (["--rounds", "1000"], "the number of rounds cannot be 1000"),
        (["--seats", "5"], "5 seats"),
        (["--seats", "1"], "1 seat"),
        (["--colour", "white"], "there is no colour 'white'"),
        (["--edition", "1"], "no option --edition"),
        (["--map", "valley"], "no option --map"),
        (["--rolls", "some"], 'rolls = "all"'),
    ],
)
def test_a_game_that_cannot_be_is_not_begun(options: list[str], sentence: str, tmp_path: Path) -> None:
    alice = Person("alice", tmp_path)
    alice.ok("keygen", "alice")
    new = ["new", "game.khronos", "--game", GAME, "--seats", "2", "--colour", "red"]
    assert sentence in alice.fails(2, *new, *options)
    assert not alice.save.exists()


# --- set-up positions ---------------------------------------------------------------------------------------


FEW = """
game = "my-village"
results = ["k03", "k07", "k11", "k20", "k24", "k29", "m02", "m04", "m08",
           "1", "3", "4", "4", "5", "6", "6", "6", "2", "2", "5", "k12"]
[[player]]
colour = "red"
[[player]]
colour = "green"
"""


def test_a_position_is_tried_with_its_results(tmp_path: Path) -> None:
    """VILLAGE 15.2: first what is left out, in the order of 12.1, then what follows; a seed does the rest."""
    person = Person("alice", tmp_path)
    (tmp_path / "few.toml").write_text(FEW, encoding="utf-8")
    data = person.ok("try", "few.toml", "--json").json["position"]
    assert data["zone"] == ["k03", "k07", "k11", "k20", "k24", "k29"]
    assert data["pool"] == ["1", "3", "4", "4", "5", "6", "6", "6", "b2", "b2", "b5"]
    assert data["results"] == ["k12"]
    done = person.ok("try", "few.toml", "-c", "take 4 6; desk k03; end", "--json").json["position"]
    assert done["zone"] == ["k07", "k11", "k12", "k20", "k24", "k29"]
    assert (done["results"], done["active"]) == ([], "green")
    line = person.fails(3, "try", "few.toml", "-c", "take 4 6; hand; end")
    assert line.startswith("khronos: 1:11: 'hand': ")
    (tmp_path / "few.toml").write_text(FEW.replace('"k12"', '"k03"'), encoding="utf-8")
    assert "cannot have the result 'k03'" in person.fails(
        5, "try", "few.toml", "-c", "take 4 6; desk k03; end"
    )


def test_a_seed_decides_the_rest(tmp_path: Path) -> None:
    person = Person("alice", tmp_path)
    players = FEW[FEW.index("[[player]]") :]
    (tmp_path / "bare.toml").write_text(f'game = "my-village"\n{players}', encoding="utf-8")
    found = [
        person.ok("try", "bare.toml", "--seed", seed, "--json").json["position"]["pool"]
        for seed in ("1", "1", "2")
    ]
    assert found[0] == found[1] != found[2]
    first = person.ok("try", "bare.toml", "--json").json["position"]["pool"]
    moves = person.ok("moves", "bare.toml", "--json").json["orders"]
    assert {word for word in moves[0].split()[1:3] if word != "to"} <= set(first)


def test_an_open_choice_is_written_into_a_position(tmp_path: Path) -> None:
    """VILLAGE 15: unlike those of other games, these positions have a form for it."""
    person = Person("alice", tmp_path)
    (asked,) = [case for case in all_cases() if case.name == "19_19_sanatorium: asked"]
    (tmp_path / "asked.toml").write_text(position_toml(position_to_data(asked.position)), encoding="utf-8")
    orders = ("-c", asked.data["orders"], "--seed", "1")
    tried = ("try", "asked.toml", *orders, "-o", "out.toml", "--json")
    (tmp_path / "asked.toml").write_text(
        position_toml({**position_to_data(asked.position), "results": ["6"]}), encoding="utf-8"
    )
    pending = person.ok(*tried).json["pending"]
    assert pending == {
        "kind": "sanatorium", "player": "blue", "board": "", "card": "", "options": ["yes", "no"]
    }  # fmt: skip
    assert person.ok("moves", "out.toml").out == "sanatorium yes\nsanatorium no\n"
    answered = person.ok("try", "out.toml", "-c", "sanatorium yes", "--json").json
    assert answered["position"]["player"][1]["sheltered"] == 1


def test_what_the_table_refuses_cites_this_game(played: Group, tmp_path: Path) -> None:
    """Not the rules of another."""
    person = Person(NAMES[0], tmp_path)
    person.save.write_bytes(played.save.read_bytes())
    person.ok("keygen", NAMES[0])
    new = ["new", "x.khronos", "--game", GAME, "--colour"]
    line = person.fails(2, *new, "white", "--seats", "2")
    assert line == "khronos: there is no colour 'white' — choose from red, yellow, green, blue\n"
    assert "(VILLAGE 1.1)" in person.fails(2, *new, "red", "--seats", "7")
    over = Person(NAMES[1], tmp_path / "over")
    shutil.copytree(played.home(NAMES[1]), over.home)
    over.save.write_bytes(played.save.read_bytes())
    assert "VILLAGE" not in over.fails(4, "moves", "game.khronos")
    assert over.run("moves", "game.khronos", "--json").json["rule"] == "VILLAGE 10.1"
    (tmp_path / "few.toml").write_text(FEW, encoding="utf-8")
    assert "VILLAGE 3.4" in person.fails(3, "try", "few.toml", "-c", "end")


def test_an_open_choice_is_told_without_a_board() -> None:
    said = open_choice_message("blue", Choice("sanatorium", 1, "", ("yes", "no"), ""))
    assert said == 'blue has to choose: "sanatorium yes" or "sanatorium no"'
