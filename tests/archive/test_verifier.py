"""The second verifier, in JavaScript: it agrees with the first one, in Node and in a browser."""

from __future__ import annotations

import base64
import hashlib
import random
import re
import tomllib
import zlib
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from khronos_pbem.archive.page import page_resource, render_page
from khronos_pbem.archive.replay.export_formats import ExportOptions
from khronos_pbem.archive.replay.verifier_page import (
    program_hash,
    record_text,
    verifier_page,
    verifier_parts,
)
from khronos_pbem.characters import comparison_key
from khronos_pbem.languages import translator
from khronos_pbem.messages import untranslated
from khronos_pbem.record.save import Save, parse_save, write_save
from tests.archive.games import EVERY, MIDDLE, made, opened, record
from tests.archive.page.browser import Browser, missing
from tests.archive.second_verifier import NODE, proofs, verified
from tests.make_hostile import FOLDER, save_of
from tests.make_noble import BUNDLE, Bundle
from tests.support.shell import ROOT, Person

with_node = pytest.mark.skipif(NODE is None, reason="not installed: node")
with_browser = pytest.mark.skipif(bool(missing()), reason=f"not installed: {missing()}")
pytestmark = [
    pytest.mark.filterwarnings("ignore::ResourceWarning"),
    pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning"),
]
SAVES = [*EVERY, MIDDLE]
CASES: list[dict[str, Any]] = [
    case
    for case in tomllib.loads((FOLDER / "expected.toml").read_text(encoding="utf-8"))["case"]
    if case["do"] == "verify"
]
WITHOUT_RULES = [case for case in CASES if not case.get("rules")]
FIRST = list({case["reason"]: case for case in WITHOUT_RULES}.values())
"""One file for each reason."""

SHORT = ("two-players", "my-village-two-players", "my-village-three-players-gone")
IN_PAGES = [path for path in EVERY if NODE is None or path.stem in SHORT]
"""Those that a browser verifies; of the others a page has the bytes that Node verifies, where it is there."""

EVIL = "</script><script>alert(1)</script><img src=x onerror=alert(1)>&{title}"


def expected(case: dict[str, Any]) -> tuple[bool, int | None, str | None]:
    """Whether a file is valid; else the block and the seat that the manifest names."""
    return case["exit"] == 0, case.get("block"), case.get("seat")


def outcome(found: dict[str, Any]) -> tuple[bool, int | None, str | None]:
    """The same of what the verifier has found."""
    return found["valid"], found.get("block"), found.get("author")


# --- the program ----------------------------------------------------------------------------------------


def test_the_bundle_is_made_of_its_sources() -> None:
    """`python -m tests.make_noble` writes the very same script again."""
    assert Bundle().text() == BUNDLE.read_text(encoding="utf-8")


def test_nothing_of_a_record_becomes_html() -> None:
    for name in ("verify.js", "verify_page.js"):
        source = page_resource(name)
        assert not re.search(
            r"innerHTML|outerHTML|insertAdjacent|document\.write|\beval\b|new Function|fetch\(", source
        ), name
        assert "</script" not in source


def test_the_page_of_docs_has_the_hash_of_the_verifier() -> None:
    """So that a reader can compare the hash that a page shows."""
    assert program_hash() in (ROOT / "docs" / "verifier.md").read_text(encoding="utf-8")


def test_the_page_of_docs_names_functions_that_exist() -> None:
    """Where each check stands in both programs."""
    text = (ROOT / "docs" / "verifier.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| [^|]+ \| [^|]+ \| ([^|]+) \| ([^|]+) \|$", text, re.MULTILINE)[1:]
    source = page_resource("verify.js")
    scripts, modules = (
        {each for row in rows for each in re.findall(r"`([\w./]+)`", row[column])} for column in (0, 1)
    )
    assert len(scripts) > 15
    assert [name for name in scripts if not re.search(rf"\b{name.split('.')[-1]}\b", source)] == []
    assert [path for path in modules if not (ROOT / "khronos_pbem" / f"{path}.py").exists()] == []


# --- both verifiers agree -------------------------------------------------------------------------------


