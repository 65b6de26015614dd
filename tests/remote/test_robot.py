"""The robot and a telephone, with a real mail server between them."""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from khronos_pbem.home.game_paths import game_key
from khronos_pbem.mail.formats.decode_mail import decode_readings
from khronos_pbem.record.save import parse_save
from khronos_pbem.remote.answers.remote_state import RemoteGame, change_game
from khronos_pbem.storage.files import read_file
from tests.mail.servers import Post
from tests.remote.players import Player
from tests.remote.telephone import Telephone
from tests.support.chance import without_chance
from tests.support.playing import NAMES


@pytest.fixture
def players(homes: Path, post: Post, tmp_path: Path) -> Iterator[list[Player]]:
    """The players of a game that waits for a turn."""
    shutil.copytree(homes, tmp_path / "homes")
    with without_chance("more by telephone"):
        yield [Player(name, tmp_path / "homes", post) for name in NAMES[:3]]


@pytest.fixture
def mover(players: list[Player]) -> Player:
    """The player who moves first, with answers by mail turned on, and a first letter."""
    found = next(each for each in players if "YOUR MOVE" in each.ok("inbox"))
    found.ok("remote", "on")
    found.round()
    return found


@pytest.fixture
def phone(mover: Player, post: Post) -> Telephone:
    return Telephone(post, mover.address, post.port)


def seq(player: Player) -> int:
    """The number of the newest block in the player's library."""
    return int(json.loads(player.ok("status", str(player.file), "--json"))["seq"])


def test_a_letter_comes_once(mover: Player, phone: Telephone) -> None:
    for _ in range(3):
        mover.round()
    (letter,) = phone.letters()
    assert letter.mail["From"] == letter.mail["To"] == mover.address
    assert letter.mail["Auto-Submitted"] == "auto-generated"
    assert letter.token not in "".join(map(str, letter.mail.values()))
    assert "Your hand:" in letter.text
    assert all(letter.token in each for each in letter.links)


def test_try_writes_nothing(mover: Player, phone: Telephone) -> None:
    before, first = seq(mover), phone.newest().token
    phone.answer("try end")
    mover.round()
    assert seq(mover) == before
    letter = phone.newest()
    assert "draws 4 cards" in letter.text
    assert "khronos play" not in letter.text
    assert letter.token != first


def test_play_writes_and_sends(mover: Player, phone: Telephone, post: Post) -> None:
    before, letters = seq(mover), post.letters
    phone.answer("play end")
    out = mover.round()
    assert seq(mover) == before + 1
    assert "your turn was sent" in out
    assert post.letters == letters + 3  # the answer, the turn, the letter about it
    letter = phone.newest()
    assert "your turn will be sent now" in letter.text
    assert not letter.token
    mover.round()
    assert post.letters == letters + 3


def test_a_tapped_link_is_an_answer(mover: Player, phone: Telephone) -> None:
    link = next(each for each in phone.newest().links if each.startswith("play"))
    phone.send(link)
    before = seq(mover)
    mover.round()
    assert seq(mover) == before + 1


def test_a_mistake_comes_back_with_the_orders(mover: Player, phone: Telephone) -> None:
    before = seq(mover)
    phone.answer("play bild castle might F7; end")
    mover.round()
    letter = phone.newest()
    assert seq(mover) == before
    assert "'bild' does not belong here" in " ".join(letter.text.split())
    assert any("bild castle might F7" in each and letter.token in each for each in letter.links)


def test_an_answer_that_asks_for_nothing_comes_back(mover: Player, phone: Telephone) -> None:
    """It can be corrected, and the subject names it."""
    phone.answer("Hello robot!\nAre you there?")
    mover.round()
    letter = phone.newest()
    assert "begin your answer with one of these words" in " ".join(letter.text.split())
    assert any(link.split()[:4] == ["Hello", "robot!", "Are", "you"] for link in letter.links)
    assert "'Hello' did not work" in letter.mail["Subject"]


def test_a_mistake_is_found_where_it_was_typed(mover: Player, phone: Telephone) -> None:
    """Also if a message waits for the next turn."""
    phone.answer('message "Good morning"')
    mover.round()
    phone.answer("play travel 1 faith\nbild keep might F7")
    mover.round()
    letter = phone.newest()
    assert "2:1: 'bild' does not belong here" in " ".join(letter.text.split())


