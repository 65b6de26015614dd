"""Letters to telephones: what is in each kind of them, what nobody else can put into them, and secrets."""

from __future__ import annotations

import re
import shlex
from dataclasses import replace

import pytest

from khronos_pbem.engine.features.bots import SearchSettings
from khronos_pbem.home.keyring import load_identity
from khronos_pbem.mail.outgoing.html_letter import MOST
from khronos_pbem.remote.answers.codes import cut_codes
from khronos_pbem.remote.answers.remote_state import AnswerResult
from khronos_pbem.remote.letters.letter_contents import LetterContents
from khronos_pbem.session.notes.notes import add_note
from khronos_pbem.session.queries.player_view import load_view
from khronos_pbem.session.replay.draft_block import Author, game_secret
from tests.mail.letterbox import page_of
from tests.mail.outgoing.test_letter import too_long
from tests.remote.letters.conftest import HOSTILE
from tests.remote.letters.samples import (
    ADDRESS,
    MARK,
    TOKEN,
    LinkedPage,
    OpenedReply,
    bytes_of_letter,
    composition_of,
    letter_of,
    plain_text_of,
    replies_in,
    telephone,
)
from tests.support.playing import NAMES, Group, no_passphrase

LANGUAGES = ("en", "fr", "de")
GAMES = ("khronos", "my-village")
KINDS = [f"{game} {kind}" for game in GAMES for kind in ("turn", "choice")]
MISTAKE = AnswerResult(
    ("play", "build kep might F6", "end"), ('no piece is called "kep" — did you mean keep?',), True
)
OTHER = "khr-zzzzzzzz-" + "7" * 26


def shown(letter: LetterContents, language: str = "en") -> str:
    """All words of the page."""
    return LinkedPage(page_of(letter_of(letter, language))).shown


def in_this_order(text: str, *words: str) -> bool:
    """Whether a text has all these words, in this order."""
    rest = text
    for each in words:
        _, found, rest = rest.partition(each)
        assert found, each
    return True


# --- its parts --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", KINDS)
def test_a_letter_is_a_text_and_a_page_to_oneself(kind: str, groups: dict[str, Group]) -> None:
    mail = letter_of(telephone(groups[kind]))
    assert [part.get_content_type() for part in mail.walk()] == [
        "multipart/alternative",
        "text/plain",
        "text/html",
    ]
    assert (mail["From"], mail["To"], mail["Cc"]) == (ADDRESS, ADDRESS, None)
    assert mail["Message-ID"] == f"<remote.{MARK}@khronos.invalid>"
    assert mail["Auto-Submitted"] == "auto-generated"
    assert mail["X-Khronos-Remote"] == "letter"
    assert str(mail["Date"]) == "Fri, 20 Nov 2026 12:00:00 +0000"
    assert page_of(mail).lstrip().startswith("<!DOCTYPE html>")


def test_without_a_moment_the_date_is_that_of_the_newest_block(groups: dict[str, Group]) -> None:
    group = groups["khronos turn"]
    at = telephone(group).opened.save.blocks[-1].at
    mail = letter_of(telephone(group)._replace(at=""))
    assert mail["Date"].datetime.strftime("%Y-%m-%dT%H:%M:%SZ") == at


@pytest.mark.parametrize("kind", KINDS)
def test_the_same_values_give_the_same_bytes(kind: str, groups: dict[str, Group]) -> None:
    one, two = (
        bytes_of_letter(telephone(groups[kind])._replace(hints=True), "fr", SearchSettings())
        for _ in range(2)
    )
    assert one == two
    assert too_long(one) == []


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("kind", KINDS)
def test_each_link_opens_a_request_with_the_code(kind: str, language: str, groups: dict[str, Group]) -> None:
    """To the player's own address; the text part has the same requests to type."""
    mail = letter_of(telephone(groups[kind]), language)
    replies, text = replies_in(mail), plain_text_of(mail)
    assert 4 <= len(replies) <= 14
    for reply in replies:
        assert reply.address == ADDRESS
        assert reply.subject == "[khronos] Ours"
        assert reply.lines[-2:] == ("", TOKEN)
        for line in reply.request:
            assert f"\n  {line}\n" in text
    words = {reply.request[0].split()[0] for reply in replies}
    assert words >= {"hint", "show", "status"}
    assert all(len(url) <= 1_900 for url in LinkedPage(page_of(mail)).urls)
    assert max(map(len, text.splitlines())) <= 78


@pytest.mark.parametrize("kind", KINDS)
def test_what_a_link_plays_is_legal(kind: str, groups: dict[str, Group]) -> None:
    letter = telephone(groups[kind])._replace(hints=True)
    for language in LANGUAGES:
        for reply in replies_in(letter_of(letter, language, SearchSettings())):
            if reply.request[0].split()[0] in ("play", "try"):
                composition = composition_of(letter).read(reply.orders).composition
                assert composition.is_whole_block or reply.request[0].startswith("try")


