"""Votes, successors and heirs that may not be: each refused, with block, player, reason (DECK 9.2 to 9.5)."""

from __future__ import annotations

import base64
from collections import Counter
from dataclasses import replace
from typing import Any

import pytest

from khronos_pbem.deck.group import ORDER, mul, pack_scalars, unpack_scalars
from khronos_pbem.engine.cards import Handle
from khronos_pbem.engine.digests import decode_bytes, encode_bytes
from khronos_pbem.errors import InvalidFile, KhronosError, NothingToDo
from khronos_pbem.games.khronos.model.pieces import DECKS, Type
from khronos_pbem.record.block import ASSIST, JOIN, TURN, VOTE, Block
from khronos_pbem.record.chain import head_hash, heads_of, sign
from khronos_pbem.record.keyring import Identity
from khronos_pbem.record.save import FIRST_FORMAT, parse_save, write_save
from khronos_pbem.session.draft import Author, draft_succession, draft_vote, game_secret
from khronos_pbem.session.fold import replay
from khronos_pbem.session.history import History
from khronos_pbem.session.leaving import Ballot, next_voter
from khronos_pbem.session.table import waiting
from tests.playing import COLOURS
from tests.session.memory import AT, Memory, copy_of, header, identity, second_turn

HEIR, OTHER, THIRD = (Identity(name, name[:1].encode() * 32) for name in ("sarah", "oscar", "tess"))


@pytest.fixture
def four() -> Memory:
    """A game of four in its second turn."""
    return second_turn(4)


@pytest.fixture
def five() -> Memory:
    """A game of five in its second turn."""
    return second_turn(5)


def behind(game: Memory, step: int) -> int:
    """The seat so many places behind the awaited one."""
    return (game.mover + step) % game.header.seats


def vote_of(
    game: Memory, seat: int, *colours: str, finishes: bool = False, given: dict[str, bytes] | None = None
) -> Block:
    """A vote as somebody may write it who does not ask the program whether he may; `given` are seats that are
    given away."""
    keys = {colour: encode_bytes(key) for colour, key in sorted((given or {}).items())}
    ballot: dict[str, Any] = {"without": sorted(colours), "finishes": finishes or None, "for": keys}
    prev = encode_bytes(head_hash(game.save))
    seq = len(game.save.blocks)
    after = game.save.blocks[-1].after
    return Block(seq=seq, seat=seat, kind=VOTE, at=AT, prev=prev, ballot=ballot, after=after)


def told(history: History, seat: int | None, colour: str | None = None) -> str:
    """What everybody says of the last block, whose author is named; nothing of it holds."""
    problem = history.problem
    assert problem is not None
    assert problem.block == len(history.entries)
    wanted = colour if colour is not None else None if seat is None else COLOURS[seat]
    assert problem.seat == wanted
    return problem.message


def signed_by(game: Memory, block: Block, who: Identity) -> History:
    signed = sign(replace(block, sig=""), who)
    save = game.save._replace(blocks=(*game.save.blocks, signed))
    return replay(save, heads_of(save), len(game.save.blocks))


# --- who votes, when and how often ------------------------------------------------------------------------


def test_out_of_order(four: Memory) -> None:
    """The decider first, or one before his turn."""
    missing = COLOURS[four.mover]
    for step in (1, 3):
        seat = behind(four, step)
        assert "votes out of turn" in told(four.with_block(vote_of(four, seat, missing), seat), seat)


def test_by_the_one_who_is_named(four: Memory) -> None:
    seat = four.mover
    assert "has no vote" in told(four.with_block(vote_of(four, seat, COLOURS[seat]), seat), seat)


def test_twice(four: Memory) -> None:
    game, missing = copy_of(four), COLOURS[four.mover]
    voter = game.vote(missing).block.seat
    assert "has voted already" in told(game.with_block(vote_of(game, voter, missing), voter), voter)


def test_by_somebody_who_is_gone(five: Memory) -> None:
    game = copy_of(five)
    gone = game.mover
    for _ in range(4):
        game.vote(COLOURS[gone])
    game.settle()
    missing = COLOURS[game.mover]
    assert "out of turn" in told(game.with_block(vote_of(game, gone, missing), gone), gone)


def test_against_somebody_who_is_not_awaited(four: Memory) -> None:
    seat = behind(four, 2)
    history = four.with_block(vote_of(four, seat, COLOURS[behind(four, 1)]), seat)
    assert f"the game waits for {COLOURS[four.mover]}, who is not named" in told(history, seat)


