"""`solo` and `bot`: games against the program, bots by mail, and what they say of themselves."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

import pytest

from khronos_pbem.engine.features.bots import CandidateTurn, SearchSettings, Strength
from khronos_pbem.games.khronos.bots.players import KhronosBots
from khronos_pbem.record.save import parse_save
from tests.support.chance import without_chance
from tests.support.shell import Person


@pytest.fixture(scope="module")
def begun(tmp_path_factory: pytest.TempPathFactory) -> Person:
    """Somebody with a solo game against one easy bot, at his first turn or his first choice."""
    arthur = Person("arthur", tmp_path_factory.mktemp("begun"))
    with without_chance("a solo game"):
        arthur.ok("keygen", "arthur")
        arthur.ok("solo", "game.khronos", "--opponents", "1", "--strength", "easy", "--seed", "7")
    return arthur


@pytest.fixture
def arthur(begun: Person, tmp_path: Path) -> Person:
    """The same in a folder of his own."""
    shutil.copytree(begun.folder, tmp_path / "arthur")
    return Person("arthur", tmp_path / "arthur")


def status(person: Person) -> Any:
    return person.ok("status", "game.khronos", "--json").json


def head_of(person: Person) -> str:
    return str(status(person)["head"])


def test_one_command_and_it_is_your_turn(arthur: Person) -> None:
    found = status(arthur)
    assert found["waiting_for"]["colour"] == found["mine"]["colour"] == "red"
    assert [(seat["name"], seat["bot"]) for seat in found["seats"]] == [("arthur", None), ("marvin", "easy")]
    assert "VALID" in arthur.ok("verify", "game.khronos").out


def test_your_orders_and_their_answers(arthur: Person) -> None:
    """One command plays a turn, shows what the bots do, and asks for the next; nothing is to be sent."""
    said = arthur.ok("play", "game.khronos", "-c", "end").out
    assert "blue (marvin, easy bot), " in said
    assert said.rstrip().endswith("To list the possible orders: khronos moves game.khronos")
    assert "Type: khronos play game.khronos -c" in said
    assert "--send" not in said
    assert status(arthur)["waiting_for"]["colour"] == "red"
    done = arthur.ok("play", "game.khronos", "-c", "end", "--json").json
    assert done["waiting_for"]["colour"] == "blue"
    assert {block["bot"] for block in done["answers"] if block["colour"] == "blue"} == {"easy"}
    assert done["now"]["waiting_for"]["colour"] == "red"


@pytest.mark.parametrize(("game", "hands"), [("khronos", True), ("my-village", False)])
def test_hands_are_spoken_of_where_there_are_any(game: str, hands: bool, tmp_path: Path) -> None:
    """VILLAGE 1.1: nothing in My Village is hidden."""
    anna = Person("anna", tmp_path)
    anna.ok("keygen", "anna")
    begun = ("solo", "g.khronos", "--game", game, "--opponents", "1", "--strength", "easy")
    assert ("The bots' hands" in anna.ok(*begun).out) is hands


def test_it_ends_by_resigning(arthur: Person) -> None:
    assert (
        "The game is over. Blue (marvin, easy bot) won."
        in arthur.ok("play", "game.khronos", "-c", "resign").out
    )
    assert "khronos send" not in arthur.ok("inbox").out + arthur.ok("status", "game.khronos").out
    assert "khronos send" not in arthur.fails(4, "next")
    assert "The game is over" in arthur.fails(4, "solo", "game.khronos")
    assert "The game is over" in arthur.fails(4, "bot", "game.khronos", "--as", "marvin")
    assert "marvin, easy bot" in arthur.ok("verify", "game.khronos").out


def test_a_text_record_has_its_bots(arthur: Person) -> None:
    arthur.ok("play", "game.khronos", "-c", "end")
    arthur.ok("export", "game.khronos", "--record", "-o", "game.krec")
    text = (arthur.folder / "game.krec").read_text(encoding="utf-8")
    assert text.startswith('[Khronos "3"]\n')
    assert '[Seat "blue marvin"]\n[Bot "blue easy"]\n' in text
    assert "blue (marvin, easy bot)" in arthur.ok("show", "game.krec").out
    for wrong in ('[Bot "blue best"]', '[Bot "pink easy"]', '[Bot "blue easy"]\n[Bot "blue easy"]'):
        changed = text.replace('[Bot "blue easy"]', wrong)
        (arthur.folder / "wrong.krec").write_text(changed, encoding="utf-8")
        assert "wrong.krec" in arthur.fails(5, "show", "wrong.krec")


def test_a_bot_says_what_it_is_on_every_screen(arthur: Person) -> None:
    for command in ("status", "show", "next", "log", "verify"):
        assert "marvin, easy bot" in arthur.ok(command, "game.khronos").out, command
    assert "marvin (easy bot)" in arthur.ok("inbox").out
    arthur.ok("export", "game.khronos", "-o", "game.html", "--html")
    assert "marvin, easy bot" in (arthur.folder / "game.html").read_text(encoding="utf-8")
    assert arthur.ok("replay", "game.khronos", "--json").json["seats"][1]["bot"] == "easy"


def test_the_bots_use_no_name_that_is_asked_for(arthur: Person) -> None:
    """They are in the keyring, but beside the identities of people: nobody needs --as for them."""
    assert (arthur.home / "bots" / "marvin.toml").exists()
    assert "arthur" in arthur.ok("new", "other.khronos", "--colour", "red", "--seats", "2", "--json").out
    assert "marvin is a bot" in arthur.fails(2, "join", "other.khronos", "--as", "marvin", "--colour", "blue")


def test_without_an_identity_one_is_told_how_to_make_it(tmp_path: Path) -> None:
    nobody = Person("nobody", tmp_path)
    assert "you have no identity yet — create one: khronos keygen NAME" in nobody.fails(2, "solo")
    assert list(tmp_path.rglob("*.khronos")) == []


def test_what_a_game_that_is_there_cannot_become(arthur: Person) -> None:
    assert "already contains a game" in arthur.fails(2, "solo", "game.khronos", "--opponents", "3")
    told = arthur.fails(2, "solo", "game.khronos", "--strength", "strong")
    assert "marvin has already joined, and its strength is easy" in told
    sample = Path(__file__).parents[3] / "sample_games" / "two-players.khronos"
    assert "to start another game: khronos solo" in arthur.fails(4, "solo", str(sample))


# --- a bot by itself --------------------------------------------------------------------------------------


def test_a_human_sits_there(arthur: Person) -> None:
    told = arthur.fails(2, "bot", "game.khronos", "--as", "arthur")
    assert "arthur plays red as a human player, not as a bot" in told
    assert "play your turns yourself: khronos next game.khronos" in told


def test_nobody_plays_for_a_bot(arthur: Person) -> None:
    told = arthur.fails(2, "play", "game.khronos", "--as", "marvin", "-c", "end")
    assert "blue is played by a bot, so you cannot play that colour" in told


@pytest.mark.parametrize(
    ("options", "told"),
    [
        (["--strength", "godlike"], "there is no strength called 'godlike'"),
        (["--strength", ""], "there is no strength called ''"),
        (["--think", "0"], "--think does not accept 0"),
        (["--think", "-1"], "--think does not accept -1"),
        (["--think", "nan"], "--think does not accept nan"),
        (["--think", "inf"], "--think does not accept inf"),
    ],
)
@pytest.mark.parametrize("command", ["solo", "bot"])
def test_a_bot_that_cannot_be(arthur: Person, command: str, options: list[str], told: str) -> None:
    assert told in arthur.fails(2, command, "game.khronos", *options)


def test_a_bot_that_is_not_there(arthur: Person) -> None:
    assert "you have no identity called zaphod" in arthur.fails(2, "bot", "game.khronos", "--as", "zaphod")


def test_somebody_elses_turn(arthur: Person) -> None:
    told = arthur.fails(4, "bot", "game.khronos", "--as", "marvin")
    assert "the game is not waiting for marvin" in told
    assert "waiting for red (arthur): a turn" in told


def test_a_bot_without_a_seat_has_to_name_the_one_that_it_offers_to_play(arthur: Person) -> None:
    """DECK 9.4: all seats are taken, so that it can but offer to take one over."""
    arthur.ok("keygen", "ford")
    assert "you have not chosen a colour" in arthur.fails(2, "bot", "game.khronos", "--as", "ford")


class _Broken(KhronosBots):
    def turns(self, view: Any, seat: int, thinking: SearchSettings) -> list[CandidateTurn[Any]]:
        raise RecursionError("a bug")


class _Wrong(KhronosBots):
    def turns(self, view: Any, seat: int, thinking: SearchSettings) -> list[CandidateTurn[Any]]:
        return []


@pytest.mark.parametrize(("bots", "name"), [(_Broken, "RecursionError"), (_Wrong, "IndexError")])
def test_a_mistake_in_a_bot_is_told_as_one(
    arthur: Person, monkeypatch: pytest.MonkeyPatch, bots: type[KhronosBots], name: str
) -> None:
    """The own turn stands, the bot's is not half-written, and once it is mended the game goes on."""
    with monkeypatch.context() as wrong:
        wrong.setattr(KhronosBots, "turns", bots.turns)
        done = arthur.run("play", "game.khronos", "-c", "end")
        assert done.code == 2
        assert done.err.count("\n") == 1
        assert (
            f"the easy bot for the game khronos failed on blue's turn: {name} — nothing was written"
            in done.err
        )
        as_json = arthur.run("solo", "game.khronos", "--json")
        assert as_json.code == 2
        assert name in as_json.json["problem"]["error"]
    assert status(arthur)["waiting_for"]["colour"] == "blue"
    arthur.ok("solo", "game.khronos")
    assert status(arthur)["waiting_for"]["colour"] == "red"


