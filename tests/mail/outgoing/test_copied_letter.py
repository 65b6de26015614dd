"""A letter that others read too says whom it asks; a letter to one player alone says *you* (DECK 6)."""

from __future__ import annotations

import shutil
from collections.abc import Callable

import pytest

from khronos_pbem.mail.outgoing.letter import mailto_link
from khronos_pbem.mail.outgoing.recipients import Addresses
from khronos_pbem.record.block import ANSWER, ASSIST, TURN, VOTE
from khronos_pbem.session.commands.write_blocks import vote
from khronos_pbem.session.replay.open_save import Opened, open_for_play
from khronos_pbem.session.replay.table import Waiting, waiting
from tests.mail.letterbox import BETWEEN, Page, letter_in, page_of, text_of
from tests.support.playing import NAMES, Group

COPIED = Addresses("alice@example.org", ("bob@example.org",), ("carol@example.org",))
SEVERAL = Addresses("alice@example.org", ("bob@example.org", "carol@example.org"))

FOR_YOU = {
    "en": ", this e-mail is for you. Everyone else gets a copy and does not need to do anything.",
    "de": ", diese Mail ist für dich. Alle anderen bekommen eine Kopie und müssen nichts tun.",
    "fr": ", cet e-mail est pour toi. Tous les autres en reçoivent une copie et n'ont rien à faire.",
}
ASKS = {
    "en": {
        TURN: "Write your orders between",
        ANSWER: "Choose an answer.",
        VOTE: "After that, if you agree, type:",
    },
    "de": {
        TURN: "Schreib deine Befehle",
        ANSWER: "Wähle eine Antwort.",
        VOTE: "Gib danach, wenn du einverstanden bist",
    },
    "fr": {TURN: "Écris tes ordres entre", ANSWER: "Choisis une réponse.", VOTE: "Si tu es d'accord"},
}
NAMED = {
    "en": {"red": "Red", "blue": "Blue", "green": "Green"},
    "de": {"red": "Rot", "blue": "Blau", "green": "Grün"},
    "fr": {"red": "Rouge", "blue": "Bleu", "green": "Vert"},
}
LAST_TURN = {
    "en": ("Since your last turn:", "Since {colour}'s last turn:"),
    "de": ("Seit deinem letzten Zug:", "Seit dem letzten Zug von {colour}:"),
    "fr": ("Depuis ton dernier tour :", "Depuis le dernier tour de {colour} :"),
}


@pytest.fixture(scope="module")
def awaiting(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], Opened]:
    """A function that opens a game of three that waits for a share, a turn, an answer or a vote."""
    group, found = Group(tmp_path_factory.mktemp("copied"), 3, 4), dict[str, Opened]()
    group.start("Ours")
    while {ASSIST, TURN, ANSWER} - {*found}:
        now = waiting(group.table())
        assert now is not None
        if now.need != TURN or group.table().seq > 5:  # the first turns have no news
            found.setdefault(now.need, open_for_play(group.save, group.home("alice"), rewind=True))
        if now.need == TURN and TURN in found and VOTE not in found:
            found[VOTE] = voted(group, now)
        group.step()
    return found.__getitem__


def voted(group: Group, now: Waiting) -> Opened:
    """The game after the first vote to go on without the awaited player; the group's own goes on without."""
    assert now.seat is not None
    first = NAMES[(now.seat + 2) % 3]
    other = group.save.with_name("votes.khronos")
    shutil.copy(group.save, other)
    vote(other, group.context(first), [group.colours[now.seat]], [])
    return open_for_play(other, group.home(first), rewind=True)


def words_of(opened: Opened, language: str, between: Addresses) -> tuple[str, str]:
    """The plain text of a letter on one line, and what its page shows."""
    mail = letter_in(opened, language, between)
    return " ".join(text_of(mail).split()), Page(page_of(mail)).shown


def reader_of(opened: Opened, language: str) -> tuple[str, str]:
    """The colour of the player whom a letter asks, as in a sentence, and the player as its beginning."""
    now = waiting(opened.table)
    assert now is not None
    assert now.seat is not None
    seat = opened.table.seats[now.seat]
    named = NAMED[language][seat.colour]
    return seat.colour if language == "en" else named, f"{named} ({seat.name})"


@pytest.mark.parametrize("between", [COPIED, SEVERAL], ids=["copy", "several"])
@pytest.mark.parametrize("language", FOR_YOU)
@pytest.mark.parametrize("need", [ASSIST, TURN, ANSWER, VOTE])
def test_it_names_whom_it_asks(
    need: str, language: str, between: Addresses, awaiting: Callable[[str], Opened]
) -> None:
    """In all forms and languages: at its beginning, above the news, and where it asks for something."""
    opened = awaiting(need)
    colour, player = reader_of(opened, language)
    yours, theirs = LAST_TURN[language]
    for shown in words_of(opened, language, between):
        assert shown.count(player + FOR_YOU[language]) == 1
        assert yours not in shown
        assert (theirs.format(colour=colour) in shown) is (need != ASSIST)
        asked = ASKS[language].get(need)
        if asked is not None:
            colon = " : " if language == "fr" else ": "
            assert shown.count(asked) == shown.count(f"{player}{colon}{asked}") == 1


@pytest.mark.parametrize("language", FOR_YOU)
@pytest.mark.parametrize("need", [TURN, ANSWER, VOTE])
def test_a_letter_to_one_alone_does_not(need: str, language: str, awaiting: Callable[[str], Opened]) -> None:
    opened = awaiting(need)
    _, player = reader_of(opened, language)
    for shown in words_of(opened, language, BETWEEN):
        assert FOR_YOU[language] not in shown
        assert LAST_TURN[language][0] in shown
        assert f"{player}: {ASKS[language][need]}" not in shown
        assert ASKS[language][need] in shown


def test_the_copies_are_in_the_link(awaiting: Callable[[str], Opened]) -> None:
    assert "&cc=carol%40example.org&" in mailto_link(awaiting(TURN), COPIED)
