"""Pictures, pages and texts of games: whole, well formed, and without anything hidden."""

from __future__ import annotations

import base64
import hashlib
import io
import json
import re
import zlib
from collections.abc import Iterator
from dataclasses import replace
from html.parser import HTMLParser
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from PIL import Image, ImageColor

from khronos_pbem.archive.charts import Series, line_chart
from khronos_pbem.archive.records.open_record import ViewedGame, read_game
from khronos_pbem.archive.replay.export_formats import FORMATS, ExportOptions, step_picture
from khronos_pbem.archive.replay.verifier_page import record_text
from khronos_pbem.archive.timeline import Player
from khronos_pbem.canvas.player_styles import DASHES, INK, OWNERS, PALE, STYLES, sign
from khronos_pbem.canvas.shapes import Circle, Group, Picture, Polygon, Rect, Shape, Text
from khronos_pbem.errors import NothingToDo
from khronos_pbem.games.khronos.drawing.pictures.board_picture import LAND
from khronos_pbem.games.khronos.drawing.pictures.emblems import TYPES
from khronos_pbem.languages import translator
from khronos_pbem.messages import untranslated
from tests.archive.games import KEYRING, MIDDLE, PLAIN, context, knowing, made, names, record, sample
from tests.support.playing import Group as TheGroup
from tests.support.shell import ROOT, Person

GAME = str(ROOT / "sample_games" / "five-players.khronos")


def texts(picture: Picture) -> list[str]:
    """All words of a picture."""

    def within(shapes: tuple[Shape, ...]) -> Iterator[str]:
        for shape in shapes:
            if isinstance(shape, Group):
                yield from within(shape.shapes)
            elif isinstance(shape, Text):
                yield shape.words

    return list(within(picture.shapes))


def test_every_format_is_made(tmp_path: Path) -> None:
    somebody, game = Person("x", tmp_path), str(ROOT / "sample_games" / "two-players.khronos")
    knowing(somebody, Path(game))
    assert somebody.ok("export", game, "--json").json["winners"] == ["red"]
    for kind, (ending, _) in FORMATS.items():
        if kind == "json":
            continue
        file = tmp_path / f"two-players{ending}"
        file.write_bytes(b"mine")
        assert "exists" in somebody.fails(2, "export", game, f"--{kind}")
        assert file.read_bytes() == b"mine"
        assert "wrote" in somebody.ok("export", game, f"--{kind}", "--force").out
        assert file.stat().st_size > 1000
        assert file.read_bytes() == made(kind, "two-players"), "the same game gives the same bytes"
    (tmp_path / "two-players.svg").unlink()
    assert "wrote" in somebody.ok("export", game, "--svg").out
    assert (tmp_path / "two-players.svg").read_bytes() == made("svg", "two-players")


@pytest.mark.parametrize("name", names())
def test_svg_is_a_picture_with_words(name: str) -> None:
    root = ElementTree.fromstring(made("svg", name))
    spaces = "{http://www.w3.org/2000/svg}"
    assert root.tag == f"{spaces}svg"
    title = root.findtext(f"{spaces}title")
    assert title is not None
    assert title.startswith(sample(name).header.title)
    said = [element.text for element in root.iter(f"{spaces}text")]
    for word in ("MIGHT", "FAITH", "REASON", "forest", "A", "P", "20"):
        assert word in said
    for player in sample(name).players:
        assert any(player.name in (words or "") for words in said)
    assert b"http" not in made("svg", name).replace(b"http://www.w3.org/2000/svg", b"")


def test_owners_differ_by_more_than_colour() -> None:
    kinds = set()
    for colour in OWNERS:
        shape = sign(colour, 0, 0, 10, "#000000")
        corners = len(shape.points) if isinstance(shape, Polygon) else 0
        assert isinstance(shape, Circle | Rect | Polygon)
        kinds.add((type(shape).__name__, corners))
    assert len(kinds) == len(OWNERS)


def test_every_colour_of_a_player_is_known_everywhere() -> None:
    """On terminals, in pictures and in charts; a pale line has an edge, lines differ without colours too."""
    assert set(OWNERS) == set(STYLES) == set(DASHES) == {"red", "blue", "green", "white", "black", "yellow"}
    assert set(OWNERS) > PALE
    for looks in (STYLES, DASHES, OWNERS):
        assert len({repr(look) for look in looks.values()}) == len(looks)
    for colour, (fill, _) in OWNERS.items():
        drawn = line_chart("Wealth", [Series(colour, (4, 7), colour)], [], 300, 100)
        edge = f'stroke="{INK}" stroke-width="4"'
        assert (edge in drawn) == (colour in PALE)
        assert f'stroke="{fill}" stroke-width="2.2"' in drawn


