"""The values of the game: pieces, land, maps, cards, position and orders."""
