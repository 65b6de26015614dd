"""The view of a position as plain data: everything that is public. All drawings are made from it.

Nothing is hidden in this game (VILLAGE 1.1), so all audiences have the same view. Cards and boards are
represented by their printed data (`Card`, `Board`).
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from khronos_pbem.games.my_village.model.cards import Board, Card, Effect, workshop_id
from khronos_pbem.games.my_village.model.position import Die, Draw, Position, Shop, Village
from khronos_pbem.games.my_village.model.terms import (
    CHAMBERS,
    FIELD,
    GUILD,
    LETTERS,
    PILES,
    SQUARE,
    WORKSHOPS,
    Advantage,
    Branch,
    Person,
    Phase,
    Step,
)
from khronos_pbem.games.my_village.rules.base import board_queries
from khronos_pbem.games.my_village.rules.base.draws import POOL
from khronos_pbem.games.my_village.rules.phases.rat import can_shelter
from khronos_pbem.games.my_village.rules.phases.score import church_points, score
from khronos_pbem.games.my_village.rules.turn import decision, next_to_act


class Places(NamedTuple):
    """Equal places for markers: how many are filled, and how many there are."""

    filled: int
    total: int


class OfferView(NamedTuple):
    """A card of the display, or a pile of identical cards: its name, printed data and number left."""

    name: str
    card: Card
    left: int


class WorkshopsView(NamedTuple):
    """The workshops of one type: their common data, and each card, with `left` 0 for a taken one."""

    type: str
    card: Card
    offers: tuple[OfferView, ...]


class MonksView(NamedTuple):
    """A pile of monks: its price, its open monk, and the number of cards below that monk.

    `effects` are those of the open monk `top` ("" if there is none). `members` are the ids of all cards of
    the pile.
    """

    pile: str
    card: Card
    top: str
    effects: tuple[Effect, ...]
    left: int
    members: tuple[str, ...]


class HandView(NamedTuple):
    """The first player's hand: the holder's colour, whether its palm is up, and its story points."""

    holder: str
    palm: bool
    story: int


class MarketView(NamedTuple):
    """The main board. `rolled` is False while the dice of the round are still to be rolled.

    `customers_left` is the number of customers in the pile.
    """

    pool: tuple[Die, ...]
    rolled: bool
    hand: HandView
    zone: tuple[Card, ...]
    customers_left: int
    workshops: tuple[WorkshopsView, ...]
    churches: tuple[OfferView, ...]
    chambers: tuple[OfferView, ...]
    squares: OfferView
    fields: OfferView
    monks: tuple[MonksView, ...]
    journeys: tuple[OfferView, ...]


class ChurchView(NamedTuple):
    """The church of a village; `shelter` holds the places of a sanatorium, None for other churches."""

    name: str
    windows: int
    points: int
    monks: tuple[str, ...]
    shelter: Places | None


class ChamberView(NamedTuple):
    """The chamber of a village: its card, its marked places, and a guild's places for goods."""

    card: Card
    marks: tuple[str, ...]
    goods: Places | None


class SquareView(NamedTuple):
    """The square of a village: its markers, and the banner on which the 2/12 tile lies."""

    markers: Places
    tile: str


class ShopView(NamedTuple):
    """A workshop of a village: its card and its places for goods."""

    card: Card
    goods: Places


class VillageView(NamedTuple):
    """A village; `score` is the score that the player would have if the game ended now.

    `holds_hand` is True if the player has the first player's hand, `moves` if the player acts next, and
    `reaper_out` if a villager dies this turn. `loss` is the number of story points that the rats would take;
    `shelters` is True if a sanatorium could prevent that. `policy` and `refuge` are the policies for the
    sanatorium and the refuge.
    """

    colour: str
    gone: bool
    score: int
    holds_hand: bool
    moves: bool
    personal: tuple[int, ...]
    cloud: int
    reaper_out: bool
    headman: Step
    coins: int
    tree: int
    hall: int
    villagers: tuple[Person, ...]
    left: bool
    right: bool
    labourers: int
    labourer_points: int
    church: ChurchView | None
    chamber: ChamberView | None
    square: SquareView | None
    fields: tuple[bool, ...]
    workshops: tuple[ShopView, ...]
    travels: tuple[Card, ...]
    market: tuple[Card, ...]
    served: tuple[Card, ...]
    goods: int
    loss: int
    shelters: bool
    policy: str
    refuge: str

    @property
    def served_points(self) -> int:
        """The prestige points of the served customers."""
        return sum(card.prestige for card in self.served)


class ChronicleView(NamedTuple):
    """The places of a profession in the chronicle: their story points, and how many are filled."""

    person: Person
    points: tuple[int, ...]
    filled: int


class GravesView(NamedTuple):
    """The graves board; `end` is the number of coffins that ends the game.

    `rat` is the number of steps that the rat still has to go, out of `start`.
    """

    chronicle: tuple[ChronicleView, ...]
    graves: int
    coffins: int
    end: int
    rat: int
    start: int


class ChoiceView(NamedTuple):
    """An open choice: its kind ("sanatorium" or "refuge"), who decides, and the card for the refuge."""

    kind: str
    who: str
    card: str


class TurnView(NamedTuple):
    """The state of the turn of player `active`: dice taken, actions used, open choices and draws.

    `mover` is the colour of the player who acts after the open draws, "" if that is not certain. `waits` is
    True if draws must be made first.
    """

    phase: Phase
    round: int
    rounds: int
    number: int
    turns: int
    first: str
    active: str
    mover: str
    waits: bool
    dice: tuple[Die, ...]
    value: int
    black: bool
    used: tuple[str, ...]
    offers: tuple[str, ...]
    revealed: str
    reaper: bool
    buried: str
    choice: ChoiceView | None
    draws: tuple[Draw, ...]


