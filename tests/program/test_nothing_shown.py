"""Nothing hidden stands in what the program prints or writes: no key, no hand but the reader's own."""

from __future__ import annotations

import json
import shutil
import sys
from base64 import urlsafe_b64encode
from collections.abc import Callable, Iterator
from email import message_from_string
from pathlib import Path
from typing import Any

import pytest

from khronos_pbem.deck.crypto.group import mul
from khronos_pbem.deck.crypto.secrets import GameSecret
from khronos_pbem.deck.decrypt_cards import read
from khronos_pbem.deck.ledger import Ledger
from khronos_pbem.engine.card_handles import Handle
from khronos_pbem.home.keyring import load_identity
from khronos_pbem.session.replay import draft_block
from khronos_pbem.session.replay.open_save import open_for_play
from khronos_pbem.session.replay.table import Table
from tests.archive.games import knowing
from tests.support.chance import without_chance
from tests.support.playing import Group, no_passphrase
from tests.support.shell import ROOT, Person

GAME = "game.khronos"
NEXT = {"military": "religious", "religious": "civil", "civil": "military"}
"""Another card for each: what a hand is in another world."""
MIDDLE = ROOT / "sample_games" / "middle"
Read = Callable[[Ledger, int, GameSecret], dict[Handle, str]]


def reads_by(monkeypatch: pytest.MonkeyPatch, other: Read) -> None:
    """Let the program read hands so, wherever it does."""
    for name, module in list(sys.modules.items()):
        if name.startswith("khronos_pbem") and vars(module).get("read") is read:
            monkeypatch.setattr(module, "read", other)


def other_hand(ledger: Ledger, seat: int, secret: GameSecret) -> dict[Handle, str]:
    return {handle: NEXT[label] for handle, label in read(ledger, seat, secret).items()}


def in_the_middle(folder: Path) -> Person:
    """Alice, who has to move in the sample of Khronos in the middle."""
    return knowing(Person("alice", folder).at_home(MIDDLE / "keyring", MIDDLE / GAME), MIDDLE / GAME)


# --- what is searched for ---------------------------------------------------------------------------------