def test_against_somebody_who_is_gone_already(five: Memory) -> None:
    game = copy_of(five)
    gone = game.mover
    for _ in range(4):
        game.vote(COLOURS[gone])
    game.settle()
    voter = next(seat for seat in ((game.mover + step) % 5 for step in (2, 3)) if seat != gone)
    history = game.with_block(vote_of(game, voter, COLOURS[gone], COLOURS[game.mover]), voter)
    assert f"{COLOURS[gone]} is gone already" in told(history, voter)


def test_for_a_colour_that_nobody_has(four: Memory) -> None:
    seat = behind(four, 2)
    history = four.with_block(vote_of(four, seat, COLOURS[four.mover], "black"), seat)
    assert "nobody plays black" in told(history, seat)


def test_for_another_going_on_than_the_votes_before(four: Memory) -> None:
    """Other names, another successor, or none."""
    game, missing = copy_of(four), COLOURS[four.mover]
    game.vote(missing, **{missing: HEIR.public})
    voter = behind(game, 3)
    for changed in (
        vote_of(game, voter, missing),
        vote_of(game, voter, missing, given={missing: OTHER.public}),
    ):
        assert "for another going on" in told(game.with_block(changed, voter), voter)


def test_before_it_is_known_who_begins() -> None:
    game = Memory(header(3))
    for _ in range(3):
        game.join()
    now = waiting(game.table)
    assert now is not None
    assert now.need == ASSIST
    voter = behind(game, 2)
    assert "not known yet who begins" in told(
        game.with_block(vote_of(game, voter, COLOURS[game.mover]), voter), voter
    )


def test_when_the_game_is_over() -> None:
    game = Memory(header(2)).start()
    game.play("resign")
    assert waiting(game.table) is None
    assert "the game is over" in told(game.with_block(vote_of(game, 0, "blue"), 0), 0)


def test_in_a_game_of_format_1() -> None:
    game = Memory(header(3, FIRST_FORMAT)).start()
    voter = behind(game, 2)
    assert "format 1 has no votes" in told(
        game.with_block(vote_of(game, voter, COLOURS[game.mover]), voter), voter
    )


def test_that_throws_out_as_many_as_stay(four: Memory) -> None:
    seats = [four.mover, behind(four, 3)]
    voter = behind(four, 2)
    history = four.with_block(vote_of(four, voter, *(COLOURS[seat] for seat in seats)), voter)
    assert "as many go as stay" in told(history, voter)


def test_a_sock_puppet_counts_as_one_who_goes(four: Memory) -> None:
    """With two of four nobody brings in two friends; an heir of the seat's own may come."""
    seats = [COLOURS[four.mover], COLOURS[behind(four, 3)]]
    keys = dict(zip(seats, (HEIR, OTHER), strict=True))
    voter = behind(four, 2)
    named = {colour: who.public for colour, who in keys.items()}
    assert "as many go as stay" in told(
        four.with_block(vote_of(four, voter, *seats, given=named), voter), voter
    )


def test_a_vote_that_says_that_it_finishes_and_does_not(four: Memory) -> None:
    voter = behind(four, 2)
    block = vote_of(four, voter, COLOURS[four.mover], finishes=True)
    assert "does not finish its run, but says so" in told(four.with_block(block, voter), voter)


def test_a_last_vote_that_does_not_say_so(four: Memory) -> None:
    game, missing = copy_of(four), COLOURS[four.mover]
    game.vote(missing)
    game.vote(missing)
    block = game.draft_of_vote(missing).block
    silent = replace(block, ballot={"without": [missing]})
    assert "the last vote does not say so" in told(game.with_block(silent, block.seat), block.seat)


@pytest.mark.parametrize("key", ["shares", "roll", "reveal", "late", "key", "orders"])
def test_a_vote_that_pays_shows_rolls_or_plays(four: Memory, key: str) -> None:
    """It is no vote: the file cannot be read."""
    game = copy_of(four)
    game.vote(COLOURS[four.mover])
    text = write_save(game.save, [])
    value = '["end"]' if key == "orders" else '"AAAA"'
    head, mark, vote = text.rpartition('kind = "vote"\n')
    with pytest.raises(InvalidFile, match=f'the key "{key}" is unknown in a block of kind vote') as problem:
        parse_save(f"{head}{mark}{key} = {value}\n{vote}".encode())
    assert problem.value.block == len(game.save.blocks) - 1


