"""Pages, pictures and statistics (medians): the page of a game of five, a step in it, 1,000 records."""

from __future__ import annotations

import resource
import shutil
from pathlib import Path
from typing import Any

import pytest

from khronos_pbem.archive.game_summary import game_document
from khronos_pbem.archive.records.open_record import ViewedGame
from khronos_pbem.archive.replay.export_formats import FORMATS, ExportOptions
from khronos_pbem.archive.studies.document_cache import open_document_cache
from khronos_pbem.messages import untranslated
from tests.archive.games import SAMPLES, sample
from tests.archive.page.browser import Browser, missing
from tests.support.shell import ROOT, Person

FIVE = ROOT / "sample_games" / "five-players.khronos"
RECORDS = 1000


@pytest.mark.parametrize("kind", ["html", "svg", "record", "gif"])
def test_export_warm(kind: str, tmp_path: Path, benchmark: Any) -> None:
    """The whole process, on a finished game of five that is in the cache."""
    person = Person("x", tmp_path)
    shutil.copy(FIVE, person.save)
    export = ("export", "game.khronos", f"--{kind}", "--force")
    person.ok(*export)
    benchmark.pedantic(person.process, export, rounds=5)


def test_statistics_of_many_records(tmp_path: Path, benchmark: Any) -> None:
    """1,000 files that were read before; `-s` shows the most memory that the process took."""
    person = Person("x", tmp_path)
    folder = tmp_path / "games"
    folder.mkdir()
    texts = [path.read_bytes() for path in SAMPLES]
    facts = [game_document(sample(path.stem)) for path in SAMPLES]
    with open_document_cache(person.home) as cache:
        for number in range(RECORDS):
            data = f"# copy {number}\n".encode() + texts[number % len(texts)]
            (folder / f"{number}.khronos").write_bytes(data)
            cache.put(data, facts[number % len(texts)])
    benchmark.pedantic(person.process, ("stats", "games"), rounds=3)
    print(f"\nat most {resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss // 1024} MiB")


@pytest.mark.skipif(bool(missing()), reason=f"not installed: {missing()}")
@pytest.mark.filterwarnings("ignore::ResourceWarning")
def test_a_step_in_the_page(tmp_path: Path, benchmark: Any) -> None:
    """A step with its layout, in milliseconds of the page's own clock: the slowest of all steps."""
    page = tmp_path / "page.html"
    page.write_bytes(
        FORMATS["html"][1](ViewedGame(sample("five-players"), None), ExportOptions("en", untranslated))
    )
    browser = Browser()
    try:
        browser.open(page)
        script = """
            const slider = document.getElementById("slider"), times = [];
            for (let step = 0; step <= Number(slider.max); step += 1) {
                const begin = performance.now();
                slider.value = step;
                slider.dispatchEvent(new Event("input"));
                document.body.getBoundingClientRect();
                times.push(performance.now() - begin);
            }
            times.sort((a, b) => a - b);
            return [times[times.length >> 1], times[times.length - 1]];
        """
        median, slowest = benchmark.pedantic(browser.run, (script,), rounds=3)
        print(f"\nmedian {median:.1f} ms, slowest {slowest:.1f} ms")
    finally:
        browser.close()
