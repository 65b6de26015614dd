"""A game step by step: cursor, pictures, pages and texts."""
