"""Step through a game, and export it: cursor, pictures, pages and texts."""