@pytest.mark.parametrize(("words", "seconds"), [((), 30), (("--think", "0.05"), 0.05)])
def test_an_expert_plays_and_thinks_for_half_a_minute(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, words: tuple[str, ...], seconds: float
) -> None:
    """Unless its player says otherwise; without this the others think for three seconds."""
    asked, turns = list[SearchSettings](), KhronosBots.turns

    def hurry(self: KhronosBots, view: Any, seat: int, thinking: SearchSettings) -> Any:
        asked.append(thinking)
        return turns(self, view, seat, thinking._replace(seconds=0.01))

    monkeypatch.setattr(KhronosBots, "turns", hurry)
    anna = Person("anna", tmp_path)
    anna.ok("keygen", "anna")
    anna.ok("solo", "game.khronos", "--opponents", "1", "--strength", "expert", *words)
    assert anna.ok("play", "game.khronos", "-c", "end").out.count("expert bot") > 0
    assert {(each.strength, each.seconds) for each in asked} == {(Strength.EXPERT, seconds)}
    anna.ok("export", "game.khronos", "--record", "-o", "game.krec")
    assert "marvin, expert bot" in anna.ok("show", "game.krec").out
    assert [each.default_seconds for each in Strength] == [3, 3, 3, 30]


# --- never two blocks on one state ------------------------------------------------------------------------


