"""Votes, acks, offers and heirs that may not be: each refused, with block and reason (DECK 9.2 to 9.5)."""

from __future__ import annotations

import base64
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest

from khronos_pbem.deck.crypto.group import ORDER, mul, pack_scalars, unpack_scalars
from khronos_pbem.engine.card_handles import Handle
from khronos_pbem.engine.digests import decode_bytes, encode_bytes
from khronos_pbem.errors import InvalidFile, KhronosError, NothingToDo
from khronos_pbem.games.khronos.model.pieces import DECKS, Type
from khronos_pbem.home.keyring import Identity
from khronos_pbem.record.block import ASSIST, VOTE, Block
from khronos_pbem.record.chain import block_hashes, head_hash, offer_digest, sign
from khronos_pbem.record.offers import Offer, offer_table
from khronos_pbem.record.save import parse_save, write_save
from khronos_pbem.session.replay.draft_block import game_secret
from khronos_pbem.session.replay.history import History
from khronos_pbem.session.replay.replay import replay
from khronos_pbem.session.replay.table import waiting
from tests.deck.points import BAD_POINTS
from tests.session.memory import Memory, assert_holds, copy_of, header, identity, second_turn
from tests.support.playing import COLOURS

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


def vote_of(game: Memory, seat: int, *colours: str, offers: Sequence[Offer] = ()) -> Block:
    """A vote as somebody may write it who does not ask the program whether he may."""
    ballot: dict[str, Any] = {"without": list(colours), "offers": [offer_table(each) for each in offers]}
    prev = encode_bytes(head_hash(game.save))
    seq = len(game.save.blocks)
    after = game.save.blocks[-1].after
    return Block(seq=seq, seat=seat, kind=VOTE, at="", prev=prev, ballot=ballot, after=after)


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
    return replay(save, block_hashes(save), len(game.save.blocks))


# --- who votes, when and how often ------------------------------------------------------------------------


def test_out_of_order(four: Memory) -> None:
    """The decider first, or one before his turn."""
    missing = COLOURS[four.mover]
    for step in (1, 3):
        seat = behind(four, step)
        assert "turn to vote" in told(four.with_block(vote_of(four, seat, missing), seat), seat)


def test_by_the_one_who_is_named(four: Memory) -> None:
    seat = four.mover
    assert f"so {COLOURS[seat]} cannot vote" in told(
        four.with_block(vote_of(four, seat, COLOURS[seat]), seat), seat
    )


def test_twice(four: Memory) -> None:
    game, missing = copy_of(four), COLOURS[four.mover]
    voter = game.vote(missing).block.seat
    assert "turn to vote" in told(game.with_block(vote_of(game, voter, missing), voter), voter)


def test_by_somebody_who_is_gone(five: Memory) -> None:
    game = copy_of(five)
    gone = game.mover
    game.go_on(COLOURS[gone])
    game.settle()
    missing = COLOURS[game.mover]
    assert "turn to vote" in told(game.with_block(vote_of(game, gone, missing), gone), gone)


def test_against_somebody_who_is_not_awaited(four: Memory) -> None:
    seat = behind(four, 2)
    history = four.with_block(vote_of(four, seat, COLOURS[behind(four, 1)]), seat)
    assert (
        f"the game is waiting for {COLOURS[four.mover]}, but the vote does not name that player first"
        in told(history, seat)
    )


def test_against_somebody_who_is_gone_already(five: Memory) -> None:
    game = copy_of(five)
    gone = game.mover
    game.go_on(COLOURS[gone])
    game.settle()
    voter = next(seat for seat in ((game.mover + step) % 5 for step in (2, 3)) if seat != gone)
    history = game.with_block(vote_of(game, voter, COLOURS[game.mover], COLOURS[gone]), voter)
    assert f"{COLOURS[gone]} is not in this game, or has left it" in told(history, voter)


def test_for_a_colour_that_nobody_has(four: Memory) -> None:
    seat = behind(four, 2)
    history = four.with_block(vote_of(four, seat, COLOURS[four.mover], "black"), seat)
    assert "black is not in this game, or has left it" in told(history, seat)


def test_for_something_else_than_the_votes_before(four: Memory) -> None:
    """Other names, another offer, or none."""
    game, missing = copy_of(four), COLOURS[four.mover]
    one, other = four.offer(missing, HEIR), four.offer(missing, OTHER)
    game.vote(missing, offers=(one,))
    voter = behind(game, 1)
    for changed in (vote_of(game, voter, missing), vote_of(game, voter, missing, offers=(other,))):
        history = game.with_block(replace(changed, seat=behind_of(four, 3)), behind_of(four, 3))
        assert "differs from the earlier votes" in told(history, behind_of(four, 3))


