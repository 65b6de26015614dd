"""What a machine keeps: identities, the newest histories seen, what was verified (FORMATS 1, 4)."""

from __future__ import annotations

import stat
from dataclasses import replace
from datetime import UTC
from pathlib import Path

import pytest

from khronos_pbem.engine.digests import encode_bytes
from khronos_pbem.errors import Conflict, InvalidFile, KhronosError, UsageError
from khronos_pbem.home.cache import MAX_MARKS, count_verified, mark_verified
from khronos_pbem.home.keyring import Identity, list_names, load_identity, make_identity, public_key_of
from khronos_pbem.home.versions.newest_seen import (
    Comparison,
    NewestUnreadable,
    OlderVersion,
    compare_with_newest,
    known_next_blocks,
    newest_seen,
    remember_newest,
    seen_path,
    undecided_versions,
)
from khronos_pbem.home.versions.other_versions import MOST, load_other_versions, store_other_version
from khronos_pbem.languages import translator
from khronos_pbem.messages import Moment, listed
from khronos_pbem.record.block import Block
from khronos_pbem.record.chain import head_hash, sign
from khronos_pbem.record.leaving.forks import VersionConflict, find_fork
from khronos_pbem.record.save import Save
from khronos_pbem.storage import files
from khronos_pbem.storage.files import (
    file_lock,
    read_file,
    replace_if_unchanged,
    write_atomically,
    write_output,
)
from tests.record.test_save import ANNA, chain


def ask() -> str:
    return "open sesame"


def nobody() -> str:
    raise AssertionError("nobody is to be asked")


def test_an_identity_without_passphrase(tmp_path: Path) -> None:
    made = make_identity(tmp_path, "anna", None)
    path = tmp_path / "keys" / "anna.toml"
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert stat.S_IMODE((tmp_path / "keys").stat().st_mode) == 0o700
    again = load_identity(tmp_path, "anna", nobody)
    assert again.public == made.public == public_key_of(tmp_path, "anna")
    assert again.sign(b"x") == made.sign(b"x")
    assert list_names(tmp_path) == ["anna"]


def test_an_identity_with_a_passphrase(tmp_path: Path) -> None:
    made = make_identity(tmp_path, "anna", "open sesame", cost=2)
    text = (tmp_path / "keys" / "anna.toml").read_text(encoding="utf-8")
    assert encode_bytes(made.seed) not in text
    assert load_identity(tmp_path, "anna", ask).seed == made.seed
    assert public_key_of(tmp_path, "anna") == made.public
    with pytest.raises(UsageError, match="wrong passphrase") as caught:
        load_identity(tmp_path, "anna", lambda: "close sesame")
    assert "sesame" not in str(caught.value)


def test_secrets_do_not_show() -> None:
    identity = Identity("anna", b"\7" * 32)
    assert repr(identity) == "Identity('anna')"
    assert encode_bytes(identity.seed) not in f"{identity!r} {identity}"


@pytest.mark.parametrize("name", ["", "../x", "a/b", ".x", "-x", "a" * 41, "ä", "a b", "x\n"])
def test_names_that_cannot_be(name: str, tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="cannot be used as a name"):
        make_identity(tmp_path, name, None)


def test_a_name_that_is_taken(tmp_path: Path) -> None:
    make_identity(tmp_path, "anna", None)
    with pytest.raises(UsageError, match="already"):
        make_identity(tmp_path, "anna", None)
    with pytest.raises(UsageError, match="you have these identities: anna"):
        load_identity(tmp_path, "bert", nobody)


BROKEN = ["", "nonsense", 'format = "x"\n', "seed", "public", "sealed"]


@pytest.mark.parametrize("what", BROKEN)
def test_a_broken_identity(what: str, tmp_path: Path) -> None:
    make_identity(
        tmp_path,
        "anna",
        "open sesame" if what == "sealed" else None,
        2,
    )
    path = tmp_path / "keys" / "anna.toml"
    text = path.read_text(encoding="utf-8")
    if what in ("seed", "public", "sealed"):
        lines = [f"{what} = 'AAAA'" if line.startswith(f"{what} =") else line for line in text.splitlines()]
        path.write_text("\n".join(lines), encoding="utf-8")
    else:
        path.write_text(what, encoding="utf-8")
    with pytest.raises(InvalidFile, match="no usable identity"):
        load_identity(tmp_path, "anna", ask)


# --- files ------------------------------------------------------------------------------------------------


