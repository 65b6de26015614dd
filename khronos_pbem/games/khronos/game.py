"""The game Khronos: the implementation of `engine.contract.Game`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from khronos_pbem.engine.card_handles import FIRST, Handle, Rank
from khronos_pbem.engine.contract import (
    DealRequest,
    Decision,
    GameOptions,
    OpenRequest,
    Outcome,
    ParsedOrder,
    Request,
    Seating,
)
from khronos_pbem.engine.fields import quoted_value
from khronos_pbem.engine.rule_references import RuleReferences
from khronos_pbem.errors import InvalidFile
from khronos_pbem.games.khronos.model import orders
from khronos_pbem.games.khronos.model.decision import decision, winners
from khronos_pbem.games.khronos.model.field import empty_field
from khronos_pbem.games.khronos.model.land import land_from_data
from khronos_pbem.games.khronos.model.pieces import (
    COLOURS,
    DECKS,
    ECUS_EACH,
    HAND_SIZE,
    PIECES,
    TYPES,
    Board,
    Type,
)
from khronos_pbem.games.khronos.model.position import (
    ASK,
    AUTO,
    BEST,
    VALUES,
    Card,
    Options,
    Phase,
    Player,
    Position,
)
from khronos_pbem.games.khronos.order_text import grammar
from khronos_pbem.games.khronos.positions import to_data
from khronos_pbem.games.khronos.rules import legal_orders, standing_answers, turn
from khronos_pbem.games.khronos.rules.checks import costs
from khronos_pbem.games.khronos.rules.effects import player_departures
from khronos_pbem.messages import message, plural_message

if TYPE_CHECKING:
    from khronos_pbem.games.khronos.model.orders import Order


def initial_pile(options: Options) -> tuple[Type, ...]:
    """Return the types of the cards in the first pile, without the Hold'em market (RULES 1.5, 2)."""
    counts = DECKS[options.edition]
    aside = 1 if options.holdem else 0
    return tuple(kind for kind in Type for _ in range(counts[kind] - aside))


def _checked_options(options: GameOptions) -> Options:
    """Check and return the options of a game.

    Raises InvalidFile for keys or values that are not in RULES 12.
    """
    unknown = sorted(set(options) - {"edition", "holdem", "keep", "map", "choices"})
    if unknown:
        raise _invalid_options(
            message("unknown key {unknown!r} in [game]", unknown=unknown[0]),
            message('only the keys "edition", "holdem", "keep", "map" and "choices" are allowed'),
        )
    edition, holdem, keep = (options.get(key) for key in ("edition", "holdem", "keep"))
    if type(edition) is not int or edition not in DECKS:
        raise _invalid_options(
            message("there is no edition {edition!r}", edition=edition), message("choose edition 1 or 2")
        )
    if not isinstance(holdem, bool) or not isinstance(keep, bool):
        raise _invalid_options(
            message("holdem and keep must be true or false"), message("for example, write holdem = false")
        )
    if edition == 1 and (holdem or keep):
        raise _invalid_options(
            message('edition 1 has neither Hold\'em nor the option "keep"'), message("choose edition 2")
        )
    _first_policies(options)
    return Options(edition, holdem, keep)


def _first_policies(options: Mapping[str, object]) -> tuple[str, str]:
    """Return the initial policies of all players for placements and for downsizings (RULES 9.3).

    Raises InvalidFile for an unknown value of the option `choices`.
    """
    choices = str(options.get("choices", ASK))
    if choices not in (ASK, AUTO, BEST):
        raise _invalid_options(
            message('the option "choices" cannot be {value}', value=quoted_value(choices)),
            message("choose ask, auto or best"),
            "9.3",
        )
    return choices, choices if choices == BEST else ASK


def _invalid_options(what: str, hint: str, rule: str = "12") -> InvalidFile:
    return InvalidFile(what, rule=rule, hint=hint)