def behind_of(game: Memory, step: int) -> int:
    """The seat so many places behind the one that is awaited before any votes."""
    return behind(game, step)


def test_the_awaited_seat_is_named_first_and_the_others_in_seat_order(five: Memory) -> None:
    voter = behind(five, 2)
    one, other = COLOURS[five.mover], COLOURS[behind(five, 3)]
    assert "does not name that player first" in told(
        five.with_block(vote_of(five, voter, other, one), voter), voter
    )
    three = (one, COLOURS[behind(five, 4)], COLOURS[behind(five, 1)])
    assert "seat order" in told(five.with_block(vote_of(five, voter, *three), voter), voter)


def test_before_it_is_known_who_begins() -> None:
    game = Memory(header(3))
    for _ in range(3):
        game.join()
    now = waiting(game.table)
    assert now is not None
    assert now.need == ASSIST
    voter = behind(game, 2)
    assert "not yet known who will begin" in told(
        game.with_block(vote_of(game, voter, COLOURS[game.mover]), voter), voter
    )


def test_when_the_game_is_over() -> None:
    game = Memory(header(2)).start()
    game.play("resign")
    assert waiting(game.table) is None
    assert "the game is over" in told(game.with_block(vote_of(game, 0, "blue"), 0), 0)


def test_that_throws_out_as_many_as_stay(four: Memory) -> None:
    seats = [four.mover, behind(four, 3)]
    voter = behind(four, 2)
    history = four.with_block(vote_of(four, voter, *(COLOURS[seat] for seat in seats)), voter)
    assert "possible only if more players stay than leave" in told(history, voter)


def test_a_sock_puppet_counts_as_one_who_goes(four: Memory) -> None:
    """With two of four nobody brings in two friends."""
    seats = [COLOURS[four.mover], COLOURS[behind(four, 3)]]
    offers = sorted(four.offer(colour, who) for colour, who in zip(seats, (HEIR, OTHER), strict=True))
    voter = behind(four, 2)
    block = vote_of(four, voter, *seats, offers=offers)
    assert "possible only if more players stay than leave" in told(four.with_block(block, voter), voter)


def test_heirs_do_not_get_around_the_majority() -> None:
    """DECK 9.5: only where the awaited seat alone is given to its own heir. One of four evicts nobody."""
    game = second_turn(4)
    heirs = {}
    for number in range(4):
        heirs[game.mover] = Identity(f"heir{number}", bytes([90 + number]) * 32)
        game.play(f"handover {encode_bytes(heirs[game.mover].public)}", "end")
        game.settle()
    seats = [behind(game, step) for step in (0, 2, 3)]
    colours = [COLOURS[seat] for seat in seats]
    for count in (2, 3):
        offers = sorted(game.offer(COLOURS[seat], heirs[seat]) for seat in seats[:count])
        voter = next(seat for seat in (behind(game, step) for step in (2, 3, 1)) if seat not in seats[:count])
        block = vote_of(game, voter, *colours[:count], offers=offers)
        assert "possible only if more players stay than leave" in told(game.with_block(block, voter), voter)


def test_an_offer_for_a_seat_that_is_not_named(four: Memory) -> None:
    voter, other = behind(four, 2), COLOURS[behind(four, 3)]
    block = vote_of(four, voter, COLOURS[four.mover], offers=(four.offer(other, HEIR),))
    assert "for a seat that is not being voted on" in told(four.with_block(block, voter), voter)


@pytest.mark.parametrize(
    ("key", "value"), [("at", "2026-11-22T10:00:00Z"), ("auto", '["end"]'), ("finishes", "true")]
)
def test_a_vote_says_no_time_and_not_that_it_finishes(four: Memory, key: str, value: str) -> None:
    """DECK 9.2: signed again it is the same bytes, so that nobody tries a roll again by another moment."""
    game = copy_of(four)
    game.vote(COLOURS[four.mover])
    head, mark, vote = write_save(game.save, []).rpartition('kind = "vote"\n')
    with pytest.raises(InvalidFile, match=f'the key "{key}" is unknown in a block of kind vote'):
        parse_save(f"{head}{mark}{key} = {value}\n{vote}".encode())


