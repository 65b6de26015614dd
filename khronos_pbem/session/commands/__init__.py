"""Commands that change a game: write blocks, take them back, take seats, choose between versions."""