@with_node
def test_all_samples_are_valid() -> None:
    """With as many blocks and proofs as the first verifier counts; the finished ones as pages have them."""
    texts = [in_a_page(path.stem) for path in EVERY]
    for path, found in zip(SAVES, verified([*texts, MIDDLE.read_bytes()]), strict=True):
        history = opened(path).history
        assert found["valid"], (path.name, found)
        assert found["count"]["blocks"] == len(history.entries)
        assert proofs(found) == history.table.ledger.proofs, path.name
        assert found["head"] == history.heads[-1].hex()


@with_node
def test_all_hostile_files_come_to_their_one_outcome() -> None:
    """The verdict, the block and the seat. What only the rules of a game forbid is valid here, or refused."""
    results = verified([save_of(case) for case in CASES])
    wrong = {
        case["file"]: found
        for case, found in zip(CASES, results, strict=True)
        if outcome(found) != expected(case) and not (case.get("rules") and found["valid"])
    }
    assert wrong == {}


@with_node
def test_a_changed_byte_is_found_wherever_it_is() -> None:
    """In the header, the joins, the turns and the end, outside of what TOML itself leaves free."""
    text, chance = record_text(record("two-players")).encode(), random.Random(25)
    places = [place for place in chance.sample(range(len(text)), 100) if text[place] not in b" \n"]
    found = verified([_changed(text, place, chance) for place in places])
    assert [places[number] for number, each in enumerate(found) if each["valid"]] == []
    blocks = {each["block"] for each in found}
    assert len(blocks) > 5
    assert all(each["author"] is None for each in found), "a change without a signature names nobody"


def _changed(text: bytes, place: int, chance: random.Random) -> bytes:
    other = chance.choice([letter for letter in b"AZaz09_-\"'=#[]{}." if letter != text[place]])
    return text[:place] + bytes([other]) + text[place + 1 :]


@with_node
def test_names_that_count_as_equal_are_the_same_in_both() -> None:
    """A second join under such a name is refused; here only the key of a name is compared."""
    import json
    import subprocess

    letters = [chr(code) for code in range(0x21, 0x2FFFF) if not 0xD800 <= code < 0xE000]
    names = [letter for letter in letters if letter.isalpha() and letter.isprintable()]
    script = page_resource("noble.js") + page_resource("verify.js")
    script += """
    const names = JSON.parse(require("fs").readFileSync(0, "utf8"));
    console.log(JSON.stringify(names.map((name) => nameKey("a" + name))));
    """
    done = subprocess.run(
        [str(NODE), "-e", script], input=json.dumps(names), capture_output=True, text=True, check=True
    )
    groups: dict[str, set[str]] = {}
    for name, key in zip(names, json.loads(done.stdout), strict=True):
        groups.setdefault(comparison_key("a" + name), set()).add(key)
    assert [name for name, keys in groups.items() if len(keys) > 1] == []
    assert len({key for keys in groups.values() for key in keys}) == len(groups)


def in_a_page(name: str) -> bytes:
    """The record of a sample, as a page contains it."""
    return record_text(record(name)).encode()


@pytest.mark.parametrize("name", [path.stem for path in EVERY])
def test_a_page_contains_what_both_have_verified(name: str) -> None:
    """Every byte of the record, and the verifier: a browser gives it both, and nothing else."""
    parts = verifier_parts(record(name), untranslated)
    page = render_page("verify.html", language="en", title="", about="", css="", made="", verifier=parts)
    pattern = r'<script type="text/plain" id="{}"([^>]*)>(.*?)</script>'
    (text,) = re.findall(pattern.format("record"), page, re.DOTALL)
    (program,) = re.findall(pattern.format("verify-program"), page, re.DOTALL)
    assert text[1].encode() == in_a_page(name)
    assert text[0] == f' data-hash="{hashlib.sha256(in_a_page(name)).hexdigest()}"'
    assert zlib.decompress(base64.b64decode(program[1])).decode() == page_resource(
        "noble.js"
    ) + page_resource("verify.js")


# --- in a browser ---------------------------------------------------------------------------------------

