"""The pages in a real browser."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from khronos_pbem.archive.replay.export_formats import ExportOptions
from khronos_pbem.games.khronos.model.pieces import Board
from khronos_pbem.languages import translator
from tests.archive.games import PLAIN, VILLAGES, knowing, made, names, sample
from tests.archive.page.browser import Browser, missing
from tests.support.shell import ROOT, Person

pytestmark = [
    pytest.mark.skipif(bool(missing()), reason=f"not installed: {missing()}"),
    pytest.mark.filterwarnings("ignore::ResourceWarning"),
    pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning"),
]
SAMPLE = "five-players"


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("pages")


def page(folder: Path, name: str = SAMPLE, language: str = "en") -> Path:
    """The page of a sample game."""
    path = folder / f"{name}-{language}.html"
    if not path.exists():
        wishes = PLAIN if language == "en" else ExportOptions(language, translator(language))
        path.write_bytes(made("html", name, wishes))
    return path


def where(browser: Browser) -> int:
    return int(browser.run("return Number(document.getElementById('slider').value)"))


def go_to(browser: Browser, number: int) -> None:
    """Follow a link to a step; the page hears of it a moment later, and before this does."""
    browser.run(f"""
        const link = "#step={number}";
        return new Promise(done => {{
            if (location.hash === link) return done();
            addEventListener("hashchange", done, {{once: true}});
            location.hash = link;
        }}).then(() => null);
    """)
    assert where(browser) == number


def current(browser: Browser) -> str:
    return str(browser.run("return document.querySelector('#steps .current .order').textContent"))


@pytest.mark.parametrize("name", names())
def test_a_page_loads(name: str, browser: Browser, folder: Path) -> None:
    """At the end, without a word on the console, and asking for nothing but itself."""
    path = page(folder, name)
    browser.open(path, verifies=False)
    last = sum(1 for _ in sample(name).played_steps())
    assert where(browser) == last
    assert browser.run("return document.querySelectorAll('.pieces > g').length") > 30
    assert browser.complaints() == []
    outside = [each for each in browser.requests() if not each.startswith(("data:", "blob:null/"))]
    assert set(outside) == {path.as_uri()}


def test_stepping(browser: Browser, folder: Path) -> None:
    """Keys, buttons, slider, list and address all lead to the same steps."""
    from selenium.webdriver.common.keys import Keys

    browser.open(page(folder), verifies=False)
    orders = ["the game begins"]
    orders += [f"{sample(SAMPLE).named(s.seat)}: {s.order}" for s in sample(SAMPLE).played_steps()]
    browser.press(Keys.HOME)
    assert where(browser) == 0
    assert current(browser) == orders[0]
    for number in range(1, 6):
        browser.press(Keys.ARROW_RIGHT)
        assert where(browser) == number
        assert current(browser) == orders[number]
        said = browser.run("return document.querySelector('#now strong').textContent")
        assert said == orders[number]
    browser.press(Keys.ARROW_LEFT)
    assert where(browser) == 4
    browser.press(Keys.PAGE_DOWN)
    steps = [None, *sample(SAMPLE).played_steps()]
    here = steps[where(browser)]
    assert here is not None
    assert here.last
    browser.press(Keys.PAGE_UP)
    browser.press(Keys.END)
    assert where(browser) == len(orders) - 1
    browser.run("document.querySelector('[data-go=\"first\"]').click()")
    browser.run("document.querySelector('[data-go=\"next\"]').click()")
    assert current(browser) == orders[1]
    browser.run("document.querySelectorAll('#steps [data-step]')[30].click()")
    assert where(browser) == 30
    go_to(browser, 77)
    slide = "const s = document.getElementById('slider'); s.value = 12; s.dispatchEvent(new Event('input'))"
    browser.run(slide)
    assert current(browser) == orders[12]
    assert browser.complaints() == []


def test_a_step_shows_its_position(browser: Browser, folder: Path) -> None:
    """The ecus and the buildings are those of the step, on the way there and on the way back."""
    browser.open(page(folder), verifies=False)
    chronicle = sample(SAMPLE)
    played = list(chronicle.played_steps())
    for number in (1, 40, 90, len(played), 40, 7):
        go_to(browser, number)
        position = played[number - 1].position
        rows = browser.run(
            "return Array.from(document.querySelectorAll('.players tbody tr'), r => r.cells[1].textContent)"
        )
        assert rows == [str(player.ecus) for player in position.players]
        counts = browser.run(
            "return Array.from(document.querySelectorAll('.pieces'), g => g.querySelectorAll('title').length)"
        )
        assert counts == [len(field.buildings) for field in position.fields]


def test_playing_by_itself_and_finding(browser: Browser, folder: Path) -> None:
    browser.open(page(folder), verifies=False)
    browser.run("document.querySelector('[data-go=\"first\"]').click()")
    browser.run("window.setInterval = tick => { window.tick = tick; return 1; }")
    browser.run("window.clearInterval = () => { window.tick = null; }")
    browser.press("p")
    assert (
        browser.run("return document.querySelector('[data-go=play]').getAttribute('aria-pressed')") == "true"
    )
    for place in (1, 2):
        browser.run("window.tick()")
        assert where(browser) == place
    browser.press("p")
    assert browser.run("return window.tick") is None
    assert (
        browser.run("return document.querySelector('[data-go=play]').getAttribute('aria-pressed')") == "false"
    )
    find = (
        "const f = document.getElementById('find'); f.value = 'paradox'; f.dispatchEvent(new Event('input'))"
    )
    browser.run(find)
    shown = browser.run(
        "return Array.from(document.querySelectorAll('#steps > li:not([hidden])'), e => e.textContent)"
    )
    assert shown
    assert all("paradox" in text for text in shown)


@pytest.mark.parametrize("width", [375, 768, 1400])
def test_readable_at_any_width(width: int, browser: Browser, folder: Path) -> None:
    """Nothing sticks out sideways; what can be touched is large enough; the legend is at hand."""
    browser.open(page(folder), width=width, height=812, verifies=False)
    assert browser.run("return document.documentElement.scrollWidth") <= width
    boxes: list[Any] = browser.run(
        "return Array.from(document.querySelectorAll('.controls button, .scripted .tabs button'), b => {"
        " const r = b.getBoundingClientRect(); return [r.width, r.height]; }).filter(r => r[0] > 0)"
    )
    assert len(boxes) == (10 if width < 600 else 7)
    assert all(min(box) >= 44 for box in boxes)
    boards = browser.run(
        "return Array.from(document.querySelectorAll('.play figure svg'), b => b.clientWidth).filter(w => w)"
    )
    assert len(boards) == (1 if width < 600 else 3)
    assert min(boards) >= (300 if width < 600 else 220)
    letters = browser.run(
        "return Math.min(...Array.from(document.querySelectorAll('p, td, th, li, label, output, .meta'),"
        " e => parseFloat(getComputedStyle(e).fontSize)))"
    )
    assert letters >= 12
    chart = browser.run("const r = document.querySelector('.chart').getBoundingClientRect(); return r.right")
    assert chart <= width, "the end of a chart is in sight"
    key = browser.run("return document.querySelector('.key').getBoundingClientRect().top")
    assert key < 812, "the legend is in sight"


@pytest.mark.parametrize(
    ("name", "looks"),
    [
        (SAMPLE, ((375, "light"), (375, "dark"))),
        ("two-players", ((768, "light"), (1400, "dark"))),
    ],
)
def test_axe_is_content(
    name: str, looks: tuple[tuple[int, str], ...], browser: Browser, folder: Path
) -> None:
    """Contrast and labels, by day and by night; the window may change while the page is open."""
    before = None
    for width, scheme in looks:
        browser.prefer(scheme)
        if before is None:
            browser.open(page(folder, name), width=width, height=812, verifies=False)
        browser.resize(width, 812)
        ground = browser.run("return getComputedStyle(document.body).backgroundColor")
        light = sum(int(part) for part in ground.removeprefix("rgb(").removesuffix(")").split(","))
        assert (light > 600) == (scheme == "light")
        assert browser.violations(colours=width == before) == []
        before = width


_FOLLOWED = """
    const [most, done] = arguments, seen = [];
    const all = (what, look) => Array.from(document.querySelectorAll(what), look);
    addEventListener("hashchange", () => {
        seen.push([
            Number(document.getElementById("slider").value),
            all(".tabs .news", each => !each.hidden),
            document.documentElement.scrollWidth,
            all(".play figure", each => each.clientWidth > 0).indexOf(true),
        ]);
        if (seen.length < most) { location.hash = `#step=${seen.length + 1}`; } else { done(seen); }
    });
    location.hash = "#step=1";
