"""The letter to a player's own telephone: what happened, the boards, and answers to tap.

It is sent only to that player, so it may show private information. An answer counts only with the token,
which is in the body alone. Text typed by people is shown without anything that looks like a token.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from email.message import EmailMessage

from khronos_pbem.characters import escape_invisible
from khronos_pbem.engine.contract import Event
from khronos_pbem.engine.features.bots import SearchSettings
from khronos_pbem.games.registry import game_title, round_text
from khronos_pbem.mail.outgoing.html_letter import PageHead, letter_page
from khronos_pbem.mail.outgoing.letter_body import (
    WIDTH,
    LetterBody,
    Link,
    News,
    Section,
    lines_that_fit,
    plain_letter_lines,
    shortened_news,
)
from khronos_pbem.mail.outgoing.letter_headers import DOMAIN, addressed_letter, letter_subject
from khronos_pbem.mail.outgoing.recipients import Addresses
from khronos_pbem.messages import Message, Translate, VerbatimText, listed, message, shell_operand
from khronos_pbem.record.block import ANSWER, TURN, VOTE
from khronos_pbem.record.names import title_slug
from khronos_pbem.remote.answers.codes import cut_codes
from khronos_pbem.remote.answers.remote_state import AnswerResult
from khronos_pbem.remote.letters.answer_sections import (
    advised_orders,
    answer_sections,
    next_links,
    tried_composition,
)
from khronos_pbem.remote.letters.letter_contents import LetterContents
from khronos_pbem.session.notes.notes import note_lines
from khronos_pbem.session.notes.player_messages import new_private_message_lines
from khronos_pbem.session.queries.deadlines import deadline_lines
from khronos_pbem.session.queries.player_view import PlayerView
from khronos_pbem.session.queries.since_last_turn import entries_since_turn
from khronos_pbem.session.queries.summaries import entry_lines, waiting_line
from khronos_pbem.session.queries.text_picture import picture_lines
from khronos_pbem.session.queries.unseen_events import rolled_lines
from khronos_pbem.session.queries.vote_status import votes_line
from khronos_pbem.session.replay.table import Table, clock_of, has_cards
from khronos_pbem.session.turns.open_choice import cause_lines
from khronos_pbem.session.turns.turn_draft import Composition

MOST_NEWS, MOST_RESULT, MOST_PRIVATE, LONGEST_LINE = 5_000, 6_000, 2_000, 1_000
"""Limits of the page: bytes of news, a result and private texts, and characters of one line."""


def compose_telephone_letter(
    letter: LetterContents, thinking: SearchSettings | None, speak: Translate
) -> EmailMessage:
    """Return the letter as plain text and HTML, without the save.

    The same values always give the same letter. `thinking` holds the search settings for suggested turns;
    None suggests none.
    """

    def spoken(text: str) -> str:
        return cut_codes(speak(text))

    subject, composition = _subject(letter, spoken), tried_composition(letter)
    mail = _letter_head(letter, subject)
    body = _letter_body(letter, composition, thinking, spoken)
    body = body._replace(top=_top_line(letter.token, speak))
    table, events = _boards(letter.view, composition)
    lines = plain_letter_lines(body, picture_lines(table, events, spoken, WIDTH))
    mail.set_content("\n".join(lines) + "\n", cte="quoted-printable")
    page = letter_page(body, table, events, PageHead(letter.language, subject, ""), spoken)
    mail.add_alternative(page, subtype="html", cte="quoted-printable")
    mail.set_boundary(f"=_both_{letter.mark}")
    return mail


def _top_line(token: str, speak: Translate) -> str:
    """Return the first line, which contains the token; empty without a token.

    Text that a reply quotes below this line is not part of the answer.
    """
    return speak(message("Reply above this line: {words}", words=token)) if token else ""


def _letter_head(letter: LetterContents, subject: str) -> EmailMessage:
    """Return the letter with only its headers.

    The headers tell mail programs not to send automatic replies (RFC 3834).
    """
    between = Addresses(letter.address, (letter.address,))
    mail = addressed_letter(letter.opened, between, subject, f"<remote.{letter.mark}@{DOMAIN}>", letter.at)
    mail["Auto-Submitted"] = "auto-generated"
    mail["X-Khronos-Remote"] = "letter"
    return mail


# --- whose move it is -------------------------------------------------------------------------------------

_NEEDED = {TURN: message("your turn"), ANSWER: message("your choice"), VOTE: message("your vote")}


def _subject(letter: LetterContents, speak: Translate) -> str:
    """Return the subject: the game, and the player's task or the outcome of their answer."""
    title = letter.opened.table.header.title
    if letter.result is not None and letter.result.request:
        return speak(_result_subject(letter.result, title))
    what = _NEEDED.get(letter.need)
    if what is None:
        return cut_codes(letter_subject(letter.opened.table, speak))
    if letter.reminder:
        return speak(message("[khronos] {title}: reminder: {what}", title=title, what=what))
    return speak(message("[khronos] {title}: {what}", title=title, what=what))


def _result_subject(result: AnswerResult, title: str) -> Message:
    word = VerbatimText(" ".join(result.request).partition(" ")[0][:20])
    if result.failed:
        return message("[khronos] {title}: {words!r} did not work", title=title, words=word)
    return message("[khronos] {title}: the result of {words!r}", title=title, words=word)