def test_the_parts_of_a_letter_have_their_order(groups: dict[str, Group]) -> None:
    page = shown(telephone(groups["khronos turn"])._replace(reminder=True))
    assert in_this_order(
        page,
        f"Reply above this line: {TOKEN}",
        "Khronos: Ours",
        "It is your turn (",
        "This is a reminder",
        "Time left: ",
        "Since your last turn:",
        "The boards",
        "The players",
        "Your hand: ",
        "Tap to answer:",
        "End the turn",
        "Compose a turn:",
        "Write the orders yourself",
        "More answers:",
        "Ask for a hint",
        "Write to the other players",
        "You can also write your answer yourself.",
        "delete the # before it",
        TOKEN,
    )


@pytest.mark.parametrize("game", GAMES)
def test_a_choice_names_its_cause_first(game: str, groups: dict[str, Group]) -> None:
    page = shown(telephone(groups[f"{game} choice"]))
    assert in_this_order(page, "You have to make a choice (", "Why: ", "The boards", "Tap to answer:")
    assert "Compose a turn" not in page
    assert "Write to the other players" not in page


def test_a_result_comes_first(groups: dict[str, Group]) -> None:
    """What was tried can be played by one tap, and is the beginning of what is suggested."""
    letter = telephone(groups["khronos turn"])
    order = next(text for text, _ in composition_of(letter).next.orders if text.startswith("build"))
    letter = letter._replace(result=AnswerResult((f"try {order}",), ("blue gets 1 ecu for it",), False))
    page = shown(letter)
    result = ("The result:", "blue gets 1 ecu for it", "Play these orders and end the turn")
    assert in_this_order(page, "Your answer:", f"try {order}", *result, "It is your turn", result[-1])
    assert f"The boards after these orders: {order}" in page
    text = " ".join(plain_text_of(letter_of(letter)).split())  # it may be a line too long
    assert f"The boards after these orders: {order}" in text
    square = order.split()[3]
    assert f"changed: {square}" in page
    play, *others = replies_in(letter_of(letter))
    assert play.request == ("play", order, "end")
    composed = [each.request for each in others if each.request[0] == "try"]
    assert len(composed) > 2
    assert all(request[1] == order for request in composed)
    assert letter_of(letter)["Subject"] == "[khronos] Ours: the result of 'try'"


def test_a_hint_can_be_played(groups: dict[str, Group]) -> None:
    """The command that `hint` prints last says which orders it advises."""
    letter = telephone(groups["khronos turn"])
    order = next(text for text, _ in composition_of(letter).next.orders if text.startswith("build"))
    command = f"khronos play {shlex.quote('/games/a b.khronos')} -c {shlex.quote(f'{order}; end')}"
    for lines in (("As blue, …", "", command), (command, "a later notice")):
        hinted = letter._replace(result=AnswerResult(("hint",), lines, False))
        assert replies_in(letter_of(hinted))[0].request == ("play", order, "end")
    for line in ("khronos play 'x -c y", "khronos play", "khronos play x -c", "khronos play x -c 'no order'"):
        hinted = letter._replace(result=AnswerResult(("hint",), (line,), False))
        assert replies_in(letter_of(hinted))[0].request == ("play end",)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_mistake_comes_back_to_be_mended(language: str, groups: dict[str, Group]) -> None:
    """With the error, the same orders in a link, and in lines to fill in."""
    letter = telephone(groups["khronos turn"])._replace(result=MISTAKE)
    mail = letter_of(letter, language)
    assert replies_in(mail)[0].request == MISTAKE.request
    text = plain_text_of(mail)
    assert in_this_order(text, *MISTAKE.request, *MISTAKE.lines, *MISTAKE.request * 3)
    assert text.rstrip().endswith("\n".join([*MISTAKE.request, "", TOKEN]))
    assert "play" in str(mail["Subject"])


def test_a_mistake_that_is_too_long_for_a_link_is_mended_by_hand(groups: dict[str, Group]) -> None:
    request = ("play", f'message "{"ü" * 490}"', "ende")
    letter = telephone(groups["khronos turn"])._replace(
        result=AnswerResult(request, ("no such order",), True)
    )
    mail = letter_of(letter)
    assert [each for each in replies_in(mail) if each.request == request] == []
    assert "\n".join(request) in plain_text_of(mail)


def test_a_notice_answers_nothing(groups: dict[str, Group]) -> None:
    letter = telephone(groups["khronos turn"])._replace(result=AnswerResult((), ("an older letter",), True))
    page = shown(letter)
    assert in_this_order(page, "Please note:", "an older letter", "It is your turn")
    assert "Your answer:" not in page
    assert "Change your answer" not in page
    assert letter_of(letter)["Subject"] == "[khronos] Ours: your turn"


