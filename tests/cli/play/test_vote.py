"""`vote`, offers, acks, `verify`: what people type and read (DECK 9.2 to 9.6)."""

from __future__ import annotations

import shutil
from email import message_from_bytes
from email.policy import default
from pathlib import Path

import pytest

from khronos_pbem.home.versions.newest_seen import undecided_versions
from khronos_pbem.languages import LANGUAGES
from khronos_pbem.library.watch_folder import FolderWatch
from khronos_pbem.record.save import parse_save
from khronos_pbem.session.commands.write_blocks import make_offer, play_turn
from khronos_pbem.session.context import Context
from khronos_pbem.session.replay.table import waiting
from tests.support.clocks import saw
from tests.support.playing import NAMES, Group, no_passphrase
from tests.support.shell import ROOT, Person
from tests.support.voters import (
    Player,
    Twin,
    colour_of,
    decided,
    gone,
    order,
    players_of,
    status,
    without,
)

# --- what is said -----------------------------------------------------------------------------------------


def test_since_when_a_seat_is_awaited_and_who_votes(table: dict[str, Player]) -> None:
    missing, first, decider, colour = order(table)
    said = first.ok("status", "game.khronos").out
    time = f"{colour}'s time ran out on 2026-11-08 19:39 (7 days, counted from 2026-11-01 19:39)"
    assert time in said
    command = f"khronos vote game.khronos --without {colour}"
    assert f"To continue without {colour}, start a vote: {command}" in said
    assert time in first.ok("show", "game.khronos").out
    assert "time ran out" not in first.ok("show", "game.khronos", "--at", "3").out
    name = next(seat for seat, each in table.items() if each == first)
    told = decider.ok("status", "game.khronos").out
    assert f"To continue without {colour}, {name} can start a vote: {command}" in told
    told = missing.ok("status", "game.khronos").out
    assert f"Your time is up: {name} can start a vote to continue without you" in told
    first.ok(*command.split()[1:])
    facts = status(first)
    assert facts["awaited"] == {
        "colour": colour,
        "since": "2026-11-01T19:39:00Z",
        "counted": "2026-11-01T19:39:00Z",
        "due": "2026-11-08T19:39:00Z",
    }
    votes = facts["votes"]
    assert (votes["without"], votes["offers"], votes["base"]) == ([colour], [], facts["seq"] - 1)
    assert votes["voted"] == [seat for seat, each in table.items() if each == first]
    assert votes["next"] == votes["decider"] == next(s for s, each in table.items() if each == decider)
    assert "has the deciding vote\n" in first.save.read_text().partition("format =")[0]
    assert "Your vote is next" not in first.ok("show", "game.khronos").out
    first.hand_to(decider)
    assert f"Your vote is next: khronos vote game.khronos --without {colour}" in (
        decider.ok("show", "game.khronos").out
    )
    first.hand_to(missing)
    last = next(seat for seat, each in table.items() if each == decider)
    still = f"You can still take your turn until {last} votes"
    assert still in missing.ok("status", "game.khronos").out
    missing.ok("play", "game.khronos", "-c", "end")


def test_next_and_remind_say_that_the_clock_has_run_out_and_what_follows(table: dict[str, Player]) -> None:
    """DECK 9.2: who may begin the vote reads the command, all others who it is; the late one reads so too."""
    missing, first, decider, colour = order(table)
    for player in table.values():
        player.ok("receive", "game.khronos")
    said = first.run("next")
    assert said.code == 4
    assert f"Ours: {colour}'s time ran out on 2026-11-08 19:39" in said.out
    assert (
        f"  to continue without {colour}, start a vote: khronos vote ours --without {colour} --send"
        in said.out
    )
    name = next(seat for seat, each in table.items() if each == first)
    assert f"  {name} can start a vote to continue without {colour}" in decider.run("next").out
    (row,) = first.run("next", "--json").json["waiting"]
    assert (row["overdue"], row["vote"]) == (True, f"khronos vote ours --without {colour} --send")
    (row,) = decider.run("next", "--json").json["waiting"]
    assert (row["overdue"], row["vote"]) == (True, None)
    told = missing.ok("next").out
    assert f"{colour}'s time ran out on 2026-11-08 19:39 (7 days, counted from 2026-11-01 19:39)" in told
    assert "Your time is up" in told
    reminded = first.ok("remind").out
    assert f"  {colour}'s time ran out on 2026-11-08 19:39" in reminded
    (line,) = [line for line in reminded.splitlines() if "khronos vote" in line]
    first.ok(*line.partition(": khronos ")[2].removesuffix(" --send").split())
    assert "time ran out" not in missing.ok("remind").out


