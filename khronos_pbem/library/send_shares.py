"""Paying what is owed in the games that wait for it, by the one `assist`."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from khronos_pbem.errors import KhronosError
from khronos_pbem.home.keyring import list_names, public_key_of
from khronos_pbem.record.block import ACK, ASSIST
from khronos_pbem.session.commands.write_blocks import Done, assist
from khronos_pbem.session.context import Context
from khronos_pbem.session.replay.table import waiting


@dataclass(frozen=True, slots=True)
class Paid:
    """A debt of the player `name` in a game: the block that paid it, or what kept it from being paid.

    `more` says that another debt follows, which the same letter takes.
    """

    path: Path
    name: str
    title: str
    done: Done | None = None
    problem: KhronosError | None = None
    more: bool = False


def own_names(context: Context) -> dict[str, str]:
    """The identities of the keyring by their public keys (hex); the context's alone, if it names one."""
    names = list_names(context.home) if context.name is None else [context.name]
    found: dict[str, str] = {}
    for name in names:
        try:
            found[public_key_of(context.home, name).hex()] = name
        except KhronosError:
            if context.name is not None:
                raise
    return found


def acts_for(row: Mapping[str, Any], names: Mapping[str, str]) -> str | None:
    """Which of these identities a game of the inbox waits for; None if none."""
    if row.get("histories") or row.get("problem"):
        return None
    return next((names[key] for key in row.get("acts", ()) if key in names), None)


def votes_for(row: Mapping[str, Any], names: Mapping[str, str]) -> str | None:
    """Which of these identities has the next vote in a game of the inbox; None if none, or it may move."""
    if not row.get("your_vote"):
        return None
    return names.get(str(row.get("voter")))


def pay_debts(rows: Iterable[Mapping[str, Any]], context: Context) -> Iterator[Paid]:
    """Pay in every game of these rows that waits for a payment of an identity of the context."""
    names = own_names(context)
    for row in rows:
        name = acts_for(row, names)
        if name is not None and row.get("for") in (ASSIST, ACK):
            yield from _all_paid(Path(row["file"]), name, row["title"], context)


def _all_paid(path: Path, name: str, title: str, context: Context) -> Iterator[Paid]:
    """What is owed until somebody else has to act: after the last ack a share of a roll may be due."""
    paid = _paid(path, name, title, context)
    while paid.more:
        yield paid
        paid = _paid(path, name, title, context)
    yield paid


def _paid(path: Path, name: str, title: str, context: Context) -> Paid:
    try:
        done = assist(path, context._replace(name=name))
        now = waiting(done.draft.table)
        more = now is not None and now.seat == done.draft.block.seat and now.need in (ASSIST, ACK)
        return Paid(path, name, title, done, more=more)
    except KhronosError as problem:
        return Paid(path, name, title, problem=problem)
