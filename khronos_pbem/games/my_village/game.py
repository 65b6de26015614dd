"""My Village as an implementation of `engine.contract.Game`, with rolls but no hidden cards."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from khronos_pbem.engine.contract import Decision, Game, GameOptions, Outcome, ParsedOrder, Seating
from khronos_pbem.engine.rule_references import RuleReferences
from khronos_pbem.errors import InvalidFile
from khronos_pbem.games.my_village.model.boards import COLOURS
from khronos_pbem.games.my_village.model.cards_file import cached_cards
from khronos_pbem.games.my_village.model.orders import Order
from khronos_pbem.games.my_village.model.position import ASK, VALUES, Position
from khronos_pbem.games.my_village.order_text import grammar
from khronos_pbem.games.my_village.positions.to_data import position_to_data
from khronos_pbem.games.my_village.rules import turn
from khronos_pbem.games.my_village.rules.base.draws import draw_roll, open_rolls
from khronos_pbem.games.my_village.rules.phases import rat, score
from khronos_pbem.games.my_village.rules.phases.first_deal import check_choices, check_rounds, new_position
from khronos_pbem.messages import message, plural_message

_OPTIONS = {"cards", "rounds", "choices"}


class MyVillage(Game[Position, Order]):
    """The game of My Village (VILLAGE). Its instances have no state."""

    name = "my-village"
    rules = 1
    colours = COLOURS
    cites = RuleReferences(
        "VILLAGE 3.2", "VILLAGE 10.1", "VILLAGE 13.1", "VILLAGE 13.1", "VILLAGE 13.2", "VILLAGE 1.1"
    )
    value_classes: tuple[type, ...] = VALUES

    def single_values(self, options: GameOptions) -> tuple[object, ...]:
        """The cards of the game; all positions share this one value."""
        return (cached_cards(options["cards"]),)

    def check_options(self, options: GameOptions, seats: int) -> None:
        """Raise InvalidFile if a game cannot be played with these options and number of seats."""
        unknown = sorted(set(options) - _OPTIONS)
        if unknown:
            what = message("unknown key {unknown!r} in [game]", unknown=unknown[0])
            raise InvalidFile(
                what,
                rule="VILLAGE 15.3",
                hint=message('only the keys "cards", "rounds" and "choices" are allowed'),
            )
        if not isinstance(options.get("cards"), Mapping):
            hint = message("[game] must contain the whole cards file")
            raise InvalidFile(message("the game's cards are missing"), hint=hint)
        cached_cards(options["cards"])
        check_rounds(options.get("rounds"))
        check_choices(options.get("choices", ASK))
        if not 2 <= seats <= len(COLOURS):
            what = plural_message("a game cannot have {n} seat", "a game cannot have {n} seats", seats)
            raise InvalidFile(what, rule="VILLAGE 1.1", hint=message("choose 2 to 4 seats"))

    def begin(self, seating: Seating) -> Outcome[Position]:
        """The position before the first draw, with the draws of the set-up open (VILLAGE 2, 12.1)."""
        options = seating.options
        position = new_position(
            cached_cards(options["cards"]), seating.colours, options["rounds"], options.get("choices", ASK)
        )
        return Outcome(position, (), open_rolls(position))

    def decision(self, position: Position) -> Decision | None:
        """The seat that must decide now, and its decision; None if there is none (VILLAGE 12.4, 13)."""
        return turn.decision(position)

    def apply(self, position: Position, seat: int, order: Order) -> Outcome[Position]:
        """Apply one order of a seat. Raises OrderError if it is not legal."""
        return turn.apply(position, seat, order).outcome()

    def normalize(self, position: Position, seat: int, order: Order) -> Order:
        """The order with all omitted parts filled in (VILLAGE 14.1)."""
        return turn.normalized(position, seat, order)

    def standing_answer(self, position: Position) -> Order | None:
        """The policy's answer to the open choice; None if the player must be asked (VILLAGE 13.2)."""
        return rat.standing_answer(position)

    def ends_turn(self, order: Order) -> bool:
        """Return whether the order ends the turn, as `end` and `resign` do."""
        return turn.ends_turn(order)

    def round(self, position: Position) -> int:
        """The number of the round, counted from 1; also 1 before the first pool."""
        return max(1, position.round)

    def has_left(self, position: Position, seat: int) -> bool:
        """Return whether a player has left the game (VILLAGE 13.4)."""
        return position.players[seat].gone

    def without_seat(self, position: Position, seat: int) -> Outcome[Position]:
        """The position after a player has left for good (VILLAGE 13.4)."""
        return turn.without_seat(position, seat).outcome()

    def is_over(self, position: Position) -> bool:
        """Return whether the game has ended (VILLAGE 10.1)."""
        return turn.is_over(position)

    def winners(self, position: Position) -> tuple[int, ...]:
        """The seats that won; empty before the game ends."""
        return score.winners(position)

    def public_data(self, position: Position) -> dict[str, object]:
        """The position as data (VILLAGE 15), all of it public. `drawn` is the number of draws so far."""
        data = position_to_data(position)
        del data["results"]
        return {**data, "drawn": position.drawn}

    def parse(self, text: str) -> Sequence[ParsedOrder[Order]]:
        """The orders in a text. Raises UnreadableOrder or AmbiguousOrder with line and column."""
        return grammar.parse(text)

    def text(self, order: Order) -> str:
        """The canonical text of an order."""
        return grammar.text(order)

    def legal_orders(self, position: Position) -> Sequence[Order]:
        """The legal orders of the deciding seat, except those of VILLAGE 14.3.

        Takes are sorted by value, the cheapest first.
        """
        return [order for group in turn.moves(position) for order in group.orders]

    # --- rolls (DECK 10) ------------------------------------------------------------------------------------

    def apply_roll(self, position: Position, name: str, values: tuple[int, ...]) -> Outcome[Position]:
        """Apply the results of a roll to the first open draw.

        Raises InvalidFile if `name` is not that draw, or if the draw cannot have these values.
        """
        asked = draw_roll(position, position.draws[0]).name if position.draws else ""
        if name != asked:
            what = message("{name!r} is not the next draw", name=name)
            hint = (
                message("the next draw is {name}", name=asked)
                if asked
                else message("there is nothing to draw now")
            )
            raise InvalidFile(what, rule="VILLAGE 12.1", hint=hint)
        return turn.apply_roll(position, values).outcome()

    def next_turn(self, position: Position) -> int | None:
        """The seat to act after all open draws; None if their results decide it, or if there is none."""
        return turn.next_to_act(position)

    def ends_block(self, order: Order) -> bool:
        """Return whether the order pauses the turn, as `look` does (VILLAGE 12.5)."""
        return turn.pauses(order)
