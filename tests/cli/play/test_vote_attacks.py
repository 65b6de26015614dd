"""Attacks on votes by files and commands: each ends in the right name, or in nothing (DECK 9.2 to 9.6)."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import combinations
from pathlib import Path

import pytest

from khronos_pbem.engine.digests import encode_bytes
from khronos_pbem.home.keyring import make_identity
from khronos_pbem.record.save import parse_save
from khronos_pbem.session.commands import write_save
from khronos_pbem.session.replay import departures
from khronos_pbem.session.replay.table import waiting_without_votes
from tests.support.playing import COLOURS, NAMES, Group
from tests.support.shell import Person
from tests.support.voters import (
    Player,
    begun_in,
    colour_of,
    decided,
    order,
    order_of,
    pay,
    players_of,
    status,
    twin_of,
    without,
)


@contextmanager
def another_program() -> Iterator[None]:
    """What a cheat runs: it signs whatever its owner wants."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(departures, "_check_majority", lambda *_: None)
        patch.setattr(write_save, "check_safe_to_sign", lambda *_: None)
        yield


def kept(person: Person, name: str, data: bytes) -> Path:
    """A file that has come to somebody."""
    path = person.folder / f"{name}.khronos"
    path.write_bytes(data)
    return path


def nobody_is_accused(person: Person, *histories: bytes) -> None:
    """Of any two of these files nobody is proven a cheat."""
    for one, two in combinations(histories, 2):
        files = kept(person, "one", one).name, kept(person, "two", two).name
        assert person.ok("verify", *files, "--json").json["cheat"] is None, files


def test_votes_and_acks_signed_again_are_the_same_bytes(table: dict[str, Player]) -> None:
    """Another machine of the same player, another moment: no second roll or deck to choose from."""
    _, first, decider, colour = order(table)
    without(first, colour)
    for player, words in ((decider, ("vote", "game.khronos", "--without", colour)), (first, None)):
        twin = twin_of(player)
        (first if player is decider else decider).hand_to(player)
        player.hand_to(twin)
        for each in (player, twin):
            each.ok(*(words or ("assist", "game.khronos")))
        assert parse_save(twin.save.read_bytes()) == parse_save(player.save.read_bytes())
        shutil.rmtree(twin.folder)
        shutil.rmtree(twin.home)
    assert status(first)["votes"] is None


def heirs_of_four(folder: Path) -> tuple[dict[str, Player], dict[str, str]]:
    """A game of four in which everybody has named an heir, and what these are called by colour."""
    group, heirs = begun_in(folder, 4), dict[str, str]()
    while len(heirs) < 4:
        colour = COLOURS[NAMES.index(group.mover())]
        if colour not in heirs:
            key = make_identity(folder / "heirs", f"heir{len(heirs)}", None).public
            order = f"handover {encode_bytes(key)}"
        before = group.table().named_successors
        group.step(lambda *_, order=order: [order, "end"])
        if group.table().named_successors != before:
            heirs[colour] = f"heir{len(heirs)}"
    while status_of(group) != "turn":
        group.step()
    return players_of(group), heirs


def status_of(group: Group) -> str:
    """What the game of a group waits for."""
    now = waiting_without_votes(group.table())
    assert now is not None
    return now.need


def test_one_of_four_evicts_nobody_through_heirs(tmp_path: Path) -> None:
    """DECK 9.5: not with the heirs of all others, nor by a program of his own, and he is named."""
    table, heirs = heirs_of_four(tmp_path / "four")
    missing, *voters, colour = order_of(table)
    mallory, honest = voters[-1], voters[0]
    puppet = Person("heir", tmp_path / "heir")
    shutil.copytree(tmp_path / "four" / "heirs", puppet.home)
    mallory.hand_to(puppet)
    words = list[str]()
    for each in (missing, *voters[:-1]):
        seat = colour_of(table, each)
        made = puppet.ok("join", "game.khronos", "--as", heirs[seat], "--colour", seat, "--json").json
        words += ["--without", seat, "--for", f"{seat}={puppet.folder / made['offer']}"]
    before = mallory.save.read_bytes()
    told = mallory.fails(3, "vote", "game.khronos", *words)
    assert (
        "a vote is possible only if more players stay than leave; here 1 would stay and 3 would leave" in told
    )
    assert mallory.save.read_bytes() == before
    with another_program():
        mallory.ok("vote", "game.khronos", *words)
    came = kept(honest, "came", mallory.save.read_bytes())
    refused = honest.run("verify", came.name).err
    assert "a vote is possible only if more players stay than leave; here" in refused
    assert colour_of(table, mallory) in refused
    honest.run("receive", came.name)
    honest.ok("play" if honest is missing else "status", "game.khronos")
    assert status(honest)["seq"] == len(parse_save(before).blocks) - 1
    assert colour in [seat["colour"] for seat in status(honest)["seats"]]


