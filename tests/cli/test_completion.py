"""What a shell is offered when Tab is pressed, asked through the protocol of its completion script."""

from __future__ import annotations

import shlex
import shutil
import sys
from pathlib import Path

import pytest

from khronos_pbem.cli import completion
from khronos_pbem.cli.commands import COMMANDS
from khronos_pbem.errors import UsageError
from khronos_pbem.games.registry import GAMES
from tests.archive.tally import NAME, PLACE
from tests.support.shell import ROOT, Person, Result

MIDDLE = ROOT / "sample_games" / "middle"


@pytest.fixture(scope="module")
def alice(tmp_path_factory: pytest.TempPathFactory) -> Person:
    """Who has to act in the sample in the middle: with its save, a library, contacts and other files."""
    somebody = Person("alice", tmp_path_factory.mktemp("completing"))
    shutil.copytree(MIDDLE / "keyring", somebody.home)
    shutil.copy(MIDDLE / "game.khronos", somebody.folder)
    shutil.copy(ROOT / "sample_games" / "two-players.khronos", somebody.folder / "with blanks.khronos")
    (somebody.folder / "sub").mkdir()
    shutil.copy(ROOT / "sample_games" / "two-players.khronos", somebody.folder / "sub" / "two.khronos")
    for name in ("record.krec", "position.toml", "notes.txt", ".hidden.khronos", "-c.khronos"):
        (somebody.folder / name).touch()
    somebody.ok("receive", "sub/two.khronos")
    somebody.ok("contacts", "add", "carol", "carol@example.org")
    somebody.ok("contacts", "add", "chris two", "chris@example.org")
    return somebody


def asked(person: Person, line: str, shell: str = "bash", word: str = "", **more: str) -> Result:
    """What the program answers to a shell in which this line is typed, at its end (in this `word`)."""
    if shell == "bash":
        count = len(line.partition("'")[0].split(" ")) - 1
        words = {"COMP_WORDS": line, "COMP_CWORD": word or str(count)}
    else:
        words = {"_TYPER_COMPLETE_ARGS": line, "_TYPER_COMPLETE_FISH_ACTION": "get-args"}
    return person.run(**words, _KHRONOS_COMPLETE=f"complete_{shell}", **more)


def offered(person: Person, line: str, **more: str) -> list[str]:
    """The words that are offered behind this line."""
    result = asked(person, line, **more)
    assert result.err == ""
    return [word for word in result.out.splitlines() if word]


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("khronos sho", ["show"]),
        ("khronos contacts ", ["list", "add", "check"]),
        ("khronos --lang ", ["en", "fr", "de"]),
        ("khronos show ga", ["game.khronos"]),
        ("khronos show sub/", ["sub/two.khronos"]),
        ("khronos show nothing", []),
        ("khronos show ", ["sample-two-players", "game.khronos", "position.toml", "record.krec"]),
        ("khronos replay ", ["sample-two-players", "game.khronos", "record.krec"]),
        ("khronos play ", ["sample-two-players", "game.khronos"]),
        ("khronos try ", ["position.toml"]),
        ("khronos settle s", ["sample-two-players"]),
        ("khronos show --board ", ["might", "faith", "reason", "market", "villages", "graves"]),
        ("khronos show --as ", ["alice"]),
        ("khronos new x --colour ", ["red", "blue", "green", "white", "black"]),
        ("khronos join game.khronos --colour ", ["green", "white", "black"]),
        ("khronos join sample-two --colour ", ["green", "white", "black"]),
        ("khronos new x --map ", ["valley"]),
        ("khronos send game.khronos --to ", ["carol"]),
        ("khronos contacts add c", ["carol"]),
        ("khronos send x --config smtp_h", ["smtp_host="]),
        ("khronos config smtp_h", ["smtp_host"]),
        ("khronos config --unset smtp_h", ["smtp_host"]),
        ("khronos config smtp_security ", ["tls", "starttls", "none"]),
        ("khronos config copies ", ["all", "none"]),
        ("khronos send x --no-c", ["--no-copies"]),
        ("khronos config smtp_port ", ["465"]),
        ("khronos rules 10.", ["10.1", "10.2", "10.3"]),
        ("khronos help fair", ["fairness"]),
        ("khronos help cont", ["contacts"]),
    ],
)
def test_words_are_offered(line: str, words: list[str], alice: Person) -> None:
    found = offered(alice, line)
    library = [word.rpartition("-")[0] if word.startswith("sample-") else word for word in found]
    assert library == words