def test_a_letter_says_until_when_and_which_vote_follows(table: dict[str, Player]) -> None:
    """The same letter whenever it is read; its command works once the letter is taken in."""
    _, first, _, colour = order(table)
    for name in NAMES[:3]:
        first.ok("contacts", "add", name, f"{name}@example.org")
    first.ok("send", "game.khronos", "--config", "address=me@example.org")
    (file,) = first.outbox.iterdir()
    mail = message_from_bytes(file.read_bytes(), policy=default)
    body = mail.get_body(("plain",))
    assert body is not None
    text = body.get_content()
    assert f"{colour} has until 2026-11-08 19:39" in text
    name = next(seat for seat, each in table.items() if each == first)
    command = f"khronos vote ours --without {colour}"
    who = name.capitalize()
    vote = f"After that, the others can vote to continue without {colour}. {who} votes first:"
    assert vote in " ".join(text.split())
    assert command in text.splitlines()
    first.ok("receive", "game.khronos")
    first.ok(*command.split()[1:])


def test_two_players_read_that_neither_can_vote(tmp_path: Path) -> None:
    group = Group(tmp_path, 2, 6)
    group.start("Duel", clock={"days": 7, "workdays": False})
    while (now := waiting(group.table())) is not None and now.need != "turn":
        group.step(lambda *_: ["end"])
    players = players_of(group)
    colour = status(players["red"])["waiting_for"]["colour"]
    other = next(player for seat, player in players.items() if seat != colour)
    said = other.ok("status", "game.khronos").out
    assert f"{colour}'s time ran out on" in said
    why = "a vote is possible only if more players stay than leave; here 1 would stay and 1 would leave"
    assert f"No vote is possible now: {why}" in said
    assert "khronos vote" not in said
    other.ok("receive", "game.khronos")
    assert "khronos vote" not in other.run("next").out


def test_who_was_voted_out_is_told_so_once(table: dict[str, Player]) -> None:
    missing, first, decider, colour = order(table)
    gone(first, decider, colour)
    missing.ok("receive", str(first.save))
    first_time = missing.run("next").out
    assert f"Ours: You ({colour}) have been out of this game since" in first_time
    assert "The others are continuing without you." in first_time
    (line,) = [line for line in first_time.splitlines() if "You can still watch the game: " in line]
    for command in line.partition("game: khronos ")[2].split(", khronos "):
        missing.ok(*command.split())
    assert "You have been out" not in missing.run("next").out
    (row,) = missing.run("next", "--json").json["waiting"]
    assert row["out"]["colour"] == colour
    decider.ok("receive", str(first.save))
    assert "You have been out" not in decider.run("next").out


@pytest.mark.parametrize("dated", ["2020-01-01T10:00:00Z", "2099-01-01T10:00:00Z"])
def test_a_clock_counts_from_when_a_block_was_first_seen_here(dated: str, table: dict[str, Player]) -> None:
    """Whatever date its author gave it: it neither runs out at once nor never."""
    missing, first, _, _ = order(table)
    play_turn(missing.save, Context(missing.home, no_passphrase, dated, missing.name), "end")
    missing.hand_to(first)
    facts = status(first)["awaited"]
    assert facts["since"] == dated
    assert facts["counted"][:4] not in dated
    assert facts["due"] > facts["counted"]
    said = first.ok("status", "game.khronos").out
    assert f"counted from {facts['counted'][:10]}" in said
    assert "start a vote" not in said
    first.ok("receive", "game.khronos")
    assert first.ok("remind", "--json").json["late"] == []
    (row,) = first.ok("inbox", "--json").json["games"]
    assert (row["since"], row["due"]) == (dated, facts["due"])
    saw(first.home, first.save, "2020-05-01T10:00:00Z")
    assert status(first)["awaited"]["due"] == "2020-05-08T10:00:00Z"
    assert "start a vote" in first.ok("status", "game.khronos").out
    for damage in (b"", b"[]", b'{"a": 1}', b'{"a": "b"}', b"[" * 100_000, bytes(9)):
        next((first.home / "first_seen").iterdir()).write_bytes(damage)
        assert status(first)["awaited"]["counted"] == dated