def test_a_turn_that_was_not_sent_can_be_taken_back(groups: dict[str, Group]) -> None:
    group = groups["khronos turn"]
    name = next(each for each in NAMES[:3] if each != group.mover())
    letter = telephone(group, name)._replace(can_undo="2026-11-20T12:10:00Z")
    undo, *others = replies_in(letter_of(letter))
    assert undo.request == ("undo",)
    assert [each.request for each in others] == [("show",), ("status",)]
    page = shown(letter)
    assert in_this_order(page, "waiting for ", "Take your turn back", "possible until 2026-11-20 12:10 UTC")
    assert plain_text_of(letter_of(letter)).rstrip().endswith(f"undo\n\n{TOKEN}")


def test_without_a_code_nothing_is_asked(groups: dict[str, Group]) -> None:
    group = groups["khronos turn"]
    for name in NAMES[:3]:
        mail = letter_of(telephone(group, name, token=""))
        assert replies_in(mail) == []
        for words in ("khr-", "answer", "Tap"):
            assert words not in plain_text_of(mail)


def test_an_open_vote_is_cast_by_one_tap(voting: Group) -> None:
    letter = telephone(voting)
    vote, *_ = replies_in(letter_of(letter))
    assert re.fullmatch(r"vote --without [a-z]+", vote.request[0])
    page = shown(letter)
    assert in_this_order(page, "Your vote is next (", "The votes so far:", "Time left:", "Vote to continue")
    assert letter_of(letter)["Subject"] == "[khronos] Ours: your vote"
    assert f"{vote.request[0]}\n\n{TOKEN}" in plain_text_of(letter_of(letter))


def test_a_first_vote_is_offered_when_time_is_over(groups: dict[str, Group]) -> None:
    """To the one who can begin, and to nobody before."""
    group = groups["khronos turn"]
    awaited = group.table().seats[NAMES.index(group.mover())].colour
    votes = []
    for at in ("2026-11-20T12:00:00Z", "2031-01-01T00:00:00Z"):
        for name in NAMES[:3]:
            replies = replies_in(letter_of(telephone(group, name)._replace(at=at)))
            votes += [(at[:4], each.request) for each in replies if each.request[0].startswith("vote")]
    assert votes == [("2031", (f"vote --without {awaited}",))]


def test_who_is_voted_out_can_still_play(voting: Group) -> None:
    awaited = voting.table().run
    assert awaited is not None
    letter = telephone(voting, NAMES[awaited.awaited])
    assert letter.need == "turn"
    assert ("play end",) in [each.request for each in replies_in(letter_of(letter))]


def test_at_the_end_the_result_is_told(tmp_path_factory: pytest.TempPathFactory) -> None:
    group = Group(tmp_path_factory.mktemp("end"), 2, 3, game="my-village")
    group.until_a_turn("Short", rounds=1)
    group.finish()
    letter = telephone(group, "alice", token="")
    assert "The game is over." in shown(letter)
    assert letter_of(letter)["Subject"] == "[khronos] Short: the game is over"


# --- what only one player knows ---------------------------------------------------------------------------


def test_the_hand_and_the_notes_are_the_readers_own(groups: dict[str, Group]) -> None:
    """A hand of cards only where there are cards; notes and private messages of nobody else."""
    group = groups["khronos turn"]
    name = group.mover()
    context, table = group.context(name), group.table()
    identity = load_identity(context.home, name, no_passphrase)
    author = Author(NAMES.index(name), identity, game_secret(identity.seed, table))
    add_note(context.home, table, author, (context.at, f"remember {OTHER}"), record=False)
    view = load_view(group.save, context)
    assert view.hand
    page = shown(telephone(group))
    assert f"Your hand: {', '.join(view.hand)}" in page
    assert in_this_order(page, "Your hand:", "Your notes:", "remember khr-…", "Tap to answer:")
    other = next(each for each in NAMES[:3] if each != name)
    assert "remember" not in shown(telephone(group, other))
    assert "Your hand" not in shown(telephone(groups["my-village turn"]))


def test_messages_to_the_reader_alone_are_shown(hostile: Group) -> None:
    page = shown(telephone(hostile, _reader(hostile)))
    assert in_this_order(page, "To you only:", HOSTILE[0], "Tap to answer:")


def _reader(group: Group) -> str:
    """The player to whom the other one has said all those things."""
    blocks = telephone(group).opened.save.blocks
    speaker = next(block.seat for block in reversed(blocks) if len(block.orders) > 5)
    return NAMES[1 - speaker]


# --- secrets and other people's words ---------------------------------------------------------------------


