"""Calls when it is my move, the ways that are configured, and debts paid by what takes letters in."""

from __future__ import annotations

import shutil
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from khronos_pbem.library import notifications
from khronos_pbem.library.notifications import Notifier
from khronos_pbem.record.block import ASSIST
from khronos_pbem.record.save import parse_save
from khronos_pbem.session.replay.table import waiting
from tests.support.playing import NAMES, Group
from tests.support.shell import Person, Result

TITLE = "$(touch bad); `touch bad` --x <b>"


@pytest.fixture(scope="module")
def group(tmp_path_factory: pytest.TempPathFactory) -> Group:
    """A game of three that waits for a payment, its title of the worst kind."""
    group = Group(tmp_path_factory.mktemp("game"), 3, 1)
    group.start(TITLE)
    return group


def someone(group: Group, folder: Path, need: str) -> Person:
    """Whoever the game waits for, once it waits for this; the game is in his box, not in his library."""
    while (now := waiting(group.table())) is not None and now.need != need:
        group.step()
    assert now is not None
    assert now.seat is not None
    person = Person(NAMES[now.seat], folder)
    shutil.copytree(group.home(person.name), person.home)
    (folder / "box").mkdir()
    shutil.copy(group.save, folder / "box" / "in.khronos")
    return person


def run(person: Person, *arguments: str, **more: str) -> Result:
    own = {"KHRONOS_ADDRESS": f"{person.name}@example.org", "KHRONOS_CONFIG": str(person.folder / "none")}
    return person.run(*arguments, **{**own, **more})


def library(person: Person) -> Path:
    (path,) = (person.home / "library").glob("*.khronos")
    return path


def hook(folder: Path) -> str:
    """A command that notes what it was given."""
    script = folder / "hook.sh"
    script.write_text(
        '#!/bin/sh\nprintf "%s|%s\\n" "$#" "$1" >> "$(dirname "$0")/called"\n', encoding="utf-8"
    )
    script.chmod(0o755)
    return str(script)


def test_receive_pays_and_sends(group: Group, tmp_path: Path) -> None:
    payer = someone(group, tmp_path, ASSIST)
    others = [name for name in NAMES[:3] if name != payer.name]
    for name in others:
        payer.ok("contacts", "add", name, f"{name}@example.org")
    before = len(parse_save(group.save.read_bytes()).blocks)
    done = run(payer, "receive", "box", "--assist", "--send", "--json")
    assert done.code == 0, done.err
    (paid,) = done.json["paid"]
    assert paid["seq"] == before
    assert Path(tmp_path, paid["letter"]["file"]).is_file()
    assert len(parse_save(library(payer).read_bytes()).blocks) == before + 1
    again = run(payer, "receive", "box", "--assist", "--send", "--json")
    assert again.json["paid"] == []


def test_sending_needs_paying(tmp_path: Path) -> None:
    person = Person("alice", tmp_path)
    person.ok("keygen", "alice")
    assert "--send works only with --assist" in person.fails(2, "receive", "x", "--send")


def test_all_configured_ways_are_taken(group: Group, tmp_path: Path) -> None:
    """One that is closed is told, and keeps no other out."""
    person = someone(group, tmp_path, ASSIST)
    assert (
        "no e-mail was given, and no mailbox or shared folder has been set up" in run(person, "receive").err
    )
    done = run(person, "receive", KHRONOS_MAILBOXES="nowhere:box")
    assert done.code == 2
    assert "nowhere" in done.err
    assert library(person).is_file()
    assert run(person, "receive", KHRONOS_MAILBOXES="box").code == 0


def test_the_hook_is_called_once_for_a_move(group: Group, tmp_path: Path) -> None:
    """It gets the file's full path, whatever the game is called, and nothing is run by that name."""
    mover = someone(group, tmp_path, "turn")
    command = hook(tmp_path)
    assert run(mover, "receive", "box", "--hook", command).code == 0
    assert run(mover, "receive", "box", "--hook", command).code == 0
    assert (tmp_path / "called").read_text(encoding="utf-8") == f"1|{library(mover)}\n"
    assert not list(tmp_path.rglob("bad"))


def test_a_hook_that_cannot_be_run_is_one_line(group: Group, tmp_path: Path) -> None:
    mover = someone(group, tmp_path, "turn")
    done = run(mover, "receive", "box", "--hook", "/nowhere/x")
    assert done.code == 0
    assert done.err.count("the hook cannot be run") == 1


class Desktop(ModuleType):
    """A desktop that takes notices, or does not."""

    def __init__(self, answer: str) -> None:
        super().__init__("desktop_notifier")
        self.answer = answer
        self.shown: list[tuple[str, str]] = []
        desktop = self

        class DesktopNotifier:
            def __init__(self, app_name: str) -> None:
                self.app_name = app_name

            async def send(self, title: str, message: str, on_dispatched: Any) -> None:
                if desktop.answer == "broken":
                    raise RuntimeError
                desktop.shown.append((title, message))
                if desktop.answer == "good":
                    on_dispatched()

        self.DesktopNotifier = DesktopNotifier


@pytest.mark.parametrize(("answer", "told"), [("good", 0), ("silent", 1), ("broken", 1)])
def test_a_notice_on_the_desktop(
    answer: str, told: int, group: Group, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What fails there is one line, and no failure; nothing in it is markup."""
    desktop = Desktop(answer)
    monkeypatch.setattr(notifications, "desktop_notifier", desktop)
    done = run(someone(group, tmp_path, "turn"), "receive", "box", "--notify")
    assert done.code == 0
    assert done.err.count("desktop notification") == told
    assert [title for title, _ in desktop.shown] == [TITLE.replace("<", "‹").replace(">", "›")] * (
        answer != "broken"
    )


def test_without_the_library_for_notices(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(notifications, "desktop_notifier", None)
    (line,) = Notifier(notices=True).notify(tmp_path, "a", "b")
    assert line.endswith("in the source folder, type pip install '.[notify]'")


def test_without_a_desktop(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """The library itself, where there is no bus: no failure, no traceback."""
    pytest.importorskip("desktop_notifier")
    monkeypatch.setenv("DBUS_SESSION_BUS_ADDRESS", f"unix:path={tmp_path}/none")
    (line,) = Notifier(notices=True).notify(tmp_path, "a", "b")
    assert line.startswith("this system cannot show desktop notifications")
    assert not caplog.records


def test_what_a_hook_prints_is_in_no_document(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    """Standard output is for one JSON document (FORMATS 1)."""
    caller = Notifier(hook="echo called for")
    assert list(caller.notify(tmp_path / "$(id).khronos", "a title", "It is your move.")) == []
    caller.wait_for_hooks()
    told = capfd.readouterr()
    assert told.out == ""
    assert told.err == f"called for {tmp_path}/$(id).khronos\n"