def test_the_inbox_and_next_offer_the_vote(table: dict[str, Player]) -> None:
    _, first, decider, colour = order(table)
    without(first, colour)
    first.hand_to(decider)
    assert "has the deciding vote" in decider.ok("receive", "game.khronos").out
    (line,) = decider.ok("inbox").out.splitlines()
    assert line.startswith(">> ")
    assert "YOUR VOTE" in line
    assert (
        f"voted to continue without {colour}, and {colour_of(table, decider)} has the deciding vote" in line
    )
    (row,) = decider.ok("inbox", "--json").json["games"]
    assert row["your_vote"]
    assert not row["yours"]
    assert row["since"] == "2026-11-01T19:39:00Z"
    assert row["votes"]["next"] == row["votes"]["decider"]
    shown = decider.ok("next", "--json").json["game"]
    assert shown["command"] == f"khronos vote ours --without {colour} --send"
    assert f"Type: khronos vote ours --without {colour}" in decider.ok("next").out


def test_who_is_out_is_told_and_since_when(table: dict[str, Player]) -> None:
    """The late player's block does not stand against the final run; he reads so when he opens it."""
    missing, first, decider, colour = order(table)
    missing.ok("play", "game.khronos", "-c", "end")
    late = missing.save.read_bytes()
    gone(first, decider, colour)
    (first.folder / "late.khronos").write_bytes(late)
    refused = first.fails(6, "status", "late.khronos")
    assert f"the others have already continued without {colour}, so {colour}'s block came too late" in refused
    assert "is no longer valid" in first.ok("receive", "late.khronos").out
    told = missing.ok("receive", str(first.save)).out
    assert f"the others have already continued without {colour}" in told
    first.hand_to(missing)
    said = missing.ok("status", "game.khronos").out
    assert f"You ({colour}) have been out of this game since" in said
    facts = status(missing)["out"]
    assert (facts["colour"], facts["successor"]) == (colour, None)
    assert facts["block"] == status(missing)["seq"]
    assert f"{colour} is out of the game" in missing.fails(4, "play", "game.khronos", "-c", "end")


def test_whoever_is_named_stays_where_he_is_until_the_run_is_final(table: dict[str, Player]) -> None:
    """DECK 9.6: votes alone, even all of them, take nothing from the late player's file."""
    missing, first, decider, colour = order(table)
    missing.ok("play", "game.khronos", "-c", "end")
    head = status(missing)["head"]
    decided(first, decider, colour)
    assert "is no longer valid" in missing.ok("receive", str(decider.save)).out
    assert status(missing)["head"] == head


def test_the_late_block_that_an_acker_has_seen_is_his_to_choose(table: dict[str, Player]) -> None:
    """DECK 9.6: the ack goes out by itself but where the late block lies here; `settle` asks first."""
    missing, first, decider, colour = order(table)
    decided(first, decider, colour)
    missing.ok("play", "game.khronos", "-c", "end")
    decider.hand_to(first)
    first.ok("status", "game.khronos")
    first.run("receive", str(missing.save))
    assert "there are two versions of this game" in first.fails(6, "assist", "game.khronos")
    assert status(first)["votes"]["acked"] == []
    told = first.run("settle", "game.khronos").out
    name = next(seat for seat, each in table.items() if each == decider)
    assert f"{colour} has played after all, but too late: {name} had already cast the deciding vote" in told
    first.ok("settle", "game.khronos", "--take", "1")
    first.ok("assist", "game.khronos")
    assert status(first)["votes"] is None


def test_a_player_who_waited_can_still_go_on_with_the_votes(table: dict[str, Player]) -> None:
    """DECK 9.6: the decider is bound, so the game would stand still if the choice were made once for all."""
    missing, first, decider, colour = order(table)
    decided(first, decider, colour)
    missing.ok("play", "game.khronos", "-c", "end")
    decider.hand_to(first)
    first.ok("status", "game.khronos")
    first.run("receive", str(missing.save))
    for wanted in (False, True):
        told = first.run("settle", "game.khronos").out
        votes = told.partition("--take ")[2][0]
        first.ok("settle", "game.khronos", "--take", votes if wanted else "12".replace(votes, ""))
    first.ok("assist", "game.khronos")
    assert status(first)["votes"] is None
    assert "you have only one version of this game, so there is nothing to choose" in first.fails(
        4, "settle", "game.khronos"
    )


