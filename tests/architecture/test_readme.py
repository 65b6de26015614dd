"""What the README and the pages of `docs/` show has been run, and every command is documented (FORMATS 1)."""

from __future__ import annotations

import re
import shlex
import shutil
from pathlib import Path
from typing import Any

import pytest

from khronos_pbem.cli.commands import COMMANDS as ALL_COMMANDS
from khronos_pbem.engine.features.protocols import Words
from khronos_pbem.games.registry import feature, game_by_name
from tests.archive.games import knowing
from tests.support.shell import ROOT, Person, Result

README = (ROOT / "README.md").read_text(encoding="utf-8")
COMMANDS = [
    "keygen",
    "new",
    "join",
    "show",
    "status",
    "moves",
    "check",
    "play",
    "assist",
    "verify",
    "log",
    "replay",
    "export",
    "publish",
    "stats",
    "try",
    "demo",
    "orders",
    "rules",
    "settle",
]  # FORMATS 1


PAGES = [
    *("by-mail", "by-folder", "commands", "fairness", "hints", "learning", "map", "orders", "scripts"),
    *("study", "village"),
]
"""The pages that say how to use the program, in `docs/`."""

DOCS = {name: (ROOT / "docs" / f"{name}.md").read_text(encoding="utf-8") for name in PAGES}


def blocks(page: str = README) -> list[str]:
    """The shell blocks of a page."""
    return re.findall(r"```sh\n(.*?)```", page, re.DOTALL)


def section(page: str, heading: str) -> str:
    """What stands under a heading of a page, up to the next of its kind."""
    return page.split(f"\n## {heading}\n")[1].split("\n## ", maxsplit=1)[0]


def khronos_lines(block: str) -> list[list[str]]:
    """The khronos commands of a block, as arguments; comments are left out."""
    lines = [shlex.split(line, comments=True) for line in block.splitlines()]
    return [line[1:] for line in lines if line[:1] == ["khronos"]]


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_helps(command: str, tmp_path: Path) -> None:
    out = Person("x", tmp_path).ok(command, "--help").out
    assert "Usage: khronos" in out
    assert re.search(r"--json", out), f"{command} has no --json"


MAIL_COMMANDS = [
    "send",
    "receive",
    "inbox",
    "resend",
    "remind",
    "armor",
    "dearmor",
    "watch",
    "contacts",
    "config",
]


def test_every_command_is_in_the_docs() -> None:
    """One line each on the page of the commands, under the headings that `--help` has."""
    page = DOCS["commands"]
    assert set(ALL_COMMANDS) >= {*COMMANDS, *MAIL_COMMANDS}
    for command in ALL_COMMANDS:
        assert re.search(rf"^\|.*`khronos {command}\b", page, re.MULTILINE), command
    assert set(re.findall(r"^\|[^|]*`khronos (\w+)", page, re.MULTILINE)) <= set(ALL_COMMANDS)


def test_the_readme_is_short_and_leads_everywhere() -> None:
    """At most 130 lines; every page of `docs/` is linked, and every link leads to a file."""
    assert len(README.splitlines()) <= 130
    linked = set(re.findall(r"\]\(([^)#:]+)(?:#[^)]*)?\)", README))
    there = {path.relative_to(ROOT).as_posix() for path in (ROOT / "docs").glob("*.md")}
    assert there <= linked
    pages = [(ROOT, README), *((ROOT / "docs", page) for page in DOCS.values())]
    for folder, page in pages:
        for link in re.findall(r"\]\(([^)#:]+)(?:#[^)]*)?\)", page):
            assert (folder / link).exists(), link


def test_the_first_screen_plays_and_tests() -> None:
    """One line that installs and plays, one that installs and runs the tests, a picture of the boards."""
    first = README.split("## Your first game")[0]
    assert "MIGHT" in first
    assert len(first.splitlines()) < 75
    lines = [line for block in blocks()[:2] for line in block.strip().splitlines()]
    assert len(lines) == 2
    assert all(line.startswith("python3 -m venv venv && ") for line in lines)
    assert lines[0].endswith("venv/bin/khronos demo")
    assert "pytest" in lines[1]
    assert lines[1].split("python -m ")[1] in (ROOT / ".ci" / "run").read_text(encoding="utf-8")


