"""A game of three in its second round, for those who cheat in it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path

import pytest

from khronos_pbem.deck.ledger import due_parts
from khronos_pbem.errors import KhronosError
from khronos_pbem.games.khronos.model.orders import Travel
from khronos_pbem.games.khronos.order_text.grammar import text
from khronos_pbem.games.khronos.rules.legal_orders import legal_orders
from khronos_pbem.home.cache import mark_verified
from khronos_pbem.home.keyring import load_identity
from khronos_pbem.record.block import TURN, Block
from khronos_pbem.record.chain import Signer, block_hashes, sign
from khronos_pbem.record.save import Save, parse_save
from khronos_pbem.session.replay.draft_block import Author, draft_turn, game_secret
from khronos_pbem.session.replay.history import History
from khronos_pbem.session.replay.open_save import replay_known
from khronos_pbem.session.replay.replay import replay
from khronos_pbem.session.replay.table import Table, Waiting, waiting
from khronos_pbem.storage.files import read_file
from tests.support.playing import NAMES, Group, no_passphrase

AT = "2026-11-30T10:00:00Z"


@dataclass(frozen=True)
class Scene:
    """A game of three in its second round, the author who has to move, and his honest turn."""

    save: Save
    table: Table
    author: Author
    turn: Block
    keys: tuple[Signer, ...]
    homes: Path

    @cached_property
    def warm(self) -> tuple[Path, ...]:
        """Homes that have verified this game before: at its end, and after every block of it."""
        heads = block_hashes(self.save)
        homes = self.homes / "at the end", self.homes / "after every block"
        for home, known in zip(homes, (heads[-1:], heads[1:]), strict=True):
            for head in known:
                mark_verified(home, head)
        return homes

    @property
    def colour(self) -> str:
        return self.table.seats[self.author.seat].colour

    def verdict(self, block: Block) -> History:
        """What everybody else says of the record with this block, signed by its author."""
        return replay(save := self.with_block(block), block_hashes(save))

    def with_block(self, block: Block) -> Save:
        """The record with this block, signed by its author."""
        return self.save._replace(blocks=(*self.save.blocks, sign(replace(block, sig=""), self.author.key)))

    def blamed(self, save: Save, reason: str) -> tuple[int | None, str | None]:
        """The block and the seat that break a record, for this reason.

        They are the same for who reads it for the first time and for who has verified the game before.
        """
        cold = verdict_of(replay(save, block_hashes(save)).problem)
        for home in self.warm:
            assert verdict_of(replay_known(home, save).problem) == cold
        assert reason in cold[2], cold[2]
        return cold[:2]

    def refused(self, block: Block, reason: str) -> None:
        """The record breaks at this block, by this player, for this reason; all before it holds."""
        assert self.blamed(self.with_block(block), reason) == (block.seq, self.colour)


def verdict_of(problem: KhronosError | None) -> tuple[int | None, str | None, str]:
    """Block, seat and reason."""
    assert problem is not None, "nobody noticed"
    assert int(problem.exit) == 5
    return problem.block, problem.seat, str(problem)


def author_of(group: Group, table: Table, seat: int) -> Author:
    identity = load_identity(group.home(NAMES[seat]), NAMES[seat], no_passphrase)
    return Author(seat, identity, game_secret(identity.seed, table))


def _pays_shares(table: Table, now: Waiting) -> bool:
    """Whether it is a turn, of a seat that owes shares for the others' cards."""
    return now.need == TURN and now.seat is not None and bool(due_parts(table.ledger, now.seat).shares)


@pytest.fixture(scope="session")
def scene(tmp_path_factory: pytest.TempPathFactory) -> Scene:
    group = Group(tmp_path_factory.mktemp("game"), 3, 11)
    group.start("Cheats")
    group.play(8)
    while (now := waiting(group.table())) is not None and not _pays_shares(group.table(), now):
        group.step()
    assert now is not None
    assert now.seat is not None
    save, table = parse_save(read_file(group.save)), group.table()
    author = author_of(group, table, now.seat)
    travel = next(o for o in legal_orders(table.position) if isinstance(o, Travel))
    orders = table.game.parse(f"{text(travel)}; end")
    draft = draft_turn(table, author, list(orders), block_hashes(save)[-1], AT)
    keys = tuple(author_of(group, table, seat).key for seat in range(3))
    return Scene(save, table, author, draft.block, keys, tmp_path_factory.mktemp("warm"))
