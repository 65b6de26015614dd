"""What stands under the boards: the players, the cards, the legend."""

from __future__ import annotations

from collections import Counter

from khronos_pbem.khronos.draw_lines import DIM, HEAD, OWNER_STYLES, Line, Span, flow, words
from khronos_pbem.khronos.view import PlayerView, View

_FEW = 3
_LEGEND = (
    "W watchtower",
    "K keep",
    "C castle",
    "P chapel",
    "M monastery",
    "A abbey",
    "H hamlet (h printed)",
    "T town",
    "Y city",
    "small letters: the rest of it",
    "Kr red's keep",
    "K2 nobody's, worth 2",
    "K% ruin",
    "r2 two red cubes",
    "r red b blue g green w white k black",
    ". plain",
    '"" forest',
    "^^ mountain",
    "~~ river",
    "* changed",
    "F7 red+4: red rules the domain at F7 and earns 4",
    "(4): would, with an adventurer there",
    "r12: red's adventurers",
)


def text_lines(view: View, width: int) -> list[Line]:
    """Players, open choice, cards and legend in lines of at most this width."""
    return [*_players(view, width), *_cards(view, width), *_legend(width)]


def _players(view: View, width: int) -> list[Line]:
    state = "the game is over" if view.over else f"round {view.round} of 7"
    turn = "" if view.over or not view.active else f", {view.active}'s turn"
    lines = flow([words(f"{state}{turn}", HEAD)], width)
    for player in view.players:
        lines += flow(_player(view, player), width, 4)
    return lines + (flow([words(view.choice, HEAD)], width) if view.choice else [])


def _player(view: View, player: PlayerView) -> list[list[Line]]:
    mark = ">" if player.colour == view.active and not view.over else " "
    ecus = f"{player.ecus:>2} ecu{' ' if player.ecus == 1 else 's'}"
    one, two = player.adventurers
    items = [
        [[Span(f"{mark} "), Span(f"{player.colour:<5}", OWNER_STYLES[player.colour]), Span(f" {ecus}")]],
        [[Span(f"earns {player.income:>2} now")]],
        [[Span(f"{player.cards} card{' ' if player.cards == 1 else 's'}")]],
        [[Span(f"{player.cubes:>2} cubes")]],
        [[Span(f"on {one:<6} {two:<6}")]],
    ]
    if player.gone or player.policy == "auto":
        items.append([[Span("gone" if player.gone else "auto")]])
    if player.hand is not None:
        items.append(words(f"hand: {counted(player.hand) or 'empty'}", HEAD))
    return items


def counted(cards: tuple[str, ...]) -> str:
    """The cards as numbers and types: a full hand is at most as long as its three types are."""
    return " ".join(f"{count} {name}" for name, count in sorted(Counter(cards).items()))


def _cards(view: View, width: int) -> list[Line]:
    discard = ", ".join(f"{count} {name}" for name, count in view.discard) or "none"
    items = [words(f"pile: {view.pile} cards"), words(f"discards: {discard}")]
    if view.market:
        items.append(words(f"market: {' '.join(view.market)}"))
    low = [f"{name} {count}" for name, count in view.stock if count <= _FEW]
    if low:
        items.append(words(f"few tiles: {', '.join(low)}"))
    return flow(items, width)


def _legend(width: int) -> list[Line]:
    return flow([words(entry, DIM) for entry in _LEGEND], width)