def test_atomic_writing_keeps_the_mode(tmp_path: Path) -> None:
    path = tmp_path / "x"
    write_atomically(path, b"one", mode=0o640)
    write_atomically(path, b"two")
    assert path.read_bytes() == b"two"
    assert stat.S_IMODE(path.stat().st_mode) == 0o640
    assert [each.name for each in tmp_path.iterdir()] == ["x"]


def test_a_link_is_written_through(tmp_path: Path) -> None:
    (tmp_path / "real").write_text("one", encoding="utf-8")
    (tmp_path / "link").symlink_to(tmp_path / "real")
    write_atomically(tmp_path / "link", b"two")
    assert (tmp_path / "link").is_symlink()
    assert (tmp_path / "real").read_bytes() == b"two"


def test_a_file_that_is_there(tmp_path: Path) -> None:
    write_output(tmp_path / "x", "one", force=False)
    with pytest.raises(UsageError, match="--force"):
        write_output(tmp_path / "x", "two", force=False)
    write_output(tmp_path / "x", "two", force=True)
    assert read_file(tmp_path / "x") == b"two"


def test_changed_in_the_meantime(tmp_path: Path) -> None:
    path = tmp_path / "x"
    path.write_bytes(b"new")
    with pytest.raises(Conflict, match="changed by another program"):
        replace_if_unchanged(path, b"old", "mine", home=tmp_path)
    path.unlink()
    with pytest.raises(Conflict):
        replace_if_unchanged(path, b"old", "mine", home=tmp_path)
    path.write_bytes(b"old")
    replace_if_unchanged(path, b"old", "mine", home=tmp_path)
    assert path.read_bytes() == b"mine"


def test_locked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(files, "LOCK_SECONDS", 0.05)
    with (
        file_lock(tmp_path / "x", tmp_path),
        pytest.raises(Conflict, match="another khronos"),
        file_lock(tmp_path / "x", tmp_path),
    ):
        raise AssertionError("two at once")


# --- what was seen ----------------------------------------------------------------------------------------


def test_an_identity_called_like_a_colour_keeps_its_name(tmp_path: Path) -> None:
    for name in ("black", "red"):
        make_identity(tmp_path, name, None)
    assert translator("de")(listed(list_names(tmp_path))) == "black, red"


def with_turn(save: Save, *orders: str) -> Save:
    seat = len(save.blocks) % 2
    block = Block(
        seq=len(save.blocks),
        seat=0 if seat == 0 else 1,
        kind="turn",
        at="2026-11-22T10:00:00Z",
        prev=encode_bytes(head_hash(save)),
        orders=orders,
    )
    return save._replace(
        blocks=(*save.blocks, sign(block, ANNA if seat == 0 else Identity("bert", b"\2" * 32)))
    )


def test_newer_equal_older(tmp_path: Path) -> None:
    old, new = chain(3), chain(4)
    compare_with_newest(tmp_path, old)
    remember_newest(tmp_path, old)
    compare_with_newest(tmp_path, old)
    compare_with_newest(tmp_path, new)
    remember_newest(tmp_path, new)
    assert newest_seen(tmp_path, old.header) == new
    with pytest.raises(OlderVersion, match="ends with block 2, and the newest version ends with block 3"):
        compare_with_newest(tmp_path, old)
    with pytest.raises(OlderVersion):
        remember_newest(tmp_path, old)
    assert newest_seen(tmp_path, old.header) == new


def test_only_a_person_goes_back(tmp_path: Path) -> None:
    """What was seen until then is put aside, so that nobody signs twice on one state."""
    old, new = chain(3), chain(4)
    remember_newest(tmp_path, new)
    remember_newest(tmp_path, old, rewind=True)
    assert newest_seen(tmp_path, old.header) == old
    assert known_next_blocks(tmp_path, old) == [new.blocks[3]]
    assert [each.settled for each in load_other_versions(tmp_path, old.header)] == [True]
    remember_newest(tmp_path, new)
    assert newest_seen(tmp_path, old.header) == new


def test_a_fork_is_proven(tmp_path: Path) -> None:
    base = chain(4)
    one, other = with_turn(base, "end"), with_turn(base, "resign")
    remember_newest(tmp_path, one)
    with pytest.raises(Conflict, match="red signed two different blocks numbered 4") as caught:
        compare_with_newest(tmp_path, other)
    assert one.blocks[4].sig in str(caught.value)
    proof = find_fork(one, other)
    assert proof is not None
    assert (proof.colour, proof.ours, proof.theirs) == ("red", one.blocks[4], other.blocks[4])


