"""Commands that change a game: write blocks, take them back, take seats, and choose between versions."""