def test_no_path_of_the_computer_is_told(mover: Player, phone: Telephone) -> None:
    phone.answer("undo")
    mover.round()
    text = " ".join(phone.newest().text.split())
    assert "you cannot take back the newest block" in text
    assert str(mover.home) not in text


def test_a_turn_is_kept_and_taken_back(mover: Player, phone: Telephone, post: Post) -> None:
    mover.ok("remote", "on", "--delay", "1d")
    mover.round()
    before = seq(mover)
    phone.answer("play end")
    letters = post.letters
    mover.round()
    assert seq(mover) == before + 1
    assert post.letters == letters + 1  # only the letter to the player
    assert "take" in phone.newest().text
    assert "will be sent on" in mover.ok("remote", "status")
    phone.answer("undo")
    mover.round()
    assert seq(mover) == before
    phone.answer("play end")
    mover.round()
    assert seq(mover) == before + 1


def test_a_kept_turn_is_sent_when_its_time_has_come(mover: Player, phone: Telephone, post: Post) -> None:
    mover.ok("remote", "on", "--delay", "1d")
    mover.round()
    phone.answer("play end")
    mover.round()
    letters, key = post.letters, game_key(parse_save(read_file(mover.file)).header)
    change_game(mover.home, key, _without_delay)
    assert "your turn was sent" in mover.round()
    assert post.letters == letters + 1


def _without_delay(state: RemoteGame) -> RemoteGame:
    """The state of a game when the time of a kept turn has come."""
    assert state.held is not None
    return state._replace(held=state.held._replace(until="2000-01-01T00:00:00Z"))


def test_a_message_waits_for_the_next_turn(mover: Player, phone: Telephone, players: list[Player]) -> None:
    phone.answer('message "It’s late, good night"')
    mover.round()
    assert "sent with your next turn" in " ".join(phone.newest().text.split())
    phone.answer("play end")
    mover.round()
    assert "It's late, good night" in mover.ok("log", str(mover.file))


def test_a_turn_is_sent_again_if_the_server_was_down(mover: Player, phone: Telephone, post: Post) -> None:
    phone.answer("play end")
    post.answer = "451 try later"
    assert "refused the e-mail" in mover.round()
    post.answer = ""
    assert "your turn was sent" in mover.round()
    assert "your turn will be sent now" in phone.newest().text


def test_five_wrong_codes(mover: Player, phone: Telephone) -> None:
    first = phone.newest()
    for letter in "abcde":
        phone.send(f"play end\n{first.token[:-1]}{letter if first.token[-1] != letter else 'f'}")
    before = seq(mover)
    mover.round()
    phone.answer("play end", to=first)
    mover.round()
    assert seq(mover) == before
    assert "now play this game only on your computer" in " ".join(phone.newest().text.split())
    assert not phone.newest().token
    assert "too many answers with wrong codes have arrived" in mover.ok("remote", "status")
    mover.ok("remote", "on")
    mover.round()
    phone.answer("play end")
    mover.round()
    assert seq(mover) == before + 1


def test_an_answer_to_an_older_letter_is_told_once(mover: Player, phone: Telephone, post: Post) -> None:
    first = phone.newest()
    phone.answer("try end")
    mover.round()
    for number in range(3):
        phone.answer(f"play travel {number} faith; end", to=first)
    before, letters = seq(mover), post.letters
    mover.round()
    assert seq(mover) == before
    assert post.letters == letters + 1
    assert "an answer to an older e-mail" in " ".join(phone.newest().text.split())
    phone.answer("play end")
    mover.round()
    assert seq(mover) == before + 1


def test_off_ends_it(mover: Player, phone: Telephone, post: Post) -> None:
    mover.ok("remote", "off")
    phone.answer("play end")
    before, letters = seq(mover), post.letters
    mover.round()
    assert (seq(mover), post.letters) == (before, letters)
    assert "khronos remote on" in mover.ok("remote", "status")


def test_nobody_else_gets_a_code(mover: Player, phone: Telephone, post: Post, players: list[Player]) -> None:
    token = phone.newest().token
    phone.answer(f'play message "look: {token}!"; end')
    mover.round()
    others = [each for each in players if each is not mover]
    mails = [mail.as_bytes() for each in others for mail in post.box(each.name)]
    assert mails
    for text in (decoded for mail in mails for decoded in decode_readings(mail)):
        assert token[4:] not in text
        assert token[-26:] not in text