_DONE = """
    const done = arguments[arguments.length - 1];
    const look = () => {
        const box = document.getElementById("verify-verdict");
        const own = !document.getElementById("record") || document.body.dataset.verified;
        if (["good", "bad"].includes(box.dataset.state) && own) { done([box.dataset.state, box.innerText]); }
        else { setTimeout(look, 10); }
    };
    look();
"""
_VERIFY = """
    const [texts, done] = arguments;
    const bytes = (text) => Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
    const program = bytes(document.getElementById("verify-program").textContent);
    const stream = new Blob([program]).stream().pipeThrough(new DecompressionStream("deflate"));
    new Response(stream).blob().then((blob) => {
        const worker = new Worker(URL.createObjectURL(new Blob([blob], {type: "text/javascript"})));
        const found = [];
        worker.onmessage = ({data}) => {
            if (data.result || data.broken) { found.push(data.result || data); }
            if (found.length === texts.length) { worker.terminate(); done(found); }
        };
        for (const text of texts) { worker.postMessage({record: bytes(text)}); }
    });
"""
_DROP = """
    const [done, files] = [arguments[arguments.length - 1], Array.from(arguments).slice(0, -1)];
    const box = document.getElementById("verify-verdict"), before = box.innerText;
    for (const [name, text] of files) {
        const data = new DataTransfer();
        data.items.add(new File([text ?? new Uint8Array(17 << 20)], name));
        window.dispatchEvent(new DragEvent("drop", {dataTransfer: data, cancelable: true}));
    }
    const look = () => {
        if (["good", "bad"].includes(box.dataset.state) && box.innerText !== before) { done(); }
        else { setTimeout(look, 10); }
    };
    look();
"""
"""Drops files, of which one without a text is larger than 16 MiB, and calls back at another verdict."""


def drop(browser: Browser, *files: tuple[str, str | None]) -> tuple[str, str]:
    """The verdict of the page after these files were dropped on it."""
    browser.driver.execute_async_script(_DROP, *files)
    return verdict(browser)


def verdict(browser: Browser) -> tuple[str, str]:
    """`good` or `bad`, and what the page says."""
    state, text = browser.driver.execute_async_script(_DONE)
    return state, text


def standalone(folder: Path, language: str = "en") -> Path:
    """The page without a record."""
    path = folder / "verify.html"
    speak = untranslated if language == "en" else translator(language)
    path.write_text(verifier_page(language, speak), encoding="utf-8")
    return path


@with_browser
@pytest.mark.parametrize("path", IN_PAGES, ids=lambda path: path.stem)
def test_a_page_verifies_its_record(path: Path, browser: Browser, tmp_path: Path) -> None:
    """A game of cards, one of dice, one that went on without a player; each asks for nothing but itself."""
    page = tmp_path / "page.html"
    page.write_bytes(made("html", path.stem))
    browser.open(page)
    state, text = verdict(browser)
    assert state == "good", text
    assert record(path.stem).header.title in text
    shown = browser.run(
        "return ['verify-head', 'verify-hash'].map(n => document.getElementById(n).textContent)"
    )
    assert shown == [opened(path).history.heads[-1].hex(), program_hash()]
    assert browser.run("return document.body.dataset.verified") == "true"
    assert browser.complaints() == []
    outside = [each for each in browser.requests() if not each.startswith(("data:", "blob:null/"))]
    assert set(outside) == {page.as_uri()}


@with_browser
@pytest.mark.parametrize("part", ['title = "', "identity = '", "orders = [", "sig = '", "after = '"])
def test_a_changed_byte_in_a_page_is_named(part: str, browser: Browser, tmp_path: Path) -> None:
    text = made("html", "two-players").decode()
    place = text.index(part, text.index('id="record"')) + len(part) + 2
    letter = "B" if text[place] != "B" else "C"
    page = tmp_path / "page.html"
    page.write_text(text[:place] + letter + text[place + 1 :], encoding="utf-8")
    browser.open(page)
    state, said = verdict(browser)
    assert state == "bad"
    assert re.search(r"Block \d+: .+\.", said), said
    assert "no player is to blame" in said