def test_the_awaited_seat_goes_with_another_that_is_offered(table: dict[str, Player], tmp_path: Path) -> None:
    """DECK 9.2: the command names both; of three players two cannot go, and those who stay read that."""
    sarah = Person("sarah", tmp_path / "sarah")
    _, first, decider, colour = order(table)
    sarah.ok("keygen", "sarah")
    first.hand_to(sarah)
    other = next(seat for seat, each in table.items() if each == decider)
    said = sarah.ok("join", "game.khronos", "--colour", other).out
    assert f"khronos vote ours --without {colour} --without {other} --for {other}=" in said
    first.ok("receive", "game.khronos")
    told = first.ok("receive", str(next(sarah.folder.glob("*.offer")))).out
    why = "a vote is possible only if more players stay than leave; here 1 would stay and 2 would leave"
    assert f"but no vote is possible now: {why}" in told


def test_the_ack_goes_out_by_itself(table: dict[str, Player]) -> None:
    """With `next`, as payments do; what is printed says so, and nobody is gone before."""
    missing, first, decider, colour = order(table)
    decided(first, decider, colour)
    facts = status(decider)
    assert facts["waiting_for"]["for"] == "ack"
    assert facts["votes"]["finished"]
    assert "not final yet: waiting for" in decider.ok("verify", "game.khronos").out
    assert missing.name in decider.ok("show", "game.khronos").out
    first.ok("receive", str(decider.save))
    first.run("next")
    facts = first.ok("status", "ours", "--json").json
    assert facts["votes"] is None
    verdict = first.ok("verify", "ours", "--json").json
    assert verdict["runs"][0]["final"]
    assert verdict["runs"][0]["without"] == [colour]
    assert "  final" in first.ok("verify", "ours").out.splitlines()


def test_the_decider_and_an_ack_cannot_be_undone(table: dict[str, Player]) -> None:
    _, first, decider, colour = order(table)
    decided(first, decider, colour)
    assert "you cannot take this block back, even if you have not sent it yet" in decider.fails(
        4, "undo", "game.khronos", "--not-sent"
    )
    decider.hand_to(first)
    first.ok("assist", "game.khronos")
    assert "you cannot take this block back, even if you have not sent it yet" in first.fails(
        4, "undo", "game.khronos", "--not-sent"
    )


def test_those_whose_votes_fall_are_told(table: dict[str, Player]) -> None:
    missing, first, decider, colour = order(table)
    without(first, colour)
    missing.ok("play", "game.khronos", "-c", "end")
    missing.hand_to(decider)
    told = first.ok("receive", str(missing.save)).out
    assert f"{colour} played in time, so the vote to continue without {colour} no longer counts" in told
    decider.ok("status", "game.khronos")
    (decider.folder / "votes.khronos").write_bytes(first.save.read_bytes())
    assert "no longer counts" in decider.fails(6, "vote", "votes.khronos", "--without", colour)
    first.fails(6, "vote", "game.khronos", "--without", colour)


def test_the_awaited_player_plays_on_the_file_with_the_votes(table: dict[str, Player]) -> None:
    """His block stands on the one before the votes, and they fall by it."""
    missing, first, decider, colour = order(table)
    without(first, colour)
    first.hand_to(missing)
    seq = status(missing)["seq"]
    shown = missing.ok("check", "game.khronos", "-c", "end", "--json").json
    assert shown["seq"] == seq
    missing.ok("play", "game.khronos", "-c", "end")
    facts = status(missing)
    assert (facts["seq"], facts["votes"]) == (seq, None)
    missing.hand_to(decider)
    decider.ok("verify", "game.khronos")


# --- what is refused --------------------------------------------------------------------------------------