def test_a_vote_of_somebody_else(four: Memory) -> None:
    """Signed by another one: whoever sent the file may have done that, and nobody is named."""
    seat = behind(four, 2)
    block = vote_of(four, seat, COLOURS[four.mover])
    assert "never signed by" in told(four.with_block(block, behind(four, 1)), None)


def test_nothing_but_votes_follows_a_vote(four: Memory) -> None:
    """The awaited seat's block stands on the one before them."""
    game, seat = copy_of(four), four.mover
    late = four.draft("end").block
    game.vote(COLOURS[seat])
    moved = replace(late, seq=len(game.save.blocks), prev=encode_bytes(head_hash(game.save)))
    assert "only votes may follow" in told(game.with_block(moved, seat), seat)


# --- what the last vote does ------------------------------------------------------------------------------


@pytest.fixture
def gone(four: Memory) -> Memory:
    """The game of four without the one who was awaited."""
    game = copy_of(four)
    for _ in range(3):
        game.vote(COLOURS[four.mover])
    return game


def test_a_turn_of_the_voted_out_player(four: Memory, gone: Memory) -> None:
    """On the old block it loses (the model of ties shows that), on the new ones it does not hold."""
    seat = four.mover
    late = four.draft("end").block
    moved = replace(late, seq=len(gone.save.blocks), prev=encode_bytes(head_hash(gone.save)))
    assert "out of turn" in told(gone.with_block(moved, seat), seat)


def test_a_payment_of_the_voted_out_player(four: Memory, gone: Memory) -> None:
    seat = four.mover
    with pytest.raises(NothingToDo):
        gone.draft_of_assist(seat)
    block = gone.draft_of_assist(gone.mover).block
    assert "out of turn" in told(gone.with_block(replace(block, seat=seat), seat), seat)


def test_a_new_deck_of_another_multiset(gone: Memory) -> None:
    """The labels are not in the file: a deck with a card more or less is another shuffle's statement."""
    seat = gone.mover
    block = gone.draft_of_assist(seat).block
    shuffles: Any = block.deck["shuffle"]
    (shuffle,) = shuffles
    slots = decode_bytes(str(shuffle["slots"]), 2 * 32 * len(gone.table.ledger.decks["cards/2"].slots))
    for changed in (slots[:-64], slots + slots[:64]):
        forged = {**shuffle, "slots": encode_bytes(changed)}
        history = gone.with_block(replace(block, deck={"shuffle": [forged]}), seat)
        assert "cards/2" in told(history, seat)


def test_a_new_deck_under_the_old_sum_of_keys(four: Memory, gone: Memory) -> None:
    """A shuffle that leaves the missing key in: made for another statement, it is not proven."""
    seat = gone.mover
    stale = copy_of(gone)
    stale.table = gone.table._replace(ledger=gone.table.ledger._replace(absent=()))
    assert stale.table.ledger.key != gone.table.ledger.key
    block = stale.draft_of_assist(seat).block
    assert "is not proven" in told(gone.with_block(block, seat), seat)


def test_hands_come_from_the_deck_in_order(four: Memory, gone: Memory) -> None:
    """Slots are dealt by the rules: nobody can name others. Every card is in the deck, pile or discards."""
    position = gone.table.position
    hands = [card.handle for player in position.players for card in player.hand]
    assert sorted(hand.slot for hand in hands if hand is not None) == list(range(len(hands)))
    assert {hand.deck for hand in hands if hand is not None} == {"cards/2"}
    labels = gone.table.ledger.decks["cards/2"].labels
    assert len(labels) == len(hands) + len(position.pile)
    assert len(labels) + len(position.discard) + len(position.market) == 55


def test_open_market_cards_in_hands_are_renewed_too() -> None:
    """Hold'em and keep: what everybody has seen in a hand goes into the deck like the rest, once."""
    game = Memory(header(3, holdem=True, keep=True)).start()
    seat = game.mover
    market = game.table.position.market
    hand = game.private(seat).position.players[seat].hand
    copies = " ".join([market[0].word] * (1 + sum(card.type is market[0] for card in hand)))
    mine = next(card.type for card in hand if card.type is not market[0])
    game.play(f"swap {market[0].word} 1 for {mine.word}", f"end keep {copies}")
    kept = [card for card in game.table.position.players[seat].hand if card.type is not None]
    assert len(kept) == 1
    game.settle()
    before = game.table.position
    missing = COLOURS[game.mover]
    for _ in range(2):
        game.vote(missing)
    after = game.table.position
    assert not [card for player in after.players for card in player.hand if card.type is not None]
    assert after.market == before.market
    assert after.discard == before.discard
    everything = Counter(game.table.ledger.decks["cards/2"].labels)
    everything += Counter(kind.word for kind in (*after.discard, *after.market))
    assert everything == Counter({kind.word: DECKS[2][kind] for kind in Type})
    game.settle()
    game.play("end")


