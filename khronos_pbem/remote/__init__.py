"""Play by mail from a telephone: letters to the player's own address, and the player's answers."""