class Pair:
    """Alice and Bob, each with a home, and the post between them: what one writes comes to the other."""

    def __init__(self, folder: Path) -> None:
        self.shared = folder / "Shared"
        self.people = {name: Person(name, folder / name) for name in ("alice", "bob")}
        self.letters = 0
        for each in (self.shared, *(person.folder / "Letters" for person in self.people.values())):
            each.mkdir(parents=True)
        for name, other in (("alice", "bob"), ("bob", "alice")):  # a terminal would ask
            self.people[name].ok("contacts", "add", other, f"{other}@example.org")

    def run(self, name: str, arguments: list[str], *, may_fail: int = 0) -> Result:
        """Run a line of a page as one of the two, and bring what letter it writes to the other."""
        person, (other,) = self.people[name], [one for each, one in self.people.items() if each != name]
        places = {"~/Shared": str(self.shared), "~/Letters": str(person.folder / "Letters")}
        for shown, real in places.items():
            arguments = [word.replace(shown, real) for word in arguments]
        told = {"KHRONOS_ADDRESS": f"{name}@example.org", "KHRONOS_MAILBOXES": str(person.folder / "Letters")}
        told["KHRONOS_CONFIG"] = str(person.folder / "config.toml")
        result = person.run(*arguments, **told)
        assert result.code in (0, may_fail), (name, arguments, result.out[-1500:], result.err)
        for letter in person.outbox.glob("*.eml"):
            if letter.name != "letter.eml":
                self.deliver(letter, other)
        return result

    def deliver(self, letter: Path, other: Person) -> None:
        """A letter that was written is sent; the other one saves it from his mail program."""
        self.letters += 1
        name = "invitation.eml" if self.letters == 1 else f"letter-{self.letters}.eml"
        shutil.copy(letter, other.folder / "Letters" / name)
        shutil.move(letter, other.folder / "letter.eml")

    def block(self, text: str) -> None:
        """Run a block of which the first line says whose it is."""
        name = next(name for name in self.people if f"# {name.capitalize()}" in text)
        for arguments in khronos_lines(text):
            self.run(name, arguments)

    def mover(self, game: str) -> str:
        """Who has to act."""
        facts = max((self.status(name, game) for name in self.people), key=lambda facts: int(facts["seq"]))
        return {"red": "alice", "blue": "bob"}[facts["waiting_for"]["colour"]]

    def status(self, name: str, game: str) -> Any:
        return self.run(name, ["status", game, "--json"]).json


def a_turn(pair: Pair, game: str, taking_in: list[list[str]], playing: list[list[str]]) -> None:
    """Whoever gets a letter runs the first lines, until somebody can play; he runs the other ones."""
    for name in ("alice", "bob", "alice"):
        for arguments in taking_in:
            pair.run(name, arguments, may_fail=4)  # nothing is to be done: the letter has gone on
    mover = pair.mover(game)
    for arguments in playing:
        pair.run(mover, arguments)
    assert pair.mover(game) != mover


def test_the_first_game_by_mail(tmp_path: Path) -> None:
    """The README's first game, and its first turn: two commands."""
    pair = Pair(tmp_path)
    first, second, turn = blocks(section(README, "Your first game by mail"))
    pair.block(first)
    pair.block(second)
    taking_in, playing = khronos_lines(turn)
    a_turn(pair, "ours", [taking_in], [playing])


def test_the_page_on_playing_by_mail(tmp_path: Path) -> None:
    """Its set-up, its turn, and the same turn step by step."""
    pair, page = Pair(tmp_path), DOCS["by-mail"]
    first, second = blocks(section(page, "Setting up a game"))
    pair.block(first)
    pair.block(second)
    turn, steps, copies = (khronos_lines(block) for block in blocks(section(page, "A turn")))
    a_turn(pair, "ours", turn[:1], turn[1:])
    mover = pair.mover("ours")
    assert [words[0] for words in steps] == ["receive", "inbox", "show", "play", "send"]
    for arguments in steps:
        pair.run(mover, arguments)
    assert pair.mover("ours") != mover
    for arguments in copies:
        pair.run(mover, arguments)
    shown = pair.run(mover, ["config", "--in", "ours"])
    assert shown.out.startswith("copies = 'none'   # /")


