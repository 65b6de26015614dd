"""Which copy of equal cards leaves a hand tells nobody anything about those that stay (DECK 5, RULES 3.2).

Games of bots-by-chance are played on an open table. The attacker sees what the record shows to all, knows the
rule by which copies are chosen, and asks of every card that stays hidden which types it can still be.
"""

from __future__ import annotations

import hmac
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from itertools import permutations, product
from random import Random
from typing import Any

import pytest

from khronos_pbem.deck.payment import revealed_handles
from khronos_pbem.engine.card_handles import FIRST, Handle, Rank
from khronos_pbem.engine.codec import Codec
from khronos_pbem.engine.contract import DecisionKind, Request, Seating, ShuffleRequest
from khronos_pbem.errors import OrderError
from khronos_pbem.games.khronos.game import Khronos
from khronos_pbem.games.khronos.model.orders import Build, End, Exchange, Order, Resign, Swap, Upgrade
from khronos_pbem.games.khronos.model.pieces import TYPES, Type
from khronos_pbem.games.khronos.model.position import Card, Position
from khronos_pbem.games.khronos.rules.checks.costs import retain_cards, take_cards
from khronos_pbem.record.chain import block_hashes
from khronos_pbem.record.save import parse_save
from khronos_pbem.session.replay.replay import replay
from khronos_pbem.storage.files import read_file
from tests.support.playing import COLOURS, options
from tests.support.shell import ROOT

GAME = Khronos()
WORDS = tuple(TYPES)
Ranks = Mapping[Handle, Rank]
NOTHING_SECRET: Ranks = {}
SAMPLES = ROOT / "sample_games"


@dataclass(frozen=True)
class Seen:
    """What everybody sees of a block: the position before it, the cards it shows, its orders."""

    before: Position
    seat: int
    shown: Mapping[Handle, str]
    orders: tuple[Order, ...]
    after: Position

    @property
    def hidden(self) -> tuple[Handle, ...]:
        """The slots that were in the hand and are there still, unread by the others."""
        return tuple(
            handle
            for handle in GAME.hand(self.before, self.seat)
            if handle in GAME.hand(self.after, self.seat)
        )


def secret(handle: Handle) -> Rank:
    """A rank as an owner has it, of a key that the attacker does not know."""
    return Rank(hmac.digest(b"the owner's", str(handle).encode(), "sha256"))


