"""The sections of a letter that help its reader to answer: links to tap, and lines to fill in."""

from __future__ import annotations

import shlex
from collections.abc import Iterator, Sequence
from itertools import pairwise

from khronos_pbem.engine.features.bots import Bots, SearchSettings
from khronos_pbem.errors import KhronosError
from khronos_pbem.games.registry import feature_or_none
from khronos_pbem.mail.outgoing.letter_body import Link, Section, lines_that_fit
from khronos_pbem.mail.outgoing.order_forms import order_form_lines
from khronos_pbem.messages import Message, Moment, Translate, message, players_message
from khronos_pbem.record.block import ANSWER, TURN, VOTE
from khronos_pbem.remote.answers.codes import cut_codes
from khronos_pbem.remote.answers.remote_state import AnswerResult
from khronos_pbem.remote.letters.letter_contents import LetterContents
from khronos_pbem.remote.letters.reply_links import Reply, reply_links, reply_subject
from khronos_pbem.remote.letters.suggested_answers import (
    COMMENT_WIDTH,
    PLAY,
    TRY,
    Suggestion,
    best_turn_suggestions,
    choice_suggestions,
    order_suggestions,
    own_orders_suggestion,
    turn_end_suggestions,
)
from khronos_pbem.session.queries.deadlines import OpeningVote, find_opening_vote, is_overdue
from khronos_pbem.session.queries.vote_status import ballot_words, find_awaited
from khronos_pbem.session.turns.starting_point import starting_point_in_view
from khronos_pbem.session.turns.turn_draft import Composition

HINT, SHOW, STATUS, UNDO, CAST, MESSAGE = "hint", "show", "status", "undo", "vote", "message"
"""The requests without orders; they are the same words in every language."""

_MOST_REPEATED = 4_000
"""The maximum size, in bytes on the page, of a failed answer that is repeated to be corrected."""


_TAP = (
    message("Tap to answer:"),
    message("Each link opens a ready-made reply. Send it unchanged, or edit it first."),
)
_COMPOSE = (
    message("Compose a turn:"),
    message(
        "Each link opens a reply that contains an example and lists the other "
        "possibilities. Your orders are only tried out: nothing is played yet."
    ),
)
"""The headings and introductions above the links."""


def next_links(letter: LetterContents, composition: Composition | None, speak: Translate) -> tuple[Link, ...]:
    """Return the links for continuing after the last answer.

    With them the player corrects it, or plays the orders that were tried or advised.
    """
    if not letter.token:
        return ()
    found = [] if composition is None or not composition.given else turn_end_suggestions(composition, speak)
    return reply_links(_reply(letter), (*_mistake_suggestions(letter.result, speak), *found))


def answer_sections(
    letter: LetterContents, composition: Composition | None, thinking: SearchSettings | None, speak: Translate
) -> Iterator[Section]:
    """Yield the links, then the ways to answer without them; nothing if no answer is possible.

    `composition` is the result of `tried_composition`.
    """
    if not letter.token:
        return
    for head, told, suggestions in (
        (*_TAP, _first_suggestions(letter, composition, thinking, speak)),
        (*_COMPOSE, _order_suggestions(letter, composition, speak)),
        (message("More answers:"), "", _questions(letter, speak)),
    ):
        links = reply_links(_reply(letter), suggestions)
        if links:
            yield Section(speak(head), (speak(told),) if told else (), links=links)
    yield from _typed_sections(letter, composition, speak)


def _reply(letter: LetterContents) -> Reply:
    return Reply(letter.address, reply_subject(letter.opened.table.header.title), letter.token)


# --- what was tried last ----------------------------------------------------------------------------------