def encoded(value: bytes) -> Iterator[str]:
    """A secret in all writings in which it could stand, also in the middle of a longer base64url."""
    yield from (value.hex(), value.hex().upper())
    yield from (str(int.from_bytes(value, order)) for order in ("little", "big"))
    for shift in range(3):
        text = urlsafe_b64encode(bytes(shift) + value + bytes(2)).decode()
        yield text[-(-shift * 8 // 6) : (shift + len(value)) * 8 // 6]


def unwrapped(text: str) -> str:
    """A text without its lines, and with one alphabet of base64."""
    return "".join(text.split()).replace("+", "-").replace("/", "_")


def stands_in(value: bytes, text: str) -> bool:
    """Whether a secret stands in a text, wrapped or not."""
    return any(form in unwrapped(text) for form in encoded(value))


def points(table: Table, seat: int, secret: GameSecret, *, shared: bool) -> list[bytes]:
    """A seat's shares of the slots of others that it has given; or of its own, which open its hidden hand."""
    ledger, key = table.ledger, secret.key().scalar
    hidden = read(ledger, seat, secret)
    held = ledger.held.items()
    slots = [handle for handle, each in held if (seat in each.shares if shared else handle in hidden)]
    return [mul(key, ledger.decks[handle.deck].slots.a_at(handle.slot)) for handle in slots]


def secret_in(person: Person, table: Table, name: str) -> tuple[bytes, GameSecret]:
    folder = "keys" if (person.home / "keys" / f"{name}.toml").exists() else "bots"
    assert (person.home / folder / f"{name}.toml").exists()
    seed = load_identity(person.home, name, no_passphrase).seed
    return seed, draft_block.game_secret(seed, table)


def secrets_of(person: Person, *names: str) -> list[bytes]:
    """All that these identities must keep to themselves in the game, as bytes."""
    table, found = open_for_play(person.save, person.home, rewind=True).table, list[bytes]()
    for seat, lesson_run in enumerate(table.seats):
        if lesson_run.name in names:
            seed, secret = secret_in(person, table, lesson_run.name)
            root = secret._root
            found += [seed, root, secret.key().scalar.to_bytes(32, "little")]
            found += points(table, seat, secret, shared=False)
    return found


def parts(text: str) -> Iterator[str]:
    """A text, and what a letter holds, decoded."""
    yield text
    if text.startswith("From: "):
        for part in message_from_string(text).walk():
            data = part.get_payload(decode=True)
            if isinstance(data, bytes):
                yield data.decode(errors="replace")


def written_by(person: Person) -> dict[str, str]:
    """All files but keys."""
    files = [path for path in person.folder.rglob("*") if path.is_file()]
    kept = [path for path in files if path.parent.name not in {"keys", "bots"}]
    return {str(path): path.read_bytes().decode(errors="replace") for path in kept}


def check_no_secret(person: Person, said: dict[str, str], *names: str) -> None:
    secrets = [form for value in secrets_of(person, *names) for form in encoded(value)]
    for command, text in (said | written_by(person)).items():
        whole = "\n".join(map(unwrapped, parts(text)))
        assert not any(form in whole for form in secrets), command


def hands_in(data: Any) -> Iterator[tuple[str | None, Any]]:
    """All hands in a document in which a card is named, with the colour beside each."""
    if isinstance(data, dict):
        if data.get("hand"):
            yield data.get("colour"), data["hand"]
        data = list(data.values())
    for each in data if isinstance(data, list) else []:
        yield from hands_in(each)


# --- what leaves a player ---------------------------------------------------------------------------------

OUTGOING: tuple[tuple[str, ...], ...] = (
    ("send", GAME, "--to", "a@example.org", "--copies", "--config", "address=b@example.org", "-o", "-"),
    ("armor", GAME),
    ("publish", GAME, "-o", "-"),
    *(("export", GAME, f"--{kind}", "-o", "-") for kind in ("svg", "text", "markdown", "record")),
    ("export", GAME, "--json"),
    ("replay", GAME, "--plain"),
    ("replay", GAME, "--json"),
    ("verify", GAME, "--json"),
    ("inbox", "--json"),
)


def said_to_others(person: Person, note: str) -> dict[str, str]:
    """What goes from a player to others, after he has noted something to himself."""
    with without_chance("what leaves a player"):
        person.ok("note", GAME, note)
        return {" ".join(each): person.ok(*each).out for each in OUTGOING}


def test_what_leaves_a_player_is_the_same_whatever_he_holds(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In one world he has taken back a turn too, and in both he has noted something else."""
    one, other = (in_the_middle(tmp_path / world) for world in ("one", "other"))
    one.ok("play", GAME, str(MIDDLE / "turn.txt"))
    one.ok("undo", GAME, "--not-sent")
    one.hand_to(other)
    own = one.ok("show", GAME, "--json").json["mine"]
    said = said_to_others(one, "the castle falls on Friday")
    check_no_secret(one, said, one.name)
    reads_by(monkeypatch, other_hand)
    assert other.ok("show", GAME, "--json").json["mine"]["hand"] == sorted(NEXT[card] for card in own["hand"])
    assert said_to_others(other, "or on Monday") == said


def test_what_leaves_a_player_is_the_same_whatever_he_foresees(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whose point alone is missing for a roll knows it before all others (DECK 10.4), and tells nobody."""
    group = Group(tmp_path / "group", 2, game="my-village").until_a_turn("A roll")
    while group.table().ledger.rolls.open is None:
        group.step()
    name = group.mover()
    one, other = (
        Person(name, tmp_path / at).at_home(group.home(name), group.save) for at in ("one", "other")
    )
    own = one.ok("show", GAME, "--json").json
    said = said_to_others(one, "a pair of sixes")
    check_no_secret(one, said, name)
    monkeypatch.setattr(draft_block, "foreseen_table", lambda table, _seat, _secret: table)
    assert other.ok("show", GAME, "--json").json["position"] != own["position"]
    assert said_to_others(other, "nothing yet") == said


# --- against bots, whose hands lie in the same keyring ----------------------------------------------------

ASKED: tuple[tuple[str, ...], ...] = (
    ("status", GAME),
    ("show", GAME),
    ("show", GAME, "--earn", "--score", "--legend"),
    ("show", GAME, "--position"),
    ("show", GAME, "--at", "2"),
    ("next", GAME),
    ("solo", GAME),
    ("moves", GAME, "build castle", "--effect"),
    ("moves", GAME, "--explore"),
    ("check", GAME, "-c", "end"),
    ("hint", GAME, "--think", "0.001"),
    ("log", GAME),
    ("replay", GAME),
    ("replay", GAME, "--as", "arthur"),
    ("export", GAME, "--text", "--as", "arthur", "-o", "-"),
    ("note", GAME),
    ("inbox",),
)
REFUSED: tuple[tuple[str, ...], ...] = (
    ("analyse", GAME),
    ("vote", GAME, "--without", "blue"),
    ("bot", GAME, "--as", "marvin"),
    ("play", GAME, "--as", "marvin", "-c", "end"),
    ("show", GAME, "--at", "99"),
    ("check", GAME, "-c", "discard military; build castle might A1; end"),
    ("play", GAME, "-c", "message to green 'well'; end"),
)
WITHOUT_JSON = {"--position", "--text"}


@pytest.fixture(scope="module")
def begun(tmp_path_factory: pytest.TempPathFactory) -> Person:
    """Arthur's first turn in a solo game, when the cards of both are dealt."""
    arthur = Person("arthur", tmp_path_factory.mktemp("arthur"))
    with without_chance("a solo game"):
        arthur.ok("keygen", "arthur")
        arthur.ok("solo", GAME, "--opponents", "1", "--strength", "easy", "--seed", "7")
    return arthur


def test_the_search_finds_what_there_is(begun: Person) -> None:
    """What he has paid to others stands in the file, alone or in the middle of a list."""
    table = open_for_play(begun.save, begun.home, rewind=False).table
    seed, secret = secret_in(begun, table, "arthur")
    given, text = points(table, 0, secret, shared=True), begun.save.read_text(encoding="utf-8")
    assert len(given) == 4
    assert all(stands_in(each, text) for each in [secret.key().public, *given])
    assert stands_in(seed, (begun.home / "keys" / "arthur.toml").read_text(encoding="utf-8"))


def test_what_a_person_asks_reads_no_hand_of_a_bot(begun: Person, monkeypatch: pytest.MonkeyPatch) -> None:
    table = open_for_play(begun.save, begun.home, rewind=False).table
    seats = set[int]()

    def watched(ledger: Ledger, seat: int, secret: GameSecret) -> dict[Handle, str]:
        seats.add(seat)
        return read(ledger, seat, secret)

    assert len(read(table.ledger, 1, secret_in(begun, table, "marvin")[1])) == 4
    reads_by(monkeypatch, watched)
    said, hands = dict[str, str](), list[tuple[str | None, Any]]()
    for command in ASKED:
        said[" ".join(command)] = begun.ok(*command).out
        if not WITHOUT_JSON.intersection(command):
            text = said[" ".join(command) + " --json"] = begun.ok(*command, "--json").out
            hands += hands_in(json.loads(text))
    for command in REFUSED:
        done = begun.run(*command)
        assert done.code in {2, 3, 4}, command
        said[" ".join(command)] = done.out + done.err
    assert seats == {0}
    assert {colour for colour, _ in hands} == {"red"}
    check_no_secret(begun, said, "arthur", "marvin")


def test_what_bots_did_is_told_from_the_record(begun: Person, tmp_path: Path) -> None:
    """Whoever has the file and no key learns as much of their turns as the person against whom they play."""
    shutil.copytree(begun.folder, tmp_path / "arthur")
    arthur, stranger = Person("arthur", tmp_path / "arthur"), Person("stranger", tmp_path / "stranger")
    done = arthur.ok("play", GAME, "-c", "end", "--json").json
    arthur.hand_to(stranger)
    record = {block["seq"]: block for block in stranger.ok("log", GAME, "--json").json["blocks"]}
    page = ("export", GAME, "--html", "-o", "-")
    assert arthur.ok(*page).out == stranger.ok(*page).out
    assert done["answers"]
    for block in done["answers"]:
        assert block == record[block["seq"]]
    found = stranger.ok("status", GAME, "--json").json
    assert done["now"] == {key: found[key] for key in done["now"]}
    check_no_secret(arthur, {"play": json.dumps(done)}, "arthur", "marvin")
