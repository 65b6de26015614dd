"""What stands under the boards: the players, the cards; and the legend."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import NamedTuple

from khronos_pbem.canvas.player_styles import STYLES
from khronos_pbem.canvas.spans import DIM, HEAD, Line, Span, flow, screen_width, words
from khronos_pbem.games.khronos.model.pieces import Board, cards_said
from khronos_pbem.games.khronos.view import BuildingView, PlayerView, View
from khronos_pbem.messages import Message, Speak, Typed, listed, message, plural_message

_FEW = 3
_PIECES = {
    "watchtower": message("W watchtower"),
    "keep": message("K keep"),
    "castle": message("C castle"),
    "chapel": message("P chapel"),
    "monastery": message("M monastery"),
    "abbey": message("A abbey"),
    "hamlet": message("H hamlet (h: printed)"),
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
    message("K2, below it r: red's keep, worth 2"),
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
    message("(4): the ruler would earn 4 with an adventurer there"),
    message("F7 nobody 4: a domain worth 4 that nobody rules"),
    message("r12: red's adventurers 1 and 2"),
)


class Letters(NamedTuple):
    """The letters on the boards, by the names of pieces and colours: those that the legend shows."""

    pieces: Mapping[str, str]
    colours: Mapping[str, str]


def letters(speak: Speak) -> Letters:
    """The letters of a language."""
    first = [{name: speak(entry)[0] for name, entry in each.items()} for each in (_PIECES, _COLOURS)]
    return Letters(*first)


def legend_lines(width: int, speak: Speak) -> list[Line]:
    """What the signs on the boards mean, in lines of at most this width."""
    return flow([words(speak(entry), DIM) for entry in LEGEND], width)


def text_lines(view: View, width: int, speak: Speak) -> list[Line]:
    """Players, open choice and cards in lines of at most this width."""
    return [*_players(view, width, speak), *_cards(view, width, speak)]


def _players(view: View, width: int, speak: Speak) -> list[Line]:
    lines = flow([words(speak(state_of(view)), HEAD)], width)
    wide = max(5, *(len(speak(player.colour)) for player in view.players))
    for player in view.players:
        lines += flow(_player(view, player, wide, speak), width, 4)
    return lines + (flow([words(speak(view.choice), HEAD)], width) if view.choice else [])


def state_of(view: View) -> str:
    """The round and whose turn it is."""
    if view.over:
        return message("the game is over")
    if view.active:
        return message("round {round} of 7, {active}'s turn", round=view.round, active=view.active)
    return message("round {round} of 7", round=view.round)


def _player(view: View, player: PlayerView, wide: int, speak: Speak) -> list[list[Line]]:
    mark = ">" if player.colour == view.active and not view.over else " "
    ecus = speak(plural_message("{n:>2} ecu ", "{n:>2} ecus", player.ecus))
    name = Span(f"{speak(player.colour):<{wide}}", STYLES[player.colour])
    places = message("adventurers: {one} {two}", **_padded(player.adventurers, speak))
    items = [
        [[Span(f"{mark} "), name, Span(f" {ecus}")]],
        [[Span(speak(message("revenue now {income:>2}", income=player.income)))]],
        [[Span(speak(plural_message("{n} card ", "{n} cards", player.cards)))]],
        [[Span(speak(plural_message("{n:>2} cube ", "{n:>2} cubes", player.cubes)))]],
        [[Span(speak(places))]],
    ]
    if player.gone or player.policy == "auto":
        items.append([[Span(speak(message("gone") if player.gone else message("auto")))]])
    if player.hand is not None:
        items.append(words(speak(message("hand: {cards}", cards=counted(player.hand))), HEAD))
    return items


def _padded(adventurers: tuple[str, str], speak: Speak) -> dict[str, Typed]:
    """The boards of both adventurers, spoken already, each as wide as the longest name of a board."""
    wide = max(screen_width(speak(board.word)) for board in Board)
    one, two = map(speak, adventurers)
    return {"one": _wide(one, wide), "two": _wide(two, wide)}


def _wide(word: str, wide: int) -> Typed:
    return Typed(word + " " * (wide - screen_width(word)))


def counted(cards: tuple[str, ...], between: str = " ") -> Message:
    """The cards as numbers and types: a full hand is at most as long as its three types are."""
    found = [cards_said(n, name) for name, n in sorted(Counter(cards).items())]
    return listed(found, between) if found else message("empty")


def cubes_of(building: BuildingView) -> list[Message]:
    """The cubes on a building: a colour, and how many."""
    return [message("{colour} {count}", colour=colour, count=count) for colour, count in building.cubes]


def _cards(view: View, width: int, speak: Speak) -> list[Line]:
    discard = [cards_said(count, name) for name, count in view.discard]
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
