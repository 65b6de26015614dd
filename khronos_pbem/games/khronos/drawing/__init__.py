"""What an audience may see of a game, as text, shapes and pictures."""