class View(NamedTuple):
    """The public view of a position; `board` is the printed data of the boards."""

    board: Board
    turn: TurnView
    market: MarketView
    villages: tuple[VillageView, ...]
    graves: GravesView


def view(position: Position) -> View:
    """Return the public view of the position."""
    mover = next_to_act(position)
    return View(
        position.cards.board,
        _turn(position, "" if mover is None else position.players[mover].colour),
        _market(position),
        tuple(_village(position, seat, seat == mover) for seat in range(len(position.players))),
        _graves(position),
    )


def _turn(position: Position, mover: str) -> TurnView:
    choice, colours = position.choice, [village.colour for village in position.players]
    return TurnView(
        position.phase, position.round, position.rounds, position.number, position.turns,
        colours[position.first], colours[position.active], mover, decision(position) is None,
        position.dice, board_queries.turn_value(position), position.branch is Branch.BLACK,
        position.used, position.offers, position.revealed, position.reaper, position.buried,
        None if choice is None else ChoiceView(choice.kind, colours[choice.seat], choice.card),
        position.draws,
    )  # fmt: skip


# --- the main board and the graves --------------------------------------------------------------------------


def _market(position: Position) -> MarketView:
    cards, hand = position.cards, position.hand
    return MarketView(
        position.pool, all(draw.name != POOL for draw in position.draws),
        HandView(position.players[hand.holder].colour, hand.palm, hand.story),
        _cards(position, position.zone), len(board_queries.customers_left(position)),
        tuple(_workshops(position, kind) for kind in WORKSHOPS),
        _offers(position, cards.churches, board_queries.churches_left(position)),
        _offers(position, CHAMBERS, board_queries.chambers_left(position)),
        OfferView(SQUARE, cards.card[SQUARE], board_queries.squares_left(position)),
        OfferView(FIELD, cards.card[FIELD], board_queries.fields_left(position)),
        tuple(_monks(position, pile) for pile in PILES),
        tuple(_journeys(position, letter) for letter in LETTERS),
    )  # fmt: skip


def _cards(position: Position, names: Iterable[str]) -> tuple[Card, ...]:
    return tuple(position.cards.card[name] for name in names)


def _offers(position: Position, names: Iterable[str], left: Iterable[str]) -> tuple[OfferView, ...]:
    there = frozenset(left)
    return tuple(OfferView(name, position.cards.card[name], int(name in there)) for name in names)


def _workshops(position: Position, kind: str) -> WorkshopsView:
    left = board_queries.workshops_left(position, kind)
    offers = _offers(position, position.cards.columns[kind], left)
    return WorkshopsView(kind, position.cards.types[kind], offers)


def _monks(position: Position, pile: str) -> MonksView:
    cards, top = position.cards, board_queries.open_monk(position, pile)
    effects = cards.card[top].first if top else ()
    left = len(board_queries.monks_left(position, pile))
    return MonksView(pile, cards.piles[pile], top, effects, left, cards.monks[pile])


def _journeys(position: Position, letter: str) -> OfferView:
    left = len(board_queries.travels_left(position, letter))
    return OfferView(letter, position.cards.letters[letter], left)


def _graves(position: Position) -> GravesView:
    board, count = position.cards.board, len(position.players)
    chronicle = tuple(
        ChronicleView(person, board.chronicle[person], filled)
        for person, filled in zip(Person, position.chronicle, strict=True)
    )
    return GravesView(
        chronicle, position.graves, position.coffins, board.end[count], position.rat, board.rat[count]
    )


# --- the villages -------------------------------------------------------------------------------------------


def _village(position: Position, seat: int, moves: bool) -> VillageView:
    village = position.players[seat]
    return VillageView(
        village.colour, village.gone, score(position, seat).total, position.hand.holder == seat, moves,
        village.personal, village.cloud, position.reaper and seat == position.active, village.headman,
        village.coins, village.tree, village.hall, village.villagers, village.left, village.right,
        village.labourers, position.cards.board.labourer * village.labourers,
        _church(position, village), _chamber(position, village), _square(position, village),
        village.fields, tuple(_shop(position, shop) for shop in village.workshops),
        _cards(position, village.travels), _cards(position, village.market),
        _cards(position, village.served), board_queries.goods_count(village),
        board_queries.rat_loss(village), can_shelter(position, village),
        village.policy,
        village.refuge,
    )  # fmt: skip


def _church(position: Position, village: Village) -> ChurchView | None:
    if not village.church:
        return None
    card = position.cards.card[village.church]
    shelter = Places(village.sheltered, card.places) if card.advantage is Advantage.SANATORIUM else None
    windows, points = board_queries.window_count(position, village), church_points(position, village)
    return ChurchView(village.church, windows, points, village.monks, shelter)


def _chamber(position: Position, village: Village) -> ChamberView | None:
    if not village.chamber:
        return None
    card = position.cards.card[village.chamber]
    goods = Places(village.guild, card.places) if card.id == GUILD else None
    return ChamberView(card, village.marks, goods)


def _square(position: Position, village: Village) -> SquareView | None:
    if village.square < 0:
        return None
    return SquareView(Places(village.square, position.cards.card[SQUARE].places), village.tile)


def _shop(position: Position, shop: Shop) -> ShopView:
    card = position.cards.card[workshop_id(shop.type, shop.values)]
    return ShopView(card, Places(shop.goods, card.places))
