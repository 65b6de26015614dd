"""Warnings before a turn is signed: irrevocable orders, and how many e-mails they make necessary."""

from __future__ import annotations

from khronos_pbem.deck.ledger import count_letters_until_readable
from khronos_pbem.engine.features.protocols import Caution, Cautions
from khronos_pbem.engine.orders.table_orders import Resign
from khronos_pbem.games.registry import feature_or_none
from khronos_pbem.messages import message, plural_message
from khronos_pbem.record.block import ASSIST
from khronos_pbem.session.replay.draft_block import Draft
from khronos_pbem.session.replay.table import Table, needed_slots, waiting


def cautions(draft: Draft) -> list[str]:
    """Return one sentence for each order of a draft that the player should reconsider; usually empty."""
    found = list[str]()
    game, seat = draft.table.game, draft.block.seat
    declared = feature_or_none(game, Cautions)
    for position, order in draft.steps:
        if isinstance(order, Resign):
            found.append(message("you will leave the game permanently, and your cards will be revealed"))
        elif declared is not None:
            warned = declared.before(position, seat, order)
            found += [_caution_text(each, draft.table, seat) for each in warned]
    return found


def _caution_text(caution: Caution, table: Table, seat: int) -> str:
    """The sentence of a caution, with the number of letters needed before the turn can go on."""
    letters = letters_until(table, seat) if caution.waits else 0
    if not letters:
        return caution.text
    lap = plural_message(
        "this requires {n} e-mail from another player",
        "this requires {n} e-mails from other players",
        letters,
    )
    return message("{what} ({lap})", what=caution.text, lap=lap)


def letters_until(table: Table, seat: int) -> int:
    """Return the number of blocks needed from others before a seat can go on with its turn.

    0 if none is needed.
    """
    now = waiting(table)
    if now is None or now.seat is None or now.need != ASSIST:
        return 0
    if table.ledger.rolls.open is not None:
        return sum(each != seat for each in table.ledger.rolls.open.missing)
    return count_letters_until_readable(table.ledger, needed_slots(table), table.actor)
