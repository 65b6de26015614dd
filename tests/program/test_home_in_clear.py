"""With a passphrase nothing in the home shows a hand or a note to somebody who has the disk (FORMATS 1)."""

from __future__ import annotations

import base64
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from khronos_pbem.engine.digests import encode_bytes
from khronos_pbem.home import keyring
from khronos_pbem.home.keyring import load_identity
from khronos_pbem.home.turn_plans import PRESENT, Plan, write_plans
from khronos_pbem.home.versions.signed_blocks import signed_here
from khronos_pbem.record.save import parse_save
from khronos_pbem.record.toml import table_lines
from khronos_pbem.storage.files import read_file
from tests.support.playing import COLOURS, NAMES, Group, no_passphrase
from tests.support.shell import Person

PASSPHRASE = "open sesame"
NOTE = "the castle falls on Friday"
WORD = "nobody shall read this"


@pytest.fixture(scope="module")
def begun(tmp_path_factory: pytest.TempPathFactory) -> Group:
    """A game of two in which somebody has to take the first turn."""
    return Group(tmp_path_factory.mktemp("clear"), 2, 4).until_a_turn("Clear", keep=True)


@pytest.fixture
def locked(begun: Group, tmp_path: Path) -> Person:
    """Whoever has to take it, with a passphrase, and with the game in the library."""
    name = begun.mover()
    person = Person(name, tmp_path / name).at_home(begun.home(name), begun.save)
    identity = load_identity(person.home, name, no_passphrase)
    table = {"format": keyring.FORMAT, "name": name, "public": encode_bytes(identity.public)}
    text = "\n".join(table_lines({**table, **keyring._encrypt_seed(identity, PASSPHRASE, 2)}))
    (person.home / "keys" / f"{name}.toml").write_text(text, encoding="utf-8")
    person.ok("receive", "game.khronos")
    person.save.unlink()
    return person


def writings(text: str) -> Iterator[bytes]:
    """A text in the ways in which it could be read in a file without a key."""
    data = text.encode()
    yield from (data, text.replace('"', '\\"').encode(), data.hex().encode(), text.encode("utf-16-le"))
    for shift in range(3):
        coded = base64.b64encode(bytes(shift) + data)[4 if shift else 0 : -4]
        yield from (coded, coded.translate(bytes.maketrans(b"+/", b"-_")))


def shown_in(home: Path, text: str) -> list[str]:
    """The files of a home in which a text can be read."""
    files = [path for path in sorted(home.rglob("*")) if path.is_file()]
    forms = set(writings(text))
    return [str(path.relative_to(home)) for path in files if any(form in path.read_bytes() for form in forms)]


def test_the_search_finds_a_text_in_every_writing(tmp_path: Path) -> None:
    for number, form in enumerate(writings(f'note "{NOTE}"')):
        (tmp_path / f"{number}").write_bytes(b"some" + form + b"more")
    assert len(shown_in(tmp_path, f'note "{NOTE}"')) == len(list(tmp_path.iterdir())) > 8


def test_no_file_of_the_home_shows_a_hand_or_a_note(locked: Person) -> None:
    """A turn that paused, what it did not reach, its notes and messages; signed, taken back, planned."""
    key = {"KHRONOS_PASSPHRASE": PASSPHRASE}
    hand = locked.ok("status", "clear", "--json", **key).json["mine"]["hand"]
    other = next(colour for colour, name in zip(COLOURS, NAMES[:2], strict=False) if name != locked.name)
    exchange = locked.ok("moves", "clear", "exchange", "--json", **key).json["orders"][0]
    texts = [f'note "{NOTE}"', f'message to {other} "{WORD}"', exchange, f"end keep {hand[0]}"]
    locked.ok("note", "clear", "beside the game", **key)
    locked.ok("play", "clear", "-c", "; ".join(texts), **key)
    for text in (NOTE, WORD, texts[-1], "beside the game"):
        assert shown_in(locked.home, text) == []
    locked.ok("show", "clear", **key)
    done = locked.ok("undo", "clear", **key)
    game = next((locked.home / "library").glob("*.khronos"))
    identity = load_identity(locked.home, locked.name, lambda: PASSPHRASE)
    write_plans(locked.home, parse_save(read_file(game)).header, identity, [Plan(PRESENT, tuple(texts))])
    locked.ok("inbox", **key)
    for text in (*texts, NOTE, WORD, "beside the game", *(order.split('"')[0] for order in texts[2:])):
        assert shown_in(locked.home, text) == []
    assert exchange in done.out
    draft = next((locked.home / "drafts").iterdir())
    assert "passphrase" in locked.fails(2, "check", "clear", str(draft))
    assert "wrong passphrase" in locked.fails(2, "play", "clear", str(draft), KHRONOS_PASSPHRASE="no")
    checked = locked.ok("check", "clear", str(draft), "--json", **key).json
    assert checked["left"] == [texts[-1]]
    locked.ok("play", "clear", str(draft), **key)


def test_a_locked_identity_takes_back_without_its_passphrase(locked: Person) -> None:
    """The draft is sealed for its author, which needs no secret, and gives the very block again."""
    key = {"KHRONOS_PASSPHRASE": PASSPHRASE}
    block = locked.ok("play", "clear", "-c", f'note "{NOTE}"; end', "--json", **key).json["orders"]
    head = locked.ok("status", "clear", "--json", **key).json["head"]
    command = locked.ok("undo", "clear", "--json").json["command"]
    again = locked.ok(*command.split(" ")[1:], "--json", **key).json
    assert again["orders"] == block
    assert locked.ok("status", "clear", "--json", **key).json["head"] == head


def test_a_draft_of_another_player_or_damaged(locked: Person, begun: Group, tmp_path: Path) -> None:
    key = {"KHRONOS_PASSPHRASE": PASSPHRASE}
    locked.ok("play", "clear", "-c", "end", **key)
    draft = Path(locked.ok("undo", "clear", "--json", **key).json["draft"])
    whole = draft.read_bytes()
    for damage in (whole[:-9], whole[:60], whole.replace(b"\n", b"\nA", 1), whole + b"x", whole[:25]):
        draft.write_bytes(damage)
        assert "damaged" in locked.fails(5, "check", "clear", str(draft), **key)
    draft.write_bytes(whole)
    name = next(each for each in NAMES[:2] if each != locked.name)
    other = Person(name, tmp_path / name).at_home(begun.home(name), begun.save)
    shutil.copy(draft, other.folder / "draft.sealed")
    assert "for another player" in other.fails(2, "check", "game.khronos", "draft.sealed")


def test_what_is_noted_of_a_block_is_opened_by_its_author_alone(locked: Person) -> None:
    locked.ok("play", "clear", "-c", "end", KHRONOS_PASSPHRASE=PASSPHRASE)
    game = next((locked.home / "library").glob("*.khronos"))
    save = parse_save(read_file(game))
    (noted,) = signed_here(locked.home, save.header)
    assert noted.is_block(save.blocks[-1])
    assert noted.words(load_identity(locked.home, locked.name, lambda: PASSPHRASE)) == ("end",)
    assert noted.words(keyring.Identity("mallory", bytes(32))) == ()
