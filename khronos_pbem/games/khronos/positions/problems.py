"""The faults that make a set-up position impossible (FORMATS 3)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from khronos_pbem.engine.features.setup_faults import Fault
from khronos_pbem.games.khronos.model.field import Building
from khronos_pbem.games.khronos.model.pieces import CUBES_EACH, DECKS, HAND_SIZE, PIECES, Board, Type
from khronos_pbem.games.khronos.model.position import ASK, AUTO, Phase, Player, Position, known_types
from khronos_pbem.games.khronos.rules.checks.costs import CARRIED
from khronos_pbem.games.khronos.rules.checks.domains import tied_buildings
from khronos_pbem.messages import listed, message, plural_message

_BOARDS_USED = 2  # boards that may get cards in a turn, edition 1 (RULES 5.2)


def faults(position: Position) -> list[Fault]:
    """All faults of a position in a fixed order; empty if the position is possible."""
    found: list[Fault] = []
    for board in Board:
        for building in position.field(board).buildings:
            where = message(
                "{piece} on {board} at {at}",
                piece=building.piece.name,
                board=board.word,
                at=position.land.names[building.at],
            )
            found += (
                Fault(rule, message("{where}: {what}", where=where, what=what), hint)
                for rule, what, hint in _building_faults(position, board, building)
            )
    return [
        *found,
        *_supply_faults(position),
        *_tie_faults(position),
        *_card_faults(position),
        *_player_faults(position),
    ]


def _building_faults(position: Position, board: Board, building: Building) -> Iterator[Fault]:
    civil = building.piece.type is Type.CIVIL
    wet = position.land.named(building.mask & position.land.river)
    if wet and not (civil and building.piece.size > 1):
        yield Fault(
            "6.1",
            message("the building covers the river at {items}", items=listed(wet)),
            message("only a town or a city can cover the river"),
        )
    yield from _covered_hamlet_faults(position, building)
    if board is Board.REASON:
        yield from _reason_faults(building)
    else:
        yield from _might_or_faith_faults(building)


def _covered_hamlet_faults(position: Position, building: Building) -> Iterator[Fault]:
    """Yield a fault if a building covers a printed hamlet it was not upgraded from (RULES 7.6)."""
    covered = position.land.named(building.mask & position.land.hamlet_mask)
    grown = building.piece.type is Type.CIVIL and building.piece.size > 1
    if building.printed or len(covered) <= (1 if grown else 0):
        return
    *most, last = covered
    where = message("{first} and {last}", first=listed(most), last=last) if most else last
    yield Fault(
        "7.6",
        plural_message(
            "the building covers the printed hamlet at {where}",
            "the building covers the printed hamlets at {where}",
            len(covered),
            where=where,
        ),
        message("only a town or a city that was upgraded from a printed hamlet can cover that hamlet"),
    )


def _might_or_faith_faults(building: Building) -> Iterator[Fault]:
    civil = building.piece.type is Type.CIVIL
    if building.ruin:
        yield Fault(
            "7.3",
            message("this building cannot be a ruin"),
            message("ruins can exist only on the Reason board"),
        )
    if any(building.cubes):
        yield Fault(
            "5.8",
            message("cubes = … is not allowed on this board"),
            message(
                "write cubes = … only on the Reason board; here, name the owner of a military or "
                'religious building, for example: owner = "red"'
            ),
        )
    if civil and building.owner is not None:
        yield Fault("7.2", message("civil buildings have no owner"), message("leave out owner = …"))
    if not civil and building.owner is None:
        yield Fault(
            "5.4", message("the building has no owner"), message('name the owner, for example: owner = "red"')
        )


def _reason_faults(building: Building) -> Iterator[Fault]:
    civil, size, cubes = building.piece.type is Type.CIVIL, building.piece.size, sum(building.cubes)
    if size == 1 and not building.printed:
        hint = message("for a hamlet printed on the map, write printed = true") if civil else ""
        yield Fault("7.1", message("buildings of size 1 are never copied to the Reason board"), hint)
    if building.owner is not None:
        yield Fault(
            "7.3",
            message("a building on the Reason board cannot have an owner"),
            message("leave out owner = …"),
        )
    if civil and building.ruin:
        yield Fault("7.2", message("a civil building cannot be a ruin"), message("leave out ruin = …"))
    if civil and cubes > building.piece.value:
        yield Fault(
            "5.8",
            plural_message("there is {n} cube on the building", "there are {n} cubes on the building", cubes),
            plural_message(
                "the building has room for only {n} cube",
                "the building has room for only {n} cubes",
                building.piece.value,
            ),
        )
    if not civil and cubes > (1 if building.ruin and size == 3 else 0):
        yield Fault(
            "5.9",
            plural_message("there is {n} cube on the building", "there are {n} cubes on the building", cubes),
            message(
                "military and religious buildings have no cubes, except the ruin of a castle or an abbey, "
                "which can have one"
            ),
        )


def _supply_faults(position: Position) -> Iterator[Fault]:
    """Yield a fault for each piece or player with too many tiles or cubes in use (RULES 1.3, 1.4)."""
    for piece in PIECES:
        if position.stock(piece) < 0:
            used = piece.stock - position.stock(piece)
            yield Fault(
                "1.3",
                plural_message(
                    "the position uses {n} {piece} tile",
                    "the position uses {n} {piece} tiles",
                    used,
                    piece=piece.name,
                ),
                message("only {stock} exist", stock=piece.stock),
            )
    for seat, player in enumerate(position.players):
        if position.cubes(seat) < 0:
            used = CUBES_EACH - position.cubes(seat)
            yield Fault(
                "1.4",
                message("{player} uses {used} cubes", used=used, player=player.colour),
                message("each player has only {cubes_each} cubes", cubes_each=CUBES_EACH),
            )


def _tie_faults(position: Position) -> Iterator[Fault]:
    """Yield a fault where several buildings share the highest rank of a domain (RULES 6.5)."""
    for board in (Board.MIGHT, Board.FAITH):
        field = position.field(board)
        for domain in field.domains:
            for kind in (Type.MILITARY, Type.RELIGIOUS):
                ties = tied_buildings(field, domain, kind)
                if ties:
                    squares = listed([position.land.names[building.at] for building in ties], " and ")
                    what = message(
                        "{piece} at {squares}: these buildings share the highest rank in a domain on {board}",
                        piece=ties[0].piece.name,
                        squares=squares,
                        board=board.word,
                    )
                    yield Fault(
                        "6.5",
                        what,
                        message("two buildings of the same type cannot both be the highest in a domain"),
                    )


def _card_faults(position: Position) -> Iterator[Fault]:
    """Yield faults for too many cards, or a market that does not fit the options (RULES 1.5, 2)."""
    seen = Counter(card.type for card in position.pile if card.type is not None)
    for player in position.players:
        seen.update(known_types(player.hand))
    seen += Counter(position.discard) + Counter(position.market)
    for kind in Type:
        most = DECKS[position.options.edition][kind]
        if seen[kind] > most:
            yield Fault(
                "1.5",
                message("there are {kind} {kind2} cards", kind=seen[kind], kind2=kind.word),
                message("edition {edition} has only {most}", edition=position.options.edition, most=most),
            )
    yield from _card_total_faults(position, sum(seen.values()))
    if position.market and not position.options.holdem:
        yield Fault(
            "2",
            message("this position has a market, but not the Hold'em option"),
            message("write holdem = true"),
        )
    if position.options.holdem and len(position.market) != len(Type):
        yield Fault(
            "2",
            plural_message(
                "there is {n} card in the market", "there are {n} cards in the market", len(position.market)
            ),
            message("the market must have exactly 3 cards"),
        )


def _card_total_faults(position: Position, known_ones: int) -> Iterator[Fault]:
    """Yield a fault if there are more cards in total than the edition has (RULES 1.5).

    The total includes known and hidden cards.
    """
    cards = [*position.pile, *(card for player in position.players for card in player.hand)]
    count = known_ones + sum(1 for card in cards if card.type is None)
    most = sum(DECKS[position.options.edition])
    if count > most:
        what = message("there are {count} cards, including hidden ones", count=count)
        edition = position.options.edition
        yield Fault("1.5", what, message("edition {edition} has only {most}", edition=edition, most=most))


def _player_faults(position: Position) -> Iterator[Fault]:
    for player in position.players:
        if len(player.hand) > HAND_SIZE:
            yield Fault(
                "2",
                message("{player} has {count} cards", player=player.colour, count=len(player.hand)),
                message("a hand can have at most {hand_size} cards", hand_size=HAND_SIZE),
            )
        if player.gone:
            yield from _left_player_faults(player)
    over, active = position.phase is Phase.OVER, position.players[position.active]
    present = [player.colour for player in position.players if not player.gone]
    if active.gone and not over:
        what = message("{player} has left and cannot be the player to move", player=active.colour)
        yield Fault("11.2", what, message('write active = "{words}"', words=present[0]) if present else "")
    if not present:
        hint = message('leave out "gone = true" for at least one player')
        yield Fault("11.3", message("all players have left"), hint)
    if len(present) == 1 and not over:
        what = message("{colour} is the only player left and has won", colour=present[0])
        yield Fault("11.3", what, message('write phase = "over"'))
    yield from _used_card_faults(position)


def _left_player_faults(player: Player) -> Iterator[Fault]:
    """Yield faults for a player who has left but still has cards or other policies (RULES 11.2).

    The only policies of such a player are "auto" for placements and "ask" for downsizings.
    """
    if player.hand:
        what = plural_message(
            "{colour} has left but still has {n} card",
            "{colour} has left but still has {n} cards",
            len(player.hand),
            colour=player.colour,
        )
        yield Fault("11.2", what, message("write hand = []"))
    if player.policy != AUTO:
        what = message(
            "{colour} has left the game and can no longer be asked where to place a building",
            colour=player.colour,
        )
        yield Fault("11.2", what, message('write policy = "auto"'))
    if player.downsizing != ASK:
        what = message(
            "{colour} has left but still has a standing order for downsizing", colour=player.colour
        )
        yield Fault("11.2", what, message('write downsizing = "ask"'))


def _used_card_faults(position: Position) -> Iterator[Fault]:
    """Yield faults if more cards were used in the turn than the rules allow (RULES 5.2)."""
    if any(max(load) > CARRIED for load in position.loads):
        yield Fault(
            "5.2",
            message("an adventurer carries more than 2 cards"),
            message("write numbers from 0 to 2 in loads = …"),
        )
    used = {board: cards for board, cards in zip(Board, position.spent, strict=True) if cards}
    if len(used) > _BOARDS_USED:
        yield Fault(
            "5.2",
            message("cards were used on three boards"),
            message("in one turn, you can use cards on at most two boards"),
        )
    board = max(used, key=lambda each: used[each], default=Board.MIGHT)
    if len(used) == _BOARDS_USED and used[board] > CARRIED:
        what = message("{count} cards were used on {board}", count=used[board], board=board.word)
        yield Fault("5.2", what, message("if you use cards on two boards, you can use at most 2 on each"))
