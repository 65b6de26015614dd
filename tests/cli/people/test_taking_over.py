"""Offers, heirs and new keys: how a seat goes to somebody else, typed and read (DECK 9.4, 9.5)."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Any

import pytest

from khronos_pbem.cli.people import rekey
from khronos_pbem.home.keyring import load_identity
from khronos_pbem.languages import translator
from khronos_pbem.record.chain import offer_digest
from khronos_pbem.record.offers import parse_offer_file, write_offer
from khronos_pbem.record.save import parse_save
from khronos_pbem.session.commands.rekey import SuccessorStatus
from tests.support.playing import NAMES
from tests.support.shell import Person
from tests.support.voters import (
    Player,
    begun_in,
    colour_of,
    decided,
    gone,
    order,
    pay,
    players_of,
    status,
    without,
)


def offered(person: Person, holder: Person, colour: str, *more: str) -> Path:
    """The file in which somebody without a seat offers to take this colour over."""
    if person is not holder:
        holder.hand_to(person)
    facts = person.ok("join", "game.khronos", "--colour", colour, "--json", *more).json
    return person.folder / str(facts["offer"])


def newcomer(tmp_path: Path, name: str = "sarah") -> Person:
    """Somebody who has no seat."""
    person = Person(name, tmp_path / name)
    person.ok("keygen", name)
    return person


def as_word(colour: str, offer: Path) -> tuple[str, str]:
    """What a voter types for this offer."""
    return "--for", f"{colour}={offer}"


def test_a_successor_offers_himself_and_sees_the_game(table: dict[str, Player], tmp_path: Path) -> None:
    """DECK 9.4: a file of his own; with the last ack the seat is his, without a join, with money and land."""
    missing, first, decider, colour = order(table)
    sarah = newcomer(tmp_path)
    offer = offered(sarah, first, colour)
    assert offer.read_text().startswith(
        "# sarah offers to take over a seat in Ours. Send this file to all players of the game.\n"
    )
    before = next(seat for seat in status(first)["seats"] if seat["colour"] == colour)
    decided(first, decider, colour, *as_word(colour, offer))
    assert status(decider)["votes"]["offers"][0]["name"] == "sarah"
    assert [seat["name"] for seat in status(decider)["seats"] if seat["colour"] == colour] == [missing.name]
    decider.hand_to(first)
    first.ok("assist", "game.khronos")
    first.hand_to(sarah)
    first.hand_to(missing)
    told = missing.ok("status", "game.khronos").out
    assert f"You ({colour}) have been out of this game since" in told
    assert "The others gave your seat to another player." in told
    facts = status(sarah)
    assert facts["mine"]["colour"] == colour
    (after,) = [seat for seat in facts["seats"] if seat["colour"] == colour]
    assert {**after, "name": before["name"]} == before
    assert sarah.ok("show", "game.khronos", "--at", "3", "--as", "sarah", "--json").json["mine"] is None
    for person in (sarah, missing, first):
        assert person.ok("verify", "game.khronos", "--json").json["valid"]
    line = missing.fails(2, "play", "game.khronos", "-c", "end")
    assert f"{colour}'s seat has been given to another player" in line
    pay(sarah, first, decider)
    assert status(sarah)["waiting_for"] == {"colour": colour, "for": "turn", "choice": None}
    assert len(status(sarah)["mine"]["hand"]) == 4
    sarah.ok("play", "game.khronos", "-c", "end")


def test_by_letters_alone(table: dict[str, Player], tmp_path: Path) -> None:
    """The offer goes to all who play; what is typed then stands in what was read before."""
    _, first, decider, colour = order(table)
    sarah, mail = newcomer(tmp_path), ("--send", "--config", "address=me@example.org")
    first.hand_to(sarah)
    for person in (first, decider, sarah):
        for name in (*NAMES[:3], "sarah"):
            if name != person.name:
                person.ok("contacts", "add", name, f"{name}@example.org")
        person.ok("receive", "game.khronos")
    made = sarah.ok("join", "ours", "--as", "sarah", "--colour", colour, *mail, "--json").json
    (letter,) = sarah.outbox.iterdir()
    text = letter.read_text()
    assert all(f"{name}@example.org" in text for name in NAMES[:3])
    told = first.ok("receive", str(letter)).out
    voting = f"All remaining players will vote, starting with {colour_of(table, first)}."
    assert f"{voting} To agree: {made['command']}" in told
    sent = first.ok(*made["command"].split()[1:], *mail, "--json").json["letter"]
    assert sent["to"] == f"{decider.name}@example.org"
    (letter,) = first.outbox.iterdir()
    text = letter.read_text().replace("=\n", "").replace("=3D", "=")
    command = next(line for line in text.splitlines() if line.startswith("khronos vote ours"))
    took = decider.ok("receive", str(letter))
    assert "sarah offers to take over a seat, with a public key you do not know" in took.err
    last = decider.ok(*command.split()[1:], *mail, "--json").json["letter"]
    assert last["to"] == f"{first.name}@example.org"
    first.ok("receive", last["file"])
    (acked,) = first.run("next", *mail, "--json").json["paid"]
    assert acked["letter"]["to"] == "sarah@example.org"
    sarah.ok("receive", acked["letter"]["file"])
    assert sarah.ok("status", "ours", "--json").json["mine"]["colour"] == colour


def test_an_offer_is_for_one_moment_of_one_game(table: dict[str, Player], tmp_path: Path) -> None:
    """DECK 9.4: made before the first vote, worth nothing on another base, in another game or for another."""
    missing, first, _, colour = order(table)
    sarah = newcomer(tmp_path)
    offer = offered(sarah, first, colour)
    other = colour_of(table, first)
    assert f"this offer is for {colour}" in first.fails(
        2, "vote", "game.khronos", "--without", colour, "--for", f"{other}={offer}"
    )
    again = offered(sarah, first, other)
    vote = ("vote", "game.khronos", "--without", colour)
    told = first.fails(3, *vote, *as_word(other, again))
    assert "the vote includes an offer for a seat that is not being voted on" in told
    twice = first.fails(3, *vote, *as_word(colour, offer), *as_word(colour, offer))
    assert "has already played in this game, or appears in two offers" in twice
    data = offer.read_bytes()
    for bad in (b"", data[:-40], data.replace(b'"sarah"', b'"sandy"'), data.replace(b"offer/1", b"offer/2")):
        (first.folder / "bad.offer").write_bytes(bad)
        assert first.run(*vote, "--for", f"{colour}=bad.offer").code in (2, 3, 5, 8)
    missing.ok("play", "game.khronos", "-c", "end")
    missing.hand_to(first)
    late = status(first)["waiting_for"]["colour"]
    line = first.run("vote", "game.khronos", "--without", late, *as_word(colour, offer)).err
    assert "this offer was made at a different point in the game" in line
    assert status(missing)["votes"] is None


def test_who_has_a_seat_offers_nothing(table: dict[str, Player]) -> None:
    """DECK 9.4: a key that offers itself never had a seat in the game."""
    missing, first, _, colour = order(table)
    told = first.fails(2, "join", "game.khronos", "--colour", colour)
    assert "the identity in this offer has already played in this game" in told
    assert not list(first.folder.glob("*.offer"))
    assert "nobody plays 'white'" in missing.fails(2, "join", "game.khronos", "--colour", "white")


def test_other_votes_may_begin_where_one_has_voted(table: dict[str, Player], tmp_path: Path) -> None:
    """One vote binds nobody: others stand beside it, and who votes on chooses (DECK 9.6)."""
    _, first, decider, colour = order(table)
    without(first, colour)
    first.ok("armor", "game.khronos")  # it has left
    first.hand_to(decider)
    decider.ok("status", "game.khronos")
    offer = offered(newcomer(tmp_path), first, colour)
    without(first, colour, *as_word(colour, offer))
    first.ok("armor", "game.khronos")
    shutil.copy(first.save, decider.folder / "other.khronos")
    decider.run("receive", "other.khronos")
    without(decider, colour, *as_word(colour, offer))
    votes = status(decider)["votes"]
    assert (votes["finished"], [each["name"] for each in votes["offers"]]) == (True, ["sarah"])
    assert decider.ok("verify", "game.khronos", "--json").json["valid"]


def test_an_heir_is_named_by_a_contact_or_an_own_identity(table: dict[str, Player]) -> None:
    missing, first, _, _ = order(table)
    key = first.ok("keygen", "friend", "--json").json["public"]
    assert "no name" not in missing.fails(3, "play", "game.khronos", "-c", "handover Sarah; end")
    listed = missing.ok("contacts", "add", "Sarah Miller", "sarah@example.org", "--key", key)
    assert "sarah@example.org" in listed.out
    (contact,) = missing.ok("contacts", "list", "--json").json["contacts"]
    assert contact["public"] == key
    assert [each["name"] for each in missing.ok("contacts", "list", "--json").json["mine"]] == [missing.name]
    checked = missing.ok("check", "game.khronos", "-c", 'transmettre "Sarah Miller"; end', "--json").json
    assert checked["orders"] == [f"handover {key}", "end"]
    lines = 'message "x"\rhandover Sarah Miller\u2028end'  # of an old Mac, of a text program
    assert missing.ok("check", "game.khronos", "-c", lines, "--json").json["orders"][1:] == checked["orders"]
    done = missing.ok("play", "game.khronos", "-c", "handover Sarah Miller; end", "--json").json
    assert done["orders"] == [f"handover {key}", "end"]
    assert key in missing.save.read_text()


def test_rekey_names_the_new_identity_with_the_next_block(table: dict[str, Player]) -> None:
    missing, first, decider, colour = order(table)
    missing.ok("receive", "game.khronos")
    key = missing.ok("keygen", "fresh", "--json").json["public"]
    (game,) = missing.ok("rekey", "fresh", "--as", missing.name, "--json").json["games"]
    assert (game["colour"], game["state"], game["now"]) == (colour, "next block", False)
    assert game["votes"] == [colour_of(table, first), colour_of(table, decider)]
    assert game["command"] == f"khronos vote ours --without {colour} --for {colour}={key}"
    assert (
        "your next block will name this identity as" in missing.ok("rekey", "fresh", "--as", missing.name).out
    )
    done = missing.ok("play", "ours", "-c", "end", "--as", missing.name, "--json").json
    assert done["orders"] == [f"handover {key}", "end"]
    (game,) = missing.ok("rekey", "fresh", "--as", missing.name, "--json").json["games"]
    assert game["state"] == "named"
    assert "When the game is waiting for" in missing.ok("rekey", "fresh", "--as", missing.name).out
    assert "will not name a replacement" in missing.ok("rekey", "--stop", "--as", missing.name).out
    missing.fails(2, "rekey", missing.name, "--as", missing.name)
    missing.fails(2, "rekey")


@pytest.fixture
def two(tmp_path: Path) -> dict[str, Player]:
    """Two players, of whom one has just named an heir of its own, `fresh`, and is awaited again."""
    players = players_of(begun_in(tmp_path / "two", 2))
    mover = players[status(players["red"])["waiting_for"]["colour"]]
    other = next(player for player in players.values() if player is not mover)
    key = mover.ok("keygen", "fresh", "--json").json["public"]
    mover.ok("play", "game.khronos", "-c", f"handover {key}; end", "--as", mover.name)
    mover.hand_to(other)
    mover.hand_to(other)
    other.ok("play", "game.khronos", "-c", "end")
    other.hand_to(mover)
    while (now := status(mover, "--as", mover.name)["waiting_for"])["for"] == "assist":
        payer = players[now["colour"]]
        (other if payer is mover else mover).hand_to(payer)
        payer.ok("assist", "game.khronos", "--as", payer.name)
        payer.hand_to(other if payer is mover else mover)
    return {"heir": mover, "other": other}


def test_with_two_players_the_heir_takes_the_seat_by_one_vote(two: dict[str, Player]) -> None:
    """DECK 9.5: final at once; `rekey --offer` makes the offer, which anybody may make by `join` too."""
    mover, other = two["heir"], two["other"]
    colour = status(mover, "--as", mover.name)["mine"]["colour"]
    made = mover.ok("rekey", "game.khronos", "--offer", "--as", "fresh", "--json").json
    assert made["colour"] == colour
    done = without(other, colour, *as_word(colour, mover.folder / made["offer"]))
    assert "confirm" not in done.out
    assert "  final" in other.ok("verify", "game.khronos").out.splitlines()
    other.hand_to(mover)
    assert status(mover, "--as", "fresh")["mine"]["colour"] == colour
    assert f"{colour}'s seat has been given" in mover.fails(
        2, "play", "game.khronos", "-c", "end", "--as", mover.name
    )


def test_with_two_players_nobody_else_gets_the_seat(two: dict[str, Player], tmp_path: Path) -> None:
    """DECK 9.5: the other one can bring in nobody of his own, and cannot go on alone."""
    mover, other = two["heir"], two["other"]
    colour = status(mover, "--as", mover.name)["mine"]["colour"]
    offer = offered(newcomer(tmp_path, "friend"), other, colour)
    before = other.save.read_bytes()
    for more in ((), as_word(colour, offer)):
        line = other.fails(3, "vote", "game.khronos", "--without", colour, *more)
        assert (
            "a vote is possible only if more players stay than leave; here 1 would stay and 1 would leave"
            in line
        )
    assert other.save.read_bytes() == before


def test_rekey_offers_only_as_an_heir(table: dict[str, Player]) -> None:
    _, first, _, _ = order(table)
    first.ok("keygen", "fresh")
    line = first.fails(2, "rekey", "game.khronos", "--offer", "--as", "fresh")
    assert "no player in this game has named fresh as their replacement" in line
    assert "you can still offer to take over a seat: khronos join game.khronos --colour COLOUR" in line


def test_a_bot_takes_over_the_seat_that_was_given_to_it(table: dict[str, Player]) -> None:
    """It offers itself as what it is; `watch --bot` pays and plays for it then (DECK 9.4)."""
    _, first, decider, colour = order(table)
    decider.ok("keygen", "marvin", "--bot")
    words = ("bot", "game.khronos", "--as", "marvin", "--strength", "easy", "--colour", colour, "--json")
    offer: Any = decider.ok(*words).json["offer"]
    decided(first, decider, colour, *as_word(colour, decider.folder / offer))
    decider.hand_to(first)
    first.ok("assist", "game.khronos")
    first.hand_to(decider)
    played = ""
    for _ in range(9):
        now = status(decider)["waiting_for"]
        if now["colour"] == colour:
            played += decider.ok("watch", ".", "--bot", "marvin=easy", "--once").out
            if now["for"] == "turn":
                break
            continue
        mover = table[now["colour"]]
        if mover is not decider:
            decider.hand_to(mover)
        mover.ok("assist", "game.khronos")
        if mover is not decider:
            mover.hand_to(decider)
    assert "(marvin, easy bot): " in played
    assert decider.ok("verify", "game.khronos", "--json").json["valid"]


def test_a_shared_folder_takes_an_offer_in(table: dict[str, Player], tmp_path: Path) -> None:
    """Whoever gets the file takes it in by `receive`, and names it by a name then."""
    _, first, decider, colour = order(table)
    offer = offered(newcomer(tmp_path), first, colour)
    for player in (first, decider):
        player.ok("receive", "game.khronos")
        told = player.ok("receive", str(offer)).out
        assert f"khronos vote ours --without {colour} --for {colour}=" in told
    gone(first, decider, colour, "--for", "sarah")
    assert [seat["name"] for seat in status(first)["seats"] if seat["colour"] == colour] == ["sarah"]
    assert parse_save(first.save.read_bytes()).blocks[-1].kind == "ack"


@pytest.mark.parametrize("behind", [False, True], ids=["of the newest block", "of another block"])
def test_an_offer_for_no_seat_is_refused(table: dict[str, Player], tmp_path: Path, behind: bool) -> None:
    """DECK 9.4: signed for this game, but for a seat that it lacks."""
    _, first, _, colour = order(table)
    sarah = newcomer(tmp_path)
    file = parse_offer_file(offered(sarah, first, colour).read_bytes())
    base = bytes(32) if behind else file.base
    bare = file.offer._replace(seat=4)
    sig = load_identity(sarah.home, "sarah", str).sign(offer_digest(bare, file.header, base))
    forged = first.folder / "forged.offer"
    text = write_offer(file._replace(base=base, offer=bare._replace(sig=sig)), "Ours")
    forged.write_text(text, encoding="utf-8")
    line = first.fails(5, "vote", "game.khronos", "--without", colour, *as_word(colour, forged))
    assert "the offer is for a seat that does not exist (DECK 9.4)" in line


@pytest.mark.parametrize("state", ["named", "unnamed"])
@pytest.mark.parametrize("now", [True, False])
def test_one_player_who_votes_is_told_as_one(state: str, now: bool) -> None:
    one, two = (
        translator("de")(
            rekey._ReplacementGame("Ours", Path("ours"), SuccessorStatus("red", state, voters, now)).line(
                "key"
            )
        )
        for voters in (("blue",), ("blue", "green"))
    )
    offer = "biete an, den Platz zu übernehmen: khronos rekey ours --offer --as key. "
    for line, voting in (
        (one, "Dann stimmt Blau ab"),
        (two, "Dann stimmen nacheinander ab: Blau, dann Grün"),
    ):
        assert line.lower().endswith(f"{offer}{voting}".lower())