def fallen_votes(table: dict[str, Player]) -> tuple[bytes, bytes, bytes]:
    """The base; the file with the vote, which fell; and the game several blocks later, which all have."""
    missing, first, decider, colour = order(table)
    base = first.save.read_bytes()
    without(first, colour)
    voted = first.save.read_bytes()
    missing.ok("play", "game.khronos", "-c", "end")
    missing.hand_to(first)
    pay(missing, first, decider)
    for player in (decider, first, missing):
        player.ok("play", "game.khronos", "-c", "end")
        for other in table.values():
            if other is not player:
                player.hand_to(other)
        pay(*table.values())
    for player in table.values():
        player.ok("status", "game.khronos")
    return base, voted, first.save.read_bytes()


def test_fallen_votes_do_not_come_alive_again(table: dict[str, Player]) -> None:
    """Many blocks later the decider finishes them: his own machine refuses; by another one he is named."""
    _, first, decider, colour = order(table)
    _, voted, newest = fallen_votes(table)
    kept(decider, "old", voted)
    for more in ((), ("--rewind",)):
        decider.fails(6, "vote", "old.khronos", "--without", colour, *more)
    twin = twin_of(decider)
    twin.save.write_bytes(voted)
    twin.ok("vote", "game.khronos", "--without", colour)
    came = kept(first, "came", twin.save.read_bytes())
    told = first.ok("receive", came.name).out
    assert "is no longer valid" in told
    assert f"{colour_of(table, decider)} signed two different blocks numbered 10" in told
    assert parse_save(first.save.read_bytes()) == parse_save(newest)
    kept(first, "newest", newest)
    found = first.ok("verify", "newest.khronos", came.name, "--json").json
    assert found["cheat"]["colour"] == colour_of(table, decider)
    assert found["stands"] == "newest.khronos"


def test_who_has_voted_and_played_on_is_no_cheat(table: dict[str, Player]) -> None:
    """DECK 9.6: a vote that finishes nothing binds nobody, whatever others make of it later."""
    missing, first, _, _ = order(table)
    base, voted, newest = fallen_votes(table)
    nobody_is_accused(missing, base, voted, newest)
    assert first.ok("verify", "game.khronos", "--json").json["valid"]


def test_letters_that_cross_accuse_nobody(table: dict[str, Player]) -> None:
    """The late block meets the finishing vote: the one who has seen both is asked, and chooses."""
    missing, first, decider, colour = order(table)
    base = first.save.read_bytes()
    missing.ok("play", "game.khronos", "-c", "end")
    late = missing.save.read_bytes()
    decided(first, decider, colour)
    finished = decider.save.read_bytes()
    kept(first, "late", late)
    decider.hand_to(first)
    first.ok("status", "game.khronos")
    asked = first.fails(6, "status", "late.khronos")
    assert "signed two" not in asked
    assert "khronos settle" in first.fails(6, "assist", "game.khronos")
    shown = first.run("settle", "game.khronos").out
    who = colour_of(table, decider)
    assert f"{colour} has played after all, but too late: {who} had already cast the deciding vote. " in shown
    assert "You should normally accept the vote with --take 1; khronos next then confirms it." in shown
    first.ok("settle", "game.khronos", "--take", "1")
    first.ok("assist", "game.khronos")
    final = first.save.read_bytes()
    nobody_is_accused(decider, base, late, finished, final)
    told = missing.ok("receive", str(first.save)).out
    assert f"the others have already continued without {colour}" in told


def test_who_saw_the_late_block_first_is_asked_as_well(table: dict[str, Player]) -> None:
    """Then the votes are the second history, and to take them acks with the next command."""
    missing, first, decider, colour = order(table)
    missing.ok("play", "game.khronos", "-c", "end")
    decided(first, decider, colour)
    missing.hand_to(first)
    first.ok("status", "game.khronos")
    kept(first, "finished", decider.save.read_bytes())
    first.fails(6, "status", "finished.khronos")
    assert (
        "You should normally accept the vote with --take 2; khronos next"
        in first.run("settle", "game.khronos").out
    )
    first.ok("settle", "game.khronos", "--take", "2", "-o", "taken.khronos")
    first.ok("assist", "taken.khronos")
    assert "  final" in first.ok("verify", "taken.khronos").out.splitlines()