def test_the_settings_of_a_mail_server(tmp_path: Path) -> None:
    """What the page types is in force afterwards."""
    (text,) = blocks(section(DOCS["by-mail"], "Mail servers"))
    alice, own = Person("alice", tmp_path), {"KHRONOS_CONFIG": str(tmp_path / "config.toml")}
    typed = {key: value for _, key, value in khronos_lines(text)}
    for key, value in typed.items():
        alice.ok("config", key, value, **own)
    values = alice.ok("config", "--json", **own).json["values"]
    assert {key: values[key]["value"] for key in typed} == typed


def test_the_page_on_my_village(tmp_path: Path) -> None:
    """Its first game, what it shows of it (the dice lie as they lie), and a game with cards of one's own."""
    pair = Pair(tmp_path)
    alice, bob = pair.people.values()
    begins, joins, looks, _, own = (khronos_lines(block) for block in blocks(DOCS["village"]))
    for name in pair.people:
        pair.run(name, ["keygen", name])
    pair.run("alice", begins[0])
    shutil.copy(alice.folder / "village.khronos", bob.folder)
    pair.run("bob", joins[0])
    mover, need, now = "bob", "", bob
    while need != "turn":  # the first roll takes the part of both
        if need:
            pair.run(mover, ["assist", "village.khronos"])
        for other in {alice.folder, bob.folder} - {now.folder}:
            shutil.copy(now.folder / "village.khronos", other)
        waiting = pair.status(mover, "village.khronos")["waiting_for"]
        mover, need = {"red": "alice", "yellow": "bob"}[waiting["colour"]], waiting["for"]
        now = pair.people[mover]
    assert [words[0] for words in looks] == ["show", "moves", "moves", "check", "show"]
    for arguments in looks:
        pair.run(mover, arguments, may_fail=3)
    (cards,) = re.findall(r"`(khronos_pbem/\S+\.toml)`", DOCS["village"])
    shutil.copy(ROOT / cards, alice.folder / "cards.toml")
    pair.run("alice", own[0])


def test_the_page_on_my_village_has_every_order() -> None:
    """Its own in the table, those of every table by name below it."""
    page = section(DOCS["village"], "The orders on one page")
    forms = feature(game_by_name("my-village"), Words).help_table("en")
    assert len(forms) > 20
    assert [form for form, _, _ in forms if f"`{form.split()[0]}" not in page] == []


def test_playing_in_a_shared_folder(tmp_path: Path) -> None:
    """The README's four lines and the page's blocks; nobody waits here, so `watch` looks once."""
    texts = ["\n".join(blocks(DOCS["by-folder"])), *blocks(section(README, "In a shared folder"))]
    for number, text in enumerate(texts):
        pair = Pair(tmp_path / str(number))
        for name in pair.people:
            pair.run(name, ["keygen", name])
        lines = [words for words in khronos_lines(text) if words[0] != "keygen"]
        start, join, *rest = lines
        pair.run("alice", start)
        pair.run("bob", join)
        watch = next(words for words in rest if words[0] == "watch")
        for name in ("alice", "bob", "alice"):
            pair.run(name, [word for word in watch if word != "--notify"] + ["--once"])
        mover = pair.mover(start[1])
        for arguments in rest:
            if arguments != watch:
                pair.run(mover, arguments)
        assert pair.mover(start[1]) != mover


def test_alone(tmp_path: Path) -> None:
    """The README's commands for somebody alone, in a folder with the samples; the last is tested below."""
    shutil.copytree(ROOT / "sample_games", tmp_path / "sample_games")
    somebody = knowing(Person("x", tmp_path), ROOT / "sample_games" / "five-players.khronos")
    _, block = blocks(section(README, "Playing alone"))
    lines = khronos_lines(block)
    assert [words[0] for words in lines] == ["verify", "show", "replay", "export"]
    for arguments in lines:
        assert somebody.ok(*arguments).out