def test_the_last_jump_of_a_chart_is_seen() -> None:
    """A line goes on after its last step, up to a thread to the badge and the last number."""
    drawn = line_chart(
        "Wealth", [Series("red", (0, 0, 8), "red"), Series("blue", (0, 8, 8), "blue")], [], 300, 100
    )
    lines = re.findall(r'<path d="([^"]+)" fill="none" stroke="#[0-9a-f]{6}" stroke-width="2.2"', drawn)
    assert len(lines) == 2
    for line in lines:
        match = re.fullmatch(r"M38\.0,76\.0H([0-9.]+)V30\.0H([0-9.]+)", line)
        assert match, "level to where it goes up, up, and level to the end"
        assert float(match[1]) + 10 < float(match[2]) < 300
    assert drawn.count(">8</text>") == 3, "on the axis, and at the end of each line"
    ends = [float(y) for y in re.findall(r'<circle cx="[0-9.]+" cy="([0-9.]+)"', drawn)]
    assert abs(ends[0] - ends[-1]) > 13


def test_the_picture_of_a_block() -> None:
    chronicle = sample("two-players")
    early = step_picture(ViewedGame(chronicle, None), chronicle.last_step_of(5), untranslated)
    assert "block 5" in early.title
    assert "upgrade town might B7" in early.title
    assert texts(early) != texts(
        step_picture(ViewedGame(chronicle, None), chronicle.last_step_of(None), untranslated)
    )
    with pytest.raises(NothingToDo):
        step_picture(ViewedGame(chronicle, None), chronicle.last_step_of(0), untranslated)


@pytest.mark.parametrize(("kind", "form"), [("gif", "GIF"), ("apng", "PNG")])
def test_moving_pictures(kind: str, form: str) -> None:
    """A frame for each turn; the last one is the picture of the end."""
    chronicle = sample("two-players")
    image = Image.open(io.BytesIO(made(kind, "two-players")))
    assert image.format == form
    blocks = {step.seq for step in chronicle.played_steps()}
    assert getattr(image, "n_frames", 1) == len(blocks) + 1
    still = step_picture(ViewedGame(chronicle, None), chronicle.last_step_of(None), untranslated)
    assert image.size == (round(still.width), round(still.height))
    image.seek(len(blocks))
    found = image.convert("RGB").getcolors(10**6) or []
    colours = {colour for _, colour in found if isinstance(colour, tuple)}
    for wanted in (ImageColor.getrgb(LAND["."]), ImageColor.getrgb(TYPES["civil"])):
        assert any(max(abs(a - b) for a, b in zip(colour, wanted, strict=True)) < 8 for colour in colours)


def places(shapes: tuple[Shape, ...], left: float = 0) -> Iterator[tuple[float, float, str]]:
    """Where the words of a picture begin and about where they end."""
    for shape in shapes:
        if isinstance(shape, Group):
            yield from places(shape.shapes, left + shape.x)
        elif isinstance(shape, Text):
            wide = len(shape.words) * shape.size * 0.56
            start = left + shape.x - {"start": 0, "middle": wide / 2, "end": wide}[shape.anchor]
            yield start, start + wide, shape.words


@pytest.fixture(scope="module")
def crowded(tmp_path_factory: pytest.TempPathFactory) -> ViewedGame:
    """On a small map, with a long title and five players."""
    small = {"name": "small", "terrain": "........\n" * 7, "hamlets": ["B1", "D4", "G2", "F7", "A6"]}
    group = TheGroup(tmp_path_factory.mktemp("crowded"), 5, seed=2)
    group.start("A title that is so long that it does not fit above the boards" + " at all" * 8, map=small)
    group.play(9)
    return ViewedGame(read_game(group.save, context()).chronicle, None)


@pytest.mark.parametrize("language", ["en", "fr", "de"])
def test_nothing_sticks_out_of_a_picture(language: str, crowded: ViewedGame) -> None:
    """On a crowded page, in every language."""
    image = step_picture(crowded, crowded.chronicle.last_step_of(None), translator(language))
    assert image.title.startswith("A title that is so long")
    for start, end, words in places(image.shapes):
        assert start >= 0, words
        assert end <= image.width, words