def test_votes_that_may_not_be_are_one_line(table: dict[str, Player]) -> None:
    missing, first, decider, colour = order(table)
    other = next(seat for seat, each in table.items() if each == first)
    early = decider.fails(4, "vote", "game.khronos", "--without", colour)
    assert f"it is not {colour_of(table, decider)}'s turn to vote" in early
    assert f"this vote is about {colour}, so {colour} cannot vote" in missing.fails(
        3, "vote", "game.khronos", "--without", colour
    )
    assert f"the game is waiting for {colour}, but the vote does not name that player" in first.fails(
        3, "vote", "game.khronos", "--without", other
    )
    assert "nobody plays 'white'" in first.fails(2, "vote", "game.khronos", "--without", "white")
    two = ("--without", colour, "--without", next(s for s in table if s not in (colour, other)))
    assert (
        "a vote is possible only if more players stay than leave; here 1 would stay and 2 would leave"
        in first.fails(3, "vote", "game.khronos", *two)
    )
    key = ("--for", "nobody I know")
    assert "has made no offer" in first.fails(2, "vote", "game.khronos", "--without", colour, *key)
    without(first, colour)
    again = first.fails(4, "vote", "game.khronos", "--without", colour)
    assert f"it is not {other}'s turn to vote" in again


def test_a_vote_can_be_taken_back_until_it_leaves(table: dict[str, Player]) -> None:
    """Again and again; and given for something else then, which nobody can call a fork."""
    _, first, _, colour = order(table)
    before = status(first)["head"]
    for _ in range(2):
        without(first, colour)
        first.ok("undo", "game.khronos", "--not-sent")
        assert status(first)["head"] == before
    offer = offer_of(Person("friend", first.folder.parent / "friend"), first, colour)
    without(first, colour, "--for", str(offer))
    assert [each["name"] for each in status(first)["votes"]["offers"]] == ["friend"]


def offer_of(friend: Person, player: Player, colour: str) -> Path:
    """The file with somebody's offer to play a colour in the game of a player."""
    if not friend.home.exists():
        friend.ok("keygen", friend.name)
    player.hand_to(friend)
    made = friend.ok("join", "game.khronos", "--colour", colour, "--json").json["offer"]
    return friend.folder / str(made)


def test_the_log_tells_a_vote_once(table: dict[str, Player]) -> None:
    """In the headline; whoever asks for the paragraphs finds its own there."""
    _, first, _, colour = order(table)
    without(first, colour)
    sentence = f"votes to continue without {colour}"
    assert first.ok("log", "game.khronos").out.count(sentence) == 1
    cited = first.ok("log", "game.khronos", "--cite").out
    assert cited.count(sentence) == 1
    assert f"{sentence} (DECK 9.2)" in cited


def test_other_votes_may_begin_where_one_has_voted(table: dict[str, Player]) -> None:
    """DECK 9.6: votes that are not finished stand side by side, and whoever votes chooses."""
    _, first, decider, colour = order(table)
    offer = offer_of(Person("friend", first.folder.parent / "friend"), first, colour)
    without(first, colour)
    first.ok("armor", "game.khronos")  # it has left
    first.hand_to(decider)
    decider.ok("receive", "game.khronos")
    without(first, colour, "--for", str(offer))
    first.ok("armor", "game.khronos")
    decider.run("receive", str(first.save))
    decider.ok("receive", str(offer))
    without(decider, colour, "--for", "friend")
    assert status(decider)["votes"]["finished"]
    decider.hand_to(first)
    first.ok("assist", "game.khronos")
    assert [seat["name"] for seat in status(first)["seats"] if seat["colour"] == colour] == ["friend"]


# --- successors -------------------------------------------------------------------------------------------


def test_a_successor_offers_himself_and_plays_on(table: dict[str, Player], tmp_path: Path) -> None:
    """DECK 9.4: an offer, votes, acks; no join. Only what is printed is typed."""
    sarah = Person("sarah", tmp_path / "sarah")
    missing, first, decider, colour = order(table)
    sarah.ok("keygen", "sarah")
    first.hand_to(sarah)
    said = sarah.ok("join", "game.khronos", "--colour", colour).out
    offer = next(sarah.folder.glob("*.offer"))
    assert offer.read_text().startswith("# ")
    assert "khronos-offer/1" in offer.read_text()
    assert f"khronos vote ours --without {colour} --for {colour}=" in said
    assert sarah.save.read_bytes() == first.save.read_bytes()
    for player in (first, decider):
        player.ok("receive", str(player.save))
        told = player.ok("receive", str(offer)).out
        assert f"sarah offers to play {colour}. All remaining players will vote, " in told
        words = told.partition("To agree: khronos ")[2].split()
        if player is decider:
            player.ok("receive", str(newest(first)))
        player.ok(*words)
    first.ok("receive", str(newest(decider)))
    first.ok("assist", "ours")
    for each in (missing, decider, sarah):
        each.ok("receive", str(newest(first)))
        each.ok("verify", "ours")
    told = missing.ok("status", "ours").out
    assert f"You ({colour}) have been out of this game since" in told
    assert "The others gave your seat to another player." in told
    facts = sarah.ok("status", "ours", "--json").json
    assert facts["mine"]["colour"] == colour
    assert [seat["name"] for seat in facts["seats"] if seat["colour"] == colour] == ["sarah"]
    assert sarah.ok("show", "ours", "--at", "3", "--as", "sarah", "--json").json["mine"] is None
    assert f"{colour}'s seat has been given to another player" in missing.fails(
        2, "play", "ours", "-c", "end"
    )