"""
"""Follows links to the first steps: where the page is then, its news, its width, and the board it shows."""


def test_tabs_on_a_phone(browser: Browser, folder: Path) -> None:
    """One board at a time, chosen by its tab; a step goes to a board on which something changes."""
    browser.open(page(folder), width=375, height=812, verifies=False)
    chosen = (
        "return [Array.from(document.querySelectorAll('.play figure'), f => f.clientWidth > 0).indexOf(true),"
        " Array.from(document.querySelectorAll('.tabs button'), t => t.ariaPressed).indexOf('true')]"
    )
    for tab in (2, 0, 1):
        browser.run(f"document.querySelectorAll('.tabs button')[{tab}].click()")
        assert browser.run(chosen) == [tab, tab]
    before, boards = tab, [board.word for board in Board]
    steps = list(sample(SAMPLE).played_steps())[:40]
    seen = browser.driver.execute_async_script(_FOLLOWED, len(steps))
    followed = 0
    for number, (step, (place, news, wide, after)) in enumerate(zip(steps, seen, strict=True), 1):
        changed = {event.board for event in step.events if event.squares}
        assert place == number
        assert news == [board in changed for board in boards]
        assert wide <= 375, number
        assert boards[after] in changed or (not changed and after == before)
        followed += after != before
        before = after
    assert followed


@pytest.mark.parametrize("language", ["fr", "de"])
def test_in_other_languages(language: str, browser: Browser, folder: Path) -> None:
    browser.open(page(folder, "two-players", language), width=375, verifies=False)
    assert browser.run("return document.documentElement.lang") == language
    assert browser.run("return document.documentElement.scrollWidth") <= 375
    assert browser.violations() == []


def test_without_scripts(browser: Browser, folder: Path) -> None:
    """The end of the game, on all boards, and the whole record are there."""
    browser.open(page(folder, "two-players"), width=375, scripts=False)
    assert len(browser.driver.find_elements("css selector", "#steps > li")) > 50
    assert len(browser.driver.find_elements("css selector", ".pieces > g")) > 30
    figures = browser.driver.find_elements("css selector", ".play figure")
    assert [figure.is_displayed() for figure in figures] == [True] * 3
    found = browser.driver.find_elements("css selector", ".still, .controls, .find, .hints, .chart")
    seen = {each.get_attribute("class") for each in found if each.is_displayed()}
    assert seen == {"still", "chart"}, "only what works is offered, and why is said"


def test_in_a_browser_that_cannot_unpack(browser: Browser, folder: Path) -> None:
    """It shows the same as without scripts, and complains of nothing."""
    with browser.beginning_with("delete window.DecompressionStream; delete window.Blob;"):
        browser.open(page(folder, "two-players"), width=375, unpacks=False)
    assert browser.run("return document.querySelectorAll('.pieces > g').length") > 30
    assert browser.run("return getComputedStyle(document.querySelector('.still')).display") == "block"
    assert browser.run("return getComputedStyle(document.querySelector('.controls')).display") == "none"
    assert browser.complaints() == []


def test_on_paper(browser: Browser, folder: Path) -> None:
    """A page for each round with the boards, the players and the orders of it, and then the charts."""
    browser.open(page(folder, "two-players"), verifies=False)
    browser.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": "print"})
    shown = "return getComputedStyle(document.querySelector(arguments[0])).display"
    assert browser.run(shown, ".controls") == "none"
    assert browser.run(shown, ".boards") == "grid"
    browser.run("window.dispatchEvent(new Event('beforeprint'))")
    heads = browser.run("return Array.from(document.querySelectorAll('.round h2'), h => h.textContent)")
    assert heads == [f"Round {number}" for number in range(1, 8)]
    last = {sample("two-players").round_of(step): step for step in sample("two-players").played_steps()}
    standing = (
        "return Array.from(document.querySelectorAll('.round'),"
        " r => r.querySelectorAll('.pieces title').length)"
    )
    built = [sum(len(field.buildings) for field in last[number].position.fields) for number in range(1, 8)]
    assert browser.run(standing) == built
    orders = "return Array.from(document.querySelectorAll('.round .steps > li strong'), e => e.textContent)"
    chronicle = sample("two-players")
    assert browser.run(orders)[1:] == [
        f"{chronicle.named(s.seat)}: {s.order}" for s in chronicle.played_steps()
    ]
    browser.run("window.dispatchEvent(new Event('afterprint'))")
    assert browser.run("return document.querySelectorAll('.round').length") == 0
    browser.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": ""})
    pages = re.findall(rb"/Type\s*/Page\b", browser.printed())
    assert 8 <= len(pages) <= 16


def test_the_page_of_statistics(browser: Browser, folder: Path) -> None:
    files = [ROOT / "sample_games" / f"{name}.khronos" for name in (SAMPLE, "two-players")]
    files += VILLAGES[-1:]
    somebody = knowing(Person("x", folder), *files)
    somebody.ok("stats", *map(str, files), "--html", "-o", "stats.html", "--force")
    browser.open(folder / "stats.html")
    for width, scheme in ((375, "light"), (1400, "dark")):
        browser.prefer(scheme)
        browser.resize(width)
        assert browser.run("return document.documentElement.scrollWidth") <= width
        assert browser.violations() == []
        assert browser.complaints() == []
