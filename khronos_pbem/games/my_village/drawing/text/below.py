"""The text below the boards: this turn, open choice and draws, policies and waiting customers."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from khronos_pbem.canvas.player_styles import STYLES
from khronos_pbem.canvas.spans import HEAD, Line, Span, flow, plain_text, words
from khronos_pbem.engine.contract import Event
from khronos_pbem.games.my_village.drawing.text.market import customer_lines
from khronos_pbem.games.my_village.drawing.text.page import Page, span_line
from khronos_pbem.games.my_village.model.position import ASK, BEST, NEVER, Draw
from khronos_pbem.games.my_village.model.terms import short_wording
from khronos_pbem.games.my_village.rules.base.draws import BOARDS, CUSTOMERS, FIRST, MONK, POOL, RAT, TRAVEL
from khronos_pbem.games.my_village.view import TurnView, VillageView
from khronos_pbem.messages import (
    Message,
    Translate,
    Word,
    listed,
    message,
    orders_to_choose,
    players_message,
    plural_message,
)

_DRAWS = {
    FIRST: message("the first player"),
    BOARDS: message("the village boards"),
    POOL: message("the dice for the round"),
    RAT: message("the rat's steps"),
}
_ANSWERS = {"sanatorium": ("sanatorium yes", "sanatorium no"), "refuge": ("refuge back", "refuge keep")}


def below_lines(page: Page) -> list[Line]:
    """The lines below the boards: this turn, open choice and draws, policies and waiting customers."""
    turn, speak = page.view.turn, page.speak
    lines = [*turn_messages(turn), *pending_messages(turn), *policy_messages(page.view.villages)]
    found = [line for said in lines for line in flow([words(speak(said))], page.width, 2)]
    return [*found, *waiting_customer_lines(page)]


def waiting_customer_lines(page: Page) -> list[Line]:
    """The waiting customers of every village, drawn like those in the customer zone."""
    lines: list[Line] = []
    for village in page.view.villages:
        if village.market:
            title = page.speak(message("{who}'s customers", who=village.colour))
            lines += [span_line(title, STYLES[village.colour])]
            lines += customer_lines(page, village.market, village.colour)
    return lines


def turn_messages(turn: TurnView) -> Iterator[Message]:
    """What this turn has used, revealed and buried, and the offers that remain (VILLAGE 15.1)."""
    who = turn.active
    if turn.dice:
        dice = listed((die.word for die in turn.dice), " ")
        yield message("{who} took {dice}: value {value}", who=who, dice=dice, value=turn.value)
    if turn.black:
        yield message("a black banner has been used")
    if turn.used:
        yield message("banners used: {banners}", banners=listed(map(short_wording, turn.used)))
    if turn.offers:
        yield message("offered by the monk: {items}", items=listed(map(_offer_text, turn.offers)))
    if turn.revealed:
        yield message("revealed: {card}", card=turn.revealed)
    if turn.reaper:
        yield message("{who}'s reaper is out: one of their villagers dies this turn", who=who)
    if turn.buried:
        yield message("{who} buries {person:the}", who=who, person=Word(turn.buried))


def pending_messages(turn: TurnView) -> Iterator[Message]:
    """The open choice and the open draws (VILLAGE 12, 13)."""
    choice = turn.choice
    if choice is not None:
        answers = orders_to_choose(_ANSWERS[choice.kind])
        if choice.card:
            who, card = choice.who, choice.card
            yield message(
                "{who} decides what to do with {card}: {answers}", who=who, card=card, answers=answers
            )
        else:
            yield message("{who} has to choose: {answers}", who=choice.who, answers=answers)
    if not turn.draws:
        return
    items = listed(map(_draw_message, turn.draws))
    if not turn.waits:
        yield message("still to be drawn: {items}", items=items)
    elif not turn.mover:
        yield message("next roll: {items}", items=items)
    else:
        yield message("next roll: {items}; then {who} plays", items=items, who=turn.mover)


def _draw_message(draw: Draw) -> Message:
    """A draw in words (VILLAGE 12.1)."""
    if draw.name == CUSTOMERS:
        return plural_message("{n} customer", "{n} customers", draw.size)
    if draw.name.startswith(MONK):
        return message("a monk from the {pile} pile", pile=Word(draw.name.removeprefix(MONK)))
    if draw.name.startswith(TRAVEL):
        return message("journey {letter}", letter=draw.name.removeprefix(TRAVEL))
    return _DRAWS[draw.name]


def policy_messages(villages: Sequence[VillageView]) -> Iterator[Message]:
    """The policies of the players (VILLAGE 13.2)."""
    own = [village for village in villages if village.policy != ASK]
    items = listed([_policy_message(village) for village in own])
    if not own:
        yield message("Sanatorium: each player is asked whether to use it")
    elif len(own) < len(villages):
        yield message("Sanatorium: {items}; for the other players, the program asks each time", items=items)
    else:
        yield message("Sanatorium: {items}", items=items)
    chosen = [village.colour for village in villages if village.refuge == BEST]
    if chosen:
        yield message(
            "Refuge: for {players}, the program chooses which cards go back", players=players_message(chosen)
        )


def _policy_message(village: VillageView) -> Message:
    """The sanatorium policy of a player whose policy decides without asking (VILLAGE 13.2)."""
    if village.policy == NEVER:
        return message("{who} never uses it", who=village.colour)
    if village.policy == BEST:
        return message("{who} uses it for every loss", who=village.colour)
    return message("{who} uses it if the loss would be {n} SP or more", who=village.colour, n=village.policy)


def event_lines(events: Iterable[Event], width: int, speak: Translate) -> list[str]:
    """The events in words after the heading "What happened:", in lines of the given width.

    The list is empty if there are no events.
    """
    sentences = [speak(event.text) for event in events]
    if not sentences:
        return []
    items = [words(f"{sentence};") for sentence in sentences[:-1]]
    items += [words(f"{sentences[-1]}.")]
    head: list[list[Line]] = [words(speak(message("What happened:")), HEAD)]
    return [plain_text(line) for line in flow([*head, *items], width, 2)]


def separator_line(wide: int) -> Line:
    """A line of hyphens between two parts."""
    return [Span("-" * wide)]


def _offer_text(offer: str) -> str:
    """A monk's offer in words; for the desk, with the maximum number of customers."""
    kind, _, most = offer.partition(" ")
    return message("{kind} (at most {most})", kind=Word(kind), most=most) if most else Word(kind)
