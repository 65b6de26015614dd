"""Views as plain sentences, one per line, for screen readers (RULES 1–10)."""

from __future__ import annotations

from collections.abc import Iterator

from khronos_pbem.games.khronos.drawing.text.ascii import changed_rectangles, rectangle_names
from khronos_pbem.games.khronos.drawing.text.captions import card_counts_text, cube_count_texts, state_line
from khronos_pbem.games.khronos.model.pieces import card_count_text, ecus_text
from khronos_pbem.games.khronos.model.position import AUTO, BEST, Phase
from khronos_pbem.games.khronos.view import BoardView, BuildingView, DomainView, PlayerView, View
from khronos_pbem.messages import Message, Translate, listed, message, plural_message

_LAND = {"f": message("forest"), "^": message("mountain"), "~": message("river")}


def description_lines(view: View, speak: Translate, board: str | None = None) -> list[str]:
    """Return the whole view as sentences, or one board and everything that is not on a board.

    Changed squares and buildings are described as changed.
    """
    found = [*_turn(view), *_players(view), *_cards(view)]
    for each in view.boards:
        if board in (None, each.name):
            found += _board(view, each)
    return [speak(sentence) for sentence in (*found, *_land(view))]


# --- the turn, the players, the cards ---------------------------------------------------------------------


def _turn(view: View) -> Iterator[str]:
    """Yield round and turn, the game's options, what this turn has used so far, and the open choice."""
    yield message("Khronos, {state}", state=state_line(view))
    options = view.options
    yield message("edition {edition}", edition=options.edition)
    if options.holdem:
        yield message("with the Hold'em option")
    if options.keep:
        yield message('with the option "keep"')
    turn = view.turn
    if turn.phase is Phase.CHANGE:
        yield message("{who} can exchange cards before the first action", who=view.active)
    if turn.exchanged:
        yield message("{who} has exchanged cards this turn", who=view.active)
    if turn.swapped:
        yield message("{who} has swapped cards with the market this turn", who=view.active)
    for board, cards in turn.spent:
        yield plural_message(
            "{n} card used on {board} this turn", "{n} cards used on {board} this turn",
            cards, board=board,
        )  # fmt: skip
    if turn.loads != ((0, 0),):
        pairs = [f"({one}, {two})" for one, two in turn.loads]
        yield message(
            "number of cards that adventurers 1 and 2 have carried: {pairs}", pairs=listed(pairs, " or ")
        )
    if view.choice:
        yield view.choice


def _players(view: View) -> Iterator[str]:
    """Yield the players in turn order, with the hands that the audience may see."""
    for player in view.players:
        one, two = player.adventurers
        yield message(
            "{who}: {ecus}, {cards}, {cubes} left, adventurer 1 on {one}, adventurer 2 on {two}",
            who=player.colour,
            ecus=ecus_text(player.ecus),
            cards=plural_message("{n} card", "{n} cards", player.cards),
            cubes=plural_message("{n} cube", "{n} cubes", player.cubes),
            one=one,
            two=two,
        )
        yield message("{who}: revenue now {income}", who=player.colour, income=player.income)
        if player.hand is not None:
            yield message(
                "{who}'s hand: {cards}", who=player.colour, cards=card_counts_text(player.hand, ", ")
            )
        yield from _player_state(player)


def _player_state(player: PlayerView) -> Iterator[str]:
    """Yield the standing orders of a player, and a sentence if the player has left."""
    if player.policy == AUTO:
        yield message(
            "{who}: during other players' turns, the program places this player's downsized buildings",
            who=player.colour,
        )
    if player.policy == BEST:
        yield message(
            "{who}: during other players' turns, the program finds the best place for this player's "
            "downsized buildings",
            who=player.colour,
        )
    if player.downsizing == BEST:
        yield message(
            "{who}: during this player's turns, the program chooses which building is downsized",
            who=player.colour,
        )
    if player.gone:
        yield message("{who} has left the game", who=player.colour)


def _cards(view: View) -> Iterator[str]:
    """Yield the pile, the discards, the market and the remaining tiles."""
    yield plural_message("pile: {n} card", "pile: {n} cards", view.pile)
    cards = [card_count_text(count, name) for name, count in view.discard]
    yield message("discards: {discard}", discard=listed(cards) if cards else message("empty"))
    if view.market:
        yield message("market: {cards}", cards=listed(view.market))
    tiles = [message("{piece} {count}", piece=name, count=count) for name, count in view.stock]
    yield message("tiles left: {tiles}", tiles=listed(tiles))


# --- the boards -------------------------------------------------------------------------------------------


def _board(view: View, board: BoardView) -> Iterator[str]:
    """Yield the domains of a board with rulers, income and buildings, then the other changed squares."""
    yield plural_message(
        "{board} board: {n} domain", "{board} board: {n} domains", len(board.domains), board=board.name
    )
    for domain in board.domains:
        yield message(
            "{board}, domain at {at}, worth {amount}: {rulers}",
            board=board.name, at=domain.at, amount=domain.amount, rulers=_rulers(domain),
        )  # fmt: skip
        for building in board.buildings:
            if building.at in domain.squares:
                yield message("  {building}", building=_building(board, building))
    built = {square for building in board.buildings for square in building.squares}
    cleared = [part for part in changed_rectangles(board) if not part & built]
    if cleared:
        squares = listed([place for part in cleared for place in rectangle_names(part)])
        yield message(
            "{board}, squares that have become free: {squares}",
            board=board.name,
            squares=squares,
        )


def _rulers(domain: DomainView) -> Message:
    """The rulers of a domain, and which of them have no adventurer there (RULES 10)."""
    found = [
        message("{who} rules it, but has no adventurer there", who=who)
        if who in domain.idle
        else message("{who} rules it", who=who)
        for who in domain.rulers
    ]
    return listed(found) if found else message("nobody rules it")


def _building(board: BoardView, building: BuildingView) -> Message:
    """Return a building with its place, value, owner, state and cubes, as text."""
    squares = frozenset(building.squares)
    parts: list[str] = [
        message("{piece} at {place}", piece=building.name, place=rectangle_names(squares)[0]),
        message("value {n}", n=building.value),
    ]
    if building.owner:
        parts.append(message("owner {who}", who=building.owner))
    if building.ruin:
        parts.append(message("a ruin"))
    if building.printed:
        parts.append(message("printed on the board"))
    if building.cubes:
        parts.append(message("cubes: {cubes}", cubes=listed(cube_count_texts(building))))
    if squares & board.marked:
        parts.append(message("changed"))
    return listed(parts)


def _land(view: View) -> Iterator[str]:
    """Yield the size of the map, and the squares of each kind of land except plain."""
    rows, columns = len(view.terrain), len(view.terrain[0])
    yield message("land: {columns} columns, {rows} rows", columns=columns, rows=rows)
    for kind, word in _LAND.items():
        squares = frozenset(
            (row, column)
            for row, kinds in enumerate(view.terrain)
            for column, each in enumerate(kinds)
            if each == kind
        )
        if squares:
            yield message("land, {kind}: {squares}", kind=word, squares=listed(rectangle_names(squares)))
