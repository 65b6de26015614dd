"""The card protocol (DECK): a deck that all shuffle and nobody can read. It knows no game."""