def blocks_of(path: Path) -> Any:
    return parse_save(path.read_bytes()).blocks


def test_an_older_copy_goes_nowhere(arthur: Person) -> None:
    shutil.copy(arthur.save, arthur.folder / "old.khronos")
    arthur.ok("play", "game.khronos", "-c", "end")
    older = "this file is older than the newest version you have seen"
    assert older in arthur.fails(6, "solo", "old.khronos")
    assert older in arthur.fails(6, "bot", "old.khronos", "--as", "marvin")


def test_a_bot_that_was_stopped_signs_the_same_block(arthur: Person) -> None:
    """Its block was remembered, and never came into the file; whatever it would think of now."""
    arthur.ok("play", "game.khronos", "-c", "end")
    whole, text = blocks_of(arthur.save), arthur.save.read_text(encoding="utf-8")
    arthur.save.write_text(text[: text.rindex("\n[[block]]")], encoding="utf-8")
    arthur.ok("solo", "game.khronos", "--think", "9", "--seed", "99")
    assert blocks_of(arthur.save) == whole


def test_going_back_behind_a_bot_gives_its_block_again(arthur: Person) -> None:
    """By --rewind a person forks his own game, if he wants to; on the same state a bot does the same."""
    shutil.copy(arthur.save, arthur.folder / "old.khronos")
    arthur.ok("play", "game.khronos", "-c", "end")
    first = blocks_of(arthur.save)
    arthur.ok("play", "old.khronos", "-c", "end", "--rewind")
    assert blocks_of(arthur.folder / "old.khronos")[: len(first)] == first


def test_the_documents_are_one_each(arthur: Person) -> None:
    found = json.loads(arthur.ok("solo", "game.khronos", "--json").out)
    assert found["answers"] == []
    assert found["now"]["waiting_for"]["colour"] == "red"
    assert found["mine"]["colour"] == "red"