class Khronos:
    """The rules of the game Khronos (RULES); stateless."""

    name = "khronos"
    rules = 1
    colours = COLOURS
    cites = RuleReferences("3.1", "3.3", "9", "9.1", "9.3", "1.6")
    value_classes: tuple[type, ...] = VALUES

    def single_values(self, options: GameOptions) -> tuple[object, ...]:
        """Return the nine buildings, which all positions share; the options make no difference."""
        return PIECES

    def check_options(self, options: GameOptions, seats: int) -> None:
        """Raise InvalidFile if a game cannot be played with these options and number of seats."""
        _checked_options(options)
        if not isinstance(options.get("map"), Mapping):
            hint = message("[game] must contain the whole map")
            raise InvalidFile(message("the map of the game is missing"), hint=hint)
        land_from_data(options["map"])
        if not 2 <= seats <= len(COLOURS):
            what = plural_message("a game cannot have {n} seat", "a game cannot have {n} seats", seats)
            raise InvalidFile(what, rule="1.6", hint=message("choose 2 to 5 seats"))

    def first_decks(self, options: GameOptions, seats: int) -> dict[str, tuple[str, ...]]:
        """Return the labels of the first decks by deck name (DECK 3).

        One deck contains the seats, for drawing the first player; the other contains the cards.
        """
        cards = initial_pile(_checked_options(options))
        return {
            FIRST.deck: tuple(f"seat/{seat}" for seat in range(seats)),
            "cards/1": tuple(card.word for card in cards),
        }

    def begin(self, seating: Seating) -> Outcome[Position]:
        """Return the start of a game, with requests to deal and to reveal the first player (RULES 2).

        Each player gets four hidden cards.
        """
        options = _checked_options(seating.options)
        land, count = land_from_data(seating.options["map"]), len(seating.colours)
        cards = [Card(None, Handle("cards/1", slot)) for slot in range(len(initial_pile(options)))]
        places = (Board.MIGHT, Board.MIGHT)
        policy, downsizing = _first_policies(seating.options)
        players, requests = [], list[Request]()
        for seat, colour in enumerate(seating.colours):
            hand = tuple(cards[HAND_SIZE * seat : HAND_SIZE * (seat + 1)])
            players.append(Player(colour, ECUS_EACH, places, hand, policy, downsizing=downsizing))
            requests.append(DealRequest(seat, tuple(card.handle for card in hand if card.handle)))
        field = empty_field(land, count)
        position = Position(options, land, tuple(players), (field, field, field), phase=Phase.SETUP)
        market = tuple(Type) if options.holdem else ()
        position = position._replace(pile=tuple(cards[HAND_SIZE * count :]), market=market, shuffles=1)
        return Outcome(position, (), (*requests, OpenRequest(FIRST)))

    def learn(self, position: Position, labels: Mapping[Handle, str]) -> Position:
        """Return the position with the cards in these slots revealed.

        The game begins when the first player is revealed (RULES 2).
        """
        if FIRST in labels and position.phase is Phase.SETUP:
            first = int(labels[FIRST].removeprefix("seat/"))
            position = position._replace(opener=first, active=first, phase=Phase.CHANGE)
        for seat, player in enumerate(position.players):
            if any(card.handle in labels for card in player.hand):
                hand = tuple(_with_label(card, labels) for card in player.hand)
                position = position.with_player(seat, hand=hand)
        return position

    def with_ranks(self, position: Position, seat: int, ranks: Mapping[Handle, Rank]) -> Position:
        """Return the position with the secret ranks of the hidden cards in a hand.

        The ranks determine which of several equal cards comes first.
        """
        hand = position.players[seat].hand
        return position.with_player(seat, hand=tuple(_ranked(card, ranks) for card in hand))

    def decision(self, position: Position) -> Decision | None:
        """Return the seat that must decide now, and its decision (RULES 3, 9).

        Return None before and after the game.
        """
        return decision(position)

    def apply(self, position: Position, seat: int, order: Order) -> Outcome[Position]:
        """Return the position after an order by a seat, with events and requests.

        A new pile consists of handles. Raises OrderError if the order is illegal or another seat must decide,
        and NothingToDo if no decision is open.
        """
        return turn.apply(position, seat, order).outcome()

    def normalize(self, position: Position, seat: int, order: Order) -> Order:
        """Return the order in its canonical form for this position.

        Omitted parts are filled in wherever only one possibility exists.
        """
        return turn.normalized(position, seat, order)

    def standing_answer(self, position: Position) -> Order | None:
        """Return the answer that a standing order gives to the open choice (RULES 9.3, 11.2), or None.

        None means that no choice is open, or that the player must answer.
        """
        return standing_answers.standing_answer(position)

    def ends_turn(self, order: Order) -> bool:
        """Return True for `end` and `resign`, and False for all other orders."""
        return isinstance(order, orders.End | orders.Resign)

    def public_order(self, position: Position, seat: int, order: Order) -> Order:
        """Return the order without the names of hidden cards kept at the end of a turn (RULES 11.1)."""
        if not isinstance(order, orders.End) or not order.kept:
            return order
        kept, _ = costs.retain_cards(position.players[seat].hand, order.kept)
        open_ones = tuple(card.type for card in kept if card.handle is None and card.type is not None)
        return orders.End(open_ones, order.hidden + len(kept) - len(open_ones))

    def needed_cards(self, position: Position, seat: int) -> tuple[Handle, ...]:
        """Return the slots of a seat's whole hand: all must be known to list its legal orders."""
        return self.hand(position, seat)

    def hand(self, position: Position, seat: int) -> tuple[Handle, ...]:
        """The slots in a seat's hand."""
        return tuple(card.handle for card in position.players[seat].hand if card.handle is not None)

    def round(self, position: Position) -> int:
        """The current round, 1 to 7."""
        return position.round

    def has_left(self, position: Position, seat: int) -> bool:
        """Return whether a seat has left the game (RULES 11.2, 11.3)."""
        return position.players[seat].gone

    def without_seat(self, position: Position, seat: int) -> Outcome[Position]:
        """The position after a player has left for good (RULES 11.2)."""
        return player_departures.without_seat(position, seat).outcome()

    def redeal(self, position: Position) -> Outcome[Position]:
        """Return the position with new hands from a new deck (DECK 9.3).

        Discards, market and turn state are unchanged.
        """
        return player_departures.with_new_hands(position).outcome()

    def is_over(self, position: Position) -> bool:
        """Return whether the game has ended (RULES 3.3)."""
        return position.phase is Phase.OVER

    def winners(self, position: Position) -> tuple[int, ...]:
        """The seats that won; empty before the end of the game."""
        return winners(position)

    def public_data(self, position: Position) -> dict[str, object]:
        """Return the position as a table of FORMATS 3 without hidden cards.

        It includes the slots in each hand and the open choice.
        """
        bare = position._replace(pile=())
        for seat, player in enumerate(position.players):
            bare = bare.with_player(seat, hand=tuple(card for card in player.hand if card.handle is None))
        data = to_data.position_to_data(bare)
        data["pile"] = len(position.pile)
        data["hands"] = [
            [str(handle) for handle in self.hand(position, seat)] for seat in self._seats(position)
        ]
        data["opener"] = position.opener
        if position.pending:
            choice = position.pending.choice
            data["pending"] = [choice.kind, choice.seat, choice.board, list(choice.options)]
        return data

    def _seats(self, position: Position) -> range:
        return range(len(position.players))

    def parse(self, text: str) -> Sequence[ParsedOrder[Order]]:
        """Parse the orders of a text. Raises UnreadableOrder or AmbiguousOrder with line and column."""
        return grammar.parse(text)

    def text(self, order: Order) -> str:
        """The canonical text of an order."""
        return grammar.text(order)

    def legal_orders(self, position: Position) -> Sequence[Order]:
        """All legal orders of the deciding seat, without messages."""
        return legal_orders.legal_orders(position)


def _with_label(card: Card, labels: Mapping[Handle, str]) -> Card:
    if card.handle is None or card.handle not in labels:
        return card
    return card._replace(type=TYPES[labels[card.handle]])


def _ranked(card: Card, ranks: Mapping[Handle, Rank]) -> Card:
    if card.handle is None or card.handle not in ranks:
        return card
    return card._replace(rank=ranks[card.handle])