@pytest.mark.parametrize("key", ["shares", "shuffle", "roll", "reveal", "late", "key", "orders"])
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
    assert "never signed it" in told(four.with_block(block, behind(four, 1)), None)


def test_nothing_but_votes_follows_a_vote(four: Memory) -> None:
    """The awaited seat's block stands on the one before them."""
    game, seat = copy_of(four), four.mover
    late = four.draft("end").block
    game.vote(COLOURS[seat])
    moved = replace(late, seq=len(game.save.blocks), prev=encode_bytes(head_hash(game.save)))
    assert "only votes and confirmations are allowed" in told(game.with_block(moved, seat), seat)


# --- acks -------------------------------------------------------------------------------------------------


@pytest.fixture
def finished(four: Memory) -> Memory:
    """The game of four once all have voted."""
    return copy_of(four).vote_all(COLOURS[four.mover])


def ack_of(game: Memory, **deck: Any) -> Block:
    """The ack that is next, with other parts."""
    block = copy_of(game).ack().block
    return replace(block, deck={**block.deck, **deck})


def test_an_ack_out_of_order(four: Memory, finished: Memory) -> None:
    """By the one behind the next, by the decider, by whoever is named; and where nobody has voted."""
    block = ack_of(finished)
    for step in (1, 3, 0):
        seat = behind(four, step)
        assert "another player has to confirm the vote first" in told(
            finished.with_block(replace(block, seat=seat), seat), seat
        )
    moved = replace(block, seq=len(four.save.blocks), prev=encode_bytes(head_hash(four.save)))
    seat = block.seat
    assert "there is no vote to confirm here" in told(four.with_block(moved, seat), seat)


def test_an_ack_without_its_shuffle_or_with_another(finished: Memory) -> None:
    block, seat = ack_of(finished), finished.mover
    assert "the shuffle of deck cards/2 is missing" in told(
        finished.with_block(replace(block, deck={}), seat), seat
    )
    shuffles: Any = block.deck["shuffle"]
    twice = finished.with_block(ack_of(finished, shuffle=[*shuffles, *shuffles]), seat)
    assert "a shuffle of 'cards/2' that is not due" in told(twice, seat)
    slots = encode_bytes(decode_bytes(shuffles[0]["slots"])[64:] + decode_bytes(shuffles[0]["slots"])[:64])
    bent = finished.with_block(ack_of(finished, shuffle=[{**shuffles[0], "slots": slots}]), seat)
    assert "is not valid" in told(bent, seat)


@pytest.mark.parametrize(
    "key", ["shares", "roll", "reveal", "late", "key", "orders", "at", "without", "auto"]
)
def test_an_ack_holds_nothing_but_its_shuffle(finished: Memory, key: str) -> None:
    game = copy_of(finished)
    game.ack()
    value = {"orders": '["end"]', "at": "2026-11-22T10:00:00Z"}.get(key, '"AAAA"')
    head, mark, ack = write_save(game.save, []).rpartition('kind = "ack"\n')
    with pytest.raises(InvalidFile, match=f'the key "{key}" is unknown in a block of kind ack'):
        parse_save(f"{head}{mark}{key} = {value}\n{ack}".encode())


def test_nothing_but_acks_follows_a_finishing_vote(four: Memory, finished: Memory) -> None:
    """Nobody's turn, nobody's payment, nobody's join: until the last ack nothing has happened."""
    prev, seq = encode_bytes(head_hash(finished.save)), len(finished.save.blocks)
    late = replace(four.draft("end").block, seq=seq, prev=prev)
    for step in range(4):
        seat = behind(four, step)
        history = finished.with_block(replace(late, seat=seat), seat)
        assert "only votes and confirmations are allowed" in told(history, seat)
    join = replace(four.save.blocks[0], seq=seq, prev=prev, identity=HEIR.public, name="sarah")
    assert "is not the next free seat" in told(signed_by(finished, join, HEIR), None, join.colour)


def test_a_run_upon_acks_names_who_is_awaited_and_all_named_before(five: Memory) -> None:
    game, missing = copy_of(five).vote_all(COLOURS[five.mover]), five.mover
    game.ack()
    silent, voter = game.mover, behind(five, 1)
    assert "all seats named in earlier votes" in told(
        game.with_block(vote_of(game, voter, COLOURS[silent]), voter), voter
    )
    other = behind(five, 2)
    for first in (COLOURS[missing], COLOURS[other]):
        history = game.with_block(vote_of(game, voter, first, COLOURS[silent]), voter)
        assert "name the seat whose confirmation is missing" in told(history, voter)


