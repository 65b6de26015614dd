"""Records as text, and records that spectators may read."""
