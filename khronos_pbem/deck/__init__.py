"""The card protocol (DECK): a deck that all shuffle and nobody can read. It knows no game."""

from khronos_pbem.deck.joining import accept_join, accept_successor, join, succeed
from khronos_pbem.deck.labels import read
from khronos_pbem.deck.leaving import accept_key, shown_key, with_known_shares, without_keys
from khronos_pbem.deck.ledger import (
    Checks,
    Debts,
    Ledger,
    SlotState,
    deal,
    debtor_for,
    letters_for,
    new_deck,
    open_roll,
    open_roll_for_all,
    open_to_all,
    owed,
    readable,
    state_of,
)
from khronos_pbem.deck.payment import Paid, accept_payment, foreseen, pay, revealed_handles
from khronos_pbem.deck.secrets import GameSecret

__all__ = [
    "Checks",
    "Debts",
    "GameSecret",
    "Ledger",
    "Paid",
    "SlotState",
    "accept_join",
    "accept_key",
    "accept_payment",
    "accept_successor",
    "deal",
    "debtor_for",
    "foreseen",
    "join",
    "letters_for",
    "new_deck",
    "open_roll",
    "open_roll_for_all",
    "open_to_all",
    "owed",
    "pay",
    "read",
    "readable",
    "revealed_handles",
    "shown_key",
    "state_of",
    "succeed",
    "with_known_shares",
    "without_keys",
]