def newest(player: Person) -> Path:
    """The file of the game in a player's library."""
    return Path(player.ok("inbox", "--json").json["games"][0]["file"])


def test_letters_go_to_the_next_voter_and_then_to_the_ackers(table: dict[str, Player]) -> None:
    _, first, decider, colour = order(table)
    mail = ("--config", "address=me@example.org")
    for player in (first, decider):
        for name in NAMES[:3]:
            player.ok("contacts", "add", name, f"{name}@example.org")
    sent = without(first, colour, "--send", *mail, "--json").json["letter"]
    assert sent["to"] == f"{decider.name}@example.org"
    assert sent["subject"].endswith(f"Ours: {colour_of(table, decider)} has to vote")
    (file,) = first.outbox.iterdir()
    letter = file.read_text()
    assert f"khronos vote ours --without {colour}" in letter.replace("=\n", "")
    assert f"{colour} has until" in letter.replace("=\n", "")
    decider.ok("receive", str(file))
    last = decider.ok("vote", "ours", "--without", colour, "--send", *mail, "--json").json["letter"]
    assert last["to"] == f"{first.name}@example.org"
    assert last["subject"].endswith(f"{colour_of(table, first)} has to confirm the vote")
    first.ok("receive", str(decider.folder / f"{last['file']}"))
    first.ok("assist", "ours")


def test_a_letter_takes_an_offer_to_all(table: dict[str, Player], tmp_path: Path) -> None:
    """`join --send` by somebody without a seat: the letter is taken in as any other."""
    sarah = Person("sarah", tmp_path / "sarah")
    _, first, _, colour = order(table)
    sarah.ok("keygen", "sarah")
    first.hand_to(sarah)
    first.ok("receive", "game.khronos")
    for name in NAMES[:3]:
        sarah.ok("contacts", "add", name, f"{name}@example.org")
    mail = ("--send", "--config", "address=sarah@example.org", "--json")
    made = sarah.ok("join", "game.khronos", "--colour", colour, *mail).json
    assert "an offer to take over a seat" in made["letter"]["subject"]
    told = first.ok("receive", str(sarah.folder / made["letter"]["file"])).out
    assert f"sarah offers to play {colour}" in told


# --- two copies, a stop in between, a fork ------------------------------------------------------------------


def test_a_shared_folder_follows_the_late_block_and_the_finished_run(
    table: dict[str, Player], tmp_path: Path
) -> None:
    """Of two copies the one that stands becomes the file; the other one is put aside, and nobody is asked."""
    missing, first, decider, colour = order(table)
    without(first, colour)
    missing.ok("play", "game.khronos", "-c", "end")
    shared = tmp_path / "shared"
    shared.mkdir()
    main, copy = shared / "ours.khronos", shared / "ours (conflict).khronos"
    main.write_bytes(first.save.read_bytes())
    copy.write_bytes(missing.save.read_bytes())
    told = [line for _ in range(2) for line in FolderWatch(shared, desk_of(decider)).poll()]
    assert any(f"the vote to continue without {colour} no longer counts" in line for line in told), told
    assert parse_save(main.read_bytes()) == parse_save(missing.save.read_bytes())
    assert not copy.exists()
    decider.ok("status", str(main))
    assert undecided_versions(decider.home, parse_save(main.read_bytes()).header) == []


def desk_of(player: Player) -> Context:
    return Context(player.home, no_passphrase, "2026-11-28T10:00:00Z", player.name)


