"""A game that has two histories is not stuck: both are kept, told, and one of them is chosen (FORMATS 1)."""

from __future__ import annotations

import os
import shutil
from dataclasses import replace
from pathlib import Path

import pytest

from khronos_pbem.engine.digests import encode_bytes
from khronos_pbem.errors import UsageError
from khronos_pbem.home import cache
from khronos_pbem.languages.moments import format_moment
from khronos_pbem.library.contact_list import find_contact
from khronos_pbem.library.watch_folder import FolderWatch
from khronos_pbem.mail.formats.armor import armor
from khronos_pbem.record.block import ASSIST
from khronos_pbem.record.chain import head_hash
from khronos_pbem.record.save import Save, parse_save, write_save
from khronos_pbem.session.commands.write_blocks import play_turn
from khronos_pbem.session.context import Context
from khronos_pbem.session.replay.table import waiting
from khronos_pbem.storage.files import read_file
from tests.support.playing import NAMES, Group, no_passphrase
from tests.support.shell import PATIENCE, Person

TIMES = ("2026-11-29T10:00:00Z", "2026-11-30T10:00:00Z")


@pytest.fixture(scope="module")
def forked(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the homes of two, the game, and what a player with two machines made of it.

    `one`, `two` and `more…` are different turns, `late` and `past` are the turn of `one` at another time,
    `answered` goes on from `one`, and `later` from `late`.
    """
    group = Group(tmp_path_factory.mktemp("forked") / "game", 2, 4)
    group.start("Two stories")
    while (now := waiting(group.table())) is not None and now.need == ASSIST:
        group.step()
    assert now is not None
    assert now.seat is not None
    cheat, honest = NAMES[now.seat], NAMES[1 - now.seat]
    group.home(cheat).rename(group.folder / "cheat")
    group.home(honest).rename(group.folder / "honest")
    machine = 0

    def turn(base: str, name: str, who: str, words: str, at: str) -> None:
        nonlocal machine
        machine += 1
        home = shutil.copytree(group.folder / who, group.folder / f"machine{machine}")
        out = group.folder / f"{name}.khronos"
        context = Context(home, no_passphrase, at, cheat if who == "cheat" else honest, out)
        play_turn(group.folder / f"{base}.khronos", context, words)
        shutil.rmtree(home)

    turn("game", "one", "cheat", 'message "one"; end', TIMES[0])
    turn("game", "two", "cheat", 'message "two"; end', TIMES[0])
    turn("game", "late", "cheat", 'message "one"; end', TIMES[1])
    turn("game", "past", "cheat", 'message "one"; end', "2020-02-01T10:00:00Z")
    for number in range(3, 7):
        turn("game", f"more{number}", "cheat", f'message "{number}"; end', TIMES[0])
    turn("one", "answered", "honest", "end", TIMES[0])
    turn("late", "later", "honest", "end", TIMES[1])
    return group.folder


@pytest.fixture
def honest(forked: Path, tmp_path: Path) -> Person:
    """Whom the other player has told two stories."""
    person = Person("honest", tmp_path / "honest")
    shutil.copytree(forked, person.folder)
    shutil.copytree(forked / "honest", person.home)
    return person


def saved(path: Path) -> Save:
    return parse_save(read_file(path))


def letter(person: Person, name: str) -> str:
    path = person.folder / f"{name}.eml"
    text = armor(read_file(person.folder / f"{name}.khronos"))
    path.write_text(f"Subject: a turn\n\n{text}", encoding="utf-8")
    return path.name


def test_by_mail_both_are_kept_and_one_is_chosen(honest: Person) -> None:
    honest.ok("receive", letter(honest, "one"))
    assert "YOUR MOVE" in honest.ok("inbox").out
    result = honest.run("receive", letter(honest, "two"))
    assert result.code == 6
    assert result.err.count("there are two versions") == 1
    assert "two versions of this game, because " in result.err
    assert "khronos settle" in result.err
    inbox = honest.ok("inbox").out
    assert "YOUR MOVE" not in inbox
    assert "two versions of this game" in inbox
    (row,) = honest.ok("inbox", "--json").json["games"]
    assert (row["yours"], row["histories"]) == (False, 2)
    title = inbox.split("khronos settle ")[1].split()[0]
    shown = honest.run("settle", title)
    assert shown.code == 6
    for words in ('message "one"', 'message "two"', format_moment(TIMES[0], "en", None), "prove it"):
        assert words in shown.out
    result = honest.ok("settle", title, "--take", "2")
    assert "the other version has been kept" in result.out
    library = next((honest.home / "library").glob("*.khronos"))
    assert saved(library) == saved(honest.folder / "two.khronos")
    assert "YOUR MOVE" in honest.ok("inbox").out
    assert honest.run("settle", title).code == 4
    honest.ok("play", title, "-c", "end")
    kept = [saved(path) for path in (honest.home / "settle").rglob("*.khronos")]
    assert kept == [saved(honest.folder / "one.khronos")]


def test_a_name_with_blanks_is_quoted_where_it_is_to_be_typed(honest: Person) -> None:
    """What the program suggests can be copied into a shell as it stands."""
    game = honest.folder / "Annas grüner Käse.khronos"
    shutil.copy(honest.folder / "one.khronos", game)
    honest.ok("status", game.name)
    honest.fails(6, "play", "two.khronos", "-c", "end")
    assert f"khronos settle '{game.name}'" in honest.run("status", game.name).err
    with pytest.raises(UsageError) as found:
        find_contact([], "Anna Käse")
    assert str(found.value.hint) == "add this contact: khronos contacts add 'Anna Käse' ADDRESS"
    with pytest.raises(UsageError) as found:
        find_contact([], "-rf *")
    assert str(found.value.hint) == "add this contact: khronos contacts add -- '-rf *' ADDRESS"


def test_by_files(honest: Person) -> None:
    """The one seen first stays until another is chosen; then that one is the newest seen."""
    honest.ok("status", "one.khronos")
    data = {name: (honest.folder / name).read_bytes() for name in ("one.khronos", "two.khronos")}
    line = honest.fails(6, "play", "two.khronos", "-c", "end")
    assert "two different blocks" in line
    assert "khronos settle" in line
    facts = honest.run("settle", "one.khronos", "--json")
    assert facts.code == 6
    document = facts.json
    assert document["taken"] is None
    assert [side["seen"] for side in document["histories"]] == [True, False]
    assert document["histories"][1]["kind"] == "fork"
    assert [side["blocks"][0]["at"] for side in document["histories"]] == [TIMES[0]] * 2
    taken = honest.ok("settle", "one.khronos", "--take", "two.khronos", "--json").json
    assert taken["taken"] == 2
    assert saved(honest.folder / taken["file"]) == saved(honest.folder / "two.khronos")
    assert {name: (honest.folder / name).read_bytes() for name in data} == data
    honest.fails(6, "play", "one.khronos", "-c", "end")
    honest.ok("play", "two.khronos", "-c", "end")


def test_every_look_and_every_turn_tells_of_two_histories(honest: Person) -> None:
    for command in (["status", "one.khronos"], ["show", "one.khronos"]):
        assert "two versions" not in honest.ok(*command).err
    honest.fails(6, "status", "two.khronos")
    for command in (["status", "one.khronos"], ["show", "one.khronos"], ["play", "one.khronos", "-c", "end"]):
        err = honest.ok(*command).err
        assert "there are two versions of this game" in err
        assert "compare them and choose: khronos settle one.khronos" in err
    honest.ok("settle", "one.khronos", "--take", "1")
    assert honest.ok("status", "one.khronos").err == ""


def test_a_choice_may_be_changed(honest: Person) -> None:
    honest.ok("status", "one.khronos")
    honest.fails(6, "status", "two.khronos")
    honest.ok("settle", "one.khronos", "--take", "1")
    assert honest.run("settle", "one.khronos").code == 4
    honest.fails(6, "status", "two.khronos")
    assert honest.run("settle", "one.khronos").code == 4
    assert honest.run("settle", "two.khronos").code == 6
    honest.ok("settle", "two.khronos", "--take", "2", "-o", "chosen.khronos")
    honest.ok("status", "chosen.khronos")


def told(person: Person) -> list[str]:
    """The heads of the histories to choose from, by their numbers."""
    return [side["head"] for side in person.run("settle", "one.khronos", "--json").json["histories"]]


def test_the_numbers_of_histories_stay(honest: Person) -> None:
    """Whoever has read them chooses what he has read, whatever has come in meanwhile."""
    honest.ok("status", "one.khronos")
    before: list[str] = []
    for name in ("two", "more3", "more4", "more5", "more6"):
        honest.fails(6, "status", f"{name}.khronos")
        heads = told(honest)
        assert heads[: len(before)] == before or not before
        assert len(heads) == max(2, len(before) + 1)
        before = heads
    honest.ok("settle", "one.khronos", "--take", "2")
    newest = next((honest.home / "games").glob("*.khronos"))
    assert saved(newest) == saved(honest.folder / "two.khronos")


def test_what_was_not_chosen_may_come_again(honest: Person) -> None:
    """It is neither taken nor asked about again, also if the same turn was signed at another time."""
    honest.ok("receive", letter(honest, "two"))
    for name in ("one", "late"):
        assert honest.run("receive", letter(honest, name)).code == 6
        game = next((honest.home / "library").glob("*.khronos"))
        if name == "one":
            honest.ok("settle", str(game), "--take", "1")
        assert saved(game) == saved(honest.folder / "two.khronos")
        assert "YOUR MOVE" in honest.ok("inbox").out
    honest.ok("play", str(game), "-c", "end")


def test_a_file_that_is_called_like_a_number(honest: Person) -> None:
    (honest.folder / "2").write_text("a shopping list", encoding="utf-8")
    honest.ok("status", "one.khronos")
    honest.fails(6, "status", "two.khronos")
    honest.ok("settle", "one.khronos", "--take", "2")
    assert (honest.folder / "2").read_text(encoding="utf-8") == "a shopping list"


def test_nobody_is_reminded_of_a_game_with_two_histories(honest: Person) -> None:
    """It is no longer known for whom it waits; and nobody reminds himself."""
    honest.ok("receive", letter(honest, "past"))
    assert honest.ok("remind", "--json").json["late"] == []
    assert honest.run("receive", letter(honest, "two")).code == 6
    assert honest.ok("remind", "--json").json["late"] == []


def test_nothing_to_settle(honest: Person) -> None:
    told = honest.fails(4, "settle", "game.khronos")
    assert "you have only one version of this game, so there is nothing to choose" in told
    honest.fails(2, "settle", "nowhere.khronos")
    honest.ok("status", "one.khronos")
    honest.fails(6, "status", "two.khronos")
    result = honest.run("settle", "one.khronos", "--take", "7")
    assert result.code == 2
    assert "7 is not one of these versions — after --take, give a number from 1 to 2" in result.err


def test_a_turn_signed_twice_is_called_an_accident(honest: Person) -> None:
    honest.ok("status", "answered.khronos")
    line = honest.fails(6, "status", "later.khronos")
    assert "signed the same turn twice" in line
    assert "fork" not in line
    shown = honest.run("settle", "later.khronos")
    assert shown.code == 6
    assert "this was an accident, not cheating" in shown.out
    document = honest.run("settle", "later.khronos", "--json").json
    assert document["histories"][1]["kind"] == "twice"
    honest.ok("settle", "later.khronos", "--take", "2")
    honest.ok("status", "later.khronos")


def test_either_copy_of_a_turn_may_be_taken(honest: Person) -> None:
    honest.ok("receive", letter(honest, "one"))
    assert honest.ok("receive", letter(honest, "late")).out.startswith("already here")
    result = honest.ok("play", "late.khronos", "-c", "end")
    assert "signed twice" in result.err
    line = honest.fails(6, "status", "one.khronos")
    assert "older" in line


def test_whoever_goes_back_is_told_on_the_first_line(honest: Person) -> None:
    honest.ok("status", "one.khronos")
    result = honest.ok("show", "game.khronos")
    assert "this file is older than the newest version you have seen" in result.out.splitlines()[0]
    assert honest.ok("show", "game.khronos", "--json").json["older"]["exit"] == 6
    assert honest.ok("show", "one.khronos", "--json").json["older"] is None
    assert "older" not in honest.ok("show", "one.khronos").out.splitlines()[0]
    for command in ("show", "status", "verify", "log"):
        honest.ok(command, "game.khronos", "--rewind")
    honest.fails(6, "status", "game.khronos")


@pytest.mark.parametrize("damage", [b"nonsense", b""])
def test_what_was_seen_is_damaged(damage: bytes, honest: Person) -> None:
    """Nobody knows then what was seen: nothing is played, and it says what to do."""
    honest.ok("status", "one.khronos")
    (path,) = (honest.home / "games").glob("*.khronos")
    path.write_bytes(damage)
    line = honest.fails(6, "play", "one.khronos", "-c", "end")
    assert "ask all the other players" in line
    assert "--rewind" in line
    assert "cannot be read" in honest.ok("show", "one.khronos").out.splitlines()[0]
    honest.ok("play", "one.khronos", "-c", "end", "--rewind")
    honest.ok("status", "one.khronos")


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no pipes with names")
def test_what_was_seen_is_a_pipe(honest: Person) -> None:
    """Nobody writes into it, and nobody waits."""
    honest.ok("status", "one.khronos")
    (path,) = (honest.home / "games").glob("*.khronos")
    path.unlink()
    os.mkfifo(path)
    assert "is a pipe" in honest.fails(6, "play", "one.khronos", "-c", "end")
    assert "is a pipe" in honest.ok("show", "one.khronos").out.splitlines()[0]


def test_a_home_that_is_full_afterwards(honest: Person, monkeypatch: pytest.MonkeyPatch) -> None:
    """The save is new, so that is what it says: a warning, exit 0, never that nothing was written."""

    def full(*arguments: object, **named: object) -> None:
        raise UsageError("no space left on device", hint="nothing was written")

    honest.ok("status", "one.khronos")
    monkeypatch.setattr(cache, "write_state_file", full)
    result = honest.ok("play", "one.khronos", "-c", "end")
    assert "has been written" in result.err
    assert "nothing was written" not in result.out + result.err
    one, two = (saved(honest.folder / f"{name}.khronos") for name in ("one", "two"))
    assert len(one.blocks) == len(two.blocks) + 1


def test_whoever_only_looks_needs_no_home(honest: Person) -> None:
    """A record is shown and checked for ever; but nothing is signed that cannot be remembered."""
    (honest.folder / "file").write_text("no folder", encoding="utf-8")
    nowhere = {"KHRONOS_HOME": str(honest.folder / "file" / "home")}
    for command in ("show", "verify", "log"):
        assert (
            "could not be recorded as the newest one you have seen"
            in honest.ok(command, "one.khronos", **nowhere).err
        )
    result = honest.run("play", "one.khronos", "-c", "end", **nowhere)
    assert result.code == 2
    assert saved(honest.folder / "one.khronos").blocks[-1].orders[0] == 'message "one"'


# --- a watched folder -------------------------------------------------------------------------------------


@pytest.fixture
def watched(honest: Person) -> Person:
    """Somebody who has seen `one`, and a shared folder."""
    (honest.folder / "shared").mkdir()
    honest.ok("status", "one.khronos")
    return honest


def put(person: Person, name: str, target: str = "ours.khronos") -> None:
    shutil.copy(person.folder / f"{name}.khronos", person.folder / "shared" / target)


def test_an_older_file_beside_another_turn(watched: Person) -> None:
    """Who has read his next cards puts the older file back beside a copy with another turn."""
    put(watched, "game")
    put(watched, "two", "ours (1).khronos")
    out = watched.ok("watch", "shared", "--once").out
    assert "two different blocks" in out
    assert "this file is older than the newest version you have seen" in out
    assert "YOUR MOVE" not in out
    assert saved(watched.folder / "shared" / "ours.khronos") == saved(watched.folder / "game.khronos")
    assert (watched.folder / "shared" / "ours (1).khronos").exists()
    watched.ok("settle", "one.khronos", "--take", "2")
    assert "YOUR MOVE" in watched.ok("watch", "shared", "--once").out


def test_what_was_not_chosen_does_not_stand_in_the_way(watched: Person) -> None:
    """Somebody puts it back over the shared file: the game goes on in the copy that was chosen."""
    put(watched, "two")
    put(watched, "one", "ours (1).khronos")
    assert "two different blocks" in watched.ok("watch", "shared", "--once").out
    watched.ok("settle", "one.khronos", "--take", "1")
    out = watched.ok("watch", "shared", "--once").out
    assert "two different blocks" in out
    assert "ours (1).khronos: YOUR MOVE" in out
    assert saved(watched.folder / "shared" / "ours.khronos") == saved(watched.folder / "two.khronos")


def test_a_file_that_does_not_hold_replaces_no_copy(watched: Person) -> None:
    """A block that nobody signed, behind all that was played, contains nothing."""
    good = saved(watched.folder / "one.khronos")
    forged = replace(good.blocks[-1], seq=len(good.blocks), prev=encode_bytes(head_hash(good)))
    text = write_save(good._replace(blocks=(*good.blocks, forged)), [])
    put(watched, "one", "ours conflicted copy.khronos")
    (watched.folder / "shared" / "ours.khronos").write_text(text, encoding="utf-8")
    out = watched.ok("watch", "shared", "--once").out
    assert "removed" not in out
    assert (watched.folder / "shared" / "ours conflicted copy.khronos").exists()
    assert "YOUR MOVE" in out


def test_a_fork_alone_in_the_folder(watched: Person) -> None:
    put(watched, "two")
    assert "two different blocks" in watched.ok("watch", "shared", "--once").out
    put(watched, "one")
    out = watched.ok("watch", "shared", "--once").out
    assert "there are two versions of this game" in out
    assert "khronos settle" in out
    assert "YOUR MOVE" not in out


def test_a_folder_that_is_missing(watched: Person) -> None:
    for more in ([], ["--once"]):
        assert "nowhere cannot be watched" in watched.fails(2, "watch", "nowhere", *more)


@pytest.mark.skipif(os.name != "posix", reason="a shell script")
def test_the_hook_gets_a_path_that_is_no_option(watched: Person, monkeypatch: pytest.MonkeyPatch) -> None:
    hook = watched.folder / "hook"
    hook.write_text('#!/bin/sh\nprintf "%s" "$1" > "$(dirname "$0")/called"\n', encoding="utf-8")
    hook.chmod(0o755)
    put(watched, "one", "--help.khronos")
    folder = watched.folder / "shared"
    monkeypatch.chdir(folder)
    watching = FolderWatch(Path(), Context(watched.home, no_passphrase, TIMES[1]), hook=str(hook))
    assert "YOUR MOVE" in "".join(watching.poll())
    assert watching.calls[0].wait(PATIENCE) == 0
    called = (watched.folder / "called").read_text(encoding="utf-8")
    assert called == str((folder / "--help.khronos").resolve())


def test_a_hook_that_cannot_be_run_is_told(watched: Person) -> None:
    put(watched, "one")
    assert "the hook cannot be run" in watched.ok("watch", "shared", "--once", "--hook", "/nowhere/x").out


# --- several at once --------------------------------------------------------------------------------------


@pytest.mark.parametrize("words", [("one", "one"), ("one", "two")])
def test_two_processes_sign_once(words: tuple[str, str], honest: Person) -> None:
    """Different orders: one is refused. The same: both write the same block."""
    games = []
    for number, word in enumerate(words):
        out = honest.folder / f"out{number}.khronos"
        games.append(honest.started("play", "one.khronos", "-c", f'message "{word}"; end', "-o", out.name))
    codes = sorted(process.wait(PATIENCE) for process in games)
    for process in games:
        assert process.stdout is not None
        process.stdout.close()
    outs = [honest.folder / f"out{number}.khronos" for number in range(2)]
    blocks = {saved(out).blocks[-1].sig for out in outs if out.exists()}
    assert len(blocks) == 1
    assert codes == ([0, 0] if words[0] == words[1] else [0, 6])


def test_a_press_of_tab_keeps_no_history(honest: Person) -> None:
    """It only looks: what there is to settle is what somebody has opened."""
    honest.ok("show", "one.khronos")
    before = noted(honest)
    line = "khronos play two.khronos -c 'e"
    answered = honest.run(_KHRONOS_COMPLETE="complete_bash", COMP_WORDS=line, COMP_CWORD="4")
    assert "end\n" in answered.out
    assert noted(honest) == before


def noted(person: Person) -> dict[Path, bytes]:
    """The files of a home, but for what only saves time."""
    files = (path for path in sorted(person.home.rglob("*")) if path.is_file())
    return {path: path.read_bytes() for path in files if "cache" not in path.relative_to(person.home).parts}