@pytest.mark.parametrize(
    ("language", "both"),
    [
        ("en", "({at}: end, and {at}: resign)"),
        ("de", "(„{at}: ende“ und „{at}: aufgeben“)"),
        ("fr", "({at} : fin et {at} : abandonner)"),
    ],
)
def test_two_blocks_are_told_in_the_language_of_the_reader(language: str, both: str, tmp_path: Path) -> None:
    """With the moments and the orders of their language."""
    base = chain(4)
    remember_newest(tmp_path, with_turn(base, "end"))
    with pytest.raises(Conflict) as caught:
        compare_with_newest(tmp_path, with_turn(base, "resign"))
    speak = translator(language, UTC)
    at = speak(Moment(with_turn(base, "end").blocks[4].at))
    told = speak(caught.value.full_message)
    assert both.format(at=at) in told


def test_long_orders_are_shortened(tmp_path: Path) -> None:
    base, long = chain(4), 'message "' + "x" * 300 + '"'
    remember_newest(tmp_path, with_turn(base, "end"))
    with pytest.raises(Conflict) as caught:
        compare_with_newest(tmp_path, with_turn(base, long))
    assert f": {long[:59]}…)" in str(caught.value)


def test_a_conflict_that_proves_nothing(tmp_path: Path) -> None:
    """A block that its seat did not sign says nothing against it."""
    base = chain(4)
    one = with_turn(base, "end")
    forged = replace(one.blocks[4], orders=("resign",))
    other = base._replace(blocks=(*base.blocks, forged))
    assert find_fork(one, other) is None
    remember_newest(tmp_path, one)
    with pytest.raises(Conflict, match="two versions of this game"):
        compare_with_newest(tmp_path, other)


@pytest.mark.parametrize("content", [b"nonsense", b"", b"# AAAA\n", bytes(9)])
def test_damaged_does_not_mean_nothing_was_seen(content: bytes, tmp_path: Path) -> None:
    """It says what to do; a person can go on with --rewind, and what cannot be read is put aside."""
    remember_newest(tmp_path, chain(4))
    (path,) = (tmp_path / "games").iterdir()
    path.write_bytes(content)
    for save in (chain(3), chain(5)):
        with pytest.raises(NewestUnreadable, match="ask all the other players for their newest file"):
            compare_with_newest(tmp_path, save)
        with pytest.raises(NewestUnreadable):
            remember_newest(tmp_path, save)
    assert path.read_bytes() == content
    remember_newest(tmp_path, chain(4), rewind=True)
    assert compare_with_newest(tmp_path, chain(4)) is Comparison.SAME
    assert path.with_suffix(".damaged").read_bytes() == content


def test_a_folder_in_its_place_cannot_be_read(tmp_path: Path) -> None:
    seen_path(tmp_path, chain(4).header).mkdir(parents=True)
    with pytest.raises(NewestUnreadable):
        compare_with_newest(tmp_path, chain(4))


def test_another_game_with_the_same_id(tmp_path: Path) -> None:
    """It neither overwrites nor hides the first one; a person may take it as a game of its own."""
    save = chain(4)
    other = Save(replace(save.header, title="Another"))
    remember_newest(tmp_path, save)
    with pytest.raises(Conflict, match="a different game with the same ID"):
        remember_newest(tmp_path, other)
    remember_newest(tmp_path, other, rewind=True)
    assert newest_seen(tmp_path, save.header) == save
    assert newest_seen(tmp_path, other.header) == other
    with pytest.raises(OlderVersion):
        compare_with_newest(tmp_path, chain(3))