def test_the_code_is_in_links_and_in_two_lines_only(hostile: Group) -> None:
    """In no header, and nowhere else, although the title, messages, results and notes have it too."""
    letter = telephone(hostile, _reader(hostile))
    result = AnswerResult((f"play {TOKEN}", f'message "{OTHER}"'), (f"{TOKEN}: {OTHER.upper()}",), True)
    for each in (letter, letter._replace(result=result), letter._replace(result=result, can_undo=TOKEN)):
        mail = letter_of(each)
        assert not any("khr-" in str(value).replace("khr-…", "") for value in mail.values())
        text, page = plain_text_of(mail), page_of(mail)
        assert OTHER not in (text + page).lower()
        assert text.lower().count(TOKEN) == 2
        assert text.index(TOKEN) < text.index("Khronos: play end")
        links = LinkedPage(page).urls
        assert page.lower().count(TOKEN) == len(links) + 2
        assert all(reply.lines.count(TOKEN) == 1 for reply in replies_in(mail))


def test_what_others_typed_is_text(hostile: Group) -> None:
    """On the page and in links: no element, no link and no line is theirs."""
    letter = telephone(hostile, _reader(hostile))
    mail = letter_of(letter)
    page = LinkedPage(page_of(mail))
    assert page.strange == []
    for words in HOSTILE:
        assert " ".join(cut_codes(words).split()) in page.shown
    for reply in replies_in(mail):
        assert reply.address == ADDRESS
        assert reply.subject == f"[khronos] {cut_codes(f'play end; <b>{TOKEN}</b> &body=x')[:30]}"
        assert not any("resign" in line for line in reply.request)
    assert mail["Cc"] is None
    assert set(mail.keys()) == set(letter_of(telephone(hostile)).keys())


def test_an_empty_answer_to_a_hostile_title_is_no_request(hostile: Group) -> None:
    """Some mail programs quote a letter without marks: its first line is never one that somebody typed."""
    text = plain_text_of(letter_of(telephone(hostile, _reader(hostile))))
    first, _, title, *_ = text.splitlines()
    assert first == f"Reply above this line: {TOKEN}"
    assert title.startswith("Khronos: play end")


@pytest.mark.parametrize("name", ["<i>bob</i>", 'x" onload="alert(1)', "{{ body }}", "a&amp;b", OTHER])
def test_names_are_text(name: str, groups: dict[str, Group]) -> None:
    letter = telephone(groups["khronos turn"])
    seats = tuple(replace(seat, name=name) for seat in letter.view.table.seats)
    letter = letter._replace(view=letter.view._replace(table=letter.view.table._replace(seats=seats)))
    page = LinkedPage(page_of(letter_of(letter)))
    assert page.strange == []
    assert cut_codes(name) in page.shown
    assert OTHER not in page.shown


def test_a_letter_stays_short_whatever_is_said(hostile: Group) -> None:
    """Gmail cuts long pages: news, results and private texts have limits, and boards give way."""
    letter = telephone(hostile, _reader(hostile))
    entries = list(letter.opened.history.entries)
    event = next(event for entry in entries for event in entry.events)
    many = tuple(event._replace(text='"' * 1_900) for _ in range(50))
    entries[-1] = entries[-1]._replace(events=many)
    opened = letter.opened._replace(history=letter.opened.history._replace(entries=entries))
    result = AnswerResult(("play", *['"' * 900] * 50), ('"' * 990,) * 200, True)
    notes = tuple(note for note in letter.view.notes)
    view = letter.view._replace(opened=opened, notes=notes, sealed=letter.view.sealed * 9)
    mail = letter_of(letter._replace(opened=opened, view=view, result=result, can_undo="x", hints=True))
    assert len(page_of(mail).encode()) <= MOST


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("language", LANGUAGES)
def test_no_sentence_is_left_in_english(kind: str, language: str, groups: dict[str, Group]) -> None:
    """Requests are the same words in every language; all else is said in the reader's."""
    letter = telephone(groups[kind])._replace(reminder=True, can_undo="2026-11-20T12:10:00Z", result=MISTAKE)
    english, found = plain_text_of(letter_of(letter)), plain_text_of(letter_of(letter, language))
    if language == "en":
        return
    sentences = {line.strip() for line in english.splitlines() if re.search(r"[a-z]{3,} [a-z]{2,}", line)}
    same = {line.strip() for line in found.splitlines()} & sentences
    typed = (*MISTAKE.request, *MISTAKE.lines)
    assert [each for each in same if each not in typed and not each.startswith("# message to")] == []


def test_orders_are_written_in_the_language_of_the_letter(groups: dict[str, Group]) -> None:
    def first(language: str) -> OpenedReply:
        return replies_in(letter_of(telephone(groups["khronos turn"]), language))[0]

    assert [first(language).request for language in LANGUAGES] == [
        ("play end",),
        ("play fin",),
        ("play ende",),
    ]
