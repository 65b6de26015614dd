"""What is in a letter: three forms of one thing, for whoever gets it, and no harm in any of them."""

from __future__ import annotations

import json
import re
import shlex
import shutil
import subprocess
from dataclasses import replace
from pathlib import Path

import pytest

from khronos_pbem.canvas.grids import Cell
from khronos_pbem.canvas.player_styles import OWNERS
from khronos_pbem.engine.features.letter_tables import Grids
from khronos_pbem.engine.features.protocols import Drawing
from khronos_pbem.games.registry import feature_or_none
from khronos_pbem.mail.formats.mail_sources import Letter
from khronos_pbem.mail.incoming.scan_letter import scan_letter
from khronos_pbem.mail.outgoing import html_letter as pages
from khronos_pbem.mail.outgoing.letter import compose_letter, unsent_letter_text
from khronos_pbem.mail.outgoing.letter_body import LONGEST, MOST_NEWS, WIDTH, shortened_news, wrapped_lines
from khronos_pbem.mail.outgoing.letter_headers import attachment_name
from khronos_pbem.mail.outgoing.recipients import Addresses
from khronos_pbem.messages import untranslated
from khronos_pbem.record.block import ASSIST
from khronos_pbem.record.save import parse_save
from khronos_pbem.session.commands.write_blocks import join_game, new_game, play_turn
from khronos_pbem.session.queries.since_last_turn import entries_since_turn
from khronos_pbem.session.replay.open_save import Opened, open_for_play, open_for_reading
from khronos_pbem.session.replay.table import waiting
from tests.archive.games import EVERY, MIDDLE, opened
from tests.mail.letterbox import BETWEEN, Page, attached, bytes_of, letter_in, page_of, parsed, text_of
from tests.support.playing import NAMES, Group, options, options_for
from tests.support.shell import ROOT

LANGUAGES = ("en", "fr", "de")
FIVE = ROOT / "sample_games" / "five-players.khronos"

HOSTILE = (
    "<script>alert(1)</script>",
    '"><img src=x onerror=alert(1)>',
    "--><!--[if mso]><b>",
    "</pre></td></table><h1>Winner: me</h1>",
    "{{ 7*7 }}{% raw %}&lt;b&gt;",
    "<style>*{display:none}</style><a href=http://x.example>click</a>",
)
"""What somebody may type who hopes that others' mail programs take it for a page."""


@pytest.fixture(scope="module")
def group(tmp_path_factory: pytest.TempPathFactory) -> Group:
    """A game of two in which somebody has said hostile things since the other's last turn."""
    group = Group(tmp_path_factory.mktemp("letters"), 2, 5)
    group.start('<b>Ours</b> & "theirs"')
    while (now := waiting(group.table())) is not None and now.need == ASSIST:
        group.step()
    assert now is not None
    assert now.seat is not None
    orders = [f"message {json.dumps(words)}" for words in HOSTILE]
    play_turn(group.save, group.context(NAMES[now.seat]), "\n".join([*orders, "end"]))
    return group


def opened_by(group: Group, name: str = "alice") -> Opened:
    return open_for_play(group.save, group.home(name), rewind=True)


# --- its parts --------------------------------------------------------------------------------------------


def test_a_letter_is_a_text_and_a_page_with_the_save_attached(group: Group) -> None:
    mail = letter_in(opened_by(group))
    assert [part.get_content_type() for part in mail.walk()] == [
        "multipart/mixed",
        "multipart/alternative",
        "text/plain",
        "text/html",
        "application/octet-stream",
    ]
    name, data = attached(mail)
    assert name == f"b-ours-b-theirs-{group.table().seq:04}.khronos"
    assert data == group.save.read_bytes()


def test_a_letter_has_the_same_bytes_whoever_writes_it(group: Group) -> None:
    """Who holds which keys makes no difference: nobody's hand is ever in a letter."""
    one, two = (compose_letter(opened_by(group, name), BETWEEN).as_bytes() for name in NAMES[:2])
    stranger = compose_letter(open_for_reading(group.save, group.folder / "nobody", rewind=True), BETWEEN)
    assert one == two == stranger.as_bytes()