def test_of_four_a_missing_ack_cannot_be_voted_out(finished: Memory) -> None:
    """DECK 9.2: nobody is gone yet, and two are no majority of four; what that means is written in 9.6."""
    silent, gone = finished.mover, finished.table.run
    assert gone is not None
    voter = finished.table.record_seats.staying((silent, gone.awaited))[-1]
    block = vote_of(finished, voter, COLOURS[silent], COLOURS[gone.awaited])
    assert "possible only if more players stay than leave" in told(finished.with_block(block, voter), voter)


# --- what the last vote does ------------------------------------------------------------------------------


@pytest.fixture
def gone(four: Memory) -> Memory:
    """The game of four without the one who was awaited."""
    return copy_of(four).go_on(COLOURS[four.mover])


def test_a_turn_of_the_voted_out_player(four: Memory, gone: Memory) -> None:
    """On the old block it loses (the model of ties shows that), on the new ones it does not hold."""
    seat = four.mover
    late = four.draft("end").block
    moved = replace(late, seq=len(gone.save.blocks), prev=encode_bytes(head_hash(gone.save)))
    assert "this block is a turn by" in told(gone.with_block(moved, seat), seat)


def test_a_payment_of_the_voted_out_player(four: Memory, gone: Memory) -> None:
    seat = four.mover
    with pytest.raises(NothingToDo):
        gone.draft_of_assist(seat)
    block = gone.draft_of_assist(gone.mover).block
    assert "this block is a share from" in told(gone.with_block(replace(block, seat=seat), seat), seat)


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
    assert "is not valid" in told(gone.with_block(block, seat), seat)


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
    game.go_on(missing)
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
    game.go_on(COLOURS[missing])
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


# --- offers and heirs -------------------------------------------------------------------------------------


def with_offer(game: Memory, offer: Offer) -> History:
    """What everybody says of the first vote with this offer."""
    voter = behind(game, 2)
    return game.with_block(vote_of(game, voter, COLOURS[game.mover], offers=(offer,)), voter)


def resigned(game: Memory, offer: Offer, who: Identity, base: bytes = b"") -> Offer:
    """An offer signed anew."""
    digest = offer_digest(offer, game.table.ledger.game, base or head_hash(game.save))
    return offer._replace(sig=who.sign(digest))


def test_an_offer_of_somebody_who_has_played_in_this_game(four: Memory) -> None:
    offer = four.offer(COLOURS[four.mover], HEIR)
    voter = behind(four, 2)
    for seat in range(4):
        own = resigned(four, offer._replace(key=identity(seat).public, name="somebody"), identity(seat))
        assert "has already played in this game" in told(with_offer(four, own), voter)


def test_an_offer_of_somebody_who_had_a_seat_before(four: Memory) -> None:
    game, seat = copy_of(four), four.mover
    colour = COLOURS[seat]
    game.go_on(colour, offers=(game.offer(colour, HEIR),)).settle()
    assert game.mover == seat
    for who in (identity(seat), HEIR):
        with pytest.raises(InvalidFile, match="has already played in this game"):
            game.offer(colour, who)


def test_a_second_offer_for_a_seat_cannot_be_read(four: Memory) -> None:
    colour, voter = COLOURS[four.mover], behind(four, 2)
    offers = sorted((four.offer(colour, HEIR), four.offer(colour, OTHER)))
    with pytest.raises(InvalidFile, match="at least one offer, and at most one for each seat"):
        four.with_block(vote_of(four, voter, colour, offers=offers), voter)


def test_one_identity_for_two_seats(five: Memory) -> None:
    one, other = COLOURS[five.mover], COLOURS[behind(five, 4)]
    voter = behind(five, 2)
    offers = sorted(five.offer(colour, HEIR) for colour in (one, other))
    history = five.with_block(vote_of(five, voter, one, other, offers=offers), voter)
    assert "appears in two offers" in told(history, voter)


def test_an_offer_for_another_block_or_another_game(four: Memory) -> None:
    """DECK 9.4: it is worth nothing on another base; nothing is left to choose later."""
    colour, voter = COLOURS[four.mover], behind(four, 2)
    later = copy_of(four)
    later.play("end")
    later.settle()
    while later.mover != four.mover:
        later.play("end")
        later.settle()
    for stranger in (later.offer(colour, HEIR), second_turn(4, edition=1).offer(colour, HEIR)):
        assert "signature does not match this game and this block" in told(with_offer(four, stranger), voter)
        moved = resigned(four, stranger, HEIR)
        assert "is not valid" in told(with_offer(four, moved), voter)


