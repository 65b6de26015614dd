"""Send your deck and roll shares, and vote confirmations, in all games that wait for you.

The command `assist` does this.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from khronos_pbem.errors import KhronosError
from khronos_pbem.home.keyring import list_names, public_key_of
from khronos_pbem.library.game_row import GameRow
from khronos_pbem.record.block import ACK, ASSIST
from khronos_pbem.session.commands.write_blocks import WriteResult, assist
from khronos_pbem.session.context import Context
from khronos_pbem.session.replay.table import waiting


@dataclass(frozen=True, slots=True)
class SentShare:
    """One share (or confirmation) of the player `name`: the block that was written, or the problem.

    `more` is true if another share of the same player follows in the game. One letter carries both.
    """

    path: Path
    name: str
    title: str
    done: WriteResult | None = None
    problem: KhronosError | None = None
    more: bool = False


def own_identities(context: Context) -> dict[str, str]:
    """Return the names of your identities by public key (hex).

    If the context names an identity, return only that one.
    """
    names = list_names(context.home) if context.name is None else [context.name]
    found: dict[str, str] = {}
    for name in names:
        try:
            found[public_key_of(context.home, name).hex()] = name
        except KhronosError:
            if context.name is not None:
                raise
    return found


def identity_to_act(row: GameRow, names: Mapping[str, str]) -> str | None:
    """The name of your identity that the game of an inbox row waits for; None if it waits for others."""
    if row.get("histories") or row.get("problem"):
        return None
    return next((names[key] for key in row.get("acts", ()) if key in names), None)


def identity_to_vote(row: GameRow, names: Mapping[str, str]) -> str | None:
    """The name of the identity that votes next in the game of an inbox row, or None.

    Also None if one of your identities can move instead.
    """
    if not row.get("your_vote"):
        return None
    return names.get(str(row.get("voter")))


def send_all_shares(rows: Iterable[GameRow], context: Context) -> Iterator[SentShare]:
    """Write an `assist` block in every game of these rows that waits for a share of your identities."""
    names = own_identities(context)
    for row in rows:
        name = identity_to_act(row, names)
        if name is not None and row.get("for") in (ASSIST, ACK):
            yield from _send_shares_in_game(Path(row["file"]), name, row["title"], context)


def _send_shares_in_game(path: Path, name: str, title: str, context: Context) -> Iterator[SentShare]:
    """Write blocks until another player has to act: a share of a roll may follow the last `ack`."""
    paid = _send_share(path, name, title, context)
    while paid.more:
        yield paid
        paid = _send_share(path, name, title, context)
    yield paid


def _send_share(path: Path, name: str, title: str, context: Context) -> SentShare:
    try:
        done = assist(path, context._replace(name=name))
        now = waiting(done.draft.table)
        more = now is not None and now.seat == done.draft.block.seat and now.need in (ASSIST, ACK)
        return SentShare(path, name, title, done, more=more)
    except KhronosError as problem:
        return SentShare(path, name, title, problem=problem)
