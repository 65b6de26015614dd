"""The cryptography of the deck: group, shuffles, their proofs, equality proofs, secrets (DECK 2-5)."""
