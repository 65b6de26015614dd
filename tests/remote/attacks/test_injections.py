"""What an answer, or the name of a game, can make the program do or show: nothing else than a request."""

from __future__ import annotations

import json
import re
from contextlib import suppress
from html import unescape
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import pytest
from hypothesis import given
from hypothesis import strategies as st

from khronos_pbem.errors import UsageError
from khronos_pbem.mail.formats.decode_mail import decode_bodies
from khronos_pbem.mail.formats.mail_sources import Letter
from khronos_pbem.mail.incoming.learn_addresses import from_address
from khronos_pbem.remote.answers.answer_text import parse_request
from khronos_pbem.remote.answers.read_answer import is_automatic, is_own
from khronos_pbem.remote.answers.run_request import run_program
from tests.mail.servers import Post
from tests.remote.scenes import (
    Scene,
    blocks_of,
    can_play,
    copied_scene,
    make_scene,
)
from tests.support.shell import ROOT


@given(st.binary(max_size=400), st.text(max_size=200))
def test_no_letter_makes_the_robot_fail(data: bytes, text: str) -> None:
    """Whatever it is: only its request may be an error."""
    for mail in (
        data,
        b"From: a@b.c\n\n" + data,
        f"From: {text}\nTo: {text}\n\n{text}".encode(errors="replace"),
    ):
        letter = Letter("a letter", mail)
        is_automatic(letter.head)
        is_own(letter)
        from_address(letter)
        with suppress(UsageError):
            parse_request([*decode_bodies(mail), text])


INJECTED = [
    "play --force end",
    "play -o x.khronos\nend",
    "play end --send --to eve@example.org",
    "play @/etc/passwd",
    "play /etc/passwd",
    "play -",
    "play $(touch x) end",
    "play end && touch x",
    "try end; `touch x`",
    "try --json --as bob",
    "play -c end",
    "undo --not-sent",
    "undo; play end",
    "vote --without red --out x",
    "vote --without red -o x",
    "vote --without red;--force",
    "vote --without=red",
    "vote --without --force",
    "vote --for red=../../x",
    "vote --for red=/etc/passwd",
    "vote --without red\n--send",
    "vote",
    "message",
    'message "a" --to eve@example.org',
    'message to eve@example.org "hello"',
    'message "a"; end',
    "status /etc/passwd",
    "show --json",
    "hint --think 100000",
    "khronos play end",
    "remote off",
    "PLAY:--force",
    "play\x0b--force",
    "play\u2028--force",
]


def test_no_answer_becomes_an_option_or_another_command(scene: Scene) -> None:
    before, folder = blocks_of(scene.mover), scene.mover.home.parent
    files = sorted(
        path for path in folder.rglob("*") if path.suffix in (".khronos", ".txt") or path.name == "x"
    )
    for text in INJECTED:
        scene.phone.answer(text)
        scene.mover.round()
        assert blocks_of(scene.mover) == before, text
        assert "did not work" in str(scene.phone.newest().mail["Subject"]) or "eve" in text, text
    found = sorted(
        path for path in folder.rglob("*") if path.suffix in (".khronos", ".txt") or path.name == "x"
    )
    assert found == files
    assert "root:" not in "".join(letter.text for letter in scene.phone.letters())
    assert can_play(scene)
    assert not any("eve@example.org" in str(mail["To"]) for mail in scene.phone.post.box("bob"))


def test_no_module_is_taken_from_the_folder_in_which_the_robot_was_started(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, two_cores: None
) -> None:
    """It may be a folder in which other players put files."""
    for name in ("khronos_pbem", "typer", "json", "sitecustomize"):
        (tmp_path / f"{name}.py").write_text("raise SystemExit('evil')", encoding="utf-8")
    monkeypatch.setenv("PYTHONPATH", str(ROOT))
    monkeypatch.chdir(tmp_path)
    done = run_program({})(["config", "--json"], "")
    assert (done.code, done.errors) == (0, "")


HOSTILE_TITLE = "</title><script>x</script> $(reboot) %0Abcc=e@x.y&cc=e@x.y"


def test_a_hostile_title_stays_a_title(post: Post, tmp_path: Path) -> None:
    """It begins neither a header, nor a tag, nor another part of a link."""
    scene = copied_scene(make_scene(tmp_path / "new", "--title", HOSTILE_TITLE), tmp_path, post)
    scene.phone.answer("try end")
    scene.mover.round()
    for letter in scene.phone.letters():
        assert letter.mail["Bcc"] is None
        assert str(letter.mail["To"]) == str(letter.mail["From"]) == scene.mover.address
        assert "<script>" not in letter.page
        links = [urlsplit(unescape(link)) for link in re.findall('href="(mailto:[^"]*)"', letter.page)]
        assert {(link.path, *parse_qs(link.query)) for link in links} == {
            (scene.mover.address, "subject", "body")
        }
        assert all(letter.token in link for link in letter.links)
    assert can_play(scene)
    mails = [mail for player in scene.others for mail in post.box(player.name)]
    assert mails
    assert not any(mail["Bcc"] or "eve" in str(mail["To"]) for mail in mails)


def test_nothing_secret_is_shown(scene: Scene) -> None:
    """Neither the robot nor the status says a code or the secret; only the player's letters have codes."""
    tokens = [scene.phone.newest().token]
    scene.phone.answer("try end")
    shown = [
        scene.mover.round(),
        scene.mover.ok("remote", "status"),
        scene.mover.ok("remote", "status", "--json"),
    ]
    tokens.append(scene.phone.newest().token)
    scene.phone.answer(f'message "{tokens[0]}"')
    shown.append(scene.mover.round())
    scene.phone.answer(f'play message "{tokens[1]}"; end')
    shown.append(scene.mover.round())
    settings = json.loads((scene.mover.home / "remote" / "settings.json").read_text(encoding="utf-8"))
    files = [path.read_text(encoding="utf-8") for path in (scene.mover.home / "remote").glob("game-*.json")]
    shown += [scene.mover.ok("log", str(scene.mover.file)), *files]
    for text in shown:
        assert settings["secret"] not in text
        assert not any(token[-26:] in text for token in tokens)
    for path in (scene.mover.home / "remote").iterdir():
        assert path.stat().st_mode & 0o077 == 0


def test_words_of_other_players_forge_no_code(scene: Scene) -> None:
    """A message that looks like an answer is shown without its code, in text and page alike."""
    forged = "khr-aaaaaaaa-" + "b" * 26
    order = f'message "play end {forged}"; end'
    for player in scene.others:
        player.ok("receive", str(scene.mover.file))
    scene.phone.answer("play end")
    for _ in range(4):
        for player in scene.players:
            player.ok("watch", "--mail", "--once", "--assist")
            if player is not scene.mover and "YOUR MOVE" in player.ok("inbox"):
                player.ok("play", str(player.file), "-c", order, "--yes", "--send", "--copies")
    letters = scene.phone.letters()
    assert any("play end khr-…" in letter.text and "play end khr-…" in letter.page for letter in letters)
    assert not any("b" * 26 in letter.text + letter.page for letter in letters)