def test_a_decider_who_goes_on_with_both_is_named(table: dict[str, Player]) -> None:
    """A finished run, and a block of the decider on the late one: whoever gets the second sees the proof."""
    missing, first, decider, colour = order(table)
    missing.ok("play", "game.khronos", "-c", "end")
    late = missing.save.read_bytes()
    decided(first, decider, colour)
    finished, twin = decider.save.read_bytes(), twin_of(decider)
    twin.save.write_bytes(late)
    pay_or_play(twin)
    kept(first, "finished", finished)
    kept(first, "twin", twin.save.read_bytes())
    first.ok("receive", "finished.khronos")
    told = first.ok("receive", "twin.khronos").out
    who = colour_of(table, decider)
    assert f"one of the remaining players has gone on playing with {colour}" in told
    assert f"{who} signed two different blocks numbered 10" in told
    proven = [parse_save(data).blocks[-1] for data in (finished, twin.save.read_bytes())]
    assert all(block.sig in told for block in proven)
    compared = first.ok("verify", "finished.khronos", "twin.khronos", "--json").json
    assert compared["cheat"]["colour"] == who
    assert sorted(compared["cheat"]["signatures"]) == sorted(block.sig for block in proven)


def pay_or_play(player: Person) -> None:
    """The block that is awaited of somebody, who does not know what else he has signed."""
    need = status(player)["waiting_for"]["for"]
    player.ok(*(["assist", "game.khronos"] if need == "assist" else ["play", "game.khronos", "-c", "end"]))


def test_a_machine_does_not_sign_what_would_make_its_owner_a_cheat(table: dict[str, Player]) -> None:
    """DECK 9.6: behind his own finishing vote no block on the late one; `settle` does not change that."""
    missing, first, decider, colour = order(table)
    missing.ok("play", "game.khronos", "-c", "end")
    decided(first, decider, colour)
    kept(decider, "late", missing.save.read_bytes())
    decider.run("status", "late.khronos")
    decider.run("settle", "late.khronos", "--take", "2")
    line = decider.fails(6, "play", "late.khronos", "-c", "end", "--rewind")
    assert "signing a second version would count as proof of cheating, so nothing was signed" in line


def test_who_has_gone_on_votes_there_no_more(table: dict[str, Player]) -> None:
    """DECK 9.2: with any binding block behind the base, in whatever history, `--rewind` or not."""
    missing, first, decider, colour = order(table)
    base = decider.save.read_bytes()
    missing.ok("play", "game.khronos", "-c", "end")
    missing.hand_to(decider)
    pay(missing, decider, first)
    pay_or_play(decider)
    without(first_again := twin_with(first, base), colour)
    kept(decider, "votes", first_again.save.read_bytes())
    line = decider.fails(6, "vote", "votes.khronos", "--without", colour, "--rewind")
    assert "so you can no longer vote in this one" in line


def twin_with(player: Player, data: bytes) -> Player:
    """Another machine of a player, with this file."""
    twin = twin_of(player)
    twin.save.write_bytes(data)
    return twin


def test_a_newcomer_joins_no_open_votes(table: dict[str, Player], tmp_path: Path) -> None:
    """What he types makes an offer for the base, and no block; the votes go on as if he were not there."""
    _, first, decider, colour = order(table)
    without(first, colour)
    dave = Person("dave", tmp_path / "dave")
    dave.ok("keygen", "dave")
    first.hand_to(dave)
    before = dave.save.read_bytes()
    made = dave.ok("join", "game.khronos", "--colour", colour, "--json").json
    assert dave.save.read_bytes() == before
    first.hand_to(decider)
    line = decider.fails(2, "vote", "game.khronos", "--without", colour, "--for", f"{colour}={made['key']}x")
    assert "no offer" in line
    without(decider, colour)
    decider.hand_to(first)
    first.ok("assist", "game.khronos")
    assert "dave" not in [seat["name"] for seat in status(first)["seats"]]
    assert first.ok("verify", "game.khronos", "--json").json["valid"]