def test_the_hidden_hands_of_before_stay_hidden_for_ever(four: Memory) -> None:
    """With the keys of all but its owner, rounds later, no card of an old hand can be read."""
    game, missing = copy_of(four), four.mover
    old = {seat: game.table.game.hand(game.table.position, seat) for seat in range(4)}
    decks = dict(game.table.ledger.decks)
    for _ in range(3):
        game.vote(COLOURS[missing])
    for _ in range(4):
        game.settle()
        game.play("end")
    points = published(game)
    assert all(share in points for share in shares_paid(four, old))
    for owner, hand in old.items():
        keys = [game.author(seat).secret.key().scalar for seat in range(4) if seat != owner]
        assert hand
        for handle in hand:
            a = decks[handle.deck].slots.a_at(handle.slot)
            mine = mul(game.author(owner).secret.key().scalar, a)
            assert mine not in points, (owner, handle)
            assert not any(mul(key, a) == mine for key in keys)


def shares_paid(game: Memory, hands: dict[int, tuple[Handle, ...]]) -> list[bytes]:
    """The shares of others for these hands that were given before: what `published` has to find."""
    held = game.table.ledger.held
    found = [share for hand in hands.values() for handle in hand for share in held[handle].shares.values()]
    assert found
    return found


def published(game: Memory) -> set[bytes]:
    """Every point that any block of a game has shown."""
    found = set[bytes]()

    def walk(value: Any) -> None:
        if isinstance(value, dict):
            for each in value.values():
                walk(each)
        elif isinstance(value, list):
            for each in value:
                walk(each)
        elif isinstance(value, str) and len(value) >= 43:
            raw = base64.urlsafe_b64decode(value + "=" * (-len(value) % 4))
            found.update(raw[at : at + 32] for at in range(0, len(raw), 32))

    for block in game.save.blocks:
        walk(dict(block.deck))
    return found


# --- successors and heirs ---------------------------------------------------------------------------------


@pytest.fixture
def vacant(four: Memory) -> Memory:
    """The game of four whose awaited seat was given to somebody else."""
    game, colour = copy_of(four), COLOURS[four.mover]
    for _ in range(3):
        game.vote(colour, **{colour: HEIR.public})
    return game


def succession(game: Memory, seat: int, who: Identity) -> Block:
    """The join of a successor."""
    writer = Author(seat, who, game_secret(who.seed, game.table))
    return draft_succession(game.table, "sarah", writer, who.public, head_hash(game.save), AT).block


def test_a_successor_who_has_played_in_this_game(four: Memory) -> None:
    missing, voter = COLOURS[four.mover], behind(four, 2)
    for key in (identity(voter).public, identity(four.mover).public):
        block = vote_of(four, voter, missing, given={missing: key})
        assert "has played in this game" in told(four.with_block(block, voter), voter)


def test_a_successor_who_had_a_seat_before(vacant: Memory) -> None:
    game, seat = copy_of(vacant), vacant.mover
    game.succeed(seat, HEIR)
    game.settle()
    assert game.mover == seat
    colour = COLOURS[seat]
    for key in (identity(seat).public, HEIR.public):
        with pytest.raises(InvalidFile, match="has played in this game"):
            game.draft_of_vote_by(behind(game, 2), game.ballot(colour, **{colour: key}))


def test_one_identity_for_two_seats(five: Memory) -> None:
    one, other = COLOURS[five.mover], COLOURS[behind(five, 4)]
    key, voter = HEIR.public, behind(five, 2)
    block = vote_of(five, voter, one, other, given={one: key, other: key})
    assert "one identity for two seats" in told(five.with_block(block, voter), voter)


def test_another_one_than_the_seat_was_given_to(vacant: Memory) -> None:
    seat = vacant.mover
    block = replace(succession(vacant, seat, HEIR), identity=OTHER.public)
    history = signed_by(vacant, block, OTHER)
    assert "given to another identity" in told(history, seat)