def test_each_form_alone_brings_the_save(group: Group) -> None:
    """Mail may lose the attachment or the text; the page never holds a save, and no form orders anything."""
    mail = letter_in(opened_by(group))
    save = parse_save(group.save.read_bytes())
    plain = scan_letter(Letter("text", text_of(mail).encode()))
    assert (plain.saves, plain.orders) == ((save,), ())
    assert scan_letter(Letter("file", attached(mail)[1])).saves == (save,)
    page = scan_letter(Letter("page", b"Content-Type: text/html\n\n" + page_of(mail).encode()))
    assert (page.saves, page.orders, page.damages) == ((), (), ())
    whole = scan_letter(Letter("all", compose_letter(opened_by(group), BETWEEN).as_bytes()))
    assert (whole.saves, whole.orders, whole.problem) == ((save,), (), None)


def test_a_letter_with_the_attachment_alone(group: Group) -> None:
    """A save too long for the text comes in all the same."""
    found = opened(FIVE)
    mail = letter_in(found)
    assert "BEGIN KHRONOS SAVE" not in text_of(mail)
    assert scan_letter(Letter("x", mail.as_bytes())).saves == (found.save,)


@pytest.mark.skipif(shutil.which("mshow") is None, reason="mblaze is not installed: no second reader of mail")
def test_another_mail_program_reads_it(group: Group, tmp_path: Path) -> None:
    """mblaze shows the same tree, and takes out the same save."""
    path = tmp_path / "letter.eml"
    path.write_text(
        unsent_letter_text(compose_letter(opened_by(group), BETWEEN)), encoding="utf-8", newline=""
    )
    tree = subprocess.run(["mshow", "-t", path], capture_output=True, text=True, check=True).stdout
    kinds = [line.split()[1] for line in tree.splitlines()[1:]]
    assert kinds == [
        "multipart/mixed",
        "multipart/alternative",
        "text/plain",
        "text/html",
        "application/octet-stream",
    ]
    taken = subprocess.run(["mshow", "-O", path, "5"], capture_output=True, check=True, cwd=tmp_path).stdout
    assert taken == group.save.read_bytes()
    shown = subprocess.run(["mshow", "-O", path, "3"], capture_output=True, check=True, cwd=tmp_path).stdout
    assert b"-----BEGIN KHRONOS SAVE" in shown


TITLES = {
    "Ours": "ours",
    "Grüße aus Łódź": "grusse-aus-odz",
    "../../etc/passwd": "etc-passwd",
    "C:\\con.exe;rm -rf ~": "c-con-exe-rm-rf",
    "🎲 🎲": "game",
    "x" * 150: "x" * 40,
    "a" * 39 + " b": "a" * 39,
}


@pytest.mark.parametrize("title", TITLES)
def test_the_attachment_has_a_safe_name(title: str, group: Group) -> None:
    table = group.table()
    table = table._replace(header=replace(table.header, title=title))
    assert attachment_name(table.header.title, table.seq) == f"{TITLES[title]}-{table.seq:04}.khronos"


# --- the text ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("path", [MIDDLE, FIVE], ids=lambda path: path.stem)
def test_no_line_is_longer_than_78_columns(path: Path, language: str) -> None:
    text = text_of(letter_in(opened(path), language))
    assert max(map(len, text.splitlines())) <= WIDTH


def test_long_words_and_wide_letters_are_broken() -> None:
    for line in ("x" * 400, "   " + "word " * 60, "   " + "漢字" * 60):
        parts = list(wrapped_lines(line))
        wide = 2 if "漢" in line else 1
        assert len(parts) > 1
        assert all(len(part) * wide <= WIDTH + 5 * (wide - 1) for part in parts)
        assert "".join(parts).replace(" ", "") == line.replace(" ", "")


def test_what_happened_is_told_with_the_messages(group: Group) -> None:
    mail = letter_in(opened_by(group))
    text = " ".join(text_of(mail).split())
    assert "Since your last turn:" in text
    for words in HOSTILE:
        assert words in text


