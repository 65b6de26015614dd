"""The text below the boards: players, cards and legend."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import NamedTuple

from khronos_pbem.canvas.player_styles import STYLES
from khronos_pbem.canvas.spans import DIM, HEAD, Line, Span, flow, screen_width, words
from khronos_pbem.games.khronos.model.pieces import Board, card_count_text
from khronos_pbem.games.khronos.model.position import ASK
from khronos_pbem.games.khronos.view import BuildingView, PlayerView, View
from khronos_pbem.messages import Message, Translate, VerbatimText, listed, message, plural_message

_FEW = 3
_PIECES = {
    "watchtower": message("W watchtower"),
    "keep": message("K keep"),
    "castle": message("C castle"),
    "chapel": message("P chapel"),
    "monastery": message("M monastery"),
    "abbey": message("A abbey"),
    "hamlet": message("H hamlet (h: printed on the board)"),
    "town": message("T town"),
    "city": message("Y city"),
}
_COLOURS = {
    "red": message("r red"),
    "blue": message("b blue"),
    "green": message("g green"),
    "white": message("w white"),
    "black": message("k black"),
}
LEGEND = (
    *_PIECES.values(),
    message("Wr red's watchtower"),
    message("K2 with r below it: red's keep, worth 2"),
    message("a frame of ░: ruin"),
    message("r2 two red cubes"),
    listed(_COLOURS.values(), " "),
    message("· plain"),
    message('" forest'),
    message("^ mountain"),
    message("~ river"),
    message("*, bold, underlined: changed"),
    message("background: the colour of the domain's ruler"),
    message("F7 red+4: red rules the domain at F7 and earns 4"),
    message("(4): the ruler would earn 4 with an adventurer on this board"),
    message("F7 nobody 4: a domain worth 4 that nobody rules"),
    message("r12: red's adventurers 1 and 2"),
)


class BoardSymbols(NamedTuple):
    """The letters of pieces and colours on the boards, by English name, as in the legend."""

    pieces: Mapping[str, str]
    colours: Mapping[str, str]


def board_symbols(speak: Translate) -> BoardSymbols:
    """Return the letters used on the boards in a language."""
    first = [{name: speak(entry)[0] for name, entry in each.items()} for each in (_PIECES, _COLOURS)]
    return BoardSymbols(*first)


def legend_lines(width: int, speak: Translate) -> list[Line]:
    """Return the legend of the boards, in lines of at most `width` characters."""
    return flow([words(speak(entry), DIM) for entry in LEGEND], width)


def player_and_card_lines(view: View, width: int, speak: Translate) -> list[Line]:
    """Return the players, the open choice and the cards, in lines of at most `width` characters."""
    return [*_players(view, width, speak), *_cards(view, width, speak)]


def _players(view: View, width: int, speak: Translate) -> list[Line]:
    lines = flow([words(speak(state_line(view)), HEAD)], width)
    wide = max(5, *(len(speak(player.colour)) for player in view.players))
    for player in view.players:
        lines += flow(_player(view, player, wide, speak), width, 4)
    return lines + (flow([words(speak(view.choice), HEAD)], width) if view.choice else [])


def state_line(view: View) -> str:
    """Return a sentence that states the round and the player to move, or that the game is over."""
    if view.over:
        return message("the game is over")
    if view.active:
        return message("round {round} of 7, {active}'s turn", round=view.round, active=view.active)
    return message("round {round} of 7", round=view.round)


def _player(view: View, player: PlayerView, wide: int, speak: Translate) -> list[list[Line]]:
    mark = ">" if player.colour == view.active and not view.over else " "
    ecus = speak(plural_message("{n:>2} ecu ", "{n:>2} ecus", player.ecus))
    name = Span(f"{speak(player.colour):<{wide}}", STYLES[player.colour])
    places = message("adventurers: {one} {two}", **_padded_boards(player.adventurers, speak))
    items = [
        [[Span(f"{mark} "), name, Span(f" {ecus}")]],
        [[Span(speak(message("revenue now {income:>2}", income=player.income)))]],
        [[Span(speak(plural_message("{n} card ", "{n} cards", player.cards)))]],
        [[Span(speak(plural_message("{n:>2} cube ", "{n:>2} cubes", player.cubes)))]],
        [[Span(speak(places))]],
    ]
    if player.gone or player.policy != ASK:
        items.append([[Span(speak(message("has left") if player.gone else player.policy))]])
    if player.hand is not None:
        items.append(words(speak(message("hand: {cards}", cards=card_counts_text(player.hand))), HEAD))
    return items


def _padded_boards(adventurers: tuple[str, str], speak: Translate) -> dict[str, VerbatimText]:
    """Return the boards of both adventurers in a language, padded to the longest board name."""
    wide = max(screen_width(speak(board.word)) for board in Board)
    one, two = map(speak, adventurers)
    return {"one": _padded_word(one, wide), "two": _padded_word(two, wide)}


def _padded_word(word: str, wide: int) -> VerbatimText:
    return VerbatimText(word + " " * (wide - screen_width(word)))


def card_counts_text(cards: tuple[str, ...], between: str = " ") -> Message:
    """Return the counts of the cards by type, separated by `between`; "empty" if there are none."""
    found = [card_count_text(n, name) for name, n in sorted(Counter(cards).items())]
    return listed(found, between) if found else message("empty")


def cube_count_texts(building: BuildingView) -> list[Message]:
    """Return the cubes on a building: each colour with its count."""
    return [message("{colour} {count}", colour=colour, count=count) for colour, count in building.cubes]


def _cards(view: View, width: int, speak: Translate) -> list[Line]:
    discard = [card_count_text(count, name) for name, count in view.discard]
    shown = listed(discard) if discard else message("empty")
    items = [
        plural_message("pile: {n} card", "pile: {n} cards", view.pile),
        message("discards: {discard}", discard=shown),
    ]
    if view.market:
        items.append(message("market: {cards}", cards=listed(view.market, " ")))
    low = [message("{piece} {count}", piece=name, count=count) for name, count in view.stock if count <= _FEW]
    if low:
        items.append(message("few tiles left: {tiles}", tiles=listed(low)))
    return flow([words(speak(item)) for item in items], width)