def test_every_command_completes_its_options(alice: Person) -> None:
    for name in COMMANDS:
        assert "--help" in offered(alice, f"khronos {name} --h"), name


# --- orders -----------------------------------------------------------------------------------------------


def legal(person: Person, *begun: str) -> list[str]:
    """The legal orders that begin so."""
    found: list[str] = person.ok("moves", "game.khronos", *begun, "--json").json["orders"]
    return found


@pytest.mark.parametrize("begun", ["build ", "build k", "BUILD keep faith ", "travel 1 "])
def test_of_ones_own_move_the_legal_orders_are_offered(begun: str, alice: Person) -> None:
    found = offered(alice, f"khronos play game.khronos -c '{begun}")
    orders = legal(alice)
    further = {
        order[len(begun) :].split(" ")[0] for order in orders if order.lower().startswith(begun.lower())
    }
    assert {word[len(begun) :] for word in found} == further
    assert all(word.startswith(begun) for word in found)
    assert found


def test_the_words_of_moves_are_offered_like_orders(alice: Person) -> None:
    squares = offered(alice, "khronos moves game.khronos build keep faith E")
    assert squares
    assert set(squares) == {order.split()[3] for order in legal(alice, "build", "keep", "faith", "E")}
    assert "build" in offered(alice, "khronos moves game.khronos b")


@pytest.mark.parametrize("first", ["travel 1 might; ", 'message "a; b"; travel 1 might;'])
def test_behind_other_orders_those_are_offered_that_are_legal_there(first: str, alice: Person) -> None:
    """The adventurer stands on another board then."""
    found = offered(alice, f"khronos play game.khronos -c '{first}build keep ")
    assert set(found) == {f"{first}build keep {board}" for board in boards_behind(alice)}
    assert offered(alice, f"khronos play game.khronos -c '{first}build keep x") == []


def test_behind_another_option_with_orders_it_is_the_same(alice: Person) -> None:
    """The shell that quotes gives each of them whole."""
    line = "khronos play game.khronos -c 'travel 1 might' -c 'build keep "
    found = asked(alice, line, word="6").out.split("\n")
    assert {word for word in found if word} == {f"build keep {board}" for board in boards_behind(alice)}
    moves = asked(alice, "khronos moves game.khronos -c 'travel 1 might' build keep ", word="7").out
    assert moves.split() == boards_behind(alice)


def boards_behind(person: Person) -> list[str]:
    """Where a keep can be built once the first adventurer has travelled."""
    command = ("moves", "game.khronos", "-c", "travel 1 might", "build", "keep", "--json")
    return sorted({order.split()[2] for order in person.ok(*command).json["orders"]})


def test_where_it_is_not_known_what_is_legal_the_words_of_the_language_are_offered(alice: Person) -> None:
    """After an order that cannot be, of a game that is not there, or in another language."""
    assert "travel 1 might; travel 1 faith; build" in offered(
        alice, "khronos play game.khronos -c 'travel 1 might; travel 1 faith; bu"
    )
    assert offered(alice, "khronos play game.khronos -c 'travel 1 might; bui") == ["travel 1 might; build"]
    assert offered(alice, "khronos play nothing.khronos -c 'tra") == ["travel"]
    assert offered(alice, "khronos play game.khronos -c 'bau", KHRONOS_LANG="de") == ["bauen"]
    assert "message" in offered(alice, "khronos play game.khronos -c '")