def test_a_vote_that_was_remembered_and_not_written_is_written_again(table: dict[str, Player]) -> None:
    """Stopped between the two: the same command gives the very same block, whatever time it is."""
    _, first, decider, colour = order(table)
    for player in (first, decider):
        before = player.save.read_bytes()
        without(player, colour)
        block = parse_save(player.save.read_bytes()).blocks[-1]
        player.save.write_bytes(before)
        without(player, colour)
        assert parse_save(player.save.read_bytes()).blocks[-1] == block
        if player is first:
            first.hand_to(decider)
    assert status(decider)["votes"]["finished"]


def test_a_decider_who_goes_on_with_both_is_named(table: dict[str, Player]) -> None:
    """DECK 9.6: a finished run, and a block of the decider on the late one: two files prove it."""
    missing, first, decider, colour = order(table)
    missing.ok("play", "game.khronos", "-c", "end")
    late = missing.save.read_bytes()
    decided(first, decider, colour)
    finished = decider.save.read_bytes()
    twin = Player(decider.name, decider.folder.parent / "twin", Twin(decider.folder.parent / "twins"))
    shutil.copytree(decider.home / "keys", twin.home / "keys")
    twin.folder.mkdir()
    twin.save.write_bytes(late)
    twin.ok("play", "game.khronos", "-c", "end")
    (first.folder / "finished.khronos").write_bytes(finished)
    (first.folder / "twin.khronos").write_bytes(twin.save.read_bytes())
    first.ok("receive", "finished.khronos")
    refused = first.ok("receive", "twin.khronos").out
    name = next(seat for seat, each in table.items() if each == decider)
    assert f"{name} signed two different blocks numbered 10" in refused
    assert "prove it" in refused
    proven = [parse_save(data).blocks[-1] for data in (finished, twin.save.read_bytes())]
    assert all(block.sig in refused for block in proven)
    found = first.ok("verify", "finished.khronos", "twin.khronos", "--json").json
    assert found["cheat"]["colour"] == name
    assert found["cheat"]["signatures"] == [block.sig for block in proven]
    assert (found["letter"], found["stands"]) == ("b", "twin.khronos")
    told = first.ok("verify", "finished.khronos", "twin.khronos").out
    assert f"{name} has cheated" in told
    assert all(block.sig in told for block in proven)


def test_an_honest_machine_does_not_sign_what_would_make_its_owner_a_cheat(table: dict[str, Player]) -> None:
    """DECK 9.6: not even with `--rewind`, nor after `settle`."""
    missing, first, decider, colour = order(table)
    missing.ok("play", "game.khronos", "-c", "end")
    decided(first, decider, colour)
    decider.folder.joinpath("late.khronos").write_bytes(missing.save.read_bytes())
    for more in ((), ("--rewind",)):
        refused = decider.run("play", "late.khronos", "-c", "end", *more)
        assert refused.code == 6, refused
    assert (
        "signing a second version would count as proof of cheating, so nothing was signed"
        in decider.fails(6, "play", "late.khronos", "-c", "end", "--rewind")
    )
    gone = first.run("receive", str(decider.save))
    assert gone.code in (0, 6)


def test_who_has_gone_on_with_the_late_block_votes_there_no_more(table: dict[str, Player]) -> None:
    """DECK 9.2: a seat with a binding block behind p, in whatever history, does not vote on p."""
    missing, first, decider, colour = order(table)
    votes = first.folder / "votes.khronos"
    votes.write_bytes(first.save.read_bytes())
    first.hand_to(decider)
    missing.ok("play", "game.khronos", "-c", "end")
    missing.hand_to(decider)
    decider.ok("play", "game.khronos", "-c", "end")
    without(first, colour)
    (decider.folder / "votes.khronos").write_bytes(first.save.read_bytes())
    for more in ((), ("--rewind",)):
        assert decider.run("vote", "votes.khronos", "--without", colour, *more).code == 6
    told = decider.fails(6, "vote", "votes.khronos", "--without", colour, "--rewind")
    assert "so you can no longer vote in this one" in told