def test_beginning_alone(tmp_path: Path) -> None:
    """The README's commands for a newcomer without friends; a hint is not thought about for long."""
    somebody = Person("x", tmp_path)
    block, _ = blocks(section(README, "Playing alone"))
    lines = khronos_lines(block.replace(" && ", "\n"))
    assert [words[0] for words in lines] == ["keygen", "learn", "solo", "hint"]
    for arguments in lines:
        thinking = ["--think", "0.05"] if arguments[0] == "hint" else []
        assert somebody.ok(*arguments, *thinking).out


@pytest.mark.parametrize("page", ["orders", "scripts", "fairness", "hints"])
def test_the_commands_of_a_page(page: str, tmp_path: Path) -> None:
    """Run on a game in the middle, by who has to move, who has one line to say."""
    folder = tmp_path / "mine"
    shutil.copytree(ROOT / "sample_games" / "middle", folder)
    shutil.copy(folder / "game.khronos", tmp_path / "ours.khronos")
    somebody = Person("x", tmp_path)
    lines = [line for block in blocks(DOCS[page]) for line in block.splitlines()]
    assert lines
    for line in lines:
        stdin, _, command = line.rpartition(" | ")
        words = shlex.split(command, comments=True)[1:]
        typed = "end\n" if stdin else None
        result = somebody.run(*words, stdin=typed, KHRONOS_HOME=str(folder / "keyring"))
        assert result.code == 0, (line, result.err)
        if "--json" in words:
            assert result.json


def test_a_map_of_ones_own(tmp_path: Path) -> None:
    """The map on the page of maps starts a game, which carries it."""
    (text,) = re.findall(r"```toml\n(.*?)```", DOCS["map"], re.DOTALL)
    somebody = Person("alice", tmp_path)
    (tmp_path / "small.toml").write_text(text, encoding="utf-8")
    somebody.ok("keygen", "alice")
    somebody.ok("new", "x.khronos", "--colour", "red", "--seats", "2", "--map", "small.toml")
    assert "....~~.." in (tmp_path / "x.khronos").read_text(encoding="utf-8")


def test_every_shell_block_is_run_by_a_test() -> None:
    """What is new on a page needs a test here."""
    run = {name for name in PAGES if blocks(DOCS[name])}
    told = {"by-mail", "by-folder", "fairness", "hints", "learning", "orders", "scripts", "study", "village"}
    assert run == told
    assert len(blocks()) == 8
    assert sum(len(blocks(DOCS[name])) for name in PAGES) == 6 + 3 + 1 + 1 + 2 + 1 + 1 + 2 + 5


def test_the_sample_turn(tmp_path: Path) -> None:
    """The game in the middle, with its throw-away keyring, goes on with the turn file beside it."""
    folder = tmp_path / "mine"
    shutil.copytree(ROOT / "sample_games" / "middle", folder)
    somebody = Person("x", tmp_path)
    line = next(
        shlex.split(line.split("&&")[-1])
        for block in blocks()
        for line in block.splitlines()
        if "KHRONOS_HOME=mine/keyring khronos play" in line
    )
    arguments = line[line.index("khronos") + 1 :]
    done = somebody.ok(*arguments, "--json", KHRONOS_HOME=str(folder / "keyring")).json
    assert done["orders"][-1].startswith("end")