def test_a_letter_never_grows_with_what_is_said() -> None:
    """The newest turns are told; of more than fits the number is said."""
    news = [[f"{number}. red", "   " + "x" * 900] for number in range(60)]
    kept = shortened_news(news, "ours", untranslated)
    assert sum(len(line) for entry in kept for line in entry) < MOST_NEWS + 100
    assert kept[-1] == tuple(news[-1])
    assert f"{60 - len(kept) + 1} earlier turns are left out here: khronos log ours shows them" in kept[0][0]
    (long,) = shortened_news([["y" * 10 * LONGEST] * 100], "ours", untranslated)
    assert sum(map(len, long)) < MOST_NEWS + LONGEST
    assert long[-1] == "…"
    assert shortened_news([["a\u202eb\x1b[2J"]], "ours", untranslated) == (("a\\u202eb\\x1b[2J",),)


def test_since_the_last_turn_of_whoever_reads(group: Group) -> None:
    """It begins behind his own last turn, not behind the shares he gave since; at the end, the last round."""
    found = opened(FIVE)
    last = entries_since_turn(found.history, None)
    assert {entry.block.seat for entry in last if entry.block.orders} == set(range(5))
    assert {found.table.game.round(entry.table.position) for entry in last} == {7}
    history = opened(MIDDLE).history
    (entry,) = entries_since_turn(history, waiting(history.table).seat)  # type: ignore[union-attr]
    assert entry.block.seq == history.table.seq


OPTIONS = [(False, False), (True, False), (False, True), (True, True)]
WORDS = {
    "en": ("swap", "keep", "end"),
    "fr": ("permuter", "garder", "fin"),
    "de": ("wechseln", "behalten", "ende"),
}


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("holdem", "keep"), OPTIONS)
def test_orders_that_the_game_does_not_have_are_not_offered(
    holdem: bool, keep: bool, language: str, tmp_path: Path
) -> None:
    group = Group(tmp_path, 2, 1)
    group.start(holdem=holdem, keep=keep)
    while (now := waiting(group.table())) is not None and now.need == ASSIST:
        group.step()
    mail = letter_in(opened_by(group), language)
    block = text_of(mail).partition("BEGIN KHRONOS ORDERS")[2].partition("-----END")[0]
    lines = [line.removeprefix("# ") for line in block.splitlines()[1:]]
    swap, kept, end = WORDS[language]
    assert any(line.startswith(swap) for line in lines) is holdem
    assert (f"[{kept} " in block) is keep
    assert any(line.split(" ")[0] == end for line in lines)
    assert block.splitlines()[1] in page_of(mail)


# --- the page ---------------------------------------------------------------------------------------------


def test_nothing_of_a_page_is_remote_and_nothing_runs(group: Group) -> None:
    for found in (opened_by(group), opened(FIVE), opened(MIDDLE)):
        page = page_of(letter_in(found))
        assert Page(page).strange == []
        assert "http" not in Page(page).shown.replace("http://x.example", "")
        assert page.isascii() or '<meta charset="utf-8">' in page


def test_what_people_typed_is_text_on_the_page(group: Group) -> None:
    page = Page(page_of(letter_in(opened_by(group))))
    assert page.strange == []
    for words in (*HOSTILE, group.table().header.title):
        assert " ".join(words.split()) in page.shown


@pytest.mark.parametrize("name", ["<i>bob</i>", 'x" onload="alert(1)', "{{ body }}", "a&amp;b"])
def test_names_are_text_on_the_page(name: str) -> None:
    found = opened(MIDDLE)
    seats = tuple(replace(seat, name=name) for seat in found.table.seats)
    entries = list(found.history.entries)
    entries[-1] = entries[-1]._replace(table=entries[-1].table._replace(seats=seats))
    mail = letter_in(found._replace(history=found.history._replace(entries=entries)))
    page = Page(page_of(mail))
    assert page.strange == []
    assert name in page.shown
    assert name in text_of(mail)


def test_every_building_is_on_the_page_in_words(group: Group) -> None:
    """For those who do not see a board its label says what is on it, in their language."""
    assert "F6 city" in page_of(letter_in(opened(MIDDLE)))
    assert "F6 Stadt" in page_of(letter_in(opened(MIDDLE), "de"))
    assert "F6 cité" in page_of(letter_in(opened(MIDDLE), "fr"))


