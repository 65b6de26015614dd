"""The pages of letters to telephones in a real browser: on narrow and wider ones, by day and by night."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from khronos_pbem.remote.answers.remote_state import AnswerResult
from khronos_pbem.remote.letters.letter_contents import LetterContents
from tests.archive.page.browser import Browser, missing
from tests.mail.letterbox import write_page
from tests.mail.outgoing.test_html_letter import shown
from tests.remote.letters.samples import composition_of, letter_of, telephone
from tests.support.playing import NAMES, Group

pytestmark = [
    pytest.mark.skipif(bool(missing()), reason=f"not installed: {missing()}"),
    pytest.mark.filterwarnings("ignore::ResourceWarning"),
    pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning"),
]
GAMES = ("khronos", "my-village")


def tried(letter: LetterContents) -> LetterContents:
    """After the first order was tried; the result has a very long line."""
    order = composition_of(letter).next.orders[0][0]
    result = AnswerResult(("try", order), ("a short line", "x" * 300, "word " * 60), False)
    return letter._replace(result=result)


def mistaken(letter: LetterContents) -> LetterContents:
    """After a mistake in a long order, as a reminder."""
    request = ("play", f'message "{"long" * 100}"', "end")
    result = AnswerResult(request, ("there is no order like this",), True)
    return letter._replace(result=result, reminder=True)


def undoable(letter: LetterContents) -> LetterContents:
    """After a turn that can still be taken back."""
    return letter._replace(
        result=AnswerResult(("play", "end"), ("played",), False), can_undo="2026-11-20T12:10:00Z"
    )


STATES: dict[str, tuple[str, str, Callable[[LetterContents], LetterContents]]] = {
    "turn": ("turn", "en", lambda letter: letter),
    "turn in French": ("turn", "fr", lambda letter: letter),
    "tried": ("turn", "de", tried),
    "mistake": ("turn", "de", mistaken),
    "choice": ("choice", "en", lambda letter: letter),
    "undo": ("turn", "fr", undoable),
}


def check_page(browser: Browser, page: Path) -> None:
    """Nothing is wider than the telephone, links are as high as a finger, and all can be read.

    The page is loaded once: a letter has no scripts, so it looks as it would in a window of that size.
    """
    shown(browser, page, 360, "light")
    for width in (360, 390):
        browser.resize(width)
        for scheme in ("light", "dark"):
            browser.prefer(scheme)
            assert browser.run("return document.documentElement.scrollWidth") <= width
            heights = browser.run(
                "return [...document.querySelectorAll('a')].map(each => each.getBoundingClientRect().height)"
            )
            assert heights
            assert min(heights) >= 44
            assert _wide_texts(browser) == []
            assert width > 360 or browser.violations(colours=scheme == "dark") == []
    assert browser.complaints() == []
    assert browser.requests() == [page.as_uri()]


def _wide_texts(browser: Browser) -> list[str]:
    """Texts outside boards that reach out of what they are in."""
    found: list[str] = browser.run("""
        return [...document.querySelectorAll("a, pre, p, li, h1, h2, td, th")]
            .filter(each => !each.closest("table[role=img]") && each.scrollWidth > each.clientWidth + 1)
            .map(each => each.textContent);
    """)
    return found


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("state", STATES)
def test_a_letter_fits_a_telephone(
    browser: Browser, tmp_path: Path, state: str, game: str, groups: dict[str, Group]
) -> None:
    kind, language, change = STATES[state]
    letter = change(telephone(groups[f"{game} {kind}"]))
    check_page(browser, write_page(tmp_path, "page", letter_of(letter, language)))


def test_a_vote_and_hostile_words_fit_a_telephone(
    browser: Browser, tmp_path: Path, voting: Group, hostile: Group
) -> None:
    for number, letter in enumerate((telephone(voting), *(telephone(hostile, name) for name in NAMES[:2]))):
        check_page(browser, write_page(tmp_path, str(number), letter_of(letter)))


def test_words_on_boards_are_whole(browser: Browser, tmp_path: Path, groups: dict[str, Group]) -> None:
    """No single word of a board is wider than its cell on a telephone."""
    for language in ("en", "fr", "de"):
        mail = letter_of(telephone(groups["my-village turn"]), language)
        shown(browser, write_page(tmp_path, language, mail), 360, "light")
        assert (
            browser.run("""
            return [...document.querySelectorAll("table[role=img] td, table[role=img] th")]
                .filter(each => each.scrollWidth > each.clientWidth + 1).map(each => each.textContent);
        """)
            == []
        )
