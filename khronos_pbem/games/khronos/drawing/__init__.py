"""The parts of a game that an audience may see, as text, shapes and pictures."""