@with_browser
def test_blanks_that_were_changed_are_told(browser: Browser, tmp_path: Path) -> None:
    """They are not signed, so the record is valid, but it is not the one that was exported."""
    text = made("html", "my-village-two-players").decode()
    place = text.index(" = ", text.index('id="record"'))
    page = tmp_path / "page.html"
    page.write_text(text[:place] + "\t" + text[place + 1 :], encoding="utf-8")
    browser.open(page)
    state, said = verdict(browser)
    assert state == "good"
    assert "only in spacing or in the way values are written" in said
    assert browser.run("return document.body.dataset.verified") == "false"


@with_browser
def test_the_browser_agrees_with_both(browser: Browser, tmp_path: Path) -> None:
    """On one hostile file for each reason; on all of them where there is no Node."""
    browser.open(standalone(tmp_path))
    cases = WITHOUT_RULES if NODE is None else FIRST
    saves = [base64.b64encode(save_of(case)).decode() for case in cases]
    words = page_words(browser)
    for case, found in zip(cases, browser.driver.execute_async_script(_VERIFY, saves), strict=True):
        assert outcome(found) == expected(case), (case["file"], found)
        assert found["valid"] or found["reason"] in words, case["file"]


def page_words(browser: Browser) -> dict[str, str]:
    """The sentence for each reason."""
    words = browser.run("return JSON.parse(document.getElementById('verify-words').textContent).faults")
    assert isinstance(words, dict)
    return words


@with_browser
@pytest.mark.parametrize("language", ["en", "de", "fr"])
def test_a_page_without_a_record_takes_any_save(language: str, browser: Browser, tmp_path: Path) -> None:
    """And names the author of a block that is wrong."""
    browser.open(standalone(tmp_path, language), unpacks=False)
    (case,) = (case for case in CASES if case["file"] == "blocks/join-response-changed.toml")
    for name, data, state in (
        ("good.khronos", (FOLDER / "saves" / "village-new.khronos").read_bytes(), "good"),
        ("bad.khronos", save_of(case), "bad"),
    ):
        path = tmp_path / name
        path.write_bytes(data)
        browser.run("document.getElementById('verify-verdict').dataset.state = ''")  # the one before
        browser.driver.find_element("id", "verify-file").send_keys(str(path))
        found, said = verdict(browser)
        assert found == state, said
        if state == "good":
            assert name in said
    colour = {"en": "red", "de": "Rot", "fr": "Rouge"}[language]
    assert colour.lower() in said.lower()
    assert browser.violations() == []
    assert browser.complaints() == []


@with_browser
def test_a_save_can_be_dropped_on_a_page(browser: Browser, tmp_path: Path) -> None:
    """On one with a record of its own, too: then the page is about the dropped save."""
    page = tmp_path / "page.html"
    page.write_bytes(made("html", "my-village-two-players"))
    browser.open(page)
    assert verdict(browser)[0] == "good"
    save = (FOLDER / "saves" / "village-joining.khronos").read_text(encoding="utf-8")
    state, said = drop(browser, ("dropped.khronos", save))
    assert state == "good"
    assert "dropped.khronos" in said


_FIRST_LATE = """
    const read = Blob.prototype.arrayBuffer, held = new Promise((go) => { window.letGo = go; });
    let first = true;
    Blob.prototype.arrayBuffer = function () {
        const late = first;
        first = false;
        if (!late) { return read.call(this); }
        return held.then((told) => read.call(this).then((buffer) => { setTimeout(told); return buffer; }));
    };
"""
"""The first file is read when `letGo` is called. What that is given is called once the page has the file."""


@with_browser
def test_of_two_dropped_files_the_last_one_counts(browser: Browser, tmp_path: Path) -> None:
    """Even if the first one takes longer to read."""
    browser.open(standalone(tmp_path), unpacks=False)
    good = (FOLDER / "saves" / "village-joining.khronos").read_text(encoding="utf-8")
    browser.run(_FIRST_LATE)
    assert drop(browser, ("slow.khronos", good), ("wrong.khronos", "format = 1"))[0] == "bad"
    browser.driver.execute_async_script("window.letGo(arguments[0])")
    assert verdict(browser)[0] == "bad"