def test_a_turn_is_taken_back_with_what_the_bots_did(arthur: Person) -> None:
    """Nobody else can have it; the same orders give the same blocks again, of the bots too."""
    before = arthur.save.read_bytes()
    arthur.ok("play", "game.khronos", "-c", 'message "well"; end')
    played = blocks_of(arthur.save)
    said = arthur.ok("undo", "game.khronos", "--not-sent").out
    assert 'message "well"; end' in said.splitlines()[0]
    assert "also took back all later blocks, up to block" in said
    assert blocks_of(arthur.save) == parse_save(before).blocks
    arthur.ok("play", "game.khronos", "-c", 'message "oh"; end')
    other = blocks_of(arthur.save)
    assert other != played
    assert all(one == each for one in other for each in played if one.seat == 1 and one.prev == each.prev)
    arthur.ok("undo", "game.khronos", "--not-sent")
    arthur.ok("play", "game.khronos", "-c", 'message "well"; end')
    assert blocks_of(arthur.save) == played


# --- by mail ----------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def mailed(tmp_path_factory: pytest.TempPathFactory) -> tuple[Person, Person]:
    """Two people, and a free seat in their game; alice keeps a bot that is called marvin."""
    folder = tmp_path_factory.mktemp("mailed")
    alice, bob = Person("alice", folder / "alice"), Person("bob", folder / "bob")
    with without_chance("a game with a bot"):
        alice.ok("keygen", "alice")
        alice.ok("keygen", "marvin", "--bot")
        bob.ok("keygen", "bob")
        alice.ok("new", "game.khronos", "--colour", "red", "--seats", "3")
    alice.hand_to(bob)
    bob.ok("join", "game.khronos", "--colour", "blue")
    bob.hand_to(alice)
    return alice, bob


@pytest.fixture
def people(mailed: tuple[Person, Person], tmp_path: Path) -> tuple[Person, Person]:
    """The same in folders of their own."""
    return tuple(  # type: ignore[return-value]
        Person(each.name, Path(shutil.copytree(each.folder, tmp_path / each.name))) for each in mailed
    )


BLOCKS = {"assist": ("assist", "game.khronos"), "turn": ("play", "game.khronos", "-c", "end")}


def test_two_people_and_a_bot(people: tuple[Person, Person]) -> None:
    """The bot takes a seat, pays and plays, each time its keeper lets it; in the record it is a bot."""
    alice, bob = people
    said = alice.ok("bot", "game.khronos", "--as", "marvin", "--strength", "easy").out
    assert "takes seat 3 as green" in said
    acted = set()
    for _ in range(12):
        now = status(alice)["waiting_for"]
        acted.add((now["colour"], now["for"]))
        if now["colour"] == "green":
            assert "Type: khronos bot game.khronos" in alice.ok("status", "game.khronos").out
            assert alice.ok("bot", "game.khronos", "--json").json["answers"][0]["bot"] == "easy"
            if now["for"] == "turn":
                break
        else:
            mover = alice if now["colour"] == "red" else bob
            alice.hand_to(bob)
            mover.ok(*BLOCKS[now["for"]])
            if mover is bob:
                bob.hand_to(alice)
    assert ("green", "turn") in acted
    alice.hand_to(bob)
    assert "marvin, easy bot" in bob.ok("show", "game.khronos").out
    assert "no identity called marvin" in bob.fails(2, "bot", "game.khronos", "--as", "marvin")


def before_the_bot(alice: Person, bob: Person) -> None:
    """A game in which the bot sits next to alice, who has just acted, and is awaited."""
    alice.save.unlink()
    with without_chance("a bot beside its keeper"):
        alice.ok("new", "game.khronos", "--colour", "red", "--seats", "3")
        alice.ok("bot", "game.khronos", "--as", "marvin", "--strength", "easy")
    alice.hand_to(bob)
    bob.ok("join", "game.khronos", "--colour", "green")
    bob.hand_to(alice)
    for _ in range(12):
        now = status(alice)["waiting_for"]
        mover = bob if now["colour"] == "green" else alice
        alice.hand_to(bob)
        mover.ok(*(("bot", "game.khronos") if now["colour"] == "blue" else BLOCKS[now["for"]]))
        if mover is bob:
            bob.hand_to(alice)
        if (now["colour"], status(alice)["waiting_for"]["colour"]) == ("red", "blue"):
            return
    raise AssertionError("alice never acts before her bot")


