"""The cryptography of the deck: group, shuffles, their proofs, proofs of equality, secrets (DECK 2-5)."""