@with_browser
def test_a_file_that_cannot_be_read_leaves_no_verdict_of_another(browser: Browser, tmp_path: Path) -> None:
    """Nor a file that is too large; no more of it is read than a save can have."""
    page = tmp_path / "page.html"
    page.write_bytes(made("html", "my-village-two-players"))
    browser.open(page)
    assert verdict(browser)[0] == "good"
    shown = """
        return ["facts", "counts", "progress", "head", "detail"].map((name) => {
            const part = document.getElementById("verify-" + name);
            return part.hidden ? "" : part.innerText;
        }).join("");
    """
    state, said = drop(browser, ("large.khronos", None))
    assert (state, "This record is not valid." in said) == ("bad", True)
    assert "larger than 16 MiB" in browser.run(shown)
    browser.run("Blob.prototype.arrayBuffer = () => Promise.reject(new Error('no'));")
    state, said = drop(browser, ("large.khronos", None))
    assert (state, "This says nothing about the record." in said) == ("bad", True)
    assert "large.khronos" in said
    assert browser.run(shown) == ""


@with_browser
def test_names_stay_text(browser: Browser, tmp_path: Path) -> None:
    header = replace(record("two-players").header, title=EVIL)
    save = tmp_path / "evil.khronos"
    save.write_text(write_save(Save(header), []), encoding="utf-8")
    browser.open(standalone(tmp_path), unpacks=False)
    browser.driver.find_element("id", "verify-file").send_keys(str(save))
    state, said = verdict(browser)
    assert (state, EVIL in said) == ("good", True)
    assert browser.run("return document.images.length") == 0
    assert parse_save(record_text(Save(header)).encode()) == Save(header)


@with_browser
def test_the_verifier_can_be_read_by_everybody(browser: Browser, tmp_path: Path) -> None:
    """Small and large, by day and by night, in German: WCAG 2.1 AA, and nothing wider than the window."""
    page = tmp_path / "page.html"
    page.write_bytes(made("html", "two-players", ExportOptions("de", translator("de"))))
    browser.open(page, 390)
    assert verdict(browser)[0] == "good"
    for width in (390, 1400):
        browser.resize(width)
        assert browser.run("return window.innerWidth") == width
        assert browser.run("return document.documentElement.scrollWidth <= window.innerWidth")
        for scheme in ("light", "dark"):
            browser.prefer(scheme)
            assert browser.violations(colours=scheme == "dark") == []


@with_browser
def test_without_scripts_a_page_shows_the_game_alone(browser: Browser, tmp_path: Path) -> None:
    page = tmp_path / "page.html"
    page.write_bytes(made("html", "two-players"))
    browser.open(page, scripts=False)
    browser.driver.execute_cdp_cmd("Emulation.setScriptExecutionDisabled", {"value": False})
    assert browser.run("return getComputedStyle(document.getElementById('verify-section')).display") == "none"
    assert browser.run("return document.querySelectorAll('.pieces > g').length") > 30


# --- the command ----------------------------------------------------------------------------------------


def test_a_verifier_is_exported(tmp_path: Path) -> None:
    alice = Person("alice", tmp_path)
    result = alice.ok("export", "--verifier", "-o", str(tmp_path / "verify.html"))
    assert program_hash() in result.err
    text = (tmp_path / "verify.html").read_text(encoding="utf-8")
    assert len(text) < 100_000
    assert "default-src 'none'" in text
    assert alice.run("export", str(MIDDLE), "--verifier").code == 2
    assert alice.run("export", "--html").code == 2


def test_a_text_record_has_no_verifier(tmp_path: Path) -> None:
    """Its game is not signed, so that there is nothing to verify."""
    alice = Person("alice", tmp_path)
    alice.ok("export", str(EVERY[0]), "--record", "-o", str(tmp_path / "game.krec"))
    alice.ok("export", str(tmp_path / "game.krec"), "--html", "-o", str(tmp_path / "game.html"))
    assert 'id="record"' not in (tmp_path / "game.html").read_text(encoding="utf-8")


def test_the_hash_is_that_of_the_files() -> None:
    """As anybody can compute it: `cat noble.js verify.js verify_page.js | sha256sum`."""
    folder = ROOT / "khronos_pbem" / "archive" / "page"
    data = b"".join((folder / name).read_bytes() for name in ("noble.js", "verify.js", "verify_page.js"))
    assert hashlib.sha256(data).hexdigest() == program_hash()
