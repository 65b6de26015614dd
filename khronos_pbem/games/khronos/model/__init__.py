"""Pieces, land, cards, position and orders: values only."""
