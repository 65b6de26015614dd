"""What follows from bytes alone is worked out once in a run of the tests, however often it is asked for.

Most tests read the same records again, in homes that know nothing of them: all that is written, compared and
said is done anew, the arithmetic is not. Who replays by `replay.replay`
itself replays each time.
"""

from __future__ import annotations

import pickle
import re
import tomllib
from collections.abc import Callable, Iterator, Sequence
from functools import cache, lru_cache
from typing import Any, NamedTuple, TypeVar

import pytest

from khronos_pbem import cores
from khronos_pbem.canvas import raster
from khronos_pbem.canvas.shapes import Picture
from khronos_pbem.cli import main
from khronos_pbem.cli.commands import COMMANDS
from khronos_pbem.cli.terminal.printing import translate
from khronos_pbem.deck import joining, mixing, payment
from khronos_pbem.deck.crypto import group
from khronos_pbem.deck.crypto.equality import EqualityClaim, holds_equality, prove_equality
from khronos_pbem.deck.crypto.group import unpack_scalars
from khronos_pbem.deck.crypto.secrets import DeckKey, GameSecret
from khronos_pbem.deck.crypto.shuffle import ShuffleWitness, shuffle_slots
from khronos_pbem.deck.crypto.shuffle_proof import ShuffleClaim, holds_shuffle, prove_shuffle
from khronos_pbem.errors import KhronosError
from khronos_pbem.games.registry import GAMES
from khronos_pbem.home import keyring
from khronos_pbem.record import chain, save, toml
from khronos_pbem.record.save import Readable, Save
from khronos_pbem.record.toml_limits import check_tokens
from khronos_pbem.session.commands import write_save
from khronos_pbem.session.replay import replay as fold
from khronos_pbem.session.replay import worker_pool
from khronos_pbem.session.replay.history import History
from khronos_pbem.session.replay.snapshots import LazyEntries
from tests.support.logarithms import Quicker

T = TypeVar("T")


@pytest.fixture(scope="session", autouse=True)
def _each_proof_once() -> Iterator[None]:
    """Proofs, products and sums of points, keys of passphrases, signatures, tables of texts."""
    with pytest.MonkeyPatch.context() as patch:
        _proofs_once(patch)
        quicker = Quicker()
        patch.setattr(group, "crypto_scalarmult_ed25519_base_noclamp", quicker.base)
        for name, function in (
            ("crypto_scalarmult_ed25519_noclamp", quicker.product),
            ("crypto_core_ed25519_add", quicker.add),
            ("crypto_core_ed25519_sub", quicker.sub),
        ):
            patch.setattr(group, name, lru_cache(maxsize=2**17)(function))
        patch.setattr(keyring, "_key", cache(keyring._key))
        patch.setattr(toml, "check_tokens", _short_ones_once(check_tokens))
        packed = _short_ones_once(lambda text: pickle.dumps(tomllib.loads(text)))
        patch.setattr(toml, "tomllib", _Tables(lambda text: pickle.loads(packed(text))))
        patch.setattr(save, "_read", _once_below_comments(save._read))
        patch.setattr(chain, "is_signature", lru_cache(maxsize=2**14)(chain.is_signature))
        yield


def _proofs_once(patch: pytest.MonkeyPatch) -> None:
    """A proof is made once, and checked once by its claim and its bytes.

    What was made here for the very claim that is asked about is known to hold if the claim is true, as
    `tests/deck` tests of any; one in 32 is checked all the same. All other claims and bytes are checked.
    """
    made = set[Any]()
    shuffle_of, equality_of = cache(prove_shuffle), cache(prove_equality)
    shuffle, equality = cache(holds_shuffle), cache(holds_equality)

    def shuffle_proved(claim: ShuffleClaim, order: ShuffleWitness, secret: GameSecret) -> tuple[bytes, bytes]:
        commitments, responses = shuffle_of(claim, order, secret)
        if responses[0] % 32 and shuffle_slots(claim.before, claim.key, order) == claim.after:
            made.add((claim, commitments, unpack_scalars(responses)))
        return commitments, responses

    def equality_proved(claim: EqualityClaim, secret: GameSecret) -> bytes:
        proof = equality_of(claim, secret)
        if proof[0] % 32 and _is_true(claim, secret.key()):
            made.add((claim, *unpack_scalars(proof)))
        return proof

    for module in (joining, payment):
        patch.setattr(module, "prove_equality", equality_proved)
        patch.setattr(module, "holds_equality", lambda *asked: asked in made or equality(*asked))
    patch.setattr(mixing, "prove_shuffle", shuffle_proved)
    patch.setattr(mixing, "holds_shuffle", lambda *asked: asked in made or shuffle(*asked))


