"""Rounds of the robot that plays by mail: without news, with 1,000 letters of a kind, and with an answer.

On one core of a machine to itself, a round without news takes 10 ms with one game and 50 ms with 50. 1,000
letters of other people take 2 s, and 1,000 guesses of a code 1 s. An answer takes 0.4 s, most of it in a
process of its own. So 1,000 letters with 100 answers among them take less than a minute.
"""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest

from tests.mail.servers import Post, smtp_server
from tests.remote.scenes import Scene, copied_scene, make_scene
from tests.support.playing import NAMES
from tests.support.shell import ROOT

LETTERS, GAMES = 1000, 50

_TEXT = "This is a letter about something else. " * 80
_NEWSLETTER = (
    "From: news@example.org\nSubject: News {number}\nMIME-Version: 1.0\n"
    "Content-Type: multipart/alternative; boundary=b\n\n"
    f"--b\n\n{_TEXT}\n--b\nContent-Type: text/html\n\n<p>{_TEXT}</p>\n--b--\n"
)
_ANSWER = "From: {me}\nTo: {me}\nSubject: {number}\n{head}\nplay end\n\n{token}\n\n{quoted}\n"


@pytest.fixture(scope="module")
def homes(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return make_scene(tmp_path_factory.mktemp("scene"))


@pytest.fixture
def scene(homes: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Scene]:
    """A player with a robot that has written a letter."""
    with TemporaryDirectory(prefix="khronos-post-") as folder:
        post = Post(Path(folder) / "post")
        controller = smtp_server(post)
        for name in NAMES:
            post.box(name)
        for key, value in {"HOST": "127.0.0.1", "PORT": str(controller.port), "SECURITY": "none"}.items():
            monkeypatch.setenv(f"KHRONOS_SMTP_{key}", value)
        found = copied_scene(homes, tmp_path, post)
        found.mover.round()
        yield found
        controller.stop()


def _letters(scene: Scene, kind: str) -> Iterator[bytes]:
    """Letters of a kind: of other people, with guesses of a code, automatic ones, or the robot's own."""
    letter, me = scene.phone.newest(), scene.mover.address
    token, quoted = letter.token, letter.text.replace(letter.token, "")
    for number in range(LETTERS):
        guess = token[:-26] + f"{number:026d}".translate(str.maketrans("0123456789", "abcdefghij"))
        given = {"me": me, "number": number, "quoted": quoted}
        yield {
            "others": _NEWSLETTER.format(**given),
            "guesses": _ANSWER.format(head="", token=guess, **given),
            "automatic": _ANSWER.format(head="Auto-Submitted: auto-replied\n", token=token, **given),
            "own": letter.mail.as_string() + str(number),
        }[kind].encode()


@pytest.mark.parametrize("games", [1, GAMES])
def test_a_round_without_news(scene: Scene, games: int, benchmark: Any) -> None:
    saves = sorted(ROOT.glob("sample_games/**/*.khronos"))
    for number in range(games - 1):
        copy = scene.mover.home / "library" / f"game-{number}.khronos"
        shutil.copy(saves[number % len(saves)], copy)
    scene.mover.round()
    assert benchmark(scene.mover.round) == ""


@pytest.mark.parametrize("kind", ["others", "guesses", "automatic", "own"])
def test_a_thousand_letters(scene: Scene, kind: str, benchmark: Any) -> None:
    box = scene.phone.post.box(scene.mover.name)
    for mail in _letters(scene, kind):
        box.add(mail)
    before = scene.phone.post.letters
    benchmark.pedantic(scene.mover.round, rounds=1)
    assert scene.phone.post.letters <= before + 1


def test_an_answer(scene: Scene, benchmark: Any) -> None:
    out = benchmark.pedantic(scene.mover.round, setup=lambda: scene.phone.answer("try end"), rounds=5)
    assert "carried out an answer" in out
