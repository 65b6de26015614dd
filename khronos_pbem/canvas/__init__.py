"""What pictures and screens are drawn with, whatever the game: shapes, spans, SVG, pixels, players' signs."""
