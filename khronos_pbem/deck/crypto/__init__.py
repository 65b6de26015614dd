"""The cryptography of the deck: group, shuffles, proofs and secrets (DECK 2-5)."""
