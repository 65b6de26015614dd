"""The feature `Composing` of Khronos: its boards on the turn screen (`engine.features.turn_screen`)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from khronos_pbem.canvas.spans import Line
from khronos_pbem.engine.contract import ListedOrder
from khronos_pbem.engine.features.turn_screen import (
    AimedOrder,
    Composing,
    DrawnPanels,
    Overlay,
    Panel,
    Spot,
    Tool,
    VerbKey,
)
from khronos_pbem.games.khronos.drawing.text.turn_boards import draw_boards, side_lines
from khronos_pbem.games.khronos.model import orders as o
from khronos_pbem.games.khronos.model.field import Building
from khronos_pbem.games.khronos.model.land import FOREST, MOUNTAIN, PLAIN, RIVER, Land, bit, squares
from khronos_pbem.games.khronos.model.pieces import (
    BOARDS,
    BY_NAME,
    RUINS,
    Board,
    Piece,
    Type,
    card_count_text,
)
from khronos_pbem.games.khronos.model.position import Card, Position
from khronos_pbem.messages import Translate, Word, listed, message, plural_message

_LAND = {
    PLAIN: message("plain"),
    FOREST: message("forest"),
    MOUNTAIN: message("mountain"),
    RIVER: message("river"),
}


class KhronosComposing(Composing[Position]):
    """Three boards of one map; the cursor is on the same square of each."""

    verb_keys = (
        VerbKey(
            "b", ("build",), message("build"), message("build; press a digit to choose a different piece")
        ),
        VerbKey("u", ("upgrade",), message("upgrade"), message("make a building bigger")),
        VerbKey("d", ("demolish",), message("demolish"), message("demolish a small building")),
        VerbKey("p", ("populate",), message("populate"), message("put cubes on a building")),
        VerbKey("r", ("renovate",), message("renovate"), message("renovate a ruin")),
        VerbKey("t", ("travel",), message("travel"), message("send an adventurer to another board: 1 ecu")),
        VerbKey(
            "x",
            ("exchange",),
            message("exchange"),
            message("pay 2 ecus to exchange cards, then wait for an e-mail from every other player"),
        ),
        VerbKey("s", ("swap",), message("swap"), message("swap cards with the market")),
        VerbKey("e", ("end",), message("end"), message("end the turn")),
    )
    answers = frozenset(("downsize", "place", "keep"))
    signs = (
        message(
            "o: possible here; +: costs more cards here; x: not possible here, or would remove a "
            "building here"
        ),
        message("?: you would have to choose one of these squares; >, v and ^ point to the cursor"),
        message("(card): spent this turn"),
        message(
            "● a card that the adventurer has carried, ◐ a card that one of the two adventurers has "
            "carried, ○ room for a card"
        ),
    )
    overview = message("the revenue of each player")
    linked = True
    compared = (("ecus", message("ecus")), ("income", message("revenue")))

    def min_columns(self, position: Position) -> int:
        """The width of three boards with one character for each square."""
        return 3 * (position.land.width + 4)

    def preferred_columns(self, position: Position) -> int:
        """The width of three boards with frames."""
        return 3 * (2 * position.land.width + 4)

    def panels(self, position: Position, seat: int) -> tuple[Panel, ...]:
        """The boards in time order (RULES 1.1)."""
        land = position.land
        return tuple(Panel(name, land.height, land.width) for name in BOARDS)

    def tools(self, position: Position, seat: int, orders: Sequence[ListedOrder]) -> Sequence[Tool]:
        """Return the tools for these orders: a verb with a piece or an adventurer, or the verb alone."""
        found = dict[tuple[str, ...], list[ListedOrder]]()
        for text, order in orders:
            place = 2 if isinstance(order, o.Build | o.Upgrade | o.Travel) else 1
            found.setdefault(tuple(text.split(None, place)[:place]), []).append((text, order))
        return tuple(_tool(position, words, tuple(each)) for words, each in found.items())

    def targets(self, position: Position, order: o.Order) -> tuple[Spot, ...]:
        """Return the squares at which an order can be chosen.

        For builds, upgrades and placements it is only the top-left square. For other orders it is any square
        of the building concerned.
        """
        place, land = _place_of(position, order), position.land
        if place is None:
            return ()
        board, at = place[0], land.square(place[1])
        if at is None:
            return ()
        if isinstance(order, o.Build | o.Upgrade | o.Place):
            return (_spot(land, board, at),)
        building = position.field(board).on(bit(at))
        return _spots(land, board, bit(at) if building is None else building.mask)

    def is_expensive(self, position: Position, order: o.Order) -> bool:
        """Return whether the terrain makes the order cost more cards (RULES 6.2)."""
        return isinstance(order, o.Build | o.Upgrade) and bool(order.extra)

    def aimed_order(
        self, position: Position, seat: int, words: Sequence[str], spot: Spot
    ) -> AimedOrder | None:
        """Return the order made by these words and this square, and the squares that it covers.

        Return None if they make no order. An upgrade starts from the building on that square.
        """
        land, board = position.land, BOARDS[spot.panel]
        at = spot.row * land.width + spot.column
        name, verb = land.names[at], words[0] if words else ""
        if verb in ("build", "upgrade") and len(words) > 1:
            piece = BY_NAME[words[1]]
            covers = frozenset(_spots(land, board, land.footprint(at, piece.size) or bit(at)))
            start = f"{verb} {piece.name} {board.word} {name}"
            if verb == "build":
                return AimedOrder(start, covers)
            origin = land.names[_upgrade_origin(position, seat, board, piece, at)]
            return AimedOrder(f"{start} from {origin}", covers)
        if verb == "demolish":
            return AimedOrder(f"demolish {board.word} {name}", frozenset((spot,)))
        if verb in ("populate", "renovate", "downsize", "place"):
            return AimedOrder(f"{verb} {name}", frozenset((spot,)))
        return None

    def about(self, position: Position, seat: int, spot: Spot) -> str:
        """Return a description of a square: its board and name, its land, and its building.

        The building is given with its owner or cubes.
        """
        land, board = position.land, BOARDS[spot.panel]
        at = spot.row * land.width + spot.column
        building = position.field(board).on(bit(at))
        parts: dict[str, object] = {
            "board": board.word,
            "square": land.names[at],
            "land": _LAND[land.terrain[spot.row][spot.column]],
        }
        if building is None:
            return message("{board} {square}: {land}", **parts)
        return message(
            "{board} {square}: {land}, {building}", building=_building_text(position, building), **parts
        )

    def draw(
        self, position: Position, seat: int, marks: Overlay, columns: int, panel: str | None, speak: Translate
    ) -> DrawnPanels:
        """Draw the boards, or only the board `panel`."""
        return draw_boards(position, seat, marks, columns, panel, speak)

    def side_lines(self, position: Position, seat: int, width: int, speak: Translate) -> list[Line]:
        """Return the lines beside the boards.

        They show the adventurers with their loads, the cubes, the market and the tiles left.
        """
        return side_lines(position, seat, width, speak)

    def possible_positions(self, position: Position, seat: int) -> Iterator[Position]:
        """Yield the positions to consider for a seat: one per card type if its whole hand is hidden.

        If the hand is empty or has a known card, yield only the position itself.
        """
        hand = position.players[seat].hand
        if not hand or any(card.type is not None for card in hand):
            yield position
            return
        for kind in Type:
            yield position.with_player(seat, hand=tuple(Card(kind) for _ in hand))


def _tool(position: Position, words: tuple[str, ...], orders: tuple[ListedOrder, ...]) -> Tool:
    """The tool for orders that begin with these words, with its price."""
    order: o.Order = orders[0][1]
    if isinstance(order, o.Build):
        price = _price_text(order.piece, order.piece.value)
        return Tool(words, message("{piece}", piece=order.piece.name), orders, price)
    if isinstance(order, o.Upgrade):
        old = position.field(order.board).on(bit(position.land.square(order.old) or 0))
        price = _price_text(order.piece, order.piece.value - (0 if old is None else old.piece.value))
        return Tool(words, message("{piece}", piece=order.piece.name), orders, price)
    if isinstance(order, o.Travel):
        return Tool(words, message("adventurer {number}", number=order.adventurer), orders, message("1 ecu"))
    if isinstance(order, o.Exchange):
        others = len(position.players) - 1
        price = plural_message(
            "2 ecus, and you have to wait for {n} e-mail",
            "2 ecus, and you have to wait for {n} e-mails",
            others,
        )
        return Tool(words, message("{verb}", verb=words[0]), orders, price)
    return Tool(words, message("{verb}", verb=words[0]), orders)


def _price_text(piece: Piece, cards: int) -> str:
    """Return the price of a piece in cards of its type, without terrain (RULES 5.4)."""
    return card_count_text(cards, piece.type.word)


def _place_of(position: Position, order: o.Order) -> tuple[Board, str] | None:
    """Return the board and the square named by an order; None if it names none."""
    if isinstance(order, o.Build | o.Upgrade | o.Demolish):
        return order.board, order.at
    if isinstance(order, o.Populate | o.Renovate):
        return Board.REASON, order.at
    if isinstance(order, o.Downsize | o.Place) and position.pending is not None:
        return BOARDS[position.pending.choice.board], order.at
    return None


def _spot(land: Land, board: Board, square: int) -> Spot:
    return Spot(board.word, *divmod(square, land.width))


def _spots(land: Land, board: Board, mask: int) -> tuple[Spot, ...]:
    return tuple(_spot(land, board, square) for square in squares(mask))


def _upgrade_origin(position: Position, seat: int, board: Board, piece: Piece, at: int) -> int:
    """Return the top-left square of the building that an upgrade here would replace.

    Return `at` if there is none.
    """
    mask = position.land.footprint(at, piece.size) or bit(at)
    below = [b for b in position.field(board).within(mask) if b.piece.type is piece.type]
    below.sort(key=lambda b: (b.owner != seat and b.piece.type is not Type.CIVIL, b.piece.size >= piece.size))
    return below[0].at if below else at


def _building_text(position: Position, building: Building) -> str:
    """Return a building as text: piece, value, and its owner or its cubes."""
    colours = [player.colour for player in position.players]
    name = RUINS.get(building.piece.name, building.piece.name) if building.ruin else building.piece.name
    parts: dict[str, object] = {"piece": Word(name), "value": building.value}
    if building.owner is not None:
        return message("{owner}'s {piece}, worth {value}", owner=colours[building.owner], **parts)
    cubes = [
        plural_message("{n} {colour} cube", "{n} {colour} cubes", n, colour=colour)
        for colour, n in zip(colours, building.cubes, strict=False)
        if n
    ]
    if cubes:
        return message("{piece}, worth {value}, with {cubes}", cubes=listed(cubes), **parts)
    return message("{piece}, worth {value}", **parts)