class Page(HTMLParser):
    """What a page would load, its scripts, and its elements by id."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.loads: list[str] = []
        self.ids: list[str] = []
        self.data = ""
        self._in = ""
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        found = dict(attrs)
        self._in = found.get("id") or ""
        self.ids += [self._in] if self._in else []
        self.loads += [value or "" for key, value in attrs if key in ("src", "href", "srcset", "action")]

    def handle_data(self, data: str) -> None:
        if self._in == "game":
            self.data += data

    @property
    def game(self) -> Any:
        """What the page is told to show, step by step."""
        return json.loads(zlib.decompress(base64.b64decode(self.data.strip(), validate=True)))


@pytest.mark.parametrize("name", names())
def test_the_page_needs_nothing_else(name: str) -> None:
    text = made("html", name).decode()
    page = Page(text)
    assert set(page.loads) == {"data:,", "#land"}
    assert len(set(page.ids)) == len(page.ids)
    assert "default-src 'none'" in text
    assert not re.search(
        r"@import|url\(|fetch\(|XMLHttpRequest|https?://", text.replace("http://www.w3.org", "")
    )
    game = page.game
    played = sum(1 for _ in sample(name).played_steps())
    assert len(game["steps"]) == played + 1
    assert all(0 <= part < len(game["parts"]) for step in game["steps"] for b in step["boards"] for part in b)
    assert {element for part in game["parts"] for element in part} == set(range(len(game["elements"])))
    assert len(set(game["elements"])) == len(game["elements"]), "each element is kept once"
    end = [[str(p.ecus), str(len(p.hand))] for p in sample(name).position.players]
    assert [[cells[0], cells[2]] for cells in game["steps"][-1]["players"]] == end


@pytest.mark.parametrize(("name", "most"), [("five-players", 200_000), ("my-village-four-players", 400_000)])
def test_a_page_can_be_sent_by_mail(name: str, most: int) -> None:
    """With the largest games, their boards at every step, and charts; then the verifier, and the record."""
    added = len(record_text(record(name)).encode())
    assert len(made("html", name)) - added <= most + 100_000


def test_a_page_allows_only_its_own_script_and_style() -> None:
    """By their hashes: whatever got into the page some other way would not run."""
    text = made("html", "two-players").decode()
    policy = re.search(r'Content-Security-Policy" content="([^"]+)"', text)
    assert policy
    assert "unsafe" not in policy[1]
    for tag, directive in (("script", "script-src"), ("style", "style-src")):
        sources = re.findall(rf"<{tag}>(.*?)</{tag}>", text, re.DOTALL)
        hashes = [base64.b64encode(hashlib.sha256(source.encode()).digest()).decode() for source in sources]
        (allowed,) = re.findall(rf"{directive} ([^;]+);", policy[1])
        assert sorted(allowed.split()) == sorted(f"'sha256-{each}'" for each in hashes)
    assert "worker-src blob:;" in policy[1]
    assert not re.search(r"<[^>]+\son[a-z]+=|<[^>]+\sstyle=", text)


def test_names_cannot_break_out_of_a_page() -> None:
    """What players call themselves and their game stays text everywhere."""
    evil = '</script><script>alert(1)</script><img src=x onerror="x">&]]>'
    chronicle = sample("two-players")
    header = replace(chronicle.header, title=evil)
    players = tuple(Player(evil, player.colour) for player in chronicle.players)
    shown = ViewedGame(replace(chronicle, header=header, players=players), None)
    page = FORMATS["html"][1](shown, PLAIN).decode()
    assert "<script>alert" not in page
    assert "<img" not in page
    assert page.count("</script>") == 2
    root = ElementTree.fromstring(FORMATS["svg"][1](shown, PLAIN))
    assert evil in "".join(root.itertext())
    assert "<script>" not in FORMATS["markdown"][1](shown, PLAIN).decode().replace("\\<script\\>", "")


def test_markdown_and_text_tell_the_same() -> None:
    chronicle = sample("three-players-edition-1")
    text = made("text", "three-players-edition-1").decode()
    marked = made("markdown", "three-players-edition-1").decode()
    for step in chronicle.played_steps():
        assert step.order in text
        for event in step.events:
            assert event.text in text
    assert marked.count("\n## Round ") == text.count("\nRound ") == 7
    assert marked.startswith("# ")
    assert "| player |" in marked


def test_a_game_of_my_village_is_exported_whole() -> None:
    """Its text and data say every order and event, its picture every player and the boards."""
    name = "my-village-three-players-gone"
    chronicle, text, data = sample(name), made("text", name).decode(), json.loads(made("json", name))
    assert [len(found["events"]) for found in data["steps"]] == [len(s.events) for s in chronicle.steps]
    for step in chronicle.played_steps():
        assert step.order in text
        assert all(event.text in text for event in step.events)
    root = ElementTree.fromstring(made("svg", name))
    said = " ".join(element.text or "" for element in root.iter("{http://www.w3.org/2000/svg}text"))
    for word in (*(player.name for player in chronicle.players), "MARKET", "wheelwright", "no church"):
        assert word in said, word


def test_json_holds_every_position_and_event() -> None:
    chronicle = sample("four-players-keep")
    data = json.loads(made("json", "four-players-keep"))
    assert len(data["steps"]) == len(chronicle.steps)
    for found, step in zip(data["steps"], chronicle.steps, strict=True):
        assert [event["text"] for event in found["events"]] == [str(event.text) for event in step.events]
        assert (found["position"] is None) == (step.position is None)
    assert data["steps"][-1]["position"] == json.loads(
        json.dumps(chronicle.game.public_data(chronicle.position))
    )


@pytest.mark.parametrize("kind", sorted(FORMATS))
def test_no_hidden_card_is_in_an_export(kind: str, tmp_path: Path) -> None:
    """RULES 11.1: with the keyring at hand, an export for the public is the one made without any key."""
    out = tmp_path / "out"
    owner = Person("owner", tmp_path)
    owner.ok("export", str(MIDDLE), f"--{kind}", "-o", str(out), KHRONOS_HOME=str(KEYRING))
    assert out.read_bytes() == FORMATS[kind][1](read_game(MIDDLE, context()), PLAIN)


def test_the_own_hand_is_shown_on_purpose(tmp_path: Path) -> None:
    owner = Person("owner", tmp_path)
    mine = owner.ok(
        "export", str(MIDDLE), "--text", "--as", "alice", "-o", "-", KHRONOS_HOME=str(KEYRING)
    ).out
    assert "hand: " in mine
    assert "hand: " not in owner.ok("export", str(MIDDLE), "--text", "-o", "-").out


@pytest.mark.parametrize("language", ["fr", "de"])
@pytest.mark.parametrize("kind", ["svg", "html", "text", "markdown"])
def test_in_other_languages(kind: str, language: str) -> None:
    said = made(kind, "two-players", ExportOptions(language, translator(language))).decode()
    wanted = {"fr": ("commanderies", "prieurés", "confréries"), "de": ("Macht", "Glaube", "Vernunft")}
    assert all(word.lower() in said.lower() for word in wanted[language])
    assert "MIGHT" not in said
    if kind == "html":
        assert f'<html lang="{language}">' in said


BAD = [
    (("export", GAME), 2, "no format given"),
    (("export", GAME, "--svg", "--html"), 2, "more than one format given"),
    (("export", "nothing.khronos", "--svg"), 2, "does not exist"),
    (("export", "broken.khronos", "--html"), 5, "block"),
    (("export", "foreign.khronos", "--html"), 5, "Khronos save"),
    (("export", "empty.khronos", "--html"), 5, "empty"),
    (("export", GAME, "--svg", "--at", "999"), 2, "there is no block 999"),
    (("export", GAME, "--svg", "--at", "0"), 4, "has not begun"),
    (("export", GAME, "--gif", "--at", "5"), 2, "--at works only with --svg"),
    (("export", "broken.khronos", "--svg", "-o", "broken.khronos", "--force"), 2, "is the game file itself"),
    (("publish", GAME, "--save", "broken.khronos"), 2, "--save works only with --check"),
    (("export", GAME, "--svg", "-o", "no/such/folder.svg"), 2, "the folder for no/such"),
    (("export", GAME, "--html", "--as", "nobody"), 2, "nobody"),
    (("export", "cut.krec", "--html"), 5, "cut.krec"),
    (("replay", "cut.krec"), 5, "cut.krec"),
    (("export", "cut.krec", "--text", "--as", "alice"), 2, "only what everyone can see"),
]


@pytest.mark.parametrize(("arguments", "code", "said"), BAD, ids=[" ".join(row[0][:4]) for row in BAD])
def test_bad_input(arguments: tuple[str, ...], code: int, said: str, tmp_path: Path) -> None:
    """One clear line, the exit code, and nothing half-written."""
    somebody = knowing(Person("x", tmp_path), Path(GAME))
    text = Path(GAME).read_text(encoding="utf-8")
    (tmp_path / "broken.khronos").write_text(text.replace("build keep might", "build keep faith", 1), "utf-8")
    (tmp_path / "foreign.khronos").write_text('format = "other/1"\n', encoding="utf-8")
    (tmp_path / "empty.khronos").write_bytes(b"")
    (tmp_path / "cut.krec").write_bytes(made("record")[:-300])
    before = sorted(path.name for path in tmp_path.iterdir() if path.name != "home")
    assert said in somebody.fails(code, *arguments)
    after = sorted(path.name for path in tmp_path.iterdir() if path.name != "home")
    assert after == before