def tried_composition(letter: LetterContents) -> Composition | None:
    """Return the orders that were last tried or advised by a hint, applied to the present position.

    The composition is empty if there are none. Return None if the game does not wait for the player's orders.
    """
    if letter.need not in (TURN, ANSWER):
        return None
    start = Composition(starting_point_in_view(letter.view))
    orders = "" if letter.result is None else _orders_of(letter.result)
    try:
        return start.read(orders).composition if orders else start
    except KhronosError:
        return start


def _orders_of(result: AnswerResult) -> str:
    """Return the orders that an answer tried, or that its hint advised; empty if there are none."""
    first, *rest = result.request or ("",)
    word, _, more = first.partition(" ")
    if result.failed or word not in (TRY, HINT):
        return ""
    return "\n".join([more, *rest]) if word == TRY else advised_orders(result.lines)


def advised_orders(lines: Sequence[str]) -> str:
    """Return the orders in the last command that `hint` prints; empty if there is none."""
    command = next((line for line in reversed(lines) if line.startswith(f"khronos {PLAY} ")), "")
    try:
        words = shlex.split(command)
    except ValueError:
        return ""
    return words[-1] if "-c" in words[-2:-1] else ""


def _open(composition: Composition) -> Composition:
    """Return the composition if more orders can follow, otherwise an empty one."""
    return composition if composition.can_continue else Composition(composition.starting_point)


# --- what is suggested ------------------------------------------------------------------------------------


def _first_suggestions(
    letter: LetterContents, composition: Composition | None, thinking: SearchSettings | None, speak: Translate
) -> Iterator[Suggestion]:
    """Yield the most likely answers: correct the last one, play, choose, vote, or take a turn back."""
    yield from _mistake_suggestions(letter.result, speak)
    if composition is not None:
        yield from _move_suggestions(composition, thinking if letter.hints else None, speak)
    yield from _vote_suggestions(letter, speak)
    if letter.can_undo:
        note = speak(message("possible until {at}", at=Moment(letter.can_undo)))
        yield Suggestion(speak(message("Take your turn back")), (UNDO,), note)


def _mistake_suggestions(result: AnswerResult | None, speak: Translate) -> Iterator[Suggestion]:
    """Yield the suggestion to correct the last answer, if it failed."""
    mistaken = _mistaken_request(result)
    if mistaken:
        note = " ".join(filter(None, (mistaken[0], "; ".join(mistaken[1:]))))
        yield Suggestion(speak(message("Change your answer")), mistaken, note, main=True)


def _mistaken_request(result: AnswerResult | None) -> tuple[str, ...]:
    """Return the last answer without codes if it failed.

    Empty if it did not fail, or is too long to be repeated.
    """
    found = () if result is None or not result.failed else tuple(map(cut_codes, result.request))
    return found if lines_that_fit(found, _MOST_REPEATED) == found else ()


def _move_suggestions(
    composition: Composition, thinking: SearchSettings | None, speak: Translate
) -> Iterator[Suggestion]:
    """Yield suggestions to end the turn, to play the tried or best orders, or to answer a choice."""
    begun = _open(composition)
    if thinking is not None and not composition.given:
        yield from best_turn_suggestions(composition.starting_point, thinking, speak)
    yield from turn_end_suggestions(composition, speak)
    if begun.choice is not None:
        yield from choice_suggestions(begun, begun.choice, speak)


def _vote_suggestions(letter: LetterContents, speak: Translate) -> Iterator[Suggestion]:
    """Yield the next vote, or the first one to continue without a player whose time has run out."""
    words = _ballot(letter)
    if words:
        colours = [word for option, word in pairwise(words) if option == "--without"]
        label = message("Vote to continue without {colours}", colours=players_message(colours))
        yield Suggestion(speak(label), (" ".join([CAST, *words]),), main=True)


def _ballot(letter: LetterContents) -> Sequence[str]:
    """The words of the vote that the player can cast now; empty if they cannot vote."""
    table = letter.opened.table
    if letter.need == VOTE:
        return ballot_words(table)
    opening, awaited = find_opening_vote(table), find_awaited(letter.opened.save, table, letter.opened.seen)
    if not isinstance(opening, OpeningVote) or opening.seat != letter.view.seat:
        return ()
    return opening.words if awaited is not None and is_overdue(awaited, letter.at) else ()


