"""Games and bots of installed packages: found by their entry points, played, and told where broken."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from khronos_pbem import apply, bot, legal_orders, load, new_position
from khronos_pbem.errors import UsageError
from khronos_pbem.games import registry
from tests.archive.tally import NAME, PLACE
from tests.installed import install, install_race
from tests.support.shell import ROOT, Person


@pytest.fixture
def site(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder on the path in which packages can be installed; nothing of it is known afterwards."""
    known = dict(registry.GAMES)
    folder = tmp_path / "site"
    folder.mkdir()
    monkeypatch.syspath_prepend(str(folder))
    caches = (registry.find_installed_games, registry.find_installed_bots, registry._instance)
    for each in caches[:2]:
        each.cache_clear()
    yield folder
    registry.GAMES.clear()
    registry.GAMES.update(known)
    for each in caches:
        each.cache_clear()


@pytest.fixture
def me(tmp_path: Path) -> Person:
    """Somebody with an identity."""
    person = Person("me", tmp_path / "me")
    person.ok("keygen", "me")
    return person


def test_a_game_and_a_bot_of_a_package_are_played_to_the_end(site: Path, me: Person) -> None:
    install_race(site)
    me.ok("solo", "race.khronos", "--game", "race", "--opponents", "1", "--strength", "runner", "--json")
    path = me.folder / "race.khronos"
    assert [seat.bot for seat in load(path).seats] == ["", "steady"]
    for _ in range(40):
        if load(path).waiting is None:
            break
        choice = load(path).position.choice
        me.ok("play", "race.khronos", "--json", "-c", "let" if choice else "roll; draw; end")
    game = load(path)
    assert game.waiting is None
    assert game.position.winners
    played = [block.orders for block in game.blocks if block.colour == "blue" and block.kind == "turn"]
    assert all(orders[0] == "roll" for orders in played)
    assert me.ok("verify", "race.khronos").out


def test_the_help_names_what_packages_add(site: Path, me: Person) -> None:
    before = me.ok("new", "--help").out, me.ok("solo", "--help").out
    assert "Installed packages" not in "".join(before)
    registry.find_installed_games.cache_clear()
    registry.find_installed_bots.cache_clear()
    install_race(site)
    new, solo, hint = (" ".join(me.ok(name, "--help").out.split()) for name in ("new", "solo", "hint"))
    assert "The game to use. Installed packages also provide: race (toy-race). [default: khronos]" in new
    assert "Strength of the bots. Installed packages also provide: runner (toy-race)." in solo
    assert "runner" not in hint
    assert "choose from easy, steady, strong, expert, runner" in me.fails(2, "solo", "--strength", "walker")
    german = " ".join(me.ok("--lang", "de", "new", "--help").out.split())
    assert "Installierte Pakete bieten außerdem: race (toy-race)." in german


def test_the_options_of_a_game_of_a_package(site: Path, me: Person) -> None:
    """They are known although nothing but the unknown option says that a package is asked for."""
    install(site, "tally-game", {}, {"games": f"{NAME} = {PLACE}"})
    me.ok("new", "x.khronos", "--game", NAME, "--seats", "2", "--colour", "red", "--step", "3")
    assert "step = 3" in me.folder.joinpath("x.khronos").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    "text", ["import nothing_of_this_name", "PLUGIN = 3", "raise SyntaxError('two\\nlines')", "exit(7)", ""]
)
def test_a_broken_package_is_one_line(text: str, site: Path, me: Person) -> None:
    install(
        site,
        "broken-game",
        {"broken_game": text},
        {"games": "broken = broken_game:PLUGIN", "bots": "broken = broken_game:Bot"},
    )
    new = ("new", "x.khronos", "--seats", "2", "--colour", "red", "--game", "broken")
    solo = ("solo", "y.khronos", "--strength", "broken")
    for words in (new, solo):
        told = me.run(*words)
        assert told.code == 2
        assert len(told.err.splitlines()) == 1
        assert "broken_game:" in told.err
        assert "cannot be loaded" in told.err
        assert "update or remove the package that provides it" in told.err
    assert not list(me.folder.glob("*.khronos"))
    for asked in (("new", "--help"), ("help",), ("solo", "--help")):  # the others are not in its way
        assert me.ok(*asked).out