_LEADS: dict[str, Callable[[str, str], Message]] = {
    TURN: lambda colour, where: message("It is your turn ({colour}, {round}).", colour=colour, round=where),
    ANSWER: lambda colour, where: message(
        "You have to make a choice ({colour}, {round}).", colour=colour, round=where
    ),
    VOTE: lambda colour, where: message("Your vote is next ({colour}, {round}).", colour=colour, round=where),
}


def _lead(view: PlayerView, need: str) -> str:
    """Return one sentence about the player's task, or about the player the game is waiting for."""
    table = view.table
    if need not in _LEADS or view.seat is None:
        return waiting_line(table, view.now)
    where = round_text(table.game, table.game.round(table.position))
    return _LEADS[need](table.seats[view.seat].colour, where)


# --- what it says -----------------------------------------------------------------------------------------


def _letter_body(
    letter: LetterContents, composition: Composition | None, thinking: SearchSettings | None, speak: Translate
) -> LetterBody:
    """The contents without the boards."""
    view = letter.view
    title = message("{game}: {title}", game=game_title(view.table.game), title=view.table.header.title)
    private, answers = _private_sections(view, speak), answer_sections(letter, composition, thinking, speak)
    links = next_links(letter, composition, speak)
    return LetterBody(
        title=speak(title),
        lead=(speak(_lead(view, letter.need)),),
        told=speak(message("Since your last turn:")),
        news=_news(view, speak),
        sections=(*private, *answers),
        before=tuple(_result_sections(letter.result, links, speak)),
        why=tuple(_why_sections(letter, speak)),
        boards=_boards_head(composition, speak),
    )


def _boards(view: PlayerView, composition: Composition | None) -> tuple[Table, tuple[Event, ...]]:
    """Return the table to draw, and the events to mark.

    The events are those of the orders that were tried, or else those since the last turn.
    """
    if composition is not None and composition.given:
        return view.table._replace(position=composition.position), composition.events
    entries = entries_since_turn(view.opened.history, view.seat)
    return view.table, (*(event for entry in entries for event in entry.events), *view.rolled)


def _boards_head(composition: Composition | None, speak: Translate) -> str:
    """Return the heading of the boards after orders that were tried; else empty."""
    if composition is None or not composition.given:
        return ""
    orders = listed([message("{order}", order=text) for text in composition.texts], "; ")
    return speak(message("The boards after these orders: {orders}", orders=orders))


def _news(view: PlayerView, speak: Translate) -> News:
    """Return the news since the player's last turn, with a roll that only their share completes."""
    entries = entries_since_turn(view.opened.history, view.seat)
    told = [[speak(line) for line in entry_lines(entry)] for entry in entries]
    told += [[speak(line) for line in rolled_lines(view.rolled)]] if view.rolled else []
    return shortened_news(told, _game_word(view), speak, MOST_NEWS)


def _game_word(view: PlayerView) -> str:
    """Return the game's name as used in commands."""
    return shell_operand(title_slug(view.table.header.title))


def _result_sections(
    result: AnswerResult | None, links: tuple[Link, ...], speak: Translate
) -> Iterator[Section]:
    """Yield the last answer, its result, and links to continue from there."""
    if result is None:
        return
    head = message("Please note:")
    if result.request:
        yield Section(speak(message("Your answer:")), _shown(result.request, MOST_PRIVATE), True)
        head = message("This did not work:") if result.failed else message("The result:")
    told = result.lines[:-1] if advised_orders(result.lines) else result.lines
    lines = _shown(told, MOST_RESULT) or (speak(message("done")),)
    yield Section(speak(head), lines, True, links)


def _shown(lines: Sequence[str], most: int) -> tuple[str, ...]:
    """Return lines that may contain typed text, shortened and without codes or invisible characters."""
    found = [cut_codes(escape_invisible(line))[:LONGEST_LINE] for line in lines]
    return lines_that_fit(found, most)


def _why_sections(letter: LetterContents, speak: Translate) -> Iterator[Section]:
    """Yield the reason why a choice or a vote is needed, and the time left."""
    opened, table = letter.opened, letter.opened.table
    if letter.reminder and letter.need:
        yield Section(speak(message("This is a reminder: the game is still waiting for you.")))
    if letter.need == ANSWER:
        yield from _under_head(cause_lines(letter.view.table, opened.history), speak)
    if letter.need == VOTE:
        yield Section(speak(message("The votes so far:")), (speak(votes_line(table)),))
    if table.run is not None or clock_of(table.header) is not None:
        lines = deadline_lines(opened.save, table, opened.seen, letter.at)
        yield from _under_head([message("Time left:"), *lines] if lines else [], speak)


def _under_head(lines: Sequence[str], speak: Translate) -> Iterator[Section]:
    """Yield the lines as a section with the first line as its heading; nothing if there are no lines."""
    if lines:
        head, *rest = map(speak, lines)
        yield Section(head, tuple(line.strip() for line in rest))


def _private_sections(view: PlayerView, speak: Translate) -> Iterator[Section]:
    """The player's hand, notes, and messages to them alone."""
    if view.hand is not None and has_cards(view.table):
        hand = listed(view.hand) if view.hand else message("empty")
        yield Section(speak(message("Your hand:")), (speak(hand),))
    word, entries = _game_word(view), view.opened.history.entries
    for lines in (
        new_private_message_lines(entries, view.seat, word, view.sealed),
        note_lines(view.notes, word),
    ):
        for section in _under_head(lines, speak):
            yield section._replace(lines=_shown(section.lines, MOST_PRIVATE))