def test_the_join_of_a_successor_for_another_seat_or_in_another_colour(vacant: Memory) -> None:
    block = succession(vacant, vacant.mover, HEIR)
    other = behind(vacant, 1)
    assert "waits for nobody" in told(signed_by(vacant, replace(block, seat=other), HEIR), vacant.mover)
    changed = replace(block, colour="black")
    assert "a seat keeps its colour" in told(signed_by(vacant, changed, HEIR), None, "black")


def test_a_key_that_was_in_this_game(vacant: Memory) -> None:
    """X of the former owner, or of anybody else, is refused before its proof is looked at."""
    block = succession(vacant, vacant.mover, HEIR)
    part: dict[str, Any] = dict(block.deck)["join_deck"]
    for key in vacant.table.ledger.keys:
        forged = replace(block, deck={"join_deck": {**part, "key": encode_bytes(key)}})
        history = signed_by(vacant, forged, HEIR)
        assert "was in this game before" in told(history, vacant.mover)


def test_a_rogue_key(vacant: Memory) -> None:
    """A key that nobody knows the secret of, or of which the proof was made for another place."""
    block = succession(vacant, vacant.mover, HEIR)
    part: dict[str, Any] = dict(block.deck)["join_deck"]
    stranger = game_secret(OTHER.seed, vacant.table).key().public
    rogue = {**part, "key": encode_bytes(stranger)}
    (challenge, response) = unpack_scalars(decode_bytes(str(part["proof"]), 64))
    bent = {**part, "proof": encode_bytes(pack_scalars((challenge, (response + 1) % ORDER)))}
    for changed in (rogue, bent):
        history = signed_by(vacant, replace(block, deck={"join_deck": changed}), HEIR)
        assert "is not proven" in told(history, vacant.mover)


def test_a_proof_made_for_another_block(four: Memory, vacant: Memory) -> None:
    """It is bound to `prev`: the join of another history does not fit."""
    other, colour = copy_of(four), COLOURS[four.mover]
    for _ in range(3):
        other.add(
            draft_vote(
                other.table,
                other.author(next_seat(other, colour)),
                ballot(other, colour),
                head_hash(other.save),
                "2026-11-22T10:00:00Z",
            )
        )
    theirs = succession(other, other.mover, HEIR)
    ours = succession(vacant, vacant.mover, HEIR)
    moved = replace(ours, deck=theirs.deck)
    assert "is not proven" in told(signed_by(vacant, moved, HEIR), vacant.mover)


def ballot(game: Memory, colour: str) -> Ballot:
    return game.ballot(colour, **{colour: HEIR.public})


def next_seat(game: Memory, colour: str) -> int:
    seat = next_voter(game.table, ballot(game, colour))
    assert seat is not None
    return seat


def test_a_successor_who_pays_or_rolls_by_his_join(vacant: Memory) -> None:
    block = succession(vacant, vacant.mover, HEIR)
    deck = {**block.deck, "roll": "AAAA"}
    history = signed_by(vacant, replace(block, deck=deck), HEIR)
    assert "pays nothing before he has joined" in told(history, vacant.mover)


def test_the_former_player_has_nothing_to_say_any_more(four: Memory, vacant: Memory) -> None:
    """Between the last vote and the join, and behind the join."""
    seat = vacant.mover
    late = four.draft("end").block
    moved = replace(late, seq=len(vacant.save.blocks), prev=encode_bytes(head_hash(vacant.save)))
    assert "out of turn" in told(vacant.with_block(moved, seat), seat)
    game = copy_of(vacant)
    game.succeed(seat, HEIR)
    moved = replace(late, seq=len(game.save.blocks), prev=encode_bytes(head_hash(game.save)))
    assert "never signed by" in told(game.with_block(moved, seat), None)


def test_nobody_else_moves_while_a_seat_is_vacant(vacant: Memory) -> None:
    seat = behind(vacant, 1)
    with pytest.raises((NothingToDo, KhronosError)):
        vacant.draft_of_assist(seat)
    block = Block(
        seq=len(vacant.save.blocks),
        seat=seat,
        kind=TURN,
        at=AT,
        prev=encode_bytes(head_hash(vacant.save)),
        orders=("end",),
        after=vacant.save.blocks[-1].after,
    )
    assert "out of turn" in told(vacant.with_block(block, seat), seat)