@dataclass
class Played:
    """A game by chance, block by block; with `secret` copies are chosen by rank, else in the hand's order."""

    secretly: bool
    seed: int
    holdem: bool
    labels: dict[Handle, str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.random = Random(self.seed)
        settings = options(keep=True, holdem=self.holdem)
        for deck, labels in GAME.first_decks(settings, 2).items():
            self._shuffle(deck, labels)
        begun = GAME.begin(Seating(COLOURS[:2], settings)).position
        self.position = GAME.learn(begun, {FIRST: self.labels[FIRST]})

    def _shuffle(self, deck: str, labels: tuple[str, ...]) -> None:
        mixed = self.random.sample(labels, len(labels))
        self.labels.update({Handle(deck, slot): label for slot, label in enumerate(mixed)})

    def blocks(self) -> Iterator[Seen]:
        """Every block with orders of a turn, as everybody sees it."""
        while (now := GAME.decision(self.position)) is not None:
            if now.need is DecisionKind.ANSWER:
                answer = self.random.choice(GAME.legal_orders(self.position))
                self.position = GAME.apply(self.position, now.seat, answer).position
            else:
                yield self._block(now.seat)

    def _block(self, seat: int) -> Seen:
        before, hand = self.position, GAME.hand(self.position, seat)
        ranks = {handle: secret(handle) for handle in hand} if self.secretly else NOTHING_SECRET
        private = GAME.with_ranks(
            GAME.learn(before, {handle: self.labels[handle] for handle in hand}), seat, ranks
        )
        orders, requests = list[Order](), list[Request]()
        while (now := GAME.decision(private)) is not None and (now.seat, now.need) == (
            seat,
            DecisionKind.TURN,
        ):
            order = self._choice(private)
            orders.append(GAME.public_order(private, seat, order))
            outcome = GAME.apply(private, seat, order)
            private = outcome.position
            requests += outcome.requests
            if isinstance(order, End | Exchange):
                break
        shown = {handle: self.labels[handle] for handle in hand if handle not in GAME.hand(private, seat)}
        self.position = replayed(before, seat, shown, orders)
        assert GAME.hand(self.position, seat) != hand or not shown
        assert set(GAME.hand(self.position, seat)) == set(GAME.hand(private, seat))
        for request in requests:
            if isinstance(request, ShuffleRequest):
                self._shuffle(request.deck, request.labels)
        return Seen(before, seat, shown, tuple(orders), self.position)

    def _choice(self, position: Position) -> Order:
        """An order by chance, one that uses cards more often than others."""
        found = [order for order in GAME.legal_orders(position) if not isinstance(order, Resign)]
        kinds: dict[type, list[Order]] = {}
        for order in found:
            kinds.setdefault(type(order), []).append(order)
        wanted = [kind for kind in (Build, Upgrade, Swap, Exchange, End, End) if kind in kinds]
        return self.random.choice(kinds[self.random.choice(wanted)])


def replayed(before: Position, seat: int, shown: Mapping[Handle, str], orders: list[Order]) -> Position:
    """The position as everybody else comes to it. Every card shown has left the hand."""
    position = GAME.learn(before, shown)
    for order in orders:
        (spelled,) = GAME.parse(GAME.text(order))
        full = GAME.normalize(position, seat, spelled.order)
        assert GAME.text(GAME.public_order(position, seat, full)) == GAME.text(order), "canonical for all"
        position = GAME.apply(position, seat, full).position
    assert not set(shown) & set(GAME.hand(position, seat))
    return position


# --- the attacker -----------------------------------------------------------------------------------------


def possible(seen: Seen, handle: Handle, word: str, secretly: bool) -> bool:
    """Whether a card that stays hidden can be of this type, for all that everybody sees.

    It can if some hand with it there, and some order of the copies if that is secret, gives this very block.
    """
    others = [each for each in seen.hidden if each != handle]
    hand = (*seen.shown, *seen.hidden)
    for words in product(WORDS, repeat=len(others)):
        guess = {**dict(zip(others, words, strict=True)), handle: word}
        for order in permutations(hand) if secretly else [None]:
            ranks = {each: Rank([place + 1]) for place, each in enumerate(order)} if order else {}
            if explains(seen, guess, ranks):
                return True
    return False


def explains(seen: Seen, guess: Mapping[Handle, str], ranks: Ranks) -> bool:
    """Whether an owner with these cards, who follows the rule, makes this block."""
    position = GAME.with_ranks(GAME.learn(seen.before, {**guess, **seen.shown}), seen.seat, ranks)
    try:
        for order in seen.orders:
            meant = order
            if isinstance(order, End) and order.hidden:
                meant = End(tuple(sorted((*order.kept, *(TYPES[guess[each]] for each in seen.hidden)))))
            if GAME.public_order(position, seen.seat, meant) != order:
                return False
            position = GAME.apply(position, seen.seat, meant).position
    except (OrderError, ValueError):
        return False
    return set(GAME.hand(position, seen.seat)) & {*guess, *seen.shown} == set(guess)


def narrowed(played: Played, most: int) -> tuple[int, int]:
    """How many kept hidden cards the attacker can narrow, and how many there were, in the first blocks."""
    found = total = 0
    for seen, _ in zip(played.blocks(), range(most), strict=False):
        for handle in seen.hidden:
            total += 1
            found += not all(possible(seen, handle, word, played.secretly) for word in WORDS)
    return found, total


@pytest.mark.parametrize("holdem", [False, True])
def test_no_kept_card_is_narrowed(holdem: bool) -> None:
    """The measure: of all hidden cards that are kept, the record narrows none."""
    counts = [narrowed(Played(True, seed, holdem), 9) for seed in range(10)]
    assert sum(found for found, _ in counts) == 0
    assert sum(total for _, total in counts) > 100


def test_the_attacker_is_a_good_one() -> None:
    """By the order of the hand, as in format 1, he narrows what is kept."""
    counts = [narrowed(Played(False, seed, False), 9) for seed in range(2)]
    assert sum(found for found, _ in counts) > 5


def recorded(name: str) -> Iterator[Seen]:
    """The blocks of a sample game with orders of a turn, as everybody sees them."""
    save = parse_save(read_file(SAMPLES / f"{name}.khronos"))
    history = replay(save, block_hashes(save), len(save.blocks))
    before = history.start
    for entry in history.entries:
        block = entry.block
        if block.kind == "turn":
            held = entry.table.ledger.held
            shown = {handle: str(held[handle].label) for handle in revealed_handles(block.deck)}
            orders = tuple(spelled.order for spelled in GAME.parse("\n".join(block.orders)))
            yield Seen(before.position, block.seat, shown, orders, entry.table.position)
        before = entry.table


def counted(name: str, secretly: bool) -> tuple[int, int, int]:
    """How many kept hidden cards of a sample are narrowed, how many of them certain, of how many."""
    left = [
        sum(possible(seen, handle, word, secretly) for word in WORDS)
        for seen in recorded(name)
        for handle in seen.hidden
    ]
    assert all(left)
    return sum(words < 3 for words in left), left.count(1), len(left)


def test_the_records_themselves_narrow_nothing() -> None:
    """A record of format 1 says of most kept cards what they are not, of some what they are; now of none."""
    narrow, certain, total = counted("four-players-keep", secretly=False)
    assert narrow > total / 2
    assert certain > 0
    assert counted("three-players-keep-holdem", secretly=True)[:2] == (0, 0)


@pytest.mark.parametrize("secretly", [True, False])
@pytest.mark.parametrize("holdem", [True, False])
def test_everybody_comes_to_the_hand_that_its_owner_has(secretly: bool, holdem: bool) -> None:
    """The public replay takes the same copies, whole games long (`replayed` and `Played` check it)."""
    for seed in range(12):
        blocks = list(Played(secretly, 100 + seed, holdem).blocks())
        assert GAME.is_over(blocks[-1].after)
        assert any(seen.hidden for seen in blocks)


# --- the rule ---------------------------------------------------------------------------------------------


def hand(*words: str, ranks: Any = ()) -> tuple[Card, ...]:
    """Cards with slots 0, 1, …; `market` before a word makes it an open card."""
    return tuple(
        Card(TYPES[word.removeprefix("market ")], None)
        if word.startswith("market ")
        else Card(TYPES[word], Handle("cards/1", slot), Rank(ranks[slot : slot + 1]))
        for slot, word in enumerate(words)
    )


def slots(cards: tuple[Card, ...]) -> list[int | None]:
    return [card.handle.slot if card.handle else None for card in cards]


@pytest.mark.parametrize("order", list(permutations(range(3))))
def test_the_order_of_dealing_does_not_matter(order: tuple[int, ...]) -> None:
    """Of three equal cards the lowest rank leaves, wherever it lies in the hand."""
    cards = hand("civil", "civil", "civil", ranks=b"\x05\x01\x09")
    mixed = tuple(cards[place] for place in order)
    taken, left = take_cards(mixed, (Type.CIVIL, Type.CIVIL))
    assert slots(taken) == [1, 0]
    assert slots(left) == [2]
    staying, going = retain_cards(mixed, (Type.CIVIL,))
    assert slots(staying) == [2]
    assert set(slots(going)) == {0, 1}


@pytest.mark.parametrize("words", list(product(WORDS, repeat=3)))
def test_labels_of_others_do_not_change_the_choice(words: tuple[str, ...]) -> None:
    """Which of the copies leaves hangs on their ranks alone, whatever else lies in the hand."""
    cards = hand(*words, "civil", ranks=b"\x05\x01\x09\x03")
    copies = [card for card in cards if card.type is Type.CIVIL]
    taken, _ = take_cards(cards, (Type.CIVIL,))
    assert taken == (min(copies, key=lambda card: card.rank),)


def test_open_cards_leave_before_hidden_ones_and_stay_after_them() -> None:
    """An open card that is discarded must not say that the hidden ones are no copies of it."""
    cards = hand("civil", "market civil", "religious", ranks=b"\x05\x00\x01")
    assert slots(take_cards(cards, (Type.CIVIL,))[0]) == [None]
    assert slots(retain_cards(cards, (Type.CIVIL,))[0]) == [0]


def test_without_ranks_the_first_copies_leave_and_stay() -> None:
    """Format 1, and everybody else's replay."""
    cards = hand("civil", "religious", "civil", ranks=b"")
    assert slots(take_cards(cards, (Type.CIVIL,))[0]) == [0]
    assert slots(retain_cards(cards, (Type.CIVIL,))[0]) == [0]


def test_ranks_are_neither_printed_nor_kept() -> None:
    cards = hand("civil", ranks=b"\x05")
    assert "\\x05" not in repr(cards)
    with pytest.raises(TypeError, match="no Rank is kept"):
        Codec((Card, Handle, Type)).to_data(cards)
