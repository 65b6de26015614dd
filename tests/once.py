"""What follows from bytes alone is worked out once in a run of the tests, however often it is asked for.

Most tests read the same records again, in homes that know nothing of them: all that is written, compared and
said is done anew, the arithmetic is not. Who replays by `session.fold.replay` itself replays each time.
"""

from __future__ import annotations

import pickle
import tomllib
from collections.abc import Callable, Iterator, Sequence
from functools import cache, lru_cache
from typing import Any, NamedTuple, TypeVar

import pytest
from nacl.bindings import crypto_scalarmult_ed25519_noclamp as product

from khronos_pbem.cli import main
from khronos_pbem.cli.commands import COMMANDS
from khronos_pbem.cli.printing import spoken
from khronos_pbem.deck import group, joining, mixing, payment
from khronos_pbem.deck.equality import holds_equality
from khronos_pbem.deck.shuffle_proof import holds_shuffle
from khronos_pbem.games.registry import GAMES
from khronos_pbem.record import keyring, toml
from khronos_pbem.record.save import Save
from khronos_pbem.record.tokens import check_tokens
from khronos_pbem.session import fold
from khronos_pbem.session.history import History

T = TypeVar("T")


@pytest.fixture(scope="session", autouse=True)
def _each_proof_once() -> Iterator[None]:
    """What follows from bytes alone is worked out once in a run: proofs, products of points, keys, tables.

    Most tests read the same joins again, in a home that knows nothing; all but the arithmetic is done anew.
    So is all but scrypt for a passphrase that is asked for again, and all of reading a text but to see that
    it is no more than may be read, and what tables it has.
    """
    equality, shuffle = cache(holds_equality), cache(holds_shuffle)
    with pytest.MonkeyPatch.context() as patch:
        for module in (joining, payment):
            patch.setattr(module, "holds_equality", equality)
        patch.setattr(mixing, "holds_shuffle", shuffle)
        patch.setattr(group, "crypto_scalarmult_ed25519_noclamp", lru_cache(maxsize=2**17)(product))
        patch.setattr(keyring, "_key", cache(keyring._key))
        patch.setattr(toml, "check_tokens", _short_ones_once(check_tokens))
        packed = _short_ones_once(lambda text: pickle.dumps(tomllib.loads(text)))
        patch.setattr(toml, "tomllib", _Tables(lambda text: pickle.loads(packed(text))))
        yield


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
def _each_command_line_once() -> Iterator[None]:
    """A command line is put together once in a run for each language as it is spoken, and set of games."""
    built = cache(lambda first, language, *_: put_together(first, language))

    def once(first: str | None, language: str) -> Any:
        return built(first, language, tuple(GAMES), spoken(COMMANDS["show"]))

    with pytest.MonkeyPatch.context() as patch:
        put_together = main._built
        patch.setattr(main, "_built", once)
        yield


class _Tables(NamedTuple):
    """As much of tomllib as the program uses."""

    loads: Callable[[str], dict[str, Any]]
    TOMLDecodeError: type[ValueError] = tomllib.TOMLDecodeError


def _short_ones_once(function: Callable[[str], T]) -> Callable[[str], T]:
    """A function of texts, for texts of the size of saves, of which most are read more than once."""
    known = lru_cache(maxsize=128)(function)
    return lambda text: known(text) if len(text) < 2**18 else function(text)