@pytest.mark.parametrize(
    ("file", "data"),
    [
        ("entry_points.txt", b"[khronos_pbem.games]\nx = \xff:y\n"),
        ("entry_points.txt", b"[khronos_pbem.games]\nno equals sign\n"),
        ("METADATA", b"Name: \xff\n"),
    ],
)
def test_a_package_that_cannot_be_read_is_left_out(file: str, data: bytes, site: Path, me: Person) -> None:
    """Any package of the environment may be damaged; the others are found."""
    install(site, "damaged", {}, {"games": "damaged = damaged:PLUGIN"})
    install_race(site)
    next(site.glob("damaged*.dist-info")).joinpath(file).write_bytes(data)
    assert [*registry.find_installed_games()] == ["race"]
    assert "also provide: race (toy-race)." in " ".join(me.ok("new", "--help").out.split())
    assert "there is no game called 'chess'" in me.fails(2, "orders", "--game", "chess")


@pytest.mark.parametrize(("name", "shown"), [("a\u202eb", "a\\u202eb"), (None, "")])
def test_the_name_of_a_package_prints_on_one_line(name: str | None, shown: str, site: Path) -> None:
    install(site, "odd", {}, {"games": "odd = odd:PLUGIN"})
    text = "" if name is None else f"Name: {name}\n"
    next(site.glob("odd*.dist-info")).joinpath("METADATA").write_text(text, encoding="utf-8")
    assert registry.find_installed_games()["odd"].package == shown


def test_a_bot_that_fails_is_one_line_and_writes_nothing(site: Path, me: Person) -> None:
    text = "class Bot:\n    def choose(self, view):\n        return 1 / 0\n"
    install(site, "bad-bot", {"bad_bot": text}, {"bots": "bad = bad_bot:Bot"})
    told = me.run("solo", "x.khronos", "--strength", "bad", "--opponents", "1", "--seed", "1")
    for _ in range(2):  # either of the two begins
        if told.code:
            break
        told = me.run("play", "x.khronos", "-c", "end")
    assert "the bad bot for the game khronos failed on blue's turn: ZeroDivisionError" in told.out + told.err
    assert all(block.colour != "blue" or not block.orders for block in load(me.folder / "x.khronos").blocks)


def test_an_installed_bot_takes_no_seat_of_another_strength(site: Path, me: Person) -> None:
    """A seat that joined as strong is played by the strong bot, whatever is asked for later."""
    install_race(site)
    me.ok("solo", "x.khronos", "--strength", "easy", "--opponents", "1", "--think", "0.05")
    for command in (("solo", "x.khronos"), ("bot", "x.khronos", "--as", "marvin")):
        told = me.run(*command, "--strength", "runner")
        assert told.code == 2
        assert "marvin has already joined, and its strength is easy — leave out --strength" in told.err
    assert not any("runner" in path.read_text(encoding="utf-8") for path in me.home.rglob("*.json"))


def test_a_package_does_not_replace_a_game_or_a_strength(site: Path) -> None:
    install(
        site,
        "fake",
        {"fake": ""},
        {"games": "khronos = fake:A\nBAD NAME = fake:A", "bots": "strong = fake:B"},
    )
    assert registry.find_installed_games() == registry.find_installed_bots() == {}
    assert list(registry.game_names()) == ["khronos", "my-village"]
    position = new_position(seed="1")
    assert bot("strong", seconds=0.01).choose(position.seen_by(position.to_move or ""))


def test_the_api_plays_a_game_of_a_package(site: Path) -> None:
    install_race(site)
    with pytest.raises(UsageError, match="there is no bot called 'walker'"):
        bot("walker")
    position, runner = new_position("race", seed="1"), bot("runner")
    assert position.colours == ("red", "blue")
    while position.to_move:
        assert legal_orders(position)
        position, _ = apply(position, runner.choose(position))
    assert position.winners


def test_the_program_starts_without_reading_packages(tmp_path: Path) -> None:
    """Entry points are read in a process of their own only if they are needed."""
    install_race(tmp_path / "site")
    person = Person("me", tmp_path / "me")
    place = os.pathsep.join([str(ROOT), str(tmp_path / "site")])
    lines = (
        "import sys",
        "from khronos_pbem.cli.main import run_arguments",
        "from khronos_pbem.games import registry",
        "run_arguments(sys.argv[1:])",
        "found = registry.find_installed_games.cache_info().misses",
        "print(sorted(registry.GAMES), found, type(sys.modules['khronos_pbem.api']).__name__)",
    )

    def last_line(*words: str) -> str:
        command = [sys.executable, "-c", "\n".join(lines), *words]
        return person.shell(command, PYTHONPATH=place).out.splitlines()[-1]

    for words in (("--help",), ("orders",), ("show", str(ROOT / "sample_games" / "two-players.khronos"))):
        assert last_line(*words) == "['khronos', 'my-village'] 0 _LazyModule"
    assert last_line("orders", "--game", "race") == "['khronos', 'my-village', 'race'] 1 _LazyModule"