def _is_true(claim: EqualityClaim, key: DeckKey) -> bool:
    """Whether this key makes each image of its base."""
    images = tuple(group.mul(key.scalar, point) for point in claim.bases)
    return (key.public, images) == (claim.key, claim.images)


@pytest.fixture(scope="session", autouse=True)
def _each_record_once() -> Iterator[None]:
    """A record that holds is replayed once for each game, by the hashes of all its blocks."""
    replay, known = fold.replay, dict[Any, History]()

    def replayed(save: Save, heads: Sequence[bytes], trusted: int = 0) -> History:
        key = (tuple(heads), trusted, tuple(GAMES))
        history = known.get(key) or replay(save, heads, trusted)
        if history.problem is None:  # which learns where it was found
            known[key] = history
            if len(known) > 64:
                del known[next(iter(known))]
        return history

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(fold, "replay", replayed)
        yield


@pytest.fixture(scope="session", autouse=True)
def _each_comment_once() -> Iterator[None]:
    """The comments at the top of a save are made once for each chain of blocks and set of games.

    They are made anew for a history that goes on from a stored table, and for one that does not.
    """
    made, known = write_save.comments, dict[Any, list[str]]()

    def comments(history: History) -> list[str]:
        stored = len(history.entries.recent) if isinstance(history.entries, LazyEntries) else None
        key = (history.heads[-1], stored, tuple(GAMES))
        if key not in known:
            known[key] = made(history)
            if len(known) > 256:
                del known[next(iter(known))]
        return known[key]

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(write_save, "comments", comments)
        yield


@pytest.fixture(scope="session", autouse=True)
def _each_command_line_once() -> Iterator[None]:
    """A command line is put together once in a run for each language as it is spoken, and set of games."""
    built = cache(lambda first, language, *_: put_together(first, language))

    def once(first: str | None, language: str) -> Any:
        return built(first, language, tuple(GAMES), translate(COMMANDS["show"]))

    with pytest.MonkeyPatch.context() as patch:
        put_together = main._build_command
        patch.setattr(main, "_build_command", once)
        yield


@pytest.fixture(scope="session", autouse=True)
def _each_film_once() -> Iterator[None]:
    """The frames of a moving picture are drawn once, for both its formats and whoever asks for it."""
    drawn = lru_cache(maxsize=2)(raster._in_one_palette)

    def frames(pictures: Sequence[Picture]) -> Any:
        return drawn(tuple(pictures))

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(raster, "_in_one_palette", frames)
        yield


@pytest.fixture(scope="session", autouse=True)
def _one_core() -> Iterator[None]:
    """What is worked out once is not worked out elsewhere again; `two_cores` is for tests of processes and
    threads. (A process with threads cannot be forked, as some tests do.)"""
    with pytest.MonkeyPatch.context() as patch:
        for module in (cores, worker_pool):
            patch.setattr(module, "core_count", lambda: 1)
        yield


@pytest.fixture
def two_cores(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is worth it is done in processes and threads side by side, on any machine."""
    for module in (cores, worker_pool):
        monkeypatch.setattr(module, "core_count", lambda: 2)


class _Tables(NamedTuple):
    """As much of tomllib as the program uses."""

    loads: Callable[[str], dict[str, Any]]
    TOMLDecodeError: type[ValueError] = tomllib.TOMLDecodeError


def _once_below_comments(read: Callable[[str], Readable]) -> Callable[[str], Readable]:
    """A reading of saves that reads each once, whatever comments stand above it for whoever has it.

    What is wrong with a save is said of the whole text, by its lines.
    """
    known = _short_ones_once(read)

    def reading(text: str) -> Readable:
        try:
            return known(_COMMENTS.sub("", text, count=1)) if len(text) < 2**18 else read(text)
        except KhronosError:
            return read(text)

    return reading


_COMMENTS = re.compile(r"\A(?:#[^\x00-\x08\x0a-\x1f\x7f]*+\n)*+")
"""Comments without anything that no comment may hold."""


def _short_ones_once(function: Callable[[str], T]) -> Callable[[str], T]:
    """A function of texts, for texts of the size of saves, of which most are read more than once."""
    known = lru_cache(maxsize=128)(function)
    return lambda text: known(text) if len(text) < 2**18 else function(text)