def test_what_a_bot_has_gone_on_from_stands_where_others_play(people: tuple[Person, Person]) -> None:
    """Its keeper could read what the bot has opened; even once the bot's own block is taken back."""
    alice, bob = people
    before_the_bot(alice, bob)
    before = blocks_of(alice.save)
    alice.ok("bot", "game.khronos")
    after = blocks_of(alice.save)
    line = alice.fails(4, "undo", "game.khronos", "--not-sent")
    assert "you can no longer take your block back: your bot marvin has already played after it" in line
    assert blocks_of(alice.save) == after
    for _ in after[len(before) :]:
        alice.ok("undo", "game.khronos", "--as", "marvin", "--not-sent")
    assert blocks_of(alice.save) == before
    line = alice.fails(4, "undo", "game.khronos", "--not-sent")
    assert "you can no longer take this block back: it may already have left this computer" in line


def test_a_folder_in_which_a_bot_plays_by_itself(people: tuple[Person, Person]) -> None:
    alice, _ = people
    out = alice.ok("watch", ".", "--bot", "marvin=steady", "--once").out
    assert "game.khronos: green (marvin, steady bot): takes seat 3 as green" in out
    assert [seat["bot"] for seat in status(alice)["seats"]] == [None, None, "steady"]
    alice.ok("watch", ".", "--bot", "marvin=strong", "--once")
    assert status(alice)["seats"][2]["bot"] == "steady"


def test_the_daily_round_lets_it_play(people: tuple[Person, Person]) -> None:
    alice, _ = people
    alice.ok("receive", "game.khronos", "--bot", "marvin=easy", "--as", "alice")
    found = alice.run("next", "--bot", "marvin=easy", "--json")
    assert found.code in {0, 4}
    assert "marvin (easy bot)" in alice.ok("inbox").out


@pytest.mark.parametrize(
    ("word", "told"),
    [
        ("marvin", "--bot does not accept 'marvin'"),
        ("marvin=", "there is no strength called ''"),
        ("=easy", "'' cannot be used as a name"),
        ("zaphod=easy", "you have no identity called zaphod"),
        ("marvin=best", "there is no strength called 'best'"),
    ],
)
@pytest.mark.parametrize("command", [["watch", "."], ["next"], ["receive", "game.khronos"]])
def test_a_bot_that_cannot_be_let_play(
    people: tuple[Person, Person], command: list[str], word: str, told: str
) -> None:
    assert told in people[0].fails(2, *command, "--bot", word)


def test_a_vote_of_ones_own_is_taken_back_by_itself(arthur: Person, tmp_path: Path) -> None:
    """And no turn before it: among people and bots of one's own (DECK 9.2)."""
    ford = Person("ford", tmp_path / "ford")
    with without_chance("three, and one does not come"):
        ford.ok("keygen", "ford")
        arthur.ok("new", "three.khronos", "--seats", "3", "--colour", "red")
        shutil.copy(arthur.folder / "three.khronos", ford.save)
        ford.ok("join", "game.khronos", "--colour", "green")
        shutil.copy(ford.save, arthur.folder / "three.khronos")
        arthur.ok("bot", "three.khronos", "--as", "marvin", "--strength", "easy")
        arthur.ok("assist", "three.khronos")
        shutil.copy(arthur.folder / "three.khronos", ford.save)
        ford.ok("assist", "game.khronos")
    shutil.copy(ford.save, arthur.folder / "three.khronos")
    while (now := arthur.ok("status", "three.khronos", "--json").json["waiting_for"])["colour"] != "green":
        orders = (
            ("play", "three.khronos", "-c", "end") if now["colour"] == "red" else ("bot", "three.khronos")
        )
        arthur.ok(*orders)
    assert now["for"] == "turn"
    vote = ("vote", "three.khronos", "--without", "green")
    seq = arthur.ok(*vote, "--json").json["seq"]
    taken = arthur.ok("undo", "three.khronos", "--not-sent", "--json").json
    assert (taken["kind"], taken["seq"]) == ("vote", seq)
    arthur.ok(*vote)
    arthur.ok(*vote, "--as", "marvin")
    told = arthur.fails(4, "undo", "three.khronos", "--not-sent")
    assert "your bot marvin has already played after it" in told
    bound = arthur.fails(4, "undo", "three.khronos", "--not-sent", "--as", "marvin")
    assert "you cannot take this block back, even if you have not sent it yet" in bound
    refused = arthur.run("undo", "three.khronos", "--not-sent", "--as", "marvin", "--json")
    assert (refused.code, refused.json["rule"]) == (4, "DECK 9.2")