def test_play_by_mail(tmp_path: Path) -> None:
    """The README's commands for a mail program, by the player who has to move."""
    folder = tmp_path / "mine"
    shutil.copytree(ROOT / "sample_games" / "middle", folder)
    somebody, home = Person("x", tmp_path), {"KHRONOS_HOME": str(folder / "keyring")}
    names = {seat["name"] for seat in somebody.ok("status", "mine/game.khronos", "--json").json["seats"]}
    for name in names:
        somebody.ok("contacts", "add", name, f"{name}@example.org", **home)
    letter = somebody.ok("armor", "mine/game.khronos").out
    (tmp_path / "turn.eml").write_text(f"Subject: your move\n\n{letter}", encoding="utf-8")
    somebody.ok("receive", "turn.eml", **home)
    assert "YOUR MOVE" in somebody.ok("inbox", **home).out
    title = "sample-in-the-middle"
    somebody.ok("play", title, "-c", "policy placement ask; end", **home)
    sent = somebody.ok("send", title, "-o", "out.eml", "--config", "address=alice@example.org", **home).out
    assert "mailto:" in sent
    again = somebody.ok("resend", title, "-o", "-", "--config", "address=alice@example.org", **home).out
    assert again.split() == (tmp_path / "out.eml").read_text(encoding="utf-8").split()
    assert somebody.ok("receive", "out.eml", **home).out.startswith("already here")
    somebody.ok("remind", "--days", "7", **home)
    somebody.ok("contacts", "check", title, **home)
    somebody.ok("config", **home)


def test_keep_show_study(tmp_path: Path) -> None:
    """The page's commands for finished games, in a folder with the samples, and for spectators."""
    shutil.copytree(ROOT / "sample_games", tmp_path / "sample_games")
    shown, published = blocks(DOCS["study"])
    somebody = knowing(Person("x", tmp_path))
    for arguments in khronos_lines(shown):
        assert somebody.ok(*arguments).out
    shutil.copy(ROOT / "sample_games" / "middle" / "game.khronos", tmp_path / "ours.khronos")
    somebody.ok("keygen", "alice")
    for arguments in khronos_lines(published):
        assert somebody.ok(*arguments).out


@pytest.mark.parametrize(("page", "picture"), [("README", "board.svg"), ("village", "village.svg")])
def test_the_picture_is_of_today(page: str, picture: str, tmp_path: Path) -> None:
    """The pictures in the README and on the page of My Village are what the program draws now."""
    text = README if page == "README" else DOCS[page]
    line = next(line for line in text.splitlines() if "--svg --at" in line)
    command, file, *rest = shlex.split(line, comments=True)[1:]
    knowing(Person("x", tmp_path), ROOT / file).ok(command, str(ROOT / file), *rest, "-o", picture)
    assert (tmp_path / picture).read_bytes() == (ROOT / "docs" / picture).read_bytes()
    assert picture in text


def test_the_board_is_of_today(tmp_path: Path) -> None:
    """The board on the first screen is what the program shows now, without what stands beside it."""
    sample = str(ROOT / "sample_games" / "two-players.khronos")
    out = Person("x", tmp_path).ok("show", sample, "--at", "16", "--board", "might").out
    board = README.split("```text\n")[1].split("\n```")[0].splitlines()
    shown = [line[:38].rstrip() for line in out[out.index("MIGHT") :].splitlines()]
    assert shown[: len(board)] == board
    assert len(board) > 22


def test_the_page_of_the_lessons(tmp_path: Path) -> None:
    """Its commands are run in their order; the file that it names has the answer to the second step."""
    somebody = Person("x", tmp_path)
    (tmp_path / "orders.txt").write_text("build monastery might E2\n", encoding="utf-8")
    shown = [somebody.ok(*words).out for block in blocks(DOCS["learning"]) for words in khronos_lines(block)]
    assert "Step 2 of 3" in shown[3]
    assert "Step 3 of 3" in shown[-1]


def test_the_page_of_the_orders() -> None:
    """The three ways to write an order that it shows are the same order, and no order is missing."""
    from khronos_pbem.games.khronos.order_text.grammar import LANGUAGE, parse, text

    found = re.findall(r"`(construire [^`]*|bauen [^`]*)`", DOCS["orders"])
    assert len(found) == 2
    for words in found:
        assert [text(spelled.order) for spelled in parse(words)] == ["build keep might F7"]
    shown = " ".join(re.findall(r"^\| (`.*?) \|", DOCS["orders"], re.MULTILINE))
    for form, _, _ in LANGUAGE.help_table():
        assert f"`{form.split()[0]}" in shown, form
