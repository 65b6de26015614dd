"""What an audience may see, as text, shapes and pictures."""