def test_an_offer_that_was_changed_or_made_for_another_seat(four: Memory) -> None:
    offer, voter = four.offer(COLOURS[four.mover], HEIR), behind(four, 2)
    for changed in (offer._replace(name="mallory"), offer._replace(bot="easy")):
        assert "signature does not match" in told(with_offer(four, changed), voter)
    other = four.offer(COLOURS[behind(four, 1)], HEIR)._replace(seat=four.mover)
    assert "is not valid" in told(with_offer(four, resigned(four, other, HEIR)), voter)


def test_a_key_that_was_in_this_game(four: Memory) -> None:
    """X of the former owner, or of anybody else, is refused before its proof is looked at."""
    offer, voter = four.offer(COLOURS[four.mover], HEIR), behind(four, 2)
    for key in four.table.ledger.keys:
        forged = resigned(four, offer._replace(x=key), HEIR)
        assert "this key has already been used in this game" in told(with_offer(four, forged), voter)


def test_a_rogue_key(four: Memory) -> None:
    """A key that nobody knows the secret of, one of small order, or a proof that was bent."""
    offer, voter = four.offer(COLOURS[four.mover], HEIR), behind(four, 2)
    stranger = game_secret(OTHER.seed, four.table).key().public
    challenge, response = unpack_scalars(offer.proof)
    bent = pack_scalars((challenge, (response + 1) % ORDER))
    for changed in (offer._replace(x=stranger), offer._replace(proof=bent)):
        assert "is not valid" in told(with_offer(four, resigned(four, changed, HEIR)), voter)
    small = resigned(four, offer._replace(x=BAD_POINTS["of order 8"]), HEIR)
    assert "small order" in told(with_offer(four, small), voter)


def test_a_name_that_somebody_has(four: Memory) -> None:
    offer = four.offer(COLOURS[four.mover], HEIR)._replace(name=four.table.seats[0].name)
    text = copy_of(four)
    block = vote_of(four, behind(four, 2), COLOURS[four.mover], offers=(resigned(four, offer, HEIR),))
    assert "already has the name" in told(four.with_block(block, behind(four, 2)), behind(four, 2))
    assert text.save == four.save


def test_the_former_player_has_nothing_to_say_any_more(four: Memory) -> None:
    seat, colour = four.mover, COLOURS[four.mover]
    late, game = four.draft("end").block, copy_of(four)
    game.go_on(colour, offers=(four.offer(colour, HEIR),))
    moved = replace(late, seq=len(game.save.blocks), prev=encode_bytes(head_hash(game.save)))
    assert "never signed it" in told(game.with_block(moved, seat), None)


def test_handover_alone_gives_no_new_hand(four: Memory) -> None:
    """DECK 9.5: one names an heir as often as one likes, and keeps the hand one has."""
    game, seat = copy_of(four), four.mover
    orders = [f"handover {encode_bytes(key.public)}" for key in (HEIR, OTHER)]
    draft = game.draft(*orders, "end")
    game.add(draft)
    assert game.table.named_successors == {seat: OTHER.public}
    assert game.table.seats[seat].identity == identity(seat).public
    assert not {"succeeded", "renewed"} & {event.event for event in draft.events}


def test_an_heir_is_somebody_who_never_played_here(four: Memory) -> None:
    wrong = "this public key belongs to a current or former player of this game"
    for seat in range(4):
        with pytest.raises(KhronosError, match=wrong):
            four.draft(f"handover {encode_bytes(identity(seat).public)}", "end")


def test_only_the_newest_heir_counts() -> None:
    """With two at the table: the one named before is as much a stranger as anybody."""
    game = Memory(header(2)).start()
    seat, colour = game.mover, COLOURS[game.mover]
    game.play(f"handover {encode_bytes(HEIR.public)}", f"handover {encode_bytes(OTHER.public)}", "end")
    game.settle()
    game.play("end")
    game.settle()
    for who in (HEIR, THIRD):
        with pytest.raises(InvalidFile, match="possible only if more players stay than leave"):
            game.draft_of_vote_by(1 - seat, game.ballot(colour, offers=(game.offer(colour, who),)))
    game.vote(colour, offers=(game.offer(colour, OTHER),))
    assert not game.table.named_successors
    game.settle()
    game.play("end")
    assert_holds(game)