def _order_suggestions(
    letter: LetterContents, composition: Composition | None, speak: Translate
) -> Iterator[Suggestion]:
    """Yield suggestions to try orders of each kind, or to write them; nothing while a choice is open."""
    begun = None if composition is None else _open(composition)
    if begun is not None and begun.choice is None:
        yield from order_suggestions(begun, speak)
        yield own_orders_suggestion(begun, _forms(letter, speak), speak)


def _questions(letter: LetterContents, speak: Translate) -> Iterator[Suggestion]:
    """Yield suggestions to ask for a hint, the boards in words or the status, or to write to the others."""
    if letter.need in (TURN, ANSWER) and feature_or_none(letter.view.table.game, Bots) is not None:
        yield Suggestion(speak(message("Ask for a hint")), (HINT,))
    yield Suggestion(speak(message("Describe the boards in words")), (SHOW,))
    yield Suggestion(speak(message("Show the status of the game")), (STATUS,))
    if letter.need == TURN:
        seats = enumerate(letter.view.table.seats)
        others = (seat.colour for number, seat in seats if number != letter.view.seat)
        comments = tuple(f'# {MESSAGE} to {colour} ""' for colour in others)
        yield Suggestion(speak(message("Write to the other players")), (f'{MESSAGE} ""',), comments=comments)


# --- without links ----------------------------------------------------------------------------------------


def _forms(letter: LetterContents, speak: Translate) -> tuple[str, ...]:
    """Return the possible orders, or the possible answers to the choice, as comments to fill in."""
    now = letter.view.now
    return () if now is None else tuple(order_form_lines(letter.view.table, now, speak, COMMENT_WIDTH))


def _typed_sections(
    letter: LetterContents, composition: Composition | None, speak: Translate
) -> Iterator[Section]:
    """Yield the list of requests with explanations, and lines to fill in."""
    head = message("You can also write your answer yourself. Begin it with one of these words:")
    told = tuple(speak(each) for each in _request_messages(letter, moving=composition is not None))
    yield Section(speak(head), told)
    said = message("For example, fill in these lines and send them as your answer:")
    yield Section(speak(said), (*_lines_to_fill_in(letter, composition, speak), "", letter.token), True)


def _request_messages(letter: LetterContents, *, moving: bool) -> Iterator[Message]:
    """Yield an explanation of each request that is possible now."""
    if moving:
        yield message("{words}, followed by orders: shows what these orders would do", words=TRY)
        yield message("{words}, followed by orders: plays those orders", words=PLAY)
        yield message("{words}: adds this message to your next turn", words='message to blue "…"')
        yield message("{words}: has a computer player suggest a turn", words=HINT)
    if letter.need == TURN:
        yield message(
            '{words} "TEXT": sends this message to the other players with your next turn', words=MESSAGE
        )
    if _ballot(letter):
        yield message("{words}, with its options: casts your vote", words=CAST)
    if letter.can_undo:
        yield message("{words}: takes your turn back", words=UNDO)
    yield message("{words}: describes the boards in words", words=SHOW)
    yield message("{words}: shows whose turn it is", words=STATUS)


def _lines_to_fill_in(
    letter: LetterContents, composition: Composition | None, speak: Translate
) -> tuple[str, ...]:
    """Return the last answer if it failed, otherwise a suitable request."""
    ballot = _ballot(letter)
    mistaken = _mistaken_request(letter.result)
    if mistaken:
        return mistaken
    if composition is not None:
        return (PLAY if letter.need == ANSWER else TRY, *_forms(letter, speak))
    if ballot:
        return (" ".join([CAST, *ballot]),)
    return (UNDO if letter.can_undo else STATUS,)