def test_a_home_that_is_full_forgets_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    remember_newest(tmp_path, chain(3))

    def full(path: Path, data: bytes, mode: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(files, "_write_through", full)
    with pytest.raises(UsageError, match="nothing was written"):
        remember_newest(tmp_path, chain(4))
    assert newest_seen(tmp_path, chain(3).header) == chain(3)


# --- the same turn signed twice ---------------------------------------------------------------------------


def later(save: Save) -> Save:
    """The same history, its last turn signed at another moment."""
    block = replace(save.blocks[-1], at="2026-11-23T10:00:00Z", sig="")
    key = ANNA if block.seat == 0 else Identity("bert", b"\2" * 32)
    return save._replace(blocks=(*save.blocks[:-1], sign(block, key)))


def test_a_turn_signed_twice_is_no_fork(tmp_path: Path) -> None:
    """Either may be taken where nothing was built on the other one (FORMATS 4)."""
    one = with_turn(chain(4), "end")
    other = later(one)
    assert find_fork(one, other) is None
    remember_newest(tmp_path, one)
    assert compare_with_newest(tmp_path, other) is Comparison.TWICE
    remember_newest(tmp_path, other)
    assert newest_seen(tmp_path, one.header) == one
    onward = with_turn(other, "end")
    assert compare_with_newest(tmp_path, onward) is Comparison.NEWER_TWICE
    remember_newest(tmp_path, onward)
    assert newest_seen(tmp_path, one.header) == onward
    with pytest.raises(OlderVersion):
        compare_with_newest(tmp_path, one)
    with pytest.raises(VersionConflict, match="signed the same turn twice") as caught:
        compare_with_newest(tmp_path, with_turn(one, "end"))
    assert "prove" not in str(caught.value)


def test_a_forged_signature_signs_nothing_twice(tmp_path: Path) -> None:
    """Who changes only the moment of another's block cannot bring it in as that player's accident."""
    one = with_turn(chain(4), "end")
    forged = replace(later(one).blocks[-1], sig=one.blocks[-1].sig)
    remember_newest(tmp_path, one)
    with pytest.raises(VersionConflict, match="two versions of this game"):
        compare_with_newest(tmp_path, one._replace(blocks=(*one.blocks[:-1], forged)))


# --- other histories --------------------------------------------------------------------------------------


def test_other_histories_are_kept_once(tmp_path: Path) -> None:
    base = chain(4)
    one, other = with_turn(base, "end"), with_turn(base, "resign")
    remember_newest(tmp_path, one)
    path = store_other_version(tmp_path, other)
    assert path is not None
    assert store_other_version(tmp_path, other) == path
    longer = with_turn(other, "end")
    assert store_other_version(tmp_path, longer) != path
    assert [each.save for each in undecided_versions(tmp_path, base.header)] == [longer]
    assert store_other_version(tmp_path, other) is not None
    assert len(load_other_versions(tmp_path, base.header)) == 1


def test_so_many_forks_fill_no_disk(tmp_path: Path) -> None:
    base = chain(4)
    paths = [
        store_other_version(tmp_path, with_turn(base, f'message "{number}"')) for number in range(MOST + 3)
    ]
    assert paths[MOST:] == [None] * 3
    assert len(load_other_versions(tmp_path, base.header)) == MOST


def test_going_on_from_one_history_leaves_nothing_to_choose_there(tmp_path: Path) -> None:
    base = chain(4)
    one, other = with_turn(base, "end"), with_turn(base, "resign")
    remember_newest(tmp_path, one)
    store_other_version(tmp_path, other)
    remember_newest(tmp_path, with_turn(other, "end"), rewind=True)
    assert undecided_versions(tmp_path, base.header) == []
    assert [each.save for each in load_other_versions(tmp_path, base.header)] == [one]


# --- what was verified ------------------------------------------------------------------------------------


def test_verified_prefixes(tmp_path: Path) -> None:
    heads = [bytes([n]) * 32 for n in range(5)]
    assert count_verified(tmp_path, heads) == 0
    mark_verified(tmp_path, heads[3])
    assert count_verified(tmp_path, heads) == 3
    assert count_verified(tmp_path, heads[:3]) == 0


def test_marks_are_of_this_machine(tmp_path: Path) -> None:
    """A foreign cache proves nothing, a broken one costs only time."""
    heads = [bytes([n]) * 32 for n in range(3)]
    mark_verified(tmp_path / "a", heads[2])
    mark_verified(tmp_path / "b", heads[1])
    (tmp_path / "b" / "cache" / "verified").write_bytes((tmp_path / "a" / "cache" / "verified").read_bytes())
    assert count_verified(tmp_path / "b", heads) == 0
    (tmp_path / "b" / "cache" / "verified").write_bytes(b"abc")
    assert count_verified(tmp_path / "b", heads) == 0
    (tmp_path / "b" / "cache" / "key").write_bytes(b"abc")
    assert count_verified(tmp_path / "b", heads) == 0


def test_marks_are_bounded(tmp_path: Path) -> None:
    mark_verified(tmp_path, bytes(32))
    (tmp_path / "cache" / "verified").write_bytes(bytes(16 * MAX_MARKS))
    mark_verified(tmp_path, b"\1" * 32)
    assert (tmp_path / "cache" / "verified").stat().st_size <= 16 * MAX_MARKS
    assert count_verified(tmp_path, [bytes(32), b"\1" * 32]) == 1


def test_a_home_that_cannot_be(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("x", encoding="utf-8")
    with pytest.raises(KhronosError):
        make_identity(tmp_path / "file", "anna", None)
    mark_verified(tmp_path / "file", bytes(32))