def test_two_files_say_which_history_stands(table: dict[str, Player]) -> None:
    """DECK 9.6 (a), (d), (e): the same whichever file is named first, and nobody is accused."""
    missing, first, decider, colour = order(table)
    missing.ok("play", "game.khronos", "-c", "end")
    files = {"late": missing.save.read_bytes()}
    without(first, colour)
    files["votes"] = first.save.read_bytes()
    first.hand_to(decider)
    without(decider, colour)
    files["finished"] = decider.save.read_bytes()
    decider.hand_to(first)
    first.ok("assist", "game.khronos")
    files["final"] = first.save.read_bytes()
    judge = Person("judge", first.folder.parent / "judge")
    judge.folder.mkdir()
    for name, data in files.items():
        (judge.folder / f"{name}.khronos").write_bytes(data)
    for one, letter, stands in (
        ("votes", "e", "late"),
        ("finished", "d", "finished"),
        ("final", "a", "final"),
    ):
        for pair in ((one, "late"), ("late", one)):
            names = [f"{each}.khronos" for each in pair]
            found = judge.ok("verify", *names, "--json").json
            assert (found["letter"], found["stands"]) == (letter, f"{stands}.khronos")
            assert found["cheat"] is None
            assert f"9.6 {letter}" in judge.ok("verify", *names).out


def test_votes_that_have_fallen_stay_fallen_and_nobody_is_accused(table: dict[str, Player]) -> None:
    """Blocks later somebody finishes them after all: he alone is named, and the game goes on."""
    missing, first, decider, colour = order(table)
    without(first, colour)
    votes = first.save.read_bytes()
    missing.ok("play", "game.khronos", "-c", "end")
    missing.hand_to(first)
    first.ok("status", "game.khronos")
    first.hand_to(decider)
    decider.ok("play", "game.khronos", "-c", "end")
    decider.hand_to(first)
    first.ok("play", "game.khronos", "-c", "end")
    twin = Player(decider.name, decider.folder.parent / "twin", Twin(decider.folder.parent / "twins"))
    shutil.copytree(decider.home / "keys", twin.home / "keys")
    twin.folder.mkdir()
    twin.save.write_bytes(votes)
    without(twin, colour)
    (first.folder / "old.khronos").write_bytes(twin.save.read_bytes())
    first.fails(6, "status", "old.khronos")
    found = first.ok("verify", "game.khronos", "old.khronos", "--json").json
    name = next(seat for seat, each in table.items() if each == decider)
    assert (found["stands"], found["letter"], found["cheat"]["colour"]) == ("game.khronos", "b", name)
    first.ok("verify", "game.khronos")


def test_a_bot_offers_itself_and_plays_on(table: dict[str, Player]) -> None:
    """As what it is: the offer says so, and is signed with it."""
    _, first, decider, colour = order(table)
    decider.ok("keygen", "marvin", "--bot")
    context = Context(decider.home, no_passphrase, "2026-11-28T10:00:00Z", "marvin")
    offer = decider.folder / "marvin.offer"
    offer.write_text(make_offer(decider.save, context, colour, "easy").text, encoding="utf-8")
    gone(first, decider, colour, "--for", str(offer))
    first.hand_to(decider)
    played = ""
    for _ in range(9):
        now = status(decider)["waiting_for"]
        if now["colour"] == colour:
            played += decider.ok("watch", ".", "--bot", "marvin=easy", "--once").out
            continue
        mover = table[now["colour"]]
        if mover is not decider:
            decider.hand_to(mover)
        paying = now["for"] == "assist"
        mover.ok(*(["assist", "game.khronos"] if paying else ["play", "game.khronos", "-c", "end"]))
        if mover is not decider:
            mover.hand_to(decider)
    assert "(marvin, easy bot): " in played
    assert decider.ok("verify", "game.khronos", "--json").json["valid"]


# --- what the pages say -----------------------------------------------------------------------------------


@pytest.mark.parametrize("language", LANGUAGES)
def test_help_tells_of_the_vote(language: str, tmp_path: Path) -> None:
    """DECK 9.2: a player who no longer answers does not stop a game of three or more."""
    told = " ".join(Person("x", tmp_path).ok("--lang", language, "help", "leaving").out.split())
    handover = {"de": "übergeben SCHLÜSSEL", "fr": "transmettre CLÉ"}.get(language, "handover KEY")
    game = {"de": "PARTIE", "fr": "PARTIE"}.get(language, "GAME")
    for command in (f"khronos vote {game} --without blue", handover, f"khronos show {game}"):
        assert command in told
    assert "stops the game" not in (ROOT / "docs" / "fairness.md").read_text()
