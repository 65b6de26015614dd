"""The set-up: boards, coins, display and first player (VILLAGE 2)."""

from __future__ import annotations

from collections.abc import Sequence

from khronos_pbem.engine.change import Change
from khronos_pbem.engine.fields import quoted_value
from khronos_pbem.errors import InvalidFile
from khronos_pbem.games.my_village.model.boards import COLOURS
from khronos_pbem.games.my_village.model.cards import Cards
from khronos_pbem.games.my_village.model.position import ASK, BEST, Hand, Position, Village
from khronos_pbem.games.my_village.model.terms import PILES
from khronos_pbem.games.my_village.rules.base import events
from khronos_pbem.games.my_village.rules.base.draws import BOARDS, CUSTOMERS, FIRST, MONK, with_draw
from khronos_pbem.messages import listed, message, plural_message

MOST_ROUNDS = 999


def new_position(cards: Cards, colours: Sequence[str], rounds: int = 0, choices: str = ASK) -> Position:
    """Return the position before any draw, with the set-up draws open (VILLAGE 2, 12.1).

    `rounds` is the agreed last round, or 0 for none. `choices` sets the policies that all players start with.
    Raises InvalidFile for impossible players, rounds or policies.
    """
    check_players(colours)
    check_rounds(rounds)
    check_choices(choices)
    players = tuple(Village(colour, policy=choices, refuge=choices) for colour in colours)
    position = Position(cards, players, rounds, hand=Hand(), rat=cards.board.rat[len(players)])
    position = with_draw(with_draw(position, FIRST), BOARDS, len(players))
    return with_display_draws(position)


def check_rounds(rounds: object) -> None:
    """Raise InvalidFile unless this is a valid last round: 1 to 999, or 0 for none (VILLAGE 10.1)."""
    if type(rounds) is not int or not 0 <= rounds <= MOST_ROUNDS:
        what = message("the number of rounds cannot be {rounds}", rounds=quoted_value(rounds))
        hint = message("give a number from 0 (no agreed end) to {most}", most=MOST_ROUNDS)
        raise InvalidFile(what, rule="VILLAGE 10.1", hint=hint)


def check_choices(choices: object) -> None:
    """Raise InvalidFile unless these are policies that all players can start with (VILLAGE 13.2)."""
    if choices not in (ASK, BEST):
        what = message('the option "choices" cannot be {value}', value=quoted_value(choices))
        raise InvalidFile(what, rule="VILLAGE 13.2", hint=message('choose "ask" or "best"'))


def check_players(colours: Sequence[str]) -> None:
    """Raise InvalidFile unless these are 2 to 4 different colours of the game (VILLAGE 1.1)."""
    if not 2 <= len(colours) <= len(COLOURS):
        raise InvalidFile(
            plural_message(
                "My Village cannot be played by {n} player",
                "My Village cannot be played by {n} players",
                len(colours),
            ),
            rule="VILLAGE 1.1",
            hint=message("choose 2 to 4 players"),
        )
    for place, colour in enumerate(colours):
        if colour not in COLOURS or colour in colours[:place]:
            what = message("My Village has no colour {colour!r}", colour=colour)
            if colour in COLOURS:
                what = message("two players cannot both be {colour}", colour=colour)
            free = [each for each in COLOURS if each not in colours]
            raise InvalidFile(
                what,
                rule="VILLAGE 1.1",
                hint=message("choose a free colour: {colours}", colours=listed(free)),
            )


def with_display_draws(position: Position) -> Position:
    """Return the position with draws for the zone and the open monks (VILLAGE 2.2, 12.1)."""
    position = with_draw(position, CUSTOMERS, position.cards.board.zone)
    for pile in PILES:
        position = with_draw(position, MONK + pile)
    return position


def apply_first_player_draw(position: Position, seat: int) -> Change[Position]:
    """Give the hand to the first player, and coins to all players in turn order (VILLAGE 2.1, 2.3)."""
    count = len(position.players)
    coins = position.cards.board.start_coins
    for place in range(count):
        position = position.with_player((seat + place) % count, coins=coins[place])
    position = position._replace(first=seat, active=seat, hand=Hand(seat))
    return Change(position).tell(events.first, position.players[seat].colour)


def apply_boards_draw(position: Position, pairs: Sequence[str]) -> Change[Position]:
    """Give each player a village board, clockwise from the first player (VILLAGE 2.1).

    `pairs` are the values of the boards, like "5/8".
    """
    count = len(position.players)
    for place, pair in enumerate(pairs):
        values = tuple(int(value) for value in pair.split("/"))
        position = position.with_player((position.first + place) % count, personal=values)
    change = Change(position)
    for village in position.players:
        change = change.tell(events.board, village.colour, "/".join(map(str, village.personal)))
    return change
