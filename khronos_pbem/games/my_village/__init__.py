"""My Village (I. & M. Brand, 2015), the second game: pure rules, positions as values (VILLAGE)."""