def test_a_locked_identity_is_not_asked_for_its_passphrase(
    alice: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("KHRONOS_PASSPHRASE", raising=False)
    with pytest.raises(UsageError, match="locked"):
        completion._passphrase_without_asking()
    monkeypatch.setenv("KHRONOS_PASSPHRASE", "sesame")
    assert completion._passphrase_without_asking() == "sesame"


# --- shells -----------------------------------------------------------------------------------------------


def test_zsh_and_fish_are_answered_too(alice: Person) -> None:
    assert '"game.khronos"' in asked(alice, "khronos show ga", "zsh").out
    assert asked(alice, "khronos show ga", "fish").out == "game.khronos\n"
    assert asked(alice, "khronos show nothing", "zsh").out == "_files\n", "the shell completes files itself"


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_the_script_for_the_shell_is_printed(shell: str, alice: Person) -> None:
    if shell == "bash" and shutil.which("bash") is None:
        pytest.skip("there is no bash")
    out = alice.run(_KHRONOS_COMPLETE=f"source_{shell}").out
    assert "_KHRONOS_COMPLETE" in out
    assert "khronos" in out


@pytest.mark.skipif(shutil.which("bash") is None, reason="there is no bash")
def test_bash_completes_by_the_script(alice: Person) -> None:
    """The very script that `--show-completion` prints, in a shell."""
    script = alice.run(_KHRONOS_COMPLETE="source_bash").out
    (alice.folder / "khronos").write_text(
        f'#!/bin/sh\nexec {shlex.quote(sys.executable)} -m khronos_pbem "$@"\n'
    )
    (alice.folder / "khronos").chmod(0o755)
    line = f"{script}\nCOMP_WORDS=(khronos show ga); COMP_CWORD=2; _khronos_completion ./khronos\n"
    done = alice.shell(["bash", "-c", f'{line}printf "%s\\n" "${{COMPREPLY[@]}}"'])
    assert (done.out, done.err) == ("game.khronos\n", "")


# --- quick and silent -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "line",
    [
        "khronos play broken.khronos -c '",
        "khronos join broken.khronos --colour ",
        "khronos show \x1b[31m",
        "khronos show ../../../../../etc/",
        "khronos show 'unfinished",
        "khronos nothing-like-it ",
        "khronos show --board x --board ",
        "khronos",
        "",
    ],
)
def test_whatever_is_wrong_nothing_is_said(line: str, alice: Person) -> None:
    (alice.folder / "broken.khronos").write_bytes(b"format = \xff")
    result = asked(alice, line)
    assert result.err == ""
    assert "\x1b" not in result.out


def test_a_home_that_cannot_be_read_is_no_reason_to_complain(alice: Person) -> None:
    (alice.folder / "file").write_text("no folder")
    for line in ("khronos show --as ", "khronos send x --to ", "khronos show ga"):
        assert asked(alice, line, KHRONOS_HOME=str(alice.folder / "file")).err == ""


def test_a_variable_that_is_nonsense_is_no_reason_to_complain(alice: Person) -> None:
    for words in ({"COMP_CWORD": "x", "COMP_WORDS": "khronos sh"}, {}, {"COMP_WORDS": "a" * 5000}):
        assert alice.run(_KHRONOS_COMPLETE="complete_bash", **words).err == ""


def test_names_that_a_shell_would_cut_or_obey_are_left_to_the_shell(alice: Person) -> None:
    for name in (
        "a$(id).khronos",
        "a`id`.khronos",
        "a;b.khronos",
        "a\nb.khronos",
        "a'b.khronos",
        "a b.khronos",
    ):
        (alice.folder / name).touch()
    assert offered(alice, "khronos show a") == []
    assert offered(alice, "khronos show with") == []


def test_only_the_command_that_is_typed_is_loaded(monkeypatch: pytest.MonkeyPatch) -> None:
    names = ["show", "play"]
    for line, command in (
        ("khronos sh", ""),
        ("khronos show", ""),
        ("khronos show ", "show"),
        ("khronos --lang fr play x", "play"),
    ):
        for variable in ("COMP_WORDS", "_TYPER_COMPLETE_ARGS"):
            environment = {completion.ASKED: "complete_bash", variable: line}
            assert completion.command_to_complete(environment, names) == command
    assert completion.command_to_complete({"COMP_WORDS": "khronos show "}, names) is None


def test_a_second_game_is_offered_too(alice: Person, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(GAMES, NAME, PLACE)
    assert NAME in offered(alice, "khronos new x --game ")
    assert offered(alice, "khronos new x --prizes ") == ["none"]


def test_a_full_folder_is_left_to_the_shell(tmp_path: Path) -> None:
    somebody = Person("x", tmp_path)
    for number in range(completion._MOST + 50):
        (tmp_path / f"f{number}.khronos").touch()
    assert len(offered(somebody, "khronos show f")) <= completion._MOST
