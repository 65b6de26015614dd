"""The pages of letters in a real browser: on a phone and on a desk, by day and by night."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.archive.games import MIDDLE, opened
from tests.archive.page.browser import Browser, missing
from tests.mail.letterbox import letter_in, write_page
from tests.support.shell import ROOT

pytestmark = [
    pytest.mark.skipif(bool(missing()), reason=f"not installed: {missing()}"),
    pytest.mark.filterwarnings("ignore::ResourceWarning"),
    pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning"),
]
FIVE = ROOT / "sample_games" / "five-players.khronos"


def shown(browser: Browser, page: Path, width: int, scheme: str) -> None:
    """Open a page without scripts, as mail programs do, in a window and a colour scheme."""
    browser.prefer(scheme)
    browser.open(page, width=width, scripts=False)
    browser.driver.execute_cdp_cmd("Emulation.setScriptExecutionDisabled", {"value": False})


@pytest.mark.parametrize("width", [375, 1400])
@pytest.mark.parametrize(("path", "language"), [(MIDDLE, "en"), (FIVE, "de")], ids=["turn", "end"])
def test_a_letter_is_read_without_scrolling_sideways(
    browser: Browser, tmp_path: Path, path: Path, language: str, width: int
) -> None:
    """Nothing is too wide, too pale, or without words; nothing is asked of anybody."""
    page = write_page(tmp_path, language, letter_in(opened(path), language))
    for scheme in ("light", "dark"):
        shown(browser, page, width, scheme)
        assert browser.run("return document.documentElement.scrollWidth") <= width
        assert browser.violations(colours=scheme == "dark") == []
        assert browser.complaints() == []
        assert browser.requests() == [page.as_uri()]


@pytest.mark.parametrize("width", [375, 1400])
def test_boards_fit_beside_or_below_each_other(browser: Browser, tmp_path: Path, width: int) -> None:
    """On a desk all boards stand side by side, on a phone one below the other, as wide as the window."""
    shown(browser, write_page(tmp_path, "page", letter_in(opened(MIDDLE))), width, "light")
    boxes = browser.run("""
        return [...document.querySelectorAll("table[role=img]")].map(table => {
            const box = table.getBoundingClientRect();
            return [box.left, box.top, box.width, box.height];
        })
    """)
    assert len(boxes) == 3
    if width == 1400:
        assert len({top for _, top, _, _ in boxes}) == 1
        assert len({left for left, _, _, _ in boxes}) == 3
    else:
        assert len({left for left, _, _, _ in boxes}) == 1
        assert all(wide > 0.9 * width for _, _, wide, _ in boxes)
    for _, _, wide, high in boxes:
        assert 0.7 < (wide / 17) / (high / 21) < 1.4, "a square is about as high as it is wide"


def test_without_style_sheets_nothing_is_lost(browser: Browser, tmp_path: Path) -> None:
    """Gmail drops the head of a page: what has a fill has its ink in the same place."""
    shown(browser, write_page(tmp_path, "page", letter_in(opened(MIDDLE))), 375, "light")
    browser.run('document.head.querySelectorAll("style, meta").forEach(each => each.remove())')
    assert browser.run("return document.documentElement.scrollWidth") <= 375
    assert [each for each in browser.violations() if "contrast" in each] == []