def too_long(mail: bytes) -> list[bytes]:
    """The lines of a letter, as it is sent, that are longer than encoded ones may be (RFC 2045 6.7, 6.8); a
    header that is one word, as an id is, cannot be broken."""
    lines = [line for line in mail.split(b"\r\n") if len(line) > 76]
    return [line for line in lines if not re.fullmatch(rb"(?:[\w-]+:)? <\S+@\S+>", line)]


@pytest.mark.parametrize("path", EVERY, ids=lambda path: path.stem)
def test_no_encoded_line_is_longer_than_76_characters(path: Path) -> None:
    """Neither of the text, nor of the page with its boards, nor of the attachment, nor of a header."""
    copies = replace(BETWEEN, copies=tuple(f"somebody-{n}@example.org" for n in range(9)))
    for language in LANGUAGES:
        assert too_long(bytes_of(opened(path), language, copies)) == []


def test_no_line_of_a_letter_of_each_kind_is_too_long(group: Group, tmp_path: Path) -> None:
    """A turn with what was typed before it, an invitation, shares on the way, another game."""
    assert too_long(bytes_of(opened_by(group))) == []
    other = Group(tmp_path, 2, 1, game="my-village")
    chosen = options_for("my-village")
    new_game(
        other.save, other.context("alice"), "Grüße 🎲 " * 20 + "!", 2, chosen, other.colours[0], other.game
    )
    assert too_long(bytes_of(opened_by(other), "de", replace(BETWEEN, inviter="x" * 200))) == []
    join_game(other.save, other.context("bob"), other.colours[1])
    kinds = set()
    for _ in range(12):
        now = waiting(other.table())
        assert now is not None
        kinds.add(now.need)
        assert too_long(bytes_of(opened_by(other))) == []
        other.step()
    assert kinds >= {"turn", ASSIST}


@pytest.mark.parametrize("path", EVERY, ids=lambda path: path.stem)
def test_letters_stay_far_below_the_limits_of_mail(path: Path) -> None:
    """Gmail cuts pages of 102 KB, many servers refuse letters of 10 MB; base64 makes 4 bytes of 3."""
    found = opened(path)
    mail = letter_in(found)
    assert len(page_of(mail).encode()) < 50_000
    assert len(mail.as_bytes()) < 1.5 * len(attached(mail)[1]) + 150_000


def test_boards_that_are_too_large_are_left_to_the_text(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pages, "MOST", 20_000)
    mail = letter_in(opened(MIDDLE))
    assert len(page_of(mail)) < 20_000
    assert "The boards are too large to be shown here" in Page(page_of(mail)).shown
    assert "MIGHT" in text_of(mail)


def test_a_game_without_tables_is_drawn(monkeypatch: pytest.MonkeyPatch) -> None:
    """And one that has no pictures at all has a letter all the same."""
    for lacking, shown in (({Grids}, True), ({Grids, Drawing}, False)):
        monkeypatch.setattr(
            pages,
            "feature_or_none",
            lambda game, kind, lacking=lacking: None if kind in lacking else feature_or_none(game, kind),
        )
        page = Page(page_of(letter_in(opened(MIDDLE))))
        assert page.strange == []
        assert ("MIGHT" in page.shown) is shown
        assert "BEGIN KHRONOS ORDERS" in page.shown


def test_whose_a_square_is_is_seen_without_colours() -> None:
    assert pages.edges(Cell()) == ""
    assert "solid" in pages.edges(Cell(edges=("red",)))
    assert "double" in pages.edges(Cell(edges=("white",)))
    two = pages.edges(Cell(edges=("red", "blue")))
    assert len(two.partition("border-color:")[2].split()) == 2