def test_a_second_join_behind_the_successors(vacant: Memory) -> None:
    game, seat = copy_of(vacant), vacant.mover
    block = game.succeed(seat, HEIR).block
    again = replace(block, seq=len(game.save.blocks), prev=encode_bytes(head_hash(game.save)))
    history = signed_by(game, again, HEIR)
    assert "is not the next one" in told(history, seat)


def test_until_he_comes_the_seat_is_awaited_and_can_be_given_on(vacant: Memory) -> None:
    """DECK 9.2 again, p being the finishing vote: to another one, or to nobody."""
    colour, seat = COLOURS[vacant.mover], vacant.mover
    game = copy_of(vacant)
    for _ in range(3):
        game.vote(colour, **{colour: OTHER.public})
    with pytest.raises(InvalidFile, match="given to another identity"):
        game.succeed(seat, HEIR)
    game.succeed(seat, OTHER)
    game.settle()
    assert game.mover == seat
    other = copy_of(vacant)
    for _ in range(3):
        other.vote(colour)
    other.settle()
    assert other.table.game.gone(other.table.position, seat)
    other.play("end")


def test_a_vacant_seat_has_no_vote_and_has_to_be_named(five: Memory) -> None:
    """Two seats are given away; one successor comes, the other does not."""
    game = copy_of(five)
    one, two = game.mover, behind(game, 4)
    names = sorted((COLOURS[one], COLOURS[two]))
    given = {COLOURS[one]: HEIR.public, COLOURS[two]: OTHER.public}
    for _ in range(3):
        game.vote(*names, **given)
    first, second = sorted((one, two))
    assert game.mover == first
    with pytest.raises(InvalidFile, match="has nobody to vote"):
        game.draft_of_vote_by(next(s for s in range(5) if s not in (one, two)), game.ballot(COLOURS[first]))
    who = {one: HEIR, two: OTHER}
    game.succeed(first, who[first])
    assert game.mover == second
    assert (now := waiting(game.table)) is not None
    assert now.need == JOIN
    game.succeed(second, who[second])
    game.settle()
    game.play("end")
    assert not any(game.table.game.gone(game.table.position, seat) for seat in range(5))
    assert_holds(game)


def test_handover_alone_gives_no_new_hand(four: Memory) -> None:
    """DECK 9.5: one names an heir as often as one likes, and keeps the hand one has."""
    game, seat = copy_of(four), four.mover
    before = game.table.game.hand(game.table.position, seat)
    orders = [f"handover {encode_bytes(key.public)}" for key in (HEIR, OTHER)]
    draft = game.draft(*orders, "end")
    stage = game.add(draft)
    assert game.table.heirs == {seat: OTHER.public}
    assert set(before) == set(stage.block.deck["reveal"] and before)
    assert "vacant" not in {event.event for event in draft.events}
    block = succession_without_votes(game, seat)
    assert "is not the next one" in told(signed_by(game, block, HEIR), seat)


def succession_without_votes(game: Memory, seat: int) -> Block:
    """The join of an heir whom nobody has voted for."""
    writer = Author(seat, HEIR, game_secret(HEIR.seed, game.table))
    return draft_succession(game.table, "sarah", writer, HEIR.public, head_hash(game.save), AT).block


def test_an_heir_is_somebody_who_never_played_here(four: Memory) -> None:
    for seat in range(4):
        with pytest.raises(KhronosError, match="plays in this game"):
            four.draft(f"handover {encode_bytes(identity(seat).public)}", "end")


def test_only_the_newest_heir_counts(four: Memory) -> None:
    """With two at the table: the one named before is as much a stranger as anybody."""
    game = Memory(header(2)).start()
    seat, colour = game.mover, COLOURS[game.mover]
    game.play(f"handover {encode_bytes(HEIR.public)}", f"handover {encode_bytes(OTHER.public)}", "end")
    game.settle()
    game.play("end")
    game.settle()
    for key in (HEIR, THIRD):
        with pytest.raises(InvalidFile, match="as many go as stay"):
            game.draft_of_vote_by(1 - seat, game.ballot(colour, **{colour: key.public}))
    game.vote(colour, **{colour: OTHER.public})
    game.succeed(seat, OTHER)
    assert not game.table.heirs
    game.settle()
    game.play("end")
    assert_holds(game)


def assert_holds(game: Memory) -> None:
    """The record is read back, and replayed from nothing comes to the same table."""
    save = parse_save(write_save(game.save, []).encode())
    history = replay(save, heads_of(save))
    assert history.problem is None
    assert history.table._replace(game=game.table.game) == game.table