@pytest.mark.parametrize("colour", OWNERS)
@pytest.mark.parametrize("edges", [0, 1, 2])
def test_buildings_of_one_owner_that_touch_are_told_apart(colour: str, edges: int) -> None:
    """Ruled by their owner, by the owner and another, by nobody: no side of a frame melts into the fill."""
    fill, ink = OWNERS[colour]
    rulers = (colour, "green" if colour == "red" else "red")[:edges]
    style = pages.edges(Cell(("K2",), fill, ink, edges=rulers))
    if style:
        assert fill not in re.findall("#[0-9a-f]{6}", style), "a side in the colour of the cell"
    else:
        assert fill != "#ffffff", "the table's own lines are white"


# --- invitations ------------------------------------------------------------------------------------------


@pytest.fixture
def free(tmp_path: Path) -> Opened:
    """A game of three with two free seats, a clock, and options."""
    from khronos_pbem.session.commands.write_blocks import new_game

    group = Group(tmp_path, 1, 1)
    chosen = {**options(holdem=True), "clock": {"days": 3, "workdays": True}}
    new_game(group.save, group.context("alice"), "Evenings", 3, chosen, "red")
    return opened_by(group)


INVITED = replace(BETWEEN, inviter="alice")


def test_an_invitation_says_who_invites_to_what(free: Opened) -> None:
    mail = letter_in(free, between=INVITED)
    assert mail["Subject"] == "[khronos] Evenings: alice invites you"
    for said in (" ".join(text_of(mail).split()), Page(page_of(mail)).shown):
        assert "alice invites you to play Khronos" in said
        assert "title: Evenings" in said
        assert "2 of 3 seats are free" in said
        assert "players so far: red (alice)" in said
        assert "free colours: blue, green, white, black" in said
        assert "time limit: 3 days per turn, not counting weekends" in said
        assert "Play with an open market of three cards." in said
        assert not any(usual in said for usual in ("--map", "--edition", "keep cards"))
        for install in ("pipx install", "uv tool install", "pip install"):
            assert f"{install} ." in said
    assert Page(page_of(mail)).strange == []


def test_only_somebody_without_a_seat_is_invited(free: Opened) -> None:
    mail = letter_in(free)
    assert "invites you" not in str(mail["Subject"]) + text_of(mail)


@pytest.mark.parametrize(
    ("language", "name", "address"),
    [
        ("en", "YOUR-NAME", "YOU@EXAMPLE.ORG"),
        ("de", "DEIN-NAME", "DU@EXAMPLE.ORG"),
        ("fr", "TON-NOM", "TOI@EXAMPLE.ORG"),
    ],
)
def test_what_is_to_be_replaced_is_in_the_language_of_the_letter(
    language: str, name: str, address: str, free: Opened
) -> None:
    """The sentence before the commands names what stands in them."""
    text = text_of(letter_in(free, language, INVITED)).replace("\r\n", "\n")
    keygen, join = (each for each in re.findall(r"^ *(khronos .+)", text, re.MULTILINE) if "next" not in each)
    assert keygen == f"khronos keygen {name}"
    assert join.endswith(f" --config address={address}")
    before = text[: text.index(keygen)].split("\n\n")[-2]
    assert name in before
    assert address in before


def test_an_address_is_no_command() -> None:
    """What somebody copies from an invitation into a shell is one word where it has to be one."""
    from khronos_pbem.mail.outgoing.invitation import join_commands

    sender = "a$(touch${IFS}x)`id`'&|@example.org"
    table = opened(MIDDLE).table
    *_, join = join_commands(
        table._replace(seats=table.seats[:1]),
        Addresses(sender, ("b@example.org",)),
        "g.khronos",
        untranslated,
    )
    assert shlex.split(join) == [
        *("khronos", "join", "g.khronos", "--colour", "blue", "--send", "--to", sender),
        *("--config", "address=YOU@EXAMPLE.ORG"),
    ]


def test_a_file_to_be_sent_says_so(group: Group) -> None:
    """Outlook opens it for sending; nothing else of it differs."""
    mail = compose_letter(opened_by(group), BETWEEN)
    draft = parsed(unsent_letter_text(mail).encode())
    assert draft["X-Unsent"] == "1"
    del draft["X-Unsent"]
    assert mail["X-Unsent"] is None
    assert draft.items() == parsed(mail.as_bytes()).items()
